#include "sql/clauses.h"
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

}  // namespace

// Whether the word in the place of a column or table rather belongs to a sentence.
bool Scanner::readsLikeProse(const Frame& f) const {
  // BigQuery's my-project.dataset.table begins with a word of English, which proves nothing.
  const bool isDashed = next_.kind == TokenKind::kOperator && !next_.spaced;
  if (token_.kind != TokenKind::kWord || f.q->afterDot || next_.kind == TokenKind::kDot ||
      next_.kind == TokenKind::kOpen || isDashed) {
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
  const bool isWord = isName(token_);
  hasEvidence_ |= token_.kind == TokenKind::kPlaceholder || token_.kind == TokenKind::kQuestion ||
                  (isWord && text(token_.span).find('_') != std::string_view::npos);
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
  f.lastWord = isWord && !isQuantifier() ? token_.span : Span();
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
  f.lastWord = isName(token_) ? token_.span : Span();
}

// Two operands in a row: an alias, the two parts of a literal, or no SQL.
void Scanner::onBehindOperand(Frame& f) {
  Query& q = *f.q;
  const bool isWord = isName(token_);
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
  if (q.clause == Clause::kBranch && f.role == Frame::kSource && isWord) {
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
      (isWord || token_.kind == TokenKind::kString) && !has(token_.keyword, kReserved);
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
    if (next_.kind == TokenKind::kOpen && !next_.spaced) {
      // ${aggregate}(price)
      f.lastWord = token_.span;
      return;
    }
  }
  q.afterHole = true;
}

void Scanner::onOperator(Frame& f) {
  Query& q = *f.q;
  hasEvidence_ |= token_.kind == TokenKind::kCompare;
  f.isNumbered = false;
  if (options_.dialect == SqlDialect::kTsql && q.clause == Clause::kList && q.isFirstItem &&
      token_.symbol == '=' && before_ == TokenKind::kPlaceholder) {
    // SELECT @id = id assigns, and answers nothing.
    q.hasInto = true;
  }
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
          (isName(next_) || next_.kind == TokenKind::kNumber)) {
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

}  // namespace envelint::sql
