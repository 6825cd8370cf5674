#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mcp/server.h"
#include "rule/rule.h"

namespace envelint {
namespace {

/// A list tool that leaves rows out and says nothing of it.
///
///   Before: { items: rows.slice(0, 50) }
///   After:  { items: rows.slice(0, 50), hasMore: rows.length > 50 }
class SilentCap final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{
        "silent-cap", Severity::kError,
        "rows are cut and nothing in the answer says so: callers can't know that more exist"};
    return kInfo;
  }

  void check(const Server& server, Report& report) const override {
    // One finding for a cut, however many tools go through it.
    std::map<std::pair<std::string, uint32_t>, std::vector<Tool>> known;
    std::vector<std::pair<SilentCut, std::vector<Tool>*>> found;
    for (const Tool& tool : server.tools()) {
      if (tool.hasException() || !tool.readsRows()) {
        continue;
      }
      for (const SilentCut& cut : tool.silentCuts()) {
        const auto [it, isNew] =
            known.try_emplace({cut.at.file->displayPath(), cut.at.range.begin});
        it->second.push_back(tool);
        if (isNew) {
          found.emplace_back(cut, &it->second);
        }
      }
    }
    for (const auto& [cut, tools] : found) {
      tell(report, cut, *tools);
    }
  }

 private:
  static void tell(Report& report, const SilentCut& cut, const std::vector<Tool>& tools) {
    const std::string who = tools.size() == 1 ? fmt::format("tool `{}`", tools[0].name())
                                              : fmt::format("{} tools", tools.size());
    const std::string_view s = tools.size() == 1 ? "s" : "";
    auto entry = report.at(cut.at);
    if (cut.kind == SilentCut::Kind::kBackendLimit) {
      entry.say(
          fmt::format("{} ask{} for a limited number of rows and never say{} whether there "
                      "are more: callers can't reach the others, nor know of them",
                      who, s, s));
      entry.help(
          "ask for one row more than the limit, and answer `nextCursor` or `hasMore` when it is "
          "there");
    } else {
      entry.say(
          fmt::format("{} cut{} its rows here and never say{} so: callers can't know that "
                      "there are more",
                      who, s, s));
      entry.help(
          "answer `nextCursor` while there are more, or at least `hasMore` or the total before the "
          "cut");
    }
    entry.alsoAt(cut.rows, "the rows come from here");
    entry.flowsTo(cut.shown, "the answer takes them here");
    for (const Tool& tool : tools) {
      entry.alsoAt(tool.registration(), fmt::format("tool `{}` is registered here", tool.name()));
    }
  }
};

ENVELINT_REGISTER_RULE(SilentCap)

}  // namespace
}  // namespace envelint
