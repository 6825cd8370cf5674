#pragma once

#include <vector>

#include "mcp/payload.h"
#include "source/edit.h"

namespace envelint {

/// Puts the rows that a payload is into an envelope: `{ items: rows }`. Empty where the text isn't
/// one expression of its own.
std::vector<Edit> wrapInEnvelope(const Payload& payload);

}  // namespace envelint
