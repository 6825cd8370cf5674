#pragma once

// The inside of Flow, shared by flow*.cpp only.

#include <deque>
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/flow.h"

namespace envelint {

/// What a `this` belongs to: the function that gives it, with the class whose member that is. The
/// function of a `this` in a class's field is the arrow function that is the field's value, or
/// none.
struct ThisScope {
  FunctionId function;
  ClassId classId;  ///< none outside of classes
};

/// Where functions are written and where `this` is read, per module.
class FlowIndex {
 public:
  /// The FunctionExpr of a function; none for declarations and members of classes.
  ExprId expressionOf(FunctionRef function);
  /// The binding of a declared function; none for others.
  BindingId bindingOf(FunctionRef function, const Bindings& bindings);
  ThisScope scopeOf(ExprRef thisExpr);
  /// The reads of a function's own `this`, those in arrow functions inside included.
  std::span<const ExprId> thisIn(FunctionRef function);
  /// The reads of `this` in the members and fields of a class.
  std::span<const ExprId> thisIn(ClassRef classRef);

 private:
  struct ModuleIndex {
    std::unordered_map<FunctionId, ExprId> expressions;
    std::unordered_map<FunctionId, BindingId> bindings;
    std::unordered_map<ExprId, ThisScope> thisScopes;
    std::unordered_map<FunctionId, std::vector<ExprId>> thisOfFunction;
    std::unordered_map<ClassId, std::vector<ExprId>> thisOfClass;
    bool hasBindings = false;
  };
  ModuleIndex& of(const Module& module);
  static void indexThis(const Module& module, std::vector<ExprId> reads, ModuleIndex& index);

  std::unordered_map<const Module*, ModuleIndex> modules_;
};

/// One following, from its start to its last use. A worklist, not recursion: the depth of the code
/// is its author's to choose.
class FlowWalk {
 public:
  FlowWalk(Evaluator& evaluator, FlowIndex& index, uint32_t budget, const Flow::Visitor& visitor)
      : evaluator_(evaluator),
        index_(index),
        budget_(budget),
        visitor_(visitor),
        firstStep_(evaluator.steps()) {}

  bool follow(ExprRef expr, const Frame* frame, const AccessPath& path);
  bool followParameter(const Frame* frame, uint32_t parameter, const AccessPath& path);

 private:
  /// A path, its first step first; null is the empty one. Interned: equal paths are one pointer.
  struct Path {
    std::string_view step;
    const Path* rest;
    uint32_t length;
  };
  /// An expression that holds the followed value at the end of a path.
  struct Held {
    ExprRef expr;
    const Frame* frame;
    const Path* path;
  };
  struct Item {
    enum class Kind : uint8_t {
      kExpr,     ///< the expression holds the value
      kPattern,  ///< the pattern is matched with what holds the value
      kObject,   ///< the object that the expression denotes was changed to hold the value
    };
    Kind kind;
    const Module* module;
    uint32_t id;
    const Frame* frame;
    const Path* path;

    friend bool operator==(const Item&, const Item&) = default;
  };
  struct ItemHash {
    size_t operator()(const Item& item) const noexcept;
  };
  struct Pending {
    Item item;
    /// What was matched with the pattern or put into the object.
    Held source;
  };
  /// A function of the program that a call enters; `frame` is null when it can't be told apart from
  /// other calls.
  struct Entered {
    FunctionRef function;
    const Frame* frame = nullptr;
  };
  /// Where what a frame returns goes besides the call that made the frame.
  struct Continuation {
    ExprRef expr;
    const Frame* frame;
    bool isFunction;  ///< `expr` is the function; else its call
    friend bool operator==(const Continuation&, const Continuation&) = default;
  };

  // --- The worklist (flow.cpp) ----------------------------------------------------------------
  bool run();
  void add(Item item, const Held& source);
  void hold(ExprRef expr, const Frame* frame, const Path* path);
  /// The same with one step more in front. Where that can't be followed (the step isn't known, the
  /// path would grow too long) it is a kStored use of `held` by `parent`.
  void holdInside(const Held& held, ExprRef parent, std::string_view step);
  void match(PatternRef pattern, const Frame* frame, const Path* path, ExprRef source);
  /// `source` was put into the object and is now at the end of `path` in it.
  void store(ExprRef object, const Frame* frame, const Path* path, const Held& source);
  UseAction report(UseKind kind, const Held& held, Use use);
  /// Reports a use by an expression; goes on with that expression when the visitor says so.
  void reportBy(UseKind kind, const Held& held, ExprRef parent, uint32_t index = 0,
                std::string_view name = {});

  // --- Paths ----------------------------------------------------------------------------------
  const Path* prepend(std::string_view step, const Path* path);
  const Path* intern(const AccessPath& path);
  /// Whether a path may grow no more: it does so in a circle (`node = {next: node}`).
  static bool isTooLong(const Path* path) { return path != nullptr && path->length >= 12; }
  /// The same path with an element at an unknown place in front.
  const Path* anyElement(const Path* path);
  static std::string_view elementStep(size_t position);
  static bool startsWithElement(const Path* path) {
    return path != nullptr && isElementStep(path->step);
  }
  /// Whether a step leads to the element at a place, as far as is known.
  static bool mayBeElement(std::string_view step, size_t position) {
    return step == kElementStep || step == elementStep(position);
  }
  static bool startsWith(const Path* path, std::string_view step) {
    return path != nullptr && path->step == step;
  }

  // --- Variables, patterns, frames (flow.cpp) -------------------------------------------------
  void onPattern(PatternRef pattern, const Frame* frame, const Path* path, ExprRef source);
  void onObjectPattern(PatternRef pattern, const ObjectPattern& node, const Held& held);
  void onArrayPattern(PatternRef pattern, const ArrayPattern& node, const Held& held);
  void onTargetPattern(PatternRef pattern, ExprRef target, const Held& held);
  void onObject(const Held& held, const Held& source);
  /// `this` of a function holds the value from now on, in all methods of the object. False when
  /// nothing is known of `this`.
  bool storeInThis(const Module& module, ThisScope scope, const Frame* frame, const Path* path);
  /// The reads of a variable that can see the value; `write` is the pattern that gave it the value,
  /// none when an object in it was changed.
  void holdReads(const Module& module, BindingId id, const Frame* frame, const Path* path,
                 PatternId write);
  bool isOverwritten(const Module& module, const Binding& binding, ExprId read, const Path* path,
                     PatternId write);
  bool dominates(const Module& module, ExprId assignment, ExprId read);
  void holdThis(const Frame* frame, const Path* path);
  void holdThisInClass(ClassRef classRef, const Frame* frame, const Path* path);
  /// The frame for code of a function, seen from a frame of that function, of one around it or of
  /// one inside it; null when none of them is known.
  const Frame* frameAt(const Module& module, FunctionId function, const Frame* frame);
  /// Whether a function runs already, or is seen from inside itself, in a frame.
  static bool isActive(FunctionRef function, const Frame* frame);
  const Value* functionValue(FunctionRef function, const Frame* lexical);
  std::string_view constantKey(ExprRef key, const Frame* frame);

  // --- What contains an expression (flow_expressions.cpp) --------------------------------------
  void onExpr(const Held& held);
  void inStatement(const Held& held, StmtRef statement);
  void inPattern(const Held& held, PatternRef pattern);
  void inFunction(const Held& held, FunctionRef function);
  void inClass(const Held& held, ClassRef classRef);
  void in(const Held& held, ExprRef parent, const MemberExpr& node);
  void in(const Held& held, ExprRef parent, const IndexExpr& node);
  void in(const Held& held, ExprRef parent, const CallExpr& node);
  void in(const Held& held, ExprRef parent, const NewExpr& node);
  void in(const Held& held, ExprRef parent, const TaggedTemplateExpr& node);
  void in(const Held& held, ExprRef parent, const TemplateLiteral& node);
  void in(const Held& held, ExprRef parent, const ObjectExpr& node);
  void in(const Held& held, ExprRef parent, const ArrayExpr& node);
  void in(const Held& held, ExprRef parent, const SpreadExpr& node);
  void in(const Held& held, ExprRef parent, const ConditionalExpr& node);
  void in(const Held& held, ExprRef parent, const BinaryExpr& node);
  void in(const Held& held, ExprRef parent, const LogicalExpr& node);
  void in(const Held& held, ExprRef parent, const UnaryExpr& node);
  void in(const Held& held, ExprRef parent, const UpdateExpr& node);
  void in(const Held& held, ExprRef parent, const AssignExpr& node);
  void in(const Held& held, ExprRef parent, const SequenceExpr& node);
  void in(const Held& held, ExprRef parent, const CastExpr& node);
  void in(const Held& held, ExprRef parent, const AwaitExpr& node);
  void in(const Held& held, ExprRef parent, const YieldExpr& node);
  void in(const Held& held, ExprRef parent, const UnknownExpr& node);
  /// Nodes that contain no expression.
  template <typename Node>
  void in(const Held&, ExprRef, const Node&) {}
  void readProperty(const Held& held, ExprRef parent, std::string_view name);
  void onTest(const Held& held, ExprRef parent);

  // --- Calls (flow_calls.cpp) ------------------------------------------------------------------
  void onCallee(const Held& held, ExprRef call);
  void onArgument(const Held& held, ExprRef call, std::span<const ExprId> args, uint32_t index);
  void onSpreadArgument(const Held& held, ExprRef call, std::span<const ExprId> args,
                        uint32_t index);
  /// An argument whose way through a function of the platform or a package is known.
  bool onLibraryArgument(const Held& held, ExprRef call, std::span<const ExprId> args,
                         uint32_t index);
  /// What a function given to a call returns.
  bool onCallbackArgument(const Held& held, ExprRef call, uint32_t index);
  /// A method of the followed value (its path is empty) or of what holds it.
  void onMethodCall(const Held& held, std::string_view name, ExprRef call);
  void onArrayMethod(const Held& held, std::string_view name, ExprRef call);
  /// The function that argument 0 of a call is gets the value as its parameter; false when it is no
  /// function of the program.
  bool enterCallback(const Held& held, ExprRef call, const Value* given, uint32_t parameter,
                     const Path* path);
  std::vector<Entered> enterCall(ExprRef call, const Frame* frame);
  void passParameter(const Entered& entered, size_t parameter, const Path* path, ExprRef source);
  /// `held.expr` is what `function` returns (`held.path` is that of the result).
  void onReturn(const Held& held, FunctionRef function, StmtRef statement);
  /// What the function returns goes where the function goes. False when that isn't known.
  bool holdFunction(FunctionRef function, const Frame* lexical, const Path* result);
  void continueAt(const Frame* returning, const Continuation& continuation);
  void proceed(const Continuation& continuation, const Path* path);

  /// Evaluator steps one following may cause: each place has a query of its own, and all of them
  /// together must end as well.
  static constexpr uint64_t kEvaluatorSteps = 200'000;

  Evaluator& evaluator_;
  FlowIndex& index_;
  const uint32_t budget_;
  const Flow::Visitor& visitor_;
  /// What the evaluator had done before.
  const uint64_t firstStep_;
  uint32_t places_ = 0;
  bool exhausted_ = false;
  std::vector<Pending> pending_;
  std::vector<Pending> next_;  ///< found by the current step, in the order of the text
  std::unordered_set<Item, ItemHash> seen_;
  std::deque<Path> paths_;
  std::map<std::pair<std::string_view, const Path*>, const Path*> pathIndex_;
  FunctionRef originFunction_;
  const Frame* originFrame_ = nullptr;
  /// Whether the origin's frame is one that was given, not one made here for a function inside.
  bool originIsEntry_ = false;
  /// Frames made here for functions whose calls are not known.
  std::unordered_set<const Frame*> closureFrames_;
  std::unordered_map<const Frame*, std::vector<Continuation>> continuations_;
  std::unordered_map<const Frame*, std::vector<const Path*>> returned_;
};

/// The call whose callee an expression is, through casts; none when it isn't called.
ExprRef callOf(ExprRef callee);

}  // namespace envelint
