#pragma once

// Edits of a parameter's schema, in the notation it is written in. None is offered where the text
// could mean something else than it looks like: a schema made elsewhere, two numbers in one.

#include <cstdint>
#include <optional>

#include "mcp/schema.h"
#include "source/edit.h"

namespace envelint {

/// Gives a numeric parameter this maximum, in place of the one it has if it has one.
std::optional<Edit> editMaximum(const SchemaParameter& parameter, int64_t maximum);
/// Gives a parameter this default in place of the number it has.
std::optional<Edit> editDefault(const SchemaParameter& parameter, int64_t value);

}  // namespace envelint
