#pragma once

// How well a check of somebody's SQL finds out whether it has a LIMIT.

#include <cstdint>
#include <string_view>

namespace envelint {

/// What a check makes of the word LIMIT.
enum class SqlLimitGrade : uint8_t {
  kUnknown,    ///< can't be told: the expression is wrong, too long, or looks ahead or behind
  kNone,       ///< doesn't find a LIMIT clause at all
  kSubstring,  ///< finds the letters: a column `credit_limit` satisfies it
  kWord,       ///< finds the word: a column `"limit"` or `q.limit` satisfies it
  kClause,     ///< finds LIMIT with what follows it
};

struct SqlLimitCheck {
  SqlLimitGrade grade = SqlLimitGrade::kUnknown;
  /// kSubstring to kClause: what else satisfies the check, and bounds nothing.
  bool acceptsSubquery = false;  ///< a LIMIT that only a subquery has
  bool acceptsComment = false;   ///< -- LIMIT 10
  bool acceptsString = false;    ///< 'LIMIT 10'
};

/// Grades a regular expression as JavaScript and C++ write it, without delimiters and flags. It is
/// tried on small statements, without regard to case: flags and `toLowerCase()` make no difference.
/// Time is bounded for any pattern. Not a match of the whole text but a search, unless anchored.
SqlLimitCheck checkLimitPattern(std::string_view pattern);

/// Grades a search for a fixed text, such as `sql.includes(" LIMIT ")`.
SqlLimitCheck checkLimitText(std::string_view text);

}  // namespace envelint
