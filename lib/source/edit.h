#pragma once

#include <string>

#include "source/range.h"
#include "source/source_file.h"

namespace envelint {

/// A replacement of a range of a file; an empty range inserts, an empty text removes.
struct Edit {
  const SourceFile* file = nullptr;
  Range range;
  std::string text;
  friend bool operator==(const Edit&, const Edit&) = default;
};

}  // namespace envelint
