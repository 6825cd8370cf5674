#include "report/code_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "report/summary.h"
#include "report/visible_text.h"
#include "source/utf8.h"

namespace envelint {
namespace {

constexpr uint32_t kTabWidth = 4;
constexpr uint32_t kMaxFrameWidth = 100;
constexpr std::string_view kCut = "...";

/// The offset `bytes` before `offset`, moved forward to the beginning of a character. What precedes
/// is cut off anyway, so in text that isn't UTF-8 a wrong guess costs nothing.
uint32_t stepBack(std::string_view text, uint32_t offset, uint32_t lineBegin, uint32_t bytes) {
  if (offset - lineBegin <= bytes) {
    return lineBegin;
  }
  uint32_t at = offset - bytes;
  while (at < offset && (static_cast<uint8_t>(text[at]) & 0xC0) == 0x80) {
    ++at;
  }
  return at;
}

struct Cell {
  std::string text;
  uint32_t width = 0;
  uint32_t offset = 0;
};

/// A stretch of a line around the beginning of the marked range.
struct Window {
  std::vector<Cell> cells;
  size_t mark = 0;  ///< index of the first marked cell; one past the last when the line ends there
  bool cutBefore = false;
  bool cutBehind = false;

  uint32_t width(size_t first, size_t last) const {
    uint32_t sum = 0;
    for (size_t i = first; i < last; ++i) {
      sum += cells[i].width;
    }
    return sum;
  }
};

/// The characters around `mark`: at least `maxWidth` columns on either side where there are as
/// many.
Window windowAround(std::string_view text, Range line, uint32_t mark, uint32_t maxWidth) {
  Window window;
  // No character is shown narrower than a quarter of its bytes, combining marks apart.
  const uint32_t begin = stepBack(text, mark, line.begin, maxWidth * 4);
  window.cutBefore = begin > line.begin;
  uint32_t column = 0;
  uint32_t cellsBehindMark = 0;
  uint32_t at = begin;
  while (at < line.end && cellsBehindMark <= maxWidth) {
    VisibleCharacter character = visibleCharacter(text.substr(at, line.end - at));
    if (character.isTab) {
      character.width = kTabWidth - column % kTabWidth;
      character.text.assign(character.width, ' ');
    }
    if (at < mark) {
      ++window.mark;
    } else {
      ++cellsBehindMark;
    }
    column += character.width;
    window.cells.push_back({std::move(character.text), character.width, at});
    at += character.bytes;
  }
  window.cutBehind = at < line.end;
  return window;
}

/// Narrows a window to `maxWidth` columns: a third of them for what leads up to the mark, the rest
/// for what it marks and what follows.
void clip(Window& window, uint32_t maxWidth) {
  const bool isWhole = !window.cutBefore && !window.cutBehind;
  if (isWhole && window.width(0, window.cells.size()) <= maxWidth) {
    return;
  }
  size_t first = window.mark;
  for (uint32_t width = 0; first > 0; --first) {
    width += window.cells[first - 1].width;
    if (width > maxWidth / 3) {
      window.cutBefore = true;
      break;
    }
  }
  size_t last = first;
  for (uint32_t width = 0; last < window.cells.size(); ++last) {
    width += window.cells[last].width;
    if (width > maxWidth) {
      window.cutBehind = true;
      break;
    }
  }
  window.cells.resize(last);
  window.cells.erase(window.cells.begin(), window.cells.begin() + static_cast<ptrdiff_t>(first));
  window.mark -= first;
}

/// The end of the part of `range` that lies in the line: carets under trailing blanks say nothing.
uint32_t markEnd(std::string_view text, Range line, Range range) {
  if (range.end <= line.end) {
    return range.end;
  }
  uint32_t end = line.end;
  while (end > range.begin && (text[end - 1] == ' ' || text[end - 1] == '\t')) {
    --end;
  }
  return end;
}

/// The line's content: a byte order mark is none of it.
Range contentOf(const SourceFile& file, uint32_t line) {
  Range range = file.lineRange(line);
  if (range.begin == 0) {
    range.begin = std::min(byteOrderMarkSize(file.text()), range.end);
  }
  return range;
}

}  // namespace

FrameLine frameLine(const SourceFile& file, Range range, uint32_t maxWidth) {
  const Range line = contentOf(file, file.position(range.begin).line);
  const uint32_t mark = std::clamp(range.begin, line.begin, line.end);
  Window window = windowAround(file.text(), line, mark, maxWidth);
  clip(window, maxWidth);

  FrameLine result;
  if (window.cutBefore) {
    result.text = kCut;
    result.markColumn = static_cast<uint32_t>(kCut.size());
  }
  result.markColumn += window.width(0, window.mark);
  size_t markedEnd = window.mark;
  const uint32_t end = markEnd(file.text(), line, range);
  while (markedEnd < window.cells.size() && window.cells[markedEnd].offset < end) {
    ++markedEnd;
  }
  result.markWidth = std::max(window.width(window.mark, markedEnd), 1u);
  for (const Cell& cell : window.cells) {
    result.text += cell.text;
  }
  if (window.cutBehind) {
    result.text += kCut;
  }
  return result;
}

std::string codeFrame(const Place& place, const FrameStyle& style, const Palette& palette) {
  const SourceFile& file = *place.file;
  const Position position = file.position(place.range.begin);
  const std::string gutter(style.gutterWidth, ' ');
  std::string result =
      fmt::format("{}{} {}\n", gutter, palette.frame(style.primary ? "-->" : ":::"),
                  shownPlace(place, style.workingFolder));
  const FrameLine line = frameLine(file, place.range, kMaxFrameWidth);
  const std::string bar = palette.frame("|");
  std::string mark(line.markWidth, style.primary ? '^' : '-');
  if (!style.label.empty()) {
    mark.append(" ").append(visibleText(style.label));
  }
  const std::string number = fmt::format("{:>{}}", position.line, style.gutterWidth);
  const std::string paintedMark =
      style.primary ? palette.severity(style.severity, mark) : palette.frame(mark);
  result += fmt::format("{} {}\n", gutter, bar);
  result += fmt::format("{} {}{}{}\n", palette.frame(number), bar, line.text.empty() ? "" : " ",
                        line.text);
  result +=
      fmt::format("{} {} {}{}\n", gutter, bar, std::string(line.markColumn, ' '), paintedMark);
  return result;
}

}  // namespace envelint
