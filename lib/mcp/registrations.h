#pragma once

#include <set>
#include <vector>

#include "mcp/code_index.h"
#include "mcp/config.h"
#include "mcp/discovery.h"
#include "mcp/project.h"

namespace envelint {

/// Finds tools by the calls that register them: `server.registerTool(name, config, handler)` and
/// its kin, through loops over definitions and through wrapper functions of the program.
class Registrations {
 public:
  Registrations(Evaluator& evaluator, const CodeIndex& index, const McpProjects& projects,
                const DomainConfig& config, std::vector<DiscoveryGap>& gaps);
  void find(std::vector<ToolRecord>& out);

 private:
  struct Site;
  void findConfigured();
  /// Registers what a call registers in a frame; when its name isn't constant there, looks for the
  /// loop or the callers that make it so.
  void expand(const Site& site, const Frame* frame, int depth);
  bool expandLoop(const Site& site, const Frame* frame, int depth);
  bool expandCallers(const Site& site, const Frame* frame, int depth);
  void emit(const Site& site, const Frame* frame, const Value* name, ExprRef nameExpr);
  const Value* partOf(const Site& site, int position, const Frame* frame) const;

  Evaluator& evaluator_;
  const CodeIndex& index_;
  const McpProjects& projects_;
  const DomainConfig& config_;
  std::vector<DiscoveryGap>& gaps_;
  std::vector<ToolRecord>* out_ = nullptr;
  size_t emitted_ = 0;
  size_t expansions_ = 0;
};

/// The function a handler value is or wraps: a function argument of a wrapper that isn't the
/// program's own. Null when there is none.
const Value* handlerFunction(Evaluator& evaluator, const Value* value);
/// A way into a handler function with its caller's input as the right argument.
Handler makeHandler(Evaluator& evaluator, const Value* function);
/// The constant parts of a description.
std::string descriptionText(Evaluator& evaluator, const Value* value);
/// The exception marker in the comment just before one of these offsets, if there is one.
void readException(const Module& module, std::initializer_list<uint32_t> offsets,
                   ToolRecord& record);
/// Whether a tool's annotations say that it changes things.
bool readsAsWriting(Evaluator& evaluator, const Value* annotations);
/// The same of a definition: by its annotations, or by a flag of the project's own
/// (`mutating: true`, `readOnly: false`).
bool definesWriting(Evaluator& evaluator, const Value* definition);
/// Whether a text can be a tool's name.
bool isToolName(std::string_view name);

}  // namespace envelint
