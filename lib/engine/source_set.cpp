#include "engine/source_set.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <set>

#include "frontend/frontend.h"
#include "source/paths.h"

namespace envelint {
namespace {

constexpr std::string_view kPackageFile = "package.json";

bool isFolder(const std::string& path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

/// The folders and files that the user named, absolute.
std::vector<std::string> namedPaths(const LintOptions& options) {
  const std::string base = options.workingFolder.empty() ? currentFolder() : options.workingFolder;
  std::vector<std::string> paths;
  for (const std::string& path : options.paths) {
    paths.push_back(joinPath(base, path));
  }
  if (paths.empty()) {
    paths.push_back(normalisePath(base));
  }
  return paths;
}

/// Every package.json of the project, whichever part of it is linted: they say what an import of a
/// workspace's package means.
std::vector<std::string> findPackageFiles(const std::string& root) {
  FinderOptions options;
  options.paths = {root};
  options.workingFolder = root;
  options.accepts = [](std::string_view path) { return fileName(path) == kPackageFile; };
  std::vector<std::string> paths;
  // Without them imports of packages lead nowhere, which is no reason not to lint.
  if (Result<FoundFiles> found = findFiles(options); found.ok()) {
    for (FoundFile& file : found->files) {
      paths.push_back(std::move(file.path));
    }
  }
  return paths;
}

/// Collects error messages, each once: many files share a broken configuration.
class Mistakes {
 public:
  void add(const std::string& message) {
    if (known_.insert(message).second) {
      text_ += (text_.empty() ? "" : "\n") + message;
    }
  }
  bool any() const { return !text_.empty(); }
  Error error() const { return Error{text_}; }

 private:
  std::set<std::string> known_;
  std::string text_;
};

/// Whether the configuration's `ignore` leaves the file out. Folders the user named, and those
/// above them, aren't asked: naming them says that they are wanted.
bool isIgnored(const SourceEntry& file, const std::vector<std::string>& named, bool forceExclude) {
  const Configuration& configuration = *file.configuration;
  if (configuration.ignore.empty() || (file.isNamed && !forceExclude)) {
    return false;
  }
  const std::string& base = configuration.ignoreBase;
  std::string from;
  if (!forceExclude) {
    for (const std::string& path : named) {
      const bool isNearest = isWithin(file.path, path) && isWithin(path, base) && path != base;
      if (isNearest && path.size() > from.size()) {
        from = path;
      }
    }
  }
  return configuration.ignore.ignoresBelow(relativePath(file.path, base), false,
                                           from.empty() ? "" : relativePath(from, base));
}

}  // namespace

Result<SourceSet> collectSources(const LintOptions& options,
                                 std::unique_ptr<Configurations>& configurations) {
  FinderOptions finder;
  finder.paths = options.paths;
  finder.workingFolder = options.workingFolder;
  finder.forceExclude = options.forceExclude;
  finder.accepts = [](std::string_view path) { return frontendFor(path) != nullptr; };
  Result<FoundFiles> found = findFiles(finder);
  if (!found.ok()) {
    return Error{found.error()};
  }
  std::optional<std::string> overridingFile;
  if (options.configuration) {
    const std::string base =
        options.workingFolder.empty() ? currentFolder() : options.workingFolder;
    overridingFile = joinPath(base, *options.configuration);
  }
  configurations = std::make_unique<Configurations>(found->root, overridingFile);

  SourceSet set;
  set.root = found->root;
  set.skipped = std::move(found->skipped);
  set.gitFailure = std::move(found->gitFailure);
  set.packageFiles = findPackageFiles(found->root);
  const std::vector<std::string> named = namedPaths(options);
  Mistakes mistakes;
  for (FoundFile& file : found->files) {
    Result<const Configuration*> configuration =
        configurations->forFolder(std::string(parentPath(file.path)));
    if (!configuration.ok()) {
      mistakes.add(configuration.error());
      continue;
    }
    SourceEntry entry{std::move(file.path), std::move(file.displayPath), file.named,
                      *configuration};
    if (!isIgnored(entry, named, options.forceExclude)) {
      set.files.push_back(std::move(entry));
    }
  }

  std::vector<std::string> folders;
  for (const std::string& path : named) {
    folders.push_back(isFolder(path) ? path : std::string(parentPath(path)));
  }
  const Result<const Configuration*> whole = configurations->forFolder(commonFolder(folders));
  if (whole.ok()) {
    set.configuration = *whole;
  } else {
    mistakes.add(whole.error());
  }
  if (mistakes.any()) {
    return mistakes.error();
  }
  return set;
}

}  // namespace envelint
