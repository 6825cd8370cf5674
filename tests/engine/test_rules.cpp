#include "engine/test_rules.h"

#include "rule/rule.h"

namespace envelint {
namespace {

class TestFlat final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{kErrorRule, Severity::kError, "a rule of these tests"};
    return kInfo;
  }
  void check(const Server&, Report&) const override {}
};

class TestLimit final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{kWarningRule, Severity::kWarning,
                                    "another rule of these tests"};
    return kInfo;
  }
  void check(const Server&, Report&) const override {}
};

ENVELINT_REGISTER_RULE(TestFlat)
ENVELINT_REGISTER_RULE(TestLimit)

}  // namespace
}  // namespace envelint
