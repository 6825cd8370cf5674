#include "source/ignore_rules.h"

#include <gtest/gtest.h>

namespace envelint {
namespace {

bool ignores(std::string_view rules, std::string_view path, bool isFolder = false) {
  return IgnoreRules(rules).ignoresBelow(path, isFolder);
}

TEST(IgnoreRules, ARuleWithoutASlashConcernsEveryDepth) {
  EXPECT_TRUE(ignores("*.log", "a.log"));
  EXPECT_TRUE(ignores("*.log", "x/y/a.log"));
  EXPECT_TRUE(ignores("tmp", "x/tmp/a.ts"));
  EXPECT_FALSE(ignores("tmp", "x/tmps/a.ts"));
}

TEST(IgnoreRules, ARuleWithASlashIsAnchored) {
  EXPECT_TRUE(ignores("/a.ts", "a.ts"));
  EXPECT_FALSE(ignores("/a.ts", "x/a.ts"));
  EXPECT_TRUE(ignores("x/a.ts", "x/a.ts"));
  EXPECT_FALSE(ignores("x/a.ts", "y/x/a.ts"));
  EXPECT_TRUE(ignores("**/x/a.ts", "y/x/a.ts"));
}

TEST(IgnoreRules, ASlashAtTheEndMeansFoldersOnly) {
  EXPECT_TRUE(ignores("gen/", "gen/a.ts"));
  EXPECT_TRUE(ignores("gen/", "x/gen/a.ts"));
  EXPECT_FALSE(ignores("gen/", "gen"));
  EXPECT_TRUE(ignores("gen/", "gen", true));
}

TEST(IgnoreRules, TheLastRuleThatMatchesDecides) {
  EXPECT_FALSE(ignores("*.ts\n!keep.ts", "keep.ts"));
  EXPECT_TRUE(ignores("*.ts\n!keep.ts", "drop.ts"));
  EXPECT_TRUE(ignores("!keep.ts\n*.ts", "keep.ts"));
}

TEST(IgnoreRules, NothingBelowAnIgnoredFolderIsTakenBack) {
  EXPECT_TRUE(ignores("gen/\n!gen/keep.ts", "gen/keep.ts"));
  EXPECT_FALSE(ignores("gen/*\n!gen/keep.ts", "gen/keep.ts"));
  EXPECT_TRUE(ignores("gen/*\n!gen/keep.ts", "gen/drop.ts"));
}

TEST(IgnoreRules, CommentsBlanksAndEscapesAreReadAsGitDoes) {
  EXPECT_FALSE(ignores("# a\n\n", "# a"));
  EXPECT_TRUE(ignores("\\#a", "#a"));
  EXPECT_TRUE(ignores("\\!a", "!a"));
  EXPECT_TRUE(ignores("a.ts   ", "a.ts"));
  EXPECT_TRUE(ignores("a\\ ", "a "));
  EXPECT_TRUE(ignores("a.ts\r\nb.ts\r\n", "b.ts"));
  EXPECT_TRUE(
      ignores("\xEF\xBB\xBF"
              "a.ts",
              "a.ts"));
  EXPECT_TRUE(ignores("{a,b}.ts", "{a,b}.ts"));
}

TEST(IgnoreRules, ARuleThatCannotBeReadIsLeftOut) {
  EXPECT_FALSE(ignores("a[b\n/\n!\n", "a[b"));
  EXPECT_TRUE(ignores("a[b\nc", "c"));
}

TEST(IgnoreRules, FoldersTheUserNamedAreNotAsked) {
  const IgnoreRules rules("fixtures/\n*.gen.ts");
  EXPECT_TRUE(rules.ignoresBelow("fixtures/a/x.ts", false));
  EXPECT_FALSE(rules.ignoresBelow("fixtures/a/x.ts", false, "fixtures"));
  EXPECT_FALSE(rules.ignoresBelow("fixtures/a/x.ts", false, "fixtures/a"));
  EXPECT_TRUE(rules.ignoresBelow("fixtures/a/x.gen.ts", false, "fixtures/a"));
  EXPECT_FALSE(rules.ignoresBelow("fixtures", true, "fixtures"));
}

TEST(IgnoreRules, BracesWorkWhereAskedFor) {
  const IgnoreRules rules("{gen,out}/**", GlobSyntax::kBraces);
  EXPECT_TRUE(rules.ignoresBelow("out/x.ts", false));
}

}  // namespace
}  // namespace envelint
