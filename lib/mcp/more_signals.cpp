#include "mcp/more_signals.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "analysis/syntax.h"
#include "mcp/naming.h"
#include "source/words.h"

namespace envelint {
namespace {

constexpr size_t kMaxSteps = 60;

/// Words of a key that say where to go on, or that something is missing.
constexpr auto kSignalWords = std::to_array<std::string_view>({
    "capped",    "clipped",  "complete", "continuation", "continue",   "cursor", "cut",
    "done",      "dropped",  "exceeded", "exhausted",    "incomplete", "last",   "limited",
    "limits",    "link",     "links",    "marker",       "more",       "next",   "offset",
    "omitted",   "overflow", "page",     "pages",        "pagination", "paging", "partial",
    "remaining", "skipped",  "token",    "truncated",    "truncation", "hidden", "capping",
});
constexpr auto kCountWords = std::to_array<std::string_view>({
    "all",
    "amount",
    "available",
    "count",
    "counts",
    "found",
    "hits",
    "length",
    "matched",
    "matches",
    "matching",
    "number",
    "size",
    "total",
    "totals",
    "returned",
    "shown",
});
/// What a sentence says when rows are missing.
constexpr auto kStrongWords = std::to_array<std::string_view>({
    "truncat", "showing",    " more",     "omitted", "remaining", "not shown",  "cursor",
    "capped",  "limited to", "next page", "refine",  "narrow",    "incomplete", "shown",
    "offset",  "hidden",     "up to ",    "at most", "limit ",    "limit:",     "limit=",
    "max ",    "max:",       "subset",    "skipped", "partial",   "sample",
});
/// What stands before the number of rows that are shown: "the first 20 orders".
constexpr auto kPartWords =
    std::to_array<std::string_view>({"first", "last", "latest", "recent", "top"});
constexpr auto kTimeUnits = std::to_array<std::string_view>(
    {"second", "minute", "hour", "day", "week", "month", "year", "ms", "s", "m", "h", "d"});
/// What a sentence says around a number of all rows.
constexpr auto kWeakWords =
    std::to_array<std::string_view>({"total", " of ", "found", "count", "/", "all "});

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

template <size_t N>
bool hasAny(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

bool namesPart(std::string_view text) {
  while (text.ends_with(' ')) {
    text.remove_suffix(1);
  }
  return std::ranges::any_of(kPartWords,
                             [&](std::string_view word) { return text.ends_with(word); });
}

}  // namespace

bool MoreSignals::countsTime(const AnswerPiece* piece) const {
  const AnswerPiece* next = piece + 1;
  if (next >= answer_.pieces.data() + answer_.pieces.size()) {
    return false;
  }
  const std::string text = lower(next->text);
  const size_t begin = text.find_first_not_of(' ');
  return begin != std::string::npos && std::ranges::any_of(kTimeUnits, [&](std::string_view unit) {
           return unit.size() > 2 ? text.compare(begin, unit.size(), unit) == 0
                                  : text.substr(begin) == unit;
         });
}

bool MoreSignals::isSignalKey(std::string_view key) {
  return std::ranges::any_of(splitName(key),
                             [](const std::string& word) { return isOneOf(word, kSignalWords); });
}

bool MoreSignals::isCountKey(std::string_view key) {
  return std::ranges::any_of(splitName(key), [](const std::string& word) {
    return isOneOf(word, kCountWords) || (word.starts_with("total") && word != "totals");
  });
}

bool MoreSignals::tellOf(ExprRef cut) {
  const bool isCleared = std::ranges::any_of(answer_.fields, [&](const AnswerField& field) {
    return isSignalKey(field.key) && field.value && isClearedAt(cut, field);
  });
  if (isCleared) {
    return false;
  }
  return std::ranges::any_of(answer_.fields,
                             [&](const AnswerField& field) { return fieldTells(field, cut); }) ||
         std::ranges::any_of(answer_.pieces,
                             [&](const AnswerPiece& piece) { return pieceTells(piece, cut); });
}

bool MoreSignals::fieldTells(const AnswerField& field, ExprRef cut) {
  const bool isCount = isCountKey(field.key);
  const bool isSignal = isSignalKey(field.key);
  if (!isCount && !isSignal) {
    return false;
  }
  if (!field.value) {
    return true;
  }
  const Value* value = evaluator_.valueOf(field.value, field.frame);
  const bool isNever = std::ranges::all_of(evaluator_.alternatives(value), [](const Value* one) {
    return one->isNullish() || (one->is(ValueKind::kBoolean) && one->isConstant && !one->boolean);
  });
  // What stands in an object is looked at by itself.
  const bool isObject = std::ranges::all_of(evaluator_.alternatives(value), [](const Value* one) {
    return one->isNullish() || one->is(ValueKind::kObject);
  });
  if (isNever || isObject || evaluator_.isArray(value)) {
    return false;
  }
  if (isCount) {
    // A count in a part of the answer that callers have to ask for doesn't reach the others.
    return !field.isOptional && !countsWhatIsLeft(field.value, field.frame, cut, 0);
  }
  return true;
}

/// Where the rows are cut the signal is taken back: `rows.splice(n); nextCursor = null; break;`
bool MoreSignals::isClearedAt(ExprRef cut, const AnswerField& field) {
  const Module& module = *cut.module;
  const auto* block = module.as<BlockStmt>(module.parent(module.statementOf(cut.id)));
  if (block == nullptr || block->body.empty() ||
      (module.as<BreakStmt>(block->body.back()) == nullptr &&
       module.as<ReturnStmt>(block->body.back()) == nullptr)) {
    return false;
  }
  std::vector<std::string_view> cleared;
  for (const StmtId id : block->body) {
    const auto* statement = module.as<ExpressionStmt>(id);
    const auto* assign = statement != nullptr ? module.as<AssignExpr>(statement->expr) : nullptr;
    const auto* name = assign != nullptr ? module.as<NamePattern>(assign->target) : nullptr;
    if (name != nullptr && evaluator_.valueOf({&module, assign->value}, nullptr)->isNullish()) {
      cleared.push_back(name->name);
    }
  }
  std::vector<Source> pending{{field.value, field.frame}};
  for (size_t i = 0; !cleared.empty() && i < pending.size() && i < kMaxSteps; ++i) {
    const auto* name = pending[i].expr.as<NameExpr>();
    if (name != nullptr && pending[i].expr.module == &module &&
        module.enclosingFunction(pending[i].expr.id) == module.enclosingFunction(cut.id) &&
        std::ranges::find(cleared, name->name) != cleared.end()) {
      return true;
    }
    for (const Source& source : sources_.of(pending[i].expr, pending[i].frame)) {
      if (std::ranges::find(pending, source) == pending.end()) {
        pending.push_back(source);
      }
    }
  }
  return false;
}

bool MoreSignals::pieceTells(const AnswerPiece& piece, ExprRef cut) {
  const std::string text = lower(piece.text);
  if (hasAny(text, kStrongWords) || (piece.hole && namesPart(text) && !countsTime(&piece))) {
    return true;
  }
  // What is said of each row says nothing of the rows that are missing.
  if (!piece.hole || piece.isOfRow || countsWhatIsLeft(piece.hole, piece.frame, cut, 0)) {
    return false;
  }
  const auto* length = withoutCasts(piece.hole).as<MemberExpr>();
  if (length != nullptr && (length->name == "length" || length->name == "size")) {
    return true;
  }
  return hasAny(text.substr(text.size() - std::min<size_t>(text.size(), 30)), kWeakWords);
}

bool MoreSignals::countsWhatIsLeft(ExprRef expr, const Frame* frame, ExprRef cut, int depth) {
  if (depth > 12) {
    return false;
  }
  const auto* member = withoutCasts(expr).as<MemberExpr>();
  if (member != nullptr && (member->name == "length" || member->name == "size")) {
    const RowTrace counted = traceRows(evaluator_, withoutCasts(expr).with(member->object), frame);
    return std::ranges::any_of(counted.cuts, [&](const RowCut& one) { return one.at == cut; }) ||
           (!counted.isOpen && std::ranges::any_of(counted.origins, [&](const Source& origin) {
             return origin.expr == cut;
           }));
  }
  if (expr.as<NumberLiteral>() != nullptr) {
    return true;
  }
  const std::vector<Source> sources = sources_.of(expr, frame);
  return !sources.empty() && std::ranges::all_of(sources, [&](const Source& source) {
    return countsWhatIsLeft(source.expr, source.frame, cut, depth + 1);
  });
}

}  // namespace envelint
