#pragma once

#include <string>
#include <vector>

#include "mcp/config.h"
#include "mcp/tool.h"

namespace envelint {

/// A place where discovery could not go on, for the report.
struct DiscoveryGap {
  std::string id;
  std::string message;
  CodePlace place;
  /// Of tools whose names are made at run time: the code they all run, as far as it was found.
  Handler handler;
};

struct Discovery {
  std::vector<ToolRecord> tools;  ///< sorted by the name's path and position, one per name place
  std::vector<DiscoveryGap> gaps;
};

/// Finds the tools of a program, from the loaded modules outwards: registration calls (seen through
/// loops and wrapper functions), definition objects, tool classes, decorators, and the handlers
/// that low-level dispatchers give them. Never fails; a tool whose name isn't constant isn't
/// listed.
Discovery discoverTools(Evaluator& evaluator, const DomainConfig& config);

}  // namespace envelint
