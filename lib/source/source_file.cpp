#include "source/source_file.h"

#include <algorithm>
#include <utility>

#include "source/utf8.h"

namespace envelint {
namespace {

/// The offsets at which lines begin. Most files have no CR, and for them only LF is searched.
std::vector<uint32_t> findLineStarts(std::string_view text) {
  std::vector<uint32_t> starts = {0};
  if (text.find('\r') == std::string_view::npos) {
    for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
      starts.push_back(static_cast<uint32_t>(at + 1));
    }
    return starts;
  }
  for (size_t i = 0; i < text.size(); ++i) {
    const bool beforeLf = i + 1 < text.size() && text[i + 1] == '\n';
    if (text[i] == '\n' || (text[i] == '\r' && !beforeLf)) {
      starts.push_back(static_cast<uint32_t>(i + 1));
    }
  }
  return starts;
}

/// Walks over the characters of `text[begin, end)` for as long as `fits(character, column)` holds,
/// where `column` is the one after the character. Returns the offset and column it stopped at.
/// A byte order mark is passed over without a column: SARIF and editors don't count it.
template <typename Fits>
std::pair<uint32_t, uint32_t> walkColumns(std::string_view text, Range line, Fits fits) {
  uint32_t at = line.begin;
  uint32_t column = 1;
  if (at == 0 && byteOrderMarkSize(text) <= line.end) {
    at = byteOrderMarkSize(text);
  }
  while (at < line.end) {
    const Utf8Character character = decodeUtf8(text.substr(at));
    const uint32_t nextColumn = column + character.codeUnits();
    if (!fits(at + character.bytes, nextColumn)) {
      break;
    }
    at += character.bytes;
    column = nextColumn;
  }
  return {at, column};
}

}  // namespace

SourceFile::SourceFile(std::string path, std::string displayPath, std::string text)
    : path_(std::move(path)),
      displayPath_(std::move(displayPath)),
      text_(std::move(text)),
      lineStarts_(findLineStarts(text_)) {}

std::string_view SourceFile::text(Range range) const {
  const uint32_t size = static_cast<uint32_t>(text_.size());
  const uint32_t begin = std::min(range.begin, size);
  const uint32_t end = std::clamp(range.end, begin, size);
  return std::string_view(text_).substr(begin, end - begin);
}

Position SourceFile::position(uint32_t offset) const {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  const auto next = std::upper_bound(lineStarts_.begin(), lineStarts_.end(), offset);
  const uint32_t line = static_cast<uint32_t>(next - lineStarts_.begin());
  // An offset inside a character is that character's position: a column never points between the
  // halves of a surrogate pair.
  const auto [at, column] =
      walkColumns(text_, {lineStarts_[line - 1], offset},
                  [&](uint32_t nextOffset, uint32_t) { return nextOffset <= offset; });
  return {line, column};
}

uint32_t SourceFile::offset(Position position) const {
  if (position.line == 0) {
    return 0;
  }
  const auto [at, column] =
      walkColumns(text_, lineRange(position.line),
                  [&](uint32_t, uint32_t nextColumn) { return nextColumn <= position.column; });
  return at;
}

Range SourceFile::lineRange(uint32_t line) const {
  const uint32_t size = static_cast<uint32_t>(text_.size());
  if (line == 0 || line > lineCount()) {
    return {size, size};
  }
  const uint32_t begin = lineStarts_[line - 1];
  if (line == lineCount()) {
    return {begin, size};
  }
  const uint32_t breakAt = lineStarts_[line] - 1;
  const bool isCrLf = text_[breakAt] == '\n' && breakAt > begin && text_[breakAt - 1] == '\r';
  return {begin, isCrLf ? breakAt - 1 : breakAt};
}

}  // namespace envelint
