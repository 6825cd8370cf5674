#include <fmt/format.h>

#include <set>
#include <utility>

#include "mcp/server.h"
#include "rule/rule.h"

namespace envelint {
namespace {

/// Rows that are read from a field which a Convex function's answer doesn't have.
///
///   Before: rows = (result as any)?.page ?? []      After: rows = result.value
class ConvexPageField final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{
        "convex-page-field", Severity::kError,
        "rows are read from a field that a Convex function's answer doesn't have, so the list is "
        "always empty"};
    return kInfo;
  }

  void check(const Server& server, Report& report) const override {
    std::set<std::pair<const SourceFile*, uint32_t>> told;
    for (const Tool& tool : server.tools()) {
      if (tool.hasException()) {
        continue;
      }
      for (const ConvexMisread& misread : tool.misreadConvexResults()) {
        const CodePlace& place = misread.reads.front();
        if (told.emplace(place.file, place.range.begin).second) {
          tell(report, tool, misread);
        }
      }
    }
  }

 private:
  static void tell(Report& report, const Tool& tool, const ConvexMisread& misread) {
    Report::Entry entry = report.at(misread.reads.front());
    entry.say(message(tool, misread))
        .help(fmt::format("read `{}`, and let a test with one seeded row see that it is there",
                          misread.rightField))
        .alsoAt(misread.call, "the result comes from here")
        .alsoAt(misread.function.definition,
                fmt::format("`{}` answers with {}", misread.function.name,
                            misread.function.answer.text()));
    for (size_t i = 1; i < misread.reads.size(); ++i) {
      entry.alsoAt(misread.reads[i], "and it is read here");
    }
    entry.alsoAt(tool.registration(), fmt::format("tool `{}` is registered here", tool.name()));
    if (misread.evidence == ConvexEvidence::kSignature) {
      entry.atMost(Severity::kWarning);
    } else {
      entry.fix(Safety::kUnsafe, misread.edits);
    }
  }

  static std::string message(const Tool& tool, const ConvexMisread& misread) {
    const std::string effect = fmt::format("the rows of tool `{}` are always missing", tool.name());
    switch (misread.evidence) {
      case ConvexEvidence::kDefinition:
        return fmt::format("reads `{}`, but `{}` answers with {}: {}, and nothing fails",
                           misread.field, misread.function.name, misread.function.answer.text(),
                           effect);
      case ConvexEvidence::kNative:
        return fmt::format("reads `{}`, but `paginate()` answers with {}: {}, and nothing fails",
                           misread.field, misread.function.answer.text(), effect);
      case ConvexEvidence::kContract:
        return fmt::format(
            "reads `{}`, but `{}` carries its rows in `{}` by `convex.rowsField`: {}, and "
            "nothing fails",
            misread.field, misread.function.name, misread.rightField, effect);
      case ConvexEvidence::kSignature:
        break;
    }
    return fmt::format(
        "reads `{}` of what `{}` answers past the type checker, and takes nothing for no rows: if "
        "the rows are in `{}`, tool `{}` is empty for ever",
        misread.field, misread.function.name, misread.rightField, tool.name());
  }
};

ENVELINT_REGISTER_RULE(ConvexPageField)

}  // namespace
}  // namespace envelint
