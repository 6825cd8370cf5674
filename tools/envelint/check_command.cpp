#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "commands.h"
#include "output.h"
#include "report/printer.h"
#include "report/summary.h"
#include "report/visible_text.h"
#include "source/file_reader.h"
#include "source/paths.h"

namespace envelint {
namespace {

bool isColoured(ColourMode mode) {
  if (mode != ColourMode::kAuto) {
    return mode == ColourMode::kAlways;
  }
  // NO_COLOR counts when it is set and not empty (no-color.org); so does a terminal that can't.
  const char* const noColour = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  const bool isRefused = (noColour != nullptr && *noColour != '\0') ||
                         (terminal != nullptr && std::string_view(terminal) == "dumb");
  return !isRefused && ::isatty(STDOUT_FILENO) == 1;
}

/// Variables that are set by tools which run commands on somebody's behalf and read what they
/// print: the short report serves them best. docs/formats.md lists them.
constexpr const char* kAgentVariables[] = {"AI_AGENT",      "CLAUDECODE",  "CODEX_SANDBOX",
                                           "CURSOR_AGENT",  "GEMINI_CLI",  "OPENCODE",
                                           "AUGMENT_AGENT", "CLINE_ACTIVE"};

/// The reports to write: what was asked for, or the one that suits the reader.
std::vector<OutputRequest> outputsOf(const CommandLine& line) {
  const bool isAgent =
      std::any_of(std::begin(kAgentVariables), std::end(kAgentVariables), [](const char* name) {
        const char* const value = std::getenv(name);
        return value != nullptr && *value != '\0';
      });
  if (!line.hasFormat && isAgent) {
    return {{"agent", std::nullopt}};
  }
  return line.outputs;
}

/// What goes to standard error when linting could not begin.
std::string failureText(const std::string& error, const CommandLine& line) {
  struct stat status;
  const bool isSlip =
      !line.likelyCommand.empty() && ::stat(line.lint.paths[0].c_str(), &status) != 0;
  return isSlip ? fmt::format("{}; did you mean the command `{}`?", error, line.likelyCommand)
                : error;
}

int verdict(const LintResult& result, const CommandLine& line) {
  if (result.nothingWasRead) {
    return kFailure;
  }
  const bool isOver = line.failOn && std::any_of(result.findings.begin(), result.findings.end(),
                                                 [&](const Finding& finding) {
                                                   return finding.severity >= *line.failOn;
                                                 });
  const bool isBlind = line.strict && (!result.notifications.empty() || result.stats.files == 0);
  return isOver || isBlind ? kFound : kNothingFound;
}

std::string statsText(const LintResult& result) {
  const LintStats& stats = result.stats;
  std::string text;
  for (const Notification& notification : result.notifications) {
    text += fmt::format("note[{}]: {}\n", notification.id, notificationLine(notification));
  }
  text += fmt::format("files     {} to lint, {} parsed ({})\n", stats.files, stats.modules,
                      sizeText(stats.bytesRead));
  text += fmt::format("tools     {}\n", stats.tools);
  text += fmt::format("findings  {}, {} suppressed, {} in the baseline\n", result.findings.size(),
                      stats.suppressed, stats.baselined);
  text += fmt::format("threads   {}\n", stats.threads);
  double total = 0;
  for (const auto& [phase, milliseconds] : stats.phases) {
    text += fmt::format("{:<9} {:.1f} ms\n", phase, milliseconds);
    total += milliseconds;
  }
  return text + fmt::format("total     {:.1f} ms\n", total);
}

}  // namespace

int print(std::string_view text, int exitCode) {
  if (const std::optional<Error> error = writeDescriptor(STDOUT_FILENO, text)) {
    complain("can't write to standard output: " + error->message);
    return kFailure;
  }
  return exitCode;
}

namespace {

/// Writes the baseline instead of a report.
int updateBaseline(const LintResult& result, const CommandLine& line) {
  if (const std::optional<Error> error = writeFile(*line.lint.baseline, result.newBaseline)) {
    complain(error->message);
    return kFailure;
  }
  return line.quiet ? kNothingFound
                    : print(fmt::format("{}: {} in {}\n", visibleText(*line.lint.baseline),
                                        findingCounts(result), counted(result.stats.files, "file")),
                            kNothingFound);
}

}  // namespace

int runCheck(const CommandLine& line) {
  const std::vector<OutputRequest> outputs = outputsOf(line);
  if (line.lint.updateBaseline) {
    if (const std::optional<Error> error = checkOutputPath(*line.lint.baseline)) {
      complain(error->message);
      return kWrongUse;
    }
  }
  for (const OutputRequest& request : outputs) {
    const std::optional<Error> error = request.file ? checkOutputPath(*request.file) : std::nullopt;
    if (error) {
      complain(error->message);
      return kWrongUse;
    }
  }
  const Result<LintResult> result = lint(line.lint);
  if (!result.ok()) {
    complain(failureText(result.error(), line));
    return kWrongUse;
  }
  if (line.lint.updateBaseline) {
    return updateBaseline(*result, line);
  }
  int exitCode = verdict(*result, line);
  PrintOptions toStdout;
  toStdout.exitCode = exitCode;
  toStdout.colour = isColoured(line.colour);
  toStdout.quiet = line.quiet;
  toStdout.workingFolder = currentFolder();
  toStdout.failOn = line.failOn;
  toStdout.sarifCategory = line.sarifCategory;
  toStdout.suppressed = line.sarifSuppressed;
  PrintOptions toFile = toStdout;
  toFile.colour = line.colour == ColourMode::kAlways;
  for (const OutputRequest& request : outputs) {
    const Printer& printer = *findPrinter(request.format);
    if (!request.file) {
      exitCode = print(printer.print(*result, toStdout), exitCode);
    } else if (const std::optional<Error> error =
                   writeFile(*request.file, printer.print(*result, toFile))) {
      complain(error->message);
      exitCode = kFailure;
    }
  }
  if (result->nothingWasRead) {
    complain("nothing could be read");
  }
  if (line.stats) {
    static_cast<void>(writeDescriptor(STDERR_FILENO, statsText(*result)));
  }
  return exitCode;
}

}  // namespace envelint
