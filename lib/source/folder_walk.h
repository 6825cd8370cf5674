#pragma once

#include <functional>
#include <string>

namespace envelint {

/// What to do on a walk. Paths are absolute if the folder walked is.
struct WalkVisitor {
  /// Whether to go into a folder.
  std::function<bool(const std::string& path)> enters;
  /// Everything that is no folder: regular files, symbolic links, pipes.
  std::function<void(const std::string& path)> file;
  std::function<void(const std::string& path, const std::string& reason)> unreadable;
};

/// Walks over all below a folder that no .gitignore excludes, for where git itself can't be asked.
/// Honoured are the .gitignore files in the folder and below, and, if `top` (empty or a folder at
/// or above `folder`) is given, those from there down and its .git/info/exclude. That the folder
/// itself is excluded doesn't matter: it was asked for. Symbolic links are never followed, and
/// `.git` is never entered. The order is the file system's.
void walkFolder(const std::string& folder, const std::string& top, const WalkVisitor& visitor);

}  // namespace envelint
