#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/linter.h"

namespace envelint {

/// "1 file", "14 files".
std::string counted(uint64_t count, std::string_view singular);

/// "2 errors, 1 warning", the severities that occur, worst first; "no findings" for none.
std::string findingCounts(const LintResult& result);

/// A notification on one line, without line break, fit for a terminal: `path:line:column: message`,
/// or the message alone where there is no line to name.
std::string notificationLine(const Notification& notification);

}  // namespace envelint
