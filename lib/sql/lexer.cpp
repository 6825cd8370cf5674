#include "sql/lexer.h"

#include "sql/characters.h"

namespace envelint::sql {
namespace {

bool nestsComments(SqlDialect dialect) {
  return dialect == SqlDialect::kAny || dialect == SqlDialect::kPostgres ||
         dialect == SqlDialect::kTsql || dialect == SqlDialect::kDuckdb ||
         dialect == SqlDialect::kClickhouse;
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

// --- Tokens --------------------------------------------------------------------------------------

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
    case '"':
      return quotation();
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
    default:
      return std::string_view("+-*/~^&|").find(c) != std::string_view::npos
                 ? symbol(TokenKind::kOperator, 1, c)
                 : fail(SqlReason::kNotUnderstood);
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
