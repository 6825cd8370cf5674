#include "engine/source_set.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <set>

#include "frontend/frontend.h"
#include "mcp/project.h"
#include "source/paths.h"

namespace envelint {
namespace {

constexpr std::string_view kPackageFile = "package.json";

bool isFolder(const std::string& path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool isThere(const std::string& path) {
  struct stat status;
  return ::lstat(path.c_str(), &status) == 0;
}

/// What the user's paths are seen from, absolute and normalised.
std::string baseFolder(const LintOptions& options) {
  return options.workingFolder.empty() ? currentFolder() : normalisePath(options.workingFolder);
}

/// The folders and files that the user named, absolute.
std::vector<std::string> namedPaths(const LintOptions& options) {
  const std::string base = baseFolder(options);
  std::vector<std::string> paths;
  for (const std::string& path : options.paths) {
    paths.push_back(joinPath(base, path));
  }
  if (paths.empty()) {
    paths.push_back(base);
  }
  return paths;
}

/// Whether a C++ file lies in a folder for the code of others: nobody mends findings there.
bool isVendored(std::string_view path) {
  static constexpr std::string_view kFolders[] = {
      "/third_party/", "/thirdparty/", "/3rdparty/", "/vendor/", "/vendored/",  "/external/",
      "/extern/",      "/deps/",       "/_deps/",    "/vcpkg/",  "/submodules/"};
  return std::any_of(std::begin(kFolders), std::end(kFolders), [&](std::string_view folder) {
    return path.find(folder) != std::string_view::npos;
  });
}

bool isPackageFile(std::string_view path) { return fileName(path) == kPackageFile; }

/// Every package.json of the project, whichever part of it is linted: they say what an import of a
/// workspace's package means.
std::vector<std::string> findPackageFiles(const std::string& root) {
  FinderOptions options;
  options.paths = {root};
  options.workingFolder = root;
  options.accepts = isPackageFile;
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

/// Searches for the files to lint; `packageFiles` of the set are filled on the way.
Result<FoundFiles> findSources(const LintOptions& options, const std::vector<std::string>& named,
                               SourceSet& set) {
  FinderOptions finder;
  finder.paths = options.paths;
  finder.workingFolder = options.workingFolder;
  finder.forceExclude = options.forceExclude;
  // Where the root itself is linted one search finds both kinds of files.
  const bool mayBeRoot = named.size() == 1 && isFolder(named[0]);
  finder.accepts = [&](std::string_view path) {
    return frontendFor(path) != nullptr || (mayBeRoot && isPackageFile(path));
  };
  Result<FoundFiles> found = findFiles(finder);
  if (!found.ok()) {
    return found;
  }
  if (!mayBeRoot || named[0] != found->root) {
    set.packageFiles = findPackageFiles(found->root);
  }
  std::vector<FoundFile> sources;
  for (FoundFile& file : found->files) {
    if (isCppFile(file.path) && !file.named &&
        isVendored(std::string_view(file.path).substr(found->root.size()))) {
      continue;
    }
    if (!isPackageFile(file.path)) {
      sources.push_back(std::move(file));
    } else if (mayBeRoot && named[0] == found->root) {
      set.packageFiles.push_back(std::move(file.path));
    }
  }
  found->files = std::move(sources);
  return found;
}

/// The root of a file that isn't on the disk yet, and the file alone.
Result<FoundFiles> findNewFile(const LintOptions& options, const std::string& path,
                               SourceSet& set) {
  if (frontendFor(path) == nullptr) {
    return Error{fmt::format("`{}` is in no language that is linted", path)};
  }
  FinderOptions finder;
  finder.paths = {std::string(parentPath(path))};
  finder.workingFolder = options.workingFolder;
  finder.accepts = [](std::string_view) { return false; };
  Result<FoundFiles> found = findFiles(finder);
  if (found.ok()) {
    set.packageFiles = findPackageFiles(found->root);
    found->files = {{path, relativePath(path, found->root), 0, true}};
    found->skipped.clear();
  }
  return found;
}

/// Gives each file its configuration and leaves out those that theirs ignores.
void configureFiles(std::vector<FoundFile> files, const std::vector<std::string>& named,
                    bool forceExclude, Configurations& configurations, SourceSet& set,
                    Mistakes& mistakes) {
  for (FoundFile& file : files) {
    const Result<const Configuration*> configuration = configurations.forFile(file.path);
    if (!configuration.ok()) {
      mistakes.add(configuration.error());
      continue;
    }
    SourceEntry entry{std::move(file.path), std::move(file.displayPath), file.named,
                      *configuration};
    if (!isIgnored(entry, named, forceExclude)) {
      set.files.push_back(std::move(entry));
    }
  }
}

}  // namespace

Result<SourceSet> collectSources(const LintOptions& options,
                                 std::unique_ptr<Configurations>& configurations) {
  const std::vector<std::string> named = namedPaths(options);
  SourceSet set;
  Result<FoundFiles> found = options.text && !isThere(named[0])
                                 ? findNewFile(options, named[0], set)
                                 : findSources(options, named, set);
  if (!found.ok()) {
    return Error{found.error()};
  }
  set.root = found->root;
  set.skipped = std::move(found->skipped);
  set.gitFailure = std::move(found->gitFailure);

  std::optional<std::string> overridingFile;
  if (options.configuration) {
    overridingFile = joinPath(baseFolder(options), *options.configuration);
  }
  configurations = std::make_unique<Configurations>(set.root, overridingFile);
  Mistakes mistakes;
  configureFiles(std::move(found->files), named, options.forceExclude, *configurations, set,
                 mistakes);
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

std::vector<std::string> productSources(const std::string& root) {
  FinderOptions options;
  options.paths = {root};
  options.workingFolder = root;
  options.accepts = [](std::string_view path) {
    return frontendFor(path) != nullptr && !isCppFile(path);
  };
  std::vector<std::string> paths;
  if (Result<FoundFiles> found = findFiles(options); found.ok()) {
    for (FoundFile& file : found->files) {
      if (!isTestFile(file.displayPath)) {
        paths.push_back(std::move(file.path));
      }
    }
  }
  return paths;
}

}  // namespace envelint
