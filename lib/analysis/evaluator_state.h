#pragma once

// The inside of the Evaluator, shared by evaluator*.cpp only.

#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analysis/evaluator.h"
#include "analysis/global_names.h"
#include "analysis/library.h"
#include "analysis/syntax.h"

namespace envelint {

/// Bounds of one query and of the whole. A query that would need more gives unknown.
struct EvaluatorLimits {
  static constexpr uint32_t kStepsPerQuery = 20000;
  /// Of one run: about 15 s and 2 GB at the worst seen. What is asked later stays unknown.
  static constexpr uint64_t kStepsPerRun = 6'000'000;
  static constexpr uint32_t kNesting = 420;  ///< nested evaluations; each costs about 1 kB of stack
  static constexpr uint32_t kFrameDepth = 20;  ///< calls inside calls
  static constexpr size_t kUnionSize = 16;
  static constexpr size_t kElements = 4000;
};

struct Evaluator::State {
  explicit State(Evaluator& owner) : self(owner), program(owner.program()) {
    unknown = make({});
    Value undefinedValue;
    undefinedValue.kind = ValueKind::kUndefined;
    undefined = make(undefinedValue);
    Value inputValue;
    inputValue.kind = ValueKind::kInput;
    input = make(inputValue);
  }

  // --- Making values -------------------------------------------------------------------------
  const Value* make(Value value) {
    if (values.empty() || values.back().size() == values.back().capacity()) {
      values.emplace_back().reserve(kValuesPerChunk);
    }
    values.back().push_back(std::move(value));
    return &values.back().back();
  }
  const Value* constant(std::string text, ExprRef site, const Frame* frame);
  const Value* constantView(std::string_view text, ExprRef site, const Frame* frame);
  const Value* number(double low, double high, ExprRef site, const Frame* frame);
  const Value* boolean(std::optional<bool> known, ExprRef site, const Frame* frame);
  const Value* external(std::string text, ExprRef site);
  const Value* memberOf(const Value* base, std::string_view name, TypeRef type);
  const Value* join(std::vector<const Value*> options);
  /// The value with a written type, where nothing better is known of it.
  const Value* typed(const Value* value, TypeRef type);
  const Value* unknownOf(TypeRef type);

  // --- Expressions ---------------------------------------------------------------------------
  const Value* evaluate(ExprRef expr, const Frame* frame);
  const Value* evaluateNode(ExprRef expr, const Frame* frame);
  const Value* evaluateTemplate(ExprRef expr, const TemplateLiteral& node, const Frame* frame);
  const Value* evaluateBinary(ExprRef expr, const BinaryExpr& node, const Frame* frame);
  const Value* evaluateLogical(ExprRef expr, const LogicalExpr& node, const Frame* frame);
  const Value* evaluateUnary(ExprRef expr, const UnaryExpr& node, const Frame* frame);
  const Value* evaluateThis(ExprRef expr, const Frame* frame);
  const Value* evaluateConditional(ExprRef expr, const ConditionalExpr& node, const Frame* frame);
  const Value* evaluateFresh(ExprRef expr, ValueKind kind, const Frame* frame);

  // --- Names ---------------------------------------------------------------------------------
  /// What a name means that its own C++ file doesn't define; null for all else.
  const Value* globalNamed(ExprRef expr);
  const Value* valueOfBinding(const Module& module, BindingId id, const Frame* frame);
  const Value* computeBinding(const Module& module, BindingId id, const Frame* frame);
  const Value* valueOfWrite(const Module& module, BindingId id, const BindingWrite& write,
                            const Frame* frame);
  const Value* valueOfImport(const Module& module, const Import& import);
  const Value* importNamespace(const Module& module, std::string_view specifier, ExprRef site);
  const Value* exportOf(const Module& module, std::string_view name, int depth);
  const Value* parameterValue(FunctionRef function, uint32_t index, const Frame* frame);
  /// What `target` gets when `root`, which contains it, is matched with `value`.
  const Value* project(const Module& module, PatternId root, PatternId target, const Value* value,
                       const Frame* frame);
  static const Frame* frameFor(const Frame* frame, const Module& module, FunctionId function);

  // --- Calls ---------------------------------------------------------------------------------
  const Value* evaluateCall(ExprRef expr, const CallExpr& node, const Frame* frame);
  const Value* evaluateNew(ExprRef expr, const NewExpr& node, const Frame* frame);
  const Value* evaluateTagged(ExprRef expr, const TaggedTemplateExpr& node, const Frame* frame);
  const Value* callMethod(ExprRef expr, const CallExpr& node, const Value* receiver,
                          std::string_view name, const Frame* frame);
  const Value* callFunction(const Value* function, ExprRef call, const Frame* caller,
                            const Value* receiver);
  const Value* symbolicCall(const Value* callee, std::string_view name, ExprRef site,
                            const Frame* frame);
  const Value* libraryCall(const LibraryFunction& function, ExprRef expr,
                           std::span<const ExprId> args, const Value* receiver, const Frame* frame);
  const Value* findElement(const Value* array, const Value* predicate);
  const Value* boundedCall(LibraryEffect effect, ExprRef expr, std::span<const ExprId> args,
                           const Frame* frame);
  const Value* argument(ExprRef call, std::span<const ExprId> args, uint32_t index,
                        const Frame* frame);
  const Value* resultOf(const Frame* frame);
  const Frame* frame(Frame value);
  const Value* selfFor(const Value* function, const Value* receiver) const;
  bool isRecursive(FunctionRef function, const Frame* caller) const;

  // --- Narrowing -----------------------------------------------------------------------------
  struct Comparison {
    ExprRef expr;  ///< a BinaryExpr
    bool isLeft;   ///< whether what is narrowed stands on its left
  };
  /// A call whose result nobody takes.
  struct Check {
    ExprRef call;
    uint32_t position;
  };
  struct GuardIndex {
    std::unordered_map<std::string, std::vector<Comparison>> comparisons;
    std::unordered_map<std::string, std::vector<Check>> checks;
  };
  std::string accessKey(ExprRef expr);
  const GuardIndex& guardsOf(const Module& module);
  double boundBy(const Comparison& comparison, uint32_t offset, const Frame* frame);
  double boundByCheck(const Check& check, uint32_t offset, const Frame* frame);
  bool assignsTo(const Module& module, StmtId branch, const Comparison& comparison);
  /// A number's value at a place, held down by the conditions on the way there.
  const Value* narrow(ExprRef expr, const Frame* frame, const Value* value);

  // --- Reachability --------------------------------------------------------------------------
  /// Ranges of the function's statements that can't be reached in a frame.
  const std::vector<Range>& deadRanges(const Frame* frame);

  // --- Properties ----------------------------------------------------------------------------
  PropertyLookup lookup(const Value* object, std::string_view key, int depth);
  PropertyLookup lookupKind(const Value* object, std::string_view key, int depth);
  PropertyLookup lookupObject(const Value* object, std::string_view key, int depth);
  PropertyLookup lookupInstance(const Value* object, std::string_view key, int depth);
  PropertyLookup lookupClass(const Value* object, ClassRef classRef, const Frame* frame,
                             std::string_view key, bool isStatic, int depth);
  PropertyLookup lookupTyped(const Value* object, std::string_view key);
  PropertyLookup lookupMerged(const Value* call, std::string_view key, int depth);
  const Value* propertyValue(const Value* object, const Property& property);
  /// Everything written to `this.key` in the class's code, joined; null when nothing is.
  const Value* fieldWrites(const Value* object, ClassRef classRef, std::string_view key);
  /// An instance of a class about whose construction nothing is known.
  const Value* ambientInstance(ClassRef classRef);
  std::string_view intern(std::string_view text);
  void collect(const Value* object, KnownProperties& out, int depth);
  const Value* elementOf(const Value* array, int depth);
  std::vector<const Value*> elementsOf(const Value* array, bool* open, int depth);
  void pushedElements(const Value* array, std::vector<const Value*>& out, int depth);
  bool isRewritten(const Value* array);
  bool mayChange(const Module& module, BindingId id);
  bool handsOn(const Module& module, ExprId read);
  ClassRef superclass(ClassRef classRef, const Frame* frame);

  // --- Types ---------------------------------------------------------------------------------
  TypeRef resolve(TypeRef type, int depth = 0);
  /// Whether a written type leaves everything open: any, unknown, a type parameter.
  bool saysNothing(TypeRef type);
  ClassRef classOfType(TypeRef type, int depth = 0);
  /// The type that a function's parameter has by the place where the function is written: a member
  /// of an object whose type is declared, an argument. None where it isn't known.
  TypeRef contextualParameter(FunctionRef function, uint32_t index);
  /// The type that is expected where an expression stands.
  TypeRef contextualType(ExprRef expr, int depth);
  /// The FunctionExpr a function is the body of; none for declarations and methods.
  ExprRef expressionOf(FunctionRef function);
  /// The interface a type names, through aliases; null when it names none of the program.
  const TypeDeclaration* interfaceOfType(TypeRef type);
  /// The classes that implement an interface or extend a class, at any remove.
  const std::vector<ClassRef>& implementersOf(const TypeDeclaration* interface);
  const std::vector<ClassRef>& implementersOf(ClassRef base);
  void indexImplementers();
  TypeRef memberType(TypeRef type, std::string_view key, int depth = 0);
  TypeRef elementType(TypeRef type, int depth = 0);
  bool isArrayType(TypeRef type, int depth = 0);
  TypeRef resultType(TypeRef functionType);
  TypeRef at(const TypeRef& type, TypeId id) const { return {type.module, id, type.substitution}; }
  /// The declared type of `name` in a module: an alias, an interface, or none.
  const TypeDeclaration* findType(const Module& module, std::string_view name, const Module** where,
                                  int depth);
  ClassRef findClass(const Module& module, std::string_view name, int depth);
  TypeRef substituteReturn(FunctionRef function, ExprRef call);
  /// What a function's type parameters stand for in a call; null where it has none.
  const std::vector<std::pair<std::string_view, TypeRef>>* substitutionOf(FunctionRef function,
                                                                          ExprRef call);
  const std::vector<std::pair<std::string_view, TypeRef>>* substitutionIn(ExprRef expr,
                                                                          const Frame* frame);

  bool spend() {
    return ++steps <= EvaluatorLimits::kStepsPerRun &&
           ++querySteps <= EvaluatorLimits::kStepsPerQuery;
  }

  struct Key {
    const Module* module;
    uint32_t id;
    uint32_t family;  ///< 0 expression, 1 binding
    const Frame* frame;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    size_t operator()(const Key& key) const noexcept {
      size_t hash = std::hash<const void*>{}(key.module);
      hash = hash * 1099511628211u + key.id;
      hash = hash * 1099511628211u + key.family;
      return hash * 1099511628211u + std::hash<const void*>{}(key.frame);
    }
  };
  struct PairHash {
    size_t operator()(const std::pair<const void*, std::string_view>& key) const noexcept {
      return std::hash<const void*>{}(key.first) * 31 + std::hash<std::string_view>{}(key.second);
    }
  };

  Evaluator& self;
  Program& program;
  std::optional<GlobalNames> globals;
  /// Chunks never grow past what they reserved, so that values stay where they are.
  static constexpr size_t kValuesPerChunk = 256;
  std::deque<std::vector<Value>> values;
  std::deque<std::string> texts;
  std::deque<Frame> frames;
  std::deque<std::vector<std::pair<std::string_view, TypeRef>>> substitutions;
  std::unordered_map<Key, const Value*, KeyHash> memo;  ///< null while in progress
  std::unordered_map<const Module*, GuardIndex> guards;
  std::unordered_map<const Binding*, bool> changes;
  std::unordered_map<const Frame*, std::vector<Range>> dead;
  std::unordered_map<const Frame*, const Value*> results;  ///< null while in progress
  std::unordered_map<std::pair<const void*, std::string_view>, const Value*, PairHash> members;
  std::unordered_map<std::pair<const void*, std::string_view>, PropertyLookup, PairHash> lookups;
  std::unordered_map<std::string, const Value*> externals;
  std::unordered_map<ClassRef, const Value*> ambient;
  std::unordered_map<const TypeDeclaration*, std::vector<ClassRef>> implementers;
  std::unordered_map<ClassRef, std::vector<ClassRef>> subclasses;
  std::unordered_map<const Module*, std::vector<ExprId>> functionExprs;  ///< by function
  std::unordered_set<const TypeDeclaration*> searchedInterfaces;         ///< see loadImplementersOf
  size_t indexedModules = 0;  ///< how many modules `implementers` and `subclasses` are made of
  std::unordered_set<std::string> interned;
  /// `this.key = value` of a module, by the order of the text.
  struct ThisWrite {
    std::string_view key;
    ExprRef value;
    uint32_t offset;
  };
  std::unordered_map<const Module*, std::vector<ThisWrite>> thisWrites;
  std::unordered_multimap<size_t, const Frame*> frameIndex;
  mutable std::unordered_map<FunctionRef, std::vector<ExprRef>> returnsOf;
  const Value* unknown = nullptr;
  const Value* undefined = nullptr;
  const Value* input = nullptr;
  uint64_t steps = 0;
  uint32_t querySteps = 0;
  uint32_t nesting = 0;
};

/// Whether a value is true, false or either where a condition tests it.
std::optional<bool> truth(const Value* value);
/// What `typeof` says of a value that is no union; empty when that isn't known.
std::string_view typeofText(const Value* value);
/// Whether two values are equal: known only for constants.
std::optional<bool> equal(const Value* a, const Value* b);

}  // namespace envelint
