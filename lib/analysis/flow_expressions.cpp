// Flow's steps upwards: from an expression that holds the value to what contains it. One overload
// of `in` for each kind of node; calls are in flow_calls.cpp.

#include <algorithm>

#include "analysis/flow_walk.h"
#include "analysis/syntax.h"

namespace envelint {
namespace {

bool isComparison(BinaryOp op) {
  switch (op) {
    case BinaryOp::kEqual:
    case BinaryOp::kNotEqual:
    case BinaryOp::kLess:
    case BinaryOp::kLessEqual:
    case BinaryOp::kGreater:
    case BinaryOp::kGreaterEqual:
    case BinaryOp::kIn:
    case BinaryOp::kInstanceof:
      return true;
    default:
      return false;
  }
}

/// Whether an expression is written to, not read.
bool isTarget(ExprRef expr) {
  return PatternRef{expr.module, expr.module->owner(expr.id).pattern()}.as<TargetPattern>() !=
         nullptr;
}

}  // namespace

void FlowWalk::onExpr(const Held& held) {
  const Module& module = *held.expr.module;
  const ExprOwner owner = module.owner(held.expr.id);
  switch (owner.kind) {
    case ExprOwner::Kind::kNone:
      report(UseKind::kStored, held, {});
      break;
    case ExprOwner::Kind::kExpr:
      std::visit([&](const auto& node) { in(held, held.expr.with(owner.expr()), node); },
                 module.node(owner.expr()));
      break;
    case ExprOwner::Kind::kStmt:
      inStatement(held, {&module, owner.stmt()});
      break;
    case ExprOwner::Kind::kPattern:
      inPattern(held, {&module, owner.pattern()});
      break;
    case ExprOwner::Kind::kFunction:
      inFunction(held, {&module, owner.function()});
      break;
    case ExprOwner::Kind::kClass:
      inClass(held, {&module, owner.classId()});
      break;
  }
}

// --- Statements, patterns, functions, classes ----------------------------------------------------

void FlowWalk::inStatement(const Held& held, StmtRef statement) {
  const Use use{.statement = statement};
  if (const auto* declare = statement.as<DeclareStmt>()) {
    for (const Declarator& declarator : declare->declarators) {
      if (declarator.init == held.expr.id) {
        match({statement.module, declarator.target}, held.frame, held.path, held.expr);
      }
    }
  } else if (statement.as<ReturnStmt>() != nullptr) {
    const FunctionRef function{statement.module, statement.module->enclosingFunction(statement.id)};
    // A for-of loop doesn't see what a generator returns at its end.
    if (function && !function.module->function(function.id).isGenerator) {
      onReturn(held, function, statement);
    }
  } else if (statement.as<ThrowStmt>() != nullptr) {
    report(UseKind::kThrown, held, use);
  } else if (statement.as<IfStmt>() != nullptr) {
    if (held.path == nullptr) {
      report(UseKind::kCondition, held, use);
    }
  } else if (statement.as<SwitchStmt>() != nullptr) {
    if (held.path == nullptr) {
      report(UseKind::kComparison, held, use);
    }
  } else if (const auto* loop = statement.as<LoopStmt>()) {
    const PatternRef element{statement.module, loop->element};
    if (held.expr.id == loop->test) {
      if (held.path == nullptr) {
        report(UseKind::kCondition, held, use);
      }
    } else if (held.expr.id != loop->iterable) {
      // The update's value is dropped.
    } else if (loop->kind == LoopKind::kForOf && startsWithElement(held.path)) {
      match(element, held.frame, held.path->rest, held.expr);
    } else if (held.path == nullptr &&
               report(UseKind::kIterated, held, use) == UseAction::kFollowResult) {
      match(element, held.frame, nullptr, held.expr);
    }
  }
}

void FlowWalk::inPattern(const Held& held, PatternRef pattern) {
  if (const auto* withDefault = pattern.as<DefaultPattern>()) {
    match(pattern.with(withDefault->target), held.frame, held.path, held.expr);
  } else if (pattern.as<ObjectPattern>() != nullptr) {
    report(UseKind::kIndex, held, {.pattern = pattern});
  }
}

void FlowWalk::inFunction(const Held& held, FunctionRef function) {
  if (function.module->function(function.id).expressionBody == held.expr.id) {
    onReturn(held, function, {});
  } else {
    report(UseKind::kOther, held, {});
  }
}

void FlowWalk::inClass(const Held& held, ClassRef classRef) {
  for (const ClassMember& member : classRef.module->classOf(classRef.id).members) {
    if (member.value != held.expr.id) {
      continue;
    }
    if (member.key.empty() || isTooLong(held.path)) {
      report(UseKind::kStored, held, {});
    } else {
      holdThisInClass(classRef, nullptr, prepend(member.key, held.path));
    }
    return;
  }
  report(UseKind::kOther, held, {});
}

// --- Members -------------------------------------------------------------------------------------

void FlowWalk::readProperty(const Held& held, ExprRef parent, std::string_view name) {
  if (held.path == nullptr) {
    reportBy(UseKind::kMember, held, parent, 0, name);
  } else if (held.path->step == name) {
    hold(parent, held.frame, held.path->rest);
  }
}

void FlowWalk::in(const Held& held, ExprRef parent, const MemberExpr& node) {
  if (isTarget(parent)) {
    return;
  }
  if (const ExprRef call = callOf(parent); call && !startsWith(held.path, node.name)) {
    onMethodCall(held, node.name, call);
  } else {
    readProperty(held, parent, node.name);
  }
}

void FlowWalk::in(const Held& held, ExprRef parent, const IndexExpr& node) {
  if (node.index == held.expr.id) {
    reportBy(UseKind::kIndex, held, parent);
    return;
  }
  if (isTarget(parent)) {
    return;
  }
  const Value* index = evaluator_.valueOf(parent.with(node.index), held.frame);
  if (const std::string_view key = evaluator_.constantText(index); !key.empty()) {
    readProperty(held, parent, key);
  } else if (held.path == nullptr) {
    readProperty(held, parent, {});
  } else if (isElementStep(held.path->step)) {
    const bool isKnown = index->isExactNumber() && index->low >= 0;
    if (!isKnown || mayBeElement(held.path->step, static_cast<size_t>(index->low))) {
      hold(parent, held.frame, held.path->rest);
    }
  } else if (!index->is(ValueKind::kNumber) && held.path->step != kReturnStep) {
    // Any property, for all that is known.
    hold(parent, held.frame, held.path->rest);
  }
}

// --- Literals ------------------------------------------------------------------------------------

void FlowWalk::in(const Held& held, ExprRef parent, const ObjectExpr& node) {
  const auto keyOf = [&](const Property& property) {
    return property.computedKey ? constantKey(parent.with(property.computedKey), held.frame)
                                : property.key;
  };
  for (size_t i = 0; i < node.properties.size(); ++i) {
    const Property& property = node.properties[i];
    if (property.computedKey == held.expr.id) {
      reportBy(UseKind::kIndex, held, parent);
      return;
    }
    if (property.value != held.expr.id) {
      continue;
    }
    if (property.kind == PropertyKind::kSpread) {
      const bool isOverwritten =
          held.path != nullptr &&
          std::ranges::any_of(node.properties.subspan(i + 1), [&](const Property& later) {
            return later.kind != PropertyKind::kSpread && keyOf(later) == held.path->step;
          });
      if (!isOverwritten) {
        hold(parent, held.frame, held.path);
      }
      return;
    }
    // Reading a getter calls it.
    const bool isGetter =
        property.kind == PropertyKind::kGetter && startsWith(held.path, kReturnStep);
    holdInside({held.expr, held.frame, isGetter ? held.path->rest : held.path}, parent,
               keyOf(property));
    return;
  }
}

void FlowWalk::in(const Held& held, ExprRef parent, const ArrayExpr& node) {
  bool isPlaceKnown = true;
  for (size_t i = 0; i < node.elements.size(); ++i) {
    if (node.elements[i] == held.expr.id) {
      holdInside(held, parent, isPlaceKnown ? elementStep(i) : kElementStep);
      return;
    }
    isPlaceKnown &= parent.module->as<SpreadExpr>(node.elements[i]) == nullptr;
  }
}

void FlowWalk::in(const Held& held, ExprRef parent, const SpreadExpr&) {
  const ExprRef around = parent.with(parent.module->owner(parent.id).expr());
  if (!around) {
    report(UseKind::kOther, held, {.parent = parent});
  } else if (const auto* call = around.as<CallExpr>()) {
    onSpreadArgument(
        held, around, call->args,
        static_cast<uint32_t>(std::ranges::find(call->args, parent.id) - call->args.begin()));
  } else if (const auto* construct = around.as<NewExpr>()) {
    onSpreadArgument(held, around, construct->args,
                     static_cast<uint32_t>(std::ranges::find(construct->args, parent.id) -
                                           construct->args.begin()));
  } else if (held.path == nullptr) {
    reportBy(UseKind::kIterated, held, around);
  } else if (isElementStep(held.path->step)) {
    hold(around, held.frame, anyElement(held.path));
  }
}

void FlowWalk::in(const Held& held, ExprRef parent, const TemplateLiteral& node) {
  Use use;
  use.parent = parent;
  use.index =
      static_cast<uint32_t>(std::ranges::find(node.holes, held.expr.id) - node.holes.begin());
  if (report(UseKind::kTemplateHole, held, std::move(use)) == UseAction::kFollowResult) {
    const ExprRef around = parent.with(parent.module->owner(parent.id).expr());
    hold(around.as<TaggedTemplateExpr>() != nullptr ? around : parent, held.frame, held.path);
  }
}

void FlowWalk::in(const Held& held, ExprRef parent, const TaggedTemplateExpr&) {
  onCallee(held, parent);
}

// --- Operators -----------------------------------------------------------------------------------

void FlowWalk::onTest(const Held& held, ExprRef parent) {
  if (held.path == nullptr) {
    reportBy(UseKind::kCondition, held, parent);
  }
}

void FlowWalk::in(const Held& held, ExprRef parent, const ConditionalExpr& node) {
  const Module& module = *parent.module;
  // `size ? Math.min(size, 100) : size`: there is nothing of it in the branch where it's false.
  const auto* negated = module.as<UnaryExpr>(node.test);
  const bool isNegated = negated != nullptr && negated->op == UnaryOp::kNot;
  const ExprId falseBranch = isNegated ? node.consequent : node.alternate;
  const bool isFalse = held.expr.id == falseBranch &&
                       readsTheSame(module, held.expr.id, isNegated ? negated->operand : node.test);
  if (node.test == held.expr.id || isFalse) {
    onTest(held, parent);
  } else {
    hold(parent, held.frame, held.path);
  }
}

void FlowWalk::in(const Held& held, ExprRef parent, const BinaryExpr& node) {
  if (!isComparison(node.op)) {
    reportBy(UseKind::kArithmetic, held, parent);
  } else if (held.path == nullptr) {
    reportBy(UseKind::kComparison, held, parent);
  }
}

void FlowWalk::in(const Held& held, ExprRef parent, const LogicalExpr& node) {
  if (node.op == LogicalOp::kAnd && node.left == held.expr.id) {
    onTest(held, parent);
  } else {
    hold(parent, held.frame, held.path);
  }
}

void FlowWalk::in(const Held& held, ExprRef parent, const UnaryExpr& node) {
  switch (node.op) {
    case UnaryOp::kNot:
      onTest(held, parent);
      break;
    case UnaryOp::kMinus:
    case UnaryOp::kPlus:
    case UnaryOp::kBitNot:
      reportBy(UseKind::kArithmetic, held, parent);
      break;
    case UnaryOp::kTypeof:
      if (held.path == nullptr) {
        reportBy(UseKind::kOther, held, parent);
      }
      break;
    case UnaryOp::kVoid:
    case UnaryOp::kDelete:
      break;
  }
}

void FlowWalk::in(const Held& held, ExprRef parent, const UpdateExpr&) {
  reportBy(UseKind::kArithmetic, held, parent);
}

void FlowWalk::in(const Held& held, ExprRef parent, const AssignExpr& node) {
  if (node.op == AssignOp::kAdd || node.op == AssignOp::kNumeric) {
    if (report(UseKind::kArithmetic, held, {.parent = parent}) != UseAction::kFollowResult) {
      return;
    }
  }
  match({parent.module, node.target}, held.frame, held.path, held.expr);
  hold(parent, held.frame, held.path);
}

void FlowWalk::in(const Held& held, ExprRef parent, const SequenceExpr& node) {
  if (node.expressions.back() == held.expr.id) {
    hold(parent, held.frame, held.path);
  }
}

void FlowWalk::in(const Held& held, ExprRef parent, const CastExpr&) {
  hold(parent, held.frame, held.path);
}

void FlowWalk::in(const Held& held, ExprRef parent, const AwaitExpr&) {
  hold(parent, held.frame, held.path);
}

void FlowWalk::in(const Held& held, ExprRef parent, const UnknownExpr&) {
  reportBy(UseKind::kOther, held, parent);
}

void FlowWalk::in(const Held& held, ExprRef parent, const YieldExpr& node) {
  // What a generator yields are the elements of what calling it gives.
  const FunctionRef function{parent.module, parent.module->enclosingFunction(parent.id)};
  if (!function) {
    return;
  }
  if (node.delegate || !isTooLong(held.path)) {
    onReturn({held.expr, held.frame, node.delegate ? held.path : prepend(kElementStep, held.path)},
             function, {});
  }
}

}  // namespace envelint
