#include <fmt/format.h>

#include "report/printer.h"
#include "report/summary.h"
#include "report/visible_text.h"

// Workflow commands: "Workflow commands for GitHub Actions" of GitHub's documentation. The runner
// takes ten errors, ten warnings and ten notices of a step and drops the others without a word
// (actions/toolkit, pull request 734), so the worst come first and the others are told in the log.

namespace envelint {
namespace {

constexpr size_t kMaxAnnotations = 10;  ///< of one level
constexpr Severity kWorstFirst[] = {Severity::kError, Severity::kWarning, Severity::kNote};

/// What stands behind `::` of a command. The escapes are those of @actions/core.
std::string escapedData(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '%':
        result += "%25";
        break;
      case '\r':
        result += "%0D";
        break;
      case '\n':
        result += "%0A";
        break;
      default:
        result += c;
    }
  }
  return result;
}

/// A property's value, where a colon or a comma would end it.
std::string escapedProperty(std::string_view text) {
  std::string result;
  for (const char c : escapedData(text)) {
    if (c == ':') {
      result += "%3A";
    } else if (c == ',') {
      result += "%2C";
    } else {
      result += c;
    }
  }
  return result;
}

/// A line of the log in which the runner finds no command, whatever names a stranger chose: it
/// looks for `::` at the beginning of a line and for `##[` anywhere in it.
std::string logLine(std::string text) {
  for (size_t at = text.find("##["); at != std::string::npos; at = text.find("##[", at)) {
    text.replace(at, 3, "## [");
  }
  return text + "\n";
}

std::string_view commandOf(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kNote:
    case Severity::kOff:
      break;
  }
  return "notice";
}

std::string annotation(const Finding& finding) {
  const SourceFile& file = *finding.primary.file;
  const Position begin = file.position(finding.primary.range.begin);
  const Position end = file.position(finding.primary.range.end);
  std::string place =
      fmt::format("file={},line={},endLine={}", escapedProperty(visibleText(file.displayPath())),
                  begin.line, end.line);
  // Columns of a range of several lines are refused, together with the annotation.
  if (begin.line == end.line) {
    place += fmt::format(",col={},endColumn={}", begin.column, end.column);
  }
  std::string message = visibleText(finding.primary.message);
  if (!finding.help.empty()) {
    message += "\nhelp: " + visibleText(finding.help);
  }
  return fmt::format("::{} {},title={}::{}\n", commandOf(finding.severity), place,
                     escapedProperty("envelint: " + visibleText(finding.rule)),
                     escapedData(message));
}

std::string plainLine(const Finding& finding) {
  return logLine(fmt::format("{}[{}] {}: {}", severityName(finding.severity),
                             visibleText(finding.rule), shownPlace(finding.primary, {}),
                             visibleText(finding.primary.message)));
}

class GithubPrinter final : public Printer {
 public:
  std::string_view name() const override { return "github"; }

  std::string print(const LintResult& result, const PrintOptions&) const override {
    std::string text;
    std::string more;
    for (const Severity severity : kWorstFirst) {
      size_t room = kMaxAnnotations;
      std::string others;
      for (const Finding& finding : result.findings) {
        if (finding.severity != severity) {
          continue;
        }
        if (room > 0) {
          --room;
          text += annotation(finding);
        } else {
          others += plainLine(finding);
        }
      }
      if (!others.empty()) {
        const uint64_t count = result.count(severity) - kMaxAnnotations;
        more += fmt::format("{} more {}{}, which GitHub shows here only:\n", count,
                            severityName(severity), count == 1 ? "" : "s");
        more += others;
      }
    }
    for (const Notification& notification : result.notifications) {
      more += logLine("could not be seen: " + notificationLine(notification));
    }
    return text + more + closingLine(result);
  }
};

}  // namespace

const Printer& githubPrinter() {
  static const GithubPrinter printer;
  return printer;
}

}  // namespace envelint
