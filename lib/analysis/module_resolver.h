#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace envelint {

/// What a package.json says that matters here.
struct PackageInfo {
  std::string directory;  ///< absolute
  std::string name;
  std::vector<std::string> dependencies;  ///< names of all kinds of dependencies
};

/// Finds the file an import names, by the rules of Node.js and TypeScript: relative paths with and
/// without extension, `.js` written for `.ts`, index files, `paths` and `baseUrl` of the nearest
/// tsconfig.json/jsconfig.json (with `extends` inside the root), `imports` (`#x`) of package.json,
/// and workspace packages by their package.json name and `exports`/`main`/`types` mapped back to
/// sources. Reads only below the root and never through a symbolic link that leaves it; nothing is
/// executed. Thread safe; answers are cached.
class ModuleResolver {
 public:
  /// `root` is absolute. `packageFiles` are the package.json files below it (absolute), as the file
  /// finder lists them; they define the workspace's packages.
  ModuleResolver(std::string root, const std::vector<std::string>& packageFiles);
  ~ModuleResolver();

  /// The absolute path of the file `specifier` means in `importer`, or empty: a package that isn't
  /// in the workspace, a file that doesn't exist, or one outside the root.
  std::string resolve(std::string_view importer, std::string_view specifier) const;

  /// The package a file belongs to: the nearest package.json upwards inside the root, or null.
  const PackageInfo* packageOf(std::string_view path) const;
  /// All packages below the root, sorted by directory.
  const std::vector<PackageInfo>& packages() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace envelint
