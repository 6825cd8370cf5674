#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/result.h"

namespace envelint {

/// A program to run and the bounds to run it in.
struct ProgramCall {
  std::string program;                   ///< an absolute path; no shell and no search is involved
  std::vector<std::string> arguments;    ///< without the program's name
  std::vector<std::string> environment;  ///< "NAME=value", all of it: nothing is inherited
  std::chrono::milliseconds timeLimit{30'000};
  uint64_t maxOutputBytes = 64 * 1024 * 1024;
};

/// Runs a program with no standard input and returns its standard output. Fails when it can't be
/// started, exits with anything but 0 (then the reason is the first line of its standard error), or
/// exceeds a bound, when it is killed.
Result<std::string> runProgram(const ProgramCall& call);

/// The absolute path of a program in the folders of PATH, or "" if there is none. Folders within
/// `untrusted` and relative ones are passed over, so that a program a stranger committed is never
/// run.
std::string findProgram(std::string_view name, std::string_view untrusted);

}  // namespace envelint
