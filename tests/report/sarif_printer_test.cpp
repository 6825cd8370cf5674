#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/printer.h"
#include "report/sample.h"
#include "source/utf8.h"

namespace envelint {
namespace {

using nlohmann::json;

json print(Sample& sample, int exitCode = 1) {
  return json::parse(sarifPrinter().print(sample.result(), {exitCode, false, false}));
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
  EXPECT_EQ(result.at("message").at("text"), "it is wrong. Mend it.");
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
  EXPECT_EQ(result.at("partialFingerprints").size(), 1u);
  EXPECT_TRUE(result.at("partialFingerprints").at("envelint/v1").is_string());
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
