#pragma once

// How code guards a statement that comes from outside: what it looks for in the text, and which
// statements it lets pass.

#include <string_view>

#include "analysis/refs.h"

namespace envelint {

/// Whether a text or regular expression has a word in it that begins a bound of rows.
bool mentionsBound(std::string_view pattern);
/// Whether it looks for statements that begin with SELECT.
bool meansSelect(std::string_view pattern);
/// Whether it looks for statements that write, and for no others.
bool meansWrite(std::string_view pattern);

/// Whether a search for SELECT turns what it finds away: `if (sql.startsWith("select")) throw`.
bool refusesWhatItFinds(ExprRef search);
/// Whether a search for a statement that writes lets only those pass: `if (!isInsert) throw`, or a
/// chain of them whose last else throws.
bool admitsOnlyWrites(ExprRef search);

/// Whether an expression stands in a branch of its function that `other` isn't in, so that there is
/// a way around it. A branch for statements that SELECT is none: the others give no rows.
bool isInBranchWithout(ExprRef expr, ExprRef other);
/// Whether an expression stands in some such branch.
bool isInBranch(ExprRef expr);
/// Whether it is run for statements that SELECT alone.
bool isForSelects(ExprRef expr);

/// Whether nothing but a LIMIT on the same line follows the hole in a text, so that a comment at
/// the end of what stands there swallows it. Behind a parenthesis the statement would be broken
/// instead.
bool limitIsInReachOfComment(std::string_view text);

}  // namespace envelint
