#include "mcp/backend_calls.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "analysis/sources.h"
#include "analysis/syntax.h"
#include "mcp/code_index.h"
#include "mcp/naming.h"
#include "mcp/sql_text.h"
#include "source/words.h"
#include "sql/bounds.h"

namespace envelint {
namespace {

constexpr int kMaxDepth = 5;
constexpr int kMaxChain = 24;

constexpr auto kLimitMethods =
    std::to_array<std::string_view>({"limit", "limitToLast", "maxResults", "take", "top"});
constexpr auto kContinuationMethods = std::to_array<std::string_view>(
    {"after", "cursor", "offset", "paginate", "range", "skip", "startAfter", "startAt"});

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

/// The name before the `=` that a URL's text ends in: `limit` of `/orders?limit=`.
std::string_view lastKey(std::string_view text) {
  if (!text.ends_with('=')) {
    return {};
  }
  text.remove_suffix(1);
  const size_t from = text.find_last_of("?&");
  return from == std::string_view::npos ? text : text.substr(from + 1);
}

}  // namespace

BackendPaging BackendCalls::pagingOf(ExprRef call, const Frame* frame) {
  BackendPaging paging;
  ExprRef at = call;
  for (int hops = 0; at && hops < kMaxChain; ++hops) {
    if (const std::optional<QueryCall> query = queries_.at(at, frame)) {
      sql(*query, paging);
      return paging;
    }
    const auto* node = at.as<CallExpr>();
    if (node == nullptr) {
      break;
    }
    const ExprRef callee = withoutCasts(at.with(node->callee));
    const auto* member = callee.as<MemberExpr>();
    const std::string_view name = lastNameOf(callee);
    if (member != nullptr && isOneOf(name, kContinuationMethods)) {
      paging.continues = true;
    }
    if (member != nullptr && isOneOf(name, kLimitMethods) && node->args.size() == 1) {
      named("limit", at.with(node->args[0]), frame, placeOf(at), paging);
    }
    for (const ExprId arg : node->args) {
      argument(at.with(arg), frame, paging, 0);
    }
    if (member == nullptr) {
      break;
    }
    // The chain goes on before the method, through a variable that holds its first part.
    ExprRef object = withoutCasts(callee.with(member->object));
    if (object.as<NameExpr>() != nullptr) {
      const std::vector<Source> sources = Sources(evaluator_).of(object, frame);
      object = sources.size() == 1 && sources[0].frame == frame ? withoutCasts(sources[0].expr)
                                                                : ExprRef{};
    }
    at = object;
  }
  return paging;
}

void BackendCalls::sql(const QueryCall& query, BackendPaging& paging) {
  SqlTextBuilder builder(evaluator_, judge_);
  SqlOptions options;
  options.dialect = query.dialect;
  for (const SqlText& text : builder.textsOf(query.text, query.textFrame)) {
    const SqlBounds bounds = sqlBounds(text.text, options);
    const std::string words = lower(text.text);
    paging.continues |= words.find("offset") != std::string::npos;
    paging.isOpen |= bounds.bound != SqlBound::kBounded || bounds.isCatalogue;
    if (bounds.bound == SqlBound::kBounded && bounds.reason == SqlReason::kLimit &&
        words.find("limit") != std::string::npos && text.source) {
      paging.limit = query.call;
      paging.frame = query.frame;
      paging.place = placeOf(query.call);
    }
  }
}

void BackendCalls::named(std::string_view name, ExprRef value, const Frame* frame, CodePlace place,
                         BackendPaging& paging) {
  const Value* given = evaluator_.valueOf(value, frame);
  if (isContinuationName(name)) {
    paging.continues |= !given->isNullish() && !given->isExactNumber();
    return;
  }
  if (isLimitName(name, config_.limitParameters) && !isTwinName(name) && !given->isNullish() &&
      !(given->isExactNumber() && given->low <= 1)) {
    paging.limit = value;
    paging.frame = frame;
    paging.place = place;
  }
}

void BackendCalls::argument(ExprRef arg, const Frame* frame, BackendPaging& paging, int depth) {
  if (depth > kMaxDepth) {
    paging.isOpen = true;
    return;
  }
  if (arg.as<SpreadExpr>() != nullptr) {
    paging.isOpen = true;
    return;
  }
  url(arg, frame, paging);
  for (const Value* option : evaluator_.alternatives(evaluator_.valueOf(arg, frame))) {
    if (option->is(ValueKind::kInput) || option->is(ValueKind::kParameter)) {
      paging.isOpen = true;
      continue;
    }
    if (option->is(ValueKind::kObject)) {
      const KnownProperties known = evaluator_.properties(option);
      paging.isOpen |= known.open;
      for (const KnownProperty& property : known.properties) {
        if (property.value) {
          named(property.key, property.value, property.frame, property.place, paging);
          if (evaluator_.valueOf(property)->is(ValueKind::kObject)) {
            argument(property.value, property.frame, paging, depth + 1);
          }
        }
      }
    }
    if (option->is(ValueKind::kCall) && option->text == "URLSearchParams" &&
        !argumentsOf(option->site).empty()) {
      argument(option->site.with(argumentsOf(option->site).front()), option->frame, paging,
               depth + 1);
    }
  }
  // `params.set("limit", n)` of what is handed over.
  if (const Binding* binding = Sources(evaluator_).variableOf(arg)) {
    for (const ExprId read : binding->reads) {
      ExprRef member{arg.module, arg.module->owner(read).expr()};
      if (member.as<MemberExpr>() != nullptr && member.as<MemberExpr>()->name == "searchParams") {
        member = member.with(member.module->owner(member.id).expr());
      }
      const ExprRef call = member.as<MemberExpr>() != nullptr
                               ? member.with(member.module->owner(member.id).expr())
                               : ExprRef{};
      const auto* node = call ? call.as<CallExpr>() : nullptr;
      if (node != nullptr && node->callee == member.id && node->args.size() == 2) {
        const std::string_view key =
            evaluator_.constantText(evaluator_.valueOf(call.with(node->args[0]), frame));
        if (!key.empty()) {
          named(key, call.with(node->args[1]), frame, placeOf(call), paging);
        }
      }
    }
  }
}

void BackendCalls::url(ExprRef text, const Frame* frame, BackendPaging& paging) {
  Sources sources(evaluator_);
  std::vector<Source> pending{{text, frame}};
  for (size_t i = 0; i < pending.size() && i < 40; ++i) {
    const Source at = pending[i];
    if (const auto* sum = at.expr.as<BinaryExpr>()) {
      pending.push_back({at.expr.with(sum->left), at.frame});
      pending.push_back({at.expr.with(sum->right), at.frame});
      continue;
    }
    const auto* literal = at.expr.as<TemplateLiteral>();
    if (literal == nullptr) {
      // `?${params}` and `?${params.toString()}`
      const auto* call = at.expr.as<CallExpr>();
      const auto* member = call != nullptr ? at.expr.module->as<MemberExpr>(call->callee) : nullptr;
      const ExprRef query =
          member != nullptr && member->name == "toString" ? at.expr.with(member->object) : at.expr;
      if (i > 0 && query.as<NameExpr>() != nullptr) {
        argument(query, at.frame, paging, kMaxDepth);
      }
      for (const Source& source : sources.of(at.expr, at.frame)) {
        pending.push_back(source);
      }
      continue;
    }
    for (size_t k = 0; k < literal->holes.size(); ++k) {
      const ExprRef hole = at.expr.with(literal->holes[k]);
      if (const std::string_view key = lastKey(literal->texts[k]); !key.empty()) {
        named(key, hole, at.frame, placeOf(hole), paging);
      } else {
        pending.push_back({hole, at.frame});
      }
    }
  }
}

}  // namespace envelint
