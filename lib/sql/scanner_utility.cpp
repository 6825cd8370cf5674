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
        startAnother();
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

}  // namespace envelint::sql
