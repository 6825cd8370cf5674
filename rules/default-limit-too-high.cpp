#include <fmt/format.h>

#include "mcp/naming.h"
#include "mcp/schema_edits.h"
#include "mcp/server.h"
#include "rule/rule.h"

namespace envelint {
namespace {

/// Rows a caller should get who asked for no number (the pagination skill's hard rule 2).
constexpr double kHighestDefault = 100;
/// The same for search, where the first hits are the good ones.
constexpr double kHighestSearchDefault = 20;

/// A bounded limit whose default is already too much.
///
///   Before: limit: z.number().max(500).default(250)   After: limit:
///   z.number().max(500).default(20)
class DefaultLimitTooHigh final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{
        "default-limit-too-high", Severity::kWarning,
        "a limit's default is so high that callers who don't ask get too many rows"};
    return kInfo;
  }

  void check(const Server& server, Report& report) const override {
    const auto isTooHigh = [](const Tool& tool, const LimitParameter& limit) {
      const double fallback = tool.defaultOf(limit).value_or(0);
      return fallback > (tool.isSearchTool() ? kHighestSearchDefault : kHighestDefault) &&
             tool.bound(limit).kind == Bound::Kind::kBounded;
    };
    for (const SharedLimit& shared : server.sharedLimits(isTooHigh)) {
      const SchemaParameter& parameter = *shared.limit.parameter;
      const Tool& tool = shared.tools.front();
      const double fallback = tool.defaultOf(shared.limit).value_or(0);
      auto entry = report.at(shared.place);
      entry
          .say(fmt::format("`{}` of tool `{}` is {:.0f} unless the caller says otherwise: every "
                           "plain call floods its context",
                           parameter.name, tool.name(), fallback))
          .help(fmt::format("lower the default to {}", tool.safeDefault()))
          .fix(Safety::kSafe, editDefault(parameter, tool.safeDefault()));
      if (fallback <= kHighestDefault) {
        entry.atMost(Severity::kNote);
      }
      for (size_t i = 0; i < shared.tools.size(); ++i) {
        entry.alsoAt(shared.uses[i], fmt::format("tool `{}` takes it", shared.tools[i].name()));
      }
    }
  }
};

ENVELINT_REGISTER_RULE(DefaultLimitTooHigh)

}  // namespace
}  // namespace envelint
