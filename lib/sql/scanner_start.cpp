#include "sql/clauses.h"
#include "sql/scanner.h"

namespace envelint::sql {

void Scanner::onStart(Frame& f) {
  f.isEmpty = false;
  if (f.role == Frame::kStatement && verb_.kind == TokenKind::kEnd) {
    statementBegin_ = token_.span.begin;
    verb_ = token_;
  }
  if (token_.kind == TokenKind::kOpen && token_.symbol == '(') {
    push(f.role == Frame::kSource ? Frame::kSource : Frame::kBranch);
  } else if (token_.kind == TokenKind::kHole && f.role != Frame::kSource) {
    startWithHole(f);
  } else if (token_.kind == TokenKind::kHole && next_.kind == TokenKind::kClose) {
    startWithHole(f);
  } else if (token_.kind == TokenKind::kWord && f.role == Frame::kStatement) {
    startStatement(f);
  } else if (token_.kind == TokenKind::kWord &&
             (token_.keyword == Keyword::kSelect || token_.keyword == Keyword::kWith ||
              token_.keyword == Keyword::kValues || token_.keyword == Keyword::kFrom ||
              (token_.keyword == Keyword::kTable && next_.kind != TokenKind::kOpen))) {
    startQuery(f);
  } else if (token_.kind == TokenKind::kWord && f.role == Frame::kCommonTable &&
             has(token_.keyword, kVerb)) {
    startChange(f);
  } else if (token_.keyword == Keyword::kInsert || token_.keyword == Keyword::kUpdate ||
             token_.keyword == Keyword::kDelete) {
    // T-SQL reads what OUTPUT gives.
    startChange(f);
  } else if (f.role == Frame::kSource) {
    // A join in parentheses.
    f.kind = Frame::kQuery;
    f.q->clause = Clause::kFrom;
    f.q->branch.readsTables = true;
    onQuery(f);
  } else {
    giveUp(SqlReason::kNotSql);
  }
}

void Scanner::startStatement(Frame& f) {
  switch (token_.keyword) {
    case Keyword::kSelect:
    case Keyword::kWith:
    case Keyword::kValues:
    case Keyword::kTable:
    case Keyword::kFrom:
      startQuery(f);
      return;
    case Keyword::kInsert:
    case Keyword::kReplace:
    case Keyword::kUpsert:
    case Keyword::kUpdate:
    case Keyword::kDelete:
      startChange(f);
      return;
    default:
      startUtility(f);
  }
}

void Scanner::startQuery(Frame& f) {
  Query& q = *f.q;
  f.kind = Frame::kQuery;
  f.isQuery = true;
  if (verb_.kind == TokenKind::kOpen) {
    verb_ = token_;
  }
  q.branch = Branch();
  q.branchIsParenthesized = false;
  q.afterOperand = false;
  q.isAliased = false;
  switch (token_.keyword) {
    case Keyword::kSelect:
      q.clause = Clause::kModifiers;
      return;
    case Keyword::kWith:
      q.clause = Clause::kWith;
      q.withStage = WithStage::kName;
      if (nextIs(Keyword::kRecursive)) {
        advance();
      }
      return;
    case Keyword::kTable:
      q.clause = Clause::kFrom;
      q.branch.readsTables = true;
      // TABLE takes a name and no alias.
      q.isAliased = true;
      return;
    case Keyword::kFrom:
      q.startsWithFrom = true;
      beginFrom(f);
      return;
    default:
      if (next_.kind != TokenKind::kOpen && next_.kind != TokenKind::kHole &&
          !nextIs(Keyword::kRow)) {
        giveUp(SqlReason::kNotSql);
        return;
      }
      q.clause = Clause::kValues;
      q.branch.isGiven = true;
      q.branch.given = Rows::kFew;
      q.insertsSomething = true;
  }
}

void Scanner::startChange(Frame& f) {
  Query& q = *f.q;
  f.kind = Frame::kQuery;
  f.isQuery = true;
  q.branch = Branch();
  switch (token_.keyword) {
    case Keyword::kUpdate:
      q.verb = Verb::kUpdate;
      break;
    case Keyword::kDelete:
      q.verb = Verb::kDelete;
      // T-SQL and MySQL need no FROM; neither does English.
      isWhole_ = depth_ > 1 || nextIs(Keyword::kFrom) || shouts(text(token_.span));
      break;
    case Keyword::kInsert:
    case Keyword::kReplace:
    case Keyword::kUpsert:
      q.verb = Verb::kInsert;
      q.clause = Clause::kInsert;
      return;
    case Keyword::kMerge:
      startUtility(f);
      return;
    default:
      giveUp(SqlReason::kNotUnderstood);
      return;
  }
  q.clause = Clause::kFrom;
  q.branch.readsTables = true;
  while (true) {
    switch (next_.keyword) {
      case Keyword::kLowPriority:
      case Keyword::kQuick:
      case Keyword::kIgnore:
        advance();
        continue;
      case Keyword::kOr:
        // UPDATE OR REPLACE
        advance();
        advance();
        continue;
      case Keyword::kTop:
        advance();
        if (next_.kind == TokenKind::kOpen || isNumberLike(next_)) {
          beginTop(f);
        }
        return;
      case Keyword::kFrom:
        if (q.verb == Verb::kDelete) {
          advance();
          beginItem(f);
        }
        return;
      default:
        return;
    }
  }
}

// `${base} LIMIT 10` is bounded whatever the base is; of `${verb} FROM t` nothing can be said.
void Scanner::startWithHole(Frame& f) {
  Query& q = *f.q;
  f.kind = Frame::kQuery;
  f.isQuery = true;
  q.startsWithHole = true;
  while (next_.kind == TokenKind::kHole) {
    advance();
  }
  if (nextIs(Keyword::kSelect)) {
    // WITH may stand in the hole, and EXPLAIN, and INSERT.
    advance();
    startQuery(f);
    return;
  }
  q.clause = Clause::kBranch;
  q.branch.isGiven = true;
  q.branch.given = Rows::kUnknown;
  q.branch.reason = SqlReason::kHole;
  q.afterOperand = true;
}

}  // namespace envelint::sql
