#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/temp_folder.h"

namespace envelint {

/// What one run of the program left behind.
struct Outcome {
  int exitCode = -1;  ///< minus the signal's number when one ended it
  std::string out;
  std::string err;
};

/// How to run it.
struct RunOptions {
  std::string folder;                    ///< the working folder
  std::vector<std::string> environment;  ///< `NAME=value`, instead of this process's own
  std::string stdoutPath;                ///< opened for standard output, which isn't read then
  bool closedPipe = false;               ///< standard output is a pipe that nobody reads
  bool closedOutput = false;             ///< there is no standard output at all
  std::string input;                     ///< what standard input holds
};

/// Runs the program that was built with these tests and waits for it.
Outcome runProgram(const std::vector<std::string>& arguments, const RunOptions& options);

/// Runs it with a terminal for its standard output, which is what `out` holds then; line breaks are
/// those of the program. For outputs of less than 4 KiB.
Outcome runOnTerminal(const std::vector<std::string>& arguments, RunOptions options);

/// The text of a file; a test failure when it can't be read.
std::string readText(const std::string& path);

/// Puts a test into a folder of its own, in which the program runs.
class ProgramTest : public testing::Test {
 protected:
  Outcome run(const std::vector<std::string>& arguments) const {
    return runProgram(arguments, {folder_.path(), {}, {}});
  }

  /// A file with one finding, whatever the rules find elsewhere: a suppression of a rule that
  /// doesn't exist, a warning at line 1.
  void writeWarning(std::string_view name) const {
    folder_.write(name, "// envelint-ignore-next-line no-such-thing: because\nexport {};\n");
  }

  TempFolder folder_;
};

}  // namespace envelint
