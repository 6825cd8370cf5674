#include "source/folder_walk.h"

#include <dirent.h>
#include <sys/stat.h>

#include <cerrno>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "source/file_reader.h"
#include "source/ignore_rules.h"
#include "source/paths.h"

namespace envelint {
namespace {

constexpr uint64_t kMaxIgnoreFileBytes = 1024 * 1024;

/// The rules in force in a folder: its own, then those of the folders above. Shared by its
/// subfolders.
struct RuleScope {
  std::string folder;
  IgnoreRules rules;
  std::shared_ptr<const RuleScope> above;
};
using Scope = std::shared_ptr<const RuleScope>;

Scope withRulesOf(const std::string& file, const std::string& folder, Scope above) {
  const Result<std::string> text = readFile(file, kMaxIgnoreFileBytes);
  if (!text) {
    return above;
  }
  IgnoreRules rules(*text);
  if (rules.empty()) {
    return above;
  }
  return std::make_shared<RuleScope>(RuleScope{folder, std::move(rules), std::move(above)});
}

/// The innermost file that has a rule for the path decides.
bool isIgnored(const Scope& scope, std::string_view path, bool isFolder) {
  for (const RuleScope* at = scope.get(); at != nullptr; at = at->above.get()) {
    const std::string_view below = path.substr(at->folder == "/" ? 1 : at->folder.size() + 1);
    if (const std::optional<bool> verdict = at->rules.judge(below, isFolder)) {
      return *verdict;
    }
  }
  return false;
}

/// The scope of the folders from `top` to just above `folder`.
Scope scopeAbove(const std::string& folder, const std::string& top) {
  if (top.empty() || !isWithin(folder, top)) {
    return nullptr;
  }
  Scope scope = withRulesOf(joinPath(top, ".git/info/exclude"), top, nullptr);
  for (std::string at = top; at != folder;) {
    scope = withRulesOf(joinPath(at, ".gitignore"), at, std::move(scope));
    const size_t begin = at == "/" ? 1 : at.size() + 1;
    at = folder.substr(0, folder.find('/', begin));
  }
  return scope;
}

enum class EntryKind : uint8_t { kFolder, kFile, kGone };

EntryKind kindOf(const dirent& entry, const std::string& path) {
  // Some file systems don't tell the kind with the name.
  if (entry.d_type != DT_UNKNOWN) {
    return entry.d_type == DT_DIR ? EntryKind::kFolder : EntryKind::kFile;
  }
  struct stat status;
  if (::lstat(path.c_str(), &status) != 0) {
    return EntryKind::kGone;
  }
  return S_ISDIR(status.st_mode) ? EntryKind::kFolder : EntryKind::kFile;
}

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};
using OpenFolder = std::unique_ptr<DIR, CloseFolder>;

}  // namespace

void walkFolder(const std::string& folder, const std::string& top, const WalkVisitor& visitor) {
  struct Pending {
    std::string path;
    Scope above;
  };
  std::vector<Pending> pending = {{folder, scopeAbove(folder, top)}};
  while (!pending.empty()) {
    const Pending current = std::move(pending.back());
    pending.pop_back();
    const OpenFolder open(::opendir(current.path.c_str()));
    if (!open) {
      visitor.unreadable(current.path, systemErrorText(errno));
      continue;
    }
    const Scope scope =
        withRulesOf(joinPath(current.path, ".gitignore"), current.path, current.above);
    while (const dirent* entry = ::readdir(open.get())) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == ".." || name == ".git") {
        continue;
      }
      std::string path = current.path == "/" ? "/" : current.path + "/";
      path += name;
      const EntryKind kind = kindOf(*entry, path);
      if (kind == EntryKind::kGone || isIgnored(scope, path, kind == EntryKind::kFolder)) {
        continue;
      }
      if (kind == EntryKind::kFile) {
        visitor.file(path);
      } else if (visitor.enters(path)) {
        pending.push_back({std::move(path), scope});
      }
    }
  }
}

}  // namespace envelint
