#include "report/summary.h"

#include <fmt/format.h>

#include "report/visible_text.h"

namespace envelint {

std::string counted(uint64_t count, std::string_view singular) {
  return fmt::format("{} {}{}", count, singular, count == 1 ? "" : "s");
}

std::string findingCounts(const LintResult& result) {
  std::string text;
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kNote}) {
    const uint32_t count = result.count(severity);
    if (count > 0) {
      text += (text.empty() ? "" : ", ") + counted(count, severityName(severity));
    }
  }
  return text.empty() ? "no findings" : text;
}

std::string notificationLine(const Notification& notification) {
  std::string place;
  // A file that could not be read at all has no line to name.
  if (notification.file != nullptr && !notification.file->text().empty()) {
    const Position position = notification.file->position(notification.range.begin);
    place = fmt::format("{}:{}:{}: ", visibleText(notification.file->displayPath()), position.line,
                        position.column);
  }
  return place + visibleText(notification.message);
}

}  // namespace envelint
