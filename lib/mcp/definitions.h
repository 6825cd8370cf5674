#pragma once

#include <vector>

#include "mcp/code_index.h"
#include "mcp/discovery.h"
#include "mcp/project.h"

namespace envelint {

/// Finds tools by the shape of what defines them, wherever they are registered: an object or a
/// class whose members are a name, a schema and a function, whatever these are called; decorators;
/// and files that are a tool each.
class Definitions {
 public:
  Definitions(Evaluator& evaluator, const CodeIndex& index, const McpProjects& projects)
      : evaluator_(evaluator), index_(index), projects_(projects) {}
  void find(std::vector<ToolRecord>& out);

 private:
  void findInObject(ExprRef object, std::vector<ToolRecord>& out);
  void findInClass(ClassRef classRef, std::vector<ToolRecord>& out);
  void findDecorated(ClassRef classRef, std::vector<ToolRecord>& out);
  void findFileTool(const Module& module, std::vector<ToolRecord>& out);
  /// The first schema member of a definition, and whether its key or its value make it sure.
  const Value* schemaOf(const Value* definition, bool* sure);
  const Value* handlerOf(const Value* definition);
  const Value* siblingHandler(ExprRef object);
  /// The handler that a function of the program makes of a definition it is given: the function
  /// that is called in the end may validate, log and wrap the answer around the definition's own.
  /// Null when the definition isn't given to such a function or what it makes isn't known.
  const Value* factoryHandler(ExprRef object);
  /// Whether anything refers to the variable a definition is kept in: one that nobody takes up is
  /// no tool. A barrel that only passes it on doesn't.
  bool isUsed(ExprRef object);
  struct NameFound;
  NameFound nameOf(ExprRef object, const Value* definition);

  Evaluator& evaluator_;
  const CodeIndex& index_;
  const McpProjects& projects_;
};

}  // namespace envelint
