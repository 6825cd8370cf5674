#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mcp/cursor_edits.h"
#include "mcp/server.h"
#include "rule/rule.h"

namespace envelint {
namespace {

/// A backend's own cursor that callers get.
///
///   Before: { items, nextCursor: page.continueCursor }
///   After:  { items, nextCursor: page.isDone ? undefined : encodeCursor(page.continueCursor) }
class RawContinueCursor final : public Rule {
 public:
  const RuleInfo& info() const override {
    // The second form, a cursor on the last page, too, is the error; the first is lowered below.
    static constexpr RuleInfo kInfo{
        "raw-continue-cursor", Severity::kError,
        "a backend's own cursor reaches callers as it is, or without a look at `isDone`"};
    return kInfo;
  }

  void check(const Server& server, Report& report) const override {
    std::map<std::pair<std::string, uint32_t>, std::vector<Tool>> known;
    std::vector<std::pair<RawCursor, std::vector<Tool>*>> found;
    for (const Tool& tool : server.tools()) {
      if (tool.hasException() || tool.isNamedAsMutation()) {
        continue;
      }
      for (RawCursor& cursor : tool.rawCursors()) {
        const CodePlace& place = cursor.at;
        const auto [it, isNew] = known.try_emplace({place.file->displayPath(), place.range.begin});
        it->second.push_back(tool);
        if (isNew) {
          found.emplace_back(std::move(cursor), &it->second);
        }
      }
    }
    for (const auto& [cursor, tools] : found) {
      tell(server, report, cursor, *tools);
    }
  }

 private:
  static void tell(const Server& server, Report& report, const RawCursor& cursor,
                   const std::vector<Tool>& tools) {
    const std::string who = tools.size() == 1 ? fmt::format("tool `{}`", tools[0].name())
                                              : fmt::format("{} tools", tools.size());
    const std::string_view s = tools.size() == 1 ? "s" : "";
    auto entry = report.at(cursor.at);
    if (cursor.isUntested) {
      entry.say(
          fmt::format("{} hand{} out `{}` without asking for `isDone`: there is one on the "
                      "last page, too, so callers page for ever",
                      who, s, cursor.name));
      entry.help("leave `nextCursor` out when `isDone` is true, and encode it otherwise");
    } else {
      entry.atMost(Severity::kWarning);
      entry.say(
          fmt::format("{} hand{} out the backend's own `{}`{}: callers come to depend on its "
                      "format",
                      who, s, cursor.name,
                      cursor.way == RawCursor::Way::kTaken ? " with its whole result" : ""));
      entry.help(
          "encode it, e.g. as base64url of a JSON object, and decode it where it comes back");
    }
    entry.alsoAt(cursor.call, "the backend is called here");
    entry.flowsTo(cursor.origin, "its cursor is read here");
    entry.flowsTo(cursor.via, "and comes from this call");
    entry.flowsTo(placeOf(cursor.value), "the answer takes it here");
    for (const Tool& tool : tools) {
      entry.alsoAt(tool.registration(), fmt::format("tool `{}` is registered here", tool.name()));
    }
    entry.fix(Safety::kUnsafe, encodeCursorEdits(server.evaluator(), cursor));
  }
};

ENVELINT_REGISTER_RULE(RawContinueCursor)

}  // namespace
}  // namespace envelint
