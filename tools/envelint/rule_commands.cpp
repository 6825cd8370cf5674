#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "engine/suggestion.h"
#include "output.h"
#include "rule/rule.h"
#include "rule/rule_pages.h"

namespace envelint {
namespace {

std::string rulesText() {
  size_t width = 0;
  for (const Rule* rule : allRules()) {
    width = std::max(width, rule->info().id.size());
  }
  std::string text;
  for (const Rule* rule : allRules()) {
    const RuleInfo& info = rule->info();
    text += fmt::format("{:<{}}  {:<7}  {}\n", info.id, width, severityName(info.severity),
                        info.summary);
  }
  return text;
}

std::string rulesJson() {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Rule* rule : allRules()) {
    const RuleInfo& info = rule->info();
    json.push_back(
        {{"id", info.id}, {"severity", severityName(info.severity)}, {"summary", info.summary}});
  }
  return json.dump(2) + "\n";
}

}  // namespace

int runRules(const CommandLine& line) {
  return print(line.outputs[0].format == "json" ? rulesJson() : rulesText(), kNothingFound);
}

int runExplain(const CommandLine& line) {
  const Rule* const rule = findRule(line.rule);
  if (rule == nullptr) {
    complain(fmt::format("unknown rule `{}`{}", line.rule, didYouMean(line.rule, ruleIds())));
    return kWrongUse;
  }
  const RuleInfo& info = rule->info();
  const std::string_view page = rulePage(info.id);
  const std::string text =
      page.empty() ? fmt::format("# {}\n\n{}\n", info.id, info.summary) : std::string(page);
  const std::string_view lineBreak = text.ends_with('\n') ? "" : "\n";
  return print(
      fmt::format("{}{}\nDefault severity: {}\n", text, lineBreak, severityName(info.severity)),
      kNothingFound);
}

}  // namespace envelint
