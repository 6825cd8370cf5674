#include "engine/fixes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "support/temp_folder.h"

namespace envelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

Finding fixing(std::vector<Edit> edits, Safety safety = Safety::kSafe) {
  Finding finding;
  finding.rule = "some-rule";
  finding.primary.file = edits.front().file;
  finding.fix = Fix{safety, std::move(edits)};
  return finding;
}

const SourceFile& letters() {
  static const SourceFile file("/root/letters.ts", "letters.ts",
                               "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n");
  return file;
}

TEST(FixesTest, AreAppliedTogether) {
  const FixPlan plan =
      planFixes({fixing({{&letters(), {4, 5}, "C"}}), fixing({{&letters(), {0, 1}, "A"}})}, false);
  EXPECT_EQ(plan.fixed, 2u);
  ASSERT_THAT(plan.files, SizeIs(1));
  EXPECT_EQ(plan.files[0].text(), "A\nb\nC\nd\ne\nf\ng\nh\ni\nj\nk\nl\n");
}

TEST(FixesTest, ThatOverlapAreLeftOutAsAWhole) {
  const FixPlan plan = planFixes({fixing({{&letters(), {0, 4}, ""}}),
                                  fixing({{&letters(), {2, 3}, "B"}, {&letters(), {8, 9}, "E"}})},
                                 false);
  EXPECT_EQ(plan.fixed, 1u);
  EXPECT_EQ(plan.colliding, 1u);
  EXPECT_EQ(plan.files.at(0).text(), "c\nd\ne\nf\ng\nh\ni\nj\nk\nl\n");
}

TEST(FixesTest, ThatInsertAtOnePlaceCollideUnlessTheyAreTheSame) {
  const Edit insert{&letters(), {2, 2}, "x"};
  const Edit other{&letters(), {2, 2}, "y"};
  const FixPlan plan = planFixes({fixing({insert}), fixing({other}), fixing({insert})}, false);
  EXPECT_EQ(plan.fixed, 2u);
  EXPECT_EQ(plan.colliding, 1u);
  EXPECT_TRUE(plan.files.at(0).text().starts_with("a\nxb\n"));
}

TEST(FixesTest, ThatAreUnsafeWaitToBeAskedFor) {
  const std::vector<Finding> findings = {fixing({{&letters(), {0, 1}, "A"}}, Safety::kUnsafe)};
  EXPECT_THAT(planFixes(findings, false).files, IsEmpty());
  EXPECT_EQ(planFixes(findings, false).unsafe, 1u);
  EXPECT_EQ(planFixes(findings, true).fixed, 1u);
}

TEST(FixesTest, NeverLeaveTheRoot) {
  const SourceFile outside("/elsewhere/a.ts", "../elsewhere/a.ts", "a\n");
  EXPECT_THAT(planFixes({fixing({{&outside, {0, 1}, "A"}})}, true).files, IsEmpty());
}

TEST(FixesTest, AreShownAsAUnifiedDiff) {
  const FixPlan plan =
      planFixes({fixing({{&letters(), {0, 1}, "A\nA"}}), fixing({{&letters(), {22, 24}, ""}}),
                 fixing({{&letters(), {20, 21}, "K"}})},
                false);
  EXPECT_EQ(plan.files.at(0).diff(),
            "--- a/letters.ts\n"
            "+++ b/letters.ts\n"
            "@@ -1,4 +1,5 @@\n"
            "-a\n"
            "+A\n"
            "+A\n"
            " b\n"
            " c\n"
            " d\n"
            "@@ -8,5 +9,4 @@\n"
            " h\n"
            " i\n"
            " j\n"
            "-k\n"
            "+K\n"
            "-l\n");
}

TEST(FixesTest, ShowAMissingLineBreakAtTheEnd) {
  const SourceFile file("/root/a.ts", "a.ts", "a");
  EXPECT_EQ(planFixes({fixing({{&file, {1, 1}, "b"}})}, false).files.at(0).diff(),
            "--- a/a.ts\n+++ b/a.ts\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+ab\n"
            "\\ No newline at end of file\n");
}

class AppliedFixesTest : public testing::Test {
 protected:
  FixPlan planFor(const SourceFile& file) {
    return planFixes({fixing({{&file, {0, 1}, "A"}})}, false);
  }
  std::string read(const std::string& name) const {
    std::ifstream file(folder_.path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  TempFolder folder_;
};

TEST_F(AppliedFixesTest, AreWritten) {
  const SourceFile file(folder_.write("src/a.ts", "a\n"), "src/a.ts", "a\n");
  EXPECT_THAT(applyFixes(planFor(file), folder_.path()), IsEmpty());
  EXPECT_EQ(read("src/a.ts"), "A\n");
}

TEST_F(AppliedFixesTest, LeaveAFileThatHasChanged) {
  const SourceFile file(folder_.write("a.ts", "a changed\n"), "a.ts", "a\n");
  EXPECT_THAT(applyFixes(planFor(file), folder_.path()),
              ElementsAre(Pair("a.ts", "has changed since it was read")));
  EXPECT_EQ(read("a.ts"), "a changed\n");
}

TEST_F(AppliedFixesTest, LeaveALink) {
  const TempFolder other;
  other.write("real.ts", "a\n");
  folder_.link("a.ts", other.path("real.ts"));
  const SourceFile file(folder_.path("a.ts"), "a.ts", "a\n");
  EXPECT_THAT(applyFixes(planFor(file), folder_.path()),
              ElementsAre(Pair("a.ts", "is reached through a symbolic link")));
  EXPECT_EQ(read("a.ts"), "a\n");
}

TEST_F(AppliedFixesTest, LeaveAFileBelowALink) {
  const TempFolder other;
  other.write("a.ts", "a\n");
  folder_.link("src", other.path());
  const SourceFile file(folder_.path("src/a.ts"), "src/a.ts", "a\n");
  EXPECT_THAT(applyFixes(planFor(file), folder_.path()), SizeIs(1));
  EXPECT_EQ(read("src/a.ts"), "a\n");
}

}  // namespace
}  // namespace envelint
