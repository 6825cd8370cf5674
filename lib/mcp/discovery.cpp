#include "mcp/discovery.h"

#include <algorithm>
#include <map>
#include <set>

#include "mcp/code_index.h"
#include "mcp/cpp_tools.h"
#include "mcp/definitions.h"
#include "mcp/dispatchers.h"
#include "mcp/project.h"
#include "mcp/registrations.h"
#include "source/paths.h"
#include "source/words.h"

namespace envelint {
namespace {

using PlaceKey = std::pair<std::string_view, uint32_t>;

PlaceKey keyOf(const CodePlace& place) { return {place.file->displayPath(), place.range.begin}; }

/// Adds what the second sighting of a tool knows and the first didn't.
void merge(ToolRecord& known, ToolRecord&& other) {
  known.isLoose &= other.isLoose;
  if (known.description.empty()) {
    known.description = std::move(other.description);
  }
  if (known.schemaValue == nullptr) {
    known.schemaValue = other.schemaValue;
  }
  if (!known.handler) {
    known.handler = other.handler;
  }
  if (!known.exception.has_value()) {
    known.exception = std::move(other.exception);
    known.exceptionPlace = other.exceptionPlace;
  }
}

/// Whether a file may be where a program begins, or what a package offers: it need not be imported.
bool mayBeEntry(std::string_view path) {
  static constexpr std::string_view kNames[] = {
      "app", "bin",   "cli",    "http",  "index", "main", "mcp",   "mod",    "plugin", "run",
      "sse", "serve", "server", "start", "stdio", "tool", "tools", "worker", "lib",    "api"};
  const std::string_view name = fileName(path);
  return isOneOf(name.substr(0, name.find_first_of(".-_")), kNames);
}

/// Drops definitions that nothing takes up where the same package has tools that are: the modules
/// of a server are taken up by it, so these are left over.
void dropLeftovers(const ModuleResolver& resolver, std::vector<ToolRecord>& tools) {
  const auto packageOf = [&](const ToolRecord& tool) {
    return resolver.packageOf(tool.namePlace.file->path());
  };
  std::set<const PackageInfo*> serving;
  std::set<std::pair<const PackageInfo*, std::string>> served;
  for (const ToolRecord& tool : tools) {
    if (!tool.isLoose) {
      serving.insert(packageOf(tool));
      served.emplace(packageOf(tool), tool.name);
    }
  }
  std::erase_if(tools, [&](const ToolRecord& tool) {
    const bool isCopy = served.contains({packageOf(tool), tool.name});
    const bool isLeft =
        serving.contains(packageOf(tool)) && !mayBeEntry(tool.namePlace.file->path());
    return tool.isLoose && (isCopy || isLeft);
  });
}

}  // namespace

Discovery discoverTools(Evaluator& evaluator, const DomainConfig& config) {
  Discovery result;
  const CodeIndex index(evaluator);
  const McpProjects projects(evaluator.program());

  std::vector<ToolRecord> found;
  Registrations(evaluator, index, projects, config, result.gaps).find(found);
  Definitions(evaluator, index, projects).find(found);
  CppTools(evaluator, index, projects).find(found);

  // One tool per place of its name: a definition object that a loop registers is seen twice.
  std::map<PlaceKey, ToolRecord> unique;
  for (ToolRecord& record : found) {
    if (!record.namePlace || isTestFile(record.namePlace.file->displayPath())) {
      continue;
    }
    const auto [it, inserted] = unique.try_emplace(keyOf(record.namePlace));
    if (inserted) {
      it->second = std::move(record);
    } else {
      merge(it->second, std::move(record));
    }
  }
  for (auto& [key, record] : unique) {
    result.tools.push_back(std::move(record));
  }
  dropLeftovers(evaluator.program().resolver(), result.tools);
  Dispatchers(evaluator, index).assignHandlers(result.tools);
  return result;
}

}  // namespace envelint
