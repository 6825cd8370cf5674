#include "source/source_file.h"

#include <gtest/gtest.h>

namespace envelint {
namespace {

SourceFile fileOf(std::string text) { return SourceFile("/r/a.ts", "a.ts", std::move(text)); }

Position at(uint32_t line, uint32_t column) { return {line, column}; }

TEST(SourceFile, CountsLinesAndColumnsFromOne) {
  const SourceFile file = fileOf("ab\ncd\n");
  EXPECT_EQ(file.position(0), at(1, 1));
  EXPECT_EQ(file.position(1), at(1, 2));
  EXPECT_EQ(file.position(2), at(1, 3));
  EXPECT_EQ(file.position(3), at(2, 1));
  EXPECT_EQ(file.position(6), at(3, 1));
  EXPECT_EQ(file.lineCount(), 3u);
}

TEST(SourceFile, AnEmptyTextHasOneEmptyLine) {
  const SourceFile file = fileOf("");
  EXPECT_EQ(file.lineCount(), 1u);
  EXPECT_EQ(file.position(0), at(1, 1));
  EXPECT_EQ(file.position(7), at(1, 1));
  EXPECT_EQ(file.lineRange(1), (Range{0, 0}));
  EXPECT_EQ(file.offset(at(1, 1)), 0u);
}

TEST(SourceFile, LinesEndAtLfCrLfAndALoneCr) {
  const SourceFile file = fileOf("a\r\nb\rc\nd\r");
  EXPECT_EQ(file.lineCount(), 5u);
  EXPECT_EQ(file.text(file.lineRange(1)), "a");
  EXPECT_EQ(file.text(file.lineRange(2)), "b");
  EXPECT_EQ(file.text(file.lineRange(3)), "c");
  EXPECT_EQ(file.text(file.lineRange(4)), "d");
  EXPECT_EQ(file.text(file.lineRange(5)), "");
  EXPECT_EQ(file.position(3), at(2, 1));
  EXPECT_EQ(file.position(5), at(3, 1));
}

TEST(SourceFile, BlankLinesKeepTheirNumbers) {
  const SourceFile file = fileOf("\n\r\n\r\rx");
  EXPECT_EQ(file.lineCount(), 5u);
  EXPECT_EQ(file.position(5), at(5, 1));
  for (uint32_t line = 1; line <= 4; ++line) {
    EXPECT_TRUE(file.lineRange(line).empty()) << line;
  }
}

TEST(SourceFile, ColumnsAreUtf16CodeUnits) {
  // One code unit each for e-acute (2 bytes) and the euro sign (3), two for the emoji (4).
  const SourceFile file = fileOf("\u00e9\u20ac\U0001F600x");
  EXPECT_EQ(file.position(0), at(1, 1));
  EXPECT_EQ(file.position(2), at(1, 2));
  EXPECT_EQ(file.position(5), at(1, 3));
  EXPECT_EQ(file.position(9), at(1, 5));
  EXPECT_EQ(file.position(10), at(1, 6));
}

TEST(SourceFile, AnOffsetInsideACharacterIsTheCharacters) {
  const SourceFile file = fileOf("\U0001F600x");
  EXPECT_EQ(file.position(1), at(1, 1));
  EXPECT_EQ(file.position(3), at(1, 1));
}

TEST(SourceFile, AColumnInsideASurrogatePairIsTheCharacters) {
  const SourceFile file = fileOf("a\U0001F600x");
  EXPECT_EQ(file.offset(at(1, 2)), 1u);
  EXPECT_EQ(file.offset(at(1, 3)), 1u);
  EXPECT_EQ(file.offset(at(1, 4)), 5u);
}

TEST(SourceFile, InvalidUtf8CountsOneCodeUnitAByte) {
  // A stray continuation byte, a lead byte without its continuation, and an overlong slash.
  const SourceFile file = fileOf("\x80\xC3x\xC0\xAFy");
  EXPECT_EQ(file.position(1), at(1, 2));
  EXPECT_EQ(file.position(2), at(1, 3));
  EXPECT_EQ(file.position(3), at(1, 4));
  EXPECT_EQ(file.position(5), at(1, 6));
}

TEST(SourceFile, ACutOffCharacterAtTheEndCountsItsBytes) {
  const SourceFile file = fileOf("a\xE2\x82");
  EXPECT_EQ(file.position(3), at(1, 4));
}

TEST(SourceFile, AByteOrderMarkHasNoColumn) {
  const SourceFile file = fileOf("\xEF\xBB\xBFlet x");
  EXPECT_EQ(file.position(0), at(1, 1));
  EXPECT_EQ(file.position(3), at(1, 1));
  EXPECT_EQ(file.position(7), at(1, 5));
  EXPECT_EQ(file.offset(at(1, 1)), 3u);
  EXPECT_EQ(file.text().substr(0, 3), "\xEF\xBB\xBF");
}

TEST(SourceFile, OffsetsAndPositionsOutsideAreClipped) {
  const SourceFile file = fileOf("ab\ncd");
  EXPECT_EQ(file.position(99), at(2, 3));
  EXPECT_EQ(file.offset(at(1, 99)), 2u);
  EXPECT_EQ(file.offset(at(9, 1)), 5u);
  EXPECT_EQ(file.offset(at(0, 0)), 0u);
  EXPECT_EQ(file.offset(at(2, 0)), 3u);
  EXPECT_EQ(file.text({3, 99}), "cd");
  EXPECT_EQ(file.text({99, 100}), "");
  EXPECT_EQ(file.lineRange(0), (Range{5, 5}));
  EXPECT_EQ(file.lineRange(3), (Range{5, 5}));
}

TEST(SourceFile, PositionsAndOffsetsAreInverse) {
  const SourceFile file = fileOf("a\u00e9\r\n\U0001F600\U0001F600 b\n\xFFz");
  const uint32_t betweenCrAndLf = 4;
  for (uint32_t offset = 0; offset <= file.text().size(); ++offset) {
    // That one has a position past the line's end, and back it is clipped.
    if (offset == betweenCrAndLf) {
      continue;
    }
    const Position position = file.position(offset);
    const Position again = file.position(file.offset(position));
    EXPECT_EQ(position, again) << offset;
  }
}

}  // namespace
}  // namespace envelint
