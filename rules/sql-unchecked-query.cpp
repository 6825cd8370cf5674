#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mcp/server.h"
#include "rule/rule.h"

namespace envelint {
namespace {

/// A tool that runs whatever SELECT its caller sends.
///
///   Before: db.query(sql)         After: db.query(`SELECT * FROM (${sql}) AS q LIMIT 51`)
class SqlUncheckedQuery final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{
        "sql-unchecked-query", Severity::kError,
        "a tool runs its caller's SQL, and nothing holds its rows down"};
    return kInfo;
  }

  void check(const Server& server, Report& report) const override {
    std::vector<std::pair<Tool, const CallersSql*>> found;
    std::map<Key, std::set<std::string>> toolsAt;
    for (const Tool& tool : server.tools()) {
      if (tool.hasException() || tool.isNamedAsMutation()) {
        continue;
      }
      for (const CallersSql& sql : tool.callersSql()) {
        if (sql.kind == SqlGuard::kEnough) {
          continue;
        }
        found.emplace_back(tool, &sql);
        for (const CodePlace& place : sql.way) {
          toolsAt[keyOf(place)].insert(tool.name());
        }
      }
    }
    for (const auto& [tool, sql] : found) {
      // A wrapper that several tools share is nobody's fault, each tool's own call of it is.
      const auto own = std::ranges::find_if(
          sql->way, [&](const CodePlace& place) { return toolsAt[keyOf(place)].size() == 1; });
      tell(report, tool, *sql, own == sql->way.end() ? sql->way.front() : *own);
    }
  }

 private:
  using Key = std::pair<std::string, uint32_t>;
  static Key keyOf(const CodePlace& place) {
    return {place.file->displayPath(), place.range.begin};
  }

  static void tell(Report& report, const Tool& tool, const CallersSql& sql, CodePlace place) {
    auto entry = report.at(place);
    entry.say(fmt::format("tool `{}` runs the SQL in `{}`{}", tool.name(), sql.parameter,
                          faultOf(sql.kind)));
    entry.help(
        "run `SELECT * FROM (${sql}) AS q LIMIT n` with the statement checked to be one SELECT, "
        "and "
        "tell in the answer when there is more");
    if (sql.kind != SqlGuard::kNone) {
      entry.atMost(Severity::kWarning);
      entry.alsoAt(sql.guard, "this doesn't bound every statement");
    }
    for (const CodePlace& step : sql.way) {
      entry.alsoAt(step, step == sql.way.front() ? "it runs here" : "it is handed on here");
    }
    entry.alsoAt(tool.registration(), "the tool is registered here");
  }

  static std::string_view faultOf(SqlGuard kind) {
    switch (kind) {
      case SqlGuard::kWord:
        return " when the word LIMIT is in it, which a column called `credit_limit` satisfies";
      case SqlGuard::kOneBranch:
        return " and bounds it on some ways only: on the others it answers with every row";
      case SqlGuard::kComment:
        return " with a LIMIT behind it, which a comment at its end makes ineffective";
      case SqlGuard::kInnerLimit:
        return " and adds a LIMIT unless it has one, which that of a subquery satisfies";
      case SqlGuard::kSilentCut:
        return " and cuts its rows without a word: callers can't know that there were more";
      default:
        return " as it comes: a SELECT without LIMIT answers with the whole table";
    }
  }
};

ENVELINT_REGISTER_RULE(SqlUncheckedQuery)

}  // namespace
}  // namespace envelint
