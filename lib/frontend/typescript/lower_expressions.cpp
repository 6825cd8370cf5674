// Lowering: expressions but for literals and chains.

#include <algorithm>
#include <utility>

#include "frontend/typescript/lowering.h"
#include "frontend/typescript/operators.h"

namespace envelint::typescript {

bool isCompoundExpression(Kind kind) {
  switch (kind) {
    case Kind::kArray:
    case Kind::kArrowFunction:
    case Kind::kAsExpression:
    case Kind::kAssignmentExpression:
    case Kind::kAugmentedAssignmentExpression:
    case Kind::kAwaitExpression:
    case Kind::kBinaryExpression:
    case Kind::kCallExpression:
    case Kind::kClass:
    case Kind::kFunctionExpression:
    case Kind::kGeneratorFunction:
    case Kind::kInstantiationExpression:
    case Kind::kJsxElement:
    case Kind::kJsxSelfClosingElement:
    case Kind::kMemberExpression:
    case Kind::kNewExpression:
    case Kind::kNonNullExpression:
    case Kind::kObject:
    case Kind::kParenthesizedExpression:
    case Kind::kSatisfiesExpression:
    case Kind::kSequenceExpression:
    case Kind::kSubscriptExpression:
    case Kind::kTemplateString:
    case Kind::kTernaryExpression:
    case Kind::kTypeAssertion:
    case Kind::kUnaryExpression:
    case Kind::kUpdateExpression:
    case Kind::kYieldExpression:
      return true;
    default:
      return false;
  }
}

// One switch on the kind of node.
ExprId Lowering::expr(const Node& node) {
  const Nesting nesting(*this);
  if (nesting.isTooDeep()) {
    return tooDeep(node);
  }
  const Range range = node.range();
  if (node.missing) {
    return module_.add(range, UnknownExpr{});
  }
  switch (node.kind) {
    case Kind::kIdentifier:
    case Kind::kShorthandPropertyIdentifier:
      return module_.add(range, NameExpr{name(node)});
    case Kind::kString:
      return string(node);
    case Kind::kNumber:
      return number(node);
    case Kind::kMemberExpression:
    case Kind::kSubscriptExpression:
    case Kind::kBinaryExpression:
    case Kind::kNonNullExpression:
    case Kind::kAsExpression:
    case Kind::kSatisfiesExpression:
    case Kind::kInstantiationExpression:
    case Kind::kParenthesizedExpression:
      return chain(node);
    case Kind::kCallExpression:
      return isModuleRequest(node) ? moduleRequest(node) : chain(node);
    case Kind::kObject:
      return object(node);
    case Kind::kArray:
      return array(node);
    case Kind::kArrowFunction:
    case Kind::kFunctionExpression:
    case Kind::kGeneratorFunction:
      return module_.add(range, FunctionExpr{function(node)});
    case Kind::kClass:
      return classExpression(node, {});
    case Kind::kTemplateString:
      return templateString(node);
    case Kind::kTrue:
      return module_.add(range, BooleanLiteral{true});
    case Kind::kFalse:
      return module_.add(range, BooleanLiteral{false});
    case Kind::kNull:
      return module_.add(range, NullLiteral{});
    case Kind::kUndefined:
      return module_.add(range, UndefinedLiteral{});
    case Kind::kRegex:
      return regex(node);
    case Kind::kThis:
      return module_.add(range, ThisExpr{});
    case Kind::kSuper:
      return module_.add(range, SuperExpr{});
    case Kind::kNestedIdentifier: {
      const Node* object = node.operand(0);
      const Node* last = node.operand(1);
      if (object == nullptr || last == nullptr) {
        return unknown(node);
      }
      return module_.add(range, MemberExpr{expr(*object), name(*last), last->range(), false});
    }
    case Kind::kNewExpression:
      return newExpr(node);
    case Kind::kAwaitExpression:
      return awaitExpr(node);
    case Kind::kYieldExpression:
      return module_.add(range,
                         YieldExpr{optionalExpr(node.operand(0)), node.has(Kind::kTokenStar)});
    case Kind::kTernaryExpression:
      return conditional(node);
    case Kind::kAssignmentExpression:
      return assignment(node);
    case Kind::kAugmentedAssignmentExpression:
      return augmentedAssignment(node);
    case Kind::kUnaryExpression:
    case Kind::kTypeAssertion:
      return prefixExpr(node);
    case Kind::kUpdateExpression:
      return module_.add(
          range, UpdateExpr{requiredExpr(node.operand(0), node), node.has(Kind::kTokenPlusPlus)});
    case Kind::kSpreadElement:
      return module_.add(range, SpreadExpr{requiredExpr(node.operand(0), node)});
    case Kind::kSequenceExpression: {
      std::vector<ExprId> parts;
      for (const Node& child : node.children()) {
        if (!isToken(child.kind) && !child.is(Kind::kError)) {
          parts.push_back(expr(child));
        }
      }
      return module_.add(range, SequenceExpr{module_.list(parts)});
    }
    case Kind::kPrivatePropertyIdentifier:
      // `#field in object` asks as `"field" in object` does.
      return module_.add(range, StringLiteral{name(node)});
    case Kind::kJsxElement:
    case Kind::kJsxSelfClosingElement:
      return element(node);
    default:
      return unknown(node);
  }
}

ExprId Lowering::requiredExpr(const Node* node, const Node& parent) {
  return node != nullptr ? expr(*node) : module_.add(Range{parent.end, parent.end}, UnknownExpr{});
}

ExprId Lowering::tooDeep(const Node& node) {
  unparsed_.push_back(node.range());
  return module_.add(node.range(), UnknownExpr{});
}

ExprId Lowering::unknown(const Node& node) {
  std::vector<ExprId> parts;
  expressionsIn(node, parts);
  return module_.add(node.range(), UnknownExpr{module_.list(parts)});
}

void Lowering::enterError(const Node& node) {
  if (node.is(Kind::kError)) {
    const auto found = std::lower_bound(errors_.begin(), errors_.end(), &node);
    isLowered_[static_cast<size_t>(found - errors_.begin())] = true;
  }
}

void Lowering::expressionsIn(const Node& node, std::vector<ExprId>& out) {
  enterError(node);
  for (const Node* at = &node + 1; at != node.after();) {
    if (isCompoundExpression(at->kind)) {
      out.push_back(expr(*at));
      at = at->after();
    } else {
      enterError(*at++);
    }
  }
}

// --- Calls -----------------------------------------------------------------------------------

std::vector<ExprId> Lowering::arguments(const Node& node) {
  std::vector<ExprId> result;
  for (const Node& child : node.children()) {
    if (child.is(Kind::kError)) {
      expressionsIn(child, result);
    } else if (!isToken(child.kind)) {
      result.push_back(expr(child));
    }
  }
  return result;
}

/// Whether a call is `import("x")` or `require("x")`.
bool Lowering::isModuleRequest(const Node& call) const {
  const Node* callee = call.operand(0);
  if (callee == nullptr) {
    return false;
  }
  if (callee->is(Kind::kImport)) {
    return true;
  }
  if (!callee->is(Kind::kIdentifier) || text(*callee) != "require") {
    return false;
  }
  const Node* args = call.child(Kind::kArguments);
  return args != nullptr && isStringConstant(args->operand(0)) && args->operand(1) == nullptr;
}

ExprId Lowering::moduleRequest(const Node& call) {
  const Node* args = call.child(Kind::kArguments);
  const Node* specifier = args != nullptr ? args->operand(0) : nullptr;
  if (isStringConstant(specifier)) {
    return module_.add(call.range(), ImportExpr{stringValue(*specifier)});
  }
  // `import(path)`: which module that is only the run knows.
  const std::vector<ExprId> children = args != nullptr ? arguments(*args) : std::vector<ExprId>{};
  return module_.add(call.range(), UnknownExpr{module_.list(children)});
}

ExprId Lowering::newExpr(const Node& node) {
  NewExpr result;
  result.callee = requiredExpr(node.operand(0), node);
  result.typeArgs = module_.list(typeArguments(node.child(Kind::kTypeArguments)));
  if (const Node* args = node.child(Kind::kArguments)) {
    result.args = module_.list(arguments(*args));
  }
  return module_.add(node.range(), result);
}

// --- Operators -------------------------------------------------------------------------------

ExprId Lowering::conditional(const Node& node) {
  // `a ? b : c ? d : e` nests to the right, like `else if`.
  struct Branch {
    const Node* node;
    ExprId test;
    ExprId consequent;
  };
  const uint32_t outerDepth = chainDepth_;
  std::vector<Branch> branches;
  const Node* at = &node;
  while (at->is(Kind::kTernaryExpression) && nesting_ + chainDepth_ < kMaxDepth) {
    const Node* alternate = at->operand(2);
    if (alternate == nullptr) {
      break;
    }
    branches.push_back({at, expr(*at->operand(0)), expr(*at->operand(1))});
    ++chainDepth_;
    at = alternate;
  }
  ExprId value;
  if (!at->is(Kind::kTernaryExpression)) {
    value = expr(*at);
  } else if (at->operand(2) == nullptr) {
    value = unknown(*at);
  } else {
    value = tooDeep(*at);
  }
  chainDepth_ = outerDepth;
  for (size_t i = branches.size(); i > 0; --i) {
    const Branch& branch = branches[i - 1];
    value =
        module_.add(branch.node->range(), ConditionalExpr{branch.test, branch.consequent, value});
  }
  return value;
}

ExprId Lowering::assignment(const Node& node) {
  const PatternId target = requiredPattern(node.operand(0), node);
  const ExprId value = requiredExpr(node.operand(1), node);
  return module_.add(node.range(), AssignExpr{AssignOp::kAssign, target, value});
}

ExprId Lowering::augmentedAssignment(const Node& node) {
  const PatternId target = requiredPattern(node.operand(0), node);
  const ExprId value = requiredExpr(node.operand(1), node);
  return module_.add(node.range(), AssignExpr{assignOp(operatorOf(node)), target, value});
}

ExprId Lowering::prefixExpr(const Node& node) {
  const Node* operand = lastOperand(node);
  if (operand == nullptr) {
    return unknown(node);
  }
  if (operand->is(Kind::kNumber) && operatorOf(node) == Kind::kTokenVoid) {
    return module_.add(node.range(), UndefinedLiteral{});
  }
  return prefixLink(node, expr(*operand), node.range());
}

ExprId Lowering::awaitExpr(const Node& node) {
  // The grammar reads `await x as T` as `await (x as T)`; the language as `(await x) as T`.
  std::vector<const Node*> casts;
  const Node* operand = node.operand(0);
  while (operand != nullptr && isCast(*operand) && operand->operand(0) != nullptr) {
    casts.push_back(operand);
    operand = operand->operand(0);
  }
  const uint32_t end = operand != nullptr ? operand->end : node.end;
  ExprId value = module_.add(Range{node.begin, end}, AwaitExpr{requiredExpr(operand, node)});
  for (size_t i = casts.size(); i > 0; --i) {
    value = castLink(*casts[i - 1], value, {node.begin, casts[i - 1]->end});
  }
  return value;
}

}  // namespace envelint::typescript
