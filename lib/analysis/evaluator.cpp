// The Evaluator's expressions and names. Calls are in evaluator_calls.cpp, properties and elements
// in evaluator_members.cpp, written types in evaluator_types.cpp.

#include "analysis/evaluator.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "analysis/evaluator_state.h"

namespace envelint {

ClassRef classAt(const Module& module, uint32_t offset) {
  ClassRef best;
  for (uint32_t i = 0; i < module.classCount(); ++i) {
    const Range range = module.classOf(ClassId{i}).range;
    if (range.contains(offset) && (!best || module.classOf(best.id).range.contains(range))) {
      best = {&module, ClassId{i}};
    }
  }
  return best;
}

ExprRef withoutCasts(ExprRef expr) {
  while (expr) {
    if (const auto* cast = expr.as<CastExpr>()) {
      expr = expr.with(cast->operand);
    } else if (const auto* awaited = expr.as<AwaitExpr>()) {
      expr = expr.with(awaited->operand);
    } else {
      break;
    }
  }
  return expr;
}

// --- Making values -------------------------------------------------------------------------------

const Value* Evaluator::State::constantView(std::string_view text, ExprRef site,
                                            const Frame* frame) {
  Value value;
  value.kind = ValueKind::kString;
  value.isConstant = true;
  value.text = text;
  value.site = site;
  value.frame = frame;
  return make(value);
}

const Value* Evaluator::State::constant(std::string text, ExprRef site, const Frame* frame) {
  texts.push_back(std::move(text));
  return constantView(texts.back(), site, frame);
}

const Value* Evaluator::State::number(double low, double high, ExprRef site, const Frame* frame) {
  Value value;
  value.kind = ValueKind::kNumber;
  value.low = low;
  value.high = high;
  value.site = site;
  value.frame = frame;
  return make(value);
}

const Value* Evaluator::State::boolean(std::optional<bool> known, ExprRef site,
                                       const Frame* frame) {
  Value value;
  value.kind = ValueKind::kBoolean;
  value.isConstant = known.has_value();
  value.boolean = known.value_or(false);
  value.site = site;
  value.frame = frame;
  return make(value);
}

std::string_view Evaluator::State::intern(std::string_view text) {
  return *interned.emplace(text).first;
}

const Value* Evaluator::State::ambientInstance(ClassRef classRef) {
  auto& slot = ambient[classRef];
  if (slot == nullptr) {
    Value value;
    value.kind = ValueKind::kInstance;
    value.classRef = classRef;
    slot = make(value);
  }
  return slot;
}

const Value* Evaluator::State::external(std::string text, ExprRef site) {
  const auto it = externals.find(text);
  if (it != externals.end()) {
    return it->second;
  }
  texts.push_back(text);
  Value value;
  value.kind = ValueKind::kExternal;
  value.text = texts.back();
  value.site = site;
  return externals.emplace(std::move(text), make(value)).first->second;
}

const Value* Evaluator::State::memberOf(const Value* base, std::string_view name, TypeRef type) {
  if (const auto it = members.find({base, name}); it != members.end()) {
    return it->second;
  }
  name = intern(name);
  auto& slot = members[{base, name}];
  {
    Value value;
    value.kind = ValueKind::kMember;
    value.base = base;
    value.text = name;
    value.type = type;
    value.site = base->site;
    value.frame = base->frame;
    slot = make(value);
  }
  return slot;
}

const Value* Evaluator::State::join(std::vector<const Value*> options) {
  std::vector<const Value*> flat;
  const auto add = [&](const Value* value) {
    const bool known = std::ranges::any_of(flat, [&](const Value* other) {
      return other == value || (other->isUnknown() && value->isUnknown() && !value->type) ||
             (other->isNullish() && other->kind == value->kind);
    });
    if (!known) {
      flat.push_back(value);
    }
  };
  for (const Value* option : options) {
    if (option->is(ValueKind::kUnion)) {
      std::ranges::for_each(option->options, add);
    } else {
      add(option);
    }
  }
  if (flat.empty()) {
    return unknown;
  }
  if (flat.size() == 1) {
    return flat.front();
  }
  if (flat.size() > EvaluatorLimits::kUnionSize) {
    flat.resize(EvaluatorLimits::kUnionSize - 1);
    flat.push_back(unknown);
  }
  Value value;
  value.kind = ValueKind::kUnion;
  value.site = flat.front()->site;
  value.frame = flat.front()->frame;
  value.options = std::move(flat);
  return make(std::move(value));
}

const Value* Evaluator::State::unknownOf(TypeRef type) {
  if (!type) {
    return unknown;
  }
  Value value;
  value.type = type;
  return make(value);
}

bool Evaluator::State::saysNothing(TypeRef type) {
  type = resolve(type);
  if (!type) {
    return true;
  }
  const auto* keyword = type.module->as<KeywordType>(type.id);
  if (keyword != nullptr) {
    return keyword->keyword == TypeKeyword::kAny || keyword->keyword == TypeKeyword::kUnknown;
  }
  // A type parameter of the function around: `return (await response.json()) as T`.
  const auto* named = type.module->as<NamedType>(type.id);
  return named != nullptr && named->args.empty() && named->name.size() <= 2;
}

const Value* Evaluator::State::typed(const Value* value, TypeRef type) {
  if (!type || (value->type && !saysNothing(value->type))) {
    return value;
  }
  switch (value->kind) {
    case ValueKind::kUnknown:
    case ValueKind::kMember:
    case ValueKind::kCall:
    case ValueKind::kParameter: {
      Value copy = *value;
      copy.type = type;
      return make(std::move(copy));
    }
    case ValueKind::kUnion: {
      std::vector<const Value*> options;
      for (const Value* option : value->options) {
        options.push_back(typed(option, type));
      }
      return join(std::move(options));
    }
    default:
      return value;
  }
}

// --- Names of C++ --------------------------------------------------------------------------------

const Value* Evaluator::State::globalNamed(ExprRef expr) {
  if (!globals.has_value()) {
    globals.emplace(program);
  }
  const GlobalNames::Found found = globals->find(expr);
  return found ? valueOfBinding(*found.module, found.binding, nullptr) : nullptr;
}

// --- Expressions ---------------------------------------------------------------------------------

const Value* Evaluator::State::evaluate(ExprRef expr, const Frame* frame) {
  if (!expr) {
    return undefined;
  }
  // Names at the top of a module mean the same in every frame, but for a loop there.
  if (!expr.module->enclosingFunction(expr.id)) {
    frame = frameFor(frame, *expr.module, FunctionId{});
  }
  const Key key{expr.module, expr.id.value, 0, frame};
  const auto [it, inserted] = memo.try_emplace(key, nullptr);
  if (!inserted) {
    return it->second != nullptr ? it->second : unknown;
  }
  if (nesting >= EvaluatorLimits::kNesting || !spend()) {
    memo.erase(key);
    return unknown;
  }
  ++nesting;
  const Value* value = evaluateNode(expr, frame);
  --nesting;
  if (querySteps > EvaluatorLimits::kStepsPerQuery) {
    // What was found while running dry may be poorer than what a fresh query finds.
    memo.erase(key);
  } else {
    memo[key] = value;
  }
  return value;
}

const Value* Evaluator::State::evaluateFresh(ExprRef expr, ValueKind kind, const Frame* frame) {
  Value value;
  value.kind = kind;
  value.site = expr;
  value.frame = frame;
  if (const auto* function = expr.as<FunctionExpr>()) {
    value.function = {expr.module, function->function};
  } else if (const auto* classExpr = expr.as<ClassExpr>()) {
    value.classRef = {expr.module, classExpr->classId};
  }
  return make(value);
}

const Value* Evaluator::State::evaluateNode(ExprRef expr, const Frame* frame) {
  const Module& module = *expr.module;
  const auto in = [&](ExprId id) { return evaluate(expr.with(id), frame); };
  return std::visit(
      [&](const auto& node) -> const Value* {
        using T = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<T, NumberLiteral>) {
          return number(node.value, node.value, expr, frame);
        } else if constexpr (std::is_same_v<T, StringLiteral>) {
          return constantView(node.value, expr, frame);
        } else if constexpr (std::is_same_v<T, TemplateLiteral>) {
          return evaluateTemplate(expr, node, frame);
        } else if constexpr (std::is_same_v<T, BooleanLiteral>) {
          return boolean(node.value, expr, frame);
        } else if constexpr (std::is_same_v<T, NullLiteral>) {
          return evaluateFresh(expr, ValueKind::kNull, frame);
        } else if constexpr (std::is_same_v<T, UndefinedLiteral>) {
          return undefined;
        } else if constexpr (std::is_same_v<T, RegexLiteral>) {
          return evaluateFresh(expr, ValueKind::kRegex, frame);
        } else if constexpr (std::is_same_v<T, NameExpr>) {
          const BindingId id = program.bindings(module).resolve(expr.id);
          if (id) {
            return narrow(expr, frame, valueOfBinding(module, id, frame));
          }
          const Value* global = globalNamed(expr);
          return global != nullptr ? global : external("global:" + std::string(node.name), expr);
        } else if constexpr (std::is_same_v<T, ThisExpr>) {
          return evaluateThis(expr, frame);
        } else if constexpr (std::is_same_v<T, MemberExpr>) {
          const Value* known = self.member(in(node.object), node.name);
          if (!known->is(ValueKind::kFunction)) {
            if (const Value* global = globalNamed(expr)) {
              return global;
            }
          }
          return narrow(expr, frame, known);
        } else if constexpr (std::is_same_v<T, IndexExpr>) {
          const Value* index = in(node.index);
          const Value* object = in(node.object);
          return index->is(ValueKind::kString) && index->isConstant
                     ? self.member(object, index->text)
                     : elementOf(object, 0);
        } else if constexpr (std::is_same_v<T, CallExpr>) {
          return evaluateCall(expr, node, frame);
        } else if constexpr (std::is_same_v<T, NewExpr>) {
          return evaluateNew(expr, node, frame);
        } else if constexpr (std::is_same_v<T, TaggedTemplateExpr>) {
          return evaluateTagged(expr, node, frame);
        } else if constexpr (std::is_same_v<T, ObjectExpr>) {
          return evaluateFresh(expr, ValueKind::kObject, frame);
        } else if constexpr (std::is_same_v<T, ArrayExpr>) {
          return evaluateFresh(expr, ValueKind::kArray, frame);
        } else if constexpr (std::is_same_v<T, FunctionExpr>) {
          return evaluateFresh(expr, ValueKind::kFunction, frame);
        } else if constexpr (std::is_same_v<T, ClassExpr>) {
          return evaluateFresh(expr, ValueKind::kClass, frame);
        } else if constexpr (std::is_same_v<T, ConditionalExpr>) {
          return evaluateConditional(expr, node, frame);
        } else if constexpr (std::is_same_v<T, BinaryExpr>) {
          return evaluateBinary(expr, node, frame);
        } else if constexpr (std::is_same_v<T, LogicalExpr>) {
          return evaluateLogical(expr, node, frame);
        } else if constexpr (std::is_same_v<T, UnaryExpr>) {
          return evaluateUnary(expr, node, frame);
        } else if constexpr (std::is_same_v<T, UpdateExpr>) {
          return number(-INFINITY, INFINITY, expr, frame);
        } else if constexpr (std::is_same_v<T, AssignExpr>) {
          return node.op == AssignOp::kAssign ? in(node.value) : unknown;
        } else if constexpr (std::is_same_v<T, SequenceExpr>) {
          return node.expressions.empty() ? unknown : in(node.expressions.back());
        } else if constexpr (std::is_same_v<T, CastExpr>) {
          return typed(in(node.operand), {&module, node.type, substitutionIn(expr, frame)});
        } else if constexpr (std::is_same_v<T, AwaitExpr>) {
          return in(node.operand);
        } else if constexpr (std::is_same_v<T, ImportExpr>) {
          return importNamespace(module, node.specifier, expr);
        } else {
          return unknown;
        }
      },
      module.node(expr.id));
}

const Value* Evaluator::State::evaluateTemplate(ExprRef expr, const TemplateLiteral& node,
                                                const Frame* frame) {
  std::string text;
  bool constantText = true;
  for (size_t i = 0; i < node.texts.size(); ++i) {
    text += node.texts[i];
    if (i >= node.holes.size()) {
      continue;
    }
    const Value* hole = evaluate(expr.with(node.holes[i]), frame);
    if (hole->is(ValueKind::kString) && hole->isConstant) {
      text += hole->text;
    } else if (hole->isExactNumber() && hole->low == std::floor(hole->low) &&
               std::abs(hole->low) < 1e15) {
      text += std::to_string(static_cast<long long>(hole->low));
    } else {
      constantText = false;
    }
    if (text.size() > 65536) {
      constantText = false;
      break;
    }
  }
  return constantText ? constant(std::move(text), expr, frame)
                      : evaluateFresh(expr, ValueKind::kString, frame);
}

const Value* Evaluator::State::evaluateBinary(ExprRef expr, const BinaryExpr& node,
                                              const Frame* frame) {
  switch (node.op) {
    case BinaryOp::kEqual:
    case BinaryOp::kNotEqual: {
      std::optional<bool> same =
          equal(evaluate(expr.with(node.left), frame), evaluate(expr.with(node.right), frame));
      if (same.has_value() && node.op == BinaryOp::kNotEqual) {
        same = !*same;
      }
      return boolean(same, expr, frame);
    }
    case BinaryOp::kLess:
    case BinaryOp::kLessEqual:
    case BinaryOp::kGreater:
    case BinaryOp::kGreaterEqual:
    case BinaryOp::kIn:
    case BinaryOp::kInstanceof:
      return boolean(std::nullopt, expr, frame);
    default:
      break;
  }
  const Value* left = evaluate(expr.with(node.left), frame);
  const Value* right = evaluate(expr.with(node.right), frame);
  if (node.op == BinaryOp::kAdd &&
      (left->is(ValueKind::kString) || right->is(ValueKind::kString))) {
    if (left->isConstant && right->isConstant && left->is(ValueKind::kString) &&
        right->is(ValueKind::kString) && left->text.size() + right->text.size() <= 65536) {
      return constant(std::string(left->text) + std::string(right->text), expr, frame);
    }
    return evaluateFresh(expr, ValueKind::kString, frame);
  }
  if (!left->is(ValueKind::kNumber) || !right->is(ValueKind::kNumber)) {
    // `limit + 1` of something unknown is a number all the same, unless `+` may mean strings.
    return node.op == BinaryOp::kAdd ? unknown : number(-INFINITY, INFINITY, expr, frame);
  }
  switch (node.op) {
    case BinaryOp::kAdd:
      return number(left->low + right->low, left->high + right->high, expr, frame);
    case BinaryOp::kSubtract:
      return number(left->low - right->high, left->high - right->low, expr, frame);
    case BinaryOp::kMultiply: {
      const double corners[] = {left->low * right->low, left->low * right->high,
                                left->high * right->low, left->high * right->high};
      if (std::ranges::any_of(corners, [](double corner) { return std::isnan(corner); })) {
        return number(-INFINITY, INFINITY, expr, frame);
      }
      return number(std::ranges::min(corners), std::ranges::max(corners), expr, frame);
    }
    case BinaryOp::kDivide:
      if (left->isExactNumber() && right->isExactNumber() && right->low != 0) {
        return number(left->low / right->low, left->low / right->low, expr, frame);
      }
      return number(-INFINITY, INFINITY, expr, frame);
    case BinaryOp::kPower:
      if (left->isExactNumber() && right->isExactNumber()) {
        const double power = std::pow(left->low, right->low);
        return number(power, power, expr, frame);
      }
      return number(-INFINITY, INFINITY, expr, frame);
    default:
      return number(-INFINITY, INFINITY, expr, frame);
  }
}

std::optional<bool> truth(const Value* value) {
  switch (value->kind) {
    case ValueKind::kUndefined:
    case ValueKind::kNull:
      return false;
    case ValueKind::kBoolean:
      return value->isConstant ? std::optional(value->boolean) : std::nullopt;
    case ValueKind::kNumber:
      if (value->isExactNumber()) {
        return value->low != 0;
      }
      return value->low > 0 || value->high < 0 ? std::optional(true) : std::nullopt;
    case ValueKind::kString:
      return value->isConstant ? std::optional(!value->text.empty()) : std::nullopt;
    case ValueKind::kObject:
    case ValueKind::kArray:
    case ValueKind::kFunction:
    case ValueKind::kClass:
    case ValueKind::kInstance:
    case ValueKind::kNamespace:
    case ValueKind::kRecord:
    case ValueKind::kRegex:
      return true;
    default:
      return std::nullopt;
  }
}

std::string_view typeofText(const Value* value) {
  switch (value->kind) {
    case ValueKind::kUndefined:
      return "undefined";
    case ValueKind::kBoolean:
      return "boolean";
    case ValueKind::kNumber:
      return "number";
    case ValueKind::kString:
      return "string";
    case ValueKind::kFunction:
    case ValueKind::kClass:
      return "function";
    case ValueKind::kNull:
    case ValueKind::kObject:
    case ValueKind::kArray:
    case ValueKind::kInstance:
    case ValueKind::kNamespace:
    case ValueKind::kRecord:
    case ValueKind::kRegex:
      return "object";
    default:
      return {};
  }
}

std::optional<bool> equal(const Value* a, const Value* b) {
  if (a->is(ValueKind::kString) && b->is(ValueKind::kString) && a->isConstant && b->isConstant) {
    return a->text == b->text;
  }
  if (a->isExactNumber() && b->isExactNumber()) {
    return a->low == b->low;
  }
  if (a->isNullish() && b->isNullish()) {
    return true;
  }
  // Something that is certainly there is neither undefined nor null.
  if ((a->isNullish() && truth(b) == std::optional(true)) ||
      (b->isNullish() && truth(a) == std::optional(true))) {
    return false;
  }
  return std::nullopt;
}

const Value* Evaluator::State::evaluateLogical(ExprRef expr, const LogicalExpr& node,
                                               const Frame* frame) {
  const Value* left = evaluate(expr.with(node.left), frame);
  std::vector<const Value*> options;
  bool reachesRight = false;
  for (const Value* option : self.alternatives(left)) {
    const std::optional<bool> isTrue = truth(option);
    switch (node.op) {
      case LogicalOp::kNullish:
        if (!option->isNullish()) {
          options.push_back(option);
        }
        reachesRight |= option->isNullish() || !isTrue.has_value();
        break;
      case LogicalOp::kOr:
        if (isTrue != std::optional(false)) {
          options.push_back(option);
        }
        reachesRight |= isTrue != std::optional(true);
        break;
      case LogicalOp::kAnd:
        if (isTrue == std::optional(false)) {
          options.push_back(option);
        } else if (!isTrue.has_value()) {
          // The falsy rest of the left side: never an object or an array.
          options.push_back(undefined);
        }
        reachesRight |= isTrue != std::optional(false);
        break;
    }
  }
  if (reachesRight) {
    options.push_back(evaluate(expr.with(node.right), frame));
  }
  return join(std::move(options));
}

const Value* Evaluator::State::evaluateUnary(ExprRef expr, const UnaryExpr& node,
                                             const Frame* frame) {
  switch (node.op) {
    case UnaryOp::kMinus: {
      const Value* operand = evaluate(expr.with(node.operand), frame);
      return operand->is(ValueKind::kNumber) ? number(-operand->high, -operand->low, expr, frame)
                                             : number(-INFINITY, INFINITY, expr, frame);
    }
    case UnaryOp::kPlus: {
      const Value* operand = evaluate(expr.with(node.operand), frame);
      return operand->is(ValueKind::kNumber) ? operand : number(-INFINITY, INFINITY, expr, frame);
    }
    case UnaryOp::kNot: {
      const std::optional<bool> operand = truth(evaluate(expr.with(node.operand), frame));
      return boolean(operand.has_value() ? std::optional(!*operand) : std::nullopt, expr, frame);
    }
    case UnaryOp::kDelete:
      return boolean(std::nullopt, expr, frame);
    case UnaryOp::kVoid:
      return undefined;
    case UnaryOp::kTypeof: {
      const std::vector<const Value*> options =
          self.alternatives(evaluate(expr.with(node.operand), frame));
      const std::string_view name = options.empty() ? "" : typeofText(options.front());
      const bool isSure = !name.empty() && std::ranges::all_of(options, [&](const Value* option) {
        return typeofText(option) == name;
      });
      return isSure ? self.text(name) : evaluateFresh(expr, ValueKind::kString, frame);
    }
    case UnaryOp::kBitNot:
      return number(-INFINITY, INFINITY, expr, frame);
  }
  return unknown;
}

const Value* Evaluator::State::evaluateConditional(ExprRef expr, const ConditionalExpr& node,
                                                   const Frame* frame) {
  const std::optional<bool> test = truth(evaluate(expr.with(node.test), frame));
  if (test.has_value()) {
    return evaluate(expr.with(*test ? node.consequent : node.alternate), frame);
  }
  return join(
      {evaluate(expr.with(node.consequent), frame), evaluate(expr.with(node.alternate), frame)});
}

const Value* Evaluator::State::evaluateThis(ExprRef expr, const Frame* frame) {
  const Module& module = *expr.module;
  FunctionId function = module.enclosingFunction(expr.id);
  while (function && module.function(function).isArrow) {
    function = module.enclosingFunction(function);
  }
  const Frame* at = function ? frameFor(frame, module, function) : nullptr;
  if (at != nullptr && at->self != nullptr) {
    return at->self;
  }
  // An arrow in a class field is called without a frame of the class: its `this` is the instance.
  if (const ClassRef around = classAt(module, module.range(expr.id).begin)) {
    if (frame != nullptr && frame->self != nullptr && !function) {
      return frame->self;
    }
    return ambientInstance(around);
  }
  return unknown;
}

// --- Names ---------------------------------------------------------------------------------------

const Frame* Evaluator::State::frameFor(const Frame* frame, const Module& module,
                                        FunctionId function) {
  while (frame != nullptr &&
         (frame->function.module != &module || frame->function.id != function)) {
    frame = frame->lexical;
  }
  return frame;
}

const Value* Evaluator::State::valueOfBinding(const Module& module, BindingId id,
                                              const Frame* frame) {
  const Binding& binding = program.bindings(module).binding(id);
  const Frame* at = frameFor(frame, module, binding.scopeFunction);
  const Key key{&module, id.value, 1, at};
  const auto [it, inserted] = memo.try_emplace(key, nullptr);
  if (!inserted) {
    return it->second != nullptr ? it->second : unknown;
  }
  if (nesting >= EvaluatorLimits::kNesting || !spend()) {
    memo.erase(key);
    return unknown;
  }
  ++nesting;
  const Value* value = computeBinding(module, id, at);
  --nesting;
  if (querySteps > EvaluatorLimits::kStepsPerQuery) {
    memo.erase(key);
  } else {
    memo[key] = value;
  }
  return value;
}

const Value* Evaluator::State::computeBinding(const Module& module, BindingId id,
                                              const Frame* frame) {
  const Binding& binding = program.bindings(module).binding(id);
  std::vector<const Value*> options;
  switch (binding.kind) {
    case BindingKind::kFunction: {
      Value value;
      value.kind = ValueKind::kFunction;
      value.function = {&module, binding.function};
      value.frame = frame;
      value.module = &module;
      value.binding = id;
      options.push_back(make(value));
      break;
    }
    case BindingKind::kClass: {
      Value value;
      value.kind = ValueKind::kClass;
      value.classRef = {&module, binding.classId};
      value.frame = frame;
      options.push_back(make(value));
      break;
    }
    case BindingKind::kImport:
      return valueOfImport(module, module.imports()[binding.import]);
    case BindingKind::kCatch:
      return unknown;
    default:
      break;
  }
  for (const BindingWrite& write : binding.writes) {
    // What a dispatcher assigns for another tool's name is not assigned for this one's.
    if (write.site && frame != nullptr && frame->function &&
        !self.isLive({&module, write.site}, frame)) {
      continue;
    }
    options.push_back(valueOfWrite(module, id, write, frame));
    if (options.size() > EvaluatorLimits::kUnionSize) {
      break;
    }
  }
  return join(std::move(options));
}

const Value* Evaluator::State::valueOfWrite(const Module& module, BindingId id,
                                            const BindingWrite& write, const Frame* frame) {
  const Binding& binding = program.bindings(module).binding(id);
  if (!write.target) {
    return number(-INFINITY, INFINITY, {&module, write.site}, frame);
  }
  const Value* matched = undefined;
  if (write.loop) {
    const auto* loop = module.as<LoopStmt>(write.loop);
    matched = frame != nullptr && frame->loop == StmtRef{&module, write.loop} ? frame->loopElement
              : loop->kind == LoopKind::kForOf
                  ? elementOf(evaluate({&module, loop->iterable}, frame), 0)
                  : evaluateFresh({&module, loop->iterable}, ValueKind::kString, frame);
  } else if (write.source) {
    const auto* assign = module.as<AssignExpr>(write.site);
    if (assign != nullptr && assign->op != AssignOp::kAssign && assign->op != AssignOp::kNullish &&
        assign->op != AssignOp::kOr) {
      return assign->op == AssignOp::kAnd ? evaluate({&module, write.source}, frame) : unknown;
    }
    matched = evaluate({&module, write.source}, frame);
  } else if (binding.kind == BindingKind::kParameter) {
    matched = parameterValue({&module, binding.function}, binding.parameter, frame);
  }
  // A fresh object remembers the variable it was put in, for what is written to it later.
  if (write.source && write.root == write.target && !matched->binding &&
      (matched->is(ValueKind::kObject) || matched->is(ValueKind::kArray)) &&
      matched->site == withoutCasts({&module, write.source})) {
    Value copy = *matched;
    copy.module = &module;
    copy.binding = id;
    matched = make(std::move(copy));
  }
  const TypeRef type{&module, write.type};
  if (write.root == write.target) {
    return typed(matched, type);
  }
  return project(module, write.root, write.target, typed(matched, type), frame);
}

const Value* Evaluator::State::project(const Module& module, PatternId root, PatternId target,
                                       const Value* value, const Frame* frame) {
  std::vector<PatternId> path;
  for (PatternId at = target; at && at != root; at = module.parent(at)) {
    path.push_back(at);
  }
  path.push_back(root);
  for (size_t i = path.size() - 1; i > 0; --i) {
    const PatternId inner = path[i - 1];
    if (const auto* object = module.as<ObjectPattern>(path[i])) {
      for (const PatternProperty& property : object->properties) {
        if (property.value != inner || property.rest) {
          continue;
        }
        value = property.computedKey ? unknown : self.member(value, property.key);
      }
    } else if (const auto* array = module.as<ArrayPattern>(path[i])) {
      bool open = false;
      const std::vector<const Value*> elements = elementsOf(value, &open, 0);
      const auto position =
          static_cast<size_t>(std::ranges::find(array->elements, inner) - array->elements.begin());
      if (module.as<RestPattern>(inner) == nullptr) {
        value = open                         ? elementOf(value, 0)
                : position < elements.size() ? elements[position]
                                             : undefined;
      }
    } else if (const auto* withDefault = module.as<DefaultPattern>(path[i])) {
      std::vector<const Value*> options;
      bool needsDefault = false;
      for (const Value* option : self.alternatives(value)) {
        if (option->is(ValueKind::kUndefined)) {
          needsDefault = true;
        } else {
          options.push_back(option);
          needsDefault |= !truth(option).has_value();
        }
      }
      if (needsDefault) {
        options.push_back(evaluate({&module, withDefault->value}, frame));
      }
      value = join(std::move(options));
    }
  }
  return value;
}

const Value* Evaluator::State::parameterValue(FunctionRef function, uint32_t index,
                                              const Frame* frame) {
  const Parameter& parameter = function.module->function(function.id).parameters[index];
  const TypeRef type = parameter.type ? TypeRef{function.module, parameter.type}
                                      : contextualParameter(function, index);
  if (frame != nullptr && frame->call) {
    std::span<const ExprId> args;
    if (const auto* call = frame->call.as<CallExpr>()) {
      args = call->args;
    } else if (const auto* construct = frame->call.as<NewExpr>()) {
      args = construct->args;
    }
    if (parameter.rest) {
      Value value;
      value.kind = ValueKind::kArray;
      value.site = frame->call;
      value.frame = frame->caller;
      for (size_t i = index; i < args.size(); ++i) {
        value.options.push_back(
            argument(frame->call, args, static_cast<uint32_t>(i), frame->caller));
      }
      return make(std::move(value));
    }
    return typed(argument(frame->call, args, index, frame->caller), type);
  }
  if (frame != nullptr) {
    return index < frame->arguments.size() ? typed(frame->arguments[index], type) : unknownOf(type);
  }
  Value value;
  value.kind = ValueKind::kParameter;
  value.function = function;
  value.low = value.high = index;
  value.type = type;
  return make(value);
}

const Value* Evaluator::State::valueOfImport(const Module& module, const Import& import) {
  const Module* target = program.import(module, import.specifier);
  if (target == nullptr) {
    if (import.specifier.starts_with(".")) {
      return unknown;
    }
    std::string text(import.specifier);
    text += ':';
    text += import.kind == ImportKind::kNamespace ? "*"
            : import.kind == ImportKind::kDefault ? "default"
                                                  : std::string(import.imported);
    return external(std::move(text), {});
  }
  switch (import.kind) {
    case ImportKind::kNamespace:
      return importNamespace(module, import.specifier, {});
    case ImportKind::kDefault:
      return exportOf(*target, "default", 0);
    default:
      return exportOf(*target, import.imported, 0);
  }
}

const Value* Evaluator::State::importNamespace(const Module& module, std::string_view specifier,
                                               ExprRef site) {
  const Module* target = program.import(module, specifier);
  if (target == nullptr) {
    return specifier.starts_with(".") ? unknown : external(std::string(specifier) + ":*", site);
  }
  // `module.exports = e` makes the module be that value; ES modules stay namespaces.
  for (const Export& value : target->exports()) {
    if (value.kind == ExportKind::kWhole) {
      return evaluate({target, value.value}, nullptr);
    }
  }
  Value value;
  value.kind = ValueKind::kNamespace;
  value.module = target;
  value.site = site;
  return make(value);
}

const Value* Evaluator::State::exportOf(const Module& module, std::string_view name, int depth) {
  if (depth > 12) {
    return unknown;
  }
  const Value* whole = nullptr;
  for (const Export& value : module.exports()) {
    if (value.kind == ExportKind::kWhole) {
      whole = evaluate({&module, value.value}, nullptr);
      continue;
    }
    if (value.kind == ExportKind::kReexportAll || value.exported != name) {
      continue;
    }
    switch (value.kind) {
      case ExportKind::kLocal:
        if (const BindingId id = program.bindings(module).topLevel(value.local)) {
          return valueOfBinding(module, id, nullptr);
        }
        return unknown;
      case ExportKind::kExpression:
        return evaluate({&module, value.value}, nullptr);
      case ExportKind::kReexport: {
        if (value.imported == "*") {
          return importNamespace(module, value.specifier, {});
        }
        const Module* target = program.import(module, value.specifier);
        return target != nullptr ? exportOf(*target, value.imported, depth + 1)
               : value.specifier.starts_with(".")
                   ? unknown
                   : external(std::string(value.specifier) + ":" + std::string(value.imported), {});
      }
      default:
        break;
    }
  }
  if (whole != nullptr) {
    return name == "default" ? whole : self.member(whole, name);
  }
  if (name == "default") {
    // A CommonJS module imported by default is its `exports` object.
    const bool hasNamed = std::ranges::any_of(module.exports(), [](const Export& value) {
      return value.kind == ExportKind::kExpression;
    });
    if (!hasNamed) {
      return unknown;
    }
    Value value;
    value.kind = ValueKind::kNamespace;
    value.module = &module;
    return make(value);
  }
  const Value* outside = unknown;
  for (const Export& value : module.exports()) {
    if (value.kind != ExportKind::kReexportAll) {
      continue;
    }
    const Module* target = program.import(module, value.specifier);
    if (target == nullptr && !value.specifier.starts_with(".")) {
      outside = external(std::string(value.specifier) + ":" + std::string(name), {});
    }
    if (target == nullptr || target == &module) {
      continue;
    }
    const Value* found = exportOf(*target, name, depth + 1);
    if (!found->isUnknown()) {
      return found;
    }
  }
  return outside;
}

// --- The public face -----------------------------------------------------------------------------

Evaluator::Evaluator(Program& program)
    : program_(program), state_(std::make_unique<State>(*this)) {}
Evaluator::~Evaluator() = default;

const Value* Evaluator::valueOf(ExprRef expr, const Frame* frame) {
  return state_->evaluate(expr, frame);
}

const Value* Evaluator::valueOf(const Module& module, BindingId binding, const Frame* frame) {
  return binding ? state_->valueOfBinding(module, binding, frame) : state_->unknown;
}

const Value* Evaluator::exportOf(const Module& module, std::string_view name) {
  return state_->exportOf(module, name, 0);
}

const Value* Evaluator::record(std::vector<std::pair<std::string_view, const Value*>> fields) {
  Value value;
  value.kind = ValueKind::kRecord;
  for (auto& field : fields) {
    field.first = state_->intern(field.first);
  }
  value.fields = std::move(fields);
  return state_->make(std::move(value));
}

const Value* Evaluator::classValue(ClassRef classRef) {
  Value value;
  value.kind = ValueKind::kClass;
  value.classRef = classRef;
  return state_->make(std::move(value));
}

const Value* Evaluator::instanceOf(ClassRef classRef) { return state_->ambientInstance(classRef); }

const Value* Evaluator::text(std::string_view text) {
  return state_->constantView(state_->intern(text), {}, nullptr);
}

const Value* Evaluator::input() { return state_->input; }
const Value* Evaluator::unknown() { return state_->unknown; }

std::vector<const Value*> Evaluator::alternatives(const Value* value) const {
  return value->is(ValueKind::kUnion) ? value->options : std::vector<const Value*>{value};
}

std::string_view Evaluator::constantText(const Value* value) const {
  return value->is(ValueKind::kString) && value->isConstant ? value->text : std::string_view{};
}

uint64_t Evaluator::steps() const { return state_->steps; }
void Evaluator::startQuery() { state_->querySteps = 0; }

std::pair<ExprRef, const Frame*> Evaluator::outermostSource(ExprRef expr, const Frame* frame) {
  for (int hops = 0; hops < 24; ++hops) {
    const ExprRef bare = withoutCasts(expr);
    if (bare.as<NameExpr>() == nullptr) {
      break;
    }
    const BindingId id = program_.bindings(*bare.module).resolve(bare.id);
    if (!id) {
      break;
    }
    const Binding& binding = program_.bindings(*bare.module).binding(id);
    const Frame* at = State::frameFor(frame, *bare.module, binding.scopeFunction);
    if (binding.kind != BindingKind::kParameter || binding.writes.size() != 1 ||
        binding.writes.front().target != binding.pattern || at == nullptr || !at->call) {
      break;
    }
    const auto* call = at->call.as<CallExpr>();
    if (call == nullptr || binding.parameter >= call->args.size() ||
        at->call.module->as<SpreadExpr>(call->args[binding.parameter]) != nullptr) {
      break;
    }
    expr = at->call.with(call->args[binding.parameter]);
    frame = at->caller;
  }
  return {expr, frame};
}

}  // namespace envelint
