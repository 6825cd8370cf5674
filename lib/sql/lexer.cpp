#include "sql/lexer.h"

#include <array>

namespace envelint::sql {
namespace {

enum : uint8_t { kBlank = 1, kWordStart = 2, kWordPart = 4 };

constexpr std::array<uint8_t, 256> makeClasses() {
  std::array<uint8_t, 256> classes = {};
  for (int c = 0; c < 256; ++c) {
    const char byte = static_cast<char>(c);
    if (isLower(lower(byte)) || byte == '_' || c >= 0x80) {
      classes[c] = kWordStart | kWordPart;
    } else if (isDigit(byte) || byte == '$') {
      classes[c] = kWordPart;
    } else if (byte == ' ' || (byte >= '\t' && byte <= '\r')) {
      classes[c] = kBlank;
    }
  }
  return classes;
}

constexpr std::array<uint8_t, 256> kClasses = makeClasses();

constexpr bool is(char c, uint8_t what) {
  return (kClasses[static_cast<unsigned char>(c)] & what) != 0;
}

bool nestsComments(SqlDialect dialect) {
  return dialect == SqlDialect::kAny || dialect == SqlDialect::kPostgres ||
         dialect == SqlDialect::kTsql || dialect == SqlDialect::kDuckdb ||
         dialect == SqlDialect::kClickhouse;
}

// $$text$$ and $tag$text$tag$
bool quotesWithDollars(SqlDialect dialect) {
  return dialect == SqlDialect::kAny || dialect == SqlDialect::kPostgres ||
         dialect == SqlDialect::kDuckdb || dialect == SqlDialect::kClickhouse;
}

// Whether a character ends an operand, so that what is glued to it belongs to that operand.
constexpr bool endsOperand(char c) {
  return is(c, kWordPart) || c == ')' || c == ']' || c == '"' || c == '`' || c == '\'' ||
         c == kSqlHole;
}

}  // namespace

Lexer::Lexer(std::string_view text, SqlDialect dialect, bool backslashes)
    : text_(text),
      dialect_(dialect),
      backslashes_(backslashes),
      nestComments_(nestsComments(dialect)) {}

Token Lexer::token(TokenKind kind, size_t end) {
  Token token;
  token.kind = kind;
  token.spaced = spaced_;
  token.span = {static_cast<uint32_t>(begin_), static_cast<uint32_t>(end)};
  position_ = end;
  return token;
}

Token Lexer::fail(SqlReason reason) {
  error_ = reason;
  return token(TokenKind::kError, text_.size());
}

Token Lexer::symbol(TokenKind kind, size_t length, char symbol) {
  Token made = token(kind, begin_ + length);
  made.symbol = symbol;
  return made;
}

size_t Lexer::afterHoles(size_t position) const {
  while (position < text_.size() && text_[position] == kSqlHole) {
    ++position;
  }
  return position;
}

size_t Lexer::wordEnd(size_t position) const {
  while (position < text_.size() && is(text_[position], kWordPart)) {
    ++position;
  }
  return position;
}

// --- Blanks and comments -------------------------------------------------------------------------

void Lexer::skipLine() {
  const size_t end = text_.find('\n', position_);
  position_ = end == text_.npos ? text_.size() : end + 1;
}

bool Lexer::isHashComment() const {
  if (dialect_ == SqlDialect::kMysql || dialect_ == SqlDialect::kBigquery) {
    return true;
  }
  if (dialect_ != SqlDialect::kAny || !is(at(position_ + 1), kBlank)) {
    return false;
  }
  // An operator of PostgreSQL has its left operand before it, most likely on the same line.
  size_t before = position_;
  while (before > 0 && text_[before - 1] != '\n' && is(text_[before - 1], kBlank)) {
    --before;
  }
  return before == 0 || text_[before - 1] == '\n';
}

bool Lexer::skipBlockComment() {
  // What MySQL reads in /*!50000 ... */ is code; the closing characters are skipped as blanks.
  const bool mayBeCode = dialect_ == SqlDialect::kMysql || dialect_ == SqlDialect::kAny;
  if (mayBeCode && at(position_ + 2) == '!') {
    position_ += 3;
    while (isDigit(at(position_))) {
      ++position_;
    }
    return true;
  }
  if (nestComments_) {
    size_t depth = 1;
    for (size_t i = position_ + 2; i + 1 < text_.size(); ++i) {
      if (text_[i] == '*' && text_[i + 1] == '/') {
        ++i;
        if (--depth == 0) {
          position_ = i + 1;
          return true;
        }
      } else if (text_[i] == '/' && text_[i + 1] == '*') {
        ++i;
        ++depth;
      }
    }
    if (dialect_ != SqlDialect::kAny) {
      return false;
    }
    // It would stay open, so this is a dialect that doesn't nest. Once is enough to know.
    nestComments_ = false;
  }
  const size_t end = text_.find("*/", position_ + 2);
  if (end == text_.npos) {
    return false;
  }
  position_ = end + 2;
  return true;
}

bool Lexer::skipBlanks() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    const char next = at(position_ + 1);
    if (is(c, kBlank)) {
      ++position_;
    } else if (c == '-' && next == '-' &&
               (dialect_ != SqlDialect::kMysql || position_ + 2 >= text_.size() ||
                is(at(position_ + 2), kBlank))) {
      skipLine();
    } else if (c == '/' && next == '*') {
      if (!skipBlockComment()) {
        return false;
      }
    } else if (c == '#' && isHashComment()) {
      skipLine();
    } else if (c == '*' && next == '/' &&
               (dialect_ == SqlDialect::kMysql || dialect_ == SqlDialect::kAny)) {
      position_ += 2;
    } else if (c == '\xC2' && next == '\xA0') {
      // A blank that must not break a line.
      position_ += 2;
    } else if (c == '\xEF' && next == '\xBB' && at(position_ + 2) == '\xBF') {
      // A byte order mark.
      position_ += 3;
    } else {
      return true;
    }
  }
  return true;
}

// --- Literals and names --------------------------------------------------------------------------

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

// --- Placeholders --------------------------------------------------------------------------------

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

// --- All of it -----------------------------------------------------------------------------------

Token Lexer::comparison() {
  const char c = text_[position_];
  const char next = at(position_ + 1);
  if (c == '=') {
    return next == '>' ? symbol(TokenKind::kOperator, 2, '=')
                       : symbol(TokenKind::kCompare, next == '=' ? 2 : 1, '=');
  }
  if (c == '!') {
    return next == '=' ? symbol(TokenKind::kCompare, 2, '!') : symbol(TokenKind::kOperator, 1, c);
  }
  if (c == '<' && next == '>') {
    return symbol(TokenKind::kCompare, 2, '!');
  }
  if (next == '=') {
    const bool isNullSafe = c == '<' && at(position_ + 2) == '>';
    return isNullSafe ? symbol(TokenKind::kCompare, 3, '!') : symbol(TokenKind::kCompare, 2, c);
  }
  constexpr std::string_view kLonger = "<>@-#|&~?^";
  if (next != '\0' && kLonger.find(next) != kLonger.npos && next != '-') {
    return symbol(TokenKind::kOperator, 1, c);
  }
  return symbol(TokenKind::kCompare, 1, c);
}

Token Lexer::next() {
  const size_t before = position_;
  const bool closed = skipBlanks();
  spaced_ = position_ > before || before == 0;
  begin_ = position_;
  if (!closed) {
    return fail(SqlReason::kIncomplete);
  }
  if (position_ >= text_.size()) {
    return token(TokenKind::kEnd, text_.size());
  }
  const char c = text_[position_];
  if (is(c, kWordStart) || c == kSqlHole) {
    return word();
  }
  if (isDigit(c)) {
    return number();
  }
  switch (c) {
    case '\'':
    case '"': {
      Token literal;
      if (tripleQuoted(c, literal)) {
        return literal;
      }
      const bool isLiteral =
          c == '\'' || dialect_ == SqlDialect::kMysql || dialect_ == SqlDialect::kBigquery;
      return quoted(c, isLiteral ? TokenKind::kString : TokenKind::kName, backslashes_);
    }
    case '`':
      return quoted(c, TokenKind::kName, false);
    case '[':
      return bracket();
    case '{':
      return brace();
    case '(':
      return symbol(TokenKind::kOpen, 1, c);
    case ')':
    case ']':
    case '}':
      return symbol(TokenKind::kClose, 1, c);
    case ',':
      return symbol(TokenKind::kComma, 1, c);
    case ';':
      return symbol(TokenKind::kSemicolon, 1, c);
    case '.':
      if (isDigit(at(position_ + 1)) && (position_ == 0 || !endsOperand(text_[position_ - 1]))) {
        return number();
      }
      return symbol(TokenKind::kDot, 1, c);
    case '$':
      return dollar();
    case ':':
      return colon();
    case '@':
      return atSign();
    case '?':
      return question();
    case '%':
      return percent();
    case '=':
    case '<':
    case '>':
    case '!':
      return comparison();
    case '#':
      return hash();
    case '+':
    case '-':
    case '*':
    case '/':
    case '~':
    case '^':
    case '&':
    case '|':
      return symbol(TokenKind::kOperator, 1, c);
    default:
      return fail(SqlReason::kNotUnderstood);
  }
}

// #name and ##name are T-SQL's temporary tables; else # is an operator.
Token Lexer::hash() {
  const size_t start = position_ + (at(position_ + 1) == '#' ? 2 : 1);
  const bool mayBeTable = dialect_ == SqlDialect::kTsql || dialect_ == SqlDialect::kAny;
  if (mayBeTable && spaced_ && is(at(start), kWordStart)) {
    return token(TokenKind::kName, wordEnd(start));
  }
  return symbol(TokenKind::kOperator, 1, '#');
}

}  // namespace envelint::sql
