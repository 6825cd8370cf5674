#include "sql/clauses.h"
#include "sql/scanner.h"

namespace envelint::sql {

// A keyword behind an operand that goes on with the expression, or with the alias.
bool Scanner::onInfix(Frame& f) {
  Query& q = *f.q;
  if (token_.keyword == Keyword::kAs) {
    if (next_.kind == TokenKind::kOpen) {
      q.afterOperand = false;
    } else {
      q.afterAs = true;
    }
    return true;
  }
  if (onPredicate(f) || onSortWord(f) || onCallWord(f) || onOperandPart(f)) {
    return true;
  }
  if (has(token_.keyword, kUnit) && q.isInterval) {
    // INTERVAL 1 DAY, INTERVAL '1' DAY TO SECOND
    q.isInterval = false;
    if (nextIs(Keyword::kTo)) {
      advance();
      advance();
    }
    return true;
  }
  if (!has(token_.keyword, kInfix)) {
    return false;
  }
  if (isList(q.clause) && !has(token_.keyword, kReserved) && !nextIsOperand()) {
    // An alias that other dialects take for an operator: `SELECT x mod FROM t`.
    return false;
  }
  q.afterOperand = false;
  f.isNumbered = false;
  return true;
}

// IS NULL, IS NOT DISTINCT FROM, IS JSON
void Scanner::onIs(Frame& f) {
  Query& q = *f.q;
  f.isNumbered = false;
  if (nextIs(Keyword::kNot)) {
    advance();
  }
  if (nextIs(Keyword::kDistinct)) {
    // IS DISTINCT FROM
    advance();
    advance();
  } else if (nextIs(Keyword::kJson)) {
    advance();
    // IS JSON OBJECT WITH UNIQUE KEYS
    while (next_.kind == TokenKind::kWord &&
           (!has(next_.keyword, kReserved) || nextIs(Keyword::kWith))) {
      advance();
    }
    return;
  }
  q.afterOperand = false;
}

// NOT behind an operand: NOT IN, NOT NULL, NOT SIMILAR TO
bool Scanner::onNot(Frame& f) {
  Query& q = *f.q;
  if (nextIs(Keyword::kNull)) {
    advance();
    return true;
  }
  if (has(next_.keyword, kInfix)) {
    advance();
  } else if (nextIs(Keyword::kSimilar) || nextIs(Keyword::kSounds) || nextIs(Keyword::kMember) ||
             nextIs(Keyword::kStarting)) {
    advance();
    return onPredicate(f);
  }
  q.afterOperand = false;
  return true;
}

// Words that join two operands, or test one, in more than one word: IS NOT NULL, SIMILAR TO.
bool Scanner::onPredicate(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
    case Keyword::kIs:
      onIs(f);
      return true;
    case Keyword::kNot:
      return onNot(f);
    case Keyword::kAt:
      if (nextIs(Keyword::kTime)) {
        advance();
        advance();
        q.afterOperand = false;
        return true;
      }
      if (nextIs(Keyword::kLocal)) {
        advance();
        return true;
      }
      return false;
    case Keyword::kSimilar:
    case Keyword::kSounds:
    case Keyword::kMember:
    case Keyword::kStarting:
      // SIMILAR TO, SOUNDS LIKE, MEMBER OF, STARTING WITH
      if (!nextIs(Keyword::kTo) && !nextIs(Keyword::kLike) && !nextIs(Keyword::kOf) &&
          !nextIs(Keyword::kWith)) {
        return false;
      }
      advance();
      q.afterOperand = false;
      return true;
    case Keyword::kMultiset:
      advance();
      if (nextIs(Keyword::kAll) || nextIs(Keyword::kDistinct)) {
        advance();
      }
      q.afterOperand = false;
      return true;
    case Keyword::kOperator:
      // a OPERATOR(pg_catalog.+) b
      if (next_.kind != TokenKind::kOpen) {
        return false;
      }
      advance();
      push(Frame::kOperatorName);
      return true;
    case Keyword::kGlobal:
      return nextIs(Keyword::kIn) || nextIs(Keyword::kNot);
    case Keyword::kIsnull:
    case Keyword::kNotnull:
      return true;
    default:
      return false;
  }
}

// Words behind what ORDER BY sorts by.
bool Scanner::onSortWord(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
    case Keyword::kAsc:
    case Keyword::kDesc:
      return q.clause == Clause::kOrderBy || q.clause == Clause::kGroupBy;
    case Keyword::kNulls:
      if (nextIs(Keyword::kFirst) || nextIs(Keyword::kLast)) {
        advance();
        return true;
      }
      return false;
    case Keyword::kUsing:
      // ORDER BY x USING >
      if (q.clause != Clause::kOrderBy) {
        return false;
      }
      while (next_.kind == TokenKind::kCompare || next_.kind == TokenKind::kOperator) {
        advance();
      }
      if (nextIs(Keyword::kOperator)) {
        advance();
      }
      return true;
    case Keyword::kInterpolate:
      return q.isFilled;
    case Keyword::kFrom:
    case Keyword::kTo:
      // WITH FILL FROM x TO y, FOR SYSTEM_TIME FROM x TO y
      if ((q.clause != Clause::kOrderBy || !q.isFilled) && q.clause != Clause::kTemporal) {
        return false;
      }
      q.afterOperand = false;
      return true;
    default:
      return false;
  }
}

// Words between a call and what makes a window of it.
bool Scanner::onCallWord(Frame& f) {
  switch (token_.keyword) {
    case Keyword::kOver:
      if (next_.kind == TokenKind::kOpen) {
        advance();
        push(Frame::kOver);
        return true;
      }
      if (isName(next_)) {
        advance();
        f.pending = FunctionKind::kScalar;
        return true;
      }
      return false;
    case Keyword::kFilter:
    case Keyword::kKeep:
      return next_.kind == TokenKind::kOpen;
    case Keyword::kWithin:
      if (!nextIs(Keyword::kGroup)) {
        return false;
      }
      advance();
      return true;
    case Keyword::kIgnore:
    case Keyword::kRespect:
      if (!nextIs(Keyword::kNulls)) {
        return false;
      }
      advance();
      return true;
    default:
      return false;
  }
}

// Words that go on with an operand: the names of types, CASE, the columns that a star leaves out.
bool Scanner::onOperandPart(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
    case Keyword::kPrecision:
    case Keyword::kVarying:
    case Keyword::kUnsigned:
      return !isList(q.clause) || !q.isAliased;
    case Keyword::kWithout:
      if (!nextIs(Keyword::kTime)) {
        return false;
      }
      advance();
      advance();
      f.lastWord = token_.span;
      return true;
    case Keyword::kWhen:
    case Keyword::kThen:
    case Keyword::kElse:
      if (q.caseDepth == 0) {
        return false;
      }
      q.afterOperand = false;
      return true;
    case Keyword::kEnd:
      if (q.caseDepth == 0) {
        return false;
      }
      --q.caseDepth;
      return true;
    case Keyword::kExcept:
    case Keyword::kExclude:
    case Keyword::kReplace:
    case Keyword::kRename:
    case Keyword::kIlike:
    case Keyword::kApply:
      if (q.isStar && nextIsOperand()) {
        // Columns without some, or with others: * EXCLUDE (a), * REPLACE (b + 1 AS b)
        if (next_.kind != TokenKind::kOpen) {
          advance();
        }
        return true;
      }
      return false;
    default:
      return false;
  }
}

// A keyword where an operand is expected; false if it is a name there.
bool Scanner::onOperandWord(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
    case Keyword::kCase:
      ++q.caseDepth;
      return true;
    case Keyword::kWhen:
    case Keyword::kThen:
    case Keyword::kElse:
      return q.caseDepth > 0;
    case Keyword::kNot:
    case Keyword::kDistinct:
      return true;
    case Keyword::kAsymmetric:
    case Keyword::kBinary:
    case Keyword::kSymmetric:
    case Keyword::kPrior:
    case Keyword::kConnectByRoot:
      return nextIsOperand();
    case Keyword::kInterval:
      q.isInterval = nextIsOperand();
      return q.isInterval;
    case Keyword::kSelect:
      if (q.clause == Clause::kFrom || q.clause == Clause::kList || q.verb == Verb::kSelect) {
        giveUp(SqlReason::kNotUnderstood);
        return true;
      }
      return false;
    case Keyword::kFrom:
      // An empty list, or a comma before FROM, which DuckDB and BigQuery allow.
      if (q.clause != Clause::kList || q.afterDot) {
        return false;
      }
      beginFrom(f);
      return true;
    case Keyword::kGrouping:
      // GROUPING SETS (...)
      if (next_.kind == TokenKind::kWord && equalsNoCase(text(next_.span), "sets")) {
        advance();
      }
      return false;
    case Keyword::kNext:
      // NEXT VALUE FOR sequence
      if (!nextIs(Keyword::kValue)) {
        return false;
      }
      advance();
      advance();
      q.afterCast = true;
      return true;
    case Keyword::kCurrent:
      if (nextIs(Keyword::kOf)) {
        // WHERE CURRENT OF cursor
        advance();
        advance();
        q.branch.isCut = true;
        q.branch.reason = SqlReason::kLimit;
        q.afterOperand = true;
        return true;
      }
      return false;
    default:
      return q.clause == Clause::kFrom ? onSourceWord(f) : onLimitStart(f);
  }
}

// A keyword where an item of FROM is expected.
bool Scanner::onSourceWord(Frame& f) {
  switch (token_.keyword) {
    case Keyword::kLateral:
      return true;
    case Keyword::kOnly:
      return next_.kind == TokenKind::kOpen || isName(next_);
    case Keyword::kRows:
      if (!nextIs(Keyword::kFrom)) {
        return false;
      }
      // PostgreSQL's ROWS FROM (f(x), g(y)) is as good as one function.
      onItemName(f);
      advance();
      f.lastWord = token_.span;
      return true;
    case Keyword::kTable:
    case Keyword::kUnnest:
      if (next_.kind != TokenKind::kOpen) {
        return false;
      }
      // TABLE(f(x)): the word stands for the name of a function.
      onItemName(f);
      f.lastWord = token_.span;
      return true;
    default:
      return false;
  }
}

// A keyword in the place of the number of FETCH or LIMIT.
bool Scanner::onLimitStart(Frame& f) {
  Query& q = *f.q;
  if (token_.keyword != Keyword::kRow && token_.keyword != Keyword::kRows &&
      token_.keyword != Keyword::kOnly) {
    return false;
  }
  if (q.clause == Clause::kFetch) {
    // FETCH FIRST ROW ONLY
    q.afterOperand = true;
    return true;
  }
  if (q.clause == Clause::kLimit && token_.keyword == Keyword::kRows) {
    // MariaDB's LIMIT ROWS EXAMINED bounds the work, not the rows.
    q.limit = q.limitBefore;
    q.clause = Clause::kTail;
    return true;
  }
  return false;
}

}  // namespace envelint::sql
