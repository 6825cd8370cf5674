#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/code_frame.h"
#include "report/palette.h"
#include "report/printer.h"
#include "report/summary.h"
#include "report/visible_text.h"

namespace envelint {
namespace {

/// A schema shared by forty tools would fill two screens with their registrations.
constexpr size_t kMaxRelatedFrames = 4;

uint32_t digits(uint32_t number) {
  uint32_t count = 1;
  for (; number >= 10; number /= 10) {
    ++count;
  }
  return count;
}

uint32_t lineNumberWidth(const Finding& finding, size_t relatedFrames) {
  uint32_t line = finding.primary.file->position(finding.primary.range.begin).line;
  for (size_t i = 0; i < relatedFrames; ++i) {
    const Place& place = finding.related[i];
    line = std::max(line, place.file->position(place.range.begin).line);
  }
  return digits(line);
}

std::string findingText(const Finding& finding, const Palette& palette,
                        const std::string& workingFolder) {
  // Room for one more is better used for it than for a line that says there is one more.
  const size_t relatedCount = finding.related.size();
  const size_t shown = relatedCount <= kMaxRelatedFrames + 1 ? relatedCount : kMaxRelatedFrames;
  const uint32_t width = lineNumberWidth(finding, shown);
  const std::string head =
      fmt::format("{}[{}]", severityName(finding.severity), visibleText(finding.rule));
  std::string text = palette.severity(finding.severity, head) +
                     palette.strong(": " + visibleText(finding.primary.message)) + "\n";
  text += codeFrame(finding.primary, {width, true, finding.severity, {}, workingFolder}, palette);
  const std::string gutter(width, ' ');
  for (size_t i = 0; i < shown; ++i) {
    const Place& place = finding.related[i];
    text +=
        codeFrame(place, {width, false, finding.severity, place.message, workingFolder}, palette);
  }
  if (shown < relatedCount) {
    text += fmt::format("{} {} and {} (`--format json` has them all)\n", gutter,
                        palette.frame(":::"), counted(relatedCount - shown, "more place"));
  }
  if (!finding.help.empty()) {
    text += fmt::format("{} {} {} {}\n", gutter, palette.frame("="), palette.strong("help:"),
                        visibleText(finding.help));
  }
  return text + "\n";
}

/// A line for each kind of notification: the first of it in full, the others counted.
std::string notificationSummary(const LintResult& result, const Palette& palette,
                                const std::string& workingFolder) {
  std::map<std::string_view, std::vector<const Notification*>> byId;
  for (const Notification& notification : result.notifications) {
    byId[notification.id].push_back(&notification);
  }
  std::string text;
  for (const auto& [id, notifications] : byId) {
    text += palette.severity(Severity::kNote, "note") + ": " +
            notificationLine(*notifications.front(), workingFolder);
    if (notifications.size() > 1) {
      text += fmt::format(" (and {} more of `{}`; `--stats` names them all)",
                          notifications.size() - 1, visibleText(id));
    }
    text += "\n";
  }
  return text;
}

class TextPrinter final : public Printer {
 public:
  std::string_view name() const override { return "text"; }

  std::string print(const LintResult& result, const PrintOptions& options) const override {
    const Palette palette(options.colour);
    std::string text;
    for (const Finding& finding : result.findings) {
      text += findingText(finding, palette, options.workingFolder);
    }
    if (options.quiet) {
      return text;
    }
    text += notificationSummary(result, palette, options.workingFolder);
    return text + closingLine(result);
  }
};

}  // namespace

const Printer& textPrinter() {
  static const TextPrinter printer;
  return printer;
}

}  // namespace envelint
