#include <fmt/format.h>

#include <set>

#include "mcp/server.h"
#include "rule/rule.h"

namespace envelint {
namespace {

/// A list tool that answers with a bare array.
///
///   Before: JSON.stringify(rows)                After: JSON.stringify({ items: rows, nextCursor })
class FlatArray final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{
        "flat-array", Severity::kError,
        "a list tool answers with a bare array, which has no place for a next cursor"};
    return kInfo;
  }

  void check(const Server& server, Report& report) const override {
    std::set<std::pair<const SourceFile*, uint32_t>> reported;
    for (const Tool& tool : server.listTools()) {
      for (const Payload& payload : tool.payloads()) {
        // Beside an object in `structuredContent` the text is only a copy for reading.
        if (payload.shape != PayloadShape::kFlat || payload.isFixed || payload.hasStructuredTwin) {
          continue;
        }
        const CodePlace place = placeOf(payload.expr);
        if (!place || !reported.emplace(place.file, place.range.begin).second) {
          continue;
        }
        const bool structured = payload.slot == PayloadSlot::kStructured;
        report.at(place)
            .say(fmt::format("tool `{}` answers with a bare array{}: there is no place for "
                             "`nextCursor`, so callers can't page{}",
                             tool.name(), structured ? " in `structuredContent`" : "",
                             structured ? ", and clients of MCP before 2026-07-28 reject it" : ""))
            .help("wrap it: `{ items: rows }`, with `nextCursor` beside it while there is more")
            .alsoAt(placeOf(payload.value->site), "the array is made here")
            .alsoAt(payload.builtAt, "it becomes the answer here")
            .alsoAt(tool.registration(), "the tool is registered here");
      }
    }
  }
};

ENVELINT_REGISTER_RULE(FlatArray)

}  // namespace
}  // namespace envelint
