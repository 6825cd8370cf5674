#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/module_resolver.h"
#include "analysis/module_resolver_files.h"

namespace envelint {

/// A package specifier in its parts: `@scope/name/sub/path` is `@scope/name` and `sub/path`.
struct PackageSpecifier {
  std::string_view name;
  std::string_view subpath;  ///< empty for the package itself
};
PackageSpecifier splitPackageSpecifier(std::string_view specifier);

/// The packages of the workspace, as their package.json files tell. Immutable after construction.
class ResolverPackages {
 public:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  /// `files` must outlive the table. Of a package.json that can't be read only the folder is known.
  ResolverPackages(const ResolverFiles& files, const std::vector<std::string>& packageFiles);

  const std::vector<PackageInfo>& infos() const { return infos_; }
  /// Position of the nearest package upwards of a file or folder, `kNone` without one.
  size_t around(std::string_view path) const;
  /// Position of the package in exactly this folder, `kNone` when there is none.
  size_t in(std::string_view folder) const;
  /// Position of the package of that name that lies nearest to a folder, `kNone` without one.
  size_t named(std::string_view name, std::string_view nearFolder) const;

  /// The source file that a subpath of a package means (empty: the package itself), by `exports`,
  /// `source`, `module`, `main` and `types`. A path into build output is mapped back to where its
  /// source should be. Empty when there is none.
  std::string resolve(size_t package, std::string_view subpath) const;
  /// What `#name` means in a package by its `imports`: paths (`./x`, from the package's folder) and
  /// specifiers of packages, best first.
  std::vector<std::string> importTargets(size_t package, std::string_view specifier) const;
  /// The source file that a path in package.json (from the package's folder) stands for.
  std::string findTarget(size_t package, const std::vector<std::string>& targets) const;

 private:
  struct Entries {
    nlohmann::json exports;
    nlohmann::json imports;
    std::vector<std::string> main;  ///< `source`, `module`, `main`, `types`: best first
  };

  const ResolverFiles& files_;
  std::vector<PackageInfo> infos_;
  std::vector<Entries> entries_;
  std::unordered_map<std::string_view, size_t> byFolder_;
  std::unordered_map<std::string_view, std::vector<size_t>> byName_;
};

}  // namespace envelint
