#include "mcp/project.h"

#include <algorithm>
#include <array>

#include "mcp/sdk_table.h"

namespace envelint {

namespace {

/// The length of the package's name in an import's specifier: `@scope/name` of `@scope/name/x.js`.
size_t packageLength(std::string_view specifier) {
  size_t end = specifier.find('/');
  if (specifier.starts_with("@") && end != std::string_view::npos) {
    end = specifier.find('/', end + 1);
  }
  return std::min(end, specifier.size());
}

}  // namespace

const std::vector<std::string_view>& triggerWords() {
  // Every shape of registration has "tool" in it somewhere: registerTool, addTool, @Tool,
  // tools/list, ListToolsRequestSchema, toolName, MCPTool. `inputSchema` catches the rest.
  static const std::vector<std::string_view> kWords = {"tool", "Tool", "inputSchema", "xmcp",
                                                       "muppet"};
  return kWords;
}

bool isTestFile(std::string_view displayPath) {
  static constexpr auto kFolders = std::to_array<std::string_view>({
      "__mocks__",
      "__tests__",
      "__fixtures__",
      "__e2e__",
      "e2e",
      "test",
      "tests",
      "testing",
      "mocks",
      "spec",
      "specs",
      "evals",
      "benchmarks",
      "debug",
  });
  size_t begin = 0;
  while (begin < displayPath.size()) {
    const size_t end = displayPath.find('/', begin);
    if (end == std::string_view::npos) {
      break;
    }
    if (std::ranges::find(kFolders, displayPath.substr(begin, end - begin)) != kFolders.end()) {
      return true;
    }
    begin = end + 1;
  }
  const std::string_view name = displayPath.substr(begin);
  static constexpr auto kMarks =
      std::to_array<std::string_view>({".test.", ".tests.", ".spec.", ".e2e.", ".mock.",
                                       ".stories.", ".bench.", "_test.", ".int."});
  return std::ranges::any_of(
             kMarks,
             [&](std::string_view mark) { return name.find(mark) != std::string_view::npos; }) ||
         name.starts_with("test-") || name.starts_with("test_");
}

bool McpProjects::cppSpeaksMcp() const {
  if (!cppSpeaks_.has_value()) {
    static constexpr auto kWords = std::to_array<std::string_view>(
        {"tools/call", "tools/list", "inputSchema", "input_schema", "mcp::", "register_tool"});
    const std::vector<const Module*> modules = program_.modules();
    cppSpeaks_ = std::ranges::any_of(modules, [&](const Module* module) {
      return module->isCpp() && std::ranges::any_of(kWords, [&](std::string_view word) {
               return module->file().text().find(word) != std::string_view::npos;
             });
    });
  }
  return *cppSpeaks_;
}

bool McpProjects::speaksMcp(const Module& module) const {
  if (module.isCpp()) {
    return cppSpeaksMcp();
  }
  // Imports say it best; a hand-written server has the protocol's method names instead.
  const bool imports = std::ranges::any_of(module.imports(), [](const Import& import) {
    return isMcpPackage(import.specifier.substr(0, packageLength(import.specifier)));
  });
  const std::string_view text = module.file().text();
  static constexpr auto kOwnWords = std::to_array<std::string_view>(
      {"@modelcontextprotocol/", "tools/call", "tools/list", "McpServer", "require(\"fastmcp",
       "require('fastmcp", "MCPTool"});
  if (imports || std::ranges::any_of(kOwnWords, [&](std::string_view word) {
        return text.find(word) != std::string_view::npos;
      })) {
    return true;
  }
  const PackageInfo* own = program_.resolver().packageOf(module.file().path());
  if (own == nullptr) {
    return false;
  }
  const auto depends = [](const PackageInfo& package) {
    return std::ranges::any_of(package.dependencies,
                               [](const std::string& name) { return isMcpPackage(name); });
  };
  if (depends(*own)) {
    return true;
  }
  // A server may be spread over the packages of a workspace: one takes the SDK in and hands it to
  // those above, or takes in those with the tools.
  const auto takesIn = [](const PackageInfo& package, const PackageInfo& other) {
    return !other.name.empty() &&
           std::ranges::find(package.dependencies, other.name) != package.dependencies.end();
  };
  return std::ranges::any_of(program_.resolver().packages(), [&](const PackageInfo& package) {
    return depends(package) && (takesIn(package, *own) || takesIn(*own, package));
  });
}

}  // namespace envelint
