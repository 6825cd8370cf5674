#include "source/bundle.h"

#include <algorithm>
#include <cstddef>

#include "source/paths.h"

namespace envelint {
namespace {

/// Hand-written files have long lines too, such as a data URL or a prompt, but not most of them.
constexpr size_t kLongLineBytes = 5000;
constexpr size_t kMinifiedMeanLineBytes = 500;

bool looksMinified(std::string_view text) {
  size_t lines = 1;
  size_t longest = 0;
  size_t begin = 0;
  for (size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', begin)) {
    longest = std::max(longest, end - begin);
    begin = end + 1;
    ++lines;
  }
  longest = std::max(longest, text.size() - begin);
  return longest > kLongLineBytes && text.size() / lines > kMinifiedMeanLineBytes;
}

struct Marker {
  std::string_view text;
  std::string_view kind;
};

/// Helpers that bundlers define at the start of a line and people don't.
constexpr Marker kMarkers[] = {
    {"function __webpack_require__(", "a webpack bundle"},
    {"var __webpack_modules__", "a webpack bundle"},
    {"function __nccwpck_require__(", "an ncc bundle"},
    {"var __commonJS = (", "an esbuild bundle"},
    {"parcelRequire = ", "a Parcel bundle"},
};

/// Whether only blanks, or the comment that webpack puts before each line of its own, stand between
/// the start of the line and `at`.
bool isAtLineStart(std::string_view text, size_t at) {
  const size_t before = text.substr(0, at).find_last_not_of(" \t");
  return before == std::string_view::npos || text[before] == '\n' ||
         text.substr(0, before + 1).ends_with("*/");
}

bool hasAtLineStart(std::string_view text, std::string_view marker) {
  for (size_t at = text.find(marker); at != std::string_view::npos;
       at = text.find(marker, at + 1)) {
    if (isAtLineStart(text, at)) {
      return true;
    }
  }
  return false;
}

/// Whether a line is nothing but a comment with the path of a script in node_modules: esbuild
/// writes one before the text of each.
bool hasEsbuildHeader(std::string_view text) {
  constexpr std::string_view kFolder = "node_modules/";
  for (size_t at = text.find(kFolder); at != std::string_view::npos;
       at = text.find(kFolder, at + 1)) {
    const size_t begin = text.substr(0, at).rfind('\n') + 1;
    std::string_view line = text.substr(begin, text.find('\n', at) - begin);
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (line.starts_with("// ") && line.find(' ', 3) == std::string_view::npos &&
        extension(line).ends_with("js")) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool hasGeneratedName(std::string_view path) {
  const std::string_view name = fileName(path);
  for (const std::string_view ending :
       {".min.js", ".min.mjs", ".min.cjs", ".d.ts", ".d.mts", ".d.cts"}) {
    if (name.ends_with(ending)) {
      return true;
    }
  }
  return false;
}

std::string_view bundleKind(std::string_view text) {
  if (looksMinified(text)) {
    return "minified code";
  }
  for (const Marker& marker : kMarkers) {
    if (hasAtLineStart(text, marker.text)) {
      return marker.kind;
    }
  }
  return hasEsbuildHeader(text) ? "an esbuild bundle" : "";
}

}  // namespace envelint
