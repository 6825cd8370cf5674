#include "source/utf8.h"

#include <gtest/gtest.h>

namespace envelint {
namespace {

TEST(Utf8, DecodesEachLength) {
  struct Case {
    std::string_view text;
    uint32_t codePoint;
    uint32_t codeUnits;
  };
  const Case cases[] = {
      {"A", 0x41, 1},        {"\u00e9", 0xE9, 1},        {"\u20ac", 0x20AC, 1},
      {"\uffff", 0xFFFF, 1}, {"\U00010000", 0x10000, 2}, {"\U0010ffff", 0x10FFFF, 2},
  };
  for (const Case& test : cases) {
    const Utf8Character character = decodeUtf8(test.text);
    EXPECT_TRUE(character.valid) << test.codePoint;
    EXPECT_EQ(character.codePoint, test.codePoint);
    EXPECT_EQ(character.bytes, test.text.size());
    EXPECT_EQ(character.codeUnits(), test.codeUnits);
  }
}

TEST(Utf8, IllFormedSequencesAreOneByteEach) {
  // In order: continuation alone, lead alone, cut off, overlong twice, surrogate, past the last
  // code point, and a byte that no sequence has.
  for (const std::string_view text : {"\x80", "\xC3", "\xE2\x82", "\xC1\x81", "\xE0\x80\x80",
                                      "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF"}) {
    const Utf8Character character = decodeUtf8(text);
    EXPECT_FALSE(character.valid);
    EXPECT_EQ(character.bytes, 1u);
    EXPECT_EQ(character.codeUnits(), 1u);
    EXPECT_FALSE(isValidUtf8(text));
  }
}

TEST(Utf8, KnowsWholeTextsAndByteOrderMarks) {
  EXPECT_TRUE(isValidUtf8(""));
  EXPECT_TRUE(isValidUtf8("a\u00e9\U0001F600"));
  EXPECT_FALSE(isValidUtf8("a\u00e9\xFF"));
  EXPECT_EQ(byteOrderMarkSize("\xEF\xBB\xBFx"), 3u);
  EXPECT_EQ(byteOrderMarkSize("\xEF\xBB"), 0u);
}

}  // namespace
}  // namespace envelint
