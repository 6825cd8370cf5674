#include "sql/scanner.h"

namespace envelint::sql {

void Scanner::onWith(Frame& f) {
  Query& q = *f.q;
  switch (token_.kind) {
    case TokenKind::kWord:
      onWithWord(f);
      return;
    case TokenKind::kName:
      if (q.withStage == WithStage::kName) {
        q.withName = token_.span;
        q.withStage = WithStage::kAs;
        return;
      }
      if (q.withStage == WithStage::kBody) {
        q.namesValues = true;
        q.withStage = WithStage::kDone;
        return;
      }
      break;
    case TokenKind::kOpen:
      if (q.withStage == WithStage::kBody && token_.symbol == '(') {
        push(Frame::kCommonTable);
      } else if (q.withStage == WithStage::kDone && token_.symbol == '(') {
        // WITH a AS (...) (SELECT ...)
        q.clause = Clause::kSetOperator;
        push(Frame::kBranch);
      } else {
        if (q.withStage == WithStage::kName) {
          q.withStage = WithStage::kExpression;
        }
        push(Frame::kPlain);
      }
      return;
    case TokenKind::kComma:
      if (q.withStage == WithStage::kDone) {
        q.withStage = WithStage::kName;
        return;
      }
      break;
    case TokenKind::kHole:
      // Anything may stand there: `WITH ${ctes} SELECT`.
      hidesCommonTables_ = true;
      q.withStage = WithStage::kDone;
      return;
    default:
      break;
  }
  // ClickHouse's WITH expression AS name: up to its AS nothing in it matters.
  const bool mayBeExpression =
      options_.dialect == SqlDialect::kAny || options_.dialect == SqlDialect::kClickhouse;
  if (mayBeExpression && (q.withStage == WithStage::kName || q.withStage == WithStage::kAs ||
                          q.withStage == WithStage::kExpression)) {
    q.withStage = WithStage::kExpression;
  } else if (token_.kind != TokenKind::kNumber || q.withStage != WithStage::kDone) {
    giveUp(SqlReason::kNotUnderstood);
  }
}

void Scanner::onWithWord(Frame& f) {
  Query& q = *f.q;
  switch (q.withStage) {
    case WithStage::kName:
      if (next_.kind == TokenKind::kWord && !nextIs(Keyword::kAs)) {
        giveUp(SqlReason::kNotSql);
        return;
      }
      q.withName = token_.span;
      q.withStage = WithStage::kAs;
      return;
    case WithStage::kAs:
    case WithStage::kExpression:
      if (token_.keyword == Keyword::kAs) {
        q.withStage = WithStage::kBody;
      } else if (q.withStage == WithStage::kAs && !has(token_.keyword, kInfix)) {
        giveUp(SqlReason::kNotSql);
      } else {
        q.withStage = WithStage::kExpression;
      }
      return;
    case WithStage::kBody:
      if (token_.keyword == Keyword::kNot || token_.keyword == Keyword::kMaterialized) {
        return;
      }
      q.namesValues = true;
      q.withStage = WithStage::kDone;
      return;
    case WithStage::kDone:
      break;
  }
  switch (token_.keyword) {
    case Keyword::kSelect:
    case Keyword::kValues:
    case Keyword::kTable:
    case Keyword::kFrom:
      startQuery(f);
      return;
    case Keyword::kInsert:
    case Keyword::kReplace:
    case Keyword::kUpdate:
    case Keyword::kDelete:
    case Keyword::kMerge:
      startChange(f);
      return;
    case Keyword::kSearch:
    case Keyword::kCycle:
      // SEARCH DEPTH FIRST BY id SET ordering, CYCLE id SET is_cycle USING path
      q.isFilled = true;
      return;
    default:
      if (!q.isFilled) {
        giveUp(SqlReason::kNotSql);
      }
  }
}

// Whether the word begins what is inserted, or what the statement gives.
bool Scanner::onInserted(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
    case Keyword::kSelect:
    case Keyword::kWith:
    case Keyword::kFrom:
      q.insertsSomething = true;
      startQuery(f);
      return true;
    case Keyword::kValue:
    case Keyword::kValues:
      if (q.afterOperand) {
        token_.keyword = Keyword::kValues;
        startQuery(f);
        return true;
      }
      break;
    case Keyword::kSet:
      q.insertsSomething = true;
      q.branch.isGiven = true;
      q.branch.given = Rows::kFew;
      q.clause = Clause::kSet;
      q.afterOperand = false;
      return true;
    case Keyword::kDefault:
      // DEFAULT VALUES
      q.insertsSomething = true;
      q.branch.isGiven = true;
      q.branch.given = Rows::kFew;
      advance();
      q.clause = Clause::kValues;
      q.afterOperand = true;
      return true;
    case Keyword::kOutput:
      q.isReturning = true;
      q.clause = Clause::kOutput;
      q.afterOperand = false;
      return true;
    case Keyword::kFormat:
    case Keyword::kExec:
    case Keyword::kExecute:
      q.insertsSomething = true;
      q.clause = Clause::kTail;
      return true;
    default:
      return false;
  }
  return false;
}

void Scanner::onInsertWord(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
    case Keyword::kInto:
    case Keyword::kIgnore:
    case Keyword::kLowPriority:
    case Keyword::kHighPriority:
    case Keyword::kDelayed:
      return;
    case Keyword::kTable:
      if (q.afterOperand) {
        // INSERT INTO t TABLE u
        q.insertsSomething = true;
        startQuery(f);
      }
      return;
    case Keyword::kOr:
      advance();
      return;
    case Keyword::kAs:
      q.isAliased = false;
      return;
    case Keyword::kBy:
      // BY NAME
      advance();
      return;
    default:
      break;
  }
  if (onInserted(f)) {
    return;
  }
  if (equalsNoCase(text(token_.span), "overriding")) {
    // OVERRIDING SYSTEM VALUE
    advance();
    advance();
    return;
  }
  onOperand(f);
}

}  // namespace envelint::sql
