#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "commands.h"
#include "engine/fixes.h"
#include "output.h"
#include "report/printer.h"
#include "report/summary.h"
#include "source/file_reader.h"

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

int verdict(const LintResult& result, const CommandLine& line) {
  if (result.nothingWasRead) {
    return kFailure;
  }
  const bool isOver = line.failOn && std::any_of(result.findings.begin(), result.findings.end(),
                                                 [&](const Finding& finding) {
                                                   return finding.severity >= *line.failOn;
                                                 });
  const bool isBlind = line.strict && !result.notifications.empty();
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
  text += fmt::format("findings  {}, {} suppressed\n", result.findings.size(), stats.suppressed);
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

int runCheck(const CommandLine& line) {
  for (const OutputRequest& request : line.outputs) {
    const std::optional<Error> error = request.file ? checkOutputPath(*request.file) : std::nullopt;
    if (error) {
      complain(error->message);
      return kWrongUse;
    }
  }
  Result<LintResult> result = lint(line.lint);
  if (!result.ok()) {
    complain(result.error());
    return kWrongUse;
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
      complain(result.error());
      return kWrongUse;
    }
  }
  int exitCode = isWritten ? verdict(*result, line) : int{kFailure};
  const PrintOptions toStdout{exitCode, isColoured(line.colour), line.quiet};
  const PrintOptions toFile{exitCode, line.colour == ColourMode::kAlways, line.quiet};
  for (const OutputRequest& request : line.outputs) {
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
