#pragma once

#include <string_view>

namespace envelint {

// Rules of these tests alone, registered like real ones. Both report at the name of every tool.
inline constexpr std::string_view kErrorRule = "test-flat";
inline constexpr std::string_view kWarningRule = "test-limit";

}  // namespace envelint
