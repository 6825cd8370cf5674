#pragma once

#include <optional>
#include <vector>

#include "mcp/code_index.h"
#include "mcp/project.h"
#include "mcp/tool.h"

namespace envelint {

/// Finds the tools of C++ programs. Their SDKs agree on nothing, so a tool is known by what its
/// parts are, not by where they stand: a call or a brace list whose first part is a constant name
/// and one of whose others is a JSON Schema of an object.
///
///   server.tool("list_films", schema, handler)            registry.add("list_films", "…", schema,
///   fn)
///   {"list_films", "Lists films", schema, listFilms}      registerTool({name, text, schema, fn})
///   server.register_tool(tool_object, handler)            tool.name = …; tool.inputSchema = …;
class CppTools {
 public:
  CppTools(Evaluator& evaluator, const CodeIndex& index, const McpProjects& projects)
      : evaluator_(evaluator), index_(index), projects_(projects) {}
  void find(std::vector<ToolRecord>& out);

 private:
  void findInParts(ExprRef whole, std::span<const ExprId> parts, std::string_view callee,
                   std::vector<ToolRecord>& out);
  /// A call that is given a definition as an object, and maybe the handler beside it.
  bool findRegistered(ExprRef call, std::span<const ExprId> parts, std::vector<ToolRecord>& out);
  void findFilled(ExprRef object, std::vector<ToolRecord>& out);

  Evaluator& evaluator_;
  const CodeIndex& index_;
  const McpProjects& projects_;
};

}  // namespace envelint
