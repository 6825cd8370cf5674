#include "engine/rule_selection.h"

#include <gtest/gtest.h>

#include "engine/test_rules.h"

namespace envelint {
namespace {

class SelectionTest : public testing::Test {
 protected:
  static Severity severity(const SelectionOptions& options, const Configuration& configuration,
                           std::string_view rule = kErrorRule) {
    const Result<RuleSelection> selection = RuleSelection::create(options);
    EXPECT_TRUE(selection.ok());
    return selection->severityOf(*findRule(rule), configuration);
  }
  static Configuration configured(std::string_view rule, Severity severity) {
    Configuration configuration;
    configuration.severities.emplace(rule, severity);
    return configuration;
  }
};

TEST_F(SelectionTest, TakesTheRulesOwnSeverityWhenNobodySaysElse) {
  EXPECT_EQ(severity({}, {}, kErrorRule), Severity::kError);
  EXPECT_EQ(severity({}, {}, kWarningRule), Severity::kWarning);
}

TEST_F(SelectionTest, LetsTheConfigurationBeatTheRule) {
  EXPECT_EQ(severity({}, configured(kErrorRule, Severity::kNote)), Severity::kNote);
  EXPECT_EQ(severity({}, configured(kErrorRule, Severity::kOff)), Severity::kOff);
}

TEST_F(SelectionTest, LetsTheCommandLineBeatTheConfiguration) {
  SelectionOptions options;
  options.severities = {{std::string(kErrorRule), Severity::kOff},
                        {std::string(kErrorRule), Severity::kWarning}};
  EXPECT_EQ(severity(options, configured(kErrorRule, Severity::kNote)), Severity::kWarning);
  options.disable = {std::string(kErrorRule)};
  EXPECT_EQ(severity(options, {}), Severity::kOff);
}

TEST_F(SelectionTest, RunsOnlyWhatIsAskedFor) {
  SelectionOptions options;
  options.only = {std::string(kErrorRule)};
  EXPECT_EQ(severity(options, {}, kErrorRule), Severity::kError);
  EXPECT_EQ(severity(options, {}, kWarningRule), Severity::kOff);
  // Asked for by name, it runs where the configuration turned it off, and milder stays milder.
  EXPECT_EQ(severity(options, configured(kErrorRule, Severity::kOff)), Severity::kError);
  EXPECT_EQ(severity(options, configured(kErrorRule, Severity::kNote)), Severity::kNote);
  options.disable = options.only;
  EXPECT_EQ(severity(options, {}), Severity::kOff);
}

TEST_F(SelectionTest, NamesEveryUnknownRule) {
  SelectionOptions options;
  options.only = {"test-flatt"};
  options.disable = {"nonsense"};
  options.severities = {{"test-limits", Severity::kError}};
  const Result<RuleSelection> selection = RuleSelection::create(options);
  ASSERT_FALSE(selection.ok());
  EXPECT_EQ(selection.error(),
            "--only: unknown rule `test-flatt`; did you mean `test-flat`?\n"
            "--disable: unknown rule `nonsense`\n"
            "--severity: unknown rule `test-limits`; did you mean `test-limit`?");
}

}  // namespace
}  // namespace envelint
