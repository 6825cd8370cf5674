#include "mcp/sdk_table.h"

#include <algorithm>
#include <array>

#include "source/words.h"

namespace envelint {
namespace {

constexpr auto kApis = std::to_array<RegistrationApi>({
    {"accountTool", RegistrationForm::kConfig, "cloudflare/mcp-server-cloudflare mcp-common"},
    {"registerAppTool", RegistrationForm::kConfig, "@modelcontextprotocol/ext-apps"},
    {"registerTool", RegistrationForm::kConfig,
     "@modelcontextprotocol/sdk 1.x McpServer, server 2.x"},
    {"registerToolTask", RegistrationForm::kConfig, "@modelcontextprotocol/sdk 1.x experimental"},
    {"tool", RegistrationForm::kPositional, "@modelcontextprotocol/sdk 1.x McpServer"},
});

// Names on npm; a trailing slash stands for every package of the scope.
constexpr auto kPackages = std::to_array<std::string_view>({
    "@frontmcp/",
    "@mastra/mcp",
    "@modelcontextprotocol/",
    "@rekog/mcp-nest",
    "@supabase/mcp-utils",
    "@vercel/mcp-adapter",
    "agents",
    "fastmcp",
    "litemcp",
    "mcp-framework",
    "mcp-handler",
    "mcp-lite",
    "mcp-use",
    "mcp-utils",
    "muppet",
    "xmcp",
    "@cyanheads/mcp-ts-core",
});

constexpr auto kNames = std::to_array<std::string_view>({"name", "toolName", "id", "tool_name"});
constexpr auto kSchemas = std::to_array<std::string_view>({
    "inputSchema",
    "input_schema",
    "paramsSchema",
    "parametersSchema",
    "argsSchema",
    "argsShape",
    "inputShape",
    "zodSchema",
    "schemaShape",
    "parameters",
    "schema",
    "args",
    "input",
    "params",
});
constexpr auto kHandlers = std::to_array<std::string_view>({
    "handler",
    "execute",
    "callback",
    "run",
    "logic",
    "call",
    "handle",
    "runTool",
    "toolHandler",
    "invoke",
    "fn",
    "func",
    "cb",
    "tool",
    "implementation",
    "executor",
    "action",
});

}  // namespace

std::span<const RegistrationApi> registrationApis() { return kApis; }

const RegistrationApi* findRegistrationApi(std::string_view method) {
  const auto it = std::ranges::find(kApis, method, &RegistrationApi::method);
  return it == kApis.end() ? nullptr : &*it;
}

bool isMcpPackage(std::string_view dependency) {
  return std::ranges::any_of(kPackages, [&](std::string_view package) {
    return package.ends_with("/") ? dependency.starts_with(package) : dependency == package;
  });
}

std::span<const std::string_view> nameKeys() { return kNames; }
std::span<const std::string_view> schemaKeys() { return kSchemas; }
std::span<const std::string_view> handlerKeys() { return kHandlers; }

bool isSureSchemaKey(std::string_view key) {
  static constexpr auto kSure = std::to_array<std::string_view>(
      {"inputSchema", "input_schema", "paramsSchema", "parametersSchema", "argsShape"});
  return isOneOf(key, kSure);
}

bool isCallToolRequest(std::string_view name) {
  return name == "CallToolRequestSchema" || name == "tools/call";
}

bool isInputEnvelopeKey(std::string_view key) {
  static constexpr auto kKeys = std::to_array<std::string_view>(
      {"context", "params", "args", "input", "arguments", "parameters", "inputData"});
  return isOneOf(key, kKeys);
}

bool isContextParameterName(std::string_view name) {
  static constexpr auto kContext = std::to_array<std::string_view>({
      "api",     "app", "client",  "config", "conn",    "connection", "context",
      "ctx",     "db",  "deps",    "env",    "extra",   "server",     "services",
      "session", "sdk", "storage", "store",  "vectors",
  });
  return name.starts_with("_") || isOneOf(name, kContext) || name.ends_with("Client") ||
         name.ends_with("Service") || name.ends_with("Context");
}

}  // namespace envelint
