#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace envelint {

/// The files below one root, as the module resolver sees them: what exists, what an import's path
/// means, and the JSON in it. Nothing outside the root is looked at, also not through symbolic
/// links. Thread safe; what was looked up once is remembered.
class ResolverFiles {
 public:
  /// package.json, tsconfig.json and their kin are read up to this size. Real ones stay far below.
  static constexpr uint64_t kMaxJsonBytes = 1u << 20;
  /// All of them together. Five thousand packages of a large workspace have a quarter of it.
  static constexpr uint64_t kMaxTotalJsonBytes = 128u << 20;
  /// JSON nested deeper than this is refused, so that no recursion over it can go wrong.
  static constexpr uint32_t kMaxJsonNesting = 200;

  /// `root` is absolute.
  explicit ResolverFiles(std::string_view root);

  /// Normalised.
  const std::string& root() const { return root_; }

  /// The path of a regular file below the root with all links resolved, again below `root()`; empty
  /// when there is none or it lies elsewhere. `path` is absolute and normalised.
  std::string find(const std::string& path) const;

  /// The source file that the path of an import means: the file itself, the TypeScript file that a
  /// written `.js` stands for, or the path with an extension added. No folders. Empty when there is
  /// none.
  std::string findSource(std::string_view path) const;
  /// The index file of a folder; empty when there is none.
  std::string findIndex(std::string_view folder) const;
  /// A source file of any kind with this path but for its extension, which may be missing, or else
  /// the index of a folder of that name. Empty when there is none. Declaration files don't count.
  std::string findAnySource(std::string_view path) const;

  /// The JSON object in a file; comments and trailing commas are allowed. Empty for a file that
  /// can't be read, is over the limits, or holds something else.
  std::optional<nlohmann::json> readJson(const std::string& path) const;

 private:
  std::string findUncached(const std::string& path) const;

  std::string root_;
  std::string realRoot_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, std::string> found_;
  mutable std::atomic<uint64_t> jsonBytes_ = 0;
};

/// Whether a path is that of a declaration file: `.d.ts`, `.d.mts`, `.d.cts`.
bool isDeclarationFile(std::string_view path);

}  // namespace envelint
