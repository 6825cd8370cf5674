#pragma once

// What the scanner remembers of each open parenthesis and of the query in it.

#include <cstdint>

#include "sql/bounds.h"
#include "sql/functions.h"
#include "sql/text.h"

namespace envelint::sql {

/// How many rows a query can give, from most to least.
enum class Rows : uint8_t {
  kAll,
  kUnknown,
  kKey,  ///< one, if the column that its name makes a key is one
  kFew,
};

/// Where in a statement the scanner is.
enum class Clause : uint8_t {
  kWith,         ///< up to the verb behind the common table expressions
  kSetOperator,  ///< after UNION, before the branch
  kModifiers,    ///< after SELECT, before the list: DISTINCT
  kTop,          ///< after TOP
  kList,
  kInto,
  kInsert,  ///< after INSERT, up to what is inserted
  kSet,
  kOutput,
  kFrom,
  kOn,
  kArrayJoin,
  kTemporal,  ///< FOR SYSTEM_TIME ..., AS OF ..., SAMPLE ...
  kWhere,
  kConnectBy,
  kGroupBy,
  kHaving,
  kWindow,
  kQualify,
  kBranch,  ///< after a parenthesized branch
  kValues,
  kReturning,
  kOrderBy,
  kLimit,
  kLimitBy,
  kOffset,
  kFetch,
  kSample,
  kFor,
  kTail,      ///< settings, hints, locks: nothing in it matters
  kConflict,  ///< ON CONFLICT, ON DUPLICATE KEY
};

/// One side of a comparison.
struct Side {
  enum Kind : uint8_t {
    kNone,
    kPath,       ///< a column
    kValue,      ///< a literal, a placeholder, a hole, a call, a subquery
    kRowNumber,  ///< row_number() over all rows
    kOther,
  };
  Kind kind = kNone;
  Span qualifier;
  Span column;
};

/// A condition that AND joins of comparisons, as far as read.
struct Condition {
  // The comparison that is being read.
  Side left;
  Side right;
  char comparison = 0;         ///< 0 before it; 'b' for BETWEEN
  bool betweenIsOpen = false;  ///< the next AND belongs to BETWEEN
  bool afterDot = false;
  bool skipsWord = false;  ///< the name of a type comes next
  uint16_t caseDepth = 0;
  // What the comparisons read so far amount to; worth nothing after an OR.
  bool either = false;
  bool pinsKey = false;
  bool cutsRows = false;
  bool joinsByKey = false;
  bool pages = false;
};

/// What an item of FROM reads.
struct Item {
  Span name;  ///< the last part of it
  Span fullName;
  Span alias;
  Span rowNumber;  ///< the column that numbers its rows
  Rows rows = Rows::kAll;
  SqlReason reason = SqlReason::kDialect;  ///< why `rows` is unknown
  bool isTable = false;                    ///< else a derived table
  bool isConstant = false;                 ///< has one row by definition
  bool isFunction = false;
  bool joinsByKey = false;
  bool keepsAll = false;  ///< RIGHT or FULL JOIN
};

/// A branch of UNION and its like: one SELECT.
struct Branch {
  Rows given = Rows::kAll;  ///< if `isGiven`
  bool isGiven = false;     ///< in parentheses, VALUES, or a hole
  SqlReason reason = SqlReason::kConstant;
  bool readsTables = false;
  bool hasStar = false;
  bool hasColumn = false;  ///< names a bare column in its list
  bool aggregates = false;
  bool mayAggregate = false;
  bool mayHaveTop = false;
  bool unfolds = false;  ///< many rows of one
  bool isGrouped = false;
  bool isCut = false;    ///< by TOP or ROWNUM
  bool isPaged = false;  ///< by the number of the row, which a subquery made
  bool multiplies = false;
  bool mayMultiply = false;  ///< by an item whose rows are unknown
  bool pinsKey = false;
  Span rowNumber;  ///< its own column with the number of the row
  // The first item of FROM: the others are looked up for its rows.
  bool hasFirst = false;
  Item first;
};

enum class Verb : uint8_t { kSelect, kInsert, kUpdate, kDelete };
enum class Limit : uint8_t { kNone, kBounded, kAll };
enum class SetOperator : uint8_t { kNone, kUnion, kExcept, kIntersect };

/// A query expression or a statement that changes rows.
struct Query {
  Verb verb = Verb::kSelect;
  Clause clause = Clause::kModifiers;
  Branch branch;
  Item item;  ///< that is being read
  // UNION and its like: INTERSECT binds tighter than the others.
  Rows union_ = Rows::kFew;
  Rows intersection = Rows::kFew;
  SetOperator unionOperator = SetOperator::kNone;
  SetOperator intersectOperator = SetOperator::kNone;
  SqlReason unknownBecause = SqlReason::kHole;  ///< a branch's rows are
  bool branchIsParenthesized = false;
  // LIMIT
  Limit limit = Limit::kNone;
  Limit limitBefore = Limit::kNone;  ///< what it was if this turns out to be LIMIT BY
  bool isNegative = false;
  bool mayBeLimited = false;  ///< a hole may hold the LIMIT
  bool holeIsLast = false;
  // What has been seen.
  bool hasHole = false;
  bool startsWithHole = false;
  bool startsWithFrom = false;
  bool hasInto = false;
  bool isReturning = false;
  bool setsSomething = false;
  bool insertsSomething = false;
  bool namesValues = false;  ///< WITH 1 AS one: names stand for values
  // WITH
  enum class WithStage : uint8_t { kName, kAs, kBody, kExpression, kDone };
  WithStage withStage = WithStage::kName;
  Span withName;
  uint16_t commonTablesBefore = 0;
  // The expression that is being read.
  bool afterOperand = false;
  bool afterDot = false;   ///< or `::`: any word is a name
  bool afterCast = false;  ///< a word names a type
  bool isColumn = false;   ///< the path that is being read begins with a name
  bool afterAs = false;
  bool afterHole = false;
  bool afterString = false;
  bool isAliased = false;
  bool isStar = false;
  bool isInterval = false;
  bool isFilled = false;    ///< ORDER BY ... WITH FILL
  bool isFirstItem = true;  ///< of the select list
  // The join that is being read.
  bool isJoining = false;
  bool keepsAll = false;  ///< RIGHT or FULL
  uint16_t caseDepth = 0;
};

struct Frame {
  enum Kind : uint8_t {
    kStart,  ///< its first token will tell what it is
    kQuery,
    kGroup,
    kSkip,  ///< nothing in it matters but where it ends
  };
  /// What the parenthesis is to the one around it.
  enum Role : uint8_t {
    kStatement,
    kBranch,
    kSource,
    kCommonTable,
    kArguments,
    kCondition,
    kOver,
    kUsing,
    kSampleSize,
    kOperatorName,
    kPlain,
  };
  Kind kind = kStart;
  Role role = kStatement;
  char open = 0;
  bool isQuery = false;  ///< turned out to be a query rather than a join in parentheses
  bool isEmpty = true;
  bool collects = false;  ///< aggregates in it are the query's
  bool inList = false;    ///< of that query's select list
  bool isPartitioned = false;
  bool hasRowsWord = false;
  uint16_t query = 0;  ///< the innermost frame around that is a query
  uint32_t commas = 0;
  uint32_t skipDepth = 0;
  uint32_t blockDepth = 0;
  FunctionKind function = FunctionKind::kScalar;  ///< kArguments: whose
  FunctionKind pending = FunctionKind::kScalar;   ///< called just now; OVER may follow
  bool isNumbered = false;                        ///< the operand just read numbers the rows
  Span lastWord;                                  ///< the token before, if it was a word or name
  Rows rows = Rows::kAll;
  SqlReason reason = SqlReason::kNoLimit;
  Span rowNumber;
  Condition condition;
  Query* q = nullptr;  ///< of kStart and kQuery
};

}  // namespace envelint::sql
