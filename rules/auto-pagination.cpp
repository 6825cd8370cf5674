#include <fmt/format.h>

#include <map>
#include <utility>
#include <vector>

#include "mcp/server.h"
#include "rule/rule.h"

namespace envelint {
namespace {

constexpr size_t kNamedTools = 3;

/// A list tool that fetches every page of its backend before it answers.
///
///   Before: do { ...; all.push(...page.rows) } while (cursor)     After: one page, and its cursor
class AutoPagination final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{
        "auto-pagination", Severity::kWarning,
        "a list tool follows its backend's pages to the end and answers with all of them"};
    return kInfo;
  }

  void check(const Server& server, Report& report) const override {
    std::map<std::pair<std::string, uint32_t>, Told> told;
    // That all pages are in its answer makes a tool a list tool, whatever it is called.
    for (const Tool& tool : server.tools()) {
      if (tool.hasException() || tool.isNamedAsMutation() || tool.isNamedAsTransfer()) {
        continue;
      }
      for (const PageLoop& loop : tool.mergedPages()) {
        Told& entry = told[{loop.head.file->displayPath(), loop.head.range.begin}];
        entry.loop = loop;
        entry.tools.push_back(tool);
      }
    }
    for (const Server::UnnamedTools& tools : server.unnamedTools()) {
      for (const PageLoop& loop : server.mergedPagesOf(tools)) {
        Told& entry = told[{loop.head.file->displayPath(), loop.head.range.begin}];
        entry.loop = loop;
        entry.unnamed = tools.registration;
      }
    }
    for (const auto& [key, entry] : told) {
      tell(report, entry);
    }
  }

 private:
  struct Told {
    PageLoop loop;
    std::vector<Tool> tools;
    CodePlace unnamed;  ///< where tools without a name in the code are registered; may be none
  };

  static void tell(Report& report, const Told& told) {
    Report::Entry entry = report.at(told.loop.head);
    std::string who = "tools registered in a loop answer";
    if (!told.tools.empty() && !told.unnamed) {
      who = told.tools.size() == 1 ? fmt::format("tool `{}` answers", told.tools.front().name())
                                   : fmt::format("{} tools answer", told.tools.size());
    }
    entry
        .say(fmt::format("follows every page and merges them: {} one call with as many rows as "
                         "there are",
                         who))
        .help("fetch one page a call, and hand its cursor on as `nextCursor`")
        .flowsTo(told.loop.next, "the next page is asked for here")
        .flowsTo(placeOf(told.loop.merge), "and added to the others here");
    for (size_t i = 0; i < told.tools.size() && i < kNamedTools; ++i) {
      entry.alsoAt(told.tools[i].registration(),
                   fmt::format("tool `{}` is registered here", told.tools[i].name()));
    }
    entry.alsoAt(told.unnamed, "the tools are registered here");
  }
};

ENVELINT_REGISTER_RULE(AutoPagination)

}  // namespace
}  // namespace envelint
