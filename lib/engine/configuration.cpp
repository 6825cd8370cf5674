#include "engine/configuration.h"

#include <fmt/format.h>

#include <filesystem>

#include "source/file_reader.h"
#include "source/paths.h"

namespace envelint {
namespace {

constexpr uint64_t kMaxConfigurationBytes = 1u << 20;
/// Whether there is an entry of this name, be it a link to nowhere. In a folder that may not be
/// entered there is none: nothing in it can be linted either.
bool exists(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_type type = std::filesystem::symlink_status(path, error).type();
  return type != std::filesystem::file_type::not_found && type != std::filesystem::file_type::none;
}

}  // namespace

Configurations::Configurations(std::string root, std::optional<std::string> overridingFile)
    : root_(std::move(root)), overridingFile_(std::move(overridingFile)) {}

Result<const Configuration*> Configurations::forFolder(const std::string& folder) {
  if (overridingFile_) {
    if (!override_) {
      override_ = read(*overridingFile_, root_, true);
    }
    return *override_;
  }
  if (!isWithin(folder, root_)) {
    return &defaults_;
  }
  return lookUp(folder);
}

Result<const Configuration*> Configurations::forFile(const std::string& path) {
  Result<const Configuration*> found = forFolder(std::string(parentPath(path)));
  if (!found.ok() || (*found)->overrides.empty()) {
    return found;
  }
  const Configuration& base = **found;
  const std::string relative = relativePath(path, base.ignoreBase);
  std::vector<bool> applies;
  for (const ConfigurationOverride& each : base.overrides) {
    applies.push_back(each.files.ignoresBelow(relative, false, ""));
  }
  std::unique_ptr<Configuration>& overridden = overridden_[{&base, applies}];
  if (overridden == nullptr) {
    overridden = std::make_unique<Configuration>(base);
    for (size_t i = 0; i < applies.size(); ++i) {
      for (const auto& [rule, severity] : base.overrides[i].severities) {
        if (applies[i]) {
          overridden->severities[rule] = severity;
        }
      }
    }
  }
  return overridden.get();
}

Configurations::Entry Configurations::lookUp(const std::string& folder) {
  // The folders on the way up that aren't known yet; all of them share what is found.
  std::vector<std::string> asked;
  std::optional<Entry> found;
  for (std::string at = folder; !found; at = std::string(parentPath(at))) {
    const auto known = byFolder_.find(at);
    if (known != byFolder_.end()) {
      found = known->second;
      break;
    }
    asked.push_back(at);
    const std::string path = joinPath(at, kConfigurationName);
    if (exists(path)) {
      found = read(path, at, false);
    } else if (at == root_) {
      found = Entry(&defaults_);
    }
  }
  for (const std::string& each : asked) {
    byFolder_.emplace(each, *found);
  }
  return *found;
}

Configurations::Entry Configurations::read(const std::string& path, const std::string& folder,
                                           bool isNamed) {
  // A link might lead out of the root, and diagnostics would quote what is there.
  const Links links = isNamed ? Links::kFollow : Links::kRefuse;
  const std::string displayPath = isWithin(path, root_) ? relativePath(path, root_) : path;
  Result<std::string> text = readFile(path, kMaxConfigurationBytes, links);
  if (!text.ok()) {
    return Error{fmt::format("configuration `{}` can't be read: {}", displayPath, text.error())};
  }
  const SourceFile file(path, displayPath, std::move(*text));
  Result<Configuration> configuration = parseConfiguration(file, folder);
  if (!configuration.ok()) {
    return Error{configuration.error()};
  }
  owned_.push_back(std::make_unique<Configuration>(std::move(*configuration)));
  return owned_.back().get();
}

std::string commonFolder(std::span<const std::string> folders) {
  if (folders.empty()) {
    return "/";
  }
  std::string common = folders[0];
  for (const std::string& folder : folders) {
    while (!isWithin(folder, common)) {
      common = std::string(parentPath(common));
    }
  }
  return common;
}

}  // namespace envelint
