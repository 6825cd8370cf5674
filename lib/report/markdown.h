#pragma once

#include <string>
#include <string_view>

namespace envelint {

/// Text for a cell of a Markdown table: code in backticks stays code, a pipe doesn't end the cell,
/// nothing else is markup or HTML, and control characters are made visible.
std::string markdownCell(std::string_view text);

/// Text as code in a cell of a Markdown table, whatever backticks it holds itself.
std::string markdownCode(std::string_view text);

}  // namespace envelint
