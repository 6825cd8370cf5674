#pragma once

#include "analysis/flow.h"
#include "mcp/tool.h"

namespace envelint {

/// Shows `visitor` where a part of the caller's input goes from a handler's entry on, at each of
/// the places where the entry holds the input: `{params: {arguments: input}}` has it two members
/// deep. `path` leads from the input to the part. False when the budget ran out on the way.
bool followInput(Flow& flow, const Frame* entry, const AccessPath& path,
                 const Flow::Visitor& visitor);

}  // namespace envelint
