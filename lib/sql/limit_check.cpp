#include "sql/limit_check.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "sql/pattern.h"
#include "sql/text.h"

namespace envelint {
namespace {

// Statements that have a LIMIT of their own.
constexpr std::string_view kClauses[] = {
    "SELECT * FROM orders LIMIT 10",
    "SELECT * FROM orders WHERE status = 'open' ORDER BY id DESC LIMIT 10 OFFSET 20;",
    "SELECT * FROM orders\nLIMIT 10\n",
    "SELECT * FROM orders LIMIT ?",
    "SELECT * FROM orders LIMIT $1",
};

// Statements without, which hold the letters...
constexpr std::string_view kSubstrings[] = {
    "SELECT credit_limit FROM accounts",
    "SELECT * FROM accounts WHERE credit_limit > 500",
    "SELECT * FROM limits",
    "SELECT ratelimit AS r FROM clients",
    "SELECT * FROM accounts ORDER BY credit_limit",
    "SELECT limit_id FROM accounts",
};

// ... or the word.
constexpr std::string_view kWords[] = {
    "SELECT \"limit\" FROM quotas", "SELECT `limit`, used FROM quotas",
    "SELECT q.limit FROM quotas q", "SELECT used AS limit FROM quotas",
    "SELECT [limit] FROM quotas",
};

constexpr std::string_view kSubquery =
    "SELECT * FROM orders WHERE user_id IN (SELECT id FROM users LIMIT 10) ORDER BY id";
constexpr std::string_view kComment = "SELECT * FROM orders -- LIMIT 10";
constexpr std::string_view kString = "SELECT * FROM orders WHERE note = 'LIMIT 10'";

template <typename Matches>
SqlLimitCheck grade(const Matches& matches) {
  SqlLimitCheck check;
  if (std::none_of(std::begin(kClauses), std::end(kClauses), matches)) {
    check.grade = SqlLimitGrade::kNone;
    return check;
  }
  if (std::any_of(std::begin(kSubstrings), std::end(kSubstrings), matches)) {
    check.grade = SqlLimitGrade::kSubstring;
  } else if (std::any_of(std::begin(kWords), std::end(kWords), matches)) {
    check.grade = SqlLimitGrade::kWord;
  } else {
    check.grade = SqlLimitGrade::kClause;
  }
  check.acceptsSubquery = matches(kSubquery);
  check.acceptsComment = matches(kComment);
  check.acceptsString = matches(kString);
  return check;
}

}  // namespace

SqlLimitCheck checkLimitPattern(std::string_view pattern) {
  const std::optional<sql::Pattern> compiled = sql::Pattern::compile(pattern);
  if (!compiled) {
    return SqlLimitCheck();
  }
  // An expression that is satisfied by any query, such as /^select/, says nothing of LIMIT.
  if (compiled->matches("SELECT * FROM orders")) {
    SqlLimitCheck check;
    check.grade = SqlLimitGrade::kNone;
    return check;
  }
  return grade([&](std::string_view text) { return compiled->matches(text); });
}

SqlLimitCheck checkLimitText(std::string_view text) {
  const auto isIn = [text](std::string_view statement) {
    return std::search(statement.begin(), statement.end(), text.begin(), text.end(),
                       [](char a, char b) { return sql::lower(a) == sql::lower(b); }) !=
           statement.end();
  };
  if (text.empty() || isIn("SELECT * FROM orders")) {
    SqlLimitCheck check;
    check.grade = SqlLimitGrade::kNone;
    return check;
  }
  return grade(isIn);
}

}  // namespace envelint
