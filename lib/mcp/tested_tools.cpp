#include "mcp/tested_tools.h"

#include <algorithm>

#include "analysis/syntax.h"
#include "mcp/code_index.h"

namespace envelint {
namespace {

/// From a registration's arrow function over the dispatcher's case to the function itself.
constexpr int kTailCalls = 4;
/// Shorter words are in every file.
constexpr size_t kShortestWord = 3;

/// The names a function can be had by: its own, its class's, and those of the variable that holds
/// it.
void addNames(FunctionRef function, ExprRef site, std::vector<std::string_view>& out) {
  const Function& code = function.module->function(function.id);
  if (code.owner) {
    out.push_back(function.module->classOf(code.owner).name);
  } else {
    out.push_back(code.name);
  }
  const StmtId statement = site ? site.module->statementOf(site.id) : StmtId{};
  if (const auto* declare = site ? site.module->as<DeclareStmt>(statement) : nullptr) {
    for (const Declarator& declarator : declare->declarators) {
      if (const auto* target = site.module->as<NamePattern>(declarator.target)) {
        out.push_back(target->name);
      }
    }
  }
}

}  // namespace

TestedTools::TestedTools(Evaluator& evaluator, const std::vector<ToolRecord>& tools) {
  for (const ToolRecord& tool : tools) {
    words_[tool.name].push_back(tool.name);
    addFunctions(evaluator, tool);
  }
}

void TestedTools::addFunctions(Evaluator& evaluator, const ToolRecord& tool) {
  if (!tool.handler || tool.handler.function == nullptr) {
    return;
  }
  std::vector<std::string_view>& words = words_[tool.name];
  const std::string_view name = words_.find(tool.name)->first;
  addNames(tool.handler.function->function, tool.handler.function->site, words);
  std::vector<const Frame*> frames = {tool.handler.frame};
  for (int hop = 0; hop <= kTailCalls && !frames.empty(); ++hop) {
    std::vector<const Frame*> next;
    for (const Frame* frame : frames) {
      std::vector<std::string_view>& owners = answering_[frame->function];
      if (std::ranges::find(owners, name) != owners.end()) {
        continue;
      }
      owners.push_back(name);
      evaluator.startQuery();
      for (const ExprRef answer : evaluator.liveReturns(frame)) {
        const ExprRef call = withoutCasts(answer);
        if (call.as<CallExpr>() == nullptr) {
          continue;
        }
        if (const Frame* callee = evaluator.frameOfCall(call, frame)) {
          words.push_back(lastNameOf(call.with(call.as<CallExpr>()->callee)));
          addNames(callee->function, {}, words);
          next.push_back(callee);
        }
      }
    }
    frames = std::move(next);
  }
}

std::string_view TestedTools::named(std::string_view name) const {
  const auto it = words_.find(name);
  return it == words_.end() ? std::string_view{} : it->first;
}

std::string_view TestedTools::answeredBy(FunctionRef function) const {
  const auto it = answering_.find(function);
  return it == answering_.end() || it->second.size() != 1 ? std::string_view{} : it->second.front();
}

std::vector<std::string_view> TestedTools::wordsFor(
    const std::vector<std::string_view>& tools) const {
  std::vector<std::string_view> all;
  for (const std::string_view tool : tools) {
    if (const auto it = words_.find(tool); it != words_.end()) {
      std::ranges::copy_if(it->second, std::back_inserter(all),
                           [](std::string_view word) { return word.size() >= kShortestWord; });
    }
  }
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

}  // namespace envelint
