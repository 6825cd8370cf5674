#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "mcp/server.h"
#include "rule/finding.h"
#include "rule/report.h"

namespace envelint {

/// What a rule says of itself; every text is shown to users.
struct RuleInfo {
  std::string_view id;       ///< kebab case; names its .cpp, its .md and its fixture folder
  Severity severity;         ///< unless configured otherwise
  std::string_view summary;  ///< one sentence, lower case, no full stop
};

/// One rule. Instances are created once a run, hold no state between calls of `check`, and see the
/// program only through lib/mcp and lib/analysis.
class Rule {
 public:
  virtual ~Rule() = default;
  virtual const RuleInfo& info() const = 0;
  /// Reports everything the rule has to say about a server. Never fails: what can't be known stays
  /// unreported.
  virtual void check(const Server& server, Report& report) const = 0;
};

/// All registered rules, sorted by id. The list is complete before `main` and never changes.
const std::vector<const Rule*>& allRules();
/// The rule of this id, or null.
const Rule* findRule(std::string_view id);

namespace internal {
void registerRule(const Rule* rule);
}

/// Registers a rule class by its definition's existence; its translation unit must be linked as an
/// object, not from an archive.
#define ENVELINT_REGISTER_RULE(RuleClass)                       \
  namespace {                                                   \
  const RuleClass registered##RuleClass;                        \
  [[maybe_unused]] const bool isRegistered##RuleClass = [] {    \
    ::envelint::internal::registerRule(&registered##RuleClass); \
    return true;                                                \
  }();                                                          \
  }

}  // namespace envelint
