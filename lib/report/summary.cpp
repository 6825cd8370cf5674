#include "report/summary.h"

#include <fmt/format.h>

#include "report/visible_text.h"
#include "source/paths.h"

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

std::string closingLine(const LintResult& result) {
  if (result.stats.files == 0) {
    return "no files to check\n";
  }
  return fmt::format("{} in {}{}\n", findingCounts(result), counted(result.stats.files, "file"),
                     result.stats.baselined == 0
                         ? ""
                         : fmt::format(", {} in the baseline", result.stats.baselined));
}

std::string shownPath(const SourceFile& file, const std::string& workingFolder) {
  return visibleText(workingFolder.empty() ? file.displayPath()
                                           : relativePath(file.path(), workingFolder));
}

std::string shownPlace(const Place& place, const std::string& workingFolder) {
  const Position position = place.file->position(place.range.begin);
  return fmt::format("{}:{}:{}", shownPath(*place.file, workingFolder), position.line,
                     position.column);
}

std::string notificationLine(const Notification& notification, const std::string& workingFolder) {
  std::string place;
  // A file that could not be read at all has no line to name.
  if (notification.file != nullptr && !notification.file->text().empty()) {
    place = shownPlace({notification.file, notification.range, {}}, workingFolder) + ": ";
  }
  return place + visibleText(notification.message);
}

}  // namespace envelint
