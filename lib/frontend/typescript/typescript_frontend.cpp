#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "frontend/frontend.h"
#include "frontend/typescript/grammar_gaps.h"
#include "frontend/typescript/lowering.h"
#include "frontend/typescript/syntax_tree.h"

namespace envelint {
namespace {

constexpr std::array<std::string_view, 3> kTypescriptExtensions{".ts", ".mts", ".cts"};
// JavaScript is read by the TSX grammar, which takes all of it and the types of those who mix.
constexpr std::array<std::string_view, 5> kTsxExtensions{".tsx", ".jsx", ".js", ".mjs", ".cjs"};

template <size_t kCount>
bool endsWithAny(std::string_view path, const std::array<std::string_view, kCount>& extensions) {
  return std::any_of(extensions.begin(), extensions.end(),
                     [&](std::string_view extension) { return path.ends_with(extension); });
}

/// Parses a text, a second time when that reads more of it.
typescript::SyntaxTree readTree(std::string_view text, typescript::Dialect dialect) {
  const std::string early = typescript::withoutEarlyGaps(text);
  if (!early.empty()) {
    text = early;
  }
  typescript::SyntaxTree tree(text, dialect);
  if (tree.root() == nullptr) {
    return tree;
  }
  const std::string late = typescript::withoutLateGaps(text, tree);
  if (late.empty()) {
    return tree;
  }
  typescript::SyntaxTree second(late, dialect);
  const bool isBetter = second.root() != nullptr && second.errors().size() <= tree.errors().size();
  return isBetter ? std::move(second) : std::move(tree);
}

class TypescriptFrontend : public Frontend {
 public:
  bool reads(std::string_view path) const override {
    return endsWithAny(path, kTypescriptExtensions) || endsWithAny(path, kTsxExtensions);
  }

  std::unique_ptr<Module> lower(const SourceFile& file) const override {
    auto module = std::make_unique<Module>(file);
    const auto dialect = endsWithAny(file.path(), kTypescriptExtensions)
                             ? typescript::Dialect::kTypescript
                             : typescript::Dialect::kTsx;
    const typescript::SyntaxTree tree = readTree(file.text(), dialect);
    if (tree.root() == nullptr) {
      module->addUnparsed({0, static_cast<uint32_t>(file.text().size())});
      module->finish({});
      return module;
    }
    typescript::Lowering(file, tree, *module).run();
    return module;
  }
};

}  // namespace

const Frontend& typescriptFrontend() {
  static const TypescriptFrontend kFrontend;
  return kFrontend;
}

}  // namespace envelint
