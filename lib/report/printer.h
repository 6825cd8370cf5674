#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/linter.h"

namespace envelint {

/// How to print a result.
struct PrintOptions {
  int exitCode = 0;     ///< with which the run will end
  bool colour = false;  ///< text only
  bool quiet = false;   ///< text only: findings and nothing else
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

/// The printer of a format, or null.
const Printer* findPrinter(std::string_view format);
/// The names of all formats.
std::span<const std::string_view> printerNames();

}  // namespace envelint
