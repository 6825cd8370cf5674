#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/evaluator.h"

namespace envelint {

/// Look-ups that need a pass over the loaded modules: built once, by discovery. Tests are left out.
class CodeIndex {
 public:
  explicit CodeIndex(Evaluator& evaluator);

  /// Every module that isn't a test, sorted by path.
  const std::vector<const Module*>& modules() const { return modules_; }
  /// Calls whose callee's last name is this: `f(...)`, `x.f(...)`, `new f(...)`.
  const std::vector<ExprRef>& callsNamed(std::string_view name) const;
  /// The calls that reach a function of the program, found by its names.
  std::vector<ExprRef> callersOf(FunctionRef function) const;
  /// Whether some module takes in this export of a module and reads it, or all of its exports, or
  /// whether its exports can be had in a way that names don't show (`module.exports`).
  bool isImported(const Module& module, std::string_view name) const;
  /// Whether the top-level function or constant around an expression is provably taken up by
  /// nobody: it is named after tools (so that every file that takes it up has been read), nothing
  /// reads, imports or passes it on, and nothing loads modules by a computed name.
  bool isAbandoned(ExprRef expr) const;
  /// Whether the top-level variable around an expression is read by nothing in its own module,
  /// which no other takes up. It may still be where a program begins, or what a package offers.
  bool isLoose(ExprRef expr) const;
  /// The FunctionExpr a function is the body of; none for declarations and methods.
  ExprRef expressionOf(FunctionRef function) const;
  /// Properties of object literals with this key.
  const std::vector<ExprRef>& objectsWithKey(std::string_view key) const;

 private:
  void addModule(const Module& module);
  /// Whether a module is another one or exports things of it.
  bool passesOn(const Module& from, const Module& module, int depth) const;

  bool isPassedOn(const Module& module, std::string_view name) const;
  /// Whether some module imports it.
  bool isTakenUp(const Module& module) const;

  Evaluator& evaluator_;
  bool loadsComputedModules_ = false;
  mutable std::optional<std::unordered_set<const Module*>> takenUp_;
  std::vector<const Module*> modules_;
  std::unordered_map<std::string_view, std::vector<ExprRef>> calls_;
  std::unordered_map<std::string_view, std::vector<ExprRef>> keys_;
  std::unordered_map<FunctionRef, ExprRef> functions_;
};

/// The last name of a callee: `f` of `f`, `a.f` and `a.b().f`; empty for anything else.
std::string_view lastNameOf(ExprRef callee);

/// The arguments of a CallExpr or NewExpr.
std::span<const ExprId> argumentsOf(ExprRef call);

}  // namespace envelint
