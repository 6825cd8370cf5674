// Configuration as a user meets it: overrides, `init`, `--print-config`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace envelint {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class ConfigurationUse : public ProgramTest {};

TEST_F(ConfigurationUse, HasOverridesForSomeFiles) {
  writeWarning("src/a.ts");
  writeWarning("src/old/b.ts");
  writeWarning("src/c.legacy.ts");
  folder_.write(".envelint.json", R"({
    "rules": {"unused-suppression": "error"},
    "overrides": [
      {"files": ["src/old/", "*.{legacy,gen}.ts"], "rules": {"unused-suppression": "note"}},
      {"files": ["*.legacy.ts"], "rules": {"unused-suppression": {"severity": "off"}}}
    ]
  })");
  const std::string out = run({"--format=agent"}).out;
  EXPECT_THAT(out, HasSubstr("src/a.ts:1:1: error["));
  EXPECT_THAT(out, HasSubstr("src/old/b.ts:1:1: note["));
  EXPECT_THAT(out, Not(HasSubstr("legacy")));
}

TEST_F(ConfigurationUse, SeesOverridesFromItsOwnFolder) {
  writeWarning("packages/one/src/a.ts");
  folder_.write(
      "packages/one/.envelint.json",
      R"({"overrides": [{"files": ["/src/"], "rules": {"unused-suppression": "note"}}]})");
  EXPECT_THAT(run({"--format=agent"}).out, HasSubstr("a.ts:1:1: note["));
}

TEST_F(ConfigurationUse, TellsMistakesInOverrides) {
  writeWarning("a.ts");
  folder_.write(".envelint.json",
                "{\"overrides\": [\n"
                "{\"file\": [\"a\"]},\n"
                "{\"files\": \"a\"},\n"
                "{\"files\": [\"a\"], \"rules\": {\"unused-supression\": \"off\"}},\n"
                "3\n"
                "]}\n");
  const Outcome outcome = run({});
  EXPECT_EQ(outcome.exitCode, 2);
  EXPECT_EQ(outcome.err,
            "envelint: .envelint.json:2:2: unknown key `file`; did you mean `files`?\n"
            "envelint: .envelint.json:2:1: an entry of `overrides` needs `files`, the patterns it "
            "is for\n"
            "envelint: .envelint.json:3:11: `files` must be an array, not a string\n"
            "envelint: .envelint.json:4:28: unknown rule `unused-supression`; did you mean "
            "`unused-suppression`?\n"
            "envelint: .envelint.json:5:1: an entry of `overrides` must be an object, not a "
            "number\n");
}

TEST_F(ConfigurationUse, PrintsWhatCountsForAFile) {
  writeWarning("src/a.ts");
  folder_.write("src/.envelint.json", R"({
    "rules": {"flat-array": "note"},
    "overrides": [{"files": ["a.ts"], "rules": {"unused-suppression": "off"}}],
    "ignore": ["x/"], "maxLimit": 50
  })");
  const Outcome outcome =
      run({"--print-config", "src/a.ts", "--severity", "missing-limit=warning"});
  EXPECT_EQ(outcome.exitCode, 0);
  const json printed = json::parse(outcome.out);
  EXPECT_EQ(printed.at("file"), "src/a.ts");
  EXPECT_EQ(printed.at("configuration"), "src/.envelint.json");
  EXPECT_EQ(printed.at("rules").at("flat-array"), "note");
  EXPECT_EQ(printed.at("rules").at("unused-suppression"), "off");
  EXPECT_EQ(printed.at("rules").at("missing-limit"), "warning");
  EXPECT_EQ(printed.at("rules").at("unbounded-limit"), "warning");
  EXPECT_EQ(printed.at("ignore"), json::parse(R"(["x/"])"));
  EXPECT_EQ(printed.at("maxLimit"), 50);
  writeWarning("b.ts");
  EXPECT_TRUE(json::parse(run({"--print-config", "b.ts"}).out).at("configuration").is_null());
  const Outcome several = run({"--print-config"});
  EXPECT_EQ(several.exitCode, 2);
  EXPECT_THAT(several.err, HasSubstr("takes one file that is linted, not 2"));
}

TEST_F(ConfigurationUse, BeginsWithInit) {
  writeWarning("a.ts");
  const Outcome outcome = run({"init"});
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_EQ(outcome.out, "wrote .envelint.json\n");
  // What it writes is a configuration, and changes nothing.
  EXPECT_EQ(run({}).exitCode, 1);
  const std::string written = readText(folder_.path(".envelint.json"));
  const Outcome again = run({"init"});
  EXPECT_EQ(again.exitCode, 2);
  EXPECT_THAT(again.err, HasSubstr("`.envelint.json` is there already"));
  EXPECT_EQ(readText(folder_.path(".envelint.json")), written);
  EXPECT_EQ(run({"init", "src"}).exitCode, 2);
  EXPECT_EQ(run({"init", "--quiet"}).exitCode, 2);
}

}  // namespace
}  // namespace envelint
