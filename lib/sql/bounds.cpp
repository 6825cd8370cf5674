#include "sql/bounds.h"

#include "sql/scanner.h"

namespace envelint {
namespace {

constexpr size_t kMaxLength = size_t{1} << 31;

// As bounds.h promises.
static_assert(sizeof(sql::Scanner) <= 40 * 1024);

SqlBounds scan(std::string_view text, const SqlOptions& options, bool backslashes,
               bool* sawEscapedQuote) {
  sql::Scanner scanner(text, options, backslashes);
  SqlBounds bounds = scanner.run();
  *sawEscapedQuote = scanner.sawEscapedQuote();
  return bounds;
}

bool isDecided(const SqlBounds& bounds) { return bounds.bound != SqlBound::kUndecided; }

}  // namespace

SqlBounds sqlBounds(std::string_view text, const SqlOptions& options) {
  if (text.size() >= kMaxLength) {
    SqlBounds undecided;
    undecided.reason = SqlReason::kTooLong;
    return undecided;
  }
  const SqlDialect dialect = options.dialect;
  const bool backslashes = dialect == SqlDialect::kMysql || dialect == SqlDialect::kClickhouse ||
                           dialect == SqlDialect::kBigquery;
  bool sawEscapedQuote = false;
  SqlBounds plain = scan(text, options, backslashes, &sawEscapedQuote);
  if (dialect != SqlDialect::kAny || !sawEscapedQuote) {
    return plain;
  }
  // 'it\'s' ends at its second quote in standard SQL, and at its third in MySQL. Which it is, the
  // rest of the text mostly tells, as it makes sense in one reading only.
  SqlBounds escaped = scan(text, options, true, &sawEscapedQuote);
  if (isDecided(plain) && isDecided(escaped) && plain.bound != escaped.bound) {
    SqlBounds undecided;
    undecided.reason = SqlReason::kDialect;
    return undecided;
  }
  return isDecided(plain) || !isDecided(escaped) ? plain : escaped;
}

std::string_view sqlReasonText(SqlReason reason) {
  switch (reason) {
    case SqlReason::kLimit:
      return "LIMIT or its like";
    case SqlReason::kSingleRow:
      return "aggregates of all rows";
    case SqlReason::kConstant:
      return "reads no table";
    case SqlReason::kSubquery:
      return "what it reads is bounded";
    case SqlReason::kNoLimit:
      return "no LIMIT";
    case SqlReason::kLimitAll:
      return "a LIMIT that bounds nothing";
    case SqlReason::kInnerLimit:
      return "LIMIT only in a subquery or one branch";
    case SqlReason::kNoRows:
      return "answers no rows";
    case SqlReason::kEmpty:
      return "empty";
    case SqlReason::kNotSql:
      return "not SQL";
    case SqlReason::kNotUnderstood:
      return "not understood";
    case SqlReason::kIncomplete:
      return "incomplete";
    case SqlReason::kHole:
      return "an unknown part decides";
    case SqlReason::kDialect:
      return "dialects disagree";
    case SqlReason::kTooDeep:
      return "nested too deeply";
    case SqlReason::kTooLong:
      return "too long";
  }
  return "";
}

}  // namespace envelint
