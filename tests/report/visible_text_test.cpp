#include "report/visible_text.h"

#include <gtest/gtest.h>

#include "source/utf8.h"

namespace envelint {
namespace {

TEST(VisibleText, LeavesOrdinaryTextAlone) {
  EXPECT_EQ(visibleText("list `x` \xC3\xA9 \xE6\x97\xA5 \xF0\x9F\x98\x80"),
            "list `x` \xC3\xA9 \xE6\x97\xA5 \xF0\x9F\x98\x80");
}

TEST(VisibleText, ShowsControlCharactersAndEscapes) {
  EXPECT_EQ(visibleText("\x1b[31mred\a\r\n\t"),
            "\xE2\x90\x9B[31mred\xE2\x90\x87\xE2\x90\x8D\xE2\x90\x8A\xE2\x90\x89");
  EXPECT_EQ(visibleText(std::string_view("\0", 1)), "\xE2\x90\x80");
  EXPECT_EQ(visibleText("\x7f"), "\xE2\x90\xA1");
  // A one-byte CSI of the C1 set, as UTF-8.
  EXPECT_EQ(visibleText("\xC2\x9B"), "\\u{9b}");
}

TEST(VisibleText, ShowsCharactersThatHideOrTurnText) {
  EXPECT_EQ(visibleText("a\xE2\x80\xAE"
                        "b"),
            "a\\u{202e}b");
  EXPECT_EQ(visibleText("\xE2\x81\xA6"), "\\u{2066}");
  EXPECT_EQ(visibleText("\xE2\x80\x8B"), "\\u{200b}");
  EXPECT_EQ(visibleText("\xEF\xBB\xBF"), "\\u{feff}");
  EXPECT_EQ(visibleText("\xF3\xA0\x80\xA1"), "\\u{e0021}");
}

TEST(VisibleText, ShowsBytesThatAreNoUtf8) {
  EXPECT_EQ(visibleText("a\xFF\xC3"), "a\\xff\\xc3");
  EXPECT_TRUE(isValidUtf8(visibleText("\x80\xE2\x28\xF0\x9F")));
}

TEST(VisibleText, IsValidAndHarmlessForEveryByte) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second)};
      const std::string visible = visibleText(text);
      ASSERT_TRUE(isValidUtf8(visible)) << first << " " << second;
      for (const char c : visible) {
        ASSERT_FALSE((c >= 0 && c < 0x20) || c == 0x7F) << first << " " << second;
      }
    }
  }
}

TEST(VisibleCharacter, KnowsItsWidth) {
  EXPECT_EQ(visibleCharacter("a").width, 1u);
  EXPECT_EQ(visibleCharacter("\xE6\x97\xA5").width, 2u);
  EXPECT_EQ(visibleCharacter("\xF0\x9F\x98\x80").width, 2u);
  EXPECT_EQ(visibleCharacter("\xCC\x81").width, 0u);
  EXPECT_EQ(visibleCharacter("\xFF").width, 4u);
}

}  // namespace
}  // namespace envelint
