#include "engine/configuration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/test_rules.h"
#include "support/temp_folder.h"

namespace envelint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAreArray;

Result<Configuration> parse(std::string text) {
  const SourceFile file("/root/.envelint.json", ".envelint.json", std::move(text));
  return parseConfiguration(file, "/root");
}

std::string mistakeOf(std::string text) {
  const Result<Configuration> result = parse(std::move(text));
  return result.ok() ? "none" : result.error();
}

TEST(Configuration, ReadsEveryKey) {
  Result<Configuration> result = parse(R"({
    // The schema is for editors.
    "$schema": "https://example.org/envelint.schema.json",
    "rules": {"test-flat": "off", "test-limit": {"severity": "error"}},
    "ignore": ["legacy/**", "#odd.ts", "*.gen.{ts,js}"],
    "toolWrappers": [{"callee": "defineTool", "name": 1, "schema": 2, "handler": -1}],
    "limitParameters": ["howMany"],
    "maxLimit": 200,
    "convex": {"rowsField": "value"},
    "rawCursors": ["resumeKey"],
    "sql": {
      "queryFunctions": [{"callee": "runSql", "text": 1, "answersOneRow": true}, {"callee": "ask"}],
      "keyColumns": ["handle"],
      "catalogues": ["meta.", "app_tables"],
    },
  })");
  ASSERT_TRUE(result.ok()) << result.error();
  const Configuration& configuration = *result;
  EXPECT_EQ(configuration.severities.at("test-flat"), Severity::kOff);
  EXPECT_EQ(configuration.severities.at("test-limit"), Severity::kError);
  EXPECT_EQ(configuration.ignoreBase, "/root");
  EXPECT_TRUE(configuration.ignore.ignoresBelow("legacy/a/b.ts", false));
  EXPECT_TRUE(configuration.ignore.ignoresBelow("src/#odd.ts", false));
  EXPECT_TRUE(configuration.ignore.ignoresBelow("src/x.gen.js", false));
  EXPECT_FALSE(configuration.ignore.ignoresBelow("src/x.ts", false));
  ASSERT_EQ(configuration.domain.toolWrappers.size(), 1u);
  EXPECT_EQ(configuration.domain.toolWrappers[0].callee, "defineTool");
  EXPECT_EQ(configuration.domain.toolWrappers[0].name, 1);
  EXPECT_EQ(configuration.domain.toolWrappers[0].schema, 2);
  EXPECT_EQ(configuration.domain.toolWrappers[0].handler, -1);
  EXPECT_THAT(configuration.domain.limitParameters, ElementsAre("howMany"));
  EXPECT_EQ(configuration.domain.maxLimit, 200);
  EXPECT_EQ(configuration.domain.convexRowsField, "value");
  EXPECT_THAT(configuration.domain.rawCursors, ElementsAre("resumeKey"));
  const SqlConfig& sql = configuration.domain.sql;
  ASSERT_EQ(sql.queryFunctions.size(), 2u);
  EXPECT_EQ(sql.queryFunctions[0].callee, "runSql");
  EXPECT_EQ(sql.queryFunctions[0].text, 1);
  EXPECT_TRUE(sql.queryFunctions[0].answersOneRow);
  EXPECT_EQ(sql.queryFunctions[1].text, 0);
  EXPECT_FALSE(sql.queryFunctions[1].answersOneRow);
  EXPECT_THAT(sql.keyColumns, ElementsAre("handle"));
  EXPECT_THAT(sql.catalogues, ElementsAre("meta.", "app_tables"));
}

TEST(Configuration, LeavesDefaultsWhereNothingIsSaid) {
  Result<Configuration> result = parse(R"({"toolWrappers": [{"callee": "tool"}]})");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->domain.maxLimit, DomainConfig().maxLimit);
  EXPECT_EQ(result->domain.toolWrappers[0].name, 0);
  EXPECT_EQ(result->domain.toolWrappers[0].schema, ToolWrapper::kAbsent);
  EXPECT_EQ(result->domain.toolWrappers[0].handler, -1);
}

TEST(Configuration, SaysWhereAMistakeIsAndWhatWasMeant) {
  EXPECT_EQ(mistakeOf("{\n  \"rule\": {}\n}"),
            ".envelint.json:2:3: unknown key `rule`; did you mean `rules`?");
  EXPECT_EQ(mistakeOf(R"({"rules": {"test-flt": "off"}})"),
            ".envelint.json:1:12: unknown rule `test-flt`; did you mean `test-flat`?");
  EXPECT_EQ(mistakeOf(R"({"rules": {"test-flat": "warn"}})"),
            ".envelint.json:1:25: unknown severity `warn` (off, note, warning or error)");
  EXPECT_EQ(
      mistakeOf(R"({"rules": {"test-flat": "eror"}})"),
      ".envelint.json:1:25: unknown severity `eror`; did you mean `error`? (off, note, warning "
      "or error)");
  EXPECT_EQ(mistakeOf(R"({"rules": {"test-flat": 2}})"),
            ".envelint.json:1:25: a severity must be a string, not a number");
  EXPECT_EQ(mistakeOf(R"({"rules": {"test-flat": {"severty": "off"}}})"),
            ".envelint.json:1:26: rule `test-flat` has no option `severty`; did you mean "
            "`severity`?");
  EXPECT_EQ(mistakeOf(R"({"toolWrappers": [{"calle": "x", "callee": "y"}]})"),
            ".envelint.json:1:20: unknown key `calle`; did you mean `callee`?");
  EXPECT_EQ(mistakeOf("[]"), ".envelint.json:1:1: a configuration must be an object, not an array");
  EXPECT_EQ(mistakeOf("{\"ignore\": \"x\"}"),
            ".envelint.json:1:12: `ignore` must be an array, not a string");
  EXPECT_EQ(mistakeOf("{"), ".envelint.json:1:2: the object isn't closed");
}

TEST(Configuration, CountsColumnsInUtf16) {
  EXPECT_EQ(mistakeOf("/* \xF0\x9F\x98\x80 */{\"x\": 1}"), ".envelint.json:1:10: unknown key `x`");
}

TEST(Configuration, RefusesValuesThatMeanNothing) {
  EXPECT_THAT(mistakeOf(R"({"maxLimit": 0})"), HasSubstr("at least 1"));
  EXPECT_THAT(mistakeOf(R"({"maxLimit": 1.5})"), HasSubstr("whole number"));
  EXPECT_THAT(mistakeOf(R"({"maxLimit": 1e300})"), HasSubstr("whole number"));
  EXPECT_THAT(mistakeOf(R"({"limitParameters": [""]})"), HasSubstr("is empty"));
  EXPECT_THAT(mistakeOf(R"({"ignore": ["[a"]})"), HasSubstr(".envelint.json:1:13: "));
  EXPECT_THAT(mistakeOf(R"({"ignore": [" "]})"), HasSubstr("must be one pattern"));
  EXPECT_THAT(mistakeOf(R"({"toolWrappers": [{}]})"), HasSubstr("needs a `callee`"));
  EXPECT_THAT(mistakeOf(R"({"toolWrappers": [{"callee": "x", "name": 0.5}]})"),
              HasSubstr("position of an argument"));
  EXPECT_THAT(mistakeOf(R"({"convex": {"rowsFeild": "page"}})"),
              HasSubstr("did you mean `rowsField`"));
  EXPECT_THAT(mistakeOf(R"({"convex": {"rowsField": "items"}})"),
              HasSubstr("must be `page` or `value`"));
  EXPECT_THAT(mistakeOf(R"({"sql": []})"), HasSubstr("`sql` must be an object"));
  EXPECT_THAT(mistakeOf(R"({"sql": {"keyColumn": ["h"]}})"),
              HasSubstr("did you mean `keyColumns`?"));
  EXPECT_THAT(mistakeOf(R"({"sql": {"catalogues": [""]}})"), HasSubstr("is empty"));
  EXPECT_THAT(mistakeOf(R"({"sql": {"queryFunctions": [{"text": 1}]}})"),
              HasSubstr("needs a `callee`"));
  EXPECT_THAT(mistakeOf(R"({"sql": {"queryFunctions": [{"callee": "x", "answersOneRow": 1}]}})"),
              HasSubstr("must be a boolean"));
  EXPECT_THAT(mistakeOf(R"({"toolWrappers": [{"callee": "x", "name": 1e9}]})"),
              HasSubstr("position of an argument"));
}

TEST(Configuration, TellsAllMistakesAtOnce) {
  const std::string mistakes = mistakeOf("{\n\"a\": 1,\n\"b\": 2\n}");
  EXPECT_EQ(mistakes, ".envelint.json:2:1: unknown key `a`\n.envelint.json:3:1: unknown key `b`");
}

/// The keys that an object of the shipped JSON Schema allows.
std::vector<std::string> keysOf(const nlohmann::json& schema) {
  EXPECT_EQ(schema.at("additionalProperties"), false);
  std::vector<std::string> keys;
  for (const auto& [key, value] : schema.at("properties").items()) {
    keys.push_back(key);
  }
  return keys;
}

TEST(Configuration, HasASchemaThatNamesTheSameKeys) {
  std::ifstream stream(ENVELINT_SOURCE_DIR "/docs/envelint.schema.json");
  const nlohmann::json schema = nlohmann::json::parse(stream);
  EXPECT_THAT(keysOf(schema), UnorderedElementsAreArray(configurationKeys()));
  EXPECT_THAT(keysOf(schema.at("$defs").at("toolWrapper")),
              UnorderedElementsAreArray(toolWrapperKeys()));
  EXPECT_THAT(keysOf(schema.at("properties").at("sql")), UnorderedElementsAreArray(sqlKeys()));
  EXPECT_THAT(keysOf(schema.at("properties").at("convex")),
              UnorderedElementsAreArray(convexKeys()));
  EXPECT_THAT(keysOf(schema.at("$defs").at("queryFunction")),
              UnorderedElementsAreArray(queryFunctionKeys()));
  EXPECT_THAT(keysOf(schema.at("$defs").at("override")), UnorderedElementsAreArray(overrideKeys()));
  EXPECT_THAT(keysOf(schema.at("$defs").at("ruleEntry")),
              UnorderedElementsAreArray(ruleEntryKeys()));
  std::vector<std::string> severities;
  for (const Severity severity : kSeverities) {
    severities.emplace_back(severityName(severity));
  }
  EXPECT_EQ(schema.at("$defs").at("severity").at("enum"), severities);
}

TEST(Configurations, FindsTheNearestFileUpwards) {
  const TempFolder folder;
  folder.write(".envelint.json", R"({"maxLimit": 1})");
  folder.write("a/.envelint.json", R"({"maxLimit": 2})");
  folder.write("a/b/c.ts", "");
  folder.write("d/e.ts", "");
  Configurations configurations(folder.path(), std::nullopt);
  EXPECT_EQ((*configurations.forFolder(folder.path("a/b")))->domain.maxLimit, 2);
  EXPECT_EQ((*configurations.forFolder(folder.path("d")))->domain.maxLimit, 1);
  EXPECT_EQ((*configurations.forFolder(folder.path()))->domain.maxLimit, 1);
  // One file is one configuration, however often it is asked for.
  EXPECT_EQ(*configurations.forFolder(folder.path("a/b")),
            *configurations.forFolder(folder.path("a")));
}

TEST(Configurations, DoesNotMergeFiles) {
  const TempFolder folder;
  folder.write(".envelint.json", R"({"rules": {"test-flat": "off"}, "maxLimit": 7})");
  folder.write("a/.envelint.json", "{}");
  Configurations configurations(folder.path(), std::nullopt);
  const Configuration& configuration = **configurations.forFolder(folder.path("a"));
  EXPECT_TRUE(configuration.severities.empty());
  EXPECT_EQ(configuration.domain.maxLimit, DomainConfig().maxLimit);
}

TEST(Configurations, LooksAtNothingAboveTheRoot) {
  const TempFolder folder;
  folder.write(".envelint.json", "broken");
  folder.write("root/a/b.ts", "");
  Configurations configurations(folder.path("root"), std::nullopt);
  EXPECT_TRUE(configurations.forFolder(folder.path("root/a")).ok());
  EXPECT_TRUE(configurations.forFolder(folder.path()).ok());
}

TEST(Configurations, RefusesALinkSinceItMayLeaveTheRoot) {
  const TempFolder folder;
  folder.write("secret", "top secret");
  std::filesystem::create_directories(folder.path("root"));
  std::filesystem::create_symlink(folder.path("secret"), folder.path("root/.envelint.json"));
  Configurations configurations(folder.path("root"), std::nullopt);
  const Result<const Configuration*> result = configurations.forFolder(folder.path("root"));
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error(), HasSubstr("configuration `.envelint.json` can't be read"));
  EXPECT_THAT(result.error(), testing::Not(HasSubstr("secret")));
}

TEST(Configurations, LetsOneFileStandInForAll) {
  const TempFolder folder;
  folder.write("a/.envelint.json", R"({"maxLimit": 2})");
  folder.write("ci.json", R"({"maxLimit": 3, "ignore": ["x"]})");
  Configurations configurations(folder.path(), folder.path("ci.json"));
  const Configuration& configuration = **configurations.forFolder(folder.path("a"));
  EXPECT_EQ(configuration.domain.maxLimit, 3);
  EXPECT_EQ(configuration.ignoreBase, folder.path());
  Configurations missing(folder.path(), folder.path("none.json"));
  EXPECT_FALSE(missing.forFolder(folder.path("a")).ok());
}

TEST(CommonFolder, IsTheLowestOneThatHoldsAll) {
  const auto common = [](std::vector<std::string> folders) { return commonFolder(folders); };
  EXPECT_EQ(common({"/a/b"}), "/a/b");
  EXPECT_EQ(common({"/a/b", "/a/b/c"}), "/a/b");
  EXPECT_EQ(common({"/a/b", "/a/bc"}), "/a");
  EXPECT_EQ(common({"/a", "/b"}), "/");
}

}  // namespace
}  // namespace envelint
