#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "sql/text.h"

namespace envelint::sql {

/// What a keyword is, wherever it stands.
enum : uint8_t {
  kPlain = 0,
  kReserved = 1,  ///< no dialect takes it for a table's name or for an alias without AS
  kInfix = 2,     ///< between two operands: AND, LIKE
  kJoin = 4,      ///< part of what leads to JOIN or APPLY
  kUnit = 8,      ///< ends an interval: INTERVAL 1 DAY
  kPrefix = 16,   ///< before an operand: NOT, PRIOR
  kVerb = 32,     ///< begins a statement
  kEnglish = 64,  ///< begins many a sentence too
};

// Every word that the scanner looks for, in the order of the alphabet.
#define ENVELINT_SQL_KEYWORDS(X)                       \
  X(kAbort, "abort", kVerb | kEnglish)                 \
  X(kAgainst, "against", kInfix)                       \
  X(kAll, "all", kReserved | kJoin)                    \
  X(kAlter, "alter", kVerb)                            \
  X(kAnalyze, "analyze", kVerb | kEnglish)             \
  X(kAnd, "and", kReserved | kInfix)                   \
  X(kAnti, "anti", kJoin)                              \
  X(kAny, "any", kJoin)                                \
  X(kApply, "apply", kJoin)                            \
  X(kArray, "array", kPlain)                           \
  X(kAs, "as", kReserved)                              \
  X(kAsc, "asc", kReserved)                            \
  X(kAsof, "asof", kJoin)                              \
  X(kAsymmetric, "asymmetric", kPrefix)                \
  X(kAt, "at", kPlain)                                 \
  X(kAttach, "attach", kVerb | kEnglish)               \
  X(kBegin, "begin", kVerb | kEnglish)                 \
  X(kBetween, "between", kReserved | kInfix)           \
  X(kBinary, "binary", kPrefix)                        \
  X(kBrowse, "browse", kPlain)                         \
  X(kBulk, "bulk", kPlain)                             \
  X(kBy, "by", kReserved)                              \
  X(kCall, "call", kVerb | kEnglish)                   \
  X(kCase, "case", kReserved)                          \
  X(kCheckpoint, "checkpoint", kVerb | kEnglish)       \
  X(kClose, "close", kVerb | kEnglish)                 \
  X(kCluster, "cluster", kVerb | kEnglish)             \
  X(kCollate, "collate", kReserved | kInfix)           \
  X(kCollect, "collect", kPlain)                       \
  X(kComment, "comment", kVerb | kEnglish)             \
  X(kCommit, "commit", kVerb | kEnglish)               \
  X(kConflict, "conflict", kPlain)                     \
  X(kConnect, "connect", kPlain)                       \
  X(kConnectByRoot, "connect_by_root", kPrefix)        \
  X(kContaining, "containing", kInfix)                 \
  X(kCopy, "copy", kVerb | kEnglish)                   \
  X(kCorresponding, "corresponding", kPlain)           \
  X(kCreate, "create", kReserved | kVerb)              \
  X(kCross, "cross", kReserved | kJoin)                \
  X(kCube, "cube", kPlain)                             \
  X(kCurrent, "current", kPlain)                       \
  X(kCycle, "cycle", kPlain)                           \
  X(kDay, "day", kUnit)                                \
  X(kDays, "days", kUnit)                              \
  X(kDayHour, "day_hour", kUnit)                       \
  X(kDayMinute, "day_minute", kUnit)                   \
  X(kDaySecond, "day_second", kUnit)                   \
  X(kDeallocate, "deallocate", kVerb)                  \
  X(kDeclare, "declare", kVerb)                        \
  X(kDefault, "default", kPlain)                       \
  X(kDelayed, "delayed", kPlain)                       \
  X(kDelete, "delete", kReserved | kVerb)              \
  X(kDesc, "desc", kReserved | kVerb)                  \
  X(kDescribe, "describe", kVerb | kEnglish)           \
  X(kDetach, "detach", kVerb | kEnglish)               \
  X(kDiscard, "discard", kVerb | kEnglish)             \
  X(kDistinct, "distinct", kReserved | kPrefix)        \
  X(kDistinctrow, "distinctrow", kPlain)               \
  X(kDiv, "div", kInfix)                               \
  X(kDo, "do", kVerb | kEnglish)                       \
  X(kDrop, "drop", kReserved | kVerb)                  \
  X(kDuplicate, "duplicate", kPlain)                   \
  X(kElse, "else", kReserved)                          \
  X(kEnd, "end", kReserved | kVerb | kEnglish)         \
  X(kEscape, "escape", kInfix)                         \
  X(kExcept, "except", kReserved)                      \
  X(kExchange, "exchange", kVerb | kEnglish)           \
  X(kExclude, "exclude", kPlain)                       \
  X(kExec, "exec", kVerb | kEnglish)                   \
  X(kExecute, "execute", kVerb | kEnglish)             \
  X(kExplain, "explain", kVerb)                        \
  X(kExport, "export", kVerb | kEnglish)               \
  X(kFalse, "false", kPlain)                           \
  X(kFetch, "fetch", kReserved | kVerb)                \
  X(kFill, "fill", kPlain)                             \
  X(kFilter, "filter", kPlain)                         \
  X(kFinal, "final", kPlain)                           \
  X(kFirst, "first", kPlain)                           \
  X(kFlush, "flush", kVerb | kEnglish)                 \
  X(kFor, "for", kReserved)                            \
  X(kForce, "force", kPlain)                           \
  X(kFormat, "format", kPlain)                         \
  X(kFrom, "from", kReserved | kVerb)                  \
  X(kFull, "full", kJoin)                              \
  X(kGlobal, "global", kPlain)                         \
  X(kGlob, "glob", kInfix)                             \
  X(kGrant, "grant", kVerb)                            \
  X(kGroup, "group", kReserved)                        \
  X(kGrouping, "grouping", kPlain)                     \
  X(kHandler, "handler", kVerb | kEnglish)             \
  X(kHash, "hash", kPlain)                             \
  X(kHaving, "having", kReserved)                      \
  X(kHelp, "help", kVerb | kEnglish)                   \
  X(kHighPriority, "high_priority", kPlain)            \
  X(kHour, "hour", kUnit)                              \
  X(kHours, "hours", kUnit)                            \
  X(kHourMinute, "hour_minute", kUnit)                 \
  X(kHourSecond, "hour_second", kUnit)                 \
  X(kIgnore, "ignore", kPlain)                         \
  X(kIlike, "ilike", kInfix)                           \
  X(kImport, "import", kVerb | kEnglish)               \
  X(kIn, "in", kReserved | kInfix)                     \
  X(kIndex, "index", kPlain)                           \
  X(kIndexed, "indexed", kPlain)                       \
  X(kInner, "inner", kReserved | kJoin)                \
  X(kInsert, "insert", kReserved | kVerb)              \
  X(kInstall, "install", kVerb | kEnglish)             \
  X(kIntersect, "intersect", kReserved)                \
  X(kInterpolate, "interpolate", kPlain)               \
  X(kInterval, "interval", kPlain)                     \
  X(kInto, "into", kReserved)                          \
  X(kIs, "is", kReserved)                              \
  X(kIsnull, "isnull", kPlain)                         \
  X(kJoinWord, "join", kReserved | kJoin)              \
  X(kJson, "json", kPlain)                             \
  X(kKeep, "keep", kPlain)                             \
  X(kKey, "key", kPlain)                               \
  X(kKill, "kill", kVerb | kEnglish)                   \
  X(kLast, "last", kPlain)                             \
  X(kLateral, "lateral", kPlain)                       \
  X(kLeft, "left", kReserved | kJoin)                  \
  X(kLike, "like", kReserved | kInfix)                 \
  X(kLimit, "limit", kReserved)                        \
  X(kListen, "listen", kVerb | kEnglish)               \
  X(kLoad, "load", kVerb | kEnglish)                   \
  X(kLocal, "local", kPlain)                           \
  X(kLock, "lock", kVerb | kEnglish)                   \
  X(kLoop, "loop", kPlain)                             \
  X(kLowPriority, "low_priority", kPlain)              \
  X(kMatch, "match", kInfix)                           \
  X(kMatchRecognize, "match_recognize", kPlain)        \
  X(kMaterialized, "materialized", kPlain)             \
  X(kMember, "member", kPlain)                         \
  X(kMerge, "merge", kVerb | kEnglish)                 \
  X(kMicrosecond, "microsecond", kUnit)                \
  X(kMicroseconds, "microseconds", kUnit)              \
  X(kMillisecond, "millisecond", kUnit)                \
  X(kMilliseconds, "milliseconds", kUnit)              \
  X(kMinus, "minus", kPlain)                           \
  X(kMinute, "minute", kUnit)                          \
  X(kMinutes, "minutes", kUnit)                        \
  X(kMinuteSecond, "minute_second", kUnit)             \
  X(kMod, "mod", kInfix)                               \
  X(kMonth, "month", kUnit)                            \
  X(kMonths, "months", kUnit)                          \
  X(kMove, "move", kVerb | kEnglish)                   \
  X(kMultiset, "multiset", kPlain)                     \
  X(kName, "name", kPlain)                             \
  X(kNatural, "natural", kJoin)                        \
  X(kNext, "next", kPlain)                             \
  X(kNo, "no", kPlain)                                 \
  X(kNot, "not", kReserved | kPrefix)                  \
  X(kNotify, "notify", kVerb | kEnglish)               \
  X(kNotnull, "notnull", kPlain)                       \
  X(kNull, "null", kReserved)                          \
  X(kNulls, "nulls", kPlain)                           \
  X(kOf, "of", kReserved)                              \
  X(kOffset, "offset", kPlain)                         \
  X(kOn, "on", kReserved)                              \
  X(kOnly, "only", kPlain)                             \
  X(kOperator, "operator", kPlain)                     \
  X(kOptimize, "optimize", kVerb | kEnglish)           \
  X(kOption, "option", kPlain)                         \
  X(kOr, "or", kReserved | kInfix)                     \
  X(kOrder, "order", kReserved)                        \
  X(kOrdinality, "ordinality", kPlain)                 \
  X(kOuter, "outer", kJoin)                            \
  X(kOutput, "output", kPlain)                         \
  X(kOver, "over", kPlain)                             \
  X(kOverlaps, "overlaps", kInfix)                     \
  X(kPartition, "partition", kPlain)                   \
  X(kPaste, "paste", kJoin)                            \
  X(kPercent, "percent", kPlain)                       \
  X(kPivot, "pivot", kPlain)                           \
  X(kPositional, "positional", kJoin)                  \
  X(kPragma, "pragma", kVerb)                          \
  X(kPrecision, "precision", kPlain)                   \
  X(kPrepare, "prepare", kVerb | kEnglish)             \
  X(kPrewhere, "prewhere", kReserved)                  \
  X(kPrior, "prior", kPrefix)                          \
  X(kPurge, "purge", kVerb | kEnglish)                 \
  X(kQualify, "qualify", kPlain)                       \
  X(kQuarter, "quarter", kUnit)                        \
  X(kQuick, "quick", kPlain)                           \
  X(kRead, "read", kPlain)                             \
  X(kRecursive, "recursive", kPlain)                   \
  X(kRefresh, "refresh", kVerb | kEnglish)             \
  X(kRegexp, "regexp", kInfix)                         \
  X(kReindex, "reindex", kVerb)                        \
  X(kRelease, "release", kVerb | kEnglish)             \
  X(kRemote, "remote", kPlain)                         \
  X(kRename, "rename", kVerb | kEnglish)               \
  X(kRepeatable, "repeatable", kPlain)                 \
  X(kReplace, "replace", kVerb)                        \
  X(kReset, "reset", kVerb | kEnglish)                 \
  X(kRespect, "respect", kPlain)                       \
  X(kReturning, "returning", kReserved)                \
  X(kRevoke, "revoke", kVerb)                          \
  X(kRight, "right", kReserved | kJoin)                \
  X(kRlike, "rlike", kInfix)                           \
  X(kRollback, "rollback", kVerb | kEnglish)           \
  X(kRollup, "rollup", kPlain)                         \
  X(kRow, "row", kPlain)                               \
  X(kRows, "rows", kPlain)                             \
  X(kSample, "sample", kPlain)                         \
  X(kSavepoint, "savepoint", kVerb)                    \
  X(kSearch, "search", kPlain)                         \
  X(kSecond, "second", kUnit)                          \
  X(kSeconds, "seconds", kUnit)                        \
  X(kSelect, "select", kReserved | kVerb)              \
  X(kSemi, "semi", kJoin)                              \
  X(kSet, "set", kReserved | kVerb | kEnglish)         \
  X(kSettings, "settings", kPlain)                     \
  X(kShare, "share", kPlain)                           \
  X(kShow, "show", kVerb | kEnglish)                   \
  X(kSiblings, "siblings", kPlain)                     \
  X(kSimilar, "similar", kPlain)                       \
  X(kSkip, "skip", kPlain)                             \
  X(kSounds, "sounds", kPlain)                         \
  X(kSqlBigResult, "sql_big_result", kPlain)           \
  X(kSqlBufferResult, "sql_buffer_result", kPlain)     \
  X(kSqlCache, "sql_cache", kPlain)                    \
  X(kSqlCalcFoundRows, "sql_calc_found_rows", kPlain)  \
  X(kSqlNoCache, "sql_no_cache", kPlain)               \
  X(kSqlSmallResult, "sql_small_result", kPlain)       \
  X(kStaleness, "staleness", kInfix)                   \
  X(kStart, "start", kVerb | kEnglish)                 \
  X(kStarting, "starting", kPlain)                     \
  X(kStep, "step", kInfix)                             \
  X(kStraightJoin, "straight_join", kReserved | kJoin) \
  X(kStruct, "struct", kPlain)                         \
  X(kSubmultiset, "submultiset", kInfix)               \
  X(kSummarize, "summarize", kVerb)                    \
  X(kSymmetric, "symmetric", kPrefix)                  \
  X(kSystem, "system", kVerb | kEnglish)               \
  X(kSystemTime, "system_time", kPlain)                \
  X(kTable, "table", kReserved | kVerb | kEnglish)     \
  X(kTablesample, "tablesample", kPlain)               \
  X(kThen, "then", kReserved)                          \
  X(kTies, "ties", kPlain)                             \
  X(kTime, "time", kPlain)                             \
  X(kTimestamp, "timestamp", kPlain)                   \
  X(kTo, "to", kReserved)                              \
  X(kTop, "top", kPlain)                               \
  X(kTotals, "totals", kPlain)                         \
  X(kTrue, "true", kPlain)                             \
  X(kTruncate, "truncate", kVerb | kEnglish)           \
  X(kUndrop, "undrop", kVerb)                          \
  X(kUnion, "union", kReserved)                        \
  X(kUnlisten, "unlisten", kVerb)                      \
  X(kUnlock, "unlock", kVerb | kEnglish)               \
  X(kUnnest, "unnest", kPlain)                         \
  X(kUnpivot, "unpivot", kPlain)                       \
  X(kUnsigned, "unsigned", kPlain)                     \
  X(kUpdate, "update", kReserved | kVerb)              \
  X(kUpsert, "upsert", kVerb)                          \
  X(kUse, "use", kVerb | kEnglish)                     \
  X(kUsing, "using", kReserved)                        \
  X(kVacuum, "vacuum", kVerb)                          \
  X(kValue, "value", kPlain)                           \
  X(kValues, "values", kReserved | kVerb)              \
  X(kVarying, "varying", kPlain)                       \
  X(kVersion, "version", kPlain)                       \
  X(kWeek, "week", kUnit)                              \
  X(kWeeks, "weeks", kUnit)                            \
  X(kWhen, "when", kReserved)                          \
  X(kWhere, "where", kReserved)                        \
  X(kWindow, "window", kPlain)                         \
  X(kWith, "with", kReserved | kVerb)                  \
  X(kWithin, "within", kPlain)                         \
  X(kWithout, "without", kPlain)                       \
  X(kXml, "xml", kPlain)                               \
  X(kXor, "xor", kInfix)                               \
  X(kYear, "year", kUnit)                              \
  X(kYears, "years", kUnit)                            \
  X(kYearMonth, "year_month", kUnit)

enum class Keyword : uint16_t {
  kNone,
#define X(name, text, traits) name,
  ENVELINT_SQL_KEYWORDS(X)
#undef X
};

inline constexpr uint8_t kKeywordTraits[] = {kPlain,
#define X(name, text, traits) traits,
                                             ENVELINT_SQL_KEYWORDS(X)
#undef X
};

constexpr bool has(Keyword keyword, uint8_t traits) {
  return (kKeywordTraits[static_cast<size_t>(keyword)] & traits) != 0;
}

/// The keyword a word is, without case; kNone for any other word.
Keyword findKeyword(std::string_view word);

}  // namespace envelint::sql
