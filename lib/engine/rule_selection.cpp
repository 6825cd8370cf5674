#include "engine/rule_selection.h"

#include <fmt/format.h>

#include "engine/suggestion.h"

namespace envelint {
namespace {

void checkRule(std::string_view option, const std::string& id, std::string& mistakes) {
  if (findRule(id) == nullptr) {
    mistakes += fmt::format("{}{}: unknown rule `{}`{}", mistakes.empty() ? "" : "\n", option, id,
                            didYouMean(id, ruleIds()));
  }
}

}  // namespace

Result<RuleSelection> RuleSelection::create(const SelectionOptions& options) {
  RuleSelection selection;
  std::string mistakes;
  for (const std::string& id : options.only) {
    checkRule("--only", id, mistakes);
    selection.only_.insert(id);
  }
  for (const std::string& id : options.disable) {
    checkRule("--disable", id, mistakes);
    selection.disabled_.insert(id);
  }
  for (const auto& [id, severity] : options.severities) {
    checkRule("--severity", id, mistakes);
    selection.severities_[id] = severity;
  }
  if (!mistakes.empty()) {
    return Error{mistakes};
  }
  return selection;
}

Severity RuleSelection::severityOf(const Rule& rule, const Configuration& configuration) const {
  const RuleInfo& info = rule.info();
  const bool isAskedFor = only_.count(info.id) > 0;
  if (disabled_.count(info.id) > 0 || (!only_.empty() && !isAskedFor)) {
    return Severity::kOff;
  }
  if (const auto set = severities_.find(info.id); set != severities_.end()) {
    return set->second;
  }
  const auto configured = configuration.severities.find(info.id);
  if (configured == configuration.severities.end() ||
      (isAskedFor && configured->second == Severity::kOff)) {
    return info.severity;
  }
  return configured->second;
}

}  // namespace envelint
