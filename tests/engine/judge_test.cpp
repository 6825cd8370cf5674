#include "engine/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/commented_module.h"
#include "engine/test_rules.h"

namespace envelint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class JudgeTest : public testing::Test {
 protected:
  /// A finding at a word of the module, as a rule would hand it over.
  static Finding at(const CommentedModule& module, std::string_view word,
                    std::string_view rule = kErrorRule) {
    Finding finding;
    finding.rule = rule;
    finding.severity = Severity::kError;
    finding.primary = {&module.file(), module.rangeOf(word), "found"};
    return finding;
  }

  Judgement judgeIn(const CommentedModule& module, std::vector<Finding> findings,
                    const SelectionOptions& options = {}, bool isWithItsFolder = true) {
    const Result<RuleSelection> selection = RuleSelection::create(options);
    return judge(std::move(findings),
                 {{&module.file(), &configuration_, &module.module(), isWithItsFolder}},
                 *selection);
  }

  /// Each finding as "severity rule line: message".
  static std::vector<std::string> said(const Judgement& judgement) {
    std::vector<std::string> lines;
    for (const Finding& finding : judgement.findings) {
      const uint32_t line = finding.primary.file->position(finding.primary.range.begin).line;
      lines.push_back(std::string(severityName(finding.severity)) + " " +
                      std::string(finding.rule) + " " + std::to_string(line) + ": " +
                      finding.primary.message);
    }
    return lines;
  }

  Configuration configuration_;
};

TEST_F(JudgeTest, GivesFindingsTheSeverityOfTheirFile) {
  const CommentedModule module("a b\n");
  configuration_.severities.emplace(kWarningRule, Severity::kNote);
  EXPECT_THAT(said(judgeIn(module, {at(module, "a"), at(module, "b", kWarningRule)})),
              ElementsAre("error test-flat 1: found", "note test-limit 1: found"));
}

TEST_F(JudgeTest, LeavesALoweredSeverityLow) {
  const CommentedModule module("a\n");
  Finding weak = at(module, "a");
  weak.severity = Severity::kNote;
  EXPECT_THAT(said(judgeIn(module, {weak})), ElementsAre("note test-flat 1: found"));
}

TEST_F(JudgeTest, DropsWhatIsOff) {
  const CommentedModule module("a\n");
  configuration_.severities.emplace(kErrorRule, Severity::kOff);
  EXPECT_THAT(said(judgeIn(module, {at(module, "a")})), IsEmpty());
}

TEST_F(JudgeTest, DropsFindingsOutsideTheLintedFiles) {
  const CommentedModule module("a\n");
  const CommentedModule imported("a\n");
  EXPECT_THAT(said(judgeIn(module, {at(imported, "a")})), IsEmpty());
}

TEST_F(JudgeTest, SortsAndMergesWhatIsSaidTwice) {
  const CommentedModule module("a b c\n");
  Finding first = at(module, "b");
  first.related = {{&module.file(), module.rangeOf("a"), "here"}};
  Finding again = at(module, "b");
  again.related = {{&module.file(), module.rangeOf("a"), "here"},
                   {&module.file(), module.rangeOf("c"), "and here"}};
  const Judgement judgement = judgeIn(module, {first, at(module, "a"), again});
  ASSERT_EQ(judgement.findings.size(), 2u);
  EXPECT_EQ(judgement.findings[0].primary.range, module.rangeOf("a"));
  EXPECT_EQ(judgement.findings[1].related.size(), 2u);
}

TEST_F(JudgeTest, SuppressesOnTheNextLine) {
  const CommentedModule module("// envelint-ignore-next-line test-flat: it is fixed\na\nb\n");
  const Judgement judgement = judgeIn(module, {at(module, "a\n"), at(module, "b\n")});
  EXPECT_THAT(said(judgement), ElementsAre("error test-flat 3: found"));
  EXPECT_EQ(judgement.suppressed.size(), 1u);
}

TEST_F(JudgeTest, SuppressesNotOnTheLineTheCommentEndsOn) {
  const CommentedModule module("a // envelint-ignore-next-line test-flat: below\nb;\n");
  EXPECT_THAT(said(judgeIn(module, {at(module, "a "), at(module, "b;")})),
              ElementsAre("error test-flat 1: found"));
}

TEST_F(JudgeTest, SuppressesAcrossBlankAndCommentLines) {
  const CommentedModule module(
      "// envelint-ignore-next-line test-flat: first reason\n"
      "// envelint-ignore-next-line test-limit: second reason\n"
      "\n"
      "/* a comment\n   of two lines */ // and one more\n"
      "code\n");
  const Judgement judgement =
      judgeIn(module, {at(module, "code"), at(module, "code", kWarningRule)});
  EXPECT_THAT(said(judgement), IsEmpty());
  EXPECT_EQ(judgement.suppressed.size(), 2u);
}

TEST_F(JudgeTest, SuppressesOnTheSameLine) {
  const CommentedModule module("a // envelint-ignore-line test-flat: why\nb\n");
  EXPECT_THAT(said(judgeIn(module, {at(module, "a "), at(module, "b\n")})),
              ElementsAre("error test-flat 2: found"));
}

TEST_F(JudgeTest, SuppressesInTheWholeFile) {
  const CommentedModule module("a\n/* envelint-ignore-file test-flat: generated */\nb\n");
  EXPECT_THAT(said(judgeIn(module, {at(module, "a\n"), at(module, "b\n")})), IsEmpty());
}

TEST_F(JudgeTest, SuppressesSeveralRulesAtOnceAndNoOther) {
  const CommentedModule module("/** envelint-ignore-next-line test-flat , test-limit: why */\na\n");
  Finding other = at(module, "a\n", "unused-suppression");
  EXPECT_THAT(said(judgeIn(module, {at(module, "a\n"), at(module, "a\n", kWarningRule), other})),
              ElementsAre(StartsWith("warning unused-suppression 2")));
}

TEST_F(JudgeTest, SilencesNothingWithoutARule) {
  const CommentedModule module("// envelint-ignore-next-line\na\n");
  EXPECT_THAT(said(judgeIn(module, {at(module, "a\n")})),
              ElementsAre("warning unused-suppression 1: the suppression names no rule, so it "
                          "silences nothing",
                          "error test-flat 2: found"));
}

TEST_F(JudgeTest, SilencesNothingWithoutAReason) {
  for (const char* comment :
       {"// envelint-ignore-next-line test-flat",
        "// envelint-ignore-next-line test-flat: ", "/* envelint-ignore-next-line test-flat: */"}) {
    const CommentedModule module(std::string(comment) + "\na\n");
    EXPECT_THAT(said(judgeIn(module, {at(module, "a\n")})),
                ElementsAre(HasSubstr("gives no reason"), "error test-flat 2: found"))
        << comment;
  }
}

TEST_F(JudgeTest, TellsOfAnUnknownRuleWhatWasMeant) {
  const CommentedModule module("// envelint-ignore-next-line test-flt: why\na\n");
  const Judgement judgement = judgeIn(module, {at(module, "a\n")});
  EXPECT_THAT(said(judgement),
              ElementsAre(HasSubstr("unknown rule `test-flt`"), "error test-flat 2: found"));
  EXPECT_EQ(judgement.findings[0].help, "did you mean `test-flat`?");
}

TEST_F(JudgeTest, TellsOfADirectiveThatIsNone) {
  for (const char* marker : {"envelint-ignore", "envelint-ignore-nextline",
                             "envelint-disable-next-line", "envelint-ignore-next-lines"}) {
    const CommentedModule module("// " + std::string(marker) + " test-flat: why\na\n");
    EXPECT_THAT(said(judgeIn(module, {at(module, "a\n")})),
                ElementsAre(HasSubstr("`" + std::string(marker) + "` is no suppression"),
                            "error test-flat 2: found"));
  }
}

TEST_F(JudgeTest, TakesProseForProse) {
  const CommentedModule module(
      "// Use envelint-ignore-next-line test-flat: reason\n// envelint-fixture\na\n");
  EXPECT_THAT(said(judgeIn(module, {at(module, "a\n")})), ElementsAre("error test-flat 3: found"));
}

TEST_F(JudgeTest, ReportsAnUnusedSuppression) {
  const CommentedModule module("// envelint-ignore-next-line test-flat, test-limit: why\na\n");
  const Judgement judgement = judgeIn(module, {at(module, "a\n")});
  EXPECT_THAT(said(judgement),
              ElementsAre("warning unused-suppression 1: the suppression of "
                          "`test-limit` matches no finding and would hide the next "
                          "one"));
  EXPECT_EQ(judgement.findings[0].help, "take `test-limit` out of the comment");
}

TEST_F(JudgeTest, CallsASuppressionUnusedOnlyWhenItsRuleRan) {
  const CommentedModule module("// envelint-ignore-next-line test-flat: why\na\n");
  SelectionOptions disabled;
  disabled.disable = {std::string(kErrorRule)};
  EXPECT_THAT(said(judgeIn(module, {}, disabled)), IsEmpty());
  SelectionOptions others;
  others.only = {std::string(kWarningRule), "unused-suppression"};
  EXPECT_THAT(said(judgeIn(module, {}, others)), IsEmpty());
  configuration_.severities.emplace(kErrorRule, Severity::kOff);
  EXPECT_THAT(said(judgeIn(module, {})), IsEmpty());
}

TEST_F(JudgeTest, CallsNoSuppressionUnusedInAFileNamedAlone) {
  const CommentedModule module(
      "// envelint-ignore-next-line test-flat: why\n// envelint-ignore-line x: y\na\n");
  EXPECT_THAT(said(judgeIn(module, {}, {}, false)), ElementsAre(HasSubstr("unknown rule `x`")));
}

TEST_F(JudgeTest, ReportsSuppressionsOnlyWhenThatRuleRuns) {
  const CommentedModule module("// envelint-ignore-next-line test-flat\na\n");
  SelectionOptions options;
  options.only = {std::string(kErrorRule)};
  EXPECT_THAT(said(judgeIn(module, {at(module, "a\n")}, options)),
              ElementsAre("error test-flat 2: found"));
}

TEST_F(JudgeTest, LetsAFileSuppressTheReviewOfItsSuppressions) {
  const CommentedModule module(
      "// envelint-ignore-file unused-suppression: shared with another linter\n"
      "// envelint-ignore-next-line test-flat: why\na\n");
  const Judgement judgement = judgeIn(module, {});
  EXPECT_THAT(said(judgement), IsEmpty());
  EXPECT_EQ(judgement.suppressed.size(), 1u);
  const CommentedModule useless("// envelint-ignore-file unused-suppression: nothing to hide\na\n");
  EXPECT_THAT(said(judgeIn(useless, {})),
              ElementsAre(HasSubstr("of `unused-suppression` matches")));
}

TEST_F(JudgeTest, ReadsAHugeNumberOfSuppressionsInLinearTime) {
  std::string text;
  for (int i = 0; i < 50000; ++i) {
    text += "// envelint-ignore-next-line test-flat: why\n";
  }
  const CommentedModule module(text);
  // Behind them there is no code, so each is unused; what they say is one finding each.
  EXPECT_EQ(judgeIn(module, {}).findings.size(), 50000u);
}

}  // namespace
}  // namespace envelint
