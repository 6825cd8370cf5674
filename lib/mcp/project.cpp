#include "mcp/project.h"

#include <algorithm>
#include <array>

#include "mcp/sdk_table.h"

namespace envelint {

const std::vector<std::string_view>& triggerWords() {
  // Every shape of registration has "tool" in it somewhere: registerTool, addTool, @Tool,
  // tools/list, ListToolsRequestSchema, toolName, MCPTool. `inputSchema` catches the rest.
  static const std::vector<std::string_view> kWords = {"tool", "Tool", "inputSchema"};
  return kWords;
}

bool isTestFile(std::string_view displayPath) {
  static constexpr auto kFolders = std::to_array<std::string_view>({
      "__mocks__", "__tests__", "__fixtures__", "__e2e__", "e2e", "test", "tests", "testing", "mocks",
      "spec", "specs", "evals", "benchmarks",
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
  static constexpr auto kMarks = std::to_array<std::string_view>(
      {".test.", ".tests.", ".spec.", ".e2e.", ".mock.", ".stories.", ".bench.", "_test.", ".int."});
  return std::ranges::any_of(kMarks, [&](std::string_view mark) {
           return name.find(mark) != std::string_view::npos;
         }) ||
         name.starts_with("test-") || name.starts_with("test_");
}

bool McpProjects::speaksMcp(const Module& module) const {
  const std::string_view text = module.file().text();
  static constexpr auto kOwnWords = std::to_array<std::string_view>(
      {"@modelcontextprotocol/", "fastmcp", "tools/call", "tools/list", "mcp-framework", "litemcp",
       "@mastra/mcp", "xmcp", "McpServer", "MCPTool"});
  if (std::ranges::any_of(kOwnWords, [&](std::string_view word) {
        return text.find(word) != std::string_view::npos;
      })) {
    return true;
  }
  const auto depends = [](const PackageInfo& package) {
    return std::ranges::any_of(package.dependencies,
                               [](const std::string& name) { return isMcpPackage(name); });
  };
  const PackageInfo* own = program_.resolver().packageOf(module.file().path());
  if (own != nullptr && depends(*own)) {
    return true;
  }
  // A part of a server may live in a package of its own in the same workspace.
  return std::ranges::any_of(program_.resolver().packages(), depends);
}

}  // namespace envelint
