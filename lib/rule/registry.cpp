#include <algorithm>
#include <cassert>

#include "rule/rule.h"

namespace envelint {
namespace {

/// Filled by static constructors, whose order between files is undefined; so it is created by
/// whichever comes first.
std::vector<const Rule*>& registeredRules() {
  static std::vector<const Rule*> rules;
  return rules;
}

bool comesBefore(const Rule* rule, std::string_view id) { return rule->info().id < id; }

}  // namespace

namespace internal {

void registerRule(const Rule* rule) {
  std::vector<const Rule*>& rules = registeredRules();
  const auto at = std::lower_bound(rules.begin(), rules.end(), rule->info().id, comesBefore);
  assert((at == rules.end() || (*at)->info().id != rule->info().id) && "two rules of one id");
  rules.insert(at, rule);
}

}  // namespace internal

const std::vector<const Rule*>& allRules() { return registeredRules(); }

const Rule* findRule(std::string_view id) {
  const std::vector<const Rule*>& rules = registeredRules();
  const auto at = std::lower_bound(rules.begin(), rules.end(), id, comesBefore);
  return at != rules.end() && (*at)->info().id == id ? *at : nullptr;
}

}  // namespace envelint
