#include <array>
#include <charconv>

#include "sql/clauses.h"
#include "sql/scanner.h"

namespace envelint::sql {
namespace {

// The idioms for "all rows" name the largest number there is: 18446744073709551615 in MySQL,
// 9223372036854775807 in SQLite, 2147483647 in T-SQL.
bool meansAll(std::string_view number) {
  // Without the underscores of 1_000_000; numbers are short, or mean all anyway.
  std::array<char, 64> digits;
  size_t count = 0;
  for (const char c : number) {
    if (count == digits.size()) {
      return true;
    }
    if (c != '_') {
      digits[count++] = c;
    }
  }
  const bool isHex = count > 2 && digits[0] == '0' && lower(digits[1]) == 'x';
  double value = 0;
  const auto parsed = std::from_chars(digits.data() + (isHex ? 2 : 0), digits.data() + count, value,
                                      isHex ? std::chars_format::hex : std::chars_format::general);
  return parsed.ec == std::errc::result_out_of_range ||
         (parsed.ec == std::errc() && value >= 2147483647.0);
}

}  // namespace

bool Scanner::onLimitWord(Frame& f) {
  Query& q = *f.q;
  const bool nextIsNumber = isNumberLike(next_);
  switch (token_.keyword) {
    case Keyword::kLimit:
      if (enter(f, Clause::kLimit)) {
        hasInnerLimit_ |= depth_ > 1;
        hasEvidence_ |= nextIsNumber;
        q.limitBefore = q.limit;
        q.isNegative = false;
      }
      return true;
    case Keyword::kOffset:
      if (!nextIsOperand()) {
        return false;
      }
      enter(f, Clause::kOffset);
      return true;
    case Keyword::kFetch:
      if (!nextIs(Keyword::kFirst) && !nextIs(Keyword::kNext) && !nextIsNumber) {
        return false;
      }
      if (enter(f, Clause::kFetch)) {
        if (!nextIsNumber) {
          advance();
        }
        hasInnerLimit_ |= depth_ > 1;
        q.limit = Limit::kBounded;
      }
      return true;
    case Keyword::kUsing:
      if (!nextIs(Keyword::kSample)) {
        return false;
      }
      if (enter(f, Clause::kSample)) {
        advance();
        q.limit = Limit::kBounded;
      }
      return true;
    case Keyword::kRows:
      // Firebird's ROWS 1 TO 10
      if (rank(q.clause) != kLimitRank && nextIsNumber && isExpression(q.clause) &&
          q.clause != Clause::kList) {
        enter(f, Clause::kLimit);
        return true;
      }
      break;
    default:
      break;
  }
  return onWordOfLimit(f);
}

// The words behind the number: LIMIT 10 PERCENT, FETCH FIRST 10 ROWS ONLY, ROWS 1 TO 10.
bool Scanner::onWordOfLimit(Frame& f) {
  Query& q = *f.q;
  switch (token_.keyword) {
    case Keyword::kRows:
    case Keyword::kRow:
      return rank(q.clause) == kLimitRank;
    case Keyword::kPercent:
      if (rank(q.clause) != kLimitRank) {
        return false;
      }
      q.limit = Limit::kAll;
      return true;
    case Keyword::kOnly:
      return q.clause == Clause::kFetch;
    case Keyword::kBy:
      // ClickHouse's LIMIT n BY column is a limit for each value.
      if (q.clause != Clause::kLimit && q.clause != Clause::kOffset) {
        return false;
      }
      q.limit = q.limitBefore;
      q.clause = Clause::kLimitBy;
      q.afterOperand = false;
      return true;
    case Keyword::kTo:
      if (q.clause != Clause::kLimit) {
        return false;
      }
      q.afterOperand = false;
      return true;
    default:
      return false;
  }
}

// The first token of the operand of LIMIT, FETCH or USING SAMPLE, or of the second after a comma.
void Scanner::onLimitOperand(Frame& f) {
  Query& q = *f.q;
  // What begins with a NULL or a number in parentheses is most likely no more than that.
  const bool isOpen = token_.kind == TokenKind::kOpen;
  const Token& operand = isOpen ? next_ : token_;
  const bool isAll =
      operand.keyword == Keyword::kAll || operand.keyword == Keyword::kNull ||
      (operand.kind == TokenKind::kNumber && (q.isNegative || meansAll(text(operand.span))));
  q.limit = isAll ? Limit::kAll : Limit::kBounded;
  q.isNegative = false;
  if (isOpen && operand.kind == TokenKind::kOperator && operand.symbol == '-') {
    // (-1) is all, (-1 + 10) isn't.
    q.limit = Limit::kNone;
    q.mayBeLimited = true;
  } else if (q.clause == Clause::kSample && token_.kind == TokenKind::kWord) {
    // reservoir(50 ROWS), bernoulli(10%): what it says is in the parentheses. Only a reservoir can
    // be so many rows.
    q.limit = Limit::kAll;
    q.mayBeLimited |= equalsNoCase(text(token_.span), "reservoir");
  }
}

// TOP n, TOP (n): token_ is TOP and next_ the number.
void Scanner::beginTop(Frame& f) {
  Query& q = *f.q;
  q.branch.isCut = true;
  q.branch.reason = SqlReason::kLimit;
  q.clause = Clause::kTop;
  advance();
  // TOP (2147483647) is how views are given an order.
  const Token& number = token_.kind == TokenKind::kOpen ? next_ : token_;
  if (number.kind == TokenKind::kNumber && meansAll(text(number.span))) {
    q.branch.isCut = false;
  }
  if (token_.kind == TokenKind::kOpen) {
    push(Frame::kPlain);
  }
}

bool Scanner::onTop(Frame& f) {
  Query& q = *f.q;
  if (token_.keyword == Keyword::kPercent) {
    q.branch.isCut = false;
    return true;
  }
  if (token_.keyword == Keyword::kWith && nextIs(Keyword::kTies)) {
    advance();
    return true;
  }
  if (token_.keyword == Keyword::kSkip && next_.kind == TokenKind::kNumber) {
    advance();
    return true;
  }
  q.afterOperand = false;
  if (q.verb == Verb::kUpdate || q.verb == Verb::kDelete) {
    // DELETE TOP (10) FROM t
    q.clause = Clause::kFrom;
    return token_.keyword == Keyword::kFrom;
  }
  q.clause = Clause::kList;
  return false;
}

}  // namespace envelint::sql
