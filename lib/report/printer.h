#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/linter.h"

namespace envelint {

/// How to print a result.
struct PrintOptions {
  int exitCode = 0;     ///< with which the run will end
  bool colour = false;  ///< text only
  bool quiet = false;   ///< text and agent only: findings and nothing else
  /// Absolute; what people read shows paths from here, as they would write them in a command. When
  /// empty, and in formats for programs, paths are seen from the root.
  std::string workingFolder = {};
  /// The mildest severity that fails the run; none when no finding does.
  std::optional<Severity> failOn = Severity::kWarning;
  /// SARIF only: the category GitHub files the report under; empty for none.
  std::string sarifCategory = {};
  /// SARIF only: findings that a suppression took out are in the report, marked as such.
  bool suppressed = false;
};

/// One report format. Printers hold no state and may be used by several threads at once.
class Printer {
 public:
  virtual ~Printer() = default;
  /// What `--format` calls it.
  virtual std::string_view name() const = 0;
  /// The whole report, valid UTF-8, ending in a line break unless it is empty. The same bytes for
  /// the same result. Never fails.
  virtual std::string print(const LintResult& result, const PrintOptions& options) const = 0;
};

/// For people: one finding after the other with its code, and a line that sums them up.
const Printer& textPrinter();
/// The documented, stable shape of docs/json-report.md.
const Printer& jsonPrinter();
/// SARIF 2.1.0 as GitHub code scanning takes it.
const Printer& sarifPrinter();
/// Workflow commands, which GitHub Actions turns into annotations of a pull request.
const Printer& githubPrinter();
/// GitLab's Code Quality report.
const Printer& gitlabPrinter();
/// JUnit's XML, a failed test for each finding that fails the run.
const Printer& junitPrinter();
/// A table for job summaries and comments.
const Printer& markdownPrinter();
/// One line for each finding, with what mends it.
const Printer& agentPrinter();

/// The printer of a format, or null.
const Printer* findPrinter(std::string_view format);
/// The names of all formats.
std::span<const std::string_view> printerNames();

}  // namespace envelint
