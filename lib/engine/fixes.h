#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rule/finding.h"

namespace envelint {

/// What becomes of one file when fixes are applied.
struct FixedFile {
  const SourceFile* file = nullptr;
  std::vector<Edit> edits;  ///< sorted by position; none overlaps another
  /// The file's text with the edits.
  std::string text() const;
  /// The edits as hunks of a unified diff, with `a/` and `b/` before the file's display path.
  std::string diff() const;
};

/// Which fixes of a run are applied together.
struct FixPlan {
  std::vector<FixedFile> files;  ///< sorted by display path
  size_t fixed = 0;              ///< findings whose fixes are in `files`
  size_t unsafe = 0;             ///< findings left because their fixes need `--unsafe-fixes`
  size_t colliding = 0;          ///< findings left because another fix edits the same place
};

/// Picks the fixes of these findings, first come, first served: one that overlaps an earlier one is
/// left out as a whole. Only files inside the root are edited.
FixPlan planFixes(const std::vector<Finding>& findings, bool withUnsafe);

/// Files that could not be written, with the reason.
using UnwrittenFiles = std::vector<std::pair<std::string, std::string>>;

/// Writes the files of a plan, each as a whole or not at all (see `replaceFile`).
UnwrittenFiles applyFixes(const FixPlan& plan, const std::string& root);

}  // namespace envelint
