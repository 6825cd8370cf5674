#pragma once

#include <cstdint>
#include <string>

#include "source/result.h"

namespace envelint {

/// All of standard input; the error is for the user, and says so when there is more than
/// `maxBytes`.
Result<std::string> readStandardInput(uint64_t maxBytes);

}  // namespace envelint
