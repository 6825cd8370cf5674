#include "rule/report.h"

#include <gtest/gtest.h>

namespace envelint {
namespace {

class ReportTest : public testing::Test {
 protected:
  SourceFile file_{"/root/a.ts", "a.ts", "0123456789"};
  CodePlace here_{&file_, {1, 3}};
  CodePlace there_{&file_, {5, 7}};
};

TEST_F(ReportTest, WritesAFindingInOneSentence) {
  Report report("some-rule", Severity::kError);
  report.at(here_).say("it is wrong").help("mend it").alsoAt(there_, "because of this");
  const std::vector<Finding> findings = report.take();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].rule, "some-rule");
  EXPECT_EQ(findings[0].severity, Severity::kError);
  EXPECT_EQ(findings[0].primary.file, &file_);
  EXPECT_EQ(findings[0].primary.range, (Range{1, 3}));
  EXPECT_EQ(findings[0].primary.message, "it is wrong");
  EXPECT_EQ(findings[0].help, "mend it");
  ASSERT_EQ(findings[0].related.size(), 1u);
  EXPECT_EQ(findings[0].related[0].range, (Range{5, 7}));
  EXPECT_EQ(findings[0].related[0].message, "because of this");
}

TEST_F(ReportTest, LeavesOutRelatedPlacesThatSayNothing) {
  Report report("some-rule", Severity::kError);
  report.at(here_).say("it is wrong").alsoAt({}, "nowhere").alsoAt(here_, "the same place");
  EXPECT_TRUE(report.take()[0].related.empty());
}

TEST_F(ReportTest, LowersASeverityAndNeverRaisesIt) {
  Report report("some-rule", Severity::kWarning);
  report.at(here_).atMost(Severity::kNote);
  report.at(there_).atMost(Severity::kError);
  const std::vector<Finding> findings = report.take();
  EXPECT_EQ(findings[0].severity, Severity::kNote);
  EXPECT_EQ(findings[1].severity, Severity::kWarning);
}

}  // namespace
}  // namespace envelint
