// `--fix`, `--unsafe-fixes` and `--diff`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace envelint {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr std::string_view kUnused =
    "// envelint-ignore-next-line flat-array: it was flat once\nexport const a = 1;\n";

constexpr std::string_view kFlat =
    "import { McpServer } from \"@modelcontextprotocol/sdk/server/mcp.js\";\n"
    "import { z } from \"zod\";\n"
    "const server = new McpServer({ name: \"mill\", version: \"1.0.0\" });\n"
    "server.registerTool(\"list_sacks\", { inputSchema: { limit: z.number().max(9), offset: "
    "z.number() } }, async ({ limit, offset }) => ({\n"
    "  content: [{ type: \"text\", text: JSON.stringify(load(limit, offset).map((s: any) => s.id)) "
    "}],\n"
    "}));\n";

class FixOptionTest : public ProgramTest {};

TEST_F(FixOptionTest, WritesWhatIsSafeAndReportsWhatIsLeft) {
  const std::string path = folder_.write("a.ts", kUnused);
  folder_.write("flat.ts", kFlat);
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  const Outcome outcome = run({"--fix", "--only", "unused-suppression,flat-array"});
  EXPECT_EQ(outcome.exitCode, 1);
  EXPECT_EQ(outcome.err, "envelint: fixed 1 finding in 1 file; 1 more with --unsafe-fixes\n");
  EXPECT_THAT(outcome.out, HasSubstr("error[flat-array]"));
  EXPECT_EQ(readText(path), "export const a = 1;\n");
  struct stat status;
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0640u);
}

TEST_F(FixOptionTest, WritesWhatIsUnsafeWhenAsked) {
  const std::string path = folder_.write("flat.ts", kFlat);
  const Outcome outcome = run({"--unsafe-fixes", "--only", "flat-array"});
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_THAT(outcome.err, HasSubstr("fixed 1 finding in 1 file\n"));
  EXPECT_THAT(readText(path), HasSubstr("JSON.stringify({ items: load("));
}

TEST_F(FixOptionTest, OnlyShowsTheDiffWhenAsked) {
  const std::string path = folder_.write("a.ts", kUnused);
  const Outcome outcome = run({"--diff", "--fix"});
  EXPECT_EQ(outcome.exitCode, 1);
  EXPECT_EQ(outcome.out,
            "--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,1 @@\n"
            "-// envelint-ignore-next-line flat-array: it was flat once\n export const a = 1;\n");
  EXPECT_EQ(outcome.err, "envelint: would fix 1 finding in 1 file\n");
  EXPECT_EQ(readText(path), kUnused);
}

TEST_F(FixOptionTest, HasNoOtherFormatForTheDiff) {
  EXPECT_EQ(run({"--diff", "--format", "json"}).exitCode, 2);
}

TEST_F(FixOptionTest, IsInTheReportsOfPrograms) {
  folder_.write("a.ts", kUnused);
  const json fix = json::parse(run({"--format", "json"}).out).at("findings").at(0).at("fix");
  EXPECT_EQ(fix.at("safety"), "safe");
  EXPECT_EQ(fix.at("edits").at(0).at("path"), "a.ts");
  EXPECT_EQ(fix.at("edits").at(0).at("line"), 1);
  EXPECT_EQ(fix.at("edits").at(0).at("endLine"), 2);
  EXPECT_EQ(fix.at("edits").at(0).at("text"), "");
  const json result =
      json::parse(run({"--format", "sarif"}).out).at("runs").at(0).at("results").at(0);
  const json change = result.at("fixes").at(0).at("artifactChanges").at(0);
  EXPECT_EQ(change.at("artifactLocation").at("uri"), "a.ts");
  EXPECT_EQ(change.at("replacements").at(0).at("deletedRegion").at("endLine"), 2);
  EXPECT_EQ(change.at("replacements").at(0).at("insertedContent").at("text"), "");
}

}  // namespace
}  // namespace envelint
