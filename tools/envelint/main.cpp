// The command line: reads the arguments, calls the library, returns the exit code.

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <exception>

#include "command_line.h"
#include "commands.h"
#include "output.h"
#include "source/version.h"
#include "usage.h"

namespace envelint {
namespace {

int run(std::vector<std::string> arguments) {
  const Result<CommandLine> line = parseCommandLine(std::move(arguments));
  if (!line.ok()) {
    complain(line.error());
    complain("`envelint --help` shows how it is used");
    return kWrongUse;
  }
  switch (line->command) {
    case Command::kVersion:
      return print(fmt::format("envelint {}\n", kVersion), kNothingFound);
    case Command::kHelp:
      return print(helpText(), kNothingFound);
    case Command::kGenerate:
      return print(generatedText(line->generate), kNothingFound);
    case Command::kRules:
      return runRules(*line);
    case Command::kExplain:
      return runExplain(*line);
    case Command::kAudit:
      return runAudit(*line);
    case Command::kInit:
      return runInit();
    case Command::kPrintConfiguration:
      return runPrintConfiguration(*line);
    case Command::kCheck:
      return runCheck(*line);
  }
  return kFailure;
}

}  // namespace
}  // namespace envelint

int main(int argc, char** argv) {
  envelint::reserveStandardDescriptors();
  // A pipe whose reader is gone is told by the write that fails, not by a signal that kills.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return envelint::run(std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
  } catch (const std::exception& error) {
    envelint::complain(fmt::format("internal failure: {}", error.what()));
  } catch (...) {
    envelint::complain("internal failure");
  }
  return envelint::kFailure;
}
