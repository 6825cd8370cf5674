#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "rule/rule.h"

namespace envelint {
namespace {

using testing::IsSupersetOf;

class RuleB final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{"b-rule", Severity::kNote, "second by its id"};
    return kInfo;
  }
  void check(const Server&, Report&) const override {}
};

class RuleA final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{"a-rule", Severity::kError, "first by its id"};
    return kInfo;
  }
  void check(const Server&, Report&) const override {}
};

ENVELINT_REGISTER_RULE(RuleB)
ENVELINT_REGISTER_RULE(RuleA)

TEST(Registry, HoldsWhatRegistersItselfSortedById) {
  std::vector<std::string_view> ids;
  for (const Rule* rule : allRules()) {
    ids.push_back(rule->info().id);
  }
  EXPECT_THAT(ids, IsSupersetOf({std::string_view("a-rule"), std::string_view("b-rule")}));
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
}

TEST(Registry, FindsARuleByItsWholeIdOnly) {
  ASSERT_NE(findRule("b-rule"), nullptr);
  EXPECT_EQ(findRule("b-rule")->info().summary, "second by its id");
  EXPECT_EQ(findRule("b-rul"), nullptr);
  EXPECT_EQ(findRule("b-rules"), nullptr);
  EXPECT_EQ(findRule(""), nullptr);
}

}  // namespace
}  // namespace envelint
