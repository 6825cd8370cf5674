#include "mcp/discovery.h"

#include <algorithm>
#include <map>
#include <set>

#include "mcp/code_index.h"
#include "mcp/definitions.h"
#include "mcp/dispatchers.h"
#include "mcp/project.h"
#include "mcp/registrations.h"

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

/// Drops definitions that nothing takes up where the same package has a tool of that name that is.
void dropLeftovers(const ModuleResolver& resolver, std::vector<ToolRecord>& tools) {
  const auto keyOfTool = [&](const ToolRecord& tool) {
    return std::pair(resolver.packageOf(tool.namePlace.file->path()), tool.name);
  };
  std::set<decltype(keyOfTool(tools.front()))> served;
  for (const ToolRecord& tool : tools) {
    if (!tool.isLoose) {
      served.insert(keyOfTool(tool));
    }
  }
  std::erase_if(tools, [&](const ToolRecord& tool) {
    return tool.isLoose && served.contains(keyOfTool(tool));
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
