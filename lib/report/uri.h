#pragma once

#include <string>
#include <string_view>

namespace envelint {

/// A display path as a relative URI reference (RFC 3986): what may not stand in a path, and a
/// colon, which might be read as the end of a scheme, is percent-encoded byte by byte. No leading
/// `./`.
std::string pathUri(std::string_view displayPath);

/// Whether a display path names something inside the root.
bool isInsideRoot(std::string_view displayPath);

}  // namespace envelint
