#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/line_hash.h"
#include "report/printer.h"
#include "report/sample.h"
#include "source/utf8.h"

namespace envelint {
namespace {

using nlohmann::json;

PrintOptions optionsWith(int exitCode) {
  PrintOptions options;
  options.exitCode = exitCode;
  return options;
}

json print(Sample& sample, int exitCode = 1) {
  return json::parse(sarifPrinter().print(sample.result(), optionsWith(exitCode)));
}

json runOf(Sample& sample, int exitCode = 1) {
  const json log = print(sample, exitCode);
  EXPECT_EQ(log.at("version"), "2.1.0");
  EXPECT_TRUE(log.at("$schema").is_string());
  EXPECT_EQ(log.at("runs").size(), 1u);
  return log.at("runs")[0];
}

TEST(SarifPrinter, HasResultsEvenWhenThereAreNone) {
  Sample sample;
  const json run = runOf(sample, 0);
  EXPECT_EQ(run.at("results"), json::array());
  EXPECT_EQ(run.at("columnKind"), "utf16CodeUnits");
  EXPECT_EQ(run.at("invocations")[0].at("executionSuccessful"), true);
  EXPECT_EQ(run.at("invocations")[0].at("exitCode"), 0);
  EXPECT_EQ(run.at("invocations")[0].at("toolExecutionNotifications"), json::array());
}

TEST(SarifPrinter, DescribesItselfAndEveryRule) {
  Sample sample;
  const json run = runOf(sample);
  const json& driver = run.at("tool").at("driver");
  EXPECT_EQ(driver.at("name"), "envelint");
  EXPECT_EQ(driver.at("semanticVersion"), driver.at("version"));
  EXPECT_EQ(driver.at("informationUri").get<std::string>().substr(0, 8), "https://");
  std::vector<std::string> ids;
  for (const json& rule : driver.at("rules")) {
    ids.push_back(rule.at("id"));
    for (const char* key : {"shortDescription", "fullDescription", "help"}) {
      const std::string text = rule.at(key).at("text");
      EXPECT_FALSE(text.empty()) << key;
    }
    EXPECT_LE(rule.at("fullDescription").at("text").get<std::string>().size(), 1024u);
  }
  EXPECT_EQ(ids, (std::vector<std::string>{"mild-sample", "sample-rule", "unused-suppression"}));
  const json& mild = driver.at("rules")[0];
  EXPECT_EQ(mild.at("name"), "MildSample");
  EXPECT_EQ(mild.at("shortDescription").at("text"), "A sample of a mild rule.");
  EXPECT_EQ(mild.at("defaultConfiguration").at("level"), "note");
  EXPECT_EQ(mild.at("properties").at("problem.severity"), "recommendation");
}

TEST(SarifPrinter, PlacesAResult) {
  Sample sample;
  const SourceFile& file = sample.addFile("src/a b.ts", "\xF0\x9F\x98\x80 f(\n  rows);\n");
  Finding& finding = sample.addFinding(file, "f(\n  rows)", "it is wrong", Severity::kWarning);
  finding.help = "mend it";
  const SourceFile& other = sample.addFile("b.ts", "tool\n");
  finding.related = {{&other, {0, 4}, "it is registered here"}};
  const json run = runOf(sample);
  ASSERT_EQ(run.at("results").size(), 1u);
  const json& result = run.at("results")[0];
  EXPECT_EQ(result.at("ruleId"), "sample-rule");
  const size_t ruleIndex = result.at("ruleIndex");
  EXPECT_EQ(run.at("tool").at("driver").at("rules").at(ruleIndex).at("id"), "sample-rule");
  EXPECT_EQ(result.at("level"), "warning");
  EXPECT_EQ(result.at("message").at("text"),
            "it is wrong. Mend it. See: [it is registered here](0).");
  ASSERT_EQ(result.at("locations").size(), 1u);
  const json& location = result.at("locations")[0].at("physicalLocation");
  EXPECT_EQ(location.at("artifactLocation").at("uri"), "src/a%20b.ts");
  EXPECT_EQ(location.at("region"), json::parse(R"json({
    "startLine": 1, "startColumn": 4, "endLine": 2, "endColumn": 8,
    "snippet": {"text": "f(\n  rows)"}
  })json"));
  ASSERT_EQ(result.at("relatedLocations").size(), 1u);
  const json& related = result.at("relatedLocations")[0];
  EXPECT_EQ(related.at("message").at("text"), "It is registered here.");
  EXPECT_EQ(related.at("physicalLocation").at("artifactLocation").at("uri"), "b.ts");
  EXPECT_FALSE(related.at("physicalLocation").at("region").contains("snippet"));
  EXPECT_EQ(location.at("contextRegion").at("snippet").at("text"),
            "\xF0\x9F\x98\x80 f(\n  rows);\n");
  EXPECT_EQ(related.at("id"), 0);
  EXPECT_FALSE(result.contains("codeFlows"));
  EXPECT_FALSE(result.contains("suppressions"));
  EXPECT_EQ(result.at("partialFingerprints").at("primaryLocationLineHash"), lineHashes(file)[0]);
  EXPECT_TRUE(result.at("partialFingerprints").at("envelint/v1").is_string());
}

TEST(SarifPrinter, ShowsTheWayOfAValue) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "rows\nanswer\ntool\n");
  sample.addFinding(file, "rows", "m").related = {
      {&file, Sample::rangeOf(file, "answer"), "it becomes the answer here", true},
      {&file, Sample::rangeOf(file, "tool"), "the tool is registered here"}};
  const json run = runOf(sample);
  const json& result = run.at("results")[0];
  const json& steps = result.at("codeFlows")[0].at("threadFlows")[0].at("locations");
  ASSERT_EQ(steps.size(), 2u);
  const auto lineOf = [](const json& step) {
    return step.at("location").at("physicalLocation").at("region").at("startLine").get<int>();
  };
  EXPECT_EQ(lineOf(steps[0]), 1);
  EXPECT_EQ(lineOf(steps[1]), 2);
  EXPECT_EQ(result.at("relatedLocations").size(), 2u);
}

TEST(SarifPrinter, MakesNoLinkOfWhatAMessageQuotes) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "x\n");
  sample.addFinding(file, "x", "`rows[0](1)` is odd");
  EXPECT_EQ(runOf(sample).at("results")[0].at("message").at("text"), "`rows\\[0\\](1)` is odd.");
}

TEST(SarifPrinter, NamesItsCategoryWhenAsked) {
  Sample sample;
  EXPECT_FALSE(runOf(sample).contains("automationDetails"));
  PrintOptions options;
  options.sarifCategory = "mcp/server";
  const json log = json::parse(sarifPrinter().print(sample.result(), options));
  EXPECT_EQ(log.at("runs")[0].at("automationDetails").at("id"), "mcp/server/");
}

TEST(SarifPrinter, HasSuppressedFindingsOnlyWhenAsked) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "x\n");
  sample.addFinding(file, "x", "m");
  sample.result().suppressed.push_back({sample.result().findings[0], "the backend caps it"});
  sample.result().findings.clear();
  EXPECT_EQ(runOf(sample).at("results"), json::array());
  PrintOptions options;
  options.suppressed = true;
  const json log = json::parse(sarifPrinter().print(sample.result(), options));
  const json& results = log.at("runs")[0].at("results");
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].at("suppressions"),
            json::parse(R"([{"kind": "inSource", "justification": "the backend caps it"}])"));
}

TEST(SarifPrinter, KeepsTheWorstWhenThereAreTooManyAndSaysSo) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "x\n");
  for (int i = 0; i < 5001; ++i) {
    sample.addFinding(file, "x", "mild", Severity::kNote);
  }
  sample.addFinding(file, "x", "bad");
  const json run = runOf(sample);
  const json& results = run.at("results");
  ASSERT_EQ(results.size(), 5000u);
  EXPECT_EQ(results[4999].at("level"), "error");
  const json& notifications = run.at("invocations")[0].at("toolExecutionNotifications");
  ASSERT_EQ(notifications.size(), 1u);
  EXPECT_EQ(notifications[0].at("descriptor").at("id"), "results-capped");
  EXPECT_EQ(notifications[0].at("message").at("text"),
            "Only 5000 of 5002 findings are in this report, the worst first.");
}

TEST(SarifPrinter, KeepsAHundredLocationsOfAResult) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "x y\n");
  Finding& finding = sample.addFinding(file, "x", "m");
  for (int i = 0; i < 150; ++i) {
    finding.related.push_back({&file, {2, 3}, "there", true});
  }
  const json run = runOf(sample);
  const json& result = run.at("results")[0];
  EXPECT_EQ(result.at("relatedLocations").size(), 100u);
  EXPECT_EQ(result.at("codeFlows")[0].at("threadFlows")[0].at("locations").size(), 101u);
  // Its text stays readable.
  EXPECT_LT(result.at("message").at("text").get<std::string>().size(), 100u);
}

TEST(SarifPrinter, OffersFixesFileByFile) {
  Sample sample;
  const SourceFile& file = sample.addFile("a b.ts", "rows\n");
  const SourceFile& other = sample.addFile("b.ts", "x\n");
  Finding& finding = sample.addFinding(file, "rows", "it is wrong");
  finding.help = "mend it";
  finding.fix =
      Fix{Safety::kUnsafe, {{&file, {0, 0}, "{ "}, {&file, {4, 4}, " }"}, {&other, {0, 1}, "y"}}};
  const json fix = runOf(sample).at("results")[0].at("fixes").at(0);
  EXPECT_EQ(fix.at("description").at("text"), "Mend it. Callers may have to be changed with it.");
  const json& changes = fix.at("artifactChanges");
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].at("artifactLocation").at("uri"), "a%20b.ts");
  ASSERT_EQ(changes[0].at("replacements").size(), 2u);
  EXPECT_EQ(changes[0].at("replacements")[1].at("deletedRegion"),
            json::parse(R"({"startLine": 1, "startColumn": 5, "endLine": 1, "endColumn": 5})"));
  EXPECT_EQ(changes[0].at("replacements")[1].at("insertedContent").at("text"), " }");
  EXPECT_EQ(changes[1].at("replacements")[0].at("insertedContent").at("text"), "y");
}

TEST(SarifPrinter, OffersNoFixOutsideTheRoot) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "rows\n");
  const SourceFile& outside = sample.addFile("../b.ts", "x\n");
  sample.addFinding(file, "rows", "it is wrong").fix =
      Fix{Safety::kSafe, {{&outside, {0, 1}, "y"}}};
  EXPECT_FALSE(runOf(sample).at("results")[0].contains("fixes"));
}

TEST(SarifPrinter, ShowsNothingFromOutsideTheRoot) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "x\n");
  const SourceFile& outside = sample.addFile("../secret.ts", "secret\n");
  sample.addFinding(file, "x", "m").related = {{&outside, {0, 6}, "there"}};
  sample.result().notifications = {{"some-id", "text", &outside, {0, 6}}};
  const std::string text = sarifPrinter().print(sample.result(), {});
  EXPECT_EQ(text.find("secret"), std::string::npos);
}

TEST(SarifPrinter, TellsNotificationsWithTheirPlaces) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "x\n");
  const SourceFile& unread = sample.addFile("big.ts", "");
  sample.result().notifications = {{"git-unavailable", "git isn't there", nullptr, {}},
                                   {"file-too-large", "it is too large", &unread, {}},
                                   {"unparsed-range", "this could not be parsed", &file, {0, 1}}};
  const json run = runOf(sample);
  const json& notifications = run.at("invocations")[0].at("toolExecutionNotifications");
  ASSERT_EQ(notifications.size(), 3u);
  EXPECT_FALSE(notifications[0].contains("locations"));
  EXPECT_EQ(notifications[0].at("message").at("text"), "Git isn't there.");
  EXPECT_FALSE(notifications[1].at("locations")[0].at("physicalLocation").contains("region"));
  EXPECT_EQ(notifications[2].at("descriptor").at("id"), "unparsed-range");
  EXPECT_EQ(notifications[2].at("locations")[0].at("physicalLocation").at("region").at("endColumn"),
            2);
}

TEST(SarifPrinter, LeavesOutLongSnippets) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", std::string(5000, 'x'));
  sample.addFinding(file, "x", "m").primary.range = {0, 5000};
  const json run = runOf(sample);
  EXPECT_FALSE(run.at("results")[0]
                   .at("locations")[0]
                   .at("physicalLocation")
                   .at("region")
                   .contains("snippet"));
}

TEST(SarifPrinter, ReplacesBytesThatAreNoUtf8) {
  Sample sample;
  const SourceFile& file = sample.addFile("a\xFF.ts", "x\xFF\n");
  sample.addFinding(file, "x\xFF", "tool `\xC3` is odd").help = "rename `\x80`";
  sample.result().notifications = {{"id", "\xFF", &file, {0, 1}}};
  const std::string text = sarifPrinter().print(sample.result(), {});
  EXPECT_TRUE(isValidUtf8(text));
  EXPECT_NE(text.find("a%FF.ts"), std::string::npos);
}

}  // namespace
}  // namespace envelint
