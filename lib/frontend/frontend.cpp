#include "frontend/frontend.h"

namespace envelint {

const Frontend* frontendFor(std::string_view path) {
  const Frontend& typescript = typescriptFrontend();
  return typescript.reads(path) ? &typescript : nullptr;
}

}  // namespace envelint
