#include "sql/clauses.h"
#include "sql/scanner.h"

namespace envelint::sql {

void Scanner::onQuery(Frame& f) {
  Query& q = *f.q;
  settle(f);
  if (q.clause == Clause::kWith) {
    onWith(f);
    return;
  }
  if (isCondition(q.clause)) {
    track(f);
  }
  noteHole(q);
  if (q.clause == Clause::kSetOperator && token_.kind != TokenKind::kOpen) {
    onBranch(f);
    return;
  }
  if (q.clause == Clause::kModifiers && onModifier(f)) {
    return;
  }
  if (q.clause == Clause::kTop && onTop(f)) {
    return;
  }
  if (isLenient(q.clause)) {
    onLenient(f);
    return;
  }
  if (token_.kind == TokenKind::kOpen) {
    q.afterHole = false;
    onOpen(f);
    return;
  }
  onToken(f);
  // A handler may have given up on the query, or moved on to its next token.
  if (f.kind == Frame::kQuery && !isName(token_) && token_.kind != TokenKind::kHole) {
    f.lastWord = {};
  }
}

// A hole behind an operand may hold the LIMIT, unless a word follows that comes before a LIMIT.
void Scanner::noteHole(Query& q) {
  if (!q.holeIsLast) {
    return;
  }
  q.holeIsLast = false;
  switch (token_.keyword) {
    case Keyword::kOffset:
    case Keyword::kFor:
    case Keyword::kFetch:
    case Keyword::kLock:
    case Keyword::kOption:
    case Keyword::kSettings:
    case Keyword::kFormat:
    case Keyword::kReturning:
      q.mayBeLimited = true;
      return;
    default:
      return;
  }
}

// A token of a clause that consists of operands and operators.
void Scanner::onToken(Frame& f) {
  Query& q = *f.q;
  const bool wasAfterHole = q.afterHole;
  q.afterHole = false;
  switch (token_.kind) {
    case TokenKind::kWord:
      q.afterHole = wasAfterHole;
      onWord(f);
      q.afterHole = false;
      break;
    case TokenKind::kQuestion:
      if (q.afterOperand &&
          (nextIsOperand() || (next_.kind == TokenKind::kOperator && !next_.spaced))) {
        // PostgreSQL's operators ?, ?| and ?&
        q.afterOperand = false;
        break;
      }
      [[fallthrough]];
    case TokenKind::kName:
    case TokenKind::kString:
    case TokenKind::kNumber:
    case TokenKind::kPlaceholder:
      q.afterHole = wasAfterHole;
      onOperand(f);
      q.afterHole = false;
      break;
    case TokenKind::kHole:
      onHole(f);
      break;
    case TokenKind::kComma:
      onComma(f);
      break;
    case TokenKind::kDot:
      if (!q.afterOperand && !q.afterDot) {
        giveUp(SqlReason::kNotUnderstood);
        return;
      }
      q.afterDot = true;
      q.afterOperand = false;
      break;
    case TokenKind::kCast:
      q.afterDot = true;
      q.afterCast = true;
      q.afterOperand = false;
      break;
    default:
      q.afterHole = wasAfterHole;
      onOperator(f);
      q.afterHole = false;
  }
}

void Scanner::onWord(Frame& f) {
  Query& q = *f.q;
  if (q.afterDot || q.afterAs || token_.keyword == Keyword::kNone) {
    if (q.clause == Clause::kInsert && !q.afterDot) {
      onInsertWord(f);
    } else {
      onOperand(f);
    }
    return;
  }
  if (q.clause == Clause::kInsert) {
    onInsertWord(f);
    return;
  }
  f.lastWord = {};
  if (q.afterOperand) {
    if (onClause(f) || (isExpression(q.clause) && onInfix(f))) {
      return;
    }
  } else if (onOperandWord(f)) {
    return;
  }
  onOperand(f);
}

// A word between SELECT and its list; false for the first of the list.
bool Scanner::onModifier(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
    case Keyword::kDistinct:
    case Keyword::kAll:
    case Keyword::kDistinctrow:
    case Keyword::kHighPriority:
    case Keyword::kStraightJoin:
    case Keyword::kSqlBigResult:
    case Keyword::kSqlBufferResult:
    case Keyword::kSqlCache:
    case Keyword::kSqlCalcFoundRows:
    case Keyword::kSqlNoCache:
    case Keyword::kSqlSmallResult:
      return true;
    case Keyword::kOn:
      // DISTINCT ON (a, b)
      if (next_.kind == TokenKind::kOpen) {
        advance();
        push(Frame::kPlain);
        return true;
      }
      break;
    case Keyword::kAs:
      // BigQuery's SELECT AS STRUCT
      if (nextIs(Keyword::kStruct) || nextIs(Keyword::kValue)) {
        advance();
        return true;
      }
      break;
    case Keyword::kSkip:
      if (isNumberLike(next_)) {
        advance();
        return true;
      }
      break;
    case Keyword::kTop:
    case Keyword::kFirst:
      // FIRST (x) is a function, and Firebird's FIRST is only taken with a plain number.
      if (isNumberLike(next_) ||
          (token_.keyword == Keyword::kTop && next_.kind == TokenKind::kOpen)) {
        beginTop(f);
        return true;
      }
      break;
    default:
      break;
  }
  q.clause = Clause::kList;
  return false;
}

// In a clause whose contents don't matter only the words count that end it.
void Scanner::onLenient(Frame& f) {
  Query& q = *f.q;
  switch (token_.kind) {
    case TokenKind::kOpen:
      push(Frame::kPlain);
      return;
    case TokenKind::kHole:
      q.holeIsLast = q.clause == Clause::kFor;
      return;
    case TokenKind::kWord:
      break;
    default:
      return;
  }
  bool ends = false;
  switch (token_.keyword) {
    case Keyword::kInto:
      ends = true;
      break;
    case Keyword::kReturning:
      ends = q.clause == Clause::kConflict;
      break;
    case Keyword::kLimit:
    case Keyword::kOffset:
    case Keyword::kFetch:
    case Keyword::kFor:
    case Keyword::kOption:
      ends = q.clause == Clause::kFor || q.clause == Clause::kInto;
      break;
    case Keyword::kFrom:
    case Keyword::kWhere:
    case Keyword::kGroup:
    case Keyword::kHaving:
    case Keyword::kOrder:
    case Keyword::kValues:
    case Keyword::kSet:
      ends = q.clause == Clause::kInto;
      break;
    case Keyword::kSelect:
    case Keyword::kUnion:
      ends = q.clause != Clause::kConflict;
      break;
    default:
      break;
  }
  if (ends) {
    q.afterOperand = true;
    onClause(f);
  }
}

bool Scanner::onSetOperator(Frame& f) {
  Query& q = *f.q;
  const Keyword keyword = token_.keyword;
  if (q.isStar && (keyword == Keyword::kExcept) &&
      (next_.kind == TokenKind::kOpen || next_.kind == TokenKind::kName) && !q.branch.readsTables) {
    // SELECT * EXCEPT (a): columns, not rows.
    return true;
  }
  const bool nextIsBranch = next_.kind == TokenKind::kOpen || next_.kind == TokenKind::kHole ||
                            next_.kind == TokenKind::kWord;
  if (keyword == Keyword::kMinus && !nextIs(Keyword::kSelect) && !nextIs(Keyword::kAll) &&
      next_.kind != TokenKind::kOpen) {
    // A name: only Oracle knows the operator.
    return false;
  }
  if (!nextIsBranch) {
    giveUp(SqlReason::kNotUnderstood);
    return true;
  }
  // Only ClickHouse knows ORDER BY and LIMIT in a branch without parentheses.
  const bool isClickhouse = options_.dialect == SqlDialect::kClickhouse;
  if (rank(q.clause) >= kLimitRank && !isClickhouse) {
    giveUp(SqlReason::kNotUnderstood);
    return true;
  }
  leave(f);
  if (f.kind != Frame::kQuery || hasFailed_) {
    return true;
  }
  finishBranch(f);
  const SetOperator one = keyword == Keyword::kUnion       ? SetOperator::kUnion
                          : keyword == Keyword::kIntersect ? SetOperator::kIntersect
                                                           : SetOperator::kExcept;
  if (one == SetOperator::kIntersect) {
    q.intersectOperator = one;
  } else {
    combineUnion(q);
    q.unionOperator = one;
    q.intersectOperator = SetOperator::kNone;
  }
  q.branch = Branch();
  q.branchIsParenthesized = false;
  q.clause = Clause::kSetOperator;
  q.afterOperand = false;
  q.isAliased = false;
  if (nextIs(Keyword::kAll) || nextIs(Keyword::kDistinct)) {
    advance();
  }
  if (nextIs(Keyword::kBy) || nextIs(Keyword::kCorresponding)) {
    // DuckDB's UNION BY NAME
    advance();
    if (nextIs(Keyword::kName)) {
      advance();
    }
  }
  return true;
}

// The first token of a branch behind UNION or its like.
void Scanner::onBranch(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
    case Keyword::kSelect:
    case Keyword::kValues:
    case Keyword::kTable:
    case Keyword::kFrom:
      startQuery(f);
      return;
    default:
      break;
  }
  if (token_.kind != TokenKind::kHole) {
    giveUp(SqlReason::kNotUnderstood);
    return;
  }
  q.clause = Clause::kBranch;
  q.branch.isGiven = true;
  q.branch.given = Rows::kUnknown;
  q.branch.reason = SqlReason::kHole;
  q.afterOperand = true;
}

}  // namespace envelint::sql
