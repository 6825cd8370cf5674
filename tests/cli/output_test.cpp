// What the program writes, and where.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace envelint {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class Output : public ProgramTest {
 protected:
  Output() { writeWarning("a.ts"); }

  /// The names of the files in the folder.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
};

TEST_F(Output, IsOneFormatOnStandardOutput) {
  const Outcome outcome = run({"--format", "json"});
  EXPECT_EQ(outcome.exitCode, 1);
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report.at("findings").size(), 1u);
  EXPECT_EQ(report.at("summary").at("exitCode"), 1);
  EXPECT_EQ(json::parse(run({"--format=sarif"}).out).at("version"), "2.1.0");
}

TEST_F(Output, GoesToAFile) {
  const Outcome outcome = run({"--format", "sarif", "--output", "out.sarif"});
  EXPECT_EQ(outcome.exitCode, 1);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(json::parse(readText(folder_.path("out.sarif"))).at("version"), "2.1.0");
  EXPECT_THAT(files(), testing::ElementsAre("a.ts", "out.sarif"));
}

TEST_F(Output, IsSeveralFormatsAtOnce) {
  const Outcome outcome = run({"--format", "json", "--output=out.json", "--format", "text",
                               "--format=sarif", "--output", "out.sarif"});
  EXPECT_EQ(outcome.exitCode, 1);
  EXPECT_THAT(outcome.out, StartsWith("warning[unused-suppression]"));
  EXPECT_EQ(json::parse(readText(folder_.path("out.json"))).at("version"), 1);
  EXPECT_EQ(json::parse(readText(folder_.path("out.sarif"))).at("version"), "2.1.0");
}

TEST_F(Output, IsTextWhereAFileHasNoFormat) {
  EXPECT_EQ(run({"--output", "out.txt"}).exitCode, 1);
  EXPECT_THAT(readText(folder_.path("out.txt")), StartsWith("warning[unused-suppression]"));
  EXPECT_EQ(run({"--output", "one", "--output", "two"}).exitCode, 2);
  EXPECT_EQ(run({"--output", "one", "--format=json", "--output", "one"}).exitCode, 2);
  EXPECT_THAT(run({"--output", "-"}).out, StartsWith("warning[unused-suppression]"));
}

TEST_F(Output, ReplacesAFileAndKeepsItsPermissions) {
  folder_.write("out.txt", std::string(100000, 'x'));
  ASSERT_EQ(::chmod(folder_.path("out.txt").c_str(), 0640), 0);
  EXPECT_EQ(run({"--output", "out.txt"}).exitCode, 1);
  EXPECT_THAT(readText(folder_.path("out.txt")), Not(HasSubstr("xxx")));
  struct stat status;
  ASSERT_EQ(::stat(folder_.path("out.txt").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST_F(Output, IsNotWrittenThroughALinkOutOfTheFolder) {
  const TempFolder elsewhere;
  elsewhere.write("precious", "gold");
  std::filesystem::create_symlink(elsewhere.path("precious"), folder_.path("out.sarif"));
  std::filesystem::create_symlink(elsewhere.path(), folder_.path("reports"));
  for (const char* path : {"out.sarif", "reports/new.sarif"}) {
    const Outcome outcome = run({"--format=sarif", "--output", path});
    EXPECT_EQ(outcome.exitCode, 2) << path;
    EXPECT_THAT(outcome.err, HasSubstr("symbolic link")) << path;
  }
  EXPECT_EQ(readText(elsewhere.path("precious")), "gold");
  EXPECT_FALSE(std::filesystem::exists(elsewhere.path("new.sarif")));
}

TEST_F(Output, NeedsAFolderThatIsThere) {
  const Outcome outcome = run({"--output", "none/out.txt"});
  EXPECT_EQ(outcome.exitCode, 2);
  EXPECT_THAT(outcome.err, HasSubstr("there is no folder"));
  EXPECT_EQ(run({"--output", "."}).exitCode, 2);
}

TEST_F(Output, HasColoursOnlyWhenAsked) {
  EXPECT_THAT(run({}).out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(run({"--color=always"}).out, HasSubstr("\x1b["));
  EXPECT_THAT(run({"--color", "never"}).out, Not(HasSubstr("\x1b")));
}

TEST_F(Output, IsColouredOnATerminalUnlessTheUserMinds) {
  const auto isColoured = [&](std::vector<std::string> environment,
                              std::vector<std::string> arguments = {}) {
    const Outcome outcome = runOnTerminal(arguments, {folder_.path(), environment});
    EXPECT_THAT(outcome.out, HasSubstr("unused-suppression"));
    return outcome.out.find('\x1b') != std::string::npos;
  };
  EXPECT_TRUE(isColoured({"TERM=xterm"}));
  EXPECT_FALSE(isColoured({"TERM=xterm", "NO_COLOR=1"}));
  EXPECT_TRUE(isColoured({"TERM=xterm", "NO_COLOR="}));
  EXPECT_FALSE(isColoured({"TERM=dumb"}));
  EXPECT_FALSE(isColoured({"TERM=xterm"}, {"--color=never"}));
  EXPECT_TRUE(isColoured({"TERM=xterm", "NO_COLOR=1"}, {"--color=always"}));
}

TEST_F(Output, IsSilentWhenQuietAndClean) {
  EXPECT_THAT(run({"--quiet", "--disable=unused-suppression"}).out, IsEmpty());
  const std::string findings = run({"--quiet"}).out;
  EXPECT_THAT(findings, HasSubstr("unused-suppression"));
  EXPECT_THAT(findings, Not(HasSubstr("in 1 file")));
}

TEST_F(Output, KeepsStatisticsOffStandardOutput) {
  const Outcome outcome = run({"--stats", "--format=json"});
  EXPECT_TRUE(json::accept(outcome.out));
  EXPECT_THAT(outcome.err, HasSubstr("files     1 to lint"));
  EXPECT_THAT(run({}).err, IsEmpty());
}

TEST_F(Output, IsTheSameForAnyNumberOfThreads) {
  for (int i = 0; i < 40; ++i) {
    writeWarning("src/file" + std::to_string(i) + ".ts");
    folder_.write("src/server" + std::to_string(i) + ".ts",
                  "server.tool('list_rows" + std::to_string(i) +
                      "', {}, async () => ({ content: [{ type: 'text', text: "
                      "JSON.stringify(rows.map((row) => row.id)) }] }));\n");
  }
  for (const char* format :
       {"text", "json", "sarif", "github", "gitlab", "junit", "markdown", "agent"}) {
    const Outcome one = run({"--threads", "1", "--format", format});
    const Outcome eight = run({"--threads", "8", "--format", format});
    EXPECT_EQ(one.exitCode, 1);
    EXPECT_EQ(one.out, eight.out) << format;
    EXPECT_THAT(one.out, HasSubstr("src/file39.ts"));
  }
}

TEST_F(Output, ShowsPeoplePathsFromTheirFolderAndProgramsFromTheRoot) {
  std::filesystem::create_directories(folder_.path(".git"));
  writeWarning("src/b.ts");
  const std::string inside = folder_.path("src");
  EXPECT_THAT(run({"src/b.ts"}).out, HasSubstr("--> src/b.ts:1:1\n"));
  EXPECT_THAT(runProgram({"b.ts"}, {inside, {}}).out, HasSubstr("--> b.ts:1:1\n"));
  EXPECT_THAT(runProgram({"../a.ts"}, {inside, {}}).out, HasSubstr("--> ../a.ts:1:1\n"));
  for (const char* format : {"json", "sarif", "github", "gitlab", "junit", "markdown"}) {
    const Outcome above = run({"src/b.ts", "--format", format});
    const Outcome below = runProgram({"b.ts", "--format", format}, {inside, {}});
    EXPECT_EQ(above.out, below.out) << format;
    EXPECT_THAT(above.out, HasSubstr("src/b.ts")) << format;
  }
}

TEST_F(Output, IsShortWhereAnAgentReadsIt) {
  const std::string line = "a.ts:1:1: warning[unused-suppression]: ";
  const RunOptions agent{folder_.path(), {"CLAUDECODE=1"}};
  EXPECT_THAT(runProgram({"a.ts"}, agent).out, StartsWith(line));
  EXPECT_THAT(runProgram({"a.ts"}, {folder_.path(), {"AI_AGENT=some"}}).out, StartsWith(line));
  EXPECT_THAT(run({"a.ts", "--format=agent"}).out, StartsWith(line));
  // What was asked for is stronger, and an empty variable is none.
  EXPECT_THAT(runProgram({"a.ts", "--format=text"}, agent).out, StartsWith("warning["));
  EXPECT_THAT(runProgram({"a.ts"}, {folder_.path(), {"CLAUDECODE="}}).out, StartsWith("warning["));
}

TEST_F(Output, FilesSarifUnderACategory) {
  const json log = json::parse(run({"--format=sarif", "--sarif-category", "mcp"}).out);
  EXPECT_EQ(log.at("runs")[0].at("automationDetails").at("id"), "mcp/");
}

TEST_F(Output, MarksSuppressedFindingsInSarifWhenAsked) {
  folder_.write("a.ts",
                "// envelint-ignore-file unused-suppression: kept for a while\n"
                "// envelint-ignore-next-line flat-array: nothing is here yet\n"
                "export {};\n");
  const auto results = [&](std::vector<std::string> arguments) {
    arguments.push_back("--format=sarif");
    return json::parse(run(arguments).out).at("runs")[0].at("results");
  };
  size_t marked = 0;
  for (const json& result : results({"--sarif-suppressed"})) {
    marked += result.contains("suppressions") ? 1 : 0;
  }
  EXPECT_EQ(marked, 1u);
  EXPECT_EQ(results({}), json::array());
}

TEST_F(Output, ShowsEscapesInErrorsToo) {
  const Outcome outcome = run({"--only", "\x1b[31mred"});
  EXPECT_EQ(outcome.exitCode, 2);
  EXPECT_THAT(outcome.err, Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace envelint
