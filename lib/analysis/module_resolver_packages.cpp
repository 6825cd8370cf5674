#include "analysis/module_resolver_packages.h"

#include <algorithm>
#include <array>
#include <optional>

#include "source/paths.h"
#include "source/words.h"

namespace envelint {
namespace {

using nlohmann::json;

/// A map of thousands of targets is no map a person wrote.
constexpr size_t kMaxTargets = 64;

/// Conditions of `exports` and `imports`, those that lead to sources first. Others come last.
constexpr std::array<std::string_view, 9> kConditions = {"source",  "development", "import",
                                                         "module",  "module-sync", "node",
                                                         "default", "require",     "types"};

/// Folders that compilers and bundlers write to.
constexpr std::array<std::string_view, 9> kOutputFolders = {
    "dist", "build", "lib", "out", "output", "esm", "cjs", "es", "_dist"};
/// Folders inside of those, one for each module format.
constexpr std::array<std::string_view, 9> kFormatFolders = {
    "esm", "cjs", "es", "mjs", "node", "commonjs", "module", "types", "browser"};

/// Cuts the first part off a relative path.
std::string_view cutFirst(std::string_view& path) {
  const size_t slash = path.find('/');
  const std::string_view first = path.substr(0, slash);
  path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  return first;
}

/// Where the source of a file in build output can be, relative to the package, best first; empty
/// for a path that isn't in build output.
std::vector<std::string> sourcePlaces(std::string_view target) {
  std::string_view rest = target;
  const std::string_view first = cutFirst(rest);
  if (!isOneOf(first, kOutputFolders) && !first.starts_with("dist-")) {
    return {};
  }
  std::vector<std::string> places;
  const auto add = [&](std::string_view inside) {
    const std::string path(inside.empty() ? "index" : inside);
    if (!path.starts_with("src/")) {
      places.push_back("src/" + path);
    }
    places.push_back(path);
  };
  add(rest);
  std::string_view inFormat = rest;
  if (isOneOf(cutFirst(inFormat), kFormatFolders)) {
    add(inFormat);
  }
  return places;
}

std::string withStar(std::string_view pattern, std::optional<std::string_view> star) {
  std::string result;
  for (char c : pattern) {
    if (c == '*' && star.has_value()) {
      result += *star;
    } else {
      result += c;
    }
  }
  return result;
}

/// Appends every path a value of `exports` or `imports` can stand for, whatever the conditions.
void collectTargets(const json& value, std::optional<std::string_view> star,
                    std::vector<std::string>& out) {
  if (out.size() >= kMaxTargets) {
    return;
  }
  if (value.is_string()) {
    out.push_back(withStar(value.get_ref<const std::string&>(), star));
  } else if (value.is_array()) {
    for (const json& element : value) {
      collectTargets(element, star, out);
    }
  } else if (value.is_object()) {
    for (std::string_view condition : kConditions) {
      if (const auto it = value.find(condition); it != value.end()) {
        collectTargets(*it, star, out);
      }
    }
    for (const auto& [condition, inner] : value.items()) {
      if (!isOneOf(condition, kConditions)) {
        collectTargets(inner, star, out);
      }
    }
  }
}

/// The targets of `key` in a map with `*` patterns and (of old) folder keys that end in a slash.
std::vector<std::string> matchTargets(const json& map, std::string_view key) {
  std::vector<std::string> targets;
  if (const auto exact = map.find(key); exact != map.end() && !key.ends_with('/')) {
    collectTargets(*exact, std::nullopt, targets);
    return targets;
  }
  const json* best = nullptr;
  size_t bestPrefix = 0;
  std::string_view star;
  bool isFolder = false;
  for (const auto& [pattern, value] : map.items()) {
    const size_t at = pattern.find('*');
    const bool folder = at == std::string::npos && pattern.ends_with('/');
    if (at == std::string::npos && !folder) {
      continue;
    }
    const std::string_view prefix = std::string_view(pattern).substr(0, at);
    const std::string_view suffix =
        folder ? std::string_view() : std::string_view(pattern).substr(at + 1);
    if (key.size() > prefix.size() + suffix.size() && key.starts_with(prefix) &&
        key.ends_with(suffix) && prefix.size() > bestPrefix) {
      best = &value;
      bestPrefix = prefix.size();
      star = key.substr(prefix.size(), key.size() - prefix.size() - suffix.size());
      isFolder = folder;
    }
  }
  if (best != nullptr) {
    collectTargets(*best, isFolder ? std::nullopt : std::optional(star), targets);
    if (isFolder) {
      for (std::string& target : targets) {
        target += star;
      }
    }
  }
  return targets;
}

/// `exports` without subpaths is short for `{".": exports}`.
bool hasSubpaths(const json& exports) {
  return exports.is_object() && std::ranges::any_of(exports.items(), [](const auto& item) {
           return item.key().starts_with('.');
         });
}

size_t commonPrefix(std::string_view a, std::string_view b) {
  return static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

void addString(const json& object, const char* key, std::vector<std::string>& out) {
  if (const auto it = object.find(key); it != object.end() && it->is_string()) {
    out.push_back(it->get<std::string>());
  }
}

void readInfo(const json& object, PackageInfo& info) {
  std::vector<std::string> name;
  addString(object, "name", name);
  info.name = name.empty() ? std::string() : std::move(name.front());
  for (const char* kind :
       {"dependencies", "devDependencies", "peerDependencies", "optionalDependencies"}) {
    const auto it = object.find(kind);
    if (it == object.end() || !it->is_object()) {
      continue;
    }
    for (const auto& item : it->items()) {
      info.dependencies.push_back(item.key());
    }
  }
  std::ranges::sort(info.dependencies);
  const auto repeated = std::ranges::unique(info.dependencies);
  info.dependencies.erase(repeated.begin(), repeated.end());
}

}  // namespace

PackageSpecifier splitPackageSpecifier(std::string_view specifier) {
  size_t end = specifier.find('/');
  if (specifier.starts_with('@') && end != std::string_view::npos) {
    end = specifier.find('/', end + 1);
  }
  if (end == std::string_view::npos) {
    return {specifier, {}};
  }
  return {specifier.substr(0, end), specifier.substr(end + 1)};
}

ResolverPackages::ResolverPackages(const ResolverFiles& files,
                                   const std::vector<std::string>& packageFiles)
    : files_(files) {
  std::vector<std::string> folders;
  for (const std::string& file : packageFiles) {
    folders.emplace_back(parentPath(normalisePath(file)));
  }
  std::ranges::sort(folders);
  const auto repeated = std::ranges::unique(folders);
  folders.erase(repeated.begin(), repeated.end());

  infos_.reserve(folders.size());
  for (const std::string& folder : folders) {
    PackageInfo info;
    info.directory = folder;
    Entries entries;
    if (std::optional<json> object = files_.readJson(joinPath(folder, "package.json"))) {
      readInfo(*object, info);
      for (const char* key : {"source", "module", "main", "types", "typings"}) {
        addString(*object, key, entries.main);
      }
      if (const auto it = object->find("exports"); it != object->end()) {
        entries.exports = std::move(*it);
      }
      if (const auto it = object->find("imports"); it != object->end()) {
        entries.imports = std::move(*it);
      }
    }
    infos_.push_back(std::move(info));
    entries_.push_back(std::move(entries));
  }
  for (size_t i = 0; i < infos_.size(); ++i) {
    byFolder_.emplace(infos_[i].directory, i);
    if (!infos_[i].name.empty()) {
      byName_[infos_[i].name].push_back(i);
    }
  }
}

size_t ResolverPackages::in(std::string_view folder) const {
  const auto it = byFolder_.find(folder);
  return it != byFolder_.end() ? it->second : kNone;
}

size_t ResolverPackages::around(std::string_view path) const {
  while (isWithin(path, files_.root())) {
    if (const size_t found = in(path); found != kNone) {
      return found;
    }
    if (path == "/") {
      break;
    }
    path = parentPath(path);
  }
  return kNone;
}

size_t ResolverPackages::named(std::string_view name, std::string_view nearFolder) const {
  const auto it = byName_.find(name);
  if (it == byName_.end()) {
    return kNone;
  }
  return *std::ranges::max_element(it->second, {}, [&](size_t package) {
    const std::string& folder = infos_[package].directory;
    // The package that holds the importer comes before its neighbours.
    return std::pair(isWithin(nearFolder, folder), commonPrefix(nearFolder, folder));
  });
}

std::string ResolverPackages::findTarget(size_t package,
                                         const std::vector<std::string>& targets) const {
  const std::string& folder = infos_[package].directory;
  std::vector<std::string> inside;
  for (const std::string& target : targets) {
    std::string path = normalisePath(target);
    if (!path.starts_with('/') && path != ".." && !path.starts_with("../")) {
      inside.push_back(std::move(path));
    }
  }
  // Sources first, whichever condition leads to them, then what was built, then declarations.
  for (const std::string& target : inside) {
    for (const std::string& place : sourcePlaces(target)) {
      if (std::string found = files_.findAnySource(joinPath(folder, place)); !found.empty()) {
        return found;
      }
    }
    std::string found = files_.findSource(joinPath(folder, target));
    if ((found.ends_with("ts") || found.ends_with("tsx")) && !isDeclarationFile(found)) {
      return found;
    }
  }
  for (bool declarations : {false, true}) {
    for (const std::string& target : inside) {
      const std::string path = joinPath(folder, target);
      for (std::string found : {files_.findSource(path), files_.findIndex(path)}) {
        if (!found.empty() && isDeclarationFile(found) == declarations) {
          return found;
        }
      }
    }
  }
  return {};
}

std::string ResolverPackages::resolve(size_t package, std::string_view subpath) const {
  const Entries& entries = entries_[package];
  const bool bySubpath = hasSubpaths(entries.exports);
  if (bySubpath) {
    const std::string key = subpath.empty() ? "." : "./" + std::string(subpath);
    std::string found = findTarget(package, matchTargets(entries.exports, key));
    if (!found.empty()) {
      return found;
    }
  }
  if (!subpath.empty()) {
    const std::string path(subpath);
    return findTarget(package, {path, "dist/" + path});
  }
  std::vector<std::string> targets;
  if (!bySubpath) {
    collectTargets(entries.exports, std::nullopt, targets);
  }
  targets.insert(targets.end(), entries.main.begin(), entries.main.end());
  targets.push_back("dist/index.js");
  targets.push_back("index.js");
  return findTarget(package, targets);
}

std::vector<std::string> ResolverPackages::importTargets(size_t package,
                                                         std::string_view specifier) const {
  const json& imports = entries_[package].imports;
  return imports.is_object() ? matchTargets(imports, specifier) : std::vector<std::string>();
}

}  // namespace envelint
