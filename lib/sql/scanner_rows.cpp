#include <algorithm>

#include "sql/clauses.h"
#include "sql/scanner.h"

namespace envelint::sql {

// A SELECT without FROM.
Rows Scanner::constantRows(Frame& f) {
  const Query& q = *f.q;
  Branch& branch = f.q->branch;
  if (q.afterHole || q.holeIsLast) {
    // FROM may stand in the hole.
    branch.reason = SqlReason::kHole;
    return Rows::kUnknown;
  }
  if (branch.hasStar || (branch.hasColumn && !q.namesValues)) {
    branch.reason = SqlReason::kNotSql;
    return Rows::kUnknown;
  }
  branch.reason = branch.unfolds ? SqlReason::kNoLimit : SqlReason::kConstant;
  return branch.unfolds ? Rows::kAll : Rows::kFew;
}

Rows Scanner::branchRows(Frame& f) {
  const Query& q = *f.q;
  Branch& branch = f.q->branch;
  if (branch.isGiven) {
    return branch.given;
  }
  if (branch.isCut) {
    return Rows::kFew;
  }
  if (branch.aggregates && !branch.isGrouped && !branch.unfolds) {
    branch.reason = SqlReason::kSingleRow;
    return Rows::kFew;
  }
  if (!branch.readsTables) {
    return constantRows(f);
  }
  if (q.startsWithFrom && options_.dialect != SqlDialect::kDuckdb && depth_ == 1) {
    // Only DuckDB takes FROM alone for a query: "from users" is English, or the end of a query that
    // was put together.
    branch.reason = SqlReason::kNotSql;
    return Rows::kUnknown;
  }
  Rows rows = branch.first.rows;
  const SqlReason multiplied = branch.reason;
  branch.reason = rows == Rows::kUnknown    ? branch.first.reason
                  : branch.first.isConstant ? SqlReason::kConstant
                                            : SqlReason::kSubquery;
  if (branch.isPaged && options_.countSubqueries && rows != Rows::kFew) {
    branch.reason = SqlReason::kSubquery;
    rows = Rows::kFew;
  }
  if (branch.multiplies || branch.unfolds) {
    return rows == Rows::kUnknown ? rows : Rows::kAll;
  }
  if (rows == Rows::kAll && branch.pinsKey) {
    rows = Rows::kKey;
  }
  if (branch.mayMultiply && rows > Rows::kUnknown) {
    branch.reason = multiplied;
    return Rows::kUnknown;
  }
  if (rows != Rows::kAll) {
    return rows;
  }
  if ((branch.mayAggregate && !branch.isGrouped) || branch.mayHaveTop) {
    branch.reason = branch.mayHaveTop || q.hasHole ? SqlReason::kHole : SqlReason::kDialect;
    return Rows::kUnknown;
  }
  return Rows::kAll;
}

void Scanner::combineUnion(Query& q) {
  switch (q.unionOperator) {
    case SetOperator::kUnion:
      q.union_ = std::min(q.union_, q.intersection);
      return;
    case SetOperator::kExcept:
      return;
    default:
      q.union_ = q.intersection;
  }
}

void Scanner::finishBranch(Frame& f) {
  Query& q = *f.q;
  Rows rows = branchRows(f);
  if (rows == Rows::kUnknown) {
    q.unknownBecause = q.branch.reason;
  }
  const bool isMember = options_.dialect == SqlDialect::kClickhouse && !q.branchIsParenthesized;
  if (isMember && q.limit != Limit::kNone) {
    // In ClickHouse a LIMIT belongs to its SELECT, and not to the UNION.
    rows = q.limit == Limit::kBounded ? Rows::kFew : rows;
    q.branch.reason = q.limit == Limit::kBounded ? SqlReason::kLimit : q.branch.reason;
    q.limit = q.limit == Limit::kBounded ? Limit::kNone : q.limit;
  }
  q.intersection =
      q.intersectOperator == SetOperator::kNone ? rows : std::max(q.intersection, rows);
}

void Scanner::finishQuery(Frame& f) {
  Query& q = *f.q;
  leave(f);
  if (hasFailed_ || f.kind != Frame::kQuery) {
    return;
  }
  const bool isOpen =
      !q.afterOperand || q.afterDot || q.afterAs || q.caseDepth > 0 || q.clause == Clause::kWith;
  const bool isPart = (q.verb == Verb::kUpdate && !q.setsSomething) ||
                      (q.verb == Verb::kInsert && !q.insertsSomething && !q.hasHole);
  if ((isOpen && !isLenient(q.clause)) || isPart) {
    giveUp(isPart && !isOpen ? SqlReason::kNotSql : SqlReason::kIncomplete);
    return;
  }
  finishBranch(f);
  combineUnion(q);
  f.rows = q.union_;
  f.reason = f.rows == Rows::kUnknown ? q.unknownBecause : q.branch.reason;
  const bool isUnion =
      q.unionOperator != SetOperator::kNone || q.intersectOperator != SetOperator::kNone;
  if (!isUnion) {
    const Branch& branch = q.branch;
    f.rowNumber =
        branch.rowNumber.empty() && branch.hasStar ? branch.first.rowNumber : branch.rowNumber;
  }
  if (q.limit == Limit::kBounded) {
    f.rows = Rows::kFew;
    f.reason = SqlReason::kLimit;
  } else if (f.rows != Rows::kFew && (q.holeIsLast || q.mayBeLimited || q.startsWithHole)) {
    f.rows = Rows::kUnknown;
    f.reason = SqlReason::kHole;
  } else if (f.rows == Rows::kAll || f.rows == Rows::kKey) {
    f.reason = q.limit == Limit::kAll ? SqlReason::kLimitAll
               : hasInnerLimit_       ? SqlReason::kInnerLimit
                                      : SqlReason::kNoLimit;
  }
}

}  // namespace envelint::sql
