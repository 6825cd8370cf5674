#pragma once

// How tests get at tools: by the tools' names, or by the functions that answer for them.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mcp/tool.h"

namespace envelint {

/// The names and functions of a server's tools, for finding them in tests. Tools of one name, in
/// several packages of a workspace, are one.
class TestedTools {
 public:
  TestedTools(Evaluator& evaluator, const std::vector<ToolRecord>& tools);

  /// The tool of this name as kept by the server; empty when there is none.
  std::string_view named(std::string_view name) const;
  /// The tool whose handler a function is, or that the handler ends in calling; empty for any other
  /// function and for one that several tools share.
  std::string_view answeredBy(FunctionRef function) const;
  /// Words of which a test file of one of these tools holds at least one: its name, the name of a
  /// function that answers for it, or of the variable or class such a function is kept in.
  std::vector<std::string_view> wordsFor(const std::vector<std::string_view>& tools) const;

 private:
  void addFunctions(Evaluator& evaluator, const ToolRecord& tool);

  std::unordered_map<std::string_view, std::vector<std::string_view>> words_;  ///< by tool
  std::unordered_map<FunctionRef, std::vector<std::string_view>> answering_;
};

}  // namespace envelint
