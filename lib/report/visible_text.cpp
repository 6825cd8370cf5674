#include "report/visible_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "source/utf8.h"

namespace envelint {
namespace {

struct CodePoints {
  uint32_t first;
  uint32_t last;
};

/// Characters that show nothing, or change how others are shown: format controls (general category
/// Cf of the Unicode Character Database 15.0), separators that break lines, variation selectors of
/// the supplement, tags. Sorted.
constexpr CodePoints kInvisible[] = {
    {0x0080, 0x009F},   {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x0600, 0x0605},
    {0x061C, 0x061C},   {0x06DD, 0x06DD},   {0x070F, 0x070F},   {0x115F, 0x1160},
    {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F},   {0x3164, 0x3164},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB},   {0x110BD, 0x110BD}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
    {0xE0000, 0xE0FFF},
};

/// Characters of width 0: the combining marks met in practice. Sorted.
constexpr CodePoints kCombining[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x093C, 0x093C}, {0x0941, 0x0948}, {0x094D, 0x094D}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A},
    {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0x302A, 0x302D},
    {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
};

/// Characters of width 2: the blocks that Unicode's EastAsianWidth.txt has as wide or fullwidth,
/// and the emoji. Sorted.
constexpr CodePoints kWide[] = {
    {0x1100, 0x115E},   {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x2614, 0x2615},
    {0x26A1, 0x26A1},   {0x2705, 0x2705},   {0x274C, 0x274C},   {0x2753, 0x2755},
    {0x2E80, 0x303E},   {0x3041, 0x3163},   {0x3165, 0x4DBF},   {0x4E00, 0xA4CF},
    {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
    {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x18CFF}, {0x1B000, 0x1B2FF},
    {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A},
    {0x1F200, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F7E0, 0x1F7EB}, {0x1F90C, 0x1F9FF},
    {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD},
};

template <size_t N>
bool contains(const CodePoints (&ranges)[N], uint32_t codePoint) {
  const auto at =
      std::lower_bound(std::begin(ranges), std::end(ranges), codePoint,
                       [](const CodePoints& range, uint32_t value) { return range.last < value; });
  return at != std::end(ranges) && at->first <= codePoint;
}

/// The picture Unicode has for a C0 control or DEL, as UTF-8 of U+2400 and following.
std::string controlPicture(uint32_t control) {
  const uint32_t picture = control == 0x7F ? 0x21 : control;
  return {'\xE2', '\x90', static_cast<char>(0x80 + picture)};
}

}  // namespace

VisibleCharacter visibleCharacter(std::string_view text) {
  const Utf8Character character = decodeUtf8(text);
  VisibleCharacter visible;
  visible.bytes = character.bytes;
  const uint32_t codePoint = character.codePoint;
  if (!character.valid) {
    visible.text = fmt::format("\\x{:02x}", codePoint);
    visible.width = static_cast<uint32_t>(visible.text.size());
  } else if (codePoint == '\t') {
    visible.isTab = true;
  } else if (codePoint < 0x20 || codePoint == 0x7F) {
    visible.text = controlPicture(codePoint);
    visible.width = 1;
  } else if (contains(kInvisible, codePoint)) {
    visible.text = fmt::format("\\u{{{:x}}}", codePoint);
    visible.width = static_cast<uint32_t>(visible.text.size());
  } else {
    visible.text = text.substr(0, character.bytes);
    visible.width = contains(kCombining, codePoint) ? 0 : contains(kWide, codePoint) ? 2 : 1;
  }
  return visible;
}

std::string visibleText(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const VisibleCharacter character = visibleCharacter(text);
    result += character.isTab ? controlPicture('\t') : character.text;
    text.remove_prefix(character.bytes);
  }
  return result;
}

}  // namespace envelint
