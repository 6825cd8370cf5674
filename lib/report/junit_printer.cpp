#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "report/printer.h"
#include "report/summary.h"
#include "report/visible_text.h"

// JUnit's XML as CI systems read it: a suite for each file with findings, a test for each finding.
// A finding that doesn't fail the run is a passed test that says what was found.

namespace envelint {
namespace {

/// Text for an attribute or an element. Control characters, which XML 1.0 has no place for, and
/// bytes that aren't UTF-8 are made visible first.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : visibleText(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

bool fails(const Finding& finding, const PrintOptions& options) {
  return options.failOn.has_value() && finding.severity >= *options.failOn;
}

std::string testCase(const Finding& finding, const PrintOptions& options) {
  const Position position = finding.primary.file->position(finding.primary.range.begin);
  std::string body =
      escaped(fmt::format("{}: {}", shownPlace(finding.primary, {}), finding.primary.message));
  if (!finding.help.empty()) {
    body += "\n" + escaped("help: " + finding.help);
  }
  const std::string content =
      fails(finding, options)
          ? fmt::format("<failure type=\"{}\" message=\"{}\">{}</failure>",
                        severityName(finding.severity), escaped(finding.primary.message), body)
          : fmt::format("<system-out>{}</system-out>", body);
  return fmt::format("    <testcase classname=\"{}\" name=\"{} at {}:{}\">{}</testcase>\n",
                     escaped(finding.primary.file->displayPath()), escaped(finding.rule),
                     position.line, position.column, content);
}

class JunitPrinter final : public Printer {
 public:
  std::string_view name() const override { return "junit"; }

  std::string print(const LintResult& result, const PrintOptions& options) const override {
    std::string suites;
    size_t failures = 0;
    // Findings are sorted by path, so those of a file stand together.
    for (size_t begin = 0; begin < result.findings.size();) {
      const SourceFile* const file = result.findings[begin].primary.file;
      std::string cases;
      size_t failed = 0;
      size_t end = begin;
      for (; end < result.findings.size() && result.findings[end].primary.file == file; ++end) {
        failed += fails(result.findings[end], options) ? 1 : 0;
        cases += testCase(result.findings[end], options);
      }
      suites += suite(file->displayPath(), end - begin, failed, cases);
      failures += failed;
      begin = end;
    }
    // A report without tests is taken for one that was never made.
    if (result.findings.empty()) {
      suites =
          suite("envelint", 1, 0,
                fmt::format("    <testcase classname=\"envelint\" name=\"no findings in {}\"/>\n",
                            counted(result.stats.files, "file")));
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"envelint\" tests=\"{}\" failures=\"{}\" errors=\"0\">\n{}"
        "</testsuites>\n",
        std::max<size_t>(1, result.findings.size()), failures, suites);
  }

 private:
  static std::string suite(std::string_view name, size_t tests, size_t failures,
                           std::string_view cases) {
    return fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\">\n{}  </testsuite>\n",
        escaped(name), tests, failures, cases);
  }
};

}  // namespace

const Printer& junitPrinter() {
  static const JunitPrinter printer;
  return printer;
}

}  // namespace envelint
