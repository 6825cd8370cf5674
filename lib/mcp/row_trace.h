#pragma once

// Where the rows of an answer come from: back from where they are shown to the call that got them,
// and what was left out on the way.

#include <vector>

#include "analysis/sources.h"

namespace envelint {

/// A place where rows are left out.
struct RowCut {
  ExprRef at;                    ///< the call, or the assignment to `length`
  const Frame* frame = nullptr;  ///< where it is read
  CodePlace place;
};

/// The way of some rows, backwards.
struct RowTrace {
  std::vector<RowCut> cuts;     ///< the nearest to the answer first
  std::vector<Source> origins;  ///< calls the program doesn't define, and written arrays
  /// A part that begins behind the first row is taken: `rows.slice(offset, offset + limit)`.
  bool isPaged = false;
  /// Some way was followed no further.
  bool isOpen = false;
};

/// Follows arrays back through variables, array methods, loops that collect rows, helpers and
/// classes of the program, in other files too. `loop` is the one that goes through them, if any: it
/// may end before they do.
RowTrace traceRows(Evaluator& evaluator, ExprRef rows, const Frame* frame, StmtRef loop = {});

}  // namespace envelint
