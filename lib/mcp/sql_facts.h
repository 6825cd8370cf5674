#pragma once

// What a tool's queries do: those that answer with every row there is, and SQL that its caller
// sends.

#include <string>
#include <vector>

#include "mcp/query_calls.h"
#include "mcp/reached_calls.h"
#include "mcp/schema.h"
#include "mcp/tool.h"
#include "sql/bounds.h"

namespace envelint {

/// A query whose rows, however many, are in the tool's answer.
struct UnboundedQuery {
  CodePlace text;  ///< where its text begins
  CodePlace call;  ///< what runs it
  SqlReason reason = SqlReason::kNoLimit;
  std::string table;  ///< the first table it reads, as it is written; empty when not known
  /// Another text the same call can run has a bound: it is added on some ways only.
  bool isOnOneWay = false;
};

/// The statements without a bound that a handler's calls run and whose rows its answer holds, one
/// for each text. `index` gives the calls to look at; `schema` tells which values come bounded.
/// Empty when nothing is provable.
std::vector<UnboundedQuery> findUnboundedQueries(Evaluator& evaluator, const CallIndex& index,
                                                 const DomainConfig& config, const Handler& handler,
                                                 const InputSchema& schema);

/// What looks after the rows of a statement that a tool's caller sends.
enum class SqlGuard : uint8_t {
  kNone,        ///< nothing
  kWord,        ///< a search for the word LIMIT, which other things satisfy
  kOneBranch,   ///< a check or a limit on some ways only
  kComment,     ///< a LIMIT is put behind it, which a comment at its end makes ineffective
  kInnerLimit,  ///< a LIMIT is put behind it unless it has one, be it that of a subquery
  kSilentCut,   ///< rows are cut afterwards, and nothing tells that they were
  kEnough,      ///< it is held down
};

/// A parameter whose SQL a tool runs.
struct CallersSql {
  std::string parameter;
  /// What runs it, then the calls by which it came there, outwards to the handler; never empty
  /// unless it is held down.
  std::vector<CodePlace> way;
  CodePlace guard;  ///< what looks after it; none for kNone
  SqlGuard kind = SqlGuard::kEnough;
};

/// One for each parameter (of the schema, or that the handler takes out of its input) that
/// provably reaches a query call as a statement of its own.
std::vector<CallersSql> findCallersSql(Evaluator& evaluator, const DomainConfig& config,
                                       const Handler& handler, const InputSchema& schema,
                                       std::string_view toolDescription);

/// Whether a parameter, by its name and descriptions, takes SQL.
bool saysItIsSql(const SchemaParameter& parameter, std::string_view toolDescription);

}  // namespace envelint
