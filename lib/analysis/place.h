#pragma once

#include "source/range.h"
#include "source/source_file.h"

namespace envelint {

/// A range in a file of the program; empty when there is none to point at.
struct CodePlace {
  const SourceFile* file = nullptr;
  Range range;
  explicit operator bool() const { return file != nullptr; }
  friend bool operator==(const CodePlace&, const CodePlace&) = default;
};

}  // namespace envelint
