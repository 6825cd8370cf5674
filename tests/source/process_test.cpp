#include "source/process.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "support/temp_folder.h"

namespace envelint {
namespace {

ProgramCall shell(const std::string& script) {
  ProgramCall call;
  call.program = "/bin/sh";
  call.arguments = {"-c", script};
  call.environment = {"PATH=/usr/bin:/bin"};
  return call;
}

TEST(Process, ReturnsTheOutput) {
  EXPECT_EQ(*runProgram(shell("printf 'a\\0b'; echo noise >&2")), std::string("a\0b", 3));
  EXPECT_EQ(runProgram(shell("head -c 300000 /dev/zero"))->size(), 300000u);
}

TEST(Process, NothingIsInherited) {
  ::setenv("ENVELINT_TEST_VARIABLE", "x", 1);
  EXPECT_EQ(*runProgram(shell("printf %s \"$ENVELINT_TEST_VARIABLE\"; cat")), "");
}

TEST(Process, AFailureTellsItsFirstLine) {
  EXPECT_EQ(runProgram(shell("echo why >&2; echo more >&2; exit 3")).error(), "why");
  EXPECT_EQ(runProgram(shell("exit 3")).error(), "failed without saying why");
  ProgramCall missing = shell("");
  missing.program = "/nowhere/program";
  EXPECT_EQ(runProgram(missing).error(), "no such file or directory");
}

TEST(Process, BoundsAreHeld) {
  ProgramCall slow = shell("exec sleep 60");
  slow.timeLimit = std::chrono::milliseconds(100);
  EXPECT_EQ(runProgram(slow).error(), "took longer than 0.1 s");
  ProgramCall loud = shell("exec cat /dev/zero");
  loud.maxOutputBytes = 1024;
  EXPECT_EQ(runProgram(loud).error(), "wrote more than 1 KiB");
}

TEST(Process, ProgramsOfTheUntrustedFolderAreNotFound) {
  const TempFolder folder;
  const std::string program = folder.write("bin/envelint-probe", "#!/bin/sh\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (":.:" + folder.path("bin") + ":" + path).c_str(), 1);
  EXPECT_EQ(findProgram("envelint-probe", "/elsewhere"), program);
  EXPECT_EQ(findProgram("envelint-probe", folder.path()), "");
  EXPECT_EQ(findProgram("envelint-no-such-program", "/elsewhere"), "");
  ::setenv("PATH", path.c_str(), 1);
}

}  // namespace
}  // namespace envelint
