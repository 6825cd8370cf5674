#include <fmt/format.h>

#include "report/markdown.h"
#include "report/printer.h"
#include "report/summary.h"

namespace envelint {
namespace {

/// GitHub takes a job summary of at most 1 MiB, and nobody reads so long a table.
constexpr size_t kMaxRows = 500;

std::string row(const Finding& finding) {
  std::string what = markdownCell(finding.primary.message);
  if (!finding.help.empty()) {
    what += "<br>help: " + markdownCell(finding.help);
  }
  return fmt::format("| {} | {} | {} | {} |\n", severityName(finding.severity),
                     markdownCode(finding.rule), markdownCode(shownPlace(finding.primary, {})),
                     what);
}

class MarkdownPrinter final : public Printer {
 public:
  std::string_view name() const override { return "markdown"; }

  std::string print(const LintResult& result, const PrintOptions&) const override {
    std::string text = fmt::format("## envelint: {} in {}\n", findingCounts(result),
                                   counted(result.stats.files, "file"));
    if (!result.findings.empty()) {
      text += "\n| severity | rule | where | what |\n|---|---|---|---|\n";
    }
    // The worst come first, so that what is left out is what matters least.
    size_t rows = 0;
    for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kNote}) {
      for (const Finding& finding : result.findings) {
        if (finding.severity == severity && rows < kMaxRows) {
          ++rows;
          text += row(finding);
        }
      }
    }
    if (rows < result.findings.size()) {
      text += fmt::format("\nand {}\n", counted(result.findings.size() - rows, "more finding"));
    }
    if (!result.notifications.empty()) {
      text += "\nCould not be seen:\n\n";
      for (const Notification& notification : result.notifications) {
        text += "- " + markdownCell(notificationLine(notification)) + "\n";
      }
    }
    return text;
  }
};

}  // namespace

const Printer& markdownPrinter() {
  static const MarkdownPrinter printer;
  return printer;
}

}  // namespace envelint
