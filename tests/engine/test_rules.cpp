#include "engine/test_rules.h"

#include <fmt/format.h>

#include "rule/rule.h"

namespace envelint {
namespace {

/// Reports every tool, at its name.
class TestFlat final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{kErrorRule, Severity::kError, "a rule of these tests"};
    return kInfo;
  }
  void check(const Server& server, Report& report) const override {
    for (const Tool& tool : server.tools()) {
      report.at(tool.namePlace()).say(fmt::format("tool `{}` is there", tool.name()));
    }
  }
};

/// Reports the run's `maxLimit`, at every tool.
class TestLimit final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{kWarningRule, Severity::kWarning,
                                    "another rule of these tests"};
    return kInfo;
  }
  void check(const Server& server, Report& report) const override {
    for (const Tool& tool : server.tools()) {
      report.at(tool.namePlace()).say(fmt::format("at most {} rows", server.config().maxLimit));
    }
  }
};

ENVELINT_REGISTER_RULE(TestFlat)
ENVELINT_REGISTER_RULE(TestLimit)

}  // namespace
}  // namespace envelint
