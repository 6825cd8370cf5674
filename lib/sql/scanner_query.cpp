#include <charconv>

#include "sql/scanner.h"

namespace envelint::sql {
namespace {

// The order in which clauses come; those of equal rank come in any order.
int rank(Clause clause) {
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
      return 8;
    case Clause::kTail:
    case Clause::kConflict:
      return 9;
    default:
      return 0;
  }
}

bool mayRepeat(Clause clause) {
  const int r = rank(clause);
  return clause == Clause::kWhere || clause == Clause::kConnectBy || r == 6 || r >= 8;
}

bool isExpression(Clause clause) {
  switch (clause) {
    case Clause::kFrom:
    case Clause::kInsert:
    case Clause::kInto:
    case Clause::kModifiers:
    case Clause::kTop:
    case Clause::kWith:
    case Clause::kSetOperator:
    case Clause::kBranch:
    case Clause::kValues:
    case Clause::kFor:
    case Clause::kTail:
    case Clause::kConflict:
      return false;
    default:
      return true;
  }
}

// Whether nothing in the clause matters, so that words may follow one another.
bool isLenient(Clause clause) {
  return clause == Clause::kInto || clause == Clause::kFor || clause == Clause::kTail ||
         clause == Clause::kConflict;
}

// The idioms for "all rows" name the largest number there is: 18446744073709551615 in MySQL,
// 9223372036854775807 in SQLite, 2147483647 in T-SQL.
bool meansAll(std::string_view number) {
  double value = 0;
  const auto parsed = std::from_chars(number.data(), number.data() + number.size(), value);
  return parsed.ec == std::errc::result_out_of_range ||
         (parsed.ec == std::errc() && value >= 2147483647.0);
}

}  // namespace

void Scanner::onQuery(Frame& f) {
  Query& q = *f.q;
  settle(f);
  if (q.clause == Clause::kWith) {
    onWith(f);
    return;
  }
  if (q.clause == Clause::kWhere || q.clause == Clause::kOn || q.clause == Clause::kQualify) {
    track(f);
  }
  if (q.holeIsLast) {
    // What can stand behind a LIMIT leaves it open whether the hole is one.
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
        break;
      default:
        break;
    }
    q.holeIsLast = false;
  }
  if (q.clause == Clause::kSetOperator && token_.kind != TokenKind::kOpen) {
    if (token_.kind == TokenKind::kHole) {
      q.clause = Clause::kBranch;
      q.branch.isGiven = true;
      q.branch.given = Rows::kUnknown;
      q.branch.reason = SqlReason::kHole;
      q.afterOperand = true;
    } else if (token_.keyword == Keyword::kSelect || token_.keyword == Keyword::kValues ||
               token_.keyword == Keyword::kTable || token_.keyword == Keyword::kFrom) {
      startQuery(f);
    } else {
      giveUp(SqlReason::kNotUnderstood);
    }
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
    case TokenKind::kOpen:
      onOpen(f);
      return;
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
  // A handler may have given up on the query, or moved on to its next token.
  if (f.kind == Frame::kQuery && token_.kind != TokenKind::kWord &&
      token_.kind != TokenKind::kName) {
    f.lastWord = {};
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

// --- Between SELECT and its list
// ------------------------------------------------------------------

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
    case Keyword::kTop:
    case Keyword::kFirst:
    case Keyword::kSkip: {
      const bool isNumber = next_.kind == TokenKind::kNumber ||
                            next_.kind == TokenKind::kPlaceholder ||
                            next_.kind == TokenKind::kQuestion || next_.kind == TokenKind::kHole;
      if (token_.keyword == Keyword::kSkip) {
        if (isNumber) {
          advance();
          return true;
        }
        break;
      }
      // FIRST (x) is a function, and Firebird's FIRST is only taken with a plain number.
      if (isNumber || (token_.keyword == Keyword::kTop && next_.kind == TokenKind::kOpen)) {
        beginTop(f);
        return true;
      }
      break;
    }
    default:
      break;
  }
  q.clause = Clause::kList;
  return false;
}

// TOP n, TOP (n): token_ is TOP and next_ the number.
void Scanner::beginTop(Frame& f) {
  Query& q = *f.q;
  q.branch.isCut = true;
  q.branch.reason = SqlReason::kLimit;
  q.clause = Clause::kTop;
  advance();
  if (token_.kind == TokenKind::kOpen) {
    // TOP (100) PERCENT is told apart by the word behind; a number alone in the parentheses that
    // means all rows isn't, as nobody writes it so.
    push(Frame::kPlain);
  } else if (token_.kind == TokenKind::kNumber && meansAll(text(token_.span))) {
    q.branch.isCut = false;
  }
}

bool Scanner::onTop(Frame& f) {
  Query& q = *f.q;
  if (token_.keyword == Keyword::kPercent) {
    q.branch.isCut = false;
    return true;
  }
  if (token_.keyword == Keyword::kWith && nextIs(Keyword::kTies)) {
    advance();
    return true;
  }
  if (token_.keyword == Keyword::kSkip && next_.kind == TokenKind::kNumber) {
    advance();
    return true;
  }
  q.afterOperand = false;
  if (q.verb == Verb::kUpdate || q.verb == Verb::kDelete) {
    // DELETE TOP (10) FROM t
    q.clause = Clause::kFrom;
    return token_.keyword == Keyword::kFrom;
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
      ends = q.clause != Clause::kConflict;
      break;
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

// --- From one clause to the next
// ------------------------------------------------------------------

void Scanner::leave(Frame& f) {
  switch (f.q->clause) {
    case Clause::kFrom:
    case Clause::kTemporal:
    case Clause::kArrayJoin:
      finishItem(f);
      break;
    case Clause::kOn:
      closeComparison(f);
      resolveCondition(f);
      finishItem(f);
      break;
    case Clause::kWhere:
    case Clause::kQualify:
      closeComparison(f);
      resolveCondition(f);
      break;
    default:
      break;
  }
}

bool Scanner::enter(Frame& f, Clause clause) {
  Query& q = *f.q;
  if (rank(clause) < rank(q.clause) || (clause == q.clause && !mayRepeat(clause))) {
    giveUp(SqlReason::kNotUnderstood);
    return false;
  }
  leave(f);
  if (f.kind != Frame::kQuery || hasFailed_) {
    return false;
  }
  q.clause = clause;
  q.afterOperand = false;
  q.isAliased = false;
  q.isStar = false;
  q.isInterval = false;
  f.isNumbered = false;
  f.condition = Condition();
  return true;
}

// Whether the word, which stands behind an operand, begins or goes on with a clause.
bool Scanner::onClause(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
    case Keyword::kFrom:
      if ((q.clause == Clause::kOrderBy && q.isFilled) || q.clause == Clause::kTemporal) {
        return false;
      }
      beginFrom(f);
      return true;
    case Keyword::kWhere:
    case Keyword::kPrewhere:
      enter(f, Clause::kWhere);
      return true;
    case Keyword::kGroup:
      if (nextIs(Keyword::kBy) && enter(f, Clause::kGroupBy)) {
        advance();
        hasEvidence_ = true;
        q.branch.isGrouped = true;
      }
      return f.kind != Frame::kQuery || q.clause == Clause::kGroupBy;
    case Keyword::kHaving:
      enter(f, Clause::kHaving);
      return true;
    case Keyword::kQualify:
      enter(f, Clause::kQualify);
      return true;
    case Keyword::kWindow:
      if (next_.kind != TokenKind::kWord && next_.kind != TokenKind::kName) {
        return false;
      }
      enter(f, Clause::kWindow);
      return true;
    case Keyword::kOrder:
      if (!nextIs(Keyword::kBy) && !nextIs(Keyword::kSiblings)) {
        return false;
      }
      if (enter(f, Clause::kOrderBy)) {
        hasEvidence_ = true;
        if (nextIs(Keyword::kSiblings)) {
          advance();
        }
        advance();
      }
      return true;
    case Keyword::kConnect:
      if (!nextIs(Keyword::kBy)) {
        return false;
      }
      if (enter(f, Clause::kConnectBy)) {
        // One row of a table may give any number.
        q.branch.unfolds = true;
        advance();
        if (next_.span.end > next_.span.begin && equalsNoCase(text(next_.span), "nocycle")) {
          advance();
        }
      }
      return true;
    case Keyword::kStart:
      if (!nextIs(Keyword::kWith)) {
        return false;
      }
      if (enter(f, Clause::kConnectBy)) {
        advance();
      }
      return true;
    case Keyword::kUnion:
    case Keyword::kIntersect:
    case Keyword::kExcept:
    case Keyword::kMinus:
      return onSetOperator(f);
    case Keyword::kSelect:
      if (q.clause == Clause::kFrom && q.startsWithFrom && !q.branch.isGiven) {
        leave(f);
        q.clause = Clause::kModifiers;
        q.afterOperand = false;
        q.isAliased = false;
        q.startsWithFrom = false;
        return true;
      }
      if (q.verb == Verb::kInsert && !q.insertsSomething) {
        q.insertsSomething = true;
        startQuery(f);
        return true;
      }
      giveUp(SqlReason::kNotUnderstood);
      return true;
    case Keyword::kValues:
      if (q.verb == Verb::kInsert && !q.insertsSomething) {
        startQuery(f);
        return true;
      }
      return false;
    case Keyword::kSet:
      if (q.verb == Verb::kUpdate && !q.setsSomething) {
        leave(f);
        q.setsSomething = true;
        q.clause = Clause::kSet;
        q.afterOperand = false;
        return true;
      }
      return false;
    case Keyword::kReturning:
    case Keyword::kOutput:
      if (q.verb == Verb::kSelect ||
          (token_.keyword == Keyword::kOutput && (!nextIsOperand() || q.clause == Clause::kList))) {
        return false;
      }
      leave(f);
      q.isReturning = true;
      q.clause = token_.keyword == Keyword::kReturning ? Clause::kReturning : Clause::kOutput;
      q.afterOperand = false;
      q.isAliased = false;
      return true;
    case Keyword::kInto:
    case Keyword::kBulk:
      if (token_.keyword == Keyword::kBulk) {
        // BULK COLLECT INTO
        if (!nextIs(Keyword::kCollect)) {
          return false;
        }
        advance();
      }
      if (depth_ > 1) {
        giveUp(SqlReason::kNotUnderstood);
        return true;
      }
      leave(f);
      q.hasInto = true;
      q.clause = q.branch.readsTables && q.verb == Verb::kSelect ? Clause::kTail : Clause::kInto;
      q.afterOperand = true;
      return true;
    case Keyword::kLimit:
    case Keyword::kOffset:
    case Keyword::kFetch:
    case Keyword::kRows:
    case Keyword::kRow:
    case Keyword::kPercent:
    case Keyword::kBy:
    case Keyword::kOnly:
    case Keyword::kUsing:
    case Keyword::kTo:
      return onLimitWord(f) || (q.clause == Clause::kFrom && onFromWord(f)) ||
             (q.clause == Clause::kOn && onJoinWord(f));
    case Keyword::kWith:
      return onWithBehind(f);
    case Keyword::kOn:
      if (q.verb == Verb::kInsert && (nextIs(Keyword::kConflict) || nextIs(Keyword::kDuplicate))) {
        leave(f);
        q.clause = Clause::kConflict;
        return true;
      }
      return onFromWord(f);
    case Keyword::kAs:
      if (q.clause == Clause::kValues && q.verb == Verb::kInsert) {
        // MySQL's VALUES (...) AS new(a, b)
        q.afterAs = true;
        return true;
      }
      return onFromWord(f);
    case Keyword::kRepeatable:
      return (q.clause == Clause::kSample || q.clause == Clause::kFrom) &&
             next_.kind == TokenKind::kOpen;
    default:
      return onTailWord(f) || onFromWord(f);
  }
}

bool Scanner::onTailWord(Frame& f) {
  Query& q = *f.q;
  const bool nextIsWord = next_.kind == TokenKind::kWord || next_.kind == TokenKind::kName;
  Clause clause = Clause::kTail;
  switch (token_.keyword) {
    case Keyword::kFor: {
      if ((q.clause == Clause::kFrom || q.clause == Clause::kTemporal) &&
          (nextIs(Keyword::kSystemTime) || nextIs(Keyword::kSystem) || nextIs(Keyword::kVersion) ||
           nextIs(Keyword::kTimestamp))) {
        return false;
      }
      const std::string_view next = text(next_.span);
      if (!nextIs(Keyword::kUpdate) && !nextIs(Keyword::kShare) && !nextIs(Keyword::kNo) &&
          !nextIs(Keyword::kKey) && !nextIs(Keyword::kXml) && !nextIs(Keyword::kJson) &&
          !nextIs(Keyword::kBrowse) && !nextIs(Keyword::kRead) && !equalsNoCase(next, "fetch")) {
        giveUp(SqlReason::kNotSql);
        return true;
      }
      clause = Clause::kFor;
      break;
    }
    case Keyword::kSettings:
    case Keyword::kFormat:
      if (!nextIsWord || has(next_.keyword, kReserved)) {
        return false;
      }
      break;
    case Keyword::kOption:
      if (next_.kind != TokenKind::kOpen) {
        return false;
      }
      break;
    case Keyword::kLock:
      if (!nextIs(Keyword::kIn)) {
        return false;
      }
      break;
    case Keyword::kProcedure:
      if (!nextIs(Keyword::kAnalyze)) {
        return false;
      }
      break;
    case Keyword::kOptimize:
      if (!nextIs(Keyword::kFor)) {
        return false;
      }
      break;
    default:
      return false;
  }
  if (enter(f, clause)) {
    q.afterOperand = true;
  }
  return true;
}

bool Scanner::onWithBehind(Frame& f) {
  Query& q = *f.q;
  switch (next_.keyword) {
    case Keyword::kTies:
      if (rank(q.clause) != 8) {
        break;
      }
      advance();
      return true;
    case Keyword::kRollup:
    case Keyword::kCube:
    case Keyword::kTotals:
      if (q.clause != Clause::kGroupBy && q.clause != Clause::kFrom && q.clause != Clause::kWhere) {
        break;
      }
      advance();
      return true;
    case Keyword::kFill:
      if (q.clause != Clause::kOrderBy) {
        break;
      }
      advance();
      q.isFilled = true;
      return true;
    case Keyword::kOrdinality:
    case Keyword::kOffset:
      if (q.clause != Clause::kFrom) {
        break;
      }
      advance();
      // UNNEST(x) WITH OFFSET AS n takes a second alias.
      q.isAliased = false;
      return true;
    case Keyword::kTime:
      // timestamp with time zone
      advance();
      advance();
      f.lastWord = token_.span;
      return true;
    default:
      break;
  }
  if (next_.kind == TokenKind::kOpen && (q.clause == Clause::kFrom || isLenient(q.clause))) {
    // WITH (NOLOCK)
    return true;
  }
  if (next_.kind == TokenKind::kWord && next_.span.end - next_.span.begin == 2) {
    // DB2's WITH UR
    if (enter(f, Clause::kTail)) {
      q.afterOperand = true;
    }
    return true;
  }
  giveUp(SqlReason::kNotUnderstood);
  return true;
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
  if (!nextIsBranch || (keyword == Keyword::kMinus && !nextIs(Keyword::kSelect) &&
                        !nextIs(Keyword::kAll) && next_.kind != TokenKind::kOpen)) {
    if (keyword == Keyword::kMinus) {
      return false;
    }
    giveUp(SqlReason::kNotUnderstood);
    return true;
  }
  // Only ClickHouse knows ORDER BY and LIMIT in a branch without parentheses.
  const bool isClickhouse = options_.dialect == SqlDialect::kClickhouse;
  if (rank(q.clause) > 7 && !isClickhouse) {
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

// --- LIMIT and its like
// ---------------------------------------------------------------------------

bool Scanner::onLimitWord(Frame& f) {
  Query& q = *f.q;
  const bool nextIsNumber = next_.kind == TokenKind::kNumber ||
                            next_.kind == TokenKind::kPlaceholder ||
                            next_.kind == TokenKind::kQuestion || next_.kind == TokenKind::kHole;
  switch (token_.keyword) {
    case Keyword::kLimit:
      if (enter(f, Clause::kLimit)) {
        hasInnerLimit_ |= depth_ > 1;
        hasEvidence_ |= nextIsNumber;
        q.limitBefore = q.limit;
        q.isNegative = false;
      }
      return true;
    case Keyword::kOffset:
      if (!nextIsOperand()) {
        return false;
      }
      enter(f, Clause::kOffset);
      return true;
    case Keyword::kFetch:
      if (!nextIs(Keyword::kFirst) && !nextIs(Keyword::kNext) && !nextIsNumber) {
        return false;
      }
      if (enter(f, Clause::kFetch)) {
        if (!nextIsNumber) {
          advance();
        }
        hasInnerLimit_ |= depth_ > 1;
        q.limit = Limit::kBounded;
      }
      return true;
    case Keyword::kRows:
    case Keyword::kRow:
      if (rank(q.clause) == 8) {
        return true;
      }
      // Firebird's ROWS 1 TO 10
      if (nextIsNumber && isExpression(q.clause) && q.clause != Clause::kList &&
          enter(f, Clause::kLimit)) {
        return true;
      }
      return f.kind != Frame::kQuery;
    case Keyword::kPercent:
      if (rank(q.clause) != 8) {
        return false;
      }
      q.limit = Limit::kAll;
      return true;
    case Keyword::kOnly:
      return q.clause == Clause::kFetch;
    case Keyword::kBy:
      // ClickHouse's LIMIT n BY column is a limit for each value.
      if (q.clause != Clause::kLimit && q.clause != Clause::kOffset) {
        return false;
      }
      q.limit = q.limitBefore;
      q.clause = Clause::kLimitBy;
      q.afterOperand = false;
      return true;
    case Keyword::kTo:
      if (q.clause != Clause::kLimit) {
        return false;
      }
      q.afterOperand = false;
      return true;
    default:
      break;
  }
  // USING SAMPLE
  if (token_.keyword != Keyword::kUsing || !nextIs(Keyword::kSample)) {
    return false;
  }
  if (enter(f, Clause::kSample)) {
    advance();
    q.limit = Limit::kBounded;
  }
  return true;
}

// The first token of the operand of LIMIT, FETCH or USING SAMPLE, or of the second after a comma.
void Scanner::onLimitOperand(Frame& f) {
  Query& q = *f.q;
  const bool isAll =
      token_.keyword == Keyword::kAll || token_.keyword == Keyword::kNull ||
      (token_.kind == TokenKind::kNumber && (q.isNegative || meansAll(text(token_.span))));
  q.limit = isAll ? Limit::kAll : Limit::kBounded;
  q.isNegative = false;
  if (q.clause == Clause::kSample && token_.kind == TokenKind::kWord) {
    // reservoir(50 ROWS), bernoulli(10%): what it says is in the parentheses.
    q.limit = Limit::kNone;
    q.mayBeLimited = true;
  }
}

}  // namespace envelint::sql
