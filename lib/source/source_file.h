#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/range.h"

namespace envelint {

/// One file's text with its line index. Immutable after construction, so safe to share between
/// threads. The text is whatever bytes the file holds: it need not be valid UTF-8.
class SourceFile {
 public:
  /// `path` is absolute and normalised; `displayPath` is what reports show: relative to the root,
  /// with `/` between its parts. A UTF-8 byte order mark at the start of `text` is kept, so that
  /// offsets stay those of the file.
  SourceFile(std::string path, std::string displayPath, std::string text);

  const std::string& path() const { return path_; }
  const std::string& displayPath() const { return displayPath_; }
  std::string_view text() const { return text_; }
  /// The text of a range; a range that reaches past the end is clipped.
  std::string_view text(Range range) const;

  /// The line and UTF-16 column of a byte offset; an offset past the end is the end's position.
  /// Lines end at LF, CR LF or a lone CR. Invalid UTF-8 counts one code unit a byte.
  Position position(uint32_t offset) const;
  /// The byte offset of a position, clipped to the line's end and the text's end.
  uint32_t offset(Position position) const;
  /// Number of lines, at least 1.
  uint32_t lineCount() const { return static_cast<uint32_t>(lineStarts_.size()); }
  /// The range of a line (from 1) without its line break; empty past the last line.
  Range lineRange(uint32_t line) const;

 private:
  std::string path_;
  std::string displayPath_;
  std::string text_;
  std::vector<uint32_t> lineStarts_;
};

}  // namespace envelint
