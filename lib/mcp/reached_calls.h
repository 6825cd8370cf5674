#pragma once

// Which calls of a kind a tool's handler reaches: calls are followed through the functions and
// classes of the program.

#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/evaluator.h"
#include "mcp/tool.h"

namespace envelint {

/// Where in the program the wanted calls may be, by their looks, and by which names they may be
/// reached. One pass over the entries' modules and all that they import; built once.
class CallIndex {
 public:
  /// Whether an expression could be a wanted call, by its looks.
  using Filter = std::function<bool(ExprRef)>;
  /// `entries` are the modules with the handlers of tools.
  CallIndex(Evaluator& evaluator, const Filter& mayBeWanted, std::vector<const Module*> entries);

  /// What a function's own code has of interest, in the order of the text.
  struct Body {
    std::vector<ExprId> wanted;     ///< calls that look like the wanted ones
    std::vector<ExprId> calls;      ///< calls of functions that may lead to one
    std::vector<ExprId> functions;  ///< FunctionExprs that may have one inside
  };
  const Body& bodyOf(FunctionRef function) const;
  /// Whether there is anything to look for at all.
  bool isEmpty() const { return !hasWanted_; }

 private:
  struct Code {
    std::vector<ExprId> wanted;
    std::vector<ExprId> calls;
    std::vector<ExprId> functions;
    std::vector<std::string_view> names;  ///< by which it may be called
    FunctionRef parent;
    bool isLeading = false;  ///< it may lead to a wanted call
  };
  /// The entries and what they import, directly or not.
  static std::vector<const Module*> loadImports(Program& program,
                                                std::vector<const Module*> entries);
  void addModule(const Module& module, const Filter& mayBeWanted);
  void nameFunctions(const Module& module);
  void spread();
  bool mayCall(const Module& module, ExprId call) const;

  std::unordered_map<FunctionRef, Code> code_;
  std::unordered_map<FunctionRef, Body> bodies_;
  std::unordered_set<std::string_view> leadingNames_;
  Evaluator& evaluator_;
  bool hasWanted_ = false;
};

/// A call, and the frame it is reached in.
struct ReachedCall {
  ExprRef call;
  const Frame* frame = nullptr;
};

/// The calls that look like wanted ones among those a handler reaches. Bounded: of very large
/// programs some are left out.
std::vector<ReachedCall> reachedCalls(Evaluator& evaluator, const CallIndex& index,
                                      const Handler& handler);

}  // namespace envelint
