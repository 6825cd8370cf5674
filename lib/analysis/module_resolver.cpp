#include "analysis/module_resolver.h"

#include <unordered_map>

#include "analysis/module_resolver_files.h"
#include "analysis/module_resolver_packages.h"
#include "analysis/module_resolver_tsconfig.h"
#include "source/paths.h"

namespace envelint {
namespace {

/// No import that leads to a file is longer; a data URL can be.
constexpr size_t kMaxSpecifierBytes = 1024;

/// A specifier that can only mean a folder.
bool namesFolder(std::string_view specifier) {
  return specifier == "." || specifier == ".." || specifier.ends_with('/') ||
         specifier.ends_with("/.") || specifier.ends_with("/..");
}

bool isRelative(std::string_view specifier) {
  return specifier == "." || specifier == ".." || specifier.starts_with("./") ||
         specifier.starts_with("../");
}

}  // namespace

struct ModuleResolver::State {
  State(std::string_view root, const std::vector<std::string>& packageFiles)
      : files(root),
        packages(files, packageFiles),
        tsConfigs(files, [this](std::string_view specifier, std::string_view folder) {
          return findSharedConfig(specifier, folder);
        }) {}

  /// A file or a folder with a package.json or an index.
  std::string findPath(std::string_view path, bool folderOnly) const {
    if (!folderOnly) {
      if (std::string found = files.findSource(path); !found.empty()) {
        return found;
      }
    }
    if (const size_t package = packages.in(path); package != ResolverPackages::kNone) {
      if (std::string found = packages.resolve(package, {}); !found.empty()) {
        return found;
      }
    }
    return files.findIndex(path);
  }

  /// The source of a file in build output that isn't there: tests import what will be built.
  std::string findUnbuilt(std::string_view path) const {
    const size_t package = packages.around(path);
    return package == ResolverPackages::kNone
               ? std::string()
               : packages.findTarget(package,
                                     {relativePath(path, packages.infos()[package].directory)});
  }

  std::string findPackage(std::string_view specifier, std::string_view folder) const {
    const PackageSpecifier parts = splitPackageSpecifier(specifier);
    const size_t package = packages.named(parts.name, folder);
    return package != ResolverPackages::kNone ? packages.resolve(package, parts.subpath)
                                              : std::string();
  }

  /// `#name`, by the `imports` of the importer's package.
  std::string findInternal(std::string_view specifier, std::string_view folder) const {
    const size_t package = packages.around(folder);
    if (package == ResolverPackages::kNone) {
      return {};
    }
    const std::vector<std::string> targets = packages.importTargets(package, specifier);
    if (std::string found = packages.findTarget(package, targets); !found.empty()) {
      return found;
    }
    for (const std::string& target : targets) {
      if (!isRelative(target)) {
        if (std::string found = findPackage(target, folder); !found.empty()) {
          return found;
        }
      }
    }
    return {};
  }

  /// The tsconfig that another one extends by a package's name: JSON, so no rule for sources holds.
  std::string findSharedConfig(std::string_view specifier, std::string_view folder) const {
    const PackageSpecifier parts = splitPackageSpecifier(specifier);
    const size_t package = packages.named(parts.name, folder);
    if (package == ResolverPackages::kNone) {
      return {};
    }
    const std::string path =
        joinPath(packages.infos()[package].directory, "./" + std::string(parts.subpath));
    for (const char* ending : {"", ".json", "/tsconfig.json"}) {
      if (std::string found = files.find(path + ending); !found.empty()) {
        return found;
      }
    }
    return {};
  }

  std::string resolve(std::string_view folder, std::string_view specifier) const {
    if (isRelative(specifier)) {
      const std::string path = joinPath(folder, specifier);
      std::string found = findPath(path, namesFolder(specifier));
      return found.empty() ? findUnbuilt(path) : found;
    }
    for (const std::string& path : tsConfigs.candidates(folder, specifier)) {
      if (std::string found = findPath(path, namesFolder(specifier)); !found.empty()) {
        return found;
      }
    }
    return specifier.starts_with('#') ? findInternal(specifier, folder)
                                      : findPackage(specifier, folder);
  }

  ResolverFiles files;
  ResolverPackages packages;
  TsConfigs tsConfigs;
  mutable std::mutex mutex;
  /// By importing folder and specifier, with a NUL between.
  mutable std::unordered_map<std::string, std::string> resolved;
};

ModuleResolver::ModuleResolver(std::string root, const std::vector<std::string>& packageFiles)
    : state_(std::make_unique<State>(root, packageFiles)) {}
ModuleResolver::~ModuleResolver() = default;

std::string ModuleResolver::resolve(std::string_view importer, std::string_view specifier) const {
  if (specifier.empty() || specifier.size() > kMaxSpecifierBytes || specifier.starts_with('/') ||
      specifier.find('\0') != std::string_view::npos) {
    return {};
  }
  const std::string_view folder = parentPath(importer);
  std::string key(folder);
  key += '\0';
  key += specifier;
  {
    const std::lock_guard lock(state_->mutex);
    if (const auto it = state_->resolved.find(key); it != state_->resolved.end()) {
      return it->second;
    }
  }
  std::string found = state_->resolve(folder, specifier);
  const std::lock_guard lock(state_->mutex);
  return state_->resolved.try_emplace(std::move(key), std::move(found)).first->second;
}

const PackageInfo* ModuleResolver::packageOf(std::string_view path) const {
  const size_t package = state_->packages.around(parentPath(path));
  return package != ResolverPackages::kNone ? &state_->packages.infos()[package] : nullptr;
}

const std::vector<PackageInfo>& ModuleResolver::packages() const {
  return state_->packages.infos();
}

}  // namespace envelint
