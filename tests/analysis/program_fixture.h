#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/evaluator.h"
#include "analysis/program.h"
#include "source/paths.h"
#include "support/temp_folder.h"

namespace envelint {

/// A program made of texts, in a folder of its own. All files are loaded.
class ProgramFixture {
 public:
  using Files = std::map<std::string, std::string>;

  explicit ProgramFixture(const Files& files) {
    ProgramOptions options;
    options.root = folder_.path();
    std::vector<std::string> paths;
    for (const auto& [name, text] : files) {
      const std::string path = folder_.write(name, text);
      if (fileName(path) == "package.json") {
        options.packageFiles.push_back(path);
      }
      paths.push_back(path);
    }
    program_ = std::make_unique<Program>(std::move(options));
    program_->preload(paths);
    evaluator_ = std::make_unique<Evaluator>(*program_);
  }

  Program& program() { return *program_; }
  Evaluator& evaluator() { return *evaluator_; }
  const TempFolder& folder() const { return folder_; }

  const Module& module(std::string_view name) {
    const Module* module = program_->load(folder_.path(name));
    if (module == nullptr) {
      throw std::runtime_error("no module " + std::string(name));
    }
    return *module;
  }

  /// The expression whose text is exactly this range; none when there is none. Of several the
  /// outermost.
  static ExprRef exprAt(const Module& module, Range range) {
    for (uint32_t i = module.exprCount(); i-- > 0;) {
      if (module.range(ExprId{i}) == range) {
        return {&module, ExprId{i}};
      }
    }
    return {};
  }

  /// The range between the marks `/*<*/` and `/*>*/`; empty without them.
  static Range markedRange(const Module& module) {
    constexpr std::string_view kBegin = "/*<*/";
    const std::string_view text = module.file().text();
    const size_t begin = text.find(kBegin);
    const size_t end = text.find("/*>*/");
    if (begin == std::string_view::npos || end == std::string_view::npos) {
      return {};
    }
    return {static_cast<uint32_t>(begin + kBegin.size()), static_cast<uint32_t>(end)};
  }

 private:
  TempFolder folder_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Evaluator> evaluator_;
};

}  // namespace envelint
