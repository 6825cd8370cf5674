#include "sql/clauses.h"
#include "sql/names.h"
#include "sql/scanner.h"

namespace envelint::sql {

// token_ is FROM, or the query begins with it.
void Scanner::beginFrom(Frame& f) {
  Query& q = *f.q;
  hasEvidence_ |= isUpper(text_[token_.span.begin]);
  if (q.verb == Verb::kDelete && q.clause == Clause::kFrom) {
    // DELETE p FROM posts p: the first names were only which of the tables lose rows.
    q.branch.hasFirst = false;
    tables_.clear();
  } else if (q.branch.readsTables && q.verb == Verb::kSelect) {
    giveUp(SqlReason::kNotUnderstood);
    return;
  } else if (q.clause != Clause::kModifiers && q.clause != Clause::kList &&
             q.clause != Clause::kSet && q.clause != Clause::kOutput && q.clause != Clause::kInto &&
             q.clause != Clause::kTop) {
    giveUp(SqlReason::kNotUnderstood);
    return;
  }
  q.clause = Clause::kFrom;
  q.branch.readsTables = true;
  q.isStar = false;
  beginItem(f);
}

void Scanner::beginItem(Frame& f) {
  Query& q = *f.q;
  q.item = Item();
  q.afterOperand = false;
  q.isAliased = false;
  f.condition = Condition();
}

// The rows of the whole FROM are those of its first item, as long as every other item adds at most
// one row to each: it is joined by its own key, or has few rows itself.
void Scanner::finishItem(Frame& f) {
  Query& q = *f.q;
  Item& item = q.item;
  if (item.fullName.empty() && item.isTable) {
    return;
  }
  if (item.isTable) {
    recordTable(f, item);
  }
  Branch& branch = q.branch;
  if (!branch.hasFirst) {
    branch.hasFirst = true;
    branch.first = item;
  } else if (item.rows != Rows::kFew && (!item.joinsByKey || item.keepsAll)) {
    if (item.rows == Rows::kUnknown) {
      branch.mayMultiply = true;
      branch.reason = item.reason;
    } else {
      branch.multiplies = true;
    }
  }
  // ON may come twice for nested joins; the item is finished once.
  item = Item();
  item.isTable = true;
}

// The name of an item of FROM, or one part of it.
void Scanner::onItemName(Frame& f) {
  Query& q = *f.q;
  Item& item = q.item;
  item.isTable = true;
  if (!q.afterDot || item.fullName.empty()) {
    item.fullName = token_.span;
  }
  item.fullName.end = token_.span.end;
  item.name = token_.span;
  q.afterOperand = true;
  q.afterDot = false;
}

bool Scanner::isOwnCommonTable(std::string_view name) const {
  // WITH RECURSIVE reads itself. Only the nearest is asked, so that the time stays linear.
  for (size_t i = depth_; i-- > 1;) {
    if (frames_[i].role == Frame::kCommonTable) {
      const Query* around = frames_[i - 1].q;
      return around != nullptr && equalsNoCase(unquoted(text(around->withName)), name);
    }
    if (depth_ - i > 4) {
      break;
    }
  }
  return false;
}

void Scanner::recordTable(const Frame& f, const Item& item) {
  Item& written = f.q->item;
  const bool isBare = item.name.begin == item.fullName.begin;
  const std::string_view name = unquoted(text(item.name));
  if (isBare && !item.isFunction) {
    for (size_t i = commonTableCount_; i-- > 0;) {
      const CommonTable& table = commonTables_[i];
      if (equalsNoCase(unquoted(text(table.name)), name)) {
        written.rows = table.rows;
        written.reason = table.reason;
        written.rowNumber = table.rowNumber;
        return;
      }
    }
    if (isOwnCommonTable(name)) {
      return;
    }
    if (hidesCommonTables_) {
      written.rows = Rows::kUnknown;
      written.reason = SqlReason::kHole;
    }
  }
  if (isOneRowTable(text(item.fullName))) {
    written.rows = Rows::kFew;
    written.isConstant = true;
  }
  if (tables_.empty()) {
    tables_.reserve(4);
  }
  tables_.push_back({text(item.fullName), item.isFunction});
}

void Scanner::recordCommonTable(Frame& f, const Frame& child) {
  Query& q = *f.q;
  q.withStage = WithStage::kDone;
  if (commonTableCount_ == kMaxCommonTables) {
    hidesCommonTables_ = true;
    return;
  }
  Rows rows = child.rows;
  if (rows == Rows::kFew && !options_.countSubqueries) {
    rows = Rows::kAll;
  }
  commonTables_.make(commonTableCount_++) = {q.withName, rows, child.reason, child.rowNumber};
}

void Scanner::onItemClosed(Frame& f, const Frame& child) {
  Query& q = *f.q;
  Item& item = q.item;
  q.afterOperand = true;
  if (child.role == Frame::kUsing) {
    item.joinsByKey |= child.condition.joinsByKey;
  } else if (child.role != Frame::kSource) {
    if (child.hasRowsWord) {
      // TABLESAMPLE (10 ROWS)
      item.rows = Rows::kUnknown;
    }
  } else {
    item.isTable = false;
    item.rows = child.rows;
    item.reason = child.reason;
    item.rowNumber = child.rowNumber;
    if (child.rows == Rows::kFew && !options_.countSubqueries) {
      item.rows = Rows::kAll;
    }
  }
}

// A word behind an item of FROM that is neither its alias nor the next clause.
bool Scanner::onFromWord(Frame& f) {
  switch (f.q->clause) {
    case Clause::kFrom:
      return onItemHint(f) || onTemporal(f) || onReshaping(f) || onJoinWord(f);
    case Clause::kOn:
    case Clause::kTemporal:
    case Clause::kArrayJoin:
      return onJoinWord(f);
    default:
      return false;
  }
}

// Hints for the index, and which parts of the table are read.
bool Scanner::onItemHint(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
    case Keyword::kAs:
      if (nextIs(Keyword::kOf)) {
        return false;
      }
      q.isAliased = false;
      // AS (a int, b text) is a list of columns alone.
      q.afterAs = next_.kind != TokenKind::kOpen;
      return true;
    case Keyword::kForce:
    case Keyword::kUse:
    case Keyword::kIgnore:
      if (!nextIs(Keyword::kIndex) && !nextIs(Keyword::kKey)) {
        return false;
      }
      // FORCE INDEX FOR ORDER BY (name)
      while (next_.kind == TokenKind::kWord) {
        advance();
      }
      return true;
    case Keyword::kIndexed:
      if (!nextIs(Keyword::kBy)) {
        return false;
      }
      advance();
      advance();
      return true;
    case Keyword::kNot:
      if (!nextIs(Keyword::kIndexed)) {
        return false;
      }
      advance();
      return true;
    case Keyword::kFinal:
      return true;
    case Keyword::kPartition:
      return next_.kind == TokenKind::kOpen;
    default:
      return false;
  }
}

// The table as it was some time ago, and ClickHouse's share of it: expressions.
bool Scanner::onTemporal(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
    case Keyword::kAs:
      // AS OF SYSTEM TIME '-10s', AS OF TIMESTAMP x
      advance();
      if (nextIs(Keyword::kSystem)) {
        advance();
      }
      if (nextIs(Keyword::kTime) || nextIs(Keyword::kTimestamp) ||
          equalsNoCase(text(next_.span), "scn")) {
        advance();
      }
      break;
    case Keyword::kFor:
      // FOR SYSTEM_TIME AS OF x, FROM x TO y, BETWEEN x AND y, ALL
      advance();
      if (nextIs(Keyword::kTime)) {
        advance();
      }
      if (nextIs(Keyword::kAs)) {
        advance();
        advance();
      } else if (!nextIs(Keyword::kAll)) {
        advance();
      }
      break;
    case Keyword::kSample:
      if (next_.kind != TokenKind::kNumber) {
        return false;
      }
      break;
    default:
      return false;
  }
  q.clause = Clause::kTemporal;
  q.afterOperand = false;
  return true;
}

// What makes other rows of the item's.
bool Scanner::onReshaping(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
    case Keyword::kPivot:
    case Keyword::kUnpivot:
    case Keyword::kMatchRecognize:
      if (next_.kind == TokenKind::kWord && (equalsNoCase(text(next_.span), "include") ||
                                             equalsNoCase(text(next_.span), "exclude"))) {
        // UNPIVOT INCLUDE NULLS (...)
        advance();
        advance();
      }
      if (next_.kind != TokenKind::kOpen) {
        return false;
      }
      q.isAliased = false;
      return true;
    case Keyword::kTablesample:
      if (next_.kind == TokenKind::kNumber) {
        advance();
        if (next_.symbol == '%' || nextIs(Keyword::kPercent)) {
          advance();
        } else {
          q.item.rows = Rows::kUnknown;
        }
      } else if (next_.kind == TokenKind::kWord) {
        // What takes rows rather than percents may be few.
        if (equalsNoCase(text(next_.span), "reservoir")) {
          q.item.rows = Rows::kUnknown;
        }
        advance();
      }
      return true;
    default:
      return false;
  }
}

bool Scanner::onJoinWord(Frame& f) {
  Query& q = *f.q;
  const bool nextJoins = has(next_.keyword, kJoin);
  switch (token_.keyword) {
    case Keyword::kApply:
      if (!q.isJoining) {
        return false;
      }
      [[fallthrough]];
    case Keyword::kJoinWord:
    case Keyword::kStraightJoin:
      beginJoin(f);
      return true;
    case Keyword::kOn:
    case Keyword::kUsing:
      return onJoinCondition(f);
    case Keyword::kRight:
    case Keyword::kFull:
      q.keepsAll |= nextJoins;
      q.isJoining |= nextJoins;
      return nextJoins;
    case Keyword::kArray:
      if (!nextIs(Keyword::kJoinWord)) {
        return false;
      }
      advance();
      leave(f);
      q.branch.multiplies = true;
      q.clause = Clause::kArrayJoin;
      q.afterOperand = false;
      q.isAliased = false;
      return true;
    case Keyword::kGlobal:
    case Keyword::kHash:
    case Keyword::kLoop:
    case Keyword::kMerge:
    case Keyword::kRemote:
    case Keyword::kLateral:
      return nextJoins;
    default:
      break;
  }
  // LEFT ARRAY JOIN of ClickHouse, INNER HASH JOIN of T-SQL
  const bool goesOn = nextJoins || nextIs(Keyword::kArray) || nextIs(Keyword::kHash) ||
                      nextIs(Keyword::kLoop) || nextIs(Keyword::kMerge) || nextIs(Keyword::kRemote);
  const bool joins = has(token_.keyword, kJoin) && goesOn;
  q.isJoining |= joins;
  return joins;
}

void Scanner::beginJoin(Frame& f) {
  Query& q = *f.q;
  const bool keepsAll = q.keepsAll;
  leave(f);
  if (f.kind != Frame::kQuery || hasFailed_) {
    return;
  }
  hasEvidence_ = true;
  q.clause = Clause::kFrom;
  beginItem(f);
  q.item.keepsAll = keepsAll;
  q.keepsAll = false;
  q.isJoining = false;
}

bool Scanner::onJoinCondition(Frame& f) {
  Query& q = *f.q;
  if (token_.keyword == Keyword::kOn) {
    if (q.clause == Clause::kOn) {
      // The second of a JOIN b JOIN c ON ... ON ...
      closeComparison(f);
      resolveCondition(f);
    }
    q.clause = Clause::kOn;
    q.afterOperand = false;
    f.condition = Condition();
    return true;
  }
  if (q.verb == Verb::kDelete && next_.kind != TokenKind::kOpen) {
    // DELETE FROM t USING u
    finishItem(f);
    beginItem(f);
    return true;
  }
  const bool needsNoParentheses =
      options_.dialect == SqlDialect::kClickhouse || options_.dialect == SqlDialect::kAny;
  if (needsNoParentheses && isName(next_) && !has(next_.keyword, kReserved)) {
    advance();
    while (next_.kind == TokenKind::kComma) {
      advance();
      advance();
    }
    return true;
  }
  if (next_.kind != TokenKind::kOpen) {
    return false;
  }
  advance();
  push(Frame::kUsing);
  return true;
}

}  // namespace envelint::sql
