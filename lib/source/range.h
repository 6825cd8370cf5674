#pragma once

#include <cstdint>

namespace envelint {

/// A half-open range of byte offsets `[begin, end)` into one source file's text.
/// Offsets are at most 4 GiB; files are bounded far below that (`SourceLimits::maxFileBytes`).
struct Range {
  uint32_t begin = 0;
  uint32_t end = 0;

  constexpr uint32_t size() const { return end - begin; }
  constexpr bool empty() const { return begin == end; }
  constexpr bool contains(uint32_t offset) const { return begin <= offset && offset < end; }
  constexpr bool contains(Range other) const { return begin <= other.begin && other.end <= end; }
  friend constexpr bool operator==(Range, Range) = default;
};

/// A place as people and SARIF count it: line and column from 1, columns in UTF-16 code units.
struct Position {
  uint32_t line = 1;
  uint32_t column = 1;
  friend constexpr bool operator==(Position, Position) = default;
};

}  // namespace envelint
