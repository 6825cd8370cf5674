#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "commands.h"
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
  const Result<LintResult> result = lint(line.lint);
  if (!result.ok()) {
    complain(result.error());
    return kWrongUse;
  }
  int exitCode = verdict(*result, line);
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
