#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/glob.h"

namespace envelint {

/// The rules of one .gitignore file, as git reads them: the last one that matches decides; `!`
/// takes a path back in; a rule with a slash before its end is anchored to the file's folder, any
/// other concerns names at every depth; one that ends in a slash concerns folders only.
class IgnoreRules {
 public:
  IgnoreRules() = default;
  /// Rules that can't be read are left out, as git does. With `GlobSyntax::kBraces` rules may hold
  /// `{a,b}`, as the configuration's do.
  explicit IgnoreRules(std::string_view text, GlobSyntax syntax = GlobSyntax::kPlain);

  /// What the rules say about one path, seen from the folder of their file: whether it is ignored,
  /// or nothing if no rule concerns it. That a folder above it is ignored is for the caller to find
  /// out.
  std::optional<bool> judge(std::string_view path, bool isFolder) const;

  /// Whether the path or a folder above it is ignored. Folders that contain `from`, or are it,
  /// aren't asked: they are what the user named ("" is the folder of the rules themselves).
  bool ignoresBelow(std::string_view path, bool isFolder, std::string_view from = "") const;

  bool empty() const { return rules_.empty(); }

 private:
  struct Rule {
    Glob glob;
    bool takesBack = false;
    bool foldersOnly = false;
    bool nameOnly = false;  ///< judged by the last part of the path alone
  };
  void addLine(std::string_view line, GlobSyntax syntax);

  std::vector<Rule> rules_;
};

}  // namespace envelint
