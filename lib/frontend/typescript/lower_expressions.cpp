// Lowering: expressions but for literals.

#include <algorithm>
#include <utility>

#include "frontend/typescript/lowering.h"

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

// --- Chains ----------------------------------------------------------------------------------

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

namespace {

/// The operator of an operation, which is the first of its tokens.
Kind operatorOf(const SyntaxNode& node) {
  for (const SyntaxNode& child : node.children()) {
    if (isToken(child.kind)) {
      return child.kind;
    }
  }
  return Kind::kDropped;
}

bool isCast(const SyntaxNode& node) {
  return node.is(Kind::kAsExpression) || node.is(Kind::kSatisfiesExpression);
}

/// How tight a link or an operation binds, by the language's table; more is tighter.
int precedence(const SyntaxNode& node) {
  constexpr int kPrefix = 15;
  constexpr int kPostfix = 20;
  switch (node.kind) {
    case Kind::kParenthesizedExpression:
      return 0;
    case Kind::kAwaitExpression:
    case Kind::kUnaryExpression:
    case Kind::kTypeAssertion:
      return kPrefix;
    case Kind::kAsExpression:
    case Kind::kSatisfiesExpression:
      return 8;
    case Kind::kBinaryExpression:
      break;
    default:
      return kPostfix;
  }
  switch (operatorOf(node)) {
    case Kind::kTokenNullish:
      return 1;
    case Kind::kTokenOr:
      return 2;
    case Kind::kTokenAnd:
      return 3;
    case Kind::kTokenBitOr:
      return 4;
    case Kind::kTokenBitXor:
      return 5;
    case Kind::kTokenBitAnd:
      return 6;
    case Kind::kTokenEqual:
    case Kind::kTokenNotEqual:
      return 7;
    case Kind::kTokenShift:
      return 9;
    case Kind::kTokenPlus:
    case Kind::kTokenMinus:
      return 10;
    case Kind::kTokenStar:
    case Kind::kTokenSlash:
    case Kind::kTokenPercent:
      return 11;
    case Kind::kTokenStarStar:
      return 12;
    default:
      // The relational operators, which `as` is one of.
      return 8;
  }
}

/// Whether `link` belongs to the last operand of `left` by the language, though the grammar has it
/// the other way round. Precedence is wrong in it where types are involved: `await f<T>(x)` becomes
/// `(await f)<T>(x)`, `a && b!.c` becomes `(a && b)!.c`, `a || b as T` becomes `(a || b) as T`.
/// What was in brackets is a node of its own, so `left` never was.
bool bindsTighter(const SyntaxNode& link, const SyntaxNode& left) {
  switch (left.kind) {
    case Kind::kAwaitExpression:
    case Kind::kUnaryExpression:
    case Kind::kTypeAssertion:
    case Kind::kBinaryExpression:
      return precedence(link) > precedence(left);
    default:
      return false;
  }
}

/// The operand on the right end of an operation.
const SyntaxNode* lastOperand(const SyntaxNode& node) {
  const bool hasTwo = node.is(Kind::kBinaryExpression) || node.is(Kind::kTypeAssertion);
  return node.operand(hasTwo ? 1 : 0);
}

}  // namespace

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

namespace {

bool binaryOp(Kind token, BinaryOp& out) {
  static constexpr std::pair<Kind, BinaryOp> kOps[] = {
      {Kind::kTokenPlus, BinaryOp::kAdd},
      {Kind::kTokenMinus, BinaryOp::kSubtract},
      {Kind::kTokenStar, BinaryOp::kMultiply},
      {Kind::kTokenSlash, BinaryOp::kDivide},
      {Kind::kTokenPercent, BinaryOp::kRemainder},
      {Kind::kTokenStarStar, BinaryOp::kPower},
      {Kind::kTokenEqual, BinaryOp::kEqual},
      {Kind::kTokenNotEqual, BinaryOp::kNotEqual},
      {Kind::kTokenLess, BinaryOp::kLess},
      {Kind::kTokenLessEqual, BinaryOp::kLessEqual},
      {Kind::kTokenGreater, BinaryOp::kGreater},
      {Kind::kTokenGreaterEqual, BinaryOp::kGreaterEqual},
      {Kind::kTokenIn, BinaryOp::kIn},
      {Kind::kTokenInstanceof, BinaryOp::kInstanceof},
      {Kind::kTokenBitAnd, BinaryOp::kBitwise},
      {Kind::kTokenBitOr, BinaryOp::kBitwise},
      {Kind::kTokenBitXor, BinaryOp::kBitwise},
      {Kind::kTokenShift, BinaryOp::kBitwise},
  };
  const auto* found =
      std::find_if(std::begin(kOps), std::end(kOps), [&](auto op) { return op.first == token; });
  if (found == std::end(kOps)) {
    return false;
  }
  out = found->second;
  return true;
}

bool logicalOp(Kind token, LogicalOp& out) {
  switch (token) {
    case Kind::kTokenAnd:
      out = LogicalOp::kAnd;
      return true;
    case Kind::kTokenOr:
      out = LogicalOp::kOr;
      return true;
    case Kind::kTokenNullish:
      out = LogicalOp::kNullish;
      return true;
    default:
      return false;
  }
}

AssignOp assignOp(Kind token) {
  switch (token) {
    case Kind::kTokenAssignPlus:
      return AssignOp::kAdd;
    case Kind::kTokenAssignAnd:
      return AssignOp::kAnd;
    case Kind::kTokenAssignOr:
      return AssignOp::kOr;
    case Kind::kTokenAssignNullish:
      return AssignOp::kNullish;
    default:
      return AssignOp::kNumeric;
  }
}

bool unaryOp(Kind token, UnaryOp& out) {
  switch (token) {
    case Kind::kTokenNot:
      out = UnaryOp::kNot;
      return true;
    case Kind::kTokenMinus:
      out = UnaryOp::kMinus;
      return true;
    case Kind::kTokenPlus:
      out = UnaryOp::kPlus;
      return true;
    case Kind::kTokenBitNot:
      out = UnaryOp::kBitNot;
      return true;
    case Kind::kTokenTypeof:
      out = UnaryOp::kTypeof;
      return true;
    case Kind::kTokenVoid:
      out = UnaryOp::kVoid;
      return true;
    case Kind::kTokenDelete:
      out = UnaryOp::kDelete;
      return true;
    default:
      return false;
  }
}

}  // namespace

ExprId Lowering::binaryLink(const Node& node, ExprId left, Range range) {
  return binary(node, left, requiredExpr(node.operand(1), node), range);
}

ExprId Lowering::binary(const Node& node, ExprId left, ExprId right, Range range) {
  const Kind token = operatorOf(node);
  if (LogicalOp op; logicalOp(token, op)) {
    return module_.add(range, LogicalExpr{op, left, right});
  }
  if (BinaryOp op; binaryOp(token, op)) {
    return module_.add(range, BinaryExpr{op, left, right});
  }
  return module_.add(range, UnknownExpr{module_.list(std::vector<ExprId>{left, right})});
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
      UnaryOp op = UnaryOp::kNot;
      if (!unaryOp(operatorOf(node), op)) {
        return module_.add(range, UnknownExpr{module_.list(std::vector<ExprId>{operand})});
      }
      if (op == UnaryOp::kVoid && module_.as<NumberLiteral>(operand) != nullptr) {
        return module_.add(range, UndefinedLiteral{});
      }
      return module_.add(range, UnaryExpr{op, operand});
    }
  }
}

ExprId Lowering::prefixExpr(const Node& node) {
  const Node* operand = lastOperand(node);
  return operand != nullptr ? prefixLink(node, expr(*operand), node.range()) : unknown(node);
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
