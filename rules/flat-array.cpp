#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

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
    std::map<Key, std::vector<Answer>> byPlace;
    const std::vector<Tool> tools = server.listTools();
    for (const Tool& tool : tools) {
      for (const Payload& payload : tool.payloads()) {
        // Beside an object in `structuredContent` the text is only a copy for reading.
        if (payload.shape == PayloadShape::kFlat && !payload.isFixed &&
            !payload.hasStructuredTwin && payload.expr) {
          const CodePlace place = placeOf(payload.expr);
          byPlace[{place.file->displayPath(), place.range.begin}].push_back({&tool, &payload});
        }
      }
    }
    const std::set<Key> shared = sharedPlaces(server);
    std::set<Key> reported;
    for (const auto& [key, answers] : byPlace) {
      for (const Answer& answer : answers) {
        const bool isShared = shared.contains(key);
        const CodePlace place = isShared ? answer.payload->origin : placeOf(answer.payload->expr);
        if (reported.emplace(place.file->displayPath(), place.range.begin).second) {
          tell(report, place, *answer.tool, *answer.payload)
              .fix(Safety::kUnsafe, isShared ? std::vector<Edit>() : wrap(answer.payload->expr));
        }
      }
    }
  }

 private:
  using Key = std::pair<std::string, uint32_t>;
  struct Answer {
    const Tool* tool;
    const Payload* payload;
  };

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
        const Key key{place.file->displayPath(), place.range.begin};
        const auto [it, inserted] = firstTool.try_emplace(key, tool.name());
        if (!inserted && it->second != tool.name()) {
          shared.insert(key);
        }
      }
    }
    return shared;
  }

  /// The edits that put rows into an envelope.
  static std::vector<Edit> wrap(ExprRef rows) {
    const ExprOwner owner = rows.module->owner(rows.id);
    const auto* object = rows.module->as<ObjectExpr>(owner.expr());
    const bool isShorthand =
        object != nullptr && std::ranges::any_of(object->properties, [&](const Property& property) {
          return property.kind == PropertyKind::kShorthand && property.value == rows.id;
        });
    if (rows.as<SequenceExpr>() != nullptr || rows.as<SpreadExpr>() != nullptr) {
      return {};
    }
    const CodePlace place = placeOf(rows);
    if (isShorthand) {
      // `{ structuredContent }` has no value of its own to put anything around.
      const std::string name(place.file->text(place.range));
      return {{place.file, {place.range.end, place.range.end}, ": { items: " + name + " }"}};
    }
    // Behind an arrow a brace would begin a block.
    const bool isBody = owner.kind == ExprOwner::Kind::kFunction;
    return {
        {place.file, {place.range.begin, place.range.begin}, isBody ? "({ items: " : "{ items: "},
        {place.file, {place.range.end, place.range.end}, isBody ? " })" : " }"}};
  }

  static Report::Entry tell(Report& report, CodePlace place, const Tool& tool,
                            const Payload& payload) {
    const bool structured = payload.slot == PayloadSlot::kStructured;
    Report::Entry entry = report.at(place);
    entry
        .say(fmt::format("tool `{}` answers with a bare array{}: there is no place for "
                         "`nextCursor`, so callers can't page{}",
                         tool.name(), structured ? " in `structuredContent`" : "",
                         structured ? ", and clients of MCP before 2026-07-28 reject it" : ""))
        .help("wrap it: `{ items: rows }`, with `nextCursor` beside it while there is more")
        .alsoAt(placeOf(payload.value->site), "the array is made here")
        .flowsTo(payload.builtAt, "it becomes the answer here")
        .alsoAt(tool.registration(), "the tool is registered here");
    return entry;
  }
};

ENVELINT_REGISTER_RULE(FlatArray)

}  // namespace
}  // namespace envelint
