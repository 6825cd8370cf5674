#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "program/module.h"

namespace envelint {

/// A file and its module, made of its comments alone. The text must hold no comment delimiters in
/// strings.
class CommentedModule {
 public:
  explicit CommentedModule(std::string text)
      : file_("/root/a.ts", "a.ts", std::move(text)), module_(file_) {
    const std::string_view all = file_.text();
    size_t at = 0;
    while ((at = all.find('/', at)) != std::string_view::npos) {
      const bool isBlock = all.substr(at).starts_with("/*");
      if (!isBlock && !all.substr(at).starts_with("//")) {
        ++at;
        continue;
      }
      const size_t found = isBlock ? all.find("*/", at) + 2 : all.find('\n', at);
      const size_t end = std::min(found, all.size());
      module_.addComment({{static_cast<uint32_t>(at), static_cast<uint32_t>(end)}, isBlock});
      at = end;
    }
    module_.finish({});
  }

  const SourceFile& file() const { return file_; }
  const Module& module() const { return module_; }

  /// The range of a word that occurs once.
  Range rangeOf(std::string_view word) const {
    const size_t at = file_.text().find(word);
    return {static_cast<uint32_t>(at), static_cast<uint32_t>(at + word.size())};
  }

 private:
  SourceFile file_;
  Module module_;
};

}  // namespace envelint
