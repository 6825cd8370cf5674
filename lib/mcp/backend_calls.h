#pragma once

// What a call of a backend is told about the number of rows: an HTTP request, a query of a
// database, a method of a client.

#include "mcp/branches.h"
#include "mcp/query_calls.h"

namespace envelint {

/// How a backend is asked for a part of its rows.
struct BackendPaging {
  ExprRef limit;  ///< the number it is told; none when it is told none
  const Frame* frame = nullptr;
  CodePlace place;         ///< of the limit: the option, or the SQL text
  bool continues = false;  ///< it is told where to go on, too: a page, an offset, a cursor
  /// Some argument can't be read, so that it may be told where to go on.
  bool isOpen = false;
};

/// Reads the arguments of a call that the program doesn't define, and of those it is chained to.
class BackendCalls {
 public:
  /// All must outlive this.
  BackendCalls(Evaluator& evaluator, const DomainConfig& config, const InputSchema& schema)
      : evaluator_(evaluator),
        config_(config),
        queries_(evaluator, config),
        judge_(evaluator, schema) {}

  BackendPaging pagingOf(ExprRef call, const Frame* frame);

 private:
  void sql(const QueryCall& query, BackendPaging& paging);
  void argument(ExprRef arg, const Frame* frame, BackendPaging& paging, int depth);
  void named(std::string_view name, ExprRef value, const Frame* frame, CodePlace place,
             BackendPaging& paging);
  void url(ExprRef text, const Frame* frame, BackendPaging& paging);

  Evaluator& evaluator_;
  const DomainConfig& config_;
  QueryCalls queries_;
  BranchJudge judge_;
};

}  // namespace envelint
