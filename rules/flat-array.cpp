#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "mcp/payload_edits.h"
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
    const std::set<Key> shared = sharedPlaces(server);
    std::set<Key> reported;
    for (const Tool& tool : server.listTools()) {
      std::vector<Answer> answers;
      for (const Payload& payload : tool.payloads()) {
        // Beside an object in `structuredContent` the text is only a copy for reading.
        if (payload.shape != PayloadShape::kFlat || payload.isFixed || payload.hasStructuredTwin ||
            !payload.expr) {
          continue;
        }
        const bool isShared = shared.contains(keyOf(placeOf(payload.expr)));
        const CodePlace place = isShared ? payload.origin : placeOf(payload.expr);
        if (reported.insert(keyOf(place)).second) {
          answers.push_back({&payload, place, isShared});
        }
      }
      if (!answers.empty()) {
        tell(report, tool, answers);
      }
    }
  }

 private:
  using Key = std::pair<std::string, uint32_t>;
  struct Answer {
    const Payload* payload;
    CodePlace place;
    bool isShared;
  };
  static Key keyOf(const CodePlace& place) {
    return {place.file->displayPath(), place.range.begin};
  }

  /// Places through which the answers of several tools go: a dispatcher is nobody's fault, each
  /// tool's own return is.
  static std::set<Key> sharedPlaces(const Server& server) {
    std::map<Key, std::string> firstTool;
    std::set<Key> shared;
    for (const Tool& tool : server.tools()) {
      for (const Payload& payload : tool.payloads()) {
        const CodePlace place = placeOf(payload.expr);
        if (!place) {
          continue;
        }
        const Key key = keyOf(place);
        const auto [it, inserted] = firstTool.try_emplace(key, tool.name());
        if (!inserted && it->second != tool.name()) {
          shared.insert(key);
        }
      }
    }
    return shared;
  }

  /// The edits that mend a tool; none when one of its answers can't be wrapped, or is an array only
  /// sometimes.
  static std::vector<Edit> edits(const Tool& tool, const std::vector<Answer>& answers) {
    std::vector<Edit> all;
    for (const Answer& answer : answers) {
      const bool isAlwaysFlat = std::ranges::all_of(tool.payloads(), [&](const Payload& other) {
        return other.expr != answer.payload->expr || other.shape == PayloadShape::kFlat;
      });
      std::vector<Edit> some;
      if (isAlwaysFlat && !answer.isShared) {
        some = wrapInEnvelope(*answer.payload);
      }
      if (some.empty()) {
        return {};
      }
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }

  /// One finding a tool, at the first of its arrays; the others are the same fault.
  static void tell(Report& report, const Tool& tool, const std::vector<Answer>& answers) {
    const Payload& payload = *answers.front().payload;
    const bool structured = payload.slot == PayloadSlot::kStructured;
    Report::Entry entry = report.at(answers.front().place);
    entry
        .say(fmt::format("tool `{}` answers with a bare array{}: there is no place for "
                         "`nextCursor`, so callers can't page{}",
                         tool.name(), structured ? " in `structuredContent`" : "",
                         structured ? ", and clients of MCP before 2026-07-28 reject it" : ""))
        .help("wrap it: `{ items: rows }`, with `nextCursor` beside it while there is more")
        .alsoAt(placeOf(payload.value->site), "the array is made here")
        .flowsTo(payload.builtAt, "it becomes the answer here");
    for (const Answer& other : std::span(answers).subspan(1)) {
      entry.alsoAt(other.place, "and here it answers with one, too");
    }
    entry.alsoAt(tool.registration(), "the tool is registered here")
        .fix(Safety::kUnsafe, edits(tool, answers));
  }
};

ENVELINT_REGISTER_RULE(FlatArray)

}  // namespace
}  // namespace envelint
