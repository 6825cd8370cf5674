#include "report/code_frame.h"

#include <gtest/gtest.h>

namespace envelint {
namespace {

/// The line and the mark under it, as two lines.
std::string drawn(std::string text, std::string_view word, uint32_t maxWidth = 40) {
  const SourceFile file("/root/a.ts", "a.ts", std::move(text));
  const size_t at = file.text().find(word);
  const Range range{static_cast<uint32_t>(at), static_cast<uint32_t>(at + word.size())};
  const FrameLine line = frameLine(file, range, maxWidth);
  return line.text + "\n" + std::string(line.markColumn, ' ') + std::string(line.markWidth, '^');
}

TEST(FrameLine, MarksTheRange) {
  EXPECT_EQ(drawn("first\nreturn rows;\n", "rows"),
            "return rows;\n"
            "       ^^^^");
}

TEST(FrameLine, TurnsTabsIntoBlanks) {
  EXPECT_EQ(drawn("\ta\tb;", "b"),
            "    a   b;\n"
            "        ^");
  EXPECT_EQ(drawn("ab\tc;", "\tc"),
            "ab  c;\n"
            "  ^^^");
}

TEST(FrameLine, KeepsTheMarkUnderWideAndCombiningCharacters) {
  // Two columns for each ideograph, none for the accent.
  EXPECT_EQ(drawn("\xE6\x97\xA5\xE6\x9C\xAC x\xCC\x81 = y;", "y"),
            "\xE6\x97\xA5\xE6\x9C\xAC x\xCC\x81 = y;\n"
            "         ^");
  EXPECT_EQ(drawn("a \xE6\x97\xA5 b", "\xE6\x97\xA5"),
            "a \xE6\x97\xA5 b\n"
            "  ^^");
}

TEST(FrameLine, ShowsEscapesInsteadOfEmittingThem) {
  EXPECT_EQ(drawn("\x1b[2J x", "x"),
            "\xE2\x90\x9B[2J x\n"
            "     ^");
  EXPECT_EQ(drawn("\xFF x", "x"),
            "\\xff x\n"
            "     ^");
}

TEST(FrameLine, MarksTheFirstLineOfALongerRange) {
  EXPECT_EQ(drawn("call({  \n  a,\n});", "({  \n  a,\n})"),
            "call({  \n"
            "    ^^");
}

TEST(FrameLine, MarksOneColumnWhereTheRangeShowsNothing) {
  EXPECT_EQ(drawn("ab\ncd", "\ncd"),
            "ab\n"
            "  ^");
  const SourceFile empty("/root/a.ts", "a.ts", "");
  EXPECT_EQ(frameLine(empty, {0, 0}, 40).markWidth, 1u);
  EXPECT_EQ(frameLine(empty, {0, 0}, 40).text, "");
  // Past the end: whoever made the range was wrong, which is no reason to fall over.
  EXPECT_EQ(frameLine(empty, {10, 20}, 40).text, "");
}

TEST(FrameLine, PassesOverAByteOrderMark) {
  EXPECT_EQ(drawn("\xEF\xBB\xBFrows", "rows"),
            "rows\n"
            "^^^^");
}

TEST(FrameLine, CutsALongLineAroundTheMark) {
  const std::string text = std::string(1000, 'a') + "MARK" + std::string(1000, 'b');
  EXPECT_EQ(drawn(text, "MARK", 30),
            "...aaaaaaaaaaMARKbbbbbbbbbbbbbbbb...\n"
            "             ^^^^");
}

TEST(FrameLine, CutsBehindAMarkAtTheBeginning) {
  EXPECT_EQ(drawn("MARK" + std::string(1000, 'b'), "MARK", 10),
            "MARKbbbbbb...\n"
            "^^^^");
}

TEST(FrameLine, CutsBeforeAMarkAtTheEnd) {
  EXPECT_EQ(drawn(std::string(1000, 'a') + "MARK", "MARK", 12),
            "...aaaaMARK\n"
            "       ^^^^");
}

TEST(FrameLine, CutsAMarkLongerThanTheScreen) {
  const FrameLine line =
      frameLine(SourceFile("/root/a.ts", "a.ts", std::string(1000, 'a')), {0, 1000}, 20);
  EXPECT_EQ(line.text, std::string(20, 'a') + "...");
  EXPECT_EQ(line.markWidth, 20u);
}

TEST(FrameLine, DoesNotCutCharactersApart) {
  std::string text;
  for (int i = 0; i < 500; ++i) {
    text += "\xE6\x97\xA5";
  }
  EXPECT_EQ(drawn(text + "MARK", "MARK", 12),
            "...\xE6\x97\xA5\xE6\x97\xA5MARK\n"
            "       ^^^^");
}

TEST(FrameLine, TakesNoLongerForALongerLine) {
  // Four megabytes of combining marks behind the range, which take no column at all.
  std::string text = "MARK";
  while (text.size() < 4u << 20) {
    text += "\xCC\x81";
  }
  EXPECT_LT(drawn(text, "MARK", 40).size(), 200u);
}

TEST(CodeFrame, HasPlaceLineAndMark) {
  const SourceFile file("/root/src/a.ts", "src/a.ts", "first\n  return rows;\n");
  const Place place{&file, {15, 19}, ""};
  EXPECT_EQ(codeFrame(place, {3, true, Severity::kError, {}}, Palette(false)),
            "   --> src/a.ts:2:10\n"
            "    |\n"
            "  2 |   return rows;\n"
            "    |          ^^^^\n");
  EXPECT_EQ(codeFrame(place, {1, false, Severity::kError, "the rows"}, Palette(false)),
            " ::: src/a.ts:2:10\n"
            "  |\n"
            "2 |   return rows;\n"
            "  |          ---- the rows\n");
}

TEST(CodeFrame, LetsNoEscapeThroughPathOrLabel) {
  const SourceFile file("/root/a\x1b[31m.ts", "a\x1b[31m.ts", "x\n");
  const std::string frame =
      codeFrame({&file, {0, 1}, ""}, {1, false, Severity::kError, "y\x1b]0;z\a"}, Palette(false));
  EXPECT_EQ(frame.find('\x1b'), std::string::npos);
  EXPECT_EQ(frame.find('\a'), std::string::npos);
}

}  // namespace
}  // namespace envelint
