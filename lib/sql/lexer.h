#pragma once

#include <cstdint>
#include <string_view>

#include "sql/bounds.h"
#include "sql/keywords.h"
#include "sql/text.h"

namespace envelint::sql {

enum class TokenKind : uint8_t {
  kEnd,
  kError,   ///< an open quote or comment, or a byte that is part of no SQL; see Lexer::error()
  kWord,    ///< a bare identifier or keyword
  kName,    ///< an identifier that is no keyword: quoted, or with holes in it
  kString,  ///< a literal of any quoting
  kNumber,
  kPlaceholder,  ///< $1, :name, @name, %s, {name:Type}
  kQuestion,     ///< `?`: a placeholder, or an operator of PostgreSQL between two operands
  kHole,
  kOpen,   ///< ( [ {
  kClose,  ///< ) ] }
  kComma,
  kSemicolon,
  kDot,       ///< `.`, and `:` where it leads into a JSON value
  kCast,      ///< ::
  kCompare,   ///< symbol is = (also ==), < (also <=), > (also >=) or ! (<>, !=, <=>)
  kOperator,  ///< any other character of an operator, each by itself
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  char symbol = 0;      ///< the character, of kOpen, kClose, kCompare and kOperator
  bool spaced = false;  ///< whether blanks or a comment come before it
  Keyword keyword = Keyword::kNone;
  Span span;
};

/// Reads tokens of any dialect off a text. What a character means never depends on tokens further
/// back than the one before, and each byte is looked at a fixed number of times at most.
class Lexer {
 public:
  /// `backslashes` tells whether a backslash escapes in every literal, as it does in MySQL.
  Lexer(std::string_view text, SqlDialect dialect, bool backslashes);

  Token next();
  /// After a kError: why. An open quote or comment, or else not understood.
  SqlReason error() const { return error_; }
  /// Whether a backslash stood before a quote, so that `backslashes` mattered.
  bool sawEscapedQuote() const { return sawEscapedQuote_; }

 private:
  // lexer.cpp: blanks, comments, operators.
  bool skipBlanks();
  bool skipBlockComment();
  void skipLine();
  bool isHashComment() const;
  Token comparison();
  Token hash();

  // lexer_literals.cpp: words, numbers, and everything in quotes.
  Token word();
  size_t nameEnd() const;
  Token number();
  Token quotation();
  Token quoted(char quote, TokenKind kind, bool backslashes);
  Token alternativeQuoted();
  bool tripleQuoted(char quote, Token& token);
  bool prefixedString(std::string_view prefix, size_t quote, Token& token);
  Token bracket();

  // lexer_placeholders.cpp: what begins with a character that placeholders begin with.
  Token dollar();
  Token brace();
  Token percent();
  Token colon();
  Token atSign();
  Token question();

  // Text beyond the end reads as NUL, which is part of no token either.
  char at(size_t position) const { return position < text_.size() ? text_[position] : '\0'; }
  size_t afterHoles(size_t position) const;
  size_t wordEnd(size_t position) const;
  Token token(TokenKind kind, size_t end);
  Token symbol(TokenKind kind, size_t length, char symbol);
  Token fail(SqlReason reason);

  std::string_view text_;
  SqlDialect dialect_;
  bool backslashes_;
  bool nestComments_;
  bool sawEscapedQuote_ = false;
  bool spaced_ = true;
  SqlReason error_ = SqlReason::kNotUnderstood;
  size_t position_ = 0;
  size_t begin_ = 0;
};

}  // namespace envelint::sql
