#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/program.h"
#include "analysis/value.h"

namespace envelint {

/// Answers "what can this expression be?" on demand, across calls and files.
///
/// Await, casts and promises are transparent. Answers are memoized by expression and frame; a
/// recursion, a query over its step budget or nested too deeply gives `kUnknown`, never a guess.
/// One thread at a time. Returned values and frames live as long as the evaluator and are never
/// null.
class Evaluator {
 public:
  explicit Evaluator(Program& program);
  ~Evaluator();

  Program& program() { return program_; }

  /// What `expr` is, its names read in `frame`; a null frame is the module's top level or a
  /// function whose callers are not known.
  const Value* valueOf(ExprRef expr, const Frame* frame = nullptr);
  /// What a binding holds, all its writes joined.
  const Value* valueOf(const Module& module, BindingId binding, const Frame* frame = nullptr);
  /// What an export of a module is; kUnknown when there is none.
  const Value* exportOf(const Module& module, std::string_view name);

  /// Property `key` of a value: through spreads, later writes, classes, namespaces and types.
  const Value* member(const Value* object, std::string_view key);
  PropertyLookup lookup(const Value* object, std::string_view key);
  /// The known properties of an object, instance or namespace, spreads opened.
  KnownProperties properties(const Value* object);
  /// What one of those properties is.
  const Value* valueOf(const KnownProperty& property);

  /// What the elements of an array are, joined; kUnknown for anything else.
  const Value* element(const Value* array);
  /// The elements of an array literal, spreads opened, pushes included; empty and `open` when they
  /// aren't all known.
  std::vector<const Value*> elements(const Value* array, bool* open);

  /// What calling a function value gives, with these arguments (missing ones are unknown).
  const Value* returnOf(const Value* function, const std::vector<const Value*>& arguments);
  /// A frame for entering a function from outside, as a framework does.
  const Frame* enter(const Value* function, const std::vector<const Value*>& arguments);
  /// A frame for the function a call expression reaches, arguments read in `caller`; null when the
  /// callee is no function of the program. Calls of a union give the first function.
  const Frame* frameOfCall(ExprRef call, const Frame* caller);
  /// Frames for the methods that a call through an interface or an abstract class of the program
  /// may reach: one for each class in the loaded modules that implements it. Empty for any other
  /// call, and where there are more than `kImplementations` of them.
  std::vector<const Frame*> framesOfInterfaceCall(ExprRef call, const Frame* caller);
  static constexpr size_t kImplementations = 16;
  /// A frame like `frame` in which the for-of loop is at one element; `frame` may be null for a
  /// loop at the top level.
  const Frame* inLoop(const Frame* frame, StmtRef loop, const Value* element);
  /// What a function returns: each `return`'s expression in the order of the text, or the
  /// expression body.
  std::vector<ExprRef> returns(FunctionRef function) const;
  /// Those of them that can be reached in a frame.
  std::vector<ExprRef> liveReturns(const Frame* frame);
  /// Whether an expression of the frame's function can be reached, judged by the conditions that
  /// are known in the frame: `switch (name)` with a known name has one live case.
  bool isLive(ExprRef expr, const Frame* frame);

  /// A value standing for what a caller from outside sends.
  const Value* input();
  /// An object with just these properties.
  const Value* record(std::vector<std::pair<std::string_view, const Value*>> fields);
  /// A constant string.
  const Value* text(std::string_view text);
  const Value* unknown();
  /// Whether something may change a fresh object or array after it was made, other than by writes
  /// to its own variable: it is handed to a call, or kept under another name.
  bool mayChange(const Value* object);
  /// A class, and an instance of it about whose construction nothing is known.
  const Value* classValue(ClassRef classRef);
  const Value* instanceOf(ClassRef classRef);
  /// The alternatives of a value: the options of a union, else the value itself.
  std::vector<const Value*> alternatives(const Value* value) const;

  /// Constant text of a string value; empty when it isn't constant (see Value::isConstant).
  std::string_view constantText(const Value* value) const;

  /// Whether the value is an array wherever it is anything at all: by what made it or, where that
  /// isn't visible, by its written type. Undefined and null alternatives are left out of account.
  bool isArray(const Value* value);
  /// Whether it can be an array: some alternative is one.
  bool mayBeArray(const Value* value);
  /// Type of a value as written, resolved through aliases to something other than a NamedType of
  /// the program; none when unknown.
  TypeRef resolvedType(TypeRef type);
  bool isArrayType(TypeRef type);

  /// The nearest expression in the entry function (or, going outwards, the first one that isn't a
  /// parameter's name) that the value at `expr` came from: follows parameter names to the arguments
  /// of the frame's call. What a report points at.
  std::pair<ExprRef, const Frame*> outermostSource(ExprRef expr, const Frame* frame);

  /// Steps taken so far, for --stats.
  uint64_t steps() const;
  /// Starts a new query with a fresh step budget.
  void startQuery();

 private:
  struct State;
  Program& program_;
  std::unique_ptr<State> state_;
};

}  // namespace envelint
