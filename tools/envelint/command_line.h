#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/linter.h"
#include "source/result.h"

namespace envelint {

/// How the program ends; part of its interface, in `--help` and tested.
enum ExitCode : int {
  kNothingFound = 0,  ///< nothing at or over `--fail-on`
  kFound = 1,         ///< findings, or a notification under `--strict`
  kWrongUse = 2,      ///< wrong usage or configuration
  kFailure = 3,  ///< an internal failure, a report that can't be written, nothing could be read
};

enum class Command : uint8_t {
  kCheck,
  kAudit,
  kRules,
  kExplain,
  kInit,
  kPrintConfiguration,
  kGenerate,
  kHelp,
  kVersion
};

/// When text is coloured.
enum class ColourMode : uint8_t { kAuto, kAlways, kNever };

/// One report: a format, and the file it goes to; standard output without one.
struct OutputRequest {
  std::string format;
  std::optional<std::string> file;
};

/// What the user asked for.
struct CommandLine {
  Command command = Command::kCheck;
  LintOptions lint;
  std::vector<OutputRequest> outputs;  ///< at least one, at most one of them to standard output
  /// The mildest severity that costs exit code 1; none for `--fail-on never`.
  std::optional<Severity> failOn = Severity::kWarning;
  ColourMode colour = ColourMode::kAuto;
  bool stats = false;
  bool quiet = false;
  bool strict = false;
  std::string sarifCategory;     ///< see `PrintOptions`
  bool sarifSuppressed = false;  ///< see `PrintOptions::suppressed`
  /// The reports are those of the user's own choice, not the default.
  bool hasFormat = false;
  /// The command that the first path looks like a slip of; empty when it is like none.
  std::string likelyCommand;
  bool checklist = false;    ///< of `audit`
  std::string rule;          ///< of `explain`
  std::string generate;      ///< one of `generatedKinds()`
  bool fix = false;          ///< write the safe fixes
  bool unsafeFixes = false;  ///< the unsafe ones too; says `fix` as well
  bool readsStdin = false;   ///< standard input is the text of the one path
  bool diff = false;         ///< show the fixes instead of a report, and write nothing
};

/// Reads the arguments, without the program's name. Looks at no file. The error is for the user.
Result<CommandLine> parseCommandLine(std::vector<std::string> arguments);

}  // namespace envelint
