#pragma once

#include <string>
#include <string_view>

#include "mcp/schema.h"

namespace envelint {

/// How a maximum is written in a dialect, for help texts: `.max(200)`, `"maximum": 200`.
std::string maximumIn(SchemaDialect dialect, int64_t value);
/// How a whole limit parameter is written, with its bounds and default.
std::string limitIn(SchemaDialect dialect, std::string_view name, int64_t maximum,
                    int64_t fallback);

}  // namespace envelint
