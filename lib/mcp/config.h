#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace envelint {

/// A project's own function that registers a tool; positions count from 0, negative ones from the
/// end (-1 is the last argument), and kAbsent says the wrapper has no such argument.
struct ToolWrapper {
  static constexpr int kAbsent = -1000;
  std::string callee;  ///< the called name's last part: `defineTool`, or `tool` of `ctx.tool`
  int name = 0;
  int schema = kAbsent;
  int handler = -1;
};

/// What a project may tell the domain layer about itself; the `toolWrappers`, `limitParameters` and
/// `maxLimit` keys of `.envelint.json`.
struct DomainConfig {
  std::vector<ToolWrapper> toolWrappers;
  std::vector<std::string> limitParameters;  ///< in addition to the built-in names
  int64_t maxLimit = 1000;                   ///< rows; a larger maximum doesn't bound
};

}  // namespace envelint
