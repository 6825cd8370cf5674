#include <fmt/format.h>

#include "report/printer.h"
#include "report/summary.h"
#include "report/visible_text.h"

// One line for each finding: where, what, and the next thing to do. Without code frames, which the
// reader would look up in the file anyway.

namespace envelint {
namespace {

class AgentPrinter final : public Printer {
 public:
  std::string_view name() const override { return "agent"; }

  std::string print(const LintResult& result, const PrintOptions& options) const override {
    std::string text;
    for (const Finding& finding : result.findings) {
      text += fmt::format("{}: {}[{}]: {}", shownPlace(finding.primary, options.workingFolder),
                          severityName(finding.severity), visibleText(finding.rule),
                          visibleText(finding.primary.message));
      text += finding.help.empty() ? "\n" : "; fix: " + visibleText(finding.help) + "\n";
    }
    if (options.quiet) {
      return text;
    }
    for (const Notification& notification : result.notifications) {
      text += "not seen: " + notificationLine(notification, options.workingFolder) + "\n";
    }
    return text + closingLine(result);
  }
};

}  // namespace

const Printer& agentPrinter() {
  static const AgentPrinter printer;
  return printer;
}

}  // namespace envelint
