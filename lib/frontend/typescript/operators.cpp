#include "frontend/typescript/operators.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace envelint::typescript {

Kind operatorOf(const SyntaxNode& node) {
  for (const SyntaxNode& child : node.children()) {
    if (isToken(child.kind)) {
      return child.kind;
    }
  }
  return Kind::kDropped;
}

std::optional<BinaryOp> binaryOp(Kind token) {
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
  return found != std::end(kOps) ? std::optional(found->second) : std::nullopt;
}

std::optional<LogicalOp> logicalOp(Kind token) {
  switch (token) {
    case Kind::kTokenAnd:
      return LogicalOp::kAnd;
    case Kind::kTokenOr:
      return LogicalOp::kOr;
    case Kind::kTokenNullish:
      return LogicalOp::kNullish;
    default:
      return std::nullopt;
  }
}

std::optional<UnaryOp> unaryOp(Kind token) {
  switch (token) {
    case Kind::kTokenNot:
      return UnaryOp::kNot;
    case Kind::kTokenMinus:
      return UnaryOp::kMinus;
    case Kind::kTokenPlus:
      return UnaryOp::kPlus;
    case Kind::kTokenBitNot:
      return UnaryOp::kBitNot;
    case Kind::kTokenTypeof:
      return UnaryOp::kTypeof;
    case Kind::kTokenVoid:
      return UnaryOp::kVoid;
    case Kind::kTokenDelete:
      return UnaryOp::kDelete;
    default:
      return std::nullopt;
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

bool isCast(const SyntaxNode& node) {
  return node.is(Kind::kAsExpression) || node.is(Kind::kSatisfiesExpression);
}

namespace {

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

}  // namespace

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

const SyntaxNode* lastOperand(const SyntaxNode& node) {
  const bool hasTwo = node.is(Kind::kBinaryExpression) || node.is(Kind::kTypeAssertion);
  return node.operand(hasTwo ? 1 : 0);
}

}  // namespace envelint::typescript
