// Flow's steps through calls: into functions of the program and out of them again, through
// functions of the platform that are known, and into callbacks.

#include <algorithm>
#include <string>

#include "analysis/flow_walk.h"
#include "analysis/library.h"

namespace envelint {
namespace {

/// A method that calls the function it is given.
struct CallbackMethod {
  enum class Result : uint8_t {
    kNone,       ///< nothing comes of what the function returns, or only whether it is true
    kItself,     ///< it is the method's result
    kElements,   ///< an element of the method's result
    kFlattened,  ///< its elements are elements of the method's result
  };
  std::string_view name;
  Result result;
  /// The function's parameter that gets an element of the receiver, of `then` the receiver.
  uint32_t parameter = 0;
};

// The array methods of ECMA-262 and those of promises. `catch` gives its function no value.
constexpr auto kCallbackMethods = std::to_array<CallbackMethod>({
    {"catch", CallbackMethod::Result::kItself},
    {"every", CallbackMethod::Result::kNone},
    {"filter", CallbackMethod::Result::kNone},
    {"finally", CallbackMethod::Result::kNone},
    {"find", CallbackMethod::Result::kNone},
    {"findIndex", CallbackMethod::Result::kNone},
    {"findLast", CallbackMethod::Result::kNone},
    {"findLastIndex", CallbackMethod::Result::kNone},
    {"flatMap", CallbackMethod::Result::kFlattened},
    {"forEach", CallbackMethod::Result::kNone},
    {"map", CallbackMethod::Result::kElements},
    {"reduce", CallbackMethod::Result::kItself, 1},
    {"reduceRight", CallbackMethod::Result::kItself, 1},
    {"some", CallbackMethod::Result::kNone},
    {"sort", CallbackMethod::Result::kNone},
    {"then", CallbackMethod::Result::kItself},
    {"toSorted", CallbackMethod::Result::kNone},
});

const CallbackMethod* findCallbackMethod(std::string_view name) {
  const auto* it = std::ranges::find(kCallbackMethods, name, &CallbackMethod::name);
  return it != kCallbackMethods.end() ? it : nullptr;
}

bool isPromiseMethod(std::string_view name) {
  return name == "then" || name == "catch" || name == "finally";
}

ExprRef calleeOf(ExprRef call) {
  ExprRef callee;
  if (const auto* node = call.as<CallExpr>()) {
    callee = call.with(node->callee);
  } else if (const auto* construct = call.as<NewExpr>()) {
    callee = call.with(construct->callee);
  } else if (const auto* tagged = call.as<TaggedTemplateExpr>()) {
    callee = call.with(tagged->tag);
  }
  while (const auto* cast = callee.as<CastExpr>()) {
    callee = callee.with(cast->operand);
  }
  return callee;
}

/// `Promise.all` for a member of a global object, `parseInt` for a global function; else empty.
std::string globalName(const Value* callee) {
  constexpr std::string_view kGlobal = "global:";
  if (callee->is(ValueKind::kExternal) && callee->text.starts_with(kGlobal)) {
    return std::string(callee->text.substr(kGlobal.size()));
  }
  if (callee->is(ValueKind::kMember) && callee->base->is(ValueKind::kExternal)) {
    const std::string base = globalName(callee->base);
    return base.empty() ? base : base + "." + std::string(callee->text);
  }
  return {};
}

}  // namespace

ExprRef callOf(ExprRef callee) {
  while (callee) {
    const ExprRef around = callee.with(callee.module->owner(callee.id).expr());
    if (around.as<CastExpr>() == nullptr) {
      const auto* call = around.as<CallExpr>();
      return call != nullptr && call->callee == callee.id ? around : ExprRef{};
    }
    callee = around;
  }
  return {};
}

// --- Callees and arguments -----------------------------------------------------------------------

void FlowWalk::in(const Held& held, ExprRef parent, const CallExpr& node) {
  if (node.callee == held.expr.id) {
    onCallee(held, parent);
  } else {
    const auto position = std::ranges::find(node.args, held.expr.id) - node.args.begin();
    onArgument(held, parent, node.args, static_cast<uint32_t>(position));
  }
}

void FlowWalk::in(const Held& held, ExprRef parent, const NewExpr& node) {
  if (node.callee == held.expr.id) {
    onCallee(held, parent);
  } else {
    const auto position = std::ranges::find(node.args, held.expr.id) - node.args.begin();
    onArgument(held, parent, node.args, static_cast<uint32_t>(position));
  }
}

void FlowWalk::onCallee(const Held& held, ExprRef call) {
  if (startsWith(held.path, kReturnStep)) {
    hold(call, held.frame, held.path->rest);
  } else if (held.path == nullptr) {
    reportBy(UseKind::kOther, held, call);
  }
}

void FlowWalk::onArgument(const Held& held, ExprRef call, std::span<const ExprId> args,
                          uint32_t index) {
  const std::vector<Entered> entered = enterCall(call, held.frame);
  for (const Entered& function : entered) {
    passParameter(function, index, held.path, held.expr);
  }
  if (!entered.empty() || onLibraryArgument(held, call, args, index) ||
      onCallbackArgument(held, call, index)) {
    return;
  }
  switch (report(UseKind::kArgument, held, {.parent = call, .index = index})) {
    case UseAction::kStop:
      break;
    case UseAction::kFollowResult:
      hold(call, held.frame, startsWith(held.path, kReturnStep) ? held.path->rest : held.path);
      break;
    case UseAction::kFollowReceiver:
      if (const auto* member = calleeOf(call).as<MemberExpr>()) {
        store(call.with(member->object), held.frame, held.path, held);
      }
      break;
  }
}

void FlowWalk::onSpreadArgument(const Held& held, ExprRef call, std::span<const ExprId> args,
                                uint32_t index) {
  if (held.path == nullptr) {
    reportBy(UseKind::kIterated, held, call);
    return;
  }
  if (!isElementStep(held.path->step)) {
    return;
  }
  const std::vector<Entered> entered = enterCall(call, held.frame);
  for (const Entered& function : entered) {
    const size_t count = function.function.module->function(function.function.id).parameters.size();
    for (size_t i = index; i < count; ++i) {
      if (mayBeElement(held.path->step, i - index)) {
        passParameter(function, i, held.path->rest, held.expr);
      }
    }
  }
  if (entered.empty() &&
      !onLibraryArgument({held.expr, held.frame, held.path->rest}, call, args, index)) {
    reportBy(UseKind::kArgument, held, call, index);
  }
}

bool FlowWalk::onLibraryArgument(const Held& held, ExprRef call, std::span<const ExprId> args,
                                 uint32_t index) {
  const ExprRef callee = calleeOf(call);
  if (const auto* member = callee.as<MemberExpr>();
      member != nullptr && (member->name == "push" || member->name == "unshift")) {
    const ExprRef array = callee.with(member->object);
    if (evaluator_.isArray(evaluator_.valueOf(array, held.frame)) && !isTooLong(held.path)) {
      store(array, held.frame, prepend(kElementStep, held.path), held);
      return true;
    }
  }
  const std::string name = globalName(evaluator_.valueOf(callee, held.frame));
  if (const LibraryFunction* known = findLibraryFunction(name)) {
    if (known->effect == LibraryEffect::kMergedObject) {
      if (index > 0) {
        store(call.with(args[0]), held.frame, held.path, held);
      }
      hold(call, held.frame, held.path);
      return true;
    }
    const bool isGiven = known->index == index;
    if (isGiven &&
        (known->effect == LibraryEffect::kArgument || known->effect == LibraryEffect::kAll)) {
      hold(call, held.frame, held.path);
      return true;
    }
    if (isGiven && known->effect == LibraryEffect::kArrayOfArgument && args.size() == 1 &&
        startsWithElement(held.path)) {
      hold(call, held.frame, anyElement(held.path));
      return true;
    }
  }
  if (held.path == nullptr) {
    return false;
  }
  if (name == "Object.values") {
    hold(call, held.frame, prepend(kElementStep, held.path->rest));
  } else if (name == "Object.entries") {
    hold(call, held.frame, prepend(kElementStep, prepend(elementStep(1), held.path->rest)));
  } else if (name == "Promise.race" || name == "Promise.any") {
    hold(call, held.frame, held.path->rest);
  } else {
    return false;
  }
  return true;
}

bool FlowWalk::onCallbackArgument(const Held& held, ExprRef call, uint32_t index) {
  const auto* member = calleeOf(call).as<MemberExpr>();
  const CallbackMethod* method = member != nullptr && startsWith(held.path, kReturnStep)
                                     ? findCallbackMethod(member->name)
                                     : nullptr;
  if (method == nullptr || (index > 0 && member->name != "then")) {
    return false;
  }
  const Path* result = held.path->rest;
  switch (method->result) {
    case CallbackMethod::Result::kNone:
      break;
    case CallbackMethod::Result::kItself:
      hold(call, held.frame, result);
      if (method->parameter == 1) {
        // What one turn of `reduce` returns is the first argument of the next.
        enterCallback(held, call, evaluator_.unknown(), 0, result);
      }
      break;
    case CallbackMethod::Result::kElements:
      hold(call, held.frame, prepend(kElementStep, result));
      break;
    case CallbackMethod::Result::kFlattened:
      hold(call, held.frame,
           startsWithElement(result) ? anyElement(result) : prepend(kElementStep, result));
      break;
  }
  return true;
}

// --- Methods -------------------------------------------------------------------------------------

void FlowWalk::onMethodCall(const Held& held, std::string_view name, ExprRef call) {
  if (isPromiseMethod(name)) {
    const bool isPassedOn = name != "then" || call.as<CallExpr>()->args.empty();
    if (isPassedOn) {
      hold(call, held.frame, held.path);
    } else if (!enterCallback(held, call, evaluator_.valueOf(held.expr, held.frame), 0,
                              held.path)) {
      reportBy(UseKind::kMember, held, call, 0, name);
    }
    return;
  }
  if (held.path == nullptr) {
    reportBy(UseKind::kMember, held, call, 0, name);
  } else if (startsWithElement(held.path)) {
    onArrayMethod(held, name, call);
  } else if (held.path->step == kReturnStep) {
    if (name == "bind") {
      hold(call, held.frame, held.path);
    } else if (name == "call" || name == "apply") {
      hold(call, held.frame, held.path->rest);
    }
  } else {
    // A method sees what its object holds.
    for (const Entered& function : enterCall(call, held.frame)) {
      if (function.frame != nullptr && function.frame->self != nullptr) {
        holdThis(function.frame, held.path);
      }
    }
  }
}

void FlowWalk::onArrayMethod(const Held& held, std::string_view name, ExprRef call) {
  const LibraryFunction* known = findArrayMethod(name);
  const LibraryEffect effect = known != nullptr ? known->effect : LibraryEffect::kNewArray;
  const bool keepsElements =
      effect == LibraryEffect::kReceiver || effect == LibraryEffect::kSameElements;
  if (const CallbackMethod* method = findCallbackMethod(name)) {
    const Value* element = evaluator_.element(evaluator_.valueOf(held.expr, held.frame));
    bool isEntered = enterCallback(held, call, element, method->parameter, held.path->rest);
    if (name == "sort" || name == "toSorted") {
      enterCallback(held, call, element, 1, held.path->rest);
      isEntered = true;
    }
    if (!isEntered && !keepsElements && effect != LibraryEffect::kElement) {
      reportBy(UseKind::kMember, held, call, 0, name);
      return;
    }
  }
  if (keepsElements) {
    hold(call, held.frame, anyElement(held.path));
  } else if (effect == LibraryEffect::kElement) {
    hold(call, held.frame, held.path->rest);
  } else if (name == "flat") {
    hold(call, held.frame,
         anyElement(startsWithElement(held.path->rest) ? held.path->rest : held.path));
  } else if (name == "entries") {
    hold(call, held.frame, prepend(kElementStep, prepend(elementStep(1), held.path->rest)));
  } else if (name != "push" && name != "unshift" && name != "keys" &&
             findCallbackMethod(name) == nullptr) {
    reportBy(UseKind::kMember, held, call, 0, name);
  }
}

bool FlowWalk::enterCallback(const Held& held, ExprRef call, const Value* given, uint32_t parameter,
                             const Path* path) {
  const auto* node = call.as<CallExpr>();
  if (node == nullptr || node->args.empty()) {
    return false;
  }
  const ExprRef callback = call.with(node->args[0]);
  bool isEntered = false;
  for (const Value* option : evaluator_.alternatives(evaluator_.valueOf(callback, held.frame))) {
    if (!option->is(ValueKind::kFunction)) {
      continue;
    }
    std::vector<const Value*> arguments(parameter, evaluator_.unknown());
    arguments.push_back(given);
    const Frame* frame = evaluator_.enter(option, arguments);
    continueAt(frame, {callback, held.frame, true});
    passParameter({frame->function, frame}, parameter, path, held.expr);
    isEntered = true;
  }
  return isEntered;
}

// --- Into functions and out of them --------------------------------------------------------------

std::vector<FlowWalk::Entered> FlowWalk::enterCall(ExprRef call, const Frame* frame) {
  std::vector<Entered> entered;
  if (const Frame* known = evaluator_.frameOfCall(call, frame)) {
    entered.push_back({known->function, known});
  }
  const ExprRef callee = calleeOf(call);
  for (const Value* option : evaluator_.alternatives(evaluator_.valueOf(callee, frame))) {
    if (!option->is(ValueKind::kFunction) ||
        (!entered.empty() && entered.front().function == option->function)) {
      continue;
    }
    // Recursive calls share one frame, in which nothing is known of the arguments.
    const Frame* recursive = nullptr;
    if (isActive(option->function, frame)) {
      recursive = evaluator_.enter(option, {});
      continueAt(recursive, {call, frame, false});
    }
    entered.push_back({option->function, recursive});
  }
  if (entered.empty()) {
    for (const Frame* implementation : evaluator_.framesOfInterfaceCall(call, frame)) {
      entered.push_back({implementation->function, implementation});
    }
  }
  return entered;
}

void FlowWalk::passParameter(const Entered& entered, size_t parameter, const Path* path,
                             ExprRef source) {
  const Module& module = *entered.function.module;
  const std::span<const Parameter> parameters = module.function(entered.function.id).parameters;
  for (size_t i = 0; i < parameters.size() && i <= parameter; ++i) {
    const PatternRef pattern{&module, parameters[i].pattern};
    if (parameters[i].rest) {
      if (!isTooLong(path)) {
        match(pattern, entered.frame, prepend(elementStep(parameter - i), path), source);
      }
      return;
    }
    if (i != parameter) {
      continue;
    }
    match(pattern, entered.frame, path, source);
    if (parameters[i].isField && !isTooLong(path)) {
      const auto* withDefault = pattern.as<DefaultPattern>();
      const PatternRef named = withDefault != nullptr ? pattern.with(withDefault->target) : pattern;
      if (const auto* name = named.as<NamePattern>()) {
        storeInThis(module, {entered.function.id, module.function(entered.function.id).owner},
                    entered.frame, prepend(name->name, path));
      }
    }
  }
}

void FlowWalk::onReturn(const Held& held, FunctionRef function, StmtRef statement) {
  const Frame* frame = held.frame;
  const ExprId expr = function ? index_.expressionOf(function) : ExprId{};
  bool isCallback = false;
  if (expr) {
    const ExprRef call = held.expr.with(function.module->owner(expr).expr());
    const auto* member = calleeOf(call).as<MemberExpr>();
    isCallback = call.as<CallExpr>() != nullptr && member != nullptr &&
                 findCallbackMethod(member->name) != nullptr;
  }
  bool goesOn = isCallback || function != originFunction_;
  if (frame != nullptr && frame->function == function) {
    std::vector<const Path*>& returned = returned_[frame];
    if (std::ranges::find(returned, held.path) == returned.end()) {
      returned.push_back(held.path);
    }
    const std::vector<Continuation>& continuations = continuations_[frame];
    for (const Continuation& continuation : continuations) {
      proceed(continuation, held.path);
    }
    if (frame->call.as<CallExpr>() != nullptr) {
      hold(frame->call, frame->caller, held.path);
    }
    const bool isClosure = closureFrames_.contains(frame);
    if (frame->call || (!continuations.empty() && !isClosure)) {
      return;
    }
    const bool isEntry = frame == originFrame_ && originIsEntry_;
    goesOn = isCallback || (!isEntry && (frame->caller != nullptr || isClosure));
  }
  if (!goesOn || !holdFunction(function, frame != nullptr ? frame->lexical : nullptr, held.path)) {
    report(UseKind::kReturned, held, {.statement = statement});
  }
}

bool FlowWalk::holdFunction(FunctionRef function, const Frame* lexical, const Path* result) {
  if (!function || isTooLong(result)) {
    return false;
  }
  const Module& module = *function.module;
  const Path* path = prepend(kReturnStep, result);
  if (const ExprId expr = index_.expressionOf(function)) {
    hold({&module, expr}, lexical, path);
    return true;
  }
  const Bindings& bindings = evaluator_.program().bindings(module);
  if (const BindingId id = index_.bindingOf(function, bindings)) {
    holdReads(module, id, lexical, path, {});
    return !bindings.binding(id).reads.empty();
  }
  // Of a method only the calls inside its class are seen.
  if (const ClassId owner = module.function(function.id).owner) {
    for (const ClassMember& member : module.classOf(owner).members) {
      if (member.function == function.id && !member.key.empty()) {
        const bool isGetter = member.kind == ClassMemberKind::kGetter;
        holdThisInClass({&module, owner}, nullptr, prepend(member.key, isGetter ? result : path));
      }
    }
  }
  return false;
}

void FlowWalk::continueAt(const Frame* returning, const Continuation& continuation) {
  std::vector<Continuation>& known = continuations_[returning];
  if (std::ranges::find(known, continuation) != known.end()) {
    return;
  }
  known.push_back(continuation);
  // What was returned before this way out was known.
  for (const Path* path : returned_[returning]) {
    proceed(continuation, path);
  }
}

void FlowWalk::proceed(const Continuation& continuation, const Path* path) {
  if (!continuation.isFunction) {
    hold(continuation.expr, continuation.frame, path);
  } else if (!isTooLong(path)) {
    hold(continuation.expr, continuation.frame, prepend(kReturnStep, path));
  }
}

}  // namespace envelint
