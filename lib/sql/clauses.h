#pragma once

// Questions about clauses that several parts of the scanner ask.

#include "sql/frame.h"
#include "sql/lexer.h"

namespace envelint::sql {

/// The rank of LIMIT and all that comes with it.
inline constexpr int kLimitRank = 8;

/// The order in which clauses come; those of equal rank come in any order.
constexpr int rank(Clause clause) {
  switch (clause) {
    case Clause::kFrom:
    case Clause::kOn:
    case Clause::kArrayJoin:
    case Clause::kTemporal:
      return 1;
    case Clause::kWhere:
      return 2;
    case Clause::kConnectBy:
      return 3;
    case Clause::kGroupBy:
      return 4;
    case Clause::kHaving:
      return 5;
    case Clause::kWindow:
    case Clause::kQualify:
    case Clause::kBranch:
    case Clause::kValues:
    case Clause::kReturning:
      return 6;
    case Clause::kOrderBy:
      return 7;
    case Clause::kLimit:
    case Clause::kLimitBy:
    case Clause::kOffset:
    case Clause::kFetch:
    case Clause::kSample:
    case Clause::kFor:
      return kLimitRank;
    case Clause::kTail:
    case Clause::kConflict:
      return 9;
    default:
      return 0;
  }
}

constexpr bool mayRepeat(Clause clause) {
  return clause == Clause::kWhere || clause == Clause::kConnectBy ||
         rank(clause) == rank(Clause::kWindow) || rank(clause) >= kLimitRank;
}

/// Whether nothing in the clause matters, so that words may follow one another.
constexpr bool isLenient(Clause clause) {
  return clause == Clause::kInto || clause == Clause::kFor || clause == Clause::kTail ||
         clause == Clause::kConflict;
}

/// Whether the clause is expressions, with operators between operands.
constexpr bool isExpression(Clause clause) {
  switch (clause) {
    case Clause::kFrom:
    case Clause::kInsert:
    case Clause::kModifiers:
    case Clause::kTop:
    case Clause::kWith:
    case Clause::kSetOperator:
    case Clause::kBranch:
    case Clause::kValues:
      return false;
    default:
      return !isLenient(clause);
  }
}

/// Whether its items may have aliases.
constexpr bool isList(Clause clause) {
  return clause == Clause::kList || clause == Clause::kReturning || clause == Clause::kOutput ||
         clause == Clause::kArrayJoin;
}

/// Whether its operand bounds the rows.
constexpr bool isLimit(Clause clause) {
  return clause == Clause::kLimit || clause == Clause::kFetch || clause == Clause::kSample;
}

/// Whether it is a condition, which is followed comparison by comparison.
constexpr bool isCondition(Clause clause) {
  return clause == Clause::kWhere || clause == Clause::kOn || clause == Clause::kQualify;
}

/// Whether an aggregate in it makes one row of all.
constexpr bool collectsAggregates(Clause clause) {
  return clause == Clause::kList || clause == Clause::kHaving || clause == Clause::kOrderBy;
}

constexpr bool isName(const Token& token) {
  return token.kind == TokenKind::kWord || token.kind == TokenKind::kName;
}

/// Whether a token can only be a value: what stands before and behind ROWS, and behind TOP.
constexpr bool isNumberLike(TokenKind kind) {
  return kind == TokenKind::kNumber || kind == TokenKind::kPlaceholder ||
         kind == TokenKind::kQuestion || kind == TokenKind::kHole;
}
constexpr bool isNumberLike(const Token& token) { return isNumberLike(token.kind); }

}  // namespace envelint::sql
