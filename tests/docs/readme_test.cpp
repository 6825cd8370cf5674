// What the README shows must be what the program does.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "engine/linter.h"
#include "report/printer.h"
#include "rule/rule.h"

namespace envelint {
namespace {

using testing::HasSubstr;

std::string readme() {
  std::ifstream file(ENVELINT_SOURCE_DIR "/README.md", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(ReadmeTest, ShowsWhatTheFirstRunPrints) {
  LintOptions options;
  options.paths = {"fixtures/servers/vantage-mini"};
  options.workingFolder = ENVELINT_SOURCE_DIR;
  const Result<LintResult> result = lint(options);
  ASSERT_TRUE(result.ok()) << result.error();
  const std::string output = findPrinter("text")->print(*result, PrintOptions{});
  EXPECT_THAT(readme(), HasSubstr("```\n" + output + "```\n"));
}

TEST(ReadmeTest, NamesEveryRuleWithItsSeverity) {
  const std::string text = readme();
  for (const Rule* rule : allRules()) {
    const std::string id(rule->info().id);
    EXPECT_THAT(text, HasSubstr("| [`" + id + "`](rules/" + id + ".md) | " +
                                std::string(severityName(rule->info().severity)) + " |"));
  }
}

}  // namespace
}  // namespace envelint
