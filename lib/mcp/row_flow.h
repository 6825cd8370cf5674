#pragma once

// Where the rows of a query go: into the tool's answer, all of them or a part.

#include "mcp/query_calls.h"
#include "mcp/tool.h"

namespace envelint {

struct RowFlow {
  /// All rows reach the answer, in some form: mapped, grouped in lists, joined to a text.
  bool reachAnswer = false;
  /// They are cut on a way: the first such place.
  CodePlace cut;
  /// Their number is read where none are cut off yet, so that the answer can tell of the rest.
  bool isCounted = false;
};

/// Follows what a query gives back.
RowFlow followRows(Evaluator& evaluator, const Handler& handler, const QueryCall& query);
/// Follows rows from an expression that has them all.
RowFlow followRows(Evaluator& evaluator, const Handler& handler, ExprRef rows, const Frame* frame);

}  // namespace envelint
