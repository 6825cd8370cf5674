#pragma once

// Bits of text: spans and ASCII without case. SQL keywords are ASCII in every dialect.

#include <cstdint>
#include <string_view>

namespace envelint::sql {

/// A part of the text that is scanned, in bytes; empty when there is none.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;

  bool empty() const { return begin == end; }
  std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
constexpr bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool isLower(char c) { return c >= 'a' && c <= 'z'; }
/// Whether a keyword is written in capitals: few sentences begin so.
constexpr bool shouts(std::string_view word) {
  return word.size() > 1 && isUpper(word[0]) && isUpper(word[1]);
}

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }

constexpr bool equalsNoCase(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) {
    return false;
  }
  for (size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower(b[i])) {
      return false;
    }
  }
  return true;
}

constexpr bool startsNoCase(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && equalsNoCase(text.substr(0, prefix.size()), prefix);
}

constexpr bool endsNoCase(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() &&
         equalsNoCase(text.substr(text.size() - suffix.size()), suffix);
}

/// Without the quotes of "a", `a` and [a].
constexpr std::string_view unquoted(std::string_view name) {
  if (name.size() >= 2 && (name.front() == '"' || name.front() == '`' || name.front() == '[')) {
    return name.substr(1, name.size() - 2);
  }
  return name;
}

}  // namespace envelint::sql
