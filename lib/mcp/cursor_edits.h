#pragma once

#include <vector>

#include "mcp/cursor_origins.h"
#include "source/edit.h"

namespace envelint {

/// Puts the project's own encoder around a raw cursor, where one can be called there by its name:
/// a function called `encodeCursor` or the like. Convex's is left out at the end, too. Empty when
/// there is none, or the value isn't an expression that can be wrapped.
std::vector<Edit> encodeCursorEdits(Evaluator& evaluator, const RawCursor& cursor);

}  // namespace envelint
