#include <fmt/format.h>

#include <set>
#include <string>
#include <utility>

#include "mcp/server.h"
#include "rule/rule.h"

namespace envelint {
namespace {

/// An end of the pages that is told by an empty cursor instead of by none.
///
///   Before: { items, nextCursor: next ?? null }        After: { items, ...(next && { nextCursor:
///   next }) }
class NullNextCursor final : public Rule {
 public:
  const RuleInfo& info() const override {
    // An empty text is the worse form; `null` is lowered below.
    static constexpr RuleInfo kInfo{"null-next-cursor", Severity::kWarning,
                                    "the last page has a next cursor that is null or empty, where "
                                    "it should have none"};
    return kInfo;
  }

  void check(const Server& server, Report& report) const override {
    std::set<std::pair<std::string, uint32_t>> reported;
    for (const Tool& tool : server.tools()) {
      if (tool.hasException() || !tool.readsRows()) {
        continue;
      }
      for (const EmptyCursor& cursor : tool.emptyCursors()) {
        if (!reported.emplace(cursor.at.file->displayPath(), cursor.at.range.begin).second) {
          continue;
        }
        auto entry = report.at(cursor.at);
        if (cursor.isText) {
          entry.say(
              fmt::format("tool `{}` ends with `{}: \"\"`: clients of MCP since 2026-07-28 "
                          "take an empty string for a cursor and ask again",
                          tool.name(), cursor.key));
        } else {
          entry.atMost(Severity::kNote);
          entry.say(
              fmt::format("tool `{}` ends with `{}: null`: the contract says that it is "
                          "absent on the last page, and callers that ask for the key go on",
                          tool.name(), cursor.key));
        }
        entry.help(fmt::format("leave `{}` out on the last page", cursor.key));
        entry.alsoAt(cursor.made, "the empty value is made here");
        entry.alsoAt(tool.registration(), fmt::format("tool `{}` is registered here", tool.name()));
      }
    }
  }
};

ENVELINT_REGISTER_RULE(NullNextCursor)

}  // namespace
}  // namespace envelint
