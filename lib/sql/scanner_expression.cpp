#include "sql/names.h"
#include "sql/scanner.h"
#include "sql/word_table.h"

namespace envelint::sql {
namespace {

// Bare words that are values and no columns, so that a SELECT without FROM may name them.
constexpr std::string_view kConstants[] = {
    "current_catalog",   "current_date", "current_role",   "current_schema", "current_time",
    "current_timestamp", "current_user", "default",        "false",          "getdate",
    "interval",          "localtime",    "localtimestamp", "null",           "rownum",
    "session_user",      "sysdate",      "system_user",    "systimestamp",   "true",
    "unknown",           "user",         "utc_date",       "utc_time",       "utc_timestamp",
};
constexpr auto kConstantTable = makeWordTable<64>(kConstants);

bool isList(Clause clause) {
  return clause == Clause::kList || clause == Clause::kReturning || clause == Clause::kOutput ||
         clause == Clause::kArrayJoin;
}

bool isLimit(Clause clause) {
  return clause == Clause::kLimit || clause == Clause::kFetch || clause == Clause::kSample;
}

bool collectsAggregates(Clause clause) {
  return clause == Clause::kList || clause == Clause::kHaving || clause == Clause::kOrderBy;
}

bool isNameToken(const Token& token) {
  return token.kind == TokenKind::kWord || token.kind == TokenKind::kName;
}

}  // namespace

// --- Operands
// -------------------------------------------------------------------------------------

// Whether the word in the place of a column or table rather belongs to a sentence.
bool Scanner::readsLikeProse(const Frame& f) const {
  if (token_.kind != TokenKind::kWord || f.q->afterDot || next_.kind == TokenKind::kDot ||
      next_.kind == TokenKind::kOpen) {
    return false;
  }
  switch (proseWord(text(token_.span))) {
    case ProseWord::kCertain:
      return true;
    case ProseWord::kArticle:
      // `SELECT a b FROM a b` is SQL that shouts; "select a file from a list" isn't.
      return options_.dialect == SqlDialect::kAny && next_.kind == TokenKind::kWord &&
             next_.keyword == Keyword::kNone && !shouts(text(verb_.span));
    default:
      return false;
  }
}

void Scanner::onOperand(Frame& f) {
  Query& q = *f.q;
  const bool isName = isNameToken(token_);
  hasEvidence_ |= token_.kind == TokenKind::kPlaceholder || token_.kind == TokenKind::kQuestion ||
                  (isName && text(token_.span).find('_') != std::string_view::npos);
  if (q.afterAs) {
    onAlias(f);
    return;
  }
  if (q.afterOperand && !q.afterHole) {
    onBehindOperand(f);
    return;
  }
  if (readsLikeProse(f)) {
    giveUp(SqlReason::kNotSql);
    return;
  }
  if (q.clause == Clause::kFrom) {
    if (q.afterOperand) {
      onBehindOperand(f);
      return;
    }
    if (!q.afterDot && has(token_.keyword, kReserved)) {
      giveUp(SqlReason::kNotSql);
      return;
    }
    onItemName(f);
  } else if (q.clause == Clause::kBranch || q.clause == Clause::kValues) {
    if (q.clause == Clause::kBranch || q.afterOperand) {
      onBehindOperand(f);
      return;
    }
  } else {
    if (q.afterOperand && q.clause == Clause::kList && q.isFirstItem) {
      // SELECT ${top} id
      q.branch.mayHaveTop = true;
    }
    if (isLimit(q.clause) && !q.afterDot) {
      onLimitOperand(f);
    }
    if (q.clause == Clause::kList && token_.kind == TokenKind::kWord) {
      onListWord(f);
    }
  }
  if (token_.kind != TokenKind::kWord && !q.afterDot) {
    q.isColumn = false;
  }
  q.afterOperand = true;
  q.afterDot = false;
  q.afterCast = false;
  q.afterString = token_.kind == TokenKind::kString;
  f.lastWord = isName && !isQuantifier() ? token_.span : Span();
}

// = ANY (...) and = ALL (...) call no function.
bool Scanner::isQuantifier() const {
  return before_ == TokenKind::kCompare &&
         (token_.keyword == Keyword::kAny || token_.keyword == Keyword::kAll);
}

void Scanner::onListWord(Frame& f) {
  Query& q = *f.q;
  const std::string_view word = text(token_.span);
  if (equalsNoCase(word, "rownum")) {
    f.isNumbered = true;
  }
  if (!q.afterDot) {
    q.isColumn = kConstantTable.find(word) < 0 && !q.afterCast;
  }
  // A name before a string is a type: DATE '2024-01-01', TIMESTAMP WITH TIME ZONE '...', U&'...'.
  const bool isType = next_.kind == TokenKind::kString || nextIs(Keyword::kWith) ||
                      nextIs(Keyword::kWithout) || (next_.symbol == '&' && !next_.spaced);
  if (q.isColumn && !isType && next_.kind != TokenKind::kOpen && next_.kind != TokenKind::kDot) {
    q.branch.hasColumn = true;
  }
}

void Scanner::onAlias(Frame& f) {
  Query& q = *f.q;
  q.afterAs = false;
  q.afterOperand = true;
  q.isAliased = true;
  if (q.clause == Clause::kFrom) {
    q.item.alias = token_.span;
  } else if (q.clause == Clause::kList && f.isNumbered) {
    q.branch.rowNumber = token_.span;
  }
  f.isNumbered = false;
  f.lastWord = isNameToken(token_) ? token_.span : Span();
}

// Two operands in a row: an alias, the two parts of a literal, or no SQL.
void Scanner::onBehindOperand(Frame& f) {
  Query& q = *f.q;
  const bool isName = isNameToken(token_);
  if (token_.kind == TokenKind::kString && (!f.lastWord.empty() || q.afterString) &&
      q.clause != Clause::kFrom) {
    // DATE '2024-01-01', 'one' 'literal'
    q.afterString = true;
    return;
  }
  if (q.clause == Clause::kFrom && token_.kind == TokenKind::kPlaceholder && !token_.spaced) {
    // Oracle's table@link
    return;
  }
  if (q.clause == Clause::kBranch && f.role == Frame::kSource && isName) {
    // ((SELECT ...) a JOIN b ...): what looked like a query's branch is the first item of a join.
    const Branch branch = q.branch;
    q.branch = Branch();
    q.branch.readsTables = true;
    f.isQuery = false;
    q.clause = Clause::kFrom;
    beginItem(f);
    q.item.rows = branch.given;
    q.item.reason = branch.reason;
    q.item.rowNumber = branch.rowNumber;
    q.afterOperand = true;
    onWord(f);
    return;
  }
  const bool takesAlias = isList(q.clause) || q.clause == Clause::kFrom ||
                          q.clause == Clause::kTemporal || q.clause == Clause::kInsert;
  const bool isAlias =
      (isName || token_.kind == TokenKind::kString) && !has(token_.keyword, kReserved);
  const bool isProse =
      token_.kind == TokenKind::kWord && proseWord(text(token_.span)) == ProseWord::kCertain;
  if (takesAlias && isAlias && !q.isAliased && !isProse) {
    onAlias(f);
    return;
  }
  giveUp(token_.kind == TokenKind::kWord ? SqlReason::kNotSql : SqlReason::kNotUnderstood);
}

void Scanner::onHole(Frame& f) {
  Query& q = *f.q;
  q.hasHole = true;
  f.lastWord = {};
  if (q.afterAs) {
    onAlias(f);
    return;
  }
  if (q.afterOperand && !q.afterDot) {
    // It may go on with anything.
    q.holeIsLast = true;
  } else if (q.clause == Clause::kFrom) {
    onItemName(f);
    return;
  } else {
    if (isLimit(q.clause)) {
      onLimitOperand(f);
    }
    q.afterOperand = true;
    q.afterDot = false;
  }
  q.afterHole = true;
}

// --- Operators
// ------------------------------------------------------------------------------------

void Scanner::onOperator(Frame& f) {
  Query& q = *f.q;
  hasEvidence_ |= token_.kind == TokenKind::kCompare;
  f.isNumbered = false;
  // ~* and ** are operators of two characters.
  const bool goesOn = !token_.spaced && before_ == TokenKind::kOperator;
  if (token_.symbol == '*' && !goesOn && (!q.afterOperand || q.afterDot || q.afterHole)) {
    if (isList(q.clause)) {
      hasEvidence_ = true;
      q.branch.hasStar |= q.clause == Clause::kList;
      q.branch.mayHaveTop |= q.afterOperand && q.isFirstItem;
      q.isStar = true;
    }
    q.afterOperand = true;
    q.afterDot = false;
    return;
  }
  switch (q.clause) {
    case Clause::kFrom:
      if (token_.symbol == '-' && q.afterOperand && !token_.spaced && !next_.spaced &&
          (isNameToken(next_) || next_.kind == TokenKind::kNumber)) {
        // BigQuery's my-project.dataset.table
        advance();
        q.item.fullName.end = token_.span.end;
        return;
      }
      if (token_.symbol == '*' && q.afterOperand) {
        // PostgreSQL's FROM table *
        return;
      }
      giveUp(SqlReason::kNotUnderstood);
      return;
    case Clause::kInsert:
    case Clause::kBranch:
    case Clause::kValues:
    case Clause::kTop:
      giveUp(SqlReason::kNotUnderstood);
      return;
    case Clause::kLimit:
    case Clause::kSample:
      if (token_.symbol == '%' && q.afterOperand) {
        q.limit = Limit::kAll;
        return;
      }
      q.isNegative = token_.symbol == '-' && !q.afterOperand;
      break;
    default:
      break;
  }
  if (q.afterDot) {
    giveUp(SqlReason::kNotUnderstood);
    return;
  }
  q.afterOperand = false;
}

void Scanner::onComma(Frame& f) {
  Query& q = *f.q;
  if (!q.afterOperand || q.caseDepth > 0) {
    giveUp(SqlReason::kNotUnderstood);
    return;
  }
  switch (q.clause) {
    case Clause::kFrom:
    case Clause::kOn:
    case Clause::kTemporal:
      leave(f);
      if (f.kind == Frame::kQuery) {
        q.clause = Clause::kFrom;
        beginItem(f);
      }
      return;
    case Clause::kList:
    case Clause::kReturning:
    case Clause::kOutput:
    case Clause::kArrayJoin:
    case Clause::kSet:
    case Clause::kGroupBy:
    case Clause::kOrderBy:
    case Clause::kWindow:
    case Clause::kLimit:
    case Clause::kLimitBy:
    case Clause::kValues:
      break;
    default:
      giveUp(SqlReason::kNotUnderstood);
      return;
  }
  q.afterOperand = false;
  q.isAliased = false;
  q.isStar = false;
  q.isInterval = false;
  q.isFirstItem = false;
  f.isNumbered = false;
}

// A keyword behind an operand that goes on with the expression, or with the alias.
bool Scanner::onInfix(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
    case Keyword::kAs:
      if (next_.kind == TokenKind::kOpen) {
        q.afterOperand = false;
      } else {
        q.afterAs = true;
      }
      return true;
    case Keyword::kIs:
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
        return true;
      }
      q.afterOperand = false;
      return true;
    case Keyword::kNot:
      if (nextIs(Keyword::kNull)) {
        advance();
        return true;
      }
      if (has(next_.keyword, kInfix)) {
        advance();
      } else if (nextIs(Keyword::kSimilar) || nextIs(Keyword::kSounds) ||
                 nextIs(Keyword::kMember) || nextIs(Keyword::kStarting)) {
        advance();
        return onInfix(f);
      }
      q.afterOperand = false;
      return true;
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
    case Keyword::kOver:
      if (next_.kind == TokenKind::kOpen) {
        advance();
        push(Frame::kOver);
        return true;
      }
      if (next_.kind == TokenKind::kWord || next_.kind == TokenKind::kName) {
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
      break;
    case Keyword::kFrom:
    case Keyword::kTo:
      // WITH FILL FROM x TO y, FOR SYSTEM_TIME FROM x TO y
      if ((q.clause != Clause::kOrderBy || !q.isFilled) && q.clause != Clause::kTemporal) {
        return false;
      }
      q.afterOperand = false;
      return true;
    default:
      break;
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
    case Keyword::kLateral:
      return q.clause == Clause::kFrom;
    case Keyword::kOnly:
      if (q.clause == Clause::kFetch) {
        q.afterOperand = true;
        return true;
      }
      return q.clause == Clause::kFrom && (next_.kind == TokenKind::kOpen || isNameToken(next_));
    case Keyword::kRow:
    case Keyword::kRows:
      if (q.clause == Clause::kFetch) {
        q.afterOperand = true;
        return true;
      }
      if (q.clause == Clause::kLimit) {
        // MariaDB's LIMIT ROWS EXAMINED bounds the work, not the rows.
        q.limit = q.limitBefore;
        q.clause = Clause::kTail;
        return true;
      }
      return false;
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
    case Keyword::kTable:
    case Keyword::kUnnest:
      if (q.clause == Clause::kFrom && next_.kind == TokenKind::kOpen) {
        // TABLE(f(x)): the word stands for the name of a function.
        onItemName(f);
        f.lastWord = token_.span;
        return true;
      }
      return false;
    default:
      return false;
  }
}

// --- Parentheses
// ----------------------------------------------------------------------------------

void Scanner::onOpen(Frame& f) {
  Query& q = *f.q;
  const bool isCall = q.afterOperand && !f.lastWord.empty() && token_.symbol == '(';
  const Span callee = f.lastWord;
  const Clause clause = q.clause;
  Frame::Role role = Frame::kPlain;
  FunctionKind function = FunctionKind::kScalar;
  switch (clause) {
    case Clause::kSetOperator:
      role = Frame::kBranch;
      break;
    case Clause::kFrom:
      if (!q.afterOperand && token_.symbol == '(') {
        role = Frame::kSource;
      } else if (isCall && !q.isAliased) {
        q.item.isFunction = true;
      }
      break;
    case Clause::kBranch:
      giveUp(SqlReason::kNotUnderstood);
      return;
    case Clause::kInsert:
      if (q.afterOperand && token_.symbol == '(' &&
          (next_.kind == TokenKind::kOpen || nextIs(Keyword::kSelect) || nextIs(Keyword::kWith) ||
           nextIs(Keyword::kValues))) {
        // INSERT INTO t (SELECT ...)
        q.insertsSomething = true;
        role = Frame::kBranch;
      }
      break;
    case Clause::kValues:
    case Clause::kTop:
      break;
    default:
      if (isCall) {
        role = Frame::kArguments;
        function = functionKind(text(callee), options_.dialect);
        hasEvidence_ |= !token_.spaced;
      } else if (q.afterOperand && token_.symbol == '(' && f.pending == FunctionKind::kScalar &&
                 !q.afterHole && !q.isStar) {
        // What may follow an operand in parentheses belongs to a call; FILTER is one of these.
        role = Frame::kPlain;
      } else if (!q.afterOperand && isLimit(clause)) {
        onLimitOperand(f);
      }
      if (!q.afterOperand && token_.symbol == '(' && f.condition.left.kind == Side::kNone &&
          f.condition.comparison == 0 &&
          (clause == Clause::kWhere || clause == Clause::kOn || clause == Clause::kQualify)) {
        role = Frame::kCondition;
      }
  }
  push(role);
  if (hasFailed_) {
    return;
  }
  Frame& child = top();
  child.function = function;
  if (child.kind == Frame::kGroup) {
    child.collects = collectsAggregates(clause);
    child.inList = clause == Clause::kList;
  }
}

void Scanner::onClosed(Frame& f, const Frame& child) {
  Query& q = *f.q;
  f.lastWord = {};
  if (f.kind == Frame::kStart || child.role == Frame::kBranch) {
    if (!child.isQuery && f.role == Frame::kSource && child.kind == Frame::kQuery) {
      // A join in two pairs of parentheses.
      f.kind = Frame::kQuery;
      q.clause = Clause::kFrom;
      q.branch.readsTables = true;
      onItemClosed(f, child);
      return;
    }
    if (!child.isQuery) {
      giveUp(SqlReason::kNotSql);
      return;
    }
    f.kind = Frame::kQuery;
    f.isQuery = true;
    q.clause = Clause::kBranch;
    q.branch.isGiven = true;
    q.branch.given = child.rows;
    q.branch.reason = child.reason;
    q.branch.rowNumber = child.rowNumber;
    q.branchIsParenthesized = true;
    q.afterOperand = true;
    return;
  }
  if (child.role == Frame::kCommonTable) {
    if (child.kind == Frame::kStart) {
      giveUp(SqlReason::kNotUnderstood);
    } else {
      recordCommonTable(f, child);
    }
    return;
  }
  if (q.clause == Clause::kWith || q.clause == Clause::kModifiers) {
    return;
  }
  q.afterOperand = true;
  q.afterDot = false;
  q.afterString = false;
  q.isColumn = false;
  switch (child.role) {
    case Frame::kOperatorName:
      q.afterOperand = false;
      return;
    case Frame::kOver:
      if (f.pending == FunctionKind::kRowNumber && !child.isPartitioned) {
        f.isNumbered = true;
        if (q.clause == Clause::kQualify && f.condition.comparison == 0) {
          f.condition.left.kind = Side::kRowNumber;
        }
      }
      f.pending = FunctionKind::kScalar;
      return;
    case Frame::kCondition:
      onConditionClosed(f, child);
      return;
    default:
      break;
  }
  if (q.clause == Clause::kFrom) {
    if (child.role == Frame::kSource && child.kind == Frame::kStart) {
      giveUp(SqlReason::kNotUnderstood);
      return;
    }
    onItemClosed(f, child);
    return;
  }
  onCallClosed(f, child);
  if (q.clause == Clause::kGroupBy && child.isEmpty && child.role == Frame::kPlain) {
    // GROUP BY () is one group, and alone in all but puzzles.
    q.branch.isGrouped = false;
  }
  if (q.clause == Clause::kSample && child.hasRowsWord) {
    q.mayBeLimited = true;
  }
}

// An expression in parentheses: what counts is which aggregates it calls, and where it ends.
void Scanner::onGroup(Frame& f) {
  settle(f);
  if (f.isEmpty) {
    f.isEmpty = false;
    f.isPartitioned = token_.keyword == Keyword::kPartition;
  }
  if (token_.keyword == Keyword::kSelect && before_ != TokenKind::kDot) {
    // A subquery, also behind WITH or a branch in parentheses; its aggregates are its own.
    f.isQuery = true;
    f.collects = false;
    f.inList = false;
    f.role = f.role == Frame::kCondition ? Frame::kPlain : f.role;
  }
  if (f.role == Frame::kCondition) {
    track(f);
  }
  const Span before = f.lastWord;
  f.lastWord = {};
  switch (token_.kind) {
    case TokenKind::kWord:
      hasInnerLimit_ |= token_.keyword == Keyword::kLimit && nextIsOperand();
      f.hasRowsWord |= token_.keyword == Keyword::kRows;
      if (token_.keyword == Keyword::kOver && next_.kind == TokenKind::kOpen) {
        advance();
        push(Frame::kOver);
        top().collects = f.collects;
        return;
      }
      if (!has(token_.keyword, kInfix) && !isQuantifier()) {
        f.lastWord = token_.span;
      }
      break;
    case TokenKind::kName:
      f.lastWord = token_.span;
      break;
    case TokenKind::kComma:
      ++f.commas;
      break;
    case TokenKind::kOpen: {
      const bool isCall = !before.empty() && token_.symbol == '(';
      const bool isCondition = f.role == Frame::kCondition && !isCall && token_.symbol == '(' &&
                               f.condition.left.kind == Side::kNone &&
                               f.condition.comparison == 0 && f.condition.caseDepth == 0;
      push(isCall ? Frame::kArguments : isCondition ? Frame::kCondition : Frame::kPlain);
      if (hasFailed_) {
        return;
      }
      Frame& child = top();
      child.collects = f.collects;
      child.inList = f.inList;
      if (isCall) {
        child.function = functionKind(text(before), options_.dialect);
      }
      break;
    }
    default:
      break;
  }
  if (f.role == Frame::kUsing && isNameToken(token_)) {
    const Query* query = frames_[f.query].q;
    f.condition.joinsByKey |=
        query != nullptr && query->item.isTable && !query->item.isFunction &&
        isSqlKeyColumn(text(token_.span), text(query->item.fullName), options_);
  }
}

// --- Calls
// ----------------------------------------------------------------------------------------

void Scanner::onCallClosed(Frame& around, const Frame& child) {
  if (child.role == Frame::kOver) {
    around.pending = FunctionKind::kScalar;
    return;
  }
  if (child.role != Frame::kArguments) {
    return;
  }
  switch (child.function) {
    case FunctionKind::kMinMax:
      around.pending = child.commas > 0 ? FunctionKind::kScalar : FunctionKind::kAggregate;
      return;
    case FunctionKind::kRows:
      confirm(around, child.function);
      return;
    default:
      around.pending = child.function;
  }
}

// A call just read is an aggregate unless OVER makes a window of it; between the two may stand
// FILTER (...), KEEP (...), WITHIN GROUP (...), IGNORE NULLS and ClickHouse's second arguments.
void Scanner::settle(Frame& f) {
  if (f.pending == FunctionKind::kScalar) {
    return;
  }
  if (token_.kind == TokenKind::kOpen) {
    return;
  }
  switch (token_.keyword) {
    case Keyword::kFilter:
    case Keyword::kKeep:
    case Keyword::kWithin:
    case Keyword::kIgnore:
    case Keyword::kRespect:
    case Keyword::kNulls:
      return;
    case Keyword::kGroup:
      if (next_.kind == TokenKind::kOpen) {
        return;
      }
      break;
    case Keyword::kOver:
      if (f.pending != FunctionKind::kRowNumber) {
        f.pending = FunctionKind::kScalar;
      }
      return;
    default:
      break;
  }
  confirm(f, f.pending);
  f.pending = FunctionKind::kScalar;
}

void Scanner::confirm(Frame& f, FunctionKind kind) {
  Query* query = frames_[f.query].q;
  if (query == nullptr) {
    return;
  }
  const bool collects = f.q != nullptr ? collectsAggregates(f.q->clause) : f.collects;
  const bool inList = f.q != nullptr ? f.q->clause == Clause::kList : f.inList;
  switch (kind) {
    case FunctionKind::kAggregate:
      query->branch.aggregates |= collects;
      break;
    case FunctionKind::kMaybeAggregate:
      query->branch.mayAggregate |= collects;
      break;
    case FunctionKind::kRows:
      query->branch.unfolds |= inList;
      break;
    default:
      break;
  }
}

}  // namespace envelint::sql
