// The Evaluator's calls: functions of the program are entered, known library functions are looked
// up in library.cpp, everything else stays a symbolic call.

#include <algorithm>
#include <cmath>

#include "analysis/evaluator_state.h"
#include "program/children.h"

namespace envelint {

// --- Frames --------------------------------------------------------------------------------------

const Frame* Evaluator::State::frame(Frame value) {
  value.depth = value.caller != nullptr ? value.caller->depth + 1 : 0;
  if (value.call && value.caller == nullptr) {
    value.depth = 1;
  }
  size_t hash = std::hash<FunctionRef>{}(value.function);
  for (const void* part :
       {static_cast<const void*>(value.caller), static_cast<const void*>(value.lexical),
        static_cast<const void*>(value.self)}) {
    hash = hash * 1099511628211u + std::hash<const void*>{}(part);
  }
  hash = hash * 1099511628211u + std::hash<ExprRef>{}(value.call);
  const auto [begin, end] = frameIndex.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    const Frame& known = *it->second;
    if (known.function == value.function && known.caller == value.caller &&
        known.lexical == value.lexical && known.call == value.call && known.self == value.self &&
        known.loop == value.loop && known.loopElement == value.loopElement &&
        known.arguments == value.arguments) {
      return it->second;
    }
  }
  frames.push_back(std::move(value));
  frameIndex.emplace(hash, &frames.back());
  return &frames.back();
}

const Value* Evaluator::State::selfFor(const Value* function, const Value* receiver) const {
  const Function& code = function->function.module->function(function->function.id);
  // An arrow keeps the `this` of where it stands, which frames find through `lexical`; in a class
  // field that is the instance it was read from.
  if (code.isArrow && function->function.module->enclosingFunction(function->function.id)) {
    return nullptr;
  }
  return receiver != nullptr ? receiver : function->base;
}

bool Evaluator::State::isRecursive(FunctionRef function, const Frame* caller) const {
  for (; caller != nullptr; caller = caller->caller) {
    if (caller->function == function) {
      return true;
    }
  }
  return false;
}

const Value* Evaluator::State::argument(ExprRef call, std::span<const ExprId> args, uint32_t index,
                                        const Frame* frame) {
  std::vector<const Value*> spread;
  for (uint32_t i = 0; i < args.size() && i <= index; ++i) {
    const auto* rest = call.module->as<SpreadExpr>(args[i]);
    if (rest == nullptr) {
      if (i == index) {
        return evaluate(call.with(args[i]), frame);
      }
      continue;
    }
    bool open = false;
    const std::vector<const Value*> elements =
        elementsOf(evaluate(call.with(rest->argument), frame), &open, 0);
    if (!open && index - i < elements.size() && i + 1 == args.size()) {
      return elements[index - i];
    }
    return unknown;
  }
  return undefined;
}

std::vector<ExprRef> Evaluator::returns(FunctionRef function) const {
  const auto [it, inserted] = state_->returnsOf.try_emplace(function);
  if (!inserted) {
    return it->second;
  }
  const Module& module = *function.module;
  const Function& code = module.function(function.id);
  std::vector<ExprRef> found;
  if (code.expressionBody) {
    found.push_back({&module, code.expressionBody});
  }
  std::vector<StmtId> pending;
  if (code.body) {
    pending.push_back(code.body);
  }
  while (!pending.empty()) {
    const StmtId id = pending.back();
    pending.pop_back();
    if (const auto* statement = module.as<ReturnStmt>(id)) {
      if (statement->value) {
        found.push_back({&module, statement->value});
      }
      continue;
    }
    ChildVisitor visitor{[](ExprId) {}, [&](StmtId child) { pending.push_back(child); },
                         [](PatternId) {}, [](FunctionId) {}, [](ClassId) {}};
    visitor.children(module.node(id));
  }
  std::ranges::sort(found, {}, [&](const ExprRef& ref) { return module.range(ref.id).begin; });
  it->second = found;
  return found;
}

const Value* Evaluator::State::resultOf(const Frame* at) {
  const auto [it, inserted] = results.try_emplace(at, nullptr);
  if (!inserted) {
    return it->second != nullptr ? it->second : unknown;
  }
  const Function& code = at->function.module->function(at->function.id);
  const TypeRef declared = substituteReturn(at->function, at->call);
  const Value* value = unknown;
  if (code.isGenerator) {
    value = unknownOf(declared);
  } else {
    std::vector<const Value*> options;
    const std::vector<ExprRef> returned = self.liveReturns(at);
    for (const ExprRef& expr : returned) {
      options.push_back(evaluate(expr, at));
    }
    if (returned.empty()) {
      value = code.body ? undefined : unknown;
    } else {
      value = join(std::move(options));
    }
    value = typed(value, declared);
  }
  if (querySteps > EvaluatorLimits::kStepsPerQuery) {
    results.erase(at);
  } else {
    results[at] = value;
  }
  return value;
}

const Value* Evaluator::State::callFunction(const Value* function, ExprRef call,
                                            const Frame* caller, const Value* receiver) {
  const TypeRef declared = substituteReturn(function->function, call);
  if (isRecursive(function->function, caller) ||
      (caller != nullptr && caller->depth >= EvaluatorLimits::kFrameDepth)) {
    return unknownOf(declared);
  }
  Frame value;
  value.function = function->function;
  value.caller = caller;
  value.lexical = function->frame;
  value.call = call;
  value.self = selfFor(function, receiver);
  return resultOf(frame(std::move(value)));
}

// --- Calls ---------------------------------------------------------------------------------------

namespace {

/// `Math.min` for a member of a global, `lodash.clamp` for a member of lodash; else empty.
std::string qualifiedName(const Value* callee) {
  const auto external = [](std::string_view text) -> std::string {
    if (text.starts_with("global:")) {
      return std::string(text.substr(7));
    }
    for (std::string_view package : {"lodash:", "lodash-es:", "underscore:"}) {
      if (text.starts_with(package)) {
        const std::string_view name = text.substr(package.size());
        return name == "default" || name == "*" ? "lodash" : "lodash." + std::string(name);
      }
    }
    return {};
  };
  if (callee->is(ValueKind::kExternal)) {
    return external(callee->text);
  }
  if (callee->is(ValueKind::kMember) && callee->base->is(ValueKind::kExternal)) {
    const std::string base = external(callee->base->text);
    return base.empty() ? base : base + "." + std::string(callee->text);
  }
  return {};
}

/// Whether a value is a chain of calls on a schema library, whose `catch`, `trim` and `map` are its
/// own.
bool isBuilder(const Value* value) {
  for (int hops = 0; hops < 64 && value->base != nullptr &&
                     (value->is(ValueKind::kCall) || value->is(ValueKind::kMember));
       ++hops) {
    value = value->base;
  }
  return value->is(ValueKind::kExternal) && isSchemaPackage(value->text);
}

std::string_view lastName(const Value* callee) {
  if (callee->is(ValueKind::kMember)) {
    return callee->text;
  }
  if (callee->is(ValueKind::kExternal)) {
    return callee->text.substr(callee->text.rfind(':') + 1);
  }
  return {};
}

std::string_view calleeText(ExprRef callee) {
  if (const auto* name = callee.as<NameExpr>()) {
    return name->name;
  }
  if (const auto* member = callee.as<MemberExpr>()) {
    return member->name;
  }
  return {};
}

}  // namespace

const Value* Evaluator::State::symbolicCall(const Value* callee, std::string_view name,
                                            ExprRef site, const Frame* frame) {
  Value value;
  value.kind = ValueKind::kCall;
  value.base = callee;
  value.text = name.empty() ? lastName(callee) : name;
  value.site = site;
  value.frame = frame;
  // `z.infer<T>` and friends aside, what a method's declaration says it returns.
  value.type = resultType(callee->type);
  return make(value);
}

const Value* Evaluator::State::evaluateCall(ExprRef expr, const CallExpr& node,
                                            const Frame* frame) {
  const ExprRef callee = withoutCasts(expr.with(node.callee));
  if (callee.as<SuperExpr>() != nullptr) {
    return undefined;
  }
  if (const auto* member = callee.as<MemberExpr>()) {
    const ExprRef object = callee.with(member->object);
    if (const Value* global = globalNamed(callee)) {
      return callFunction(global, expr, frame, nullptr);
    }
    const Value* receiver =
        object.as<SuperExpr>() != nullptr ? evaluateThis(object, frame) : evaluate(object, frame);
    std::vector<const Value*> options;
    for (const Value* option : self.alternatives(receiver)) {
      if (!option->isNullish() || !receiver->is(ValueKind::kUnion)) {
        options.push_back(callMethod(expr, node, option, member->name, frame));
      }
    }
    return join(std::move(options));
  }
  const Value* target = evaluate(callee, frame);
  std::vector<const Value*> options;
  for (const Value* option : self.alternatives(target)) {
    if (option->is(ValueKind::kFunction)) {
      options.push_back(callFunction(option, expr, frame, nullptr));
      continue;
    }
    if (const LibraryFunction* known = findLibraryFunction(qualifiedName(option))) {
      options.push_back(libraryCall(*known, expr, node.args, nullptr, frame));
      continue;
    }
    if (!option->isNullish() || !target->is(ValueKind::kUnion)) {
      options.push_back(symbolicCall(option, calleeText(callee), expr, frame));
    }
  }
  return join(std::move(options));
}

const Value* Evaluator::State::callMethod(ExprRef expr, const CallExpr& node, const Value* receiver,
                                          std::string_view name, const Frame* frame) {
  if (name == "bind" && (receiver->is(ValueKind::kFunction) || receiver->is(ValueKind::kMember))) {
    // Arguments that are bound shift the others, which frames can't express.
    return node.args.size() > 1 ? unknown : receiver;
  }
  if (receiver->is(ValueKind::kFunction)) {
    if (name == "call" || name == "apply") {
      Frame entry;
      entry.function = receiver->function;
      entry.lexical = receiver->frame;
      entry.caller = frame;
      for (size_t i = 1; name == "call" && i < node.args.size(); ++i) {
        entry.arguments.push_back(argument(expr, node.args, static_cast<uint32_t>(i), frame));
      }
      return isRecursive(receiver->function, frame) ? unknown
                                                    : resultOf(this->frame(std::move(entry)));
    }
  }
  if (receiver->is(ValueKind::kArray)) {
    if (const LibraryFunction* known = findArrayMethod(name)) {
      return libraryCall(*known, expr, node.args, receiver, frame);
    }
  }
  const Value* method = self.member(receiver, name);
  std::vector<const Value*> options;
  for (const Value* option : self.alternatives(method)) {
    if (option->is(ValueKind::kFunction)) {
      options.push_back(callFunction(option, expr, frame, receiver));
      continue;
    }
    const LibraryFunction* known = findLibraryFunction(qualifiedName(option));
    if (known == nullptr && receiver->is(ValueKind::kCall)) {
      known = findChainedMethod(receiver->text, name);
    }
    if (known == nullptr && receiver->type && isArrayType(receiver->type)) {
      known = findArrayMethod(name);
    }
    if (known == nullptr && !receiver->is(ValueKind::kExternal) && !isBuilder(receiver)) {
      known = findAnyMethod(name);
    }
    options.push_back(known != nullptr ? libraryCall(*known, expr, node.args, receiver, frame)
                                       : symbolicCall(option, name, expr, frame));
  }
  return join(std::move(options));
}

const Value* Evaluator::State::evaluateNew(ExprRef expr, const NewExpr& node, const Frame* frame) {
  const Value* callee = evaluate(expr.with(node.callee), frame);
  for (const Value* option : self.alternatives(callee)) {
    if (option->is(ValueKind::kClass)) {
      Value value;
      value.kind = ValueKind::kInstance;
      value.classRef = option->classRef;
      value.site = expr;
      value.frame = frame;
      return make(value);
    }
  }
  return symbolicCall(callee, calleeText(withoutCasts(expr.with(node.callee))), expr, frame);
}

const Value* Evaluator::State::evaluateTagged(ExprRef expr, const TaggedTemplateExpr& node,
                                              const Frame* frame) {
  const ExprRef tag = withoutCasts(expr.with(node.tag));
  return symbolicCall(evaluate(tag, frame), calleeText(tag), expr, frame);
}

// --- Library functions ---------------------------------------------------------------------------

const Value* Evaluator::State::boundedCall(LibraryEffect effect, ExprRef expr,
                                           std::span<const ExprId> args, const Frame* frame) {
  const bool isMinimum = effect == LibraryEffect::kMinimum;
  double low = isMinimum ? INFINITY : -INFINITY;
  double high = isMinimum ? INFINITY : -INFINITY;
  for (ExprId arg : args) {
    double argLow = -INFINITY;
    double argHigh = INFINITY;
    if (expr.module->as<SpreadExpr>(arg) == nullptr) {
      // Of several alternatives the widest interval counts; what isn't a number may be any.
      double joinedLow = INFINITY;
      double joinedHigh = -INFINITY;
      for (const Value* option : self.alternatives(evaluate(expr.with(arg), frame))) {
        const bool isNumber = option->is(ValueKind::kNumber);
        joinedLow = std::min(joinedLow, isNumber ? option->low : -INFINITY);
        joinedHigh = std::max(joinedHigh, isNumber ? option->high : INFINITY);
      }
      argLow = joinedLow;
      argHigh = joinedHigh;
    }
    low = isMinimum ? std::min(low, argLow) : std::max(low, argLow);
    high = isMinimum ? std::min(high, argHigh) : std::max(high, argHigh);
  }
  return number(args.empty() ? -INFINITY : low, args.empty() ? INFINITY : high, expr, frame);
}

/// The elements a predicate is not known to refuse, or just the first it is known to accept.
const Value* Evaluator::State::findElement(const Value* array, const Value* predicate) {
  bool open = false;
  const std::vector<const Value*> elements = elementsOf(array, &open, 0);
  if (open || elements.empty() || !predicate->is(ValueKind::kFunction)) {
    return elementOf(array, 0);
  }
  std::vector<const Value*> options;
  for (const Value* element : elements) {
    const std::optional<bool> accepted = truth(self.returnOf(predicate, {element}));
    if (accepted == std::optional(false)) {
      continue;
    }
    options.push_back(element);
    if (accepted == std::optional(true)) {
      break;
    }
  }
  return options.empty() ? undefined : join(std::move(options));
}

const Value* Evaluator::State::libraryCall(const LibraryFunction& function, ExprRef expr,
                                           std::span<const ExprId> args, const Value* receiver,
                                           const Frame* frame) {
  const auto array = [&](const Value* base, std::string_view method) {
    Value value;
    value.kind = ValueKind::kArray;
    value.site = expr;
    value.frame = frame;
    value.base = base;
    value.text = method;
    return make(value);
  };
  const auto arg = [&](uint32_t index) { return argument(expr, args, index, frame); };
  switch (function.effect) {
    case LibraryEffect::kArgument:
      return arg(function.index);
    case LibraryEffect::kReceiver:
      return receiver;
    case LibraryEffect::kSameElements:
    case LibraryEffect::kMapped:
    case LibraryEffect::kFlatMapped:
      return array(receiver, function.name);
    case LibraryEffect::kElement:
      return function.name == "find" ? findElement(receiver, arg(0)) : elementOf(receiver, 0);
    case LibraryEffect::kThen:
      return self.returnOf(arg(0), {receiver});
    case LibraryEffect::kNewArray:
      return array(nullptr, function.name);
    case LibraryEffect::kArrayOfArgument:
      // `Array.from(rows, fn)` and `Array.from({length})` hold something else than the argument.
      return array(args.size() > 1 && function.name == "Array.from" ? nullptr : arg(0), "filter");
    case LibraryEffect::kAll:
      return arg(0)->is(ValueKind::kArray) ? arg(0) : array(nullptr, function.name);
    case LibraryEffect::kMergedObject:
      return symbolicCall(external("global:Object.assign", {}), function.name, expr, frame);
    case LibraryEffect::kMinimum:
    case LibraryEffect::kMaximum:
      return boundedCall(function.effect, expr, args, frame);
    case LibraryEffect::kRounded: {
      const Value* value = arg(0);
      return value->is(ValueKind::kNumber)
                 ? number(std::floor(value->low), std::ceil(value->high), expr, frame)
                 : number(-INFINITY, INFINITY, expr, frame);
    }
    case LibraryEffect::kToNumber: {
      const Value* value = arg(0);
      return value->is(ValueKind::kNumber) ? value : number(-INFINITY, INFINITY, expr, frame);
    }
    case LibraryEffect::kNumber:
      return number(-INFINITY, INFINITY, expr, frame);
    case LibraryEffect::kCount:
      return number(0, INFINITY, expr, frame);
    case LibraryEffect::kString:
      return evaluateFresh(expr, ValueKind::kString, frame);
    case LibraryEffect::kBoolean:
      return boolean(std::nullopt, expr, frame);
    case LibraryEffect::kIsArray: {
      const std::vector<const Value*> options = self.alternatives(arg(0));
      const bool isAll = std::ranges::all_of(
          options, [](const Value* option) { return option->is(ValueKind::kArray); });
      const bool isNone = std::ranges::all_of(options, [](const Value* option) {
        return !option->is(ValueKind::kArray) && !typeofText(option).empty();
      });
      return boolean(isAll == isNone ? std::nullopt : std::optional(isAll), expr, frame);
    }
  }
  return unknown;
}

// --- The public face -----------------------------------------------------------------------------

const Frame* Evaluator::enter(const Value* function, const std::vector<const Value*>& arguments) {
  Frame entry;
  entry.function = function->function;
  entry.lexical = function->frame;
  entry.self = state_->selfFor(function, nullptr);
  entry.arguments = arguments;
  return state_->frame(std::move(entry));
}

const Frame* Evaluator::inLoop(const Frame* frame, StmtRef loop, const Value* element) {
  const FunctionId function = loop.module->enclosingFunction(loop.id);
  const Frame* around = State::frameFor(frame, *loop.module, function);
  Frame turn = around != nullptr ? *around : Frame{};
  turn.function = {loop.module, function};
  turn.loop = loop;
  turn.loopElement = element;
  return state_->frame(std::move(turn));
}

const Value* Evaluator::returnOf(const Value* function,
                                 const std::vector<const Value*>& arguments) {
  std::vector<const Value*> options;
  for (const Value* option : alternatives(function)) {
    options.push_back(option->is(ValueKind::kFunction) ? state_->resultOf(enter(option, arguments))
                                                       : state_->unknown);
  }
  return state_->join(std::move(options));
}

const Frame* Evaluator::frameOfCall(ExprRef call, const Frame* caller) {
  const ExprId calleeId = call.as<CallExpr>() != nullptr  ? call.as<CallExpr>()->callee
                          : call.as<NewExpr>() != nullptr ? call.as<NewExpr>()->callee
                                                          : ExprId{};
  if (!calleeId || (caller != nullptr && caller->depth >= EvaluatorLimits::kFrameDepth)) {
    return nullptr;
  }
  const ExprRef callee = withoutCasts(call.with(calleeId));
  const Value* receiver = nullptr;
  const Value* target = nullptr;
  const auto* member = callee.as<MemberExpr>();
  if (const Value* global = member != nullptr ? state_->globalNamed(callee) : nullptr) {
    target = global;
  } else if (member != nullptr) {
    receiver = valueOf(callee.with(member->object), caller);
    // The first alternative that is an object: the others are null, or as unknown as before.
    for (const Value* option : alternatives(receiver)) {
      target = this->member(option, member->name);
      receiver = option;
      if (target->is(ValueKind::kFunction)) {
        break;
      }
    }
  } else {
    target = valueOf(callee, caller);
  }
  for (const Value* option : alternatives(target)) {
    Frame value;
    value.caller = caller;
    value.call = call;
    if (option->is(ValueKind::kFunction)) {
      value.function = option->function;
      value.lexical = option->frame;
      value.self = state_->selfFor(option, receiver);
    } else if (option->is(ValueKind::kClass) && call.as<NewExpr>() != nullptr) {
      const Class& code = option->classRef.module->classOf(option->classRef.id);
      for (const ClassMember& classMember : code.members) {
        if (classMember.kind == ClassMemberKind::kConstructor) {
          value.function = {option->classRef.module, classMember.function};
          value.lexical = option->frame;
          value.self = valueOf(call, caller);
        }
      }
    }
    if (value.function && !state_->isRecursive(value.function, caller)) {
      return state_->frame(std::move(value));
    }
  }
  return nullptr;
}

}  // namespace envelint
