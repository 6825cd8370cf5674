#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sql/bounds.h"

namespace envelint {

/// The text with each `${...}` replaced by a hole, as a front end would give it.
inline std::string withHoles(std::string_view text) {
  std::string made;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$' || i + 1 == text.size() || text[i + 1] != '{') {
      made += text[i];
      continue;
    }
    int depth = 0;
    for (++i; i < text.size(); ++i) {
      depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
      if (depth == 0) {
        break;
      }
    }
    made += kSqlHole;
  }
  return made;
}

inline const char* nameOf(SqlBound bound) {
  switch (bound) {
    case SqlBound::kBounded:
      return "bounded";
    case SqlBound::kUnbounded:
      return "unbounded";
    case SqlBound::kNotRows:
      return "not-rows";
    case SqlBound::kUndecided:
      return "undecided";
  }
  return "";
}

/// One row of cases.tsv or real_life.tsv.
struct SqlCase {
  std::string id;
  SqlDialect dialect = SqlDialect::kAny;
  std::string sql;             ///< with holes
  std::string verdict;         ///< in the words of nameOf()
  std::string withSubqueries;  ///< the verdict with SqlOptions::countSubqueries
};

/// Reads a table of tests/sql: in its texts \n is a line break, \\ a backslash, `${x}` a hole.
std::vector<SqlCase> readSqlCases(const std::string& table = "cases.tsv");

}  // namespace envelint
