#include "analysis/module_resolver_tsconfig.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "source/paths.h"

namespace envelint {
namespace {

using nlohmann::json;

/// Files read for one configuration, all it extends included. Ends circles.
constexpr int kMaxFiles = 32;
constexpr size_t kMaxReferences = 32;
constexpr size_t kMaxPatterns = 2000;
constexpr size_t kMaxTargets = 16;

constexpr std::string_view kConfigDir = "${configDir}";

/// The member `key` when it is a string.
const std::string* stringMember(const json& object, const char* key) {
  const auto it = object.find(key);
  return it != object.end() && it->is_string() ? it->get_ptr<const std::string*>() : nullptr;
}

}  // namespace

struct TsConfigs::Config {
  /// A pattern of `paths`, with at most one `*`, and what it stands for.
  struct Mapping {
    std::string prefix;
    std::string suffix;
    bool hasStar = false;
    std::vector<std::string> targets;
  };

  std::string baseUrl;  ///< absolute once finished; empty when there is none
  std::vector<Mapping> mappings;
  std::string mappingsFolder;  ///< the folder of the file that holds them
  std::vector<ConfigPtr> references;

  void readMappings(const json& paths) {
    mappings.clear();
    for (const auto& [pattern, targets] : paths.items()) {
      if (!targets.is_array() || mappings.size() >= kMaxPatterns) {
        continue;
      }
      Mapping mapping;
      const size_t star = pattern.find('*');
      mapping.hasStar = star != std::string::npos;
      mapping.prefix = pattern.substr(0, star);
      mapping.suffix = mapping.hasStar ? pattern.substr(star + 1) : std::string();
      for (const json& target : targets) {
        if (target.is_string() && mapping.targets.size() < kMaxTargets) {
          mapping.targets.push_back(target.get<std::string>());
        }
      }
      mappings.push_back(std::move(mapping));
    }
    // An exact key wins, then the longest text before the `*`.
    std::ranges::stable_sort(mappings, [](const Mapping& a, const Mapping& b) {
      return std::pair(a.hasStar, b.prefix.size()) < std::pair(b.hasStar, a.prefix.size());
    });
  }

  /// Makes all paths absolute. `${configDir}` is the folder of the file that extends the others.
  void finish(std::string_view leafFolder) {
    const auto absolute = [&](std::string_view path, std::string_view base) {
      if (path.starts_with(kConfigDir)) {
        return joinPath(leafFolder, "./" + std::string(path.substr(kConfigDir.size())));
      }
      return joinPath(base, path);
    };
    if (!baseUrl.empty()) {
      baseUrl = absolute(baseUrl, leafFolder);
    }
    for (Mapping& mapping : mappings) {
      for (std::string& target : mapping.targets) {
        target = absolute(target, baseUrl.empty() ? mappingsFolder : baseUrl);
      }
    }
  }

  void addCandidates(std::string_view specifier, std::vector<std::string>& out) const {
    for (const Mapping& mapping : mappings) {
      const size_t fixed = mapping.prefix.size() + mapping.suffix.size();
      if (mapping.hasStar ? specifier.size() < fixed || !specifier.starts_with(mapping.prefix) ||
                                !specifier.ends_with(mapping.suffix)
                          : specifier != mapping.prefix) {
        continue;
      }
      for (const std::string& target : mapping.targets) {
        std::string path = target;
        if (const size_t star = path.find('*'); star != std::string::npos) {
          const size_t length = mapping.hasStar ? specifier.size() - fixed : 0;
          path.replace(star, 1, specifier.substr(mapping.prefix.size(), length));
        }
        out.push_back(normalisePath(path));
      }
    }
    if (!baseUrl.empty() && !specifier.starts_with('/')) {
      out.push_back(joinPath(baseUrl, specifier));
    }
  }
};

TsConfigs::TsConfigs(const ResolverFiles& files, FindInPackage findInPackage)
    : files_(files), findInPackage_(std::move(findInPackage)) {}
TsConfigs::~TsConfigs() = default;

std::vector<std::string> TsConfigs::candidates(std::string_view folder,
                                               std::string_view specifier) const {
  std::vector<std::string> out;
  const ConfigPtr config = nearest(folder);
  if (config == nullptr) {
    return out;
  }
  config->addCandidates(specifier, out);
  for (const ConfigPtr& reference : config->references) {
    reference->addCandidates(specifier, out);
  }
  return out;
}

TsConfigs::ConfigPtr TsConfigs::nearest(std::string_view folder) const {
  std::vector<std::string> asked;
  ConfigPtr found;
  while (isWithin(folder, files_.root())) {
    {
      const std::lock_guard lock(mutex_);
      if (const auto it = byFolder_.find(folder); it != byFolder_.end()) {
        found = it->second;
        break;
      }
    }
    asked.emplace_back(folder);
    for (const char* name : {"tsconfig.json", "jsconfig.json"}) {
      const std::string path = joinPath(folder, name);
      if (found == nullptr && !files_.find(path).empty()) {
        found = readFinished(path);
      }
    }
    if (found != nullptr || folder == "/") {
      break;
    }
    folder = parentPath(folder);
  }
  const std::lock_guard lock(mutex_);
  for (std::string& path : asked) {
    byFolder_.try_emplace(std::move(path), found);
  }
  return found;
}

TsConfigs::ConfigPtr TsConfigs::readFinished(const std::string& path) const {
  int filesLeft = kMaxFiles;
  Config config = read(path, filesLeft);
  config.finish(parentPath(path));
  // A configuration that only lists others ("solution style") leaves the mapping to them.
  if (!config.mappings.empty() || !config.baseUrl.empty()) {
    return std::make_shared<const Config>(std::move(config));
  }
  const std::optional<json> object = files_.readJson(path);
  const auto references = object ? object->find("references") : json::const_iterator();
  if (!object || references == object->end() || !references->is_array()) {
    return std::make_shared<const Config>(std::move(config));
  }
  for (const json& reference : *references) {
    const std::string* name = reference.is_object() ? stringMember(reference, "path") : nullptr;
    if (name == nullptr || config.references.size() >= kMaxReferences) {
      continue;
    }
    std::string target = joinPath(parentPath(path), *name);
    if (!target.ends_with(".json")) {
      target += "/tsconfig.json";
    }
    Config inner = read(target, filesLeft);
    inner.finish(parentPath(target));
    config.references.push_back(std::make_shared<const Config>(std::move(inner)));
  }
  return std::make_shared<const Config>(std::move(config));
}

TsConfigs::Config TsConfigs::read(const std::string& path, int& filesLeft) const {
  Config config;
  if (filesLeft-- <= 0) {
    return config;
  }
  const std::optional<json> object = files_.readJson(path);
  if (!object) {
    return config;
  }
  const std::string_view folder = parentPath(path);
  if (const auto extends = object->find("extends"); extends != object->end()) {
    extend(config, *extends, folder, filesLeft);
  }
  const auto options = object->find("compilerOptions");
  if (options == object->end() || !options->is_object()) {
    return config;
  }
  if (const std::string* baseUrl = stringMember(*options, "baseUrl")) {
    config.baseUrl = baseUrl->starts_with(kConfigDir) ? *baseUrl : joinPath(folder, *baseUrl);
  }
  if (const auto paths = options->find("paths"); paths != options->end() && paths->is_object()) {
    config.readMappings(*paths);
    config.mappingsFolder = folder;
  }
  return config;
}

void TsConfigs::extend(Config& config, const json& extends, std::string_view folder,
                       int& filesLeft) const {
  const json list = extends.is_array() ? extends : json::array({extends});
  for (const json& item : list) {
    if (!item.is_string()) {
      continue;
    }
    const std::string& name = item.get_ref<const std::string&>();
    std::string target;
    if (name.starts_with('.')) {
      target = joinPath(folder, name);
      if (files_.find(target).empty()) {
        target += ".json";
      }
    } else if (!name.starts_with('/')) {
      target = findInPackage_(name, folder);
    }
    if (target.empty()) {
      continue;
    }
    Config base = read(target, filesLeft);
    if (!base.baseUrl.empty()) {
      config.baseUrl = std::move(base.baseUrl);
    }
    if (!base.mappings.empty()) {
      config.mappings = std::move(base.mappings);
      config.mappingsFolder = std::move(base.mappingsFolder);
    }
  }
}

}  // namespace envelint
