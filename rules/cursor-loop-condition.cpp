#include <fmt/format.h>

#include "mcp/server.h"
#include "rule/rule.h"

namespace envelint {
namespace {

/// A paging loop that ends when a page has few rows or none, instead of when its cursor is absent.
///
///   Before: if (page.items.length === 0) break      After: if (page.nextCursor === undefined)
///   break
class CursorLoopCondition final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{
        "cursor-loop-condition", Severity::kWarning,
        "a paging loop ends on the number of rows instead of on the absent cursor"};
    return kInfo;
  }

  void check(const Server& server, Report& report) const override {
    for (const PageLoop& loop : server.pageLoops()) {
      if (!loop.endsOnRows) {
        continue;
      }
      report.at(loop.head)
          .say(
              "this loop ends on the number of rows in a page and never asks whether there is a "
              "cursor: a page that a filter has thinned out ends it, and the pages behind it are "
              "lost")
          .help("end it when the page has no cursor, and only then")
          .flowsTo(loop.endsOnRows, "it ends here")
          .flowsTo(loop.next, "the page's cursor is taken here");
    }
  }
};

ENVELINT_REGISTER_RULE(CursorLoopCondition)

}  // namespace
}  // namespace envelint
