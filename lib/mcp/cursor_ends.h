#pragma once

// How an answer says that there are no more pages.

#include <vector>

#include "mcp/answer.h"

namespace envelint {

/// A cursor field that is there at the end, too, with nothing in it.
struct EmptyCursor {
  std::string_view key;
  CodePlace at;         ///< the field's value
  CodePlace made;       ///< the `null` or `""`
  bool isText = false;  ///< `""`, which callers may take for a cursor
};

/// The next-cursor fields of an answer that can be null or an empty text; empty where that isn't
/// provable.
std::vector<EmptyCursor> findEmptyCursors(Evaluator& evaluator, const Answer& answer);

}  // namespace envelint
