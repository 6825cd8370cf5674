#include "source/utf8.h"

namespace envelint {
namespace {

/// What a lead byte says about its sequence: its length, and the smallest code point that may be
/// written with it. A length of 0 is no lead byte.
struct Lead {
  uint32_t bytes;
  uint32_t bits;
  uint32_t smallest;
};

Lead leadOf(uint8_t byte) {
  if (byte < 0x80) {
    return {1, byte, 0};
  }
  if ((byte & 0xE0) == 0xC0) {
    return {2, byte & 0x1Fu, 0x80};
  }
  if ((byte & 0xF0) == 0xE0) {
    return {3, byte & 0x0Fu, 0x800};
  }
  if ((byte & 0xF8) == 0xF0) {
    return {4, byte & 0x07u, 0x10000};
  }
  return {0, 0, 0};
}

}  // namespace

Utf8Character decodeUtf8(std::string_view text) {
  const uint8_t first = static_cast<uint8_t>(text[0]);
  const Utf8Character invalid{first, 1, false};
  const Lead lead = leadOf(first);
  if (lead.bytes == 0 || lead.bytes > text.size()) {
    return invalid;
  }
  uint32_t codePoint = lead.bits;
  for (uint32_t i = 1; i < lead.bytes; ++i) {
    const uint8_t byte = static_cast<uint8_t>(text[i]);
    if ((byte & 0xC0) != 0x80) {
      return invalid;
    }
    codePoint = codePoint << 6 | (byte & 0x3Fu);
  }
  const bool isSurrogate = codePoint >= 0xD800 && codePoint <= 0xDFFF;
  if (codePoint < lead.smallest || codePoint > 0x10FFFF || isSurrogate) {
    return invalid;
  }
  return {codePoint, lead.bytes, true};
}

bool isValidUtf8(std::string_view text) {
  while (!text.empty()) {
    const Utf8Character character = decodeUtf8(text);
    if (!character.valid) {
      return false;
    }
    text.remove_prefix(character.bytes);
  }
  return true;
}

uint32_t byteOrderMarkSize(std::string_view text) {
  return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

}  // namespace envelint
