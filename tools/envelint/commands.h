#pragma once

#include "command_line.h"

namespace envelint {

/// Each runs one command and returns the exit code. What they print goes to standard output, what
/// went wrong to standard error.
int runCheck(const CommandLine& line);
int runAudit(const CommandLine& line);
int runInit();
int runPrintConfiguration(const CommandLine& line);
int runRules(const CommandLine& line);
int runExplain(const CommandLine& line);

/// Prints to standard output; kFailure, with a message, when that fails, else `exitCode`.
int print(std::string_view text, int exitCode);

}  // namespace envelint
