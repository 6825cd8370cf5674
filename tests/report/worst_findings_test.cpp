#include "report/worst_findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace envelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Finding> ofSeverities(std::initializer_list<Severity> severities) {
  std::vector<Finding> findings;
  for (const Severity severity : severities) {
    findings.emplace_back().severity = severity;
  }
  return findings;
}

TEST(WorstFindings, AreAllWhenThereIsRoom) {
  const auto findings = ofSeverities({Severity::kNote, Severity::kError});
  EXPECT_THAT(worstFindings(findings, 2), ElementsAre(0, 1));
  EXPECT_THAT(worstFindings({}, 2), IsEmpty());
}

TEST(WorstFindings, LeaveOutTheMildestAndKeepTheOrder) {
  const auto findings = ofSeverities({Severity::kNote, Severity::kWarning, Severity::kError,
                                      Severity::kWarning, Severity::kError});
  EXPECT_THAT(worstFindings(findings, 4), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(worstFindings(findings, 3), ElementsAre(1, 2, 4));
  EXPECT_THAT(worstFindings(findings, 1), ElementsAre(2));
}

}  // namespace
}  // namespace envelint
