#pragma once

#include "mcp/row_flow.h"

namespace envelint {

/// Where the rows of a C++ query go. Drivers hand them out one by one, so what counts is the loop
/// behind the call that steps through all of them and keeps each: `while (sqlite3_step(s) == …)
/// rows.push_back(…)`. It may stand in a caller of the function that prepares the statement. A loop
/// that may stop earlier than the rows do says nothing.
RowFlow followCppRows(const QueryCall& query);

}  // namespace envelint
