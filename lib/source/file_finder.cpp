#include "source/file_finder.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "source/bundle.h"
#include "source/file_reader.h"
#include "source/folder_walk.h"
#include "source/git.h"
#include "source/paths.h"
#include "source/words.h"

namespace envelint {
namespace {

/// Dependencies and other people's code: left out wherever they are.
constexpr std::string_view kForeignFolders[] = {
    ".git", "bower_components", "node_modules", "third_party", "vendor", "vendored",
};
/// Build products.
constexpr std::string_view kProductFolders[] = {".next", "build", "coverage", "dist", "out"};

std::optional<struct stat> statusOf(const std::string& path) {
  struct stat status;
  if (::lstat(path.c_str(), &status) != 0) {
    return std::nullopt;
  }
  return status;
}

bool isFolder(const std::optional<struct stat>& status) {
  return status && S_ISDIR(status->st_mode);
}

/// The lowest folder on the way to `path` that is reached without a symbolic link. Above
/// `workingFolder` links are where the user works and don't count; a path elsewhere was written out
/// by the user, and only its last part is looked at.
std::string anchorOf(const std::string& path, const std::string& workingFolder) {
  if (!isWithin(path, workingFolder)) {
    return isFolder(statusOf(path)) ? path : std::string(parentPath(path));
  }
  std::string anchor = workingFolder;
  size_t end = workingFolder.size();
  while (end < path.size()) {
    end = std::min(path.find('/', end + 1), path.size());
    const std::string next = path.substr(0, end);
    if (!isFolder(statusOf(next))) {
      break;
    }
    anchor = next;
  }
  return anchor;
}

std::string rootOf(const std::vector<std::string>& paths, const std::string& workingFolder) {
  std::string root;
  for (const std::string& path : paths) {
    const std::string anchor = anchorOf(path, workingFolder);
    std::string base = findWorkTree(anchor);
    if (base.empty()) {
      base = isWithin(anchor, workingFolder) ? workingFolder : anchor;
    }
    if (root.empty()) {
      root = base;
    }
    while (!isWithin(base, root)) {
      root = parentPath(root);
    }
  }
  return root;
}

/// One search: the options, what was found so far, and what was learnt about folders on the way.
class Finder {
 public:
  Finder(const FinderOptions& options, std::string root)
      : options_(options), realRoot_(realPath(root)) {
    std::string rules;
    for (const std::string& glob : options.ignoreGlobs) {
      rules += glob + "\n";
    }
    ignored_ = IgnoreRules(rules, GlobSyntax::kBraces);
    found_.root = std::move(root);
  }

  void addNamed(const std::string& path);
  FoundFiles finish();

 private:
  enum class GitAnswer : uint8_t { kFiles, kNothing, kFailure };

  void addFolder(const std::string& folder);
  GitAnswer addFromGit(const std::string& folder, const std::string& from,
                       const std::string& workTree);
  void addByWalk(const std::string& folder, const std::string& from, const std::string& workTree);
  void addFile(const std::string& path, bool named);
  bool isExcluded(const std::string& path, std::string_view from, bool isFolder) const;
  bool isReachedByLink(std::string_view folder);
  void skip(const std::string& path, SkipReason reason, std::string message);
  std::string display(const std::string& path) const { return relativePath(path, found_.root); }

  const FinderOptions& options_;
  std::string realRoot_;
  IgnoreRules ignored_;
  FoundFiles found_;
  /// By display path.
  std::map<std::string, FoundFile> files_;
  std::set<std::string> skippedPaths_;
  /// Whether a folder below the root, or one above it, is a symbolic link.
  std::map<std::string, bool, std::less<>> linkedFolders_;
};

void Finder::skip(const std::string& path, SkipReason reason, std::string message) {
  std::string shown = display(path);
  if (skippedPaths_.insert(shown).second) {
    found_.skipped.push_back({std::move(shown), reason, std::move(message)});
  }
}

/// A path the user named, absolute and normalised, that exists.
void Finder::addNamed(const std::string& path) {
  std::string target = path;
  const std::optional<struct stat> own = statusOf(path);
  if (isReachedByLink(parentPath(path)) || (own && S_ISLNK(own->st_mode))) {
    const std::string real = realPath(path);
    if (real.empty()) {
      skip(path, SkipReason::kUnreadable, "is a symbolic link to nothing");
      return;
    }
    if (!isWithin(real, realRoot_)) {
      skip(path, SkipReason::kLeavesRoot, "is reached by a symbolic link that leaves the root");
      return;
    }
    target = joinPath(found_.root, relativePath(real, realRoot_));
  }
  // The root counts as the folder it is, even when the user reached it by a link.
  const bool folder = target == found_.root || isFolder(statusOf(target));
  if (options_.forceExclude && isExcluded(target, ".", folder)) {
    return;
  }
  if (folder) {
    addFolder(target);
  } else if (options_.accepts && !options_.accepts(target)) {
    skip(target, SkipReason::kUnknownLanguage, "is of no language that is read");
  } else {
    addFile(target, true);
  }
}

void Finder::addFolder(const std::string& folder) {
  // Names and rules are judged from here on downwards only.
  const std::string from = options_.forceExclude ? "." : display(folder);
  const std::string workTree = findWorkTree(folder);
  if (workTree.empty()) {
    addByWalk(folder, from, "");
    return;
  }
  switch (addFromGit(folder, from, workTree)) {
    case GitAnswer::kFiles:
      break;
    case GitAnswer::kNothing:
      // The folder itself is ignored, and whoever names it means its files: the rules above it
      // don't count.
      addByWalk(folder, from, "");
      break;
    case GitAnswer::kFailure:
      addByWalk(folder, from, workTree);
      break;
  }
}

/// Adds what git lists below the folder.
Finder::GitAnswer Finder::addFromGit(const std::string& folder, const std::string& from,
                                     const std::string& workTree) {
  Result<std::vector<GitEntry>> entries = listWorkTree(workTree, folder);
  if (!entries) {
    found_.gitFailure = entries.error();
    return GitAnswer::kFailure;
  }
  for (const GitEntry& entry : *entries) {
    const std::string path = joinPath(workTree, entry.path);
    if (entry.isNestedRepository) {
      if (path != folder && !isExcluded(path, from, true)) {
        skip(path, SkipReason::kNestedRepository, "is a repository of its own");
      }
    } else if ((!options_.accepts || options_.accepts(path)) && !isExcluded(path, from, false) &&
               !isReachedByLink(parentPath(path))) {
      addFile(path, false);
    }
  }
  return entries->empty() ? GitAnswer::kNothing : GitAnswer::kFiles;
}

/// Adds what a walk finds below the folder. In a work tree, given by its top, repositories inside
/// it are passed over as git passes over them.
void Finder::addByWalk(const std::string& folder, const std::string& from,
                       const std::string& workTree) {
  WalkVisitor visitor;
  visitor.enters = [&](const std::string& path) {
    if (isExcluded(path, from, true)) {
      return false;
    }
    if (!workTree.empty() && isWorkTreeTop(path)) {
      skip(path, SkipReason::kNestedRepository, "is a repository of its own");
      return false;
    }
    return true;
  };
  visitor.file = [&](const std::string& path) {
    if ((!options_.accepts || options_.accepts(path)) && !isExcluded(path, from, false)) {
      addFile(path, false);
    }
  };
  visitor.unreadable = [&](const std::string& path, const std::string& reason) {
    skip(path, SkipReason::kUnreadable, "can't be listed: " + reason);
  };
  walkFolder(folder, workTree, visitor);
}

/// Adds a file if it is one: what git lists may be gone, and anything may be a pipe or a link.
void Finder::addFile(const std::string& path, bool named) {
  const std::optional<struct stat> status = statusOf(path);
  if (!status) {
    return;
  }
  if (S_ISLNK(status->st_mode)) {
    // One that stays inside leads to a file that is found by itself, if it is to be linted.
    if (!isWithin(realPath(path), realRoot_)) {
      skip(path, SkipReason::kLeavesRoot, "is a symbolic link that leaves the root");
    }
    return;
  }
  if (!S_ISREG(status->st_mode)) {
    skip(path, SkipReason::kNotRegular, "is not a regular file");
    return;
  }
  const uint64_t bytes = static_cast<uint64_t>(status->st_size);
  if (bytes > options_.maxFileBytes) {
    skip(path, SkipReason::kTooLarge, "is larger than " + sizeText(options_.maxFileBytes));
    return;
  }
  FoundFile& file = files_[display(path)];
  file.path = path;
  file.bytes = bytes;
  file.named = file.named || named;
}

/// Whether the path is left out by its name, by that of a folder above it, or by `ignoreGlobs`.
/// `from`, seen from the root, is where judging begins: folders above it are what the user named.
bool Finder::isExcluded(const std::string& path, std::string_view from, bool isFolder) const {
  const std::string shown = display(path);
  const std::string_view start = from == "." ? std::string_view() : from;
  std::string_view below = shown;
  below.remove_prefix(std::min(shown.size(), start.empty() ? 0 : start.size() + 1));
  const std::string_view folders = isFolder ? below : parentPath(below);
  if (!folders.empty() && folders != "." && isSkippedFolder(folders)) {
    return true;
  }
  if (!isFolder && hasGeneratedName(shown)) {
    return true;
  }
  return !below.empty() && ignored_.ignoresBelow(shown, isFolder, start);
}

bool Finder::isReachedByLink(std::string_view folder) {
  if (!isWithin(folder, found_.root) || folder == found_.root) {
    return false;
  }
  const auto known = linkedFolders_.find(folder);
  if (known != linkedFolders_.end()) {
    return known->second;
  }
  const std::optional<struct stat> status = statusOf(std::string(folder));
  const bool linked = (status && S_ISLNK(status->st_mode)) || isReachedByLink(parentPath(folder));
  linkedFolders_.emplace(folder, linked);
  return linked;
}

FoundFiles Finder::finish() {
  for (auto& [shown, file] : files_) {
    file.displayPath = shown;
    found_.files.push_back(std::move(file));
  }
  std::sort(
      found_.skipped.begin(), found_.skipped.end(),
      [](const SkippedPath& a, const SkippedPath& b) { return a.displayPath < b.displayPath; });
  return std::move(found_);
}

}  // namespace

bool isSkippedFolder(std::string_view path) {
  bool belowSource = false;
  while (!path.empty()) {
    const size_t end = std::min(path.find('/'), path.size());
    const std::string_view name = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    // Nothing is built into a folder of sources: `src/tools/build` holds the tools about builds.
    if (isOneOf(name, kForeignFolders) || (!belowSource && isOneOf(name, kProductFolders))) {
      return true;
    }
    belowSource = belowSource || name == "src";
  }
  return false;
}

Result<FoundFiles> findFiles(const FinderOptions& options) {
  const std::string workingFolder =
      options.workingFolder.empty() ? currentFolder() : normalisePath(options.workingFolder);
  std::vector<std::string> paths;
  for (const std::string& path : options.paths) {
    paths.push_back(joinPath(workingFolder, path));
    if (!statusOf(paths.back())) {
      return Error{errno == ENOENT || errno == ENOTDIR
                       ? fmt::format("there is no file or folder `{}`", path)
                       : fmt::format("can't look at `{}`: {}", path, systemErrorText(errno))};
    }
  }
  if (paths.empty()) {
    paths.push_back(workingFolder);
  }
  Finder finder(options, rootOf(paths, workingFolder));
  for (const std::string& path : paths) {
    finder.addNamed(path);
  }
  return finder.finish();
}

}  // namespace envelint
