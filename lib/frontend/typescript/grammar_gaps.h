#pragma once

#include <string>
#include <string_view>

#include "frontend/typescript/syntax_tree.h"

namespace envelint::typescript {

/// The text with what the grammars can't read replaced by something that they can, of the same
/// length, so that every offset stays; empty when there is nothing to replace. What nodes say is
/// read from the original text, so a replacement changes the shape of the tree only.
///
/// The gaps are those of tree-sitter-typescript 0.23.2 that real servers fall into:
/// - `sql<Row>`...`` is read as two comparisons. The type arguments become blank.
/// - `import("x")` as a type fails inside of other types (`import("x").T[]`, `f<typeof
///   import("x")>()`). It becomes one long identifier.
/// - `export type * from`, `static accessor x`, `export ... from "x" with { ... }`: `type`,
///   `accessor` and the attributes become blank.
/// - `for (using x of y)`, also with `await`: becomes `const`.
///
/// `tree` is what the parser made of the text as it is; the text is looked at only where that shows
/// that something went wrong.
std::string bridgeGaps(std::string_view text, const SyntaxTree& tree);

/// The text with its NUL bytes replaced by spaces; empty when it has none. Real files have some, as
/// separators inside of strings and in comments, and the parser takes one for the end of the file.
std::string withoutNulBytes(std::string_view text);

}  // namespace envelint::typescript
