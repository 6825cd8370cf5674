#include "report/uri.h"

#include <fmt/format.h>

namespace envelint {
namespace {

bool isKept(char c) {
  // Unreserved characters, the slash, and the sub-delimiters that a path segment may hold.
  static constexpr std::string_view kOthers = "-._~/!$&'()*+,;=@";
  const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return isLetter || (c >= '0' && c <= '9') || kOthers.find(c) != std::string_view::npos;
}

}  // namespace

std::string pathUri(std::string_view displayPath) {
  std::string uri;
  for (const char c : displayPath) {
    if (isKept(c)) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

bool isInsideRoot(std::string_view displayPath) {
  return !displayPath.starts_with('/') && displayPath != ".." && !displayPath.starts_with("../");
}

}  // namespace envelint
