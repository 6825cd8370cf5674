#include "sql/names.h"
#include "sql/scanner.h"
#include "sql/word_table.h"

namespace envelint::sql {
namespace {

// What may follow CREATE, ALTER and DROP: kinds of things, and what stands before the kind. English
// rarely goes on like that ("Create a new project").
constexpr std::string_view kKinds[] = {
    "aggregate",    "algorithm",    "assembly",    "bitmap",     "cast",         "cluster",
    "clustered",    "collation",    "columnstore", "constraint", "conversion",   "database",
    "default",      "definer",      "dictionary",  "directory",  "domain",       "editionable",
    "event",        "extension",    "external",    "force",      "foreign",      "fulltext",
    "function",     "global",       "index",       "language",   "local",        "login",
    "macro",        "materialized", "model",       "named",      "nonclustered", "noneditionable",
    "operator",     "owned",        "or",          "package",    "partition",    "persistent",
    "policy",       "private",      "proc",        "procedure",  "profile",      "public",
    "publication",  "quota",        "recursive",   "resource",   "role",         "row",
    "rule",         "schema",       "secret",      "sequence",   "server",       "session",
    "settings",     "snapshot",     "spatial",     "stage",      "statistics",   "stream",
    "subscription", "synonym",      "system",      "table",      "tablespace",   "task",
    "temp",         "temporary",    "text",        "transient",  "trigger",      "type",
    "undo",         "unique",       "unlogged",    "user",       "view",         "virtual",
    "warehouse",
};
constexpr auto kKindTable = makeWordTable<256>(kKinds);

// What may follow the words that begin and end a transaction.
constexpr std::string_view kTransactionWords[] = {
    "and",       "atomic",    "concurrent", "deferred", "exclusive",   "group_replication",
    "immediate", "isolation", "not",        "prepared", "read",        "replica",
    "savepoint", "slave",     "to",         "tran",     "transaction", "work",
};
constexpr auto kTransactionTable = makeWordTable<64>(kTransactionWords);

// Verbs that are English too, and what follows them in SQL.
struct Tail {
  Keyword verb;
  std::string_view next;
};
constexpr Tail kTails[] = {
    {Keyword::kComment, "on"},      {Keyword::kDiscard, "all"},
    {Keyword::kDiscard, "plans"},   {Keyword::kDiscard, "sequences"},
    {Keyword::kDiscard, "temp"},    {Keyword::kDiscard, "temporary"},
    {Keyword::kExchange, "tables"}, {Keyword::kExchange, "dictionaries"},
    {Keyword::kExport, "data"},     {Keyword::kExport, "database"},
    {Keyword::kExport, "table"},    {Keyword::kImport, "database"},
    {Keyword::kImport, "foreign"},  {Keyword::kImport, "into"},
    {Keyword::kImport, "schema"},   {Keyword::kImport, "table"},
    {Keyword::kKill, "connection"}, {Keyword::kKill, "mutation"},
    {Keyword::kKill, "query"},      {Keyword::kLock, "instance"},
    {Keyword::kLock, "table"},      {Keyword::kLock, "tables"},
    {Keyword::kOptimize, "local"},  {Keyword::kOptimize, "no_write_to_binlog"},
    {Keyword::kOptimize, "table"},  {Keyword::kRefresh, "materialized"},
    {Keyword::kRename, "database"}, {Keyword::kRename, "dictionary"},
    {Keyword::kRename, "table"},    {Keyword::kRename, "tables"},
    {Keyword::kRename, "user"},     {Keyword::kSystem, "drop"},
    {Keyword::kSystem, "flush"},    {Keyword::kSystem, "reload"},
    {Keyword::kSystem, "restart"},  {Keyword::kSystem, "start"},
    {Keyword::kSystem, "stop"},     {Keyword::kSystem, "sync"},
    {Keyword::kUndrop, "database"}, {Keyword::kUndrop, "schema"},
    {Keyword::kUndrop, "table"},    {Keyword::kUnlock, "instance"},
    {Keyword::kUnlock, "table"},    {Keyword::kUnlock, "tables"},
};

// Whether the verb goes on as it must; true for verbs that the list above doesn't have.
bool fitsTail(Keyword verb, std::string_view next) {
  bool isListed = false;
  for (const Tail& tail : kTails) {
    if (tail.verb == verb) {
      if (equalsNoCase(tail.next, next)) {
        return true;
      }
      isListed = true;
    }
  }
  return !isListed;
}

}  // namespace

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
        advance();
        continue;
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
        if (next_.kind == TokenKind::kOpen || next_.kind == TokenKind::kNumber ||
            next_.kind == TokenKind::kPlaceholder || next_.kind == TokenKind::kHole) {
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

// --- Statements without rows ---------------------------------------------------------------------

bool Scanner::isUtilityShape() const {
  if (!next_.spaced && (next_.kind == TokenKind::kOperator || next_.kind == TokenKind::kHole)) {
    return false;
  }
  const bool isEnd = next_.kind == TokenKind::kEnd || next_.kind == TokenKind::kSemicolon;
  switch (token_.keyword) {
    case Keyword::kCreate:
    case Keyword::kAlter:
    case Keyword::kDrop:
      return next_.kind == TokenKind::kHole ||
             (next_.kind == TokenKind::kWord && kKindTable.find(text(next_.span)) >= 0);
    case Keyword::kBegin:
    case Keyword::kStart:
    case Keyword::kCommit:
    case Keyword::kRollback:
    case Keyword::kAbort:
    case Keyword::kEnd:
      return isEnd
                 ? token_.keyword != Keyword::kStart
                 : next_.kind == TokenKind::kWord && kTransactionTable.find(text(next_.span)) >= 0;
    case Keyword::kAnalyze:
    case Keyword::kCheckpoint:
    case Keyword::kHelp:
    case Keyword::kReindex:
    case Keyword::kVacuum:
      return true;
    case Keyword::kMerge:
      return next_.kind == TokenKind::kWord || next_.kind == TokenKind::kName ||
             next_.kind == TokenKind::kHole || next_.kind == TokenKind::kPlaceholder;
    case Keyword::kDo:
      return next_.kind == TokenKind::kString || next_.kind == TokenKind::kWord;
    case Keyword::kFetch:
      // "fetch all pages from the API" is English.
      return !isEnd && shouts(text(token_.span));
    default:
      return !isEnd && has(token_.keyword, kVerb) && next_.kind != TokenKind::kComma &&
             next_.kind != TokenKind::kDot && next_.kind != TokenKind::kCompare &&
             (fitsTail(token_.keyword, text(next_.span)) ||
              (token_.keyword == Keyword::kKill && next_.kind != TokenKind::kWord));
  }
}

void Scanner::startUtility(Frame& f) {
  if (!isUtilityShape()) {
    giveUp(SqlReason::kNotSql);
    return;
  }
  f.kind = Frame::kSkip;
  f.isQuery = true;
  f.rows = Rows::kAll;
  switch (token_.keyword) {
    case Keyword::kSet:
      awaitsRowCount_ = equalsNoCase(text(next_.span), "rowcount");
      [[fallthrough]];
    case Keyword::kUse:
    case Keyword::kExec:
    case Keyword::kExecute:
    case Keyword::kDeclare:
      watchesSelect_ = true;
      break;
    case Keyword::kFetch:
      // Rows of a cursor: some, or all that are left.
      utilityReturns_ = true;
      f.rows = Rows::kFew;
      f.reason = SqlReason::kLimit;
      break;
    case Keyword::kMerge:
      // Up to its USING it may be English.
      isWhole_ = depth_ > 1;
      break;
    default:
      break;
  }
}

void Scanner::onUtilityWord(Frame& f) {
  const Keyword begin = verb_.keyword;
  switch (token_.keyword) {
    case Keyword::kBegin:
    case Keyword::kCase:
      // The body of a trigger or function holds semicolons.
      if (begin == Keyword::kCreate || begin == Keyword::kAlter) {
        ++f.blockDepth;
      }
      return;
    case Keyword::kEnd: {
      const std::string_view next = text(next_.span);
      if (f.blockDepth > 0 && !equalsNoCase(next, "if") && !equalsNoCase(next, "loop") &&
          !equalsNoCase(next, "while") && !equalsNoCase(next, "repeat")) {
        --f.blockDepth;
      }
      return;
    }
    case Keyword::kSelect:
      // T-SQL needs no semicolon before another statement.
      if (watchesSelect_) {
        endStatement();
        if (!hasFailed_) {
          beginStatement();
          onStart(top());
        }
        return;
      }
      break;
    case Keyword::kFor:
      // DECLARE c CURSOR FOR SELECT
      watchesSelect_ = false;
      break;
    case Keyword::kAll:
      if (begin == Keyword::kFetch) {
        f.rows = Rows::kAll;
        f.reason = SqlReason::kLimitAll;
      }
      break;
    case Keyword::kInto:
      utilityReturns_ &= begin != Keyword::kFetch;
      break;
    case Keyword::kUsing:
      isWhole_ |= begin == Keyword::kMerge;
      break;
    case Keyword::kReturning:
    case Keyword::kOutput:
      if (begin == Keyword::kMerge) {
        utilityReturns_ = true;
      }
      break;
    case Keyword::kNone:
      if (proseWord(text(token_.span)) == ProseWord::kCertain &&
          !equalsNoCase(text(token_.span), "each") && !equalsNoCase(text(token_.span), "every")) {
        // FOR EACH ROW and EVERY 1 DAY are SQL.
        giveUp(SqlReason::kNotSql);
      }
      break;
    default:
      break;
  }
}

// --- WITH and INSERT -----------------------------------------------------------------------------

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
    case Keyword::kSelect:
    case Keyword::kWith:
    case Keyword::kFrom:
      q.insertsSomething = true;
      startQuery(f);
      return;
    case Keyword::kValue:
    case Keyword::kValues:
      if (q.afterOperand) {
        token_.keyword = Keyword::kValues;
        startQuery(f);
        return;
      }
      break;
    case Keyword::kSet:
      q.insertsSomething = true;
      q.branch.isGiven = true;
      q.branch.given = Rows::kFew;
      q.clause = Clause::kSet;
      q.afterOperand = false;
      return;
    case Keyword::kDefault:
      // DEFAULT VALUES
      q.insertsSomething = true;
      q.branch.isGiven = true;
      q.branch.given = Rows::kFew;
      advance();
      q.clause = Clause::kValues;
      q.afterOperand = true;
      return;
    case Keyword::kOutput:
      q.isReturning = true;
      q.clause = Clause::kOutput;
      q.afterOperand = false;
      return;
    case Keyword::kFormat:
    case Keyword::kExec:
    case Keyword::kExecute:
      q.insertsSomething = true;
      q.clause = Clause::kTail;
      return;
    default:
      break;
  }
  if (text(token_.span).size() == 10 && equalsNoCase(text(token_.span), "overriding")) {
    // OVERRIDING SYSTEM VALUE
    advance();
    advance();
    return;
  }
  onOperand(f);
}

}  // namespace envelint::sql
