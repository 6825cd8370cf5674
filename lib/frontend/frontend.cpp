#include "frontend/frontend.h"

namespace envelint {

const Frontend* frontendFor(std::string_view path) {
  const Frontend& typescript = typescriptFrontend();
  if (typescript.reads(path)) {
    return &typescript;
  }
  return isCppFile(path) ? &cppFrontend() : nullptr;
}

bool isCppFile(std::string_view path) { return cppFrontend().reads(path); }

}  // namespace envelint
