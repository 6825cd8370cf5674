#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "commands.h"
#include "engine/fixes.h"
#include "input.h"
#include "output.h"
#include "report/printer.h"
#include "report/summary.h"
#include "report/visible_text.h"
#include "source/file_reader.h"
#include "source/paths.h"

namespace envelint {
namespace {

/// As much as a file may hold.
constexpr uint64_t kMaxStdinBytes = 4u << 20;

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

std::string countText(size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

/// What was done about the findings with fixes, and what could be.
void tellFixes(const FixPlan& plan, std::string_view verb, bool withUnsafe) {
  std::string text = fmt::format("{} {} in {}", verb, countText(plan.fixed, "finding"),
                                 countText(plan.files.size(), "file"));
  if (plan.unsafe > 0) {
    text += fmt::format("; {} more with --unsafe-fixes", plan.unsafe);
  }
  if (plan.colliding > 0) {
    text += fmt::format("; {} more when run again{}", plan.colliding,
                        withUnsafe ? " with --unsafe-fixes" : " with --fix");
  }
  complain(text);
}

int showFixes(const LintResult& result, const CommandLine& line, int exitCode) {
  const FixPlan plan = planFixes(result.findings, line.unsafeFixes);
  std::string text;
  for (const FixedFile& file : plan.files) {
    text += file.diff();
  }
  exitCode = print(text, exitCode);
  if (!line.quiet) {
    tellFixes(plan, "would fix", line.unsafeFixes);
  }
  return exitCode;
}

/// Writes the fixes. False when a file could not be written, which is told.
bool writeFixes(const LintResult& result, const CommandLine& line) {
  const FixPlan plan = planFixes(result.findings, line.unsafeFixes);
  const UnwrittenFiles unwritten = applyFixes(plan, result.root);
  for (const auto& [path, reason] : unwritten) {
    complain(fmt::format("`{}` was not fixed: it {}", path, reason));
  }
  if (unwritten.empty() && !line.quiet) {
    tellFixes(plan, "fixed", line.unsafeFixes);
  }
  return unwritten.empty();
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

int runCheck(const CommandLine& given) {
  CommandLine line = given;
  if (line.readsStdin) {
    Result<std::string> text = readStandardInput(kMaxStdinBytes);
    if (!text.ok()) {
      complain(text.error());
      return kFailure;
    }
    line.lint.text = std::move(*text);
  }
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
  Result<LintResult> result = lint(line.lint);
  if (!result.ok()) {
    complain(failureText(result.error(), line));
    return kWrongUse;
  }
  if (line.lint.updateBaseline) {
    return updateBaseline(*result, line);
  }
  if (line.diff) {
    return showFixes(*result, line, verdict(*result, line));
  }
  bool isWritten = true;
  if (line.fix) {
    isWritten = writeFixes(*result, line);
    // What is reported is what is left.
    result = lint(line.lint);
    if (!result.ok()) {
      complain(failureText(result.error(), line));
      return kWrongUse;
    }
  }
  int exitCode = isWritten ? verdict(*result, line) : int{kFailure};
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
