#pragma once

#include <string_view>

namespace envelint {

/// Whether a file name says that a tool made the file: a minified script (`x.min.js`) or a type
/// declaration (`x.d.ts`), which holds no code.
bool hasGeneratedName(std::string_view path);

/// What kind of build product a text is, as a noun for the user ("minified code", "an esbuild
/// bundle"); empty for anything a person could have written. Judged by its lines and by the helpers
/// that bundlers write; time is linear in the text.
std::string_view bundleKind(std::string_view text);

}  // namespace envelint
