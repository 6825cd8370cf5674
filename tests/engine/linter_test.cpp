#include "engine/linter.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/test_rules.h"
#include "support/temp_folder.h"

namespace envelint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class LintTest : public testing::Test {
 protected:
  /// A server of one tool, whose name is at line 3.
  void writeServer(std::string_view path, std::string_view tool = "list_rows") const {
    folder_.write(path, fmt::format("import {{ McpServer }} from "
                                    "\"@modelcontextprotocol/sdk/server/mcp.js\";\n"
                                    "const server = new McpServer({{ name: \"s\" }});\n"
                                    "server.tool(\"{}\", {{}}, async () => ({{ content: [] }}));\n",
                                    tool));
  }

  LintResult lintPaths(std::vector<std::string> paths, std::vector<std::string> only = {}) const {
    LintOptions options;
    options.workingFolder = folder_.path();
    options.paths = std::move(paths);
    options.selection.only = std::move(only);
    options.threads = 2;
    Result<LintResult> result = lint(options);
    EXPECT_TRUE(result.ok()) << result.error();
    return result.ok() ? std::move(*result) : LintResult();
  }

  static std::vector<std::string> said(const LintResult& result) {
    std::vector<std::string> lines;
    for (const Finding& finding : result.findings) {
      const SourceFile& file = *finding.primary.file;
      lines.push_back(fmt::format("{}:{}: {}: {}", file.displayPath(),
                                  file.position(finding.primary.range.begin).line,
                                  severityName(finding.severity), finding.primary.message));
    }
    return lines;
  }

  static std::vector<std::string> notified(const LintResult& result) {
    std::vector<std::string> lines;
    for (const Notification& notification : result.notifications) {
      lines.push_back(notification.id + ": " + notification.message);
    }
    return lines;
  }

  const std::vector<std::string> kFlatOnly = {std::string(kErrorRule)};
  const std::vector<std::string> kLimitOnly = {std::string(kWarningRule)};
  TempFolder folder_;
};

TEST_F(LintTest, RunsTheRulesOverTheServer) {
  writeServer("src/server.ts");
  folder_.write("src/other.ts", "export const x = 1;\n");
  const LintResult result = lintPaths({});
  EXPECT_THAT(said(result), ElementsAre("src/server.ts:3: error: tool `list_rows` is there",
                                        "src/server.ts:3: warning: at most 1000 rows"));
  EXPECT_EQ(result.stats.files, 2u);
  EXPECT_EQ(result.stats.tools, 1u);
  EXPECT_EQ(result.root, folder_.path());
  EXPECT_FALSE(result.nothingWasRead);
}

TEST_F(LintTest, ParsesOnlyWhatMayConcernARule) {
  writeServer("server.ts");
  folder_.write("other.ts", "export const x = 1;\n");
  EXPECT_EQ(lintPaths({}).stats.modules, 1u);
}

TEST_F(LintTest, ReportsOnNamedFilesOnly) {
  writeServer("a/server.ts", "list_a");
  writeServer("b/server.ts", "list_b");
  EXPECT_THAT(said(lintPaths({"b"}, kFlatOnly)), ElementsAre(HasSubstr("b/server.ts:3: error")));
  folder_.write("c.ts", "import \"./a/server.js\";\nexport const tool = 1;\n");
  EXPECT_THAT(said(lintPaths({"c.ts"})), IsEmpty());
}

TEST_F(LintTest, TakesSeveritiesFromTheFilesOwnConfiguration) {
  writeServer("a/server.ts", "list_a");
  writeServer("b/server.ts", "list_b");
  writeServer("c/server.ts", "list_c");
  folder_.write("a/.envelint.json", R"({"rules": {"test-flat": "note"}})");
  folder_.write("b/.envelint.json", R"({"rules": {"test-flat": "off"}})");
  EXPECT_THAT(said(lintPaths({}, {})),
              testing::AllOf(testing::Contains("a/server.ts:3: note: tool `list_a` is there"),
                             testing::Not(testing::Contains(HasSubstr("list_b"))),
                             testing::Contains("c/server.ts:3: error: tool `list_c` is there")));
}

TEST_F(LintTest, TakesWhatConcernsTheRunFromTheNearestCommonConfiguration) {
  writeServer("a/server.ts");
  writeServer("b/server.ts");
  folder_.write(".envelint.json", R"({"maxLimit": 1})");
  folder_.write("a/.envelint.json", R"({"maxLimit": 2})");
  EXPECT_THAT(said(lintPaths({"a/server.ts"}, kLimitOnly)),
              ElementsAre(HasSubstr("at most 2 rows")));
  EXPECT_THAT(said(lintPaths({"a", "b"}, kLimitOnly)),
              ElementsAre(HasSubstr("at most 1 rows"), HasSubstr("at most 1 rows")));
  EXPECT_THAT(said(lintPaths({"b", "a"}, kLimitOnly)),
              ElementsAre(HasSubstr("at most 1 rows"), HasSubstr("at most 1 rows")));
}

TEST_F(LintTest, SearchesForTheWrappersThatAreConfigured) {
  folder_.write("package.json", R"({"dependencies": {"@modelcontextprotocol/sdk": "1.0.0"}})");
  folder_.write("a.ts",
                "import { define } from \"far-away\";\n"
                "define(ctx, \"list_rows\", async () => []);\n");
  EXPECT_THAT(said(lintPaths({}, kFlatOnly)), IsEmpty());
  folder_.write(".envelint.json", R"({"toolWrappers": [{"callee": "define", "name": 1}]})");
  EXPECT_THAT(said(lintPaths({}, kFlatOnly)),
              ElementsAre("a.ts:2: error: tool `list_rows` is there"));
}

TEST_F(LintTest, AppliesSuppressions) {
  writeServer("a.ts");
  std::string text = "// envelint-ignore-file test-flat: for a test\n";
  text += "// envelint-ignore-next-line test-limit: it is further down\nexport {};\n";
  std::ifstream stream(folder_.path("a.ts"));
  text.append(std::istreambuf_iterator<char>(stream), {});
  folder_.write("a.ts", text);
  const LintResult result = lintPaths({});
  EXPECT_EQ(result.stats.suppressed, 1u);
  EXPECT_THAT(said(result), ElementsAre(HasSubstr("a.ts:2: warning: the suppression of "
                                                  "`test-limit` matches no finding"),
                                        HasSubstr("a.ts:6: warning: at most")));
}

TEST_F(LintTest, ReadsSuppressionsInFilesThatHoldNothingElse) {
  folder_.write("a.ts", "// envelint-ignore-file test-flat: for a test\nexport {};\n");
  EXPECT_THAT(said(lintPaths({})), ElementsAre(HasSubstr("matches no finding")));
}

TEST_F(LintTest, TellsOfFilesItCouldNotReadWhole) {
  folder_.write("big.ts", std::string((4u << 20) + 1, ' '));
  folder_.write("broken.ts", "export const tool = 1;\nlet = = ;\n");
  const LintResult result = lintPaths({});
  EXPECT_THAT(notified(result),
              UnorderedElementsAre("file-too-large: `big.ts` is larger than 4 MiB, so it was not "
                                   "linted",
                                   HasSubstr("unparsed-range: this place")));
  for (const Notification& notification : result.notifications) {
    ASSERT_NE(notification.file, nullptr);
    if (notification.id == "unparsed-range") {
      EXPECT_EQ(notification.file->displayPath(), "broken.ts");
      EXPECT_EQ(notification.file->position(notification.range.begin).line, 2u);
    } else {
      EXPECT_EQ(notification.file->displayPath(), "big.ts");
    }
  }
}

TEST_F(LintTest, TellsOfABuildProductOnlyWhenItIsNamed) {
  folder_.write("app.js", "var tool=1;" + std::string(20000, 'a') + ";\n");
  EXPECT_THAT(notified(lintPaths({})), IsEmpty());
  EXPECT_THAT(notified(lintPaths({"app.js"})),
              ElementsAre("build-product: `app.js` is minified code, so it was not linted"));
}

TEST_F(LintTest, FollowsNoLinkOutOfTheRoot) {
  const TempFolder outside;
  outside.write("secret.ts", "server.tool(\"list_secrets\", {}, async () => []);\n");
  folder_.link("link.ts", outside.path("secret.ts"));
  const LintResult result = lintPaths({"link.ts"});
  EXPECT_THAT(said(result), IsEmpty());
  EXPECT_THAT(notified(result), ElementsAre(HasSubstr("link-leaves-root: `link.ts`")));
}

TEST_F(LintTest, TellsAllBrokenConfigurationsAtOnce) {
  folder_.write("a/x.ts");
  folder_.write("a/y.ts");
  folder_.write("a/.envelint.json", "{\"a\": 1}");
  folder_.write("b/x.ts");
  folder_.write("b/.envelint.json", "{\"b\": 1}");
  LintOptions options;
  options.workingFolder = folder_.path();
  const Result<LintResult> result = lint(options);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error(),
            "a/.envelint.json:1:2: unknown key `a`\nb/.envelint.json:1:2: unknown key `b`");
}

TEST_F(LintTest, KeepsFilesAliveAfterTheRun) {
  writeServer("server.ts");
  const std::string path = [&] {
    const LintResult result = lintPaths({}, kFlatOnly);
    LintResult copy = result;
    return copy.findings.at(0).primary.file->displayPath();
  }();
  EXPECT_EQ(path, "server.ts");
}

}  // namespace
}  // namespace envelint
