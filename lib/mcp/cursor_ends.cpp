#include "mcp/cursor_ends.h"

#include <algorithm>
#include <array>

#include "analysis/sources.h"
#include "analysis/syntax.h"
#include "mcp/naming.h"
#include "source/words.h"

namespace envelint {
namespace {

constexpr size_t kMaxSteps = 80;

constexpr auto kNextKeys =
    std::to_array<std::string_view>({"nextcursor", "nextpagetoken", "nextpagecursor", "nexttoken"});

/// What of a value can still come through: `x ?? y` takes no null from `x`, `x || y` nothing empty.
struct Possible {
  Source at;
  bool null = true;
  bool empty = true;
};

class EndFinder {
 public:
  explicit EndFinder(Evaluator& evaluator) : sources_(evaluator) {}

  void find(const AnswerField& field, std::vector<EmptyCursor>& out) {
    pending_.clear();
    const bool isGuarded = guarded(field.value);
    add({{field.value, field.frame}, !isGuarded, !isGuarded});
    for (size_t next = 0; next < pending_.size() && next < kMaxSteps; ++next) {
      const Possible at = pending_[next];
      const auto* text = at.at.expr.as<StringLiteral>();
      const bool isEmpty = text != nullptr && text->value.empty() && at.empty;
      if (isEmpty || (at.at.expr.as<NullLiteral>() != nullptr && at.null)) {
        out.push_back({field.key, placeOf(field.value), placeOf(at.at.expr), isEmpty});
        return;
      }
      step(at);
    }
  }

 private:
  void add(Possible possible) {
    const bool isKnown = std::ranges::any_of(pending_, [&](const Possible& other) {
      return other.at == possible.at && other.null >= possible.null &&
             other.empty >= possible.empty;
    });
    if (!isKnown && (possible.null || possible.empty)) {
      pending_.push_back(possible);
    }
  }

  void step(const Possible& at) {
    const ExprRef expr = at.at.expr;
    if (const auto* node = expr.as<LogicalExpr>(); node != nullptr && node->op != LogicalOp::kAnd) {
      add({{expr.with(node->left), at.at.frame},
           false,
           at.empty && node->op == LogicalOp::kNullish});
      add({{expr.with(node->right), at.at.frame}, at.null, at.empty});
      return;
    }
    if (const auto* node = expr.as<ConditionalExpr>()) {
      const bool isTested = mentions(*expr.module, node->test, node->consequent);
      add({{expr.with(node->consequent), at.at.frame},
           at.null && !isTested,
           at.empty && !isTested});
      add({{expr.with(node->alternate), at.at.frame}, at.null, at.empty});
      return;
    }
    for (const Source& source : sources_.of(expr, at.at.frame)) {
      const bool isGuarded = guarded(source.expr);
      add({source, at.null && !isGuarded, at.empty && !isGuarded});
    }
  }

  /// Whether a test has the same text in it as a value that depends on the test.
  static bool mentions(const Module& module, ExprId test, ExprId value) {
    const std::string_view part =
        module.file().text(module.range(withoutCasts({&module, value}).id));
    return module.file().text(module.range(test)).find(part) != std::string_view::npos;
  }

  /// `...(cursor ? { nextCursor: cursor } : {})`, `if (cursor) result.nextCursor = cursor`
  static bool guarded(ExprRef expr) {
    const Module& module = *expr.module;
    if (expr.as<NullLiteral>() != nullptr || expr.as<StringLiteral>() != nullptr) {
      return false;
    }
    ExprId at = expr.id;
    for (ExprId owner = module.owner(at).expr(); owner; owner = module.owner(at).expr()) {
      const auto* choice = module.as<ConditionalExpr>(owner);
      const auto* both = module.as<LogicalExpr>(owner);
      if ((choice != nullptr && choice->consequent == at &&
           mentions(module, choice->test, expr.id)) ||
          (both != nullptr && both->op == LogicalOp::kAnd && both->right == at &&
           mentions(module, both->left, expr.id))) {
        return true;
      }
      at = owner;
    }
    for (StmtId id = module.statementOf(expr.id); id; id = module.parent(id)) {
      const auto* test = module.as<IfStmt>(id);
      if (test != nullptr && mentions(module, test->test, expr.id)) {
        return true;
      }
    }
    return false;
  }

  Sources sources_;
  std::vector<Possible> pending_;
};

}  // namespace

std::vector<EmptyCursor> findEmptyCursors(Evaluator& evaluator, const Answer& answer) {
  EndFinder finder(evaluator);
  std::vector<EmptyCursor> found;
  for (const AnswerField& field : answer.fields) {
    if (field.value && isOneOf(normalizedName(field.key), kNextKeys)) {
      evaluator.startQuery();
      finder.find(field, found);
    }
  }
  return found;
}

}  // namespace envelint
