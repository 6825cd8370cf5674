#include "sql/characters.h"
#include "sql/lexer.h"

namespace envelint::sql {

Token Lexer::quoted(char quote, TokenKind kind, bool backslashes) {
  for (size_t i = position_ + 1; i < text_.size(); ++i) {
    const char c = text_[i];
    if (c == quote) {
      if (at(i + 1) != quote) {
        return token(kind, i + 1);
      }
      ++i;
    } else if (c == '\\' && quote != '`') {
      if (backslashes) {
        ++i;
      }
      sawEscapedQuote_ |= at(i + (backslashes ? 0 : 1)) == quote;
    }
  }
  return fail(SqlReason::kIncomplete);
}

// 'text', and "name", which is a text in some dialects.
Token Lexer::quotation() {
  const char quote = text_[position_];
  if (Token literal; tripleQuoted(quote, literal)) {
    return literal;
  }
  const bool isLiteral =
      quote == '\'' || dialect_ == SqlDialect::kMysql || dialect_ == SqlDialect::kBigquery;
  return quoted(quote, isLiteral ? TokenKind::kString : TokenKind::kName, backslashes_);
}

// BigQuery's '''text''' and """text""".
bool Lexer::tripleQuoted(char quote, Token& token) {
  if (dialect_ != SqlDialect::kBigquery || at(position_ + 1) != quote ||
      at(position_ + 2) != quote) {
    return false;
  }
  for (size_t i = position_ + 3; i + 2 < text_.size(); ++i) {
    if (text_[i] == '\\') {
      ++i;
    } else if (text_[i] == quote && text_[i + 1] == quote && text_[i + 2] == quote) {
      token = this->token(TokenKind::kString, i + 3);
      return true;
    }
  }
  token = fail(SqlReason::kIncomplete);
  return true;
}

// Oracle's q'[text]', where the bracket may be any character.
Token Lexer::alternativeQuoted() {
  if (position_ + 1 >= text_.size()) {
    return fail(SqlReason::kIncomplete);
  }
  char close = text_[position_ + 1];
  constexpr std::string_view kPairs = "[](){}<>";
  const size_t pair = kPairs.find(close);
  if (pair != kPairs.npos && pair % 2 == 0) {
    close = kPairs[pair + 1];
  }
  const char ending[] = {close, '\''};
  const size_t end = text_.find(std::string_view(ending, 2), position_ + 2);
  return end == text_.npos ? fail(SqlReason::kIncomplete) : token(TokenKind::kString, end + 2);
}

Token Lexer::number() {
  size_t end = position_;
  if (at(end) == '0' && lower(at(end + 1)) == 'x') {
    end += 2;
    while (isDigit(at(end)) || (lower(at(end)) >= 'a' && lower(at(end)) <= 'f')) {
      ++end;
    }
    return token(TokenKind::kNumber, end);
  }
  const auto digits = [&] {
    while (isDigit(at(end)) || (at(end) == '_' && isDigit(at(end + 1)))) {
      ++end;
    }
  };
  digits();
  if (at(end) == '.') {
    ++end;
    digits();
  }
  if (lower(at(end)) == 'e') {
    const size_t sign = at(end + 1) == '+' || at(end + 1) == '-' ? 1 : 0;
    if (isDigit(at(end + 1 + sign))) {
      end += 1 + sign;
      digits();
    }
  }
  return token(TokenKind::kNumber, end);
}

// Where a word ends whose parts may be holes: events_${y}, ${prefix}users, col${i}.x. A hole glued
// to the end of a word is a clause instead (users${where}, DESC${paging}) unless an underscore, or
// what follows, says that the name goes on.
size_t Lexer::nameEnd() const {
  size_t end = position_;
  while (true) {
    const size_t begin = end;
    end = wordEnd(end);
    if (at(end) != kSqlHole || end >= text_.size()) {
      return end;
    }
    const std::string_view word = text_.substr(begin, end - begin);
    if (has(findKeyword(word), kReserved)) {
      return end;
    }
    const size_t after = afterHoles(end);
    const size_t partEnd = wordEnd(after);
    const bool goesOn =
        partEnd > after
            ? !has(findKeyword(text_.substr(after, partEnd - after)), kReserved)
            : end > position_ && (text_[end - 1] == '_' || at(after) == '.' || at(after) == '(');
    if (!goesOn) {
      return end;
    }
    end = after;
  }
}

Token Lexer::word() {
  const size_t end = nameEnd();
  if (end == position_) {
    // The first of several holes may be a value and what follows a clause; more don't differ.
    const bool isFirst = position_ == 0 || text_[position_ - 1] != kSqlHole;
    return token(TokenKind::kHole, isFirst ? position_ + 1 : afterHoles(position_));
  }
  const std::string_view text = text_.substr(position_, end - position_);
  if (text.find(kSqlHole) != text.npos) {
    return token(TokenKind::kName, end);
  }
  if (at(end) == '\'' || (at(end) == '"' && dialect_ == SqlDialect::kBigquery)) {
    if (Token literal; prefixedString(text, end, literal)) {
      return literal;
    }
  }
  const Keyword keyword = findKeyword(text);
  Token made = token(TokenKind::kWord, end);
  made.keyword = keyword;
  return made;
}

// E'a\'b', q'[it's]', r'\d': the prefixes that change where the literal ends.
bool Lexer::prefixedString(std::string_view prefix, size_t quote, Token& token) {
  const bool mayBeOracle = dialect_ == SqlDialect::kOracle || dialect_ == SqlDialect::kAny;
  if (equalsNoCase(prefix, "e") && dialect_ != SqlDialect::kOracle) {
    position_ = quote;
    const bool before = sawEscapedQuote_;
    token = quoted('\'', TokenKind::kString, true);
    sawEscapedQuote_ = before;
    return true;
  }
  if (mayBeOracle && (equalsNoCase(prefix, "q") || equalsNoCase(prefix, "nq"))) {
    position_ = quote;
    token = alternativeQuoted();
    return true;
  }
  if (dialect_ == SqlDialect::kBigquery &&
      (equalsNoCase(prefix, "r") || equalsNoCase(prefix, "b") || equalsNoCase(prefix, "rb") ||
       equalsNoCase(prefix, "br"))) {
    position_ = quote;
    if (!tripleQuoted(text_[quote], token)) {
      token = quoted(text_[quote], TokenKind::kString, true);
    }
    return true;
  }
  return false;
}

// [name] of T-SQL and SQLite; elsewhere a subscript or an array.
Token Lexer::bracket() {
  if (dialect_ == SqlDialect::kTsql || dialect_ == SqlDialect::kSqlite) {
    size_t end = text_.find(']', position_);
    while (end != text_.npos && at(end + 1) == ']') {
      end = text_.find(']', end + 2);
    }
    return end == text_.npos ? fail(SqlReason::kIncomplete) : token(TokenKind::kName, end + 1);
  }
  const bool isSubscript = position_ > 0 && endsOperand(text_[position_ - 1]);
  if (dialect_ == SqlDialect::kAny && !isSubscript) {
    constexpr size_t kLongest = 128;
    size_t end = position_ + 1;
    if (is(at(end), kWordStart) || at(end) == kSqlHole) {
      while (end < position_ + kLongest &&
             (is(at(end), kWordPart) || at(end) == ' ' || at(end) == '-' || at(end) == kSqlHole)) {
        ++end;
      }
      if (at(end) == ']') {
        return token(TokenKind::kName, end + 1);
      }
    }
  }
  return symbol(TokenKind::kOpen, 1, '[');
}

}  // namespace envelint::sql
