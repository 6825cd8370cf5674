#include <fmt/format.h>

#include "mcp/dialect.h"
#include "mcp/server.h"
#include "rule/rule.h"

namespace envelint {
namespace {

constexpr int64_t kSuggestedMaximum = 200;

/// A list tool without any parameter that narrows or continues its answer.
///
///   Before: list_orders({status})               After: list_orders({status, limit, cursor})
class MissingLimit final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{
        "missing-limit", Severity::kError,
        "a list tool has no limit, cursor or date filter: its answer grows with the data"};
    return kInfo;
  }

  void check(const Server& server, Report& report) const override {
    for (const Tool& tool : server.listTools()) {
      if (!tool.schemaIsWhole() || tool.hasLimitingStrategy() || tool.runsCallersSql() ||
          tool.runsCallersGraphql()) {
        continue;
      }
      auto entry = report.at(tool.namePlace());
      entry
          .say(fmt::format("tool `{}` has no limit, cursor or date filter: its callers can neither "
                           "hold its answer down nor page it",
                           tool.name()))
          .help(
              fmt::format("add `{}`, and a cursor to go on from",
                          limitIn(tool.dialect(), "limit", kSuggestedMaximum, tool.safeDefault())));
      if (tool.listEvidence() == ListEvidence::kDescription) {
        entry.atMost(Severity::kWarning);
      }
      entry.alsoAt(tool.rowsPlace(), "these rows are its answer");
      entry.alsoAt(tool.registration(), "the tool is registered here");
    }
  }
};

ENVELINT_REGISTER_RULE(MissingLimit)

}  // namespace
}  // namespace envelint
