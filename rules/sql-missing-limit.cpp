#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mcp/server.h"
#include "rule/rule.h"

namespace envelint {
namespace {

/// A list tool whose query names no bound: its answer grows with the table.
///
///   Before: SELECT id, name FROM orders         After: SELECT id, name FROM orders LIMIT 51
class SqlMissingLimit final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{
        "sql-missing-limit", Severity::kError,
        "a list tool runs a SELECT without LIMIT: its answer grows with the table"};
    return kInfo;
  }

  void check(const Server& server, Report& report) const override {
    // One finding for a text, however many tools run it.
    std::map<std::pair<std::string, uint32_t>, std::vector<Tool>> known;
    std::vector<std::pair<UnboundedQuery, std::vector<Tool>*>> found;
    for (const Tool& tool : server.listTools()) {
      if (tool.reportsOnRows()) {
        continue;
      }
      for (UnboundedQuery& query : tool.unboundedQueries()) {
        const auto [it, isNew] =
            known.try_emplace({query.text.file->displayPath(), query.text.range.begin});
        it->second.push_back(tool);
        if (isNew) {
          found.emplace_back(std::move(query), &it->second);
        }
      }
    }
    for (const auto& [query, tools] : found) {
      tell(report, query, *tools);
    }
  }

 private:
  static void tell(Report& report, const UnboundedQuery& query, const std::vector<Tool>& tools) {
    auto entry = report.at(query.text);
    const std::string who = tools.size() == 1 ? fmt::format("tool `{}`", tools[0].name())
                                              : fmt::format("{} tools", tools.size());
    const std::string what =
        query.table.empty() ? "every row" : fmt::format("every matching row of `{}`", query.table);
    entry.say(fmt::format("{} answer{} with {}{}: {}", who, tools.size() == 1 ? "s" : "", what,
                          query.isOnOneWay ? " on some ways" : "", faultOf(query.reason)));
    entry.help(
        "add a LIMIT to the outermost query, one row more than is shown, and tell in the answer "
        "when there is more");
    entry.alsoAt(query.call, "the query runs here");
    for (const Tool& tool : tools) {
      entry.alsoAt(tool.registration(), fmt::format("tool `{}` runs it", tool.name()));
    }
  }

  static std::string_view faultOf(SqlReason reason) {
    switch (reason) {
      case SqlReason::kLimitAll:
        return "the query's LIMIT bounds nothing";
      case SqlReason::kInnerLimit:
        return "the query has a LIMIT only in a subquery or one branch";
      default:
        return "the query has no LIMIT";
    }
  }
};

ENVELINT_REGISTER_RULE(SqlMissingLimit)

}  // namespace
}  // namespace envelint
