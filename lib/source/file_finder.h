#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "source/ignore_rules.h"
#include "source/result.h"

namespace envelint {

struct FinderOptions {
  /// What the user named: files and folders, absolute or seen from `workingFolder`. None means the
  /// working folder itself.
  std::vector<std::string> paths;
  /// Absolute; the process's own when empty.
  std::string workingFolder;
  /// Judge the files and folders the user named as if they had been found: what hooks want, which
  /// name every file that changed.
  bool forceExclude = false;
  /// More to leave out, each written as in .gitignore with braces, seen from the root.
  std::vector<std::string> ignoreGlobs;
  /// Larger files are skipped.
  uint64_t maxFileBytes = 4 * 1024 * 1024;
  /// Whether files of this name are wanted, such as "a front end reads it". All are when empty.
  std::function<bool(std::string_view path)> accepts;
};

enum class SkipReason : uint8_t {
  kUnknownLanguage,  ///< named, but not accepted
  kTooLarge,
  kNotRegular,        ///< a pipe, a device, a socket
  kLeavesRoot,        ///< a symbolic link out of the root
  kUnreadable,        ///< a folder without permission, a link to nothing
  kNestedRepository,  ///< another git repository below: named alone it would be linted
};

/// Something not linted that the user may have expected to be. What is left out by its name or by
/// ignore rules isn't listed.
struct SkippedPath {
  std::string displayPath;
  SkipReason reason;
  std::string message;  ///< why, for a sentence that begins with the path: "is larger than 4 MiB"
};

struct FoundFile {
  std::string path;         ///< absolute and normalised
  std::string displayPath;  ///< seen from the root
  uint64_t bytes = 0;       ///< as the file system told
  bool named = false;       ///< by the user, in person rather than through a folder
};

struct FoundFiles {
  /// The folder that bounds everything: the top of the git work tree of the first path; without one
  /// the working folder if the path lies in it, else the folder named. When other paths lie
  /// outside, the nearest folder that holds them all.
  std::string root;
  std::vector<FoundFile> files;      ///< sorted by `displayPath`, each once
  std::vector<SkippedPath> skipped;  ///< sorted by `displayPath`
  /// Why git's own list couldn't be had where there is a work tree; empty otherwise. The folders
  /// were walked instead.
  std::string gitFailure;
};

/// Finds the files to lint. Below a folder these are git's own in a work tree, else all that no
/// .gitignore excludes; never those in folders of dependencies and build products
/// (`isSkippedFolder`) or with generated names, unless the user named them. Symbolic links that
/// lead out of the root are followed nowhere, links inside only when named. Fails when a path named
/// doesn't exist.
Result<FoundFiles> findFiles(const FinderOptions& options);

/// Whether a folder below the one named is left out by its name. `path` is seen from that one.
bool isSkippedFolder(std::string_view path);

}  // namespace envelint
