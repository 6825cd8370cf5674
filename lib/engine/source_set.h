#pragma once

#include <string>
#include <vector>

#include "engine/configuration.h"
#include "engine/linter.h"
#include "source/file_finder.h"
#include "source/result.h"

namespace envelint {

/// One file of a run, before it is parsed.
struct SourceEntry {
  std::string path;         ///< absolute
  std::string displayPath;  ///< seen from the root
  bool isNamed = false;     ///< by the user, in person rather than through a folder
  const Configuration* configuration = nullptr;
};

/// The files of a run with their configurations.
struct SourceSet {
  std::string root;
  std::vector<SourceEntry>
      files;  ///< sorted by display path; what `ignore` leaves out is not among them
  std::vector<SkippedPath> skipped;
  std::string gitFailure;                 ///< see `FoundFiles`
  std::vector<std::string> packageFiles;  ///< every package.json below the root, absolute
  /// What counts for the run as a whole: the configuration nearest to all paths the user named.
  const Configuration* configuration = nullptr;
};

/// Finds the files to lint and their configurations, which `configurations` owns; it is created
/// here since it depends on the root. The error has a line for every mistake of the user's.
Result<SourceSet> collectSources(const LintOptions& options,
                                 std::unique_ptr<Configurations>& configurations);

/// Every source file below the root but tests, whichever part of it is linted. Absolute paths,
/// sorted; empty where the search fails.
std::vector<std::string> productSources(const std::string& root);

}  // namespace envelint
