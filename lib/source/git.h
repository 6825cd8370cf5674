#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "source/result.h"

namespace envelint {

/// The top of the git work tree that `folder` lies in: the nearest folder upwards that has an entry
/// named `.git`. Empty when there is none. `folder` must be absolute and normalised.
std::string findWorkTree(std::string_view folder);

/// Whether the folder has an entry named `.git`, which makes it the top of a work tree. A symbolic
/// link of that name doesn't count.
bool isWorkTreeTop(std::string_view folder);

/// Runs git in a work tree and returns what it prints. The tree may be a stranger's, so nothing
/// that its configuration names is run, the user's and the system's configuration are left out,
/// pathspecs are literal, and variables that a hook has set (GIT_DIR, GIT_INDEX_FILE) don't reach
/// it.
Result<std::string> runGit(const std::string& workTree, const std::vector<std::string>& arguments);

/// One entry of git's list of a work tree.
struct GitEntry {
  std::string path;                 ///< seen from the top of the work tree
  bool isNestedRepository = false;  ///< a submodule, or a repository git knows nothing of
};

/// What git knows or would add below a folder of the work tree: tracked files, and untracked ones
/// that aren't ignored. Entries may be gone from the disk, and are in no order.
Result<std::vector<GitEntry>> listWorkTree(const std::string& workTree, const std::string& folder);

/// The files of a work tree that differ from where it left a revision (their merge base; the
/// revision itself where there is none), untracked ones that aren't ignored included, deleted ones
/// not; seen from the top. No filter or driver that the repository configures is run. The error
/// names a revision git doesn't know.
Result<std::set<std::string>> changedFiles(const std::string& workTree,
                                           const std::string& revision);

}  // namespace envelint
