#pragma once

// Loops that follow a backend's continuation and merge its pages.

#include <vector>

#include "analysis/evaluator.h"
#include "mcp/reached_calls.h"
#include "mcp/tool.h"

namespace envelint {

/// A loop that fetches page after page, as its code shows it.
struct PageLoop {
  StmtRef loop;
  CodePlace head;  ///< from the keyword to the end of the head; of a do loop the keyword
  CodePlace next;  ///< where the continuation of the next page is taken
  ExprRef merge;   ///< adds a page's rows to those there are; none when they aren't kept
  BindingId rows;  ///< the variable that keeps them, of the loop's module
  /// It ends when there are so many rows, or after a few pages.
  bool isBounded = false;
  /// The test that ends it by the number of rows in a page, although the page says by its cursor
  /// whether there are more, and nothing in the loop asks that. None where it ends as it should.
  CodePlace endsOnRows;
};

/// Whether a call could fetch a page: it is awaited in a loop.
bool mayFetchPages(ExprRef call);

/// Reads the innermost loop around a call; `loop` is none when it follows no continuation.
PageLoop pageLoopAround(Evaluator& evaluator, ExprRef call);

/// All such loops of a module, in the order of the text.
std::vector<PageLoop> pageLoopsIn(Evaluator& evaluator, const Module& module);

/// The loops whose merged pages are, as a whole, in what a handler answers.
std::vector<PageLoop> mergedPages(Evaluator& evaluator, const CallIndex& index,
                                  const Handler& handler);

/// Whether a name is one of a continuation: `nextCursor`, `page_token`, `offset`.
bool namesContinuation(std::string_view name);

}  // namespace envelint
