#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcp/config.h"
#include "rule/finding.h"
#include "source/ignore_rules.h"
#include "source/result.h"

namespace envelint {

/// The name of a configuration file.
inline constexpr std::string_view kConfigurationName = ".envelint.json";

/// Severities for some of the files a configuration is for.
struct ConfigurationOverride {
  IgnoreRules files;  ///< those it is for, written like `ignore`
  std::map<std::string, Severity, std::less<>> severities;
};

/// What one `.envelint.json` says; the defaults where there is none. Immutable once read.
struct Configuration {
  /// Rule id to the severity it is configured to; rules that aren't named keep their own.
  std::map<std::string, Severity, std::less<>> severities;
  IgnoreRules ignore;
  std::string ignoreBase;                   ///< absolute folder that `ignore` is written from
  std::vector<std::string> ignorePatterns;  ///< `ignore` as it is written
  /// Later ones are stronger. `Configurations::forFile` has them worked into `severities`.
  std::vector<ConfigurationOverride> overrides;
  std::string displayPath;  ///< of the file itself; empty for the defaults
  DomainConfig domain;
};

/// The keys of a configuration, of an entry of `toolWrappers`, of a rule's object, and of an entry
/// of `overrides`; sorted.
std::span<const std::string_view> configurationKeys();
std::span<const std::string_view> toolWrapperKeys();
/// The keys of `convex`.
std::span<const std::string_view> convexKeys();
/// The keys of `sql` and of an entry of its `queryFunctions`; sorted.
std::span<const std::string_view> sqlKeys();
std::span<const std::string_view> queryFunctionKeys();
std::span<const std::string_view> ruleEntryKeys();
std::span<const std::string_view> overrideKeys();

/// Reads a configuration; `folder` is where its `ignore` patterns are written from. The error has a
/// line for every mistake: `path:line:column: what is wrong; did you mean ...?`.
Result<Configuration> parseConfiguration(const SourceFile& file, std::string folder);

/// Finds the configuration of each file: the nearest `.envelint.json` upwards from it, up to the
/// root and never above it. The nearest one counts alone; configurations aren't merged.
/// Each file is read once. Not thread safe.
class Configurations {
 public:
  /// `root` is absolute and normalised. With `overridingFile` that file is everybody's
  /// configuration and no other is looked for; its `ignore` is written from the root.
  Configurations(std::string root, std::optional<std::string> overridingFile);

  /// The configuration of the files in this folder (absolute, normalised). A folder outside the
  /// root has the defaults. The configuration lives as long as this object. The error names every
  /// mistake of the file in question.
  Result<const Configuration*> forFolder(const std::string& folder);

  /// The same for one file (absolute, normalised), with the `overrides` that are for it applied.
  Result<const Configuration*> forFile(const std::string& path);

 private:
  using Entry = Result<const Configuration*>;
  Entry lookUp(const std::string& folder);
  Entry read(const std::string& path, const std::string& folder, bool isNamed);

  std::string root_;
  std::optional<std::string> overridingFile_;
  std::optional<Entry> override_;
  std::map<std::string, Entry> byFolder_;
  std::vector<std::unique_ptr<Configuration>> owned_;
  /// With overrides applied, by the configuration they come from and which of them apply.
  std::map<std::pair<const Configuration*, std::vector<bool>>, std::unique_ptr<Configuration>>
      overridden_;
  Configuration defaults_;
};

/// The lowest folder that holds all of these, which are absolute and normalised; "/" for none.
std::string commonFolder(std::span<const std::string> folders);

}  // namespace envelint
