// `--stdin-filename`: what an editor has not saved yet.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/program.h"

namespace envelint {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kServer = R"(
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { MOST } from "./limits";
declare const server: McpServer;
declare const barn: { cows(limit: number): Promise<string[]> };
server.tool("list_cows", "Cows", { limit: z.number().max(MOST), page: z.number() }, async (args) => {
  const items = await barn.cows(args.limit);
  return { content: [{ type: "text", text: JSON.stringify({ items, page: args.page }) }] };
});
)";

class StdinFilename : public ProgramTest {
 protected:
  Outcome runWith(std::string_view input, std::vector<std::string> arguments) const {
    RunOptions options;
    options.folder = folder_.path();
    options.input = input;
    return runProgram(arguments, options);
  }
};

TEST_F(StdinFilename, TakesTheTextInPlaceOfTheFile) {
  folder_.write("limits.ts", "export const MOST = 50000;\n");
  folder_.write("server.ts", "export {};\n");
  const Outcome outcome = runWith(kServer, {"--stdin-filename", "server.ts"});
  EXPECT_EQ(outcome.exitCode, 1) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("unbounded-limit"), HasSubstr("50000"),
                                 HasSubstr("server.ts:7"), HasSubstr("1 warning in 1 file")));
}

TEST_F(StdinFilename, NeedsNoFileOnTheDisk) {
  folder_.write("src/limits.ts", "export const MOST = 50;\n");
  const Outcome outcome = runWith(kServer, {"--stdin-filename=src/server.ts"});
  EXPECT_EQ(outcome.exitCode, 0) << outcome.out << outcome.err;
  folder_.write("src/.envelint.json", R"({"maxLimit": 40})");
  EXPECT_EQ(runWith(kServer, {"--stdin-filename=src/server.ts"}).exitCode, 1);
}

TEST_F(StdinFilename, ShowsFixesAndWritesNone) {
  folder_.write("limits.ts", "export const MOST = 50000;\n");
  folder_.write("server.ts", "// saved\n");
  std::string unbounded(kServer);
  unbounded.replace(unbounded.find(".max(MOST)"), 10, "");
  const Outcome outcome = runWith(unbounded, {"--stdin-filename", "server.ts", "--diff"});
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("server.ts"), HasSubstr("+"), HasSubstr(".max(200)")));
  EXPECT_EQ(readText(folder_.path("server.ts")), "// saved\n");
  const Outcome written = runWith(kServer, {"--stdin-filename", "server.ts", "--fix"});
  EXPECT_EQ(written.exitCode, 2);
  EXPECT_THAT(written.err, HasSubstr("`--diff` shows the fixes"));
}

TEST_F(StdinFilename, IsToldOfMistakes) {
  EXPECT_EQ(runWith("x", {"--stdin-filename", "notes.txt"}).exitCode, 2);
  EXPECT_EQ(runWith("x", {"--stdin-filename", "nowhere/server.ts"}).exitCode, 2);
  EXPECT_EQ(runWith("x", {"--stdin-filename", "a.ts", "b.ts"}).exitCode, 2);
  EXPECT_EQ(runWith("x", {"audit", "--stdin-filename", "a.ts"}).exitCode, 2);
}

TEST_F(StdinFilename, RefusesMoreThanAFileMayHold) {
  const Outcome outcome =
      runWith(std::string((4u << 20) + 1, ' '), {"--stdin-filename", "server.ts"});
  EXPECT_EQ(outcome.exitCode, 3);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("larger than 4 MiB"), Not(HasSubstr("server.ts:"))));
}

}  // namespace
}  // namespace envelint
