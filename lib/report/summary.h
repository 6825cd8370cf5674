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

/// The line that ends a report for people, with its line break: "2 errors in 14 files", or that
/// there was nothing to check.
std::string closingLine(const LintResult& result);

/// The path of a file as people read it: seen from the working folder when there is one, else from
/// the root; fit for a terminal.
std::string shownPath(const SourceFile& file, const std::string& workingFolder);

/// "path:line:column" of where a place begins, with `shownPath`.
std::string shownPlace(const Place& place, const std::string& workingFolder);

/// A notification on one line, without line break, fit for a terminal: `path:line:column: message`,
/// or the message alone where there is no line to name.
std::string notificationLine(const Notification& notification,
                             const std::string& workingFolder = {});

}  // namespace envelint
