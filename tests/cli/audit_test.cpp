// The coverage matrix and the checklist, over the servers that faults were planted in.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace envelint {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Audit : public ProgramTest {
 protected:
  static Outcome audit(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "audit");
    return runProgram(arguments, {ENVELINT_SOURCE_DIR, {}, {}});
  }
  /// The rows of a fixture's tools by their names.
  static std::map<std::string, json> rowsOf(const std::string& server) {
    const Outcome outcome = audit({"--format=json", "fixtures/servers/" + server});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    std::map<std::string, json> rows;
    const json report = json::parse(outcome.out);
    EXPECT_FALSE(report.at("tools").empty());
    for (const json& row : report.at("tools")) {
      rows[row.at("name").get<std::string>()] = row;
    }
    return rows;
  }
};

TEST_F(Audit, HasARowForEachTool) {
  const std::map<std::string, json> rows = rowsOf("vantage-mini");
  EXPECT_EQ(rows.size(), 11u);
  const json& episodes = rows.at("list_episodes");
  // It hands out Convex's own cursor, after the last page, too.
  EXPECT_EQ(episodes.at("verdict"), "HIGH");
  EXPECT_EQ(episodes.at("cursor"), "cursor");
  EXPECT_EQ(episodes.at("limit"), "limit");
  EXPECT_EQ(episodes.at("minimum"), 1);
  EXPECT_EQ(episodes.at("maximum"), 200);
  EXPECT_EQ(episodes.at("backendPaging"), "continueCursor");
  EXPECT_EQ(episodes.at("envelope"), "object");
  EXPECT_EQ(rows.at("list_missions").at("verdict"), "HIGH");
  EXPECT_EQ(rows.at("list_missions").at("envelope"), "array");
  EXPECT_EQ(rows.at("list_missions").at("faults")[0].at("rule"), "flat-array");
  EXPECT_EQ(rows.at("list_tasks").at("verdict"), "MEDIUM");
  EXPECT_EQ(rows.at("list_tasks").at("default"), 20);
  EXPECT_TRUE(rows.at("list_tasks").at("maximum").is_null());
  EXPECT_EQ(rows.at("list_broadcast_status").at("verdict"), "EXCEPTION");
  EXPECT_THAT(rows.at("list_broadcast_status").at("exception"), HasSubstr("one status object"));
  EXPECT_EQ(rows.at("get_task").at("verdict"), "-");
  EXPECT_EQ(rows.at("list_tasks").at("where"),
            "fixtures/servers/vantage-mini/src/tools/tasks.ts:10");
}

TEST_F(Audit, HasNoFaultsWhereTheyWereMended) {
  for (const char* server :
       {"completions-fixed", "github-tools-fixed", "linear-issues-fixed", "recent-activity-fixed",
        "search-events-fixed", "vantage-mini-fixed"}) {
    for (const auto& [name, row] : rowsOf(server)) {
      EXPECT_THAT(row.at("faults"), testing::IsEmpty()) << server << " " << name;
    }
    EXPECT_EQ(audit({"--checklist", std::string("fixtures/servers/") + server}).exitCode, 0);
  }
}

TEST_F(Audit, IsATableForPeopleAndForMarkdown) {
  const Outcome text = audit({"fixtures/servers/linear-issues"});
  EXPECT_EQ(text.exitCode, 0);
  EXPECT_THAT(text.out, HasSubstr("tool         cursor argument  limit min-max  backend paging"));
  EXPECT_THAT(text.out, HasSubstr("list_cycles  after            first ?-250"));
  const Outcome markdown = audit({"--format=markdown", "fixtures/servers/linear-issues"});
  EXPECT_THAT(markdown.out, HasSubstr("| tool | cursor argument | limit min-max |"));
  EXPECT_THAT(markdown.out, HasSubstr("| list\\_cycles | after | first ?-250 |"));
}

TEST_F(Audit, TellsTheFailingToolsOfEachItemWithTheFix) {
  const Outcome outcome = audit({"--checklist", "fixtures/servers/linear-issues"});
  EXPECT_EQ(outcome.exitCode, 1);
  EXPECT_THAT(outcome.out, HasSubstr("PASS every list or search tool has a limit, a cursor or a "
                                     "date filter\n"));
  EXPECT_THAT(outcome.out,
              HasSubstr("FAIL every limit has a maximum\n"
                        "     `list_issues` at fixtures/servers/linear-issues/index.ts:17: "));
  EXPECT_THAT(outcome.out, HasSubstr("; fix: lower the default to 20\n"));
  const json items =
      json::parse(audit({"--checklist", "--format=json", "fixtures/servers/linear-issues"}).out)
          .at("items");
  EXPECT_EQ(items[0].at("state"), "PASS");
  EXPECT_EQ(items[1].at("state"), "FAIL");
  EXPECT_EQ(items[1].at("failures")[0].at("tool"), "list_issues");
}

TEST_F(Audit, SkipsWhatNoListToolCanFail) {
  folder_.write("a.ts", "export {};\n");
  const Outcome outcome = run({"audit", "--checklist"});
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_THAT(outcome.out, Not(HasSubstr("PASS")));
  EXPECT_THAT(outcome.out, HasSubstr("SKIP every limit has a maximum (there is no list tool)"));
}

TEST_F(Audit, TellsWhatCouldNotBeSeen) {
  folder_.write("a.txt", "");
  EXPECT_THAT(run({"audit", "a.txt"}).out,
              HasSubstr("could not be seen: `a.txt` is of no language"));
}

TEST_F(Audit, TakesDefinitionsInsteadOfSources) {
  folder_.write("one.json", R"({"name": "list_x", "inputSchema": {"type": "object"}})");
  const Outcome outcome = run({"audit", "one.json"});
  EXPECT_EQ(outcome.exitCode, 1);
  EXPECT_THAT(outcome.out, HasSubstr("FAIL list_x: "));
  EXPECT_THAT(run({"audit", "--format=markdown", "one.json"}).out, HasSubstr("| list\\_x |"));
  EXPECT_THAT(run({"audit", "--checklist", "one.json"}).out, HasSubstr("     `list_x`: it has no"));
  EXPECT_EQ(run({"audit", "one.json", "."}).exitCode, 2);
  EXPECT_EQ(run({"audit", "none.json"}).exitCode, 2);
  folder_.write("deep.json", std::string(100000, '['));
  EXPECT_EQ(run({"audit", "deep.json"}).exitCode, 2);
}

TEST_F(Audit, TakesOnlyWhatItUnderstands) {
  EXPECT_THAT(run({"audit", "--format=sarif"}).err, HasSubstr("takes text, markdown, json"));
  EXPECT_THAT(run({"audit", "--stats"}).err, HasSubstr("says nothing to `envelint audit`"));
  EXPECT_THAT(run({"--checklist"}).err, HasSubstr("belongs to `envelint audit`"));
}

}  // namespace
}  // namespace envelint
