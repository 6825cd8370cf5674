#pragma once

#include <map>
#include <optional>
#include <vector>

#include "mcp/code_index.h"
#include "mcp/tool.h"

namespace envelint {

/// Finds the functions that receive every tool call of a low-level server, and enters them once per
/// tool with the tool's name known: a `switch`, an `if` chain or a map of handlers then shows the
/// one way this tool takes.
class Dispatchers {
 public:
  Dispatchers(Evaluator& evaluator, const CodeIndex& index);
  /// Gives a handler to each tool that has none.
  void assignHandlers(std::vector<ToolRecord>& tools);

 private:
  struct Dispatcher {
    const Value* function = nullptr;
    const Module* module = nullptr;
    bool byMethod = false;  ///< a hand-written router: its parameters aren't the SDK's
    /// A chain of comparisons with tools' names: the parameter that is compared, or that what is
    /// compared is read from the others.
    bool byName = false;
    std::optional<uint32_t> nameParameter = std::nullopt;
  };
  void findSdkDispatchers();
  void findRouters();
  /// C++ servers without an SDK call the chain of names from anywhere.
  void findNameChains(const std::vector<ToolRecord>& tools);
  const Frame* enterByName(const Dispatcher& dispatcher, std::string_view toolName);
  const Frame* enter(const Dispatcher& dispatcher, std::string_view toolName);
  /// The dispatcher's function entered for no tool at all; one frame a dispatcher.
  const Frame* enterForNone(const Dispatcher& dispatcher);
  /// A function kept in an object under the tool's own name.
  const Value* keyedHandler(const ToolRecord& tool);
  /// How likely a dispatcher is a tool's: 0 when it is another package's.
  size_t closeness(const Module& dispatcher, const CodePlace& tool) const;
  bool samePackage(const Module& a, const CodePlace& b) const;

  Evaluator& evaluator_;
  const CodeIndex& index_;
  std::vector<Dispatcher> dispatchers_;
  std::map<const Value*, const Frame*> noTool_;
};

}  // namespace envelint
