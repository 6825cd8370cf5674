#pragma once

// Lists of texts and what happens to them, shared by sql_text*.cpp only.

#include <string_view>
#include <vector>

#include "mcp/sql_text.h"

namespace envelint::sqltext {

using Texts = std::vector<SqlText>;

/// Stands between the elements of an array that is on its way to `.join`.
inline constexpr char kElementEnd = '\x1F';

Texts hole();
Texts constant(std::string_view text, ExprRef source);
/// Each of `left` followed by each of `right`.
Texts concat(const Texts& left, const Texts& right);
/// Each of `array` with one element more at its end.
Texts append(const Texts& array, const Texts& element);
/// All of both, each text once.
Texts unite(Texts left, const Texts& right);
/// What comes out of two branches. A branch whose test can't go its way is left out; where that
/// can't be told, texts that bound less than those of the other branch are no longer certain.
Texts merge(Texts taken, Possible canTake, Texts other, Possible canSkip);
/// The elements of arrays put together with `separator` between.
Texts join(const Texts& arrays, std::string_view separator);

}  // namespace envelint::sqltext
