#pragma once

#include <memory>
#include <string_view>

#include "program/module.h"

namespace envelint {

/// A reader of one language: lowers a file's text into the program model. Implementations hold no
/// state between calls and may be used by several threads at once.
class Frontend {
 public:
  virtual ~Frontend() = default;

  /// Whether files of this name are this front end's, judged by the extension alone.
  virtual bool reads(std::string_view path) const = 0;

  /// Lowers a file. Never fails: what can't be read is listed in `Module::unparsed()`, and nothing
  /// of the file is executed. Time and memory are linear in the text, whatever its nesting.
  /// The file must outlive the module.
  virtual std::unique_ptr<Module> lower(const SourceFile& file) const = 0;
};

/// The front end for TypeScript and JavaScript: .ts .tsx .mts .cts .js .jsx .mjs .cjs.
const Frontend& typescriptFrontend();

/// The front end for C++, by its syntax alone: .cc .cpp .cxx .hpp .hh .hxx .h .ipp .inl.
const Frontend& cppFrontend();

/// Whether a file is C++ by its name.
bool isCppFile(std::string_view path);

/// The front end that reads a file of this name, or null.
const Frontend* frontendFor(std::string_view path);

}  // namespace envelint
