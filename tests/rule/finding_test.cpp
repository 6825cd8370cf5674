#include "rule/finding.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace envelint {
namespace {

class FindingOrder : public testing::Test {
 protected:
  Finding at(const SourceFile& file, uint32_t begin, std::string_view rule, std::string message) {
    Finding finding;
    finding.rule = rule;
    finding.primary = {&file, {begin, begin + 1}, std::move(message)};
    return finding;
  }

  /// Whether `a` is reported before `b`, and not the other way round.
  static bool isBefore(const Finding& a, const Finding& b) {
    return reportsBefore(a, b) && !reportsBefore(b, a);
  }

  SourceFile a_{"/root/a.ts", "a.ts", "0123456789"};
  SourceFile b_{"/root/b.ts", "b.ts", "0123456789"};
};

TEST_F(FindingOrder, IsByPathThenPositionThenRuleThenMessage) {
  EXPECT_TRUE(isBefore(at(a_, 9, "z", "z"), at(b_, 0, "a", "a")));
  EXPECT_TRUE(isBefore(at(a_, 0, "z", "z"), at(a_, 1, "a", "a")));
  EXPECT_TRUE(isBefore(at(a_, 0, "a", "z"), at(a_, 0, "b", "a")));
  EXPECT_TRUE(isBefore(at(a_, 0, "a", "a"), at(a_, 0, "a", "b")));
}

TEST_F(FindingOrder, IsTotalOverFindingsThatDifferAnywhere) {
  const Finding base = at(a_, 0, "a", "a");
  Finding longer = base;
  longer.primary.range.end = 5;
  Finding severe = base;
  severe.severity = Severity::kError;
  Finding helped = base;
  helped.help = "do it";
  Finding related = base;
  related.related.push_back({&b_, {0, 1}, "here"});
  Finding relatedElsewhere = base;
  relatedElsewhere.related.push_back({&b_, {1, 2}, "here"});
  Finding relatedOtherwise = base;
  relatedOtherwise.related.push_back({&b_, {0, 1}, "there"});
  const std::vector<Finding> all = {base,    longer,           severe,          helped,
                                    related, relatedElsewhere, relatedOtherwise};
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_FALSE(reportsBefore(all[i], all[i]));
    for (size_t j = 0; j < i; ++j) {
      EXPECT_NE(reportsBefore(all[i], all[j]), reportsBefore(all[j], all[i])) << i << " " << j;
    }
  }
}

TEST_F(FindingOrder, PutsNotificationsOfTheRunFirst) {
  const Notification ofRun{"z", "z", nullptr, {}};
  const Notification ofFile{"a", "a", &a_, {}};
  EXPECT_TRUE(notifiesBefore(ofRun, ofFile));
  EXPECT_FALSE(notifiesBefore(ofFile, ofRun));
}

TEST(SeverityNames, GoBothWays) {
  for (const Severity severity : kSeverities) {
    EXPECT_EQ(severityOf(severityName(severity)), severity);
  }
  EXPECT_EQ(severityName(Severity::kWarning), "warning");
  EXPECT_FALSE(severityOf("warn").has_value());
  EXPECT_FALSE(severityOf("Error").has_value());
}

}  // namespace
}  // namespace envelint
