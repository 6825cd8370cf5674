#pragma once

#include <string>
#include <string_view>

#include "frontend/typescript/syntax_tree.h"

namespace envelint::typescript {

// The grammars of tree-sitter-typescript 0.23.2 have gaps that real servers fall into. These
// functions give the text with such places replaced by something the grammars can read, of the same
// length, so that every offset stays. What nodes say is read from the original text: a replacement
// changes the shape of the tree only. Each returns an empty string when there is nothing to
// replace.

/// What is replaced in any case, before parsing:
/// - NUL bytes become spaces. The parser takes one for the end of the file; real files have some,
/// as
///   separators inside of strings and in comments.
/// - `typeof import("x")` fails as a type argument, with an error (`f<typeof import("x")>()`) or
///   without (`f<typeof import("x")>(y)` becomes two comparisons). The import becomes one long
///   identifier.
std::string withoutEarlyGaps(std::string_view text);

/// What is replaced because the tree of the text shows that something went wrong:
/// - `sql<Row>`...`` is read as two comparisons. The type arguments become blank.
/// - `import("x").T` as a type, inside of another (`import("x").T[]`): the import becomes one long
///   identifier.
/// - `export type * from`, `static accessor x`, `export ... from "x" with { ... }`: `type`,
///   `accessor` and the attributes become blank.
/// - `for (using x of y)`, also with `await`: becomes `const`.
/// - `using`, `abstract`, `accessor` and `interface` as names (`f(using)`, `{ abstract?: T }`) are
///   taken for keywords. They begin with `_` then.
std::string withoutLateGaps(std::string_view text, const SyntaxTree& tree);

}  // namespace envelint::typescript
