#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "report/palette.h"
#include "rule/finding.h"

namespace envelint {

/// A line of source cut to what fits on a screen, and where the marked range lies in it.
struct FrameLine {
  std::string text;         ///< what a terminal may show; "..." where something is cut off
  uint32_t markColumn = 0;  ///< columns of a terminal before the mark
  uint32_t markWidth = 1;   ///< columns under the mark, at least 1
};

/// The line in which `range` begins, with the part of the range that lies in it. A line wider than
/// `maxWidth` columns is cut around the beginning of the range. Takes time linear in `maxWidth`,
/// however long the line is.
FrameLine frameLine(const SourceFile& file, Range range, uint32_t maxWidth);

/// How a place is drawn.
struct FrameStyle {
  uint32_t gutterWidth = 1;  ///< columns of the widest line number of the whole finding
  bool primary = true;       ///< ` --> path` and carets, else ` ::: path` and dashes
  Severity severity = Severity::kNote;
  std::string_view label;          ///< written behind the mark; may be empty
  std::string workingFolder = {};  ///< paths are seen from here; empty: from the root
};

/// The line `--> path:line:column` and the code under it, each with its line break. The place has a
/// file.
std::string codeFrame(const Place& place, const FrameStyle& style, const Palette& palette);

}  // namespace envelint
