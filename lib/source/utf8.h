#pragma once

#include <cstdint>
#include <string_view>

namespace envelint {

/// The first character of a text. A byte that doesn't begin a well-formed UTF-8 sequence (also one
/// of an overlong form, a surrogate or past U+10FFFF) is a character of its own that isn't valid.
struct Utf8Character {
  uint32_t codePoint = 0;
  uint32_t bytes = 0;
  bool valid = false;

  /// Its length in UTF-16 code units.
  uint32_t codeUnits() const { return codePoint > 0xFFFF ? 2 : 1; }
};

/// Decodes the first character. The text must not be empty.
Utf8Character decodeUtf8(std::string_view text);

/// Whether the whole text is well-formed UTF-8.
bool isValidUtf8(std::string_view text);

/// The bytes of a byte order mark at the start of the text: 3 or 0.
uint32_t byteOrderMarkSize(std::string_view text);

}  // namespace envelint
