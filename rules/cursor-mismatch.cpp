#include <fmt/format.h>

#include <string>

#include "mcp/server.h"
#include "rule/rule.h"

namespace envelint {
namespace {

/// A tool whose two halves of paging don't meet.
///
///   Before: inputSchema: { cursor }, and answers of { items }
///   After:  inputSchema: { cursor }, and answers of { items, nextCursor }
class CursorMismatch final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{
        "cursor-mismatch", Severity::kWarning,
        "a cursor is accepted and never answered, answered and never accepted, or not used at all"};
    return kInfo;
  }

  void check(const Server& server, Report& report) const override {
    for (const Tool& tool : server.tools()) {
      if (tool.hasException() || !tool.isListTool() || tool.reportsOnRows()) {
        continue;
      }
      for (const PagingGap& gap : tool.pagingGaps()) {
        auto entry = report.at(tool.namePlace());
        entry.say(saying(tool, gap));
        entry.help(helping(gap));
        entry.alsoAt(gap.place, gap.kind == PagingGap::Kind::kNotAccepted ? "it is answered here"
                                                                          : "it is declared here");
      }
    }
  }

 private:
  static std::string saying(const Tool& tool, const PagingGap& gap) {
    switch (gap.kind) {
      case PagingGap::Kind::kCursorUnread:
        return fmt::format("tool `{}` accepts `{}` and never reads it: every page is the first",
                           tool.name(), gap.name);
      case PagingGap::Kind::kLimitUnread:
        return fmt::format(
            "tool `{}` accepts `{}` and never reads it: callers can't choose how "
            "many rows they get",
            tool.name(), gap.name);
      case PagingGap::Kind::kNotAnswered:
        return fmt::format(
            "tool `{}` accepts `{}` and no answer of it has a cursor: callers can't "
            "get the one they should pass",
            tool.name(), gap.name);
      case PagingGap::Kind::kNotAccepted:
        return fmt::format(
            "tool `{}` answers with `{}` and no parameter takes it back: callers "
            "can't go on",
            tool.name(), gap.name);
    }
    return {};
  }

  static std::string helping(const PagingGap& gap) {
    switch (gap.kind) {
      case PagingGap::Kind::kNotAnswered:
        return "answer `nextCursor` while there are more";
      case PagingGap::Kind::kNotAccepted:
        return "add a `cursor` parameter and pass it on";
      default:
        return fmt::format("pass `{}` on to what gets the rows, or take it out of the schema",
                           gap.name);
    }
  }
};

ENVELINT_REGISTER_RULE(CursorMismatch)

}  // namespace
}  // namespace envelint
