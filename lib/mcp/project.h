#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/program.h"

namespace envelint {

/// Words of which a file of an MCP server holds at least one; others needn't be parsed unless an
/// import leads to them.
const std::vector<std::string_view>& triggerWords();

/// Whether a file is a test, a mock or a story: tools registered there are no server's.
/// `displayPath` is relative to what is linted.
bool isTestFile(std::string_view displayPath);

/// Whether a module belongs to a package that speaks MCP: by its package.json's dependencies, else
/// by its own text.
class McpProjects {
 public:
  explicit McpProjects(Program& program) : program_(program) {}
  bool speaksMcp(const Module& module) const;

 private:
  /// C++ has no packages: one file that speaks the protocol speaks for the whole program.
  bool cppSpeaksMcp() const;

  mutable std::optional<bool> cppSpeaks_;
  Program& program_;
};

}  // namespace envelint
