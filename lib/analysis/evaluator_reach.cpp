// Which statements of a function can be reached in a frame: a small abstract interpreter that knows
// the conditions the frame decides, such as the tool's name in a dispatcher.

#include <algorithm>

#include "analysis/evaluator_state.h"

namespace envelint {
namespace {

/// How control leaves a statement for sure.
enum class Exit : uint8_t { kFallsThrough, kBreaks, kLeaves };

/// Walks the statements of one function. Recursion follows nested statements only, which the front
/// end bounds; `else if` chains are walked in a loop.
class Reach {
 public:
  Reach(Evaluator& evaluator, const Module& module, const Frame* frame, std::vector<Range>& dead)
      : evaluator_(evaluator), module_(module), frame_(frame), dead_(dead) {}

  Exit sequence(std::span<const StmtId> statements) {
    Exit exit = Exit::kFallsThrough;
    for (StmtId id : statements) {
      if (exit != Exit::kFallsThrough) {
        // Function declarations are hoisted; they are no code of this sequence.
        if (module_.as<FunctionStmt>(id) == nullptr) {
          dead_.push_back(module_.range(id));
        }
        continue;
      }
      exit = statement(id);
    }
    return exit;
  }

  Exit statement(StmtId id) {
    if (!id || ++depth_ > kDepth) {
      return Exit::kFallsThrough;
    }
    const Exit exit = enter(id);
    --depth_;
    return exit;
  }

 private:
  static constexpr int kDepth = 300;

  Exit enter(StmtId id) {
    const StmtNode& node = module_.node(id);
    if (std::holds_alternative<ReturnStmt>(node) || std::holds_alternative<ThrowStmt>(node)) {
      return Exit::kLeaves;
    }
    if (std::holds_alternative<BreakStmt>(node) || std::holds_alternative<ContinueStmt>(node)) {
      return Exit::kBreaks;
    }
    if (const auto* block = std::get_if<BlockStmt>(&node)) {
      return sequence(block->body);
    }
    if (const auto* branch = std::get_if<IfStmt>(&node)) {
      return conditional(*branch);
    }
    if (const auto* choice = std::get_if<SwitchStmt>(&node)) {
      return switchOver(*choice);
    }
    if (const auto* loop = std::get_if<LoopStmt>(&node)) {
      statement(loop->body);
      return Exit::kFallsThrough;
    }
    if (const auto* attempt = std::get_if<TryStmt>(&node)) {
      const Exit block = statement(attempt->block);
      const Exit handler = attempt->handler ? statement(attempt->handler) : block;
      const Exit finalizer = statement(attempt->finalizer);
      return finalizer != Exit::kFallsThrough ? finalizer : std::min(block, handler);
    }
    return Exit::kFallsThrough;
  }

  void kill(StmtId id) {
    if (id) {
      dead_.push_back(module_.range(id));
    }
  }

  Exit conditional(const IfStmt& first) {
    Exit joined = Exit::kLeaves;
    const IfStmt* branch = &first;
    while (true) {
      const std::optional<bool> test =
          mayDecide(branch->test) ? truth(evaluator_.valueOf({&module_, branch->test}, frame_))
                                  : std::nullopt;
      if (test == std::optional(true)) {
        kill(branch->alternate);
        return std::min(joined, statement(branch->consequent));
      }
      if (test == std::optional(false)) {
        kill(branch->consequent);
      } else {
        joined = std::min(joined, statement(branch->consequent));
      }
      const auto* next = module_.as<IfStmt>(branch->alternate);
      if (next == nullptr) {
        break;
      }
      branch = next;
    }
    return branch->alternate ? std::min(joined, statement(branch->alternate)) : Exit::kFallsThrough;
  }

  /// Whether a frame can decide a condition at all: a flag, or a comparison with a literal. Valuing
  /// every other one as well would cost more than the rest of the analysis.
  bool mayDecide(ExprId root) const {
    std::vector<ExprId> pending{root};
    for (int parts = 0; !pending.empty(); ++parts) {
      const ExprId id = pending.back();
      pending.pop_back();
      if (parts > 16) {
        return false;
      }
      if (const auto* logical = module_.as<LogicalExpr>(id)) {
        pending.push_back(logical->left);
        pending.push_back(logical->right);
      } else if (const auto* negated = module_.as<UnaryExpr>(id);
                 negated != nullptr && negated->op == UnaryOp::kNot) {
        pending.push_back(negated->operand);
      } else if (const auto* compared = module_.as<BinaryExpr>(id)) {
        if ((compared->op != BinaryOp::kEqual && compared->op != BinaryOp::kNotEqual) ||
            (!isLiteral(compared->left) && !isLiteral(compared->right))) {
          return false;
        }
      } else if (module_.as<NameExpr>(id) == nullptr && !isLiteral(id) && !asksForArray(id)) {
        return false;
      }
    }
    return true;
  }

  /// `Array.isArray(x)`
  bool asksForArray(ExprId id) const {
    const auto* call = module_.as<CallExpr>(id);
    const auto* method = call != nullptr ? module_.as<MemberExpr>(call->callee) : nullptr;
    return method != nullptr && method->name == "isArray" && call->args.size() == 1 &&
           module_.as<NameExpr>(call->args.front()) != nullptr;
  }

  bool isLiteral(ExprId id) const {
    return module_.as<StringLiteral>(id) != nullptr || module_.as<NumberLiteral>(id) != nullptr ||
           module_.as<BooleanLiteral>(id) != nullptr || module_.as<NullLiteral>(id) != nullptr ||
           module_.as<UndefinedLiteral>(id) != nullptr;
  }

  std::optional<bool> matches(const Value* subject, ExprId test) {
    if (const auto* literal = module_.as<StringLiteral>(test)) {
      return subject->text == literal->value;
    }
    return equal(subject, evaluator_.valueOf({&module_, test}, frame_));
  }

  Exit switchOver(const SwitchStmt& choice) {
    const Value* subject = evaluator_.valueOf({&module_, choice.subject}, frame_);
    size_t start = choice.cases.size();
    bool known = subject->is(ValueKind::kString) && subject->isConstant;
    for (size_t i = 0; known && i < choice.cases.size(); ++i) {
      if (!choice.cases[i].test) {
        continue;
      }
      const std::optional<bool> match = matches(subject, choice.cases[i].test);
      known = match.has_value();
      if (match == std::optional(true)) {
        start = i;
        break;
      }
    }
    if (!known) {
      return anyCase(choice);
    }
    for (size_t i = 0; start == choice.cases.size() && i < choice.cases.size(); ++i) {
      if (!choice.cases[i].test) {
        start = i;
        break;
      }
    }
    Exit exit = Exit::kFallsThrough;
    for (size_t i = 0; i < choice.cases.size(); ++i) {
      if (i < start || exit != Exit::kFallsThrough) {
        for (StmtId id : choice.cases[i].body) {
          kill(id);
        }
        continue;
      }
      exit = sequence(choice.cases[i].body);
    }
    return exit == Exit::kLeaves ? exit : Exit::kFallsThrough;
  }

  Exit anyCase(const SwitchStmt& choice) {
    bool hasDefault = false;
    bool allLeave = true;
    for (const SwitchCase& one : choice.cases) {
      const Exit exit = sequence(one.body);
      hasDefault |= !one.test;
      // An empty case shares the next one's body.
      allLeave &= exit == Exit::kLeaves || one.body.empty();
    }
    return hasDefault && allLeave ? Exit::kLeaves : Exit::kFallsThrough;
  }

  Evaluator& evaluator_;
  const Module& module_;
  const Frame* frame_;
  std::vector<Range>& dead_;
  int depth_ = 0;
};

}  // namespace

const std::vector<Range>& Evaluator::State::deadRanges(const Frame* frame) {
  const auto [it, inserted] = dead.try_emplace(frame);
  if (inserted && frame->function) {
    const Module& module = *frame->function.module;
    std::vector<Range> found;
    Reach(self, module, frame, found).statement(module.function(frame->function.id).body);
    // The map may have grown meanwhile: conditions call functions with frames of their own.
    dead[frame] = std::move(found);
  }
  return dead[frame];
}

bool Evaluator::isLive(ExprRef expr, const Frame* frame) {
  if (frame == nullptr || expr.module != frame->function.module) {
    return true;
  }
  const Range range = expr.module->range(expr.id);
  return std::ranges::none_of(state_->deadRanges(frame),
                              [&](Range dead) { return dead.contains(range); });
}

std::vector<ExprRef> Evaluator::liveReturns(const Frame* frame) {
  std::vector<ExprRef> live = returns(frame->function);
  std::erase_if(live, [&](const ExprRef& expr) { return !isLive(expr, frame); });
  return live;
}

}  // namespace envelint
