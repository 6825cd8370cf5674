// Two registered rules, for reports that list them.

#include "rule/rule.h"

namespace envelint {
namespace {

class SampleRule final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{"sample-rule", Severity::kError, "a sample of a rule"};
    return kInfo;
  }
  void check(const Server&, Report&) const override {}
};

class MildSample final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{"mild-sample", Severity::kNote, "a sample of a mild rule"};
    return kInfo;
  }
  void check(const Server&, Report&) const override {}
};

ENVELINT_REGISTER_RULE(SampleRule)
ENVELINT_REGISTER_RULE(MildSample)

}  // namespace
}  // namespace envelint
