#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/module_resolver_files.h"

namespace envelint {

/// `paths` and `baseUrl` of the tsconfig.json and jsconfig.json files below a root. Thread safe;
/// each file is read once.
class TsConfigs {
 public:
  /// Finds a file that `extends` names by a package; empty when there is none.
  using FindInPackage =
      std::function<std::string(std::string_view specifier, std::string_view folder)>;

  /// `files` must outlive this.
  TsConfigs(const ResolverFiles& files, FindInPackage findInPackage);
  ~TsConfigs();

  /// The paths that a specifier can mean for importers in a folder, by the nearest configuration
  /// upwards, best first; absolute and normalised, not looked up.
  std::vector<std::string> candidates(std::string_view folder, std::string_view specifier) const;

 private:
  struct Config;
  using ConfigPtr = std::shared_ptr<const Config>;

  ConfigPtr nearest(std::string_view folder) const;
  ConfigPtr readFinished(const std::string& path) const;
  Config read(const std::string& path, int& filesLeft) const;
  void extend(Config& config, const nlohmann::json& extends, std::string_view folder,
              int& filesLeft) const;

  const ResolverFiles& files_;
  FindInPackage findInPackage_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, ConfigPtr, std::less<>> byFolder_;
};

}  // namespace envelint
