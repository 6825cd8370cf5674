#include <fmt/format.h>

#include <cmath>

#include "mcp/dialect.h"
#include "mcp/schema_edits.h"
#include "mcp/server.h"
#include "rule/rule.h"

namespace envelint {
namespace {

/// What most servers take for the most rows a page may hold; the doctrine's own maximum.
constexpr int64_t kSuggestedMaximum = 200;
constexpr size_t kNamedTools = 3;

/// A limit parameter that nothing holds down.
///
///   Before: limit: z.number().optional()            After: limit: z.number().max(200).optional()
class UnboundedLimit final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{
        "unbounded-limit", Severity::kWarning,
        "a limit parameter has no upper bound, so one call can ask for every row there is"};
    return kInfo;
  }

  void check(const Server& server, Report& report) const override {
    const auto isUnbounded = [](const Tool& tool, const LimitParameter& limit) {
      const Bound::Kind kind = tool.bound(limit).kind;
      return kind == Bound::Kind::kUnbounded || kind == Bound::Kind::kAbsentMeansAll;
    };
    for (const SharedLimit& shared : server.sharedLimits(isUnbounded)) {
      const SchemaParameter& parameter = *shared.limit.parameter;
      const Bound bound = shared.tools.front().bound(shared.limit);
      auto entry = report.at(shared.place);
      if (bound.kind == Bound::Kind::kAbsentMeansAll) {
        entry
            .say(fmt::format("`{}` of tool `{}` may be left out, and then nothing is cut: a plain "
                             "call asks for every row",
                             parameter.name, shared.tools.front().name()))
            .help(fmt::format("give it a default of {}", shared.tools.front().safeDefault()))
            .flowsTo(bound.use, "rows are only cut here, when there is a number")
            .alsoAt(shared.tools.front().registration(), "the tool is registered here");
        continue;
      }
      entry.say(message(shared, bound, server.config().maxLimit))
          .help(fmt::format("bound it in the schema with `{}`, or clamp it before it is used",
                            maximumIn(parameter.dialect, kSuggestedMaximum)))
          .fix(Safety::kSafe, editMaximum(parameter, kSuggestedMaximum));
      entry.flowsTo(bound.use, std::isfinite(bound.maximum) ? "that many are asked for here"
                                                            : "it is used here as it comes");
      for (size_t i = 0; i < shared.tools.size(); ++i) {
        entry.alsoAt(shared.uses[i], fmt::format("tool `{}` takes it", shared.tools[i].name()));
      }
    }
  }

 private:
  static std::string message(const SharedLimit& shared, const Bound& bound, int64_t maxLimit) {
    const SchemaParameter& parameter = *shared.limit.parameter;
    std::string fault = "has no maximum";
    std::string_view effect = "one call can ask for every row";
    if (parameter.maximum.has_value() && std::isfinite(*parameter.maximum)) {
      fault = fmt::format("has a maximum of {:.0f}, over the {} rows that still bound an answer",
                          *parameter.maximum, maxLimit);
    } else if (std::isfinite(bound.maximum)) {
      fault =
          fmt::format("is held down to {:.0f} only, over the {} rows that still bound an answer",
                      bound.maximum, maxLimit);
    }
    if (shared.tools.size() <= kNamedTools) {
      std::string names;
      for (const Tool& tool : shared.tools) {
        names += fmt::format("{}`{}`", names.empty() ? "" : ", ", tool.name());
      }
      return fmt::format("`{}` of tool{} {} {}: {}", parameter.name,
                         shared.tools.size() > 1 ? "s" : "", names, fault, effect);
    }
    return fmt::format("`{}` {} and {} tools share it: {}", parameter.name, fault,
                       shared.tools.size(), effect);
  }
};

ENVELINT_REGISTER_RULE(UnboundedLimit)

}  // namespace
}  // namespace envelint
