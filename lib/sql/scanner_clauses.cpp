#include "sql/clauses.h"
#include "sql/scanner.h"

namespace envelint::sql {

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
      return onGroupBy(f);
    case Keyword::kHaving:
      enter(f, Clause::kHaving);
      return true;
    case Keyword::kQualify:
      enter(f, Clause::kQualify);
      return true;
    case Keyword::kWindow:
      if (!isName(next_)) {
        return false;
      }
      enter(f, Clause::kWindow);
      return true;
    case Keyword::kOrder:
      return onOrderBy(f);
    case Keyword::kUnion:
    case Keyword::kIntersect:
    case Keyword::kExcept:
    case Keyword::kMinus:
      return onSetOperator(f);
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
    case Keyword::kRepeatable:
      return (q.clause == Clause::kSample || q.clause == Clause::kFrom) &&
             next_.kind == TokenKind::kOpen;
    default:
      return onConnectBy(f) || onChangeWord(f) || onTailWord(f) || onFromWord(f);
  }
}

bool Scanner::onGroupBy(Frame& f) {
  Query& q = *f.q;
  if (nextIs(Keyword::kBy) && enter(f, Clause::kGroupBy)) {
    advance();
    hasEvidence_ = true;
    q.branch.isGrouped = true;
  }
  return f.kind != Frame::kQuery || q.clause == Clause::kGroupBy;
}

// ORDER BY, and Oracle's ORDER SIBLINGS BY
bool Scanner::onOrderBy(Frame& f) {
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
}

// Oracle's queries of trees: START WITH condition CONNECT BY condition.
bool Scanner::onConnectBy(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
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
    default:
      return false;
  }
}

// T-SQL needs no semicolon between INSERT INTO t VALUES (1) and SELECT SCOPE_IDENTITY(). Two
// queries without one are taken for a mistake unless the dialect is known.
bool Scanner::mayEndWithoutSemicolon(const Query& q) const {
  return depth_ == 1 && (options_.dialect == SqlDialect::kTsql ||
                         (options_.dialect == SqlDialect::kAny && q.verb != Verb::kSelect));
}

// SELECT where it isn't the first word.
void Scanner::onSelectBehind(Frame& f) {
  Query& q = *f.q;
  // DuckDB's FROM t SELECT a
  if (q.clause == Clause::kFrom && q.startsWithFrom && !q.branch.isGiven) {
    leave(f);
    q.clause = Clause::kModifiers;
    q.afterOperand = false;
    q.isAliased = false;
    q.startsWithFrom = false;
    return;
  }
  if (q.verb == Verb::kInsert && !q.insertsSomething) {
    q.insertsSomething = true;
    startQuery(f);
    return;
  }
  if (mayEndWithoutSemicolon(q)) {
    startAnother();
    return;
  }
  giveUp(SqlReason::kNotUnderstood);
}

// The words of statements that change rows.
bool Scanner::onChangeWord(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
    case Keyword::kSelect:
      onSelectBehind(f);
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
      return onInto(f);
    case Keyword::kOn:
      if (q.verb != Verb::kInsert ||
          (!nextIs(Keyword::kConflict) && !nextIs(Keyword::kDuplicate))) {
        return false;
      }
      leave(f);
      q.clause = Clause::kConflict;
      return true;
    case Keyword::kAs:
      // MySQL's VALUES (...) AS new(a, b)
      q.afterAs = q.clause == Clause::kValues && q.verb == Verb::kInsert;
      return q.afterAs;
    default:
      return false;
  }
}

// INTO a table, a file or variables: the rows don't come to the caller.
bool Scanner::onInto(Frame& f) {
  Query& q = *f.q;
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
      if (rank(q.clause) != kLimitRank) {
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

}  // namespace envelint::sql
