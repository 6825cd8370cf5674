#include "sql/characters.h"
#include "sql/lexer.h"

namespace envelint::sql {
namespace {

// $$text$$ and $tag$text$tag$
bool quotesWithDollars(SqlDialect dialect) {
  return dialect == SqlDialect::kAny || dialect == SqlDialect::kPostgres ||
         dialect == SqlDialect::kDuckdb || dialect == SqlDialect::kClickhouse;
}

}  // namespace

// $1, $name, $${i}, $$text$$, $tag$text$tag$
Token Lexer::dollar() {
  size_t end = position_ + 1;
  while (at(end) != '$' && is(at(end), kWordPart)) {
    ++end;
  }
  if (at(end) == '$' && !isDigit(at(position_ + 1)) && quotesWithDollars(dialect_)) {
    const std::string_view delimiter = text_.substr(position_, end + 1 - position_);
    const size_t close = text_.find(delimiter, end + 1);
    return close == text_.npos ? fail(SqlReason::kIncomplete)
                               : token(TokenKind::kString, close + delimiter.size());
  }
  end = wordEnd(afterHoles(end));
  return end == position_ + 1 ? fail(SqlReason::kNotUnderstood)
                              : token(TokenKind::kPlaceholder, end);
}

// {name:Type} of ClickHouse; {}, {0}, {name} of format functions and {{ name }} of template
// languages, which are holes. Any other brace opens a group.
Token Lexer::brace() {
  constexpr size_t kLongest = 256;
  if (at(position_ + 1) == '{') {
    const std::string_view near = text_.substr(position_, kLongest);
    const size_t close = near.find("}}");
    return close == near.npos ? fail(SqlReason::kNotUnderstood)
                              : token(TokenKind::kHole, position_ + close + 2);
  }
  size_t end = wordEnd(position_ + 1);
  const bool hasLiterals = dialect_ == SqlDialect::kDuckdb || dialect_ == SqlDialect::kClickhouse;
  if (at(end) == '}' && !(hasLiterals && end == position_ + 1)) {
    return token(TokenKind::kHole, end + 1);
  }
  if (at(end) == ':' && end > position_ + 1 && isUpper(at(end + 1))) {
    while (end < position_ + kLongest && at(end) != '}' &&
           (is(at(end), kWordPart | kBlank) ||
            std::string_view("(),:'=").find(at(end)) != std::string_view::npos)) {
      ++end;
    }
    if (at(end) == '}') {
      return token(TokenKind::kPlaceholder, end + 1);
    }
  }
  return symbol(TokenKind::kOpen, 1, '{');
}

// %s, %d, %lld, %q, %1$s and %(name)s are holes, glued to no operand; else % is the modulo.
Token Lexer::percent() {
  if (position_ > 0 && endsOperand(text_[position_ - 1])) {
    return symbol(TokenKind::kOperator, 1, '%');
  }
  size_t end = position_ + 1;
  if (at(end) == '(') {
    end = wordEnd(end + 1);
    if (at(end) == ')' && at(end + 1) == 's') {
      return token(TokenKind::kHole, end + 2);
    }
    return symbol(TokenKind::kOperator, 1, '%');
  }
  while (isDigit(at(end)) || at(end) == '$' || at(end) == '.' || at(end) == '*') {
    ++end;
  }
  while (at(end) == 'l' || at(end) == 'z') {
    ++end;
  }
  constexpr std::string_view kConversions = "sdiufqQw";
  const char conversion = at(end);
  if (conversion == '\0' || kConversions.find(conversion) == kConversions.npos ||
      is(at(end + 1), kWordPart)) {
    return symbol(TokenKind::kOperator, 1, '%');
  }
  return token(TokenKind::kHole, end + 1);
}

Token Lexer::colon() {
  const char next = at(position_ + 1);
  if (next == ':') {
    return symbol(TokenKind::kCast, 2, ':');
  }
  if (!is(next, kWordPart) && next != kSqlHole && next != '"') {
    return symbol(TokenKind::kOperator, next == '=' ? 2 : 1, ':');
  }
  if (position_ > 0 && endsOperand(text_[position_ - 1])) {
    return symbol(TokenKind::kDot, 1, ':');
  }
  if (next == '"') {
    ++position_;
    return quoted('"', TokenKind::kPlaceholder, false);
  }
  return token(TokenKind::kPlaceholder, wordEnd(afterHoles(position_ + 1)));
}

// @name, @@name, @'name', @${name}
Token Lexer::atSign() {
  const size_t start = position_ + (at(position_ + 1) == '@' ? 2 : 1);
  const char next = at(start);
  if (is(next, kWordPart) || next == kSqlHole) {
    return token(TokenKind::kPlaceholder, wordEnd(afterHoles(wordEnd(start))));
  }
  if (start == position_ + 1 && (next == '\'' || next == '"' || next == '`')) {
    ++position_;
    return quoted(next, TokenKind::kPlaceholder, false);
  }
  return symbol(TokenKind::kOperator, 1, '@');
}

Token Lexer::question() {
  const size_t end = afterHoles(wordEnd(position_ + 1));
  if (end > position_ + 1 && (isDigit(at(position_ + 1)) || at(position_ + 1) == kSqlHole)) {
    return token(TokenKind::kPlaceholder, end);
  }
  // `??` stands for a name in the drivers of MySQL, and for the operator `?` in JDBC.
  return symbol(TokenKind::kQuestion, at(position_ + 1) == '?' ? 2 : 1, '?');
}

}  // namespace envelint::sql
