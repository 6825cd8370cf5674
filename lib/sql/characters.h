#pragma once

// What each character can be to the lexer.

#include <array>
#include <cstdint>

#include "sql/bounds.h"
#include "sql/text.h"

namespace envelint::sql {

/// Kinds of characters. Bytes above ASCII are parts of words.
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

inline constexpr std::array<uint8_t, 256> kClasses = makeClasses();

constexpr bool is(char c, uint8_t what) {
  return (kClasses[static_cast<unsigned char>(c)] & what) != 0;
}

/// Whether a character ends an operand, so that what is glued to it belongs to that operand.
constexpr bool endsOperand(char c) {
  return is(c, kWordPart) || c == ')' || c == ']' || c == '"' || c == '`' || c == '\'' ||
         c == kSqlHole;
}

}  // namespace envelint::sql
