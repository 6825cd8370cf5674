#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/cpp/lowering.h"
#include "frontend/cpp/syntax_tree.h"
#include "frontend/frontend.h"

namespace envelint {
namespace {

constexpr std::array<std::string_view, 9> kExtensions{".cc",  ".cpp", ".cxx", ".hpp", ".hh",
                                                      ".hxx", ".h",   ".ipp", ".inl"};

class CppFrontend : public Frontend {
 public:
  bool reads(std::string_view path) const override {
    return std::any_of(kExtensions.begin(), kExtensions.end(),
                       [&](std::string_view extension) { return path.ends_with(extension); });
  }

  std::unique_ptr<Module> lower(const SourceFile& file) const override {
    auto module = std::make_unique<Module>(file);
    module->setLanguage(Language::kCpp);
    const cpp::SyntaxTree tree(file.text());
    if (tree.root() == nullptr) {
      module->addUnparsed({0, static_cast<uint32_t>(file.text().size())});
      module->finish({});
      return module;
    }
    cpp::Lowering(file.text(), tree, *module).run();
    return module;
  }
};

}  // namespace

const Frontend& cppFrontend() {
  static const CppFrontend kFrontend;
  return kFrontend;
}

}  // namespace envelint
