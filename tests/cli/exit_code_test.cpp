// How the program ends.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "cli/program.h"

namespace envelint {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class ExitCode : public ProgramTest {};

TEST_F(ExitCode, IsZeroWhenNothingIsFound) {
  folder_.write("a.ts", "export const x = 1;\n");
  const Outcome outcome = run({"check"});
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_EQ(outcome.out, "no findings in 1 file\n");
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST_F(ExitCode, IsZeroInAFolderWithoutSources) {
  const Outcome outcome = run({});
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_EQ(outcome.out, "no files to check\n");
}

TEST_F(ExitCode, IsOneForAFinding) {
  writeWarning("a.ts");
  const Outcome outcome = run({});
  EXPECT_EQ(outcome.exitCode, 1);
  EXPECT_THAT(outcome.out, StartsWith("warning[unused-suppression]: "));
  EXPECT_THAT(outcome.out, HasSubstr("--> a.ts:1:1\n"));
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST_F(ExitCode, DependsOnTheThreshold) {
  writeWarning("a.ts");
  EXPECT_EQ(run({"--fail-on", "note"}).exitCode, 1);
  EXPECT_EQ(run({"--fail-on", "warning"}).exitCode, 1);
  EXPECT_EQ(run({"--fail-on=error"}).exitCode, 0);
  EXPECT_EQ(run({"--fail-on=never"}).exitCode, 0);
  EXPECT_EQ(run({"--severity", "unused-suppression=note"}).exitCode, 0);
  EXPECT_EQ(run({"--severity", "unused-suppression=note", "--fail-on=note"}).exitCode, 1);
  EXPECT_EQ(run({"--severity=unused-suppression=error", "--fail-on=error"}).exitCode, 1);
  EXPECT_EQ(run({"--severity", "unused-suppression=off"}).exitCode, 0);
}

TEST_F(ExitCode, CountsNotificationsOnlyWhenStrict) {
  folder_.write("a.ts", "export const tool = 1;\n");
  folder_.write("a.txt", "");
  const std::vector<std::string> paths = {"a.ts", "a.txt"};
  EXPECT_EQ(run({"a.ts", "a.txt"}).exitCode, 0);
  const Outcome strict = run({"--strict", "a.ts", "a.txt"});
  EXPECT_EQ(strict.exitCode, 1);
  EXPECT_THAT(strict.out, HasSubstr("`a.txt` is of no language that is read"));
  EXPECT_EQ(run({"--strict", "a.ts"}).exitCode, 0);
}

TEST_F(ExitCode, IsTwoForAPathThatDoesNotExist) {
  const Outcome outcome = run({"nowhere.ts"});
  EXPECT_EQ(outcome.exitCode, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("`nowhere.ts`"));
}

TEST_F(ExitCode, IsTwoForAnUnknownOptionWithASuggestion) {
  const Outcome outcome = run({"--fromat", "json"});
  EXPECT_EQ(outcome.exitCode, 2);
  EXPECT_THAT(outcome.err, HasSubstr("unknown option `--fromat`; did you mean `--format`?"));
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(run({"--fail-onn=never"}).err, HasSubstr("did you mean `--fail-on`?"));
  EXPECT_EQ(run({"-x"}).exitCode, 2);
}

TEST_F(ExitCode, IsTwoForAnUnknownRuleWithASuggestion) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--only", "unused-supression"},
        {"--disable=unused-supression"},
        {"--severity", "unused-supression=off"},
        {"explain", "unused-supression"}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exitCode, 2) << arguments[0];
    EXPECT_THAT(outcome.err, HasSubstr("did you mean `unused-suppression`?")) << arguments[0];
  }
}

TEST_F(ExitCode, IsTwoForAValueThatMeansNothing) {
  EXPECT_THAT(run({"--format", "jsn"}).err, HasSubstr("did you mean `json`?"));
  EXPECT_THAT(run({"--fail-on", "warnings"}).err, HasSubstr("did you mean `warning`?"));
  EXPECT_THAT(run({"--severity", "unused-suppression=eror"}).err,
              HasSubstr("did you mean `error`?"));
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--format", "jsn"},
                                                    {"--format"},
                                                    {"--format="},
                                                    {"--fail-on", "warnings"},
                                                    {"--color=red"},
                                                    {"--severity", "unused-suppression"},
                                                    {"--severity", "unused-suppression=eror"},
                                                    {"--threads", "0"},
                                                    {"--threads", "-1"},
                                                    {"--threads", "many"},
                                                    {"--threads", "100000"},
                                                    {"--config", "none.json"},
                                                    {"--quiet=maybe"},
                                                    {""}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exitCode, 2) << arguments[0] << " " << arguments.back();
    EXPECT_THAT(outcome.err, StartsWith("envelint: ")) << arguments[0];
    EXPECT_THAT(outcome.out, IsEmpty()) << arguments[0];
  }
}

TEST_F(ExitCode, IsTwoForABrokenConfiguration) {
  folder_.write("a.ts", "\n");
  folder_.write(".envelint.json", "{\n  \"rulez\": {},\n  \"maxLimit\": \"x\"\n}\n");
  const Outcome outcome = run({});
  EXPECT_EQ(outcome.exitCode, 2);
  EXPECT_EQ(outcome.err,
            "envelint: .envelint.json:2:3: unknown key `rulez`; did you mean `rules`?\n"
            "envelint: .envelint.json:3:15: `maxLimit` must be a number, not a string\n");
}

TEST_F(ExitCode, IsTwoForTwoReportsOnStandardOutput) {
  const Outcome outcome = run({"--format", "json", "--format", "sarif"});
  EXPECT_EQ(outcome.exitCode, 2);
  EXPECT_THAT(outcome.err, HasSubstr("standard output carries one format"));
}

TEST_F(ExitCode, IsThreeWhenStandardOutputIsFull) {
  const Outcome outcome = runProgram({}, {folder_.path(), {}, "/dev/full"});
  EXPECT_EQ(outcome.exitCode, 3);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("can't write to standard output"), HasSubstr("space")));
  EXPECT_EQ(runProgram({"--version"}, {folder_.path(), {}, "/dev/full"}).exitCode, 3);
  EXPECT_EQ(runProgram({"--help"}, {folder_.path(), {}, "/dev/full"}).exitCode, 3);
  EXPECT_EQ(runProgram({"rules"}, {folder_.path(), {}, "/dev/full"}).exitCode, 3);
}

TEST_F(ExitCode, IsThreeWhenThereIsNoStandardOutput) {
  RunOptions options;
  options.folder = folder_.path();
  options.closedOutput = true;
  const Outcome outcome = runProgram({}, options);
  EXPECT_EQ(outcome.exitCode, 3);
  EXPECT_THAT(outcome.err, HasSubstr("can't write to standard output"));
  // Nothing is meant for it here, and the file isn't mistaken for it.
  EXPECT_EQ(runProgram({"--output", "out.txt"}, options).exitCode, 0);
  EXPECT_EQ(readText(folder_.path("out.txt")), "no files to check\n");
}

TEST_F(ExitCode, IsThreeWhenAReportCannotBeWritten) {
  const Outcome outcome = run({"--output", "/dev/full"});
  EXPECT_EQ(outcome.exitCode, 3);
  EXPECT_THAT(outcome.err, HasSubstr("can't write `/dev/full`"));
}

TEST_F(ExitCode, IsThreeWhenNothingCanBeRead) {
  folder_.write("a.ts", "export {};\n");
  ASSERT_EQ(::chmod(folder_.path("a.ts").c_str(), 0), 0);
  if (::access(folder_.path("a.ts").c_str(), R_OK) == 0) {
    GTEST_SKIP() << "this user reads every file";
  }
  const Outcome outcome = run({});
  EXPECT_EQ(outcome.exitCode, 3);
  EXPECT_THAT(outcome.err, HasSubstr("nothing could be read"));
}

TEST_F(ExitCode, IsThreeWhenAllThereIsIsALinkToNothing) {
  std::filesystem::create_symlink("nothing.ts", folder_.path("a.ts"));
  const Outcome outcome = run({"a.ts"});
  EXPECT_EQ(outcome.exitCode, 3);
  EXPECT_THAT(outcome.out, HasSubstr("`a.ts` is a symbolic link to nothing"));
  EXPECT_THAT(outcome.err, HasSubstr("nothing could be read"));
  // One file that can be read is something.
  folder_.write("b.ts", "export {};\n");
  EXPECT_EQ(run({"a.ts", "b.ts"}).exitCode, 0);
}

TEST_F(ExitCode, IsThreeForAFolderThatCannotBeListed) {
  folder_.write("closed/a.ts", "export {};\n");
  ASSERT_EQ(::chmod(folder_.path("closed").c_str(), 0), 0);
  const bool isOpen = ::access(folder_.path("closed").c_str(), R_OK) == 0;
  const Outcome outcome = run({"closed"});
  ::chmod(folder_.path("closed").c_str(), 0700);
  if (isOpen) {
    GTEST_SKIP() << "this user lists every folder";
  }
  EXPECT_EQ(outcome.exitCode, 3);
}

TEST_F(ExitCode, IsNoSignalWhenTheReaderIsGone) {
  writeWarning("a.ts");
  const Outcome outcome = runProgram({}, {folder_.path(), {}, {}, true});
  EXPECT_EQ(outcome.exitCode, 1);
  EXPECT_THAT(outcome.err, IsEmpty());
}

}  // namespace
}  // namespace envelint
