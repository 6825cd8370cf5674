#pragma once

#include <string_view>

namespace envelint {

// Rules of these tests alone; they are registered like real ones and find nothing by themselves.
inline constexpr std::string_view kErrorRule = "test-flat";
inline constexpr std::string_view kWarningRule = "test-limit";

}  // namespace envelint
