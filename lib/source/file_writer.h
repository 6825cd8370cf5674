#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "source/result.h"

namespace envelint {

/// Replaces the text of a file that is inside `root` (both absolute and normalised), provided that
/// it still holds `expected`. The file is replaced as a whole or not at all and keeps its
/// permissions. Refused are files that a symbolic link is or leads to, and anything but regular
/// files. The error says why the file was left as it was.
std::optional<Error> replaceFile(const std::string& path, const std::string& root,
                                 std::string_view expected, std::string_view text);

}  // namespace envelint
