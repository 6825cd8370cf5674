// Lowering: operations that lean to the left, such as `a.b().c` and `a + b + c`. They may be as
// long as a path in the model may be deep, so they are walked by a loop.

#include <optional>
#include <utility>

#include "frontend/typescript/lowering.h"
#include "frontend/typescript/operators.h"

namespace envelint::typescript {

bool Lowering::isChainLink(const Node& node) const {
  switch (node.kind) {
    case Kind::kMemberExpression:
    case Kind::kSubscriptExpression:
    case Kind::kBinaryExpression:
    case Kind::kNonNullExpression:
    case Kind::kAsExpression:
    case Kind::kSatisfiesExpression:
    case Kind::kInstantiationExpression:
    case Kind::kParenthesizedExpression:
      return true;
    case Kind::kCallExpression:
      return !isModuleRequest(node);
    default:
      return false;
  }
}

// Walks down the left side of the tree, then builds the model on the way back. An operation that
// the grammar put below a link that binds tighter is hoisted: the walk goes on with its last
// operand, and it is applied when a link comes that doesn't bind tighter, or the end.
ExprId Lowering::chain(const Node& top) {
  const size_t first = links_.size();
  const uint32_t outerDepth = chainDepth_;
  const Node* node = &top;
  const Node* governor = nullptr;
  while (nesting_ + chainDepth_ < kMaxDepth) {
    const bool isHoisted = governor != nullptr && bindsTighter(*governor, *node);
    const Node* next = nullptr;
    if (isHoisted) {
      next = lastOperand(*node);
    } else if (isChainLink(*node)) {
      next = node->operand(0);
      governor = node;
    }
    if (next == nullptr) {
      break;
    }
    links_.push_back({node, isHoisted});
    chainDepth_ += node->is(Kind::kParenthesizedExpression) ? 0 : 1;
    node = next;
  }

  ExprId value;
  if (!isChainLink(*node)) {
    value = expr(*node);
  } else if (nesting_ + chainDepth_ >= kMaxDepth) {
    value = tooDeep(*node);
  } else {
    value = unknown(*node);
  }
  // The hoisted operations, the innermost first, of which the first `applied` ones are done. What
  // is inside of an operation binds tighter than it, so the order of the rest needs no other look.
  std::vector<const Node*> hoisted;
  size_t applied = 0;
  uint32_t begin = node->begin;
  uint32_t end = node->end;
  const auto applyHoisted = [&](const Node* before) {
    while (applied < hoisted.size() &&
           (before == nullptr || !bindsTighter(*before, *hoisted[applied]))) {
      const Node& operation = *hoisted[applied++];
      begin = operation.begin;
      value = prefixLink(operation, value, {begin, end});
    }
  };
  while (links_.size() > first) {
    const auto [current, isHoisted] = links_.back();
    links_.pop_back();
    if (isHoisted) {
      --chainDepth_;
      hoisted.push_back(current);
      continue;
    }
    applyHoisted(current);
    begin = applied == hoisted.size() ? current->begin : begin;
    end = current->end;
    if (!current->is(Kind::kParenthesizedExpression)) {
      --chainDepth_;
      value = link(*current, value, {begin, end});
    }
  }
  applyHoisted(nullptr);
  chainDepth_ = outerDepth;
  return value;
}

ExprId Lowering::link(const Node& node, ExprId left, Range range) {
  switch (node.kind) {
    case Kind::kMemberExpression: {
      const Node* property = nullptr;
      bool optional = false;
      for (const Node& child : node.children()) {
        optional |= child.is(Kind::kOptionalChain);
        if (child.is(Kind::kPropertyIdentifier) || child.is(Kind::kPrivatePropertyIdentifier)) {
          property = &child;
        }
      }
      if (property == nullptr) {
        return module_.add(range, UnknownExpr{module_.list(std::vector<ExprId>{left})});
      }
      return module_.add(range, MemberExpr{left, name(*property), property->range(), optional});
    }
    case Kind::kSubscriptExpression:
      return subscriptLink(node, left, range);
    case Kind::kCallExpression:
      return callLink(node, left, range);
    case Kind::kBinaryExpression:
      return binaryLink(node, left, range);
    case Kind::kNonNullExpression:
      return module_.add(range, CastExpr{CastKind::kNonNull, left, {}});
    case Kind::kAsExpression:
    case Kind::kSatisfiesExpression:
      return castLink(node, left, range);
    default:
      // `f<T>` without a call: the type arguments don't change the value.
      return left;
  }
}

ExprId Lowering::subscriptLink(const Node& node, ExprId object, Range range) {
  const Node* index = nullptr;
  bool optional = false;
  uint32_t operands = 0;
  for (const Node& child : node.children()) {
    if (child.is(Kind::kOptionalChain)) {
      optional = true;
    } else if (!isToken(child.kind) && !child.is(Kind::kError) && operands++ == 1) {
      index = &child;
    }
  }
  if (isStringConstant(index)) {
    return module_.add(range, MemberExpr{object, stringValue(*index), index->range(), optional});
  }
  return module_.add(range, IndexExpr{object, requiredExpr(index, node), optional});
}

ExprId Lowering::callLink(const Node& node, ExprId callee, Range range) {
  const Node* args = node.child(Kind::kArguments);
  if (args == nullptr) {
    const Node* quasi = node.operand(1);
    if (quasi != nullptr && quasi->is(Kind::kTemplateString)) {
      return module_.add(range, TaggedTemplateExpr{callee, templateLiteral(*quasi)});
    }
    return module_.add(range, UnknownExpr{module_.list(std::vector<ExprId>{callee})});
  }
  CallExpr call;
  call.callee = callee;
  call.optional = node.has(Kind::kTokenQuestionDot) || node.has(Kind::kOptionalChain);
  call.typeArgs = module_.list(typeArguments(node.child(Kind::kTypeArguments)));
  call.args = module_.list(arguments(*args));
  return module_.add(range, call);
}

ExprId Lowering::castLink(const Node& node, ExprId operand, Range range) {
  const Node* written = node.operand(1);
  if (written == nullptr) {
    return node.has(Kind::kTokenConst) ? module_.add(range, CastExpr{CastKind::kConst, operand, {}})
                                       : operand;
  }
  const CastKind kind = node.is(Kind::kAsExpression) ? CastKind::kAs : CastKind::kSatisfies;
  return module_.add(range, CastExpr{kind, operand, type(*written)});
}

ExprId Lowering::binaryLink(const Node& node, ExprId left, Range range) {
  return binary(node, left, requiredExpr(node.operand(1), node), range);
}

ExprId Lowering::binary(const Node& node, ExprId left, ExprId right, Range range) {
  const Kind token = operatorOf(node);
  if (const std::optional<LogicalOp> op = logicalOp(token)) {
    return module_.add(range, LogicalExpr{*op, left, right});
  }
  if (const std::optional<BinaryOp> op = binaryOp(token)) {
    return module_.add(range, BinaryExpr{*op, left, right});
  }
  return module_.add(range, UnknownExpr{module_.list(std::vector<ExprId>{left, right})});
}

/// An operation on what follows it, whose last operand is lowered already.
ExprId Lowering::prefixLink(const Node& node, ExprId operand, Range range) {
  switch (node.kind) {
    case Kind::kAwaitExpression:
      return module_.add(range, AwaitExpr{operand});
    case Kind::kBinaryExpression:
      return binary(node, requiredExpr(node.operand(0), node), operand, range);
    case Kind::kTypeAssertion: {
      const Node* written = node.operand(0);
      const Node* argument = written != nullptr ? written->operand(0) : nullptr;
      // `<const>x` has a token there.
      const CastKind kind = argument != nullptr ? CastKind::kAs : CastKind::kConst;
      return module_.add(range, CastExpr{kind, operand, optionalType(argument)});
    }
    default: {
      const std::optional<UnaryOp> op = unaryOp(operatorOf(node));
      if (!op) {
        return module_.add(range, UnknownExpr{module_.list(std::vector<ExprId>{operand})});
      }
      return module_.add(range, UnaryExpr{*op, operand});
    }
  }
}

}  // namespace envelint::typescript
