#include "sql/clauses.h"
#include "sql/scanner.h"

namespace envelint::sql {

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
      } else if (!q.afterOperand && isLimit(clause)) {
        onLimitOperand(f);
      }
      if (!q.afterOperand && token_.symbol == '(' && f.condition.left.kind == Side::kNone &&
          f.condition.comparison == 0 && isCondition(clause)) {
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
    onBranchClosed(f, child);
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
      onWindowClosed(f, child);
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
    // USING SAMPLE reservoir(50 ROWS)
    q.limit = Limit::kBounded;
  }
}

void Scanner::onBranchClosed(Frame& f, const Frame& child) {
  Query& q = *f.q;
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
}

// OVER (...) behind a call: no aggregate, but perhaps the number of the row.
void Scanner::onWindowClosed(Frame& f, const Frame& child) {
  if (f.pending == FunctionKind::kRowNumber && !child.isPartitioned) {
    f.isNumbered = true;
    if (f.q->clause == Clause::kQualify && f.condition.comparison == 0) {
      f.condition.left.kind = Side::kRowNumber;
    }
  }
  f.pending = FunctionKind::kScalar;
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
      f.hasRowsWord |= token_.keyword == Keyword::kRows && isNumberLike(before_);
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
    case TokenKind::kHole:
      // coalesce(${aggregate}(price), 0)
      f.lastWord = next_.kind == TokenKind::kOpen && !next_.spaced ? token_.span : Span();
      break;
    case TokenKind::kComma:
      ++f.commas;
      break;
    case TokenKind::kOpen:
      openInGroup(f, before);
      return;
    default:
      break;
  }
  if (f.role == Frame::kUsing && isName(token_)) {
    const Query* query = frames_[f.query].q;
    f.condition.joinsByKey |=
        query != nullptr && query->item.isTable && !query->item.isFunction &&
        isSqlKeyColumn(text(token_.span), text(query->item.fullName), options_);
  }
}

// A parenthesis within a group; `callee` is the word before it, if there is one.
void Scanner::openInGroup(Frame& f, Span callee) {
  const Condition& c = f.condition;
  const bool isCall = !callee.empty() && token_.symbol == '(';
  const bool mayBeCondition = f.role == Frame::kCondition && !isCall && token_.symbol == '(' &&
                              c.left.kind == Side::kNone && c.comparison == 0 && c.caseDepth == 0;
  const bool collects = f.collects;
  const bool inList = f.inList;
  push(isCall ? Frame::kArguments : mayBeCondition ? Frame::kCondition : Frame::kPlain);
  if (hasFailed_) {
    return;
  }
  Frame& child = top();
  child.collects = collects;
  child.inList = inList;
  if (isCall) {
    child.function = functionKind(text(callee), options_.dialect);
  }
}

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
