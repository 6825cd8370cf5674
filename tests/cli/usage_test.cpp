// What the program understands, and what it says of itself.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/program.h"
#include "source/version.h"

namespace envelint {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class Usage : public ProgramTest {};

TEST_F(Usage, ToldByHelpWithTheExitCodes) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--help"}, {"-h"}, {"check", "--help"}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.err, IsEmpty());
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("Exit codes:\n"), HasSubstr("\n  0  "), HasSubstr("\n  1  "),
                      HasSubstr("\n  2  "), HasSubstr("\n  3  ")));
  }
}

TEST_F(Usage, FitsOnATerminal) {
  std::istringstream help(run({"--help"}).out);
  for (std::string line; std::getline(help, line);) {
    EXPECT_LE(line.size(), 100u) << line;
  }
}

TEST_F(Usage, NamesEveryOptionInHelp) {
  const std::string help = run({"--help"}).out;
  for (const char* option :
       {"--format",        "--output",          "--config",         "--only",
        "--disable",       "--severity",        "--fail-on",        "--threads",
        "--stats",         "--quiet",           "--color",          "--strict",
        "--force-exclude", "--version",         "--sarif-category", "--sarif-suppressed",
        "--baseline",      "--update-baseline", "--changed-since",  "--print-config",
        "--checklist",     "--stdin-filename",  "--generate"}) {
    EXPECT_THAT(help, HasSubstr(option));
  }
}

TEST_F(Usage, IsInTheReadmeAsItIsInHelp) {
  const std::string readme = readText(ENVELINT_SOURCE_DIR "/README.md");
  std::istringstream help(run({"--help"}).out);
  size_t options = 0;
  for (std::string line; std::getline(help, line);) {
    const size_t begin = line.find("--");
    const bool isOption = line.starts_with("  -") && begin != std::string::npos;
    if (!isOption) {
      continue;
    }
    ++options;
    const std::string name = line.substr(begin, line.find_first_of(" ,", begin) - begin);
    if (name != "--help" && name != "--version") {
      EXPECT_THAT(readme, HasSubstr("`" + name)) << line;
    }
  }
  EXPECT_GT(options, 15u);
}

TEST_F(Usage, RefusesEmptyArguments) {
  writeWarning("a.ts");
  // What `--changed-since "$BASE"` is where the variable is empty: all files would be linted.
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--changed-since", ""},
                                                    {"--only", ""},
                                                    {"--baseline", ""},
                                                    {""}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("an argument is empty"));
  }
}

TEST_F(Usage, GeneratedForShellsAndAsAManualPage) {
  EXPECT_THAT(run({"--generate", "man"}).out, StartsWith(".TH ENVELINT 1 "));
  EXPECT_THAT(run({"--generate=zsh"}).out, StartsWith("#compdef envelint\n"));
  EXPECT_THAT(run({"--generate", "bash"}).out, HasSubstr("complete -F _envelint envelint\n"));
  EXPECT_THAT(run({"--generate", "fish"}).out, HasSubstr("\ncomplete -c envelint -l format "));
  for (const char* kind : {"tcsh", "Bash"}) {
    const Outcome outcome = run({"--generate", kind});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("`--generate` takes bash, fish, man, zsh, not `"));
  }
}

TEST_F(Usage, ToldByVersion) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_EQ(outcome.out, "envelint " + std::string(kVersion) + "\n");
  // It looks at nothing, so nothing there can stop it.
  folder_.write(".envelint.json", "broken");
  EXPECT_EQ(run({"--version", "nowhere"}).exitCode, 0);
}

TEST_F(Usage, TakesPathsWithAndWithoutTheCommand) {
  writeWarning("a.ts");
  folder_.write("b.ts", "\n");
  EXPECT_EQ(run({"check", "a.ts"}).exitCode, 1);
  EXPECT_EQ(run({"a.ts"}).exitCode, 1);
  EXPECT_EQ(run({"b.ts"}).exitCode, 0);
  EXPECT_EQ(run({"--color=never", "check", "a.ts"}).exitCode, 1);
  EXPECT_EQ(run({"a.ts", "--fail-on", "never"}).exitCode, 0);
}

TEST_F(Usage, SuggestsTheCommandThatASlipMeant) {
  const Outcome outcome = run({"chek", "src"});
  EXPECT_EQ(outcome.exitCode, 2);
  EXPECT_THAT(outcome.err, HasSubstr("did you mean the command `check`?"));
  EXPECT_THAT(run({"explian", "flat-array"}).err, HasSubstr("did you mean the command `explain`?"));
  EXPECT_THAT(run({"./chek"}).err, Not(HasSubstr("did you mean")));
  // A folder of that name is one.
  writeWarning("chek/a.ts");
  EXPECT_EQ(run({"chek"}).exitCode, 1);
}

TEST_F(Usage, SuppressesAboveTheStatementThatHoldsTheFinding) {
  const std::string marker = "// envelint-ignore-next-line missing-limit: a handful of rows\n";
  const std::string server =
      "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\n"
      "const server = new McpServer({ name: 'a', version: '1' });\n";
  const std::string call =
      "server.registerTool(\n  'list_orders',\n  { inputSchema: {} },\n"
      "  async () => ({ content: [{ type: 'text', text: JSON.stringify({ items: await all() }) }] "
      "}),\n);\n";
  const std::vector<std::string> only = {"--only", "missing-limit,unused-suppression"};
  folder_.write("a.ts", server + call);
  EXPECT_THAT(run(only).out, HasSubstr("--> a.ts:4:3"));
  folder_.write("a.ts", server + marker + call);
  EXPECT_EQ(run(only).out, "no findings in 1 file\n");
  // The statement before it is another one.
  folder_.write("a.ts", server + marker + "setUp();\n" + call);
  EXPECT_THAT(run(only).out, HasSubstr("error[missing-limit]"));
  // Far inside a statement it needs a comment of its own.
  folder_.write("a.ts",
                server + marker + "use([\n1,\n2,\n" + call.substr(0, call.size() - 2) + "]);\n");
  EXPECT_THAT(run(only).out, HasSubstr("error[missing-limit]"));
}

TEST_F(Usage, TakesAFolderCalledLikeACommand) {
  writeWarning("check/a.ts");
  writeWarning("rules/a.ts");
  EXPECT_EQ(run({"./check"}).exitCode, 1);
  EXPECT_EQ(run({"check", "check"}).exitCode, 1);
  EXPECT_EQ(run({"check", "rules"}).exitCode, 1);
  EXPECT_EQ(run({"--", "rules"}).exitCode, 1);
}

TEST_F(Usage, TakesOddNamesForPaths) {
  writeWarning("[id]/[slug].ts");
  writeWarning("--strict.ts");
  writeWarning("-");
  EXPECT_THAT(run({"[id]"}).out, HasSubstr("--> [id]/[slug].ts:1:1\n"));
  EXPECT_THAT(run({"[id]/[slug].ts"}).out, HasSubstr("--> [id]/[slug].ts:1:1\n"));
  EXPECT_THAT(run({"--", "--strict.ts"}).out, HasSubstr("--> --strict.ts:1:1\n"));
  EXPECT_EQ(run({"--strict.ts"}).exitCode, 2);
}

TEST_F(Usage, ListsTheRules) {
  const Outcome text = run({"rules"});
  EXPECT_EQ(text.exitCode, 0);
  EXPECT_THAT(text.out, HasSubstr("unused-suppression"));
  const Outcome list = run({"rules", "--format", "json"});
  const nlohmann::json rules = nlohmann::json::parse(list.out);
  const bool isThere = std::any_of(rules.begin(), rules.end(), [](const nlohmann::json& rule) {
    return rule.at("id") == "unused-suppression" && rule.at("severity") == "warning";
  });
  EXPECT_TRUE(isThere) << list.out;
  EXPECT_EQ(run({"rules", "src"}).exitCode, 2);
  EXPECT_EQ(run({"rules", "--format=sarif"}).exitCode, 2);
}

TEST_F(Usage, ExplainsARule) {
  const Outcome outcome = run({"explain", "unused-suppression"});
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_THAT(outcome.out, AllOf(StartsWith("# "), HasSubstr("Default severity: warning\n")));
  EXPECT_EQ(run({"explain"}).exitCode, 2);
  EXPECT_EQ(run({"explain", "unused-suppression", "flat-array"}).exitCode, 2);
}

TEST_F(Usage, RefusesOptionsThatSayNothingToACommand) {
  const Outcome outcome = run({"rules", "--strict"});
  EXPECT_EQ(outcome.exitCode, 2);
  EXPECT_THAT(outcome.err, HasSubstr("`--strict` says nothing to `envelint rules`"));
}

TEST_F(Usage, SelectsRules) {
  writeWarning("a.ts");
  EXPECT_EQ(run({"--only", "unused-suppression"}).exitCode, 1);
  EXPECT_EQ(run({"--only=unused-suppression,unused-suppression"}).exitCode, 1);
  EXPECT_EQ(run({"--disable", "unused-suppression"}).exitCode, 0);
  EXPECT_EQ(run({"--only=unused-suppression", "--disable=unused-suppression"}).exitCode, 0);
}

TEST_F(Usage, ReadsTheConfigurationNearestToEachFile) {
  writeWarning("a.ts");
  writeWarning("b/c.ts");
  folder_.write("b/.envelint.json", R"({"rules": {"unused-suppression": "off"}})");
  const std::string out = run({}).out;
  EXPECT_THAT(out, HasSubstr("--> a.ts"));
  EXPECT_THAT(out, Not(HasSubstr("--> b/c.ts")));
  folder_.write("ci.json", R"({"rules": {"unused-suppression": "error"}})");
  const Outcome overridden = run({"--config", "ci.json", "--fail-on=error"});
  EXPECT_EQ(overridden.exitCode, 1);
  EXPECT_THAT(overridden.out, HasSubstr("2 errors in 2 files\n"));
}

TEST_F(Usage, LeavesOutWhatTheConfigurationIgnores) {
  writeWarning("old/a.ts");
  folder_.write(".envelint.json", R"({"ignore": ["old/"]})");
  EXPECT_EQ(run({}).out, "no files to check\n");
  // Naming it says that it is wanted, unless a hook does.
  EXPECT_EQ(run({"old/a.ts"}).exitCode, 1);
  EXPECT_EQ(run({"old"}).exitCode, 1);
  EXPECT_EQ(run({"--force-exclude", "old/a.ts"}).exitCode, 0);
  EXPECT_EQ(run({"--force-exclude", "old"}).exitCode, 0);
}

TEST_F(Usage, ReportsOnTheNamedFilesOnly) {
  writeWarning("a.ts");
  folder_.write("b.ts", "import './a';\nexport const tool = 1;\n");
  EXPECT_EQ(run({"b.ts"}).exitCode, 0);
}

}  // namespace
}  // namespace envelint
