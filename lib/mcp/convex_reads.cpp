#include "mcp/convex_reads.h"

#include <algorithm>
#include <map>

#include "analysis/flow.h"
#include "analysis/syntax.h"
#include "mcp/code_index.h"

namespace envelint {
namespace {

constexpr std::string_view kPage = "page";
constexpr std::string_view kValue = "value";

/// One read of a field of a result.
struct Read {
  std::string_view field;
  CodePlace place;            ///< of the field's name
  bool hidesFailure = false;  ///< `?.`, `?? []`, `Array.isArray(x.page) ? ...`
  bool isUnchecked = false;   ///< through `any`
};

/// Where the name stands in a member expression or a pattern; it is the last thing in it.
CodePlace nameIn(const Module& module, Range range, std::string_view name) {
  const size_t at = module.file().text(range).rfind(name);
  if (at == std::string_view::npos) {
    return {&module.file(), range};
  }
  const auto begin = static_cast<uint32_t>(range.begin + at);
  return {&module.file(), {begin, static_cast<uint32_t>(begin + name.size())}};
}

bool isAny(const Module& module, TypeId type) {
  const auto* keyword = module.as<KeywordType>(type);
  return keyword != nullptr && keyword->keyword == TypeKeyword::kAny;
}

/// Whether what a read gives is replaced where it is nothing, or tested first.
bool hidesFailure(ExprRef read) {
  const Module& module = *read.module;
  const auto* member = read.as<MemberExpr>();
  if (member != nullptr && member->optional) {
    return true;
  }
  for (ExprRef at = read; at;) {
    const ExprRef around = at.with(module.owner(at.id).expr());
    if (const auto* logical = around.as<LogicalExpr>()) {
      return logical->op != LogicalOp::kAnd && logical->left == at.id;
    }
    if (const auto* call = around.as<CallExpr>()) {
      return lastNameOf(around.with(call->callee)) == "isArray";
    }
    if (around.as<CastExpr>() == nullptr) {
      return false;
    }
    at = around;
  }
  return false;
}

/// Whether a cast to `any` is on the way to a member.
bool goesThroughAny(ExprRef read) {
  const auto* member = read.as<MemberExpr>();
  ExprRef at = member != nullptr ? read.with(member->object) : ExprRef{};
  while (const auto* cast = at.as<CastExpr>()) {
    if (cast->type && isAny(*at.module, cast->type)) {
      return true;
    }
    at = at.with(cast->operand);
  }
  return false;
}

/// The reads of `page` and `value` of what an expression gives, wherever it goes. None of them when
/// it can't be followed to its end.
std::vector<Read> readsOf(Evaluator& evaluator, ExprRef call, const Frame* frame) {
  std::vector<Read> reads;
  Flow flow(evaluator);
  const bool isComplete = flow.follow(call, frame, {}, [&](const Use& use) {
    if (use.kind != UseKind::kMember || (use.name != kPage && use.name != kValue)) {
      return UseAction::kStop;
    }
    Read read;
    read.field = use.name == kPage ? kPage : kValue;
    if (use.pattern) {
      const Module& module = *use.pattern.module;
      read.place = nameIn(module, module.range(use.pattern.id), read.field);
      // `const { page = [] } = result`
      read.hidesFailure = use.pattern.as<DefaultPattern>() != nullptr;
    } else if (use.parent.as<MemberExpr>() != nullptr) {
      read.place = nameIn(*use.parent.module, use.parent.module->range(use.parent.id), read.field);
      read.hidesFailure = hidesFailure(use.parent);
      read.isUnchecked = goesThroughAny(use.parent);
    } else {
      // A method that is called so is none of the result's.
      return UseAction::kStop;
    }
    const bool isKnown =
        std::ranges::any_of(reads, [&](const Read& known) { return known.place == read.place; });
    if (!isKnown) {
      reads.push_back(read);
    }
    return UseAction::kStop;
  });
  return isComplete ? reads : std::vector<Read>();
}

/// Renames a field where it is read. A pattern's `{page}` becomes `{value: page}`.
Edit renamed(const CodePlace& place, std::string_view field, std::string_view right) {
  const std::string_view text = place.file->text(place.range);
  if (text == field) {
    const std::string_view before = place.file->text().substr(0, place.range.begin);
    const size_t last = before.find_last_not_of(" \t\r\n");
    const bool isShorthand =
        last != std::string_view::npos && (before[last] == '{' || before[last] == ',');
    return {place.file, place.range,
            isShorthand ? std::string(right) + ": " + std::string(field) : std::string(right)};
  }
  return {};
}

class Finder {
 public:
  Finder(Evaluator& evaluator, std::string_view rowsField)
      : evaluator_(evaluator), rowsField_(rowsField) {}

  std::optional<ConvexMisread> at(ExprRef call, const Frame* frame) {
    ConvexMisread misread;
    misread.call = placeOf(call);
    if (isConvexPaginate(call)) {
      misread.evidence = ConvexEvidence::kNative;
      misread.function.answer = nativePage();
    } else if (std::optional<ConvexFunction> function = convexFunctionOf(evaluator_, call, frame)) {
      misread.function = std::move(*function);
    } else {
      return std::nullopt;
    }
    const std::vector<Read> reads = readsOf(evaluator_, call, frame);
    const auto has = [&](std::string_view field) {
      return std::ranges::any_of(reads, [&](const Read& read) { return read.field == field; });
    };
    // Whoever reads both knows of both.
    if (has(kPage) == has(kValue)) {
      return std::nullopt;
    }
    misread.field = has(kPage) ? kPage : kValue;
    misread.rightField = has(kPage) ? kValue : kPage;
    if (!isWrong(misread, reads)) {
      return std::nullopt;
    }
    for (const Read& read : reads) {
      misread.reads.push_back(read.place);
      const Edit edit = renamed(read.place, misread.field, misread.rightField);
      if (edit.file != nullptr) {
        misread.edits.push_back(edit);
      }
    }
    if (misread.edits.size() != misread.reads.size()) {
      misread.edits.clear();
    }
    return misread;
  }

 private:
  bool isWrong(ConvexMisread& misread, const std::vector<Read>& reads) const {
    const ConvexAnswer& answer = misread.function.answer;
    if (answer.isKnown) {
      if (misread.function.definition) {
        misread.evidence = ConvexEvidence::kDefinition;
      }
      return !answer.has(misread.field) && answer.has(misread.rightField);
    }
    if (!rowsField_.empty()) {
      misread.evidence = ConvexEvidence::kContract;
      return misread.rightField == rowsField_;
    }
    misread.evidence = ConvexEvidence::kSignature;
    const bool isUnseen =
        misread.function.isByString ||
        std::ranges::any_of(reads, [](const Read& read) { return read.isUnchecked; });
    return misread.field == kPage && isUnseen &&
           std::ranges::any_of(reads, [](const Read& read) { return read.hidesFailure; });
  }

  Evaluator& evaluator_;
  std::string_view rowsField_;
};

}  // namespace

bool mayGiveConvexResult(ExprRef call) { return mayCallConvex(call) || isConvexPaginate(call); }

std::vector<ConvexMisread> misreadConvexResults(Evaluator& evaluator, const CallIndex& index,
                                                const Handler& handler,
                                                std::string_view rowsField) {
  std::vector<ConvexMisread> found;
  Finder finder(evaluator, rowsField);
  for (const ReachedCall& reached : reachedCalls(evaluator, index, handler)) {
    evaluator.startQuery();
    if (std::optional<ConvexMisread> misread = finder.at(reached.call, reached.frame)) {
      found.push_back(std::move(*misread));
    }
  }
  return found;
}

}  // namespace envelint
