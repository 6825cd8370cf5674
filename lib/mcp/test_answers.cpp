#include "mcp/test_answers.h"

#include <algorithm>
#include <array>

#include "analysis/syntax.h"
#include "mcp/code_index.h"
#include "mcp/naming.h"
#include "mcp/project.h"
#include "source/words.h"

namespace envelint {
namespace {

using enum AnswerPart;

/// Deeper than any chain of helpers in a test.
constexpr int kDepth = 40;

/// Functions that take a tool's name and don't run it.
bool onlyLooksUp(std::string_view function) {
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"get",      "has",          "set",     "find",    "filter",     "add",      "push",
       "includes", "registerTool", "tool",    "addTool", "describe",   "it",       "test",
       "expect",   "some",         "indexOf", "getTool", "getHandler", "findTool", "startsWith",
       "join",     "log",          "delete",  "suite",   "ok",         "error",    "warn"});
  return isOneOf(function, kNames);
}

/// Whether a function's name says that it runs something: `callTool`, `invoke`, `executeTool`.
bool saysItRuns(std::string_view function) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"call", "invoke", "execute", "exec", "run", "request", "handle", "dispatch", "send"});
  return std::ranges::any_of(splitName(function), [](const std::string& word) {
    return std::ranges::find(kWords, word) != kWords.end();
  });
}

/// Members of a looked-up tool that run it.
bool isHandlerMember(std::string_view name) {
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"handler", "execute", "callback", "invoke", "call", "run", "cb", "fn", "handle", "func"});
  return isOneOf(name, kNames);
}

/// Whether a call's result is waited for, or handed on to somebody who may.
bool isAwaited(ExprRef call) {
  ExprOwner owner = call.module->owner(call.id);
  while (call.module->as<CastExpr>(owner.expr()) != nullptr) {
    owner = call.module->owner(owner.expr());
  }
  return call.module->as<AwaitExpr>(owner.expr()) != nullptr ||
         owner.kind == ExprOwner::Kind::kFunction ||
         call.module->as<ReturnStmt>(owner.stmt()) != nullptr;
}

/// Whether a function's name says that it takes an answer apart: `parseResult`, `extractText`.
bool saysItParses(std::string_view function) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"parse", "extract", "unwrap", "json", "decode", "payload", "structured", "text", "data"});
  return std::ranges::any_of(splitName(function), [](const std::string& word) {
    return std::ranges::find(kWords, word) != kWords.end();
  });
}

AnswerValue as(AnswerValue value, AnswerPart part) {
  value.part = part;
  value.key = {};
  return value;
}

/// Where both are parts of answers, what is common to them.
AnswerValue joined(const AnswerValue& a, const AnswerValue& b) {
  if (!a || !b) {
    return a ? a : b;
  }
  AnswerValue both = a;
  if (a.part != b.part) {
    both.part = kDerived;
  }
  if (a.tool != b.tool) {
    both.tool = {};
    both.part = kDerived;
  }
  return both;
}

/// The steps from an outermost pattern to one of the patterns in it, applied to what it matches.
AnswerValue destructured(const Module& module, PatternId target, AnswerValue value) {
  std::vector<std::pair<PatternId, PatternId>> steps;
  for (PatternId at = target, above = module.parent(at); above && steps.size() < kDepth;
       at = above, above = module.parent(at)) {
    steps.emplace_back(above, at);
  }
  std::ranges::reverse(steps);
  for (const auto& [outer, inner] : steps) {
    if (module.as<ArrayPattern>(outer) != nullptr) {
      value = module.as<RestPattern>(inner) != nullptr ? value : elementOf(value);
    } else if (const auto* object = module.as<ObjectPattern>(outer)) {
      for (const PatternProperty& property : object->properties) {
        if (property.value == inner && !property.rest) {
          value = memberOf(value, property.key);
        }
      }
    }
  }
  return value;
}

/// The frame of a function among those around; null when it isn't there.
const Frame* frameOf(FunctionRef function, const Frame* frame) {
  while (frame != nullptr && frame->function != function) {
    frame = frame->lexical;
  }
  return frame;
}

/// The write of a variable that a read sees: the last one before it in its function, if there is.
const BindingWrite* nearestWrite(const Module& module, const Binding& binding, ExprId read) {
  const BindingWrite* nearest = nullptr;
  for (const BindingWrite& write : binding.writes) {
    if (write.source && module.enclosingFunction(write.source) == module.enclosingFunction(read) &&
        module.range(write.source).end <= module.range(read).begin) {
      nearest = &write;
    }
  }
  return nearest;
}

}  // namespace

bool isIteration(std::string_view method) {
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"forEach", "map", "every", "some", "filter", "find", "flatMap", "findIndex"});
  return isOneOf(method, kNames);
}

AnswerValue memberOf(AnswerValue object, std::string_view name) {
  switch (object.part) {
    case kNone:
    case kRow:
    case kDerived:
    case kKeys:
    case kError:
      return object;
    case kWhole:
      if (name == "length" || name == "size") {
        return as(object, kCount);
      }
      if (name == "isError") {
        return as(object, kFlag);
      }
      if (name == "error" || name == "errors") {
        return as(object, kError);
      }
      if (!object.isParsed && name == "content") {
        return as(object, kProtocol);
      }
      object.isParsed = object.isParsed || name == "structuredContent";
      object.key = name;
      return object;
    case kProtocol:
      return name == "text" ? as(object, kText) : object;
    case kText:
      return name == "length" ? as(object, kProtocol) : as(object, kDerived);
    case kCount:
    case kFlag:
      return as(object, kDerived);
  }
  return object;
}

AnswerValue elementOf(AnswerValue array) { return array.part == kWhole ? as(array, kRow) : array; }

ExprRef TestAnswers::expressionOf(FunctionRef function) {
  const auto [it, isNew] = functions_.try_emplace(function.module);
  if (isNew) {
    for (uint32_t i = 0; i < function.module->exprCount(); ++i) {
      if (const auto* expr = function.module->as<FunctionExpr>(ExprId{i})) {
        it->second[expr->function] = ExprId{i};
      }
    }
  }
  const auto found = it->second.find(function.id);
  return found == it->second.end() ? ExprRef{} : ExprRef{function.module, found->second};
}

const Frame* TestAnswers::frameOfCall(ExprRef call, const Frame* frame) {
  const auto* node = call.as<CallExpr>();
  if (node == nullptr) {
    return nullptr;
  }
  ExprRef root = withoutCasts(call.with(node->callee));
  for (int i = 0; i < kDepth && root.as<MemberExpr>() != nullptr; ++i) {
    root = withoutCasts(root.with(root.as<MemberExpr>()->object));
  }
  // What `await startServer()` gives takes the whole server to find out, in every test anew, and is
  // a client mostly.
  if (root.as<NameExpr>() != nullptr) {
    const Bindings& bindings = evaluator_.program().bindings(*root.module);
    const BindingId id = bindings.resolve(root.id);
    for (const BindingWrite& write :
         id ? bindings.binding(id).writes : std::vector<BindingWrite>()) {
      if (withoutCasts(root.with(write.source)).as<CallExpr>() != nullptr) {
        return nullptr;
      }
    }
  } else if (root.as<ThisExpr>() == nullptr) {
    return nullptr;
  }
  return evaluator_.frameOfCall(call, frame);
}

AnswerValue TestAnswers::valueOf(ExprRef expr, const Frame* frame) { return read(expr, frame, 0); }

AnswerValue TestAnswers::read(ExprRef expr, const Frame* frame, int depth) {
  expr = withoutCasts(expr);
  if (!expr || depth > kDepth || !spend()) {
    return {};
  }
  if (expr.as<NameExpr>() != nullptr) {
    return readName(expr, frame, depth);
  }
  if (const auto* member = expr.as<MemberExpr>()) {
    const ExprRef object = expr.with(member->object);
    if (const AnswerValue value = read(object, frame, depth + 1)) {
      return memberOf(value, member->name);
    }
    return readObjectMember(object, member->name, frame, depth + 1);
  }
  if (const auto* index = expr.as<IndexExpr>()) {
    return elementOf(read(expr.with(index->object), frame, depth + 1));
  }
  if (expr.as<CallExpr>() != nullptr) {
    return readCall(expr, frame, depth);
  }
  if (const auto* logical = expr.as<LogicalExpr>()) {
    const AnswerValue left = read(expr.with(logical->left), frame, depth + 1);
    return left ? left : read(expr.with(logical->right), frame, depth + 1);
  }
  if (const auto* either = expr.as<ConditionalExpr>()) {
    return joined(read(expr.with(either->consequent), frame, depth + 1),
                  read(expr.with(either->alternate), frame, depth + 1));
  }
  if (const auto* assign = expr.as<AssignExpr>()) {
    return read(expr.with(assign->value), frame, depth + 1);
  }
  if (const auto* text = expr.as<TemplateLiteral>()) {
    AnswerValue value;
    for (const ExprId hole : text->holes) {
      value = joined(value, read(expr.with(hole), frame, depth + 1));
    }
    return value ? as(value, kDerived) : value;
  }
  if (const auto* array = expr.as<ArrayExpr>()) {
    AnswerValue value;
    for (const ExprId element : array->elements) {
      const auto* spread = expr.module->as<SpreadExpr>(element);
      value = joined(
          value, read(expr.with(spread != nullptr ? spread->argument : element), frame, depth + 1));
      if (value) {
        return spread != nullptr ? value : as(value, kDerived);
      }
    }
    return value;
  }
  if (const auto* binary = expr.as<BinaryExpr>()) {
    const AnswerValue value = joined(read(expr.with(binary->left), frame, depth + 1),
                                     read(expr.with(binary->right), frame, depth + 1));
    return value ? as(value, kDerived) : value;
  }
  if (const auto* unary = expr.as<UnaryExpr>()) {
    const AnswerValue value = read(expr.with(unary->operand), frame, depth + 1);
    return value ? as(value, kDerived) : value;
  }
  return {};
}

AnswerValue TestAnswers::readObjectMember(ExprRef object, std::string_view key, const Frame* frame,
                                          int depth) {
  // `const { parsed } = await callAndParse("list_x")`: what the helper's object is made of. Only
  // helpers of the tests are asked: the tools' own code has nothing to do with what they check.
  object = withoutCasts(object);
  if (object.as<NameExpr>() != nullptr) {
    const Bindings& bindings = evaluator_.program().bindings(*object.module);
    const BindingId id = bindings.resolve(object.id);
    const BindingWrite* write =
        id ? nearestWrite(*object.module, bindings.binding(id), object.id) : nullptr;
    if (write == nullptr || write->target != write->root) {
      return {};
    }
    object = withoutCasts(object.with(write->source));
  }
  if (depth > kDepth || object.as<CallExpr>() == nullptr) {
    return {};
  }
  const Frame* helper = frameOfCall(object, frame);
  if (helper == nullptr || !isTestFile(helper->function.module->file().displayPath())) {
    return {};
  }
  for (const ExprRef answer : evaluator_.returns(helper->function)) {
    const auto* made = withoutCasts(answer).as<ObjectExpr>();
    for (const Property& property :
         made != nullptr ? made->properties : std::span<const Property>{}) {
      if (property.key == key) {
        return read(answer.with(property.value), helper, depth + 1);
      }
    }
  }
  return {};
}

AnswerValue TestAnswers::readName(ExprRef name, const Frame* frame, int depth) {
  const Module& module = *name.module;
  const Bindings& bindings = evaluator_.program().bindings(module);
  const BindingId id = bindings.resolve(name.id);
  if (!id) {
    return {};
  }
  const Binding& binding = bindings.binding(id);
  if (binding.kind == BindingKind::kParameter) {
    for (const BindingWrite& write : binding.writes) {
      if (!write.source && !write.site) {
        return readParameter(module, binding, write.target, frame, depth);
      }
    }
    return {};
  }
  const auto valueOf = [&](const BindingWrite& write) {
    if (const auto* loop = module.as<LoopStmt>(write.loop)) {
      return destructured(module, write.target,
                          elementOf(read({&module, loop->iterable}, frame, depth + 1)));
    }
    AnswerValue value = read({&module, write.source}, frame, depth + 1);
    if (!value && write.target != write.root) {
      // A property of an object that a helper returns: `const { items } = await listAll()`.
      const auto* object = module.as<ObjectPattern>(module.parent(write.target));
      if (object != nullptr && module.parent(write.target) == write.root) {
        for (const PatternProperty& property : object->properties) {
          if (property.value == write.target) {
            return readObjectMember({&module, write.source}, property.key, frame, depth + 1);
          }
        }
      }
    }
    return destructured(module, write.target, value);
  };
  if (const BindingWrite* nearest = nearestWrite(module, binding, name.id)) {
    return valueOf(*nearest);
  }
  AnswerValue value;
  for (const BindingWrite& write : binding.writes) {
    if (write.source || write.loop) {
      value = joined(value, valueOf(write));
    }
  }
  return value;
}

AnswerValue TestAnswers::readParameter(const Module& module, const Binding& binding,
                                       PatternId target, const Frame* frame, int depth) {
  const FunctionRef function{&module, binding.function};
  const Frame* own = frameOf(function, frame);
  if (own != nullptr && own->call) {
    const auto arguments = argumentsOf(own->call);
    return binding.parameter < arguments.size()
               ? destructured(
                     module, target,
                     read(own->call.with(arguments[binding.parameter]), own->caller, depth + 1))
               : AnswerValue{};
  }
  // A callback: what the method it is handed to gives it.
  const ExprRef expr = expressionOf(function);
  const ExprRef call = expr ? ExprRef{&module, module.owner(expr.id).expr()} : ExprRef{};
  const auto* node = call.as<CallExpr>();
  const auto* member = node != nullptr ? call.with(node->callee).as<MemberExpr>() : nullptr;
  if (member == nullptr) {
    return {};
  }
  const AnswerValue receiver = read(call.with(node->callee).with(member->object), frame, depth + 1);
  if (member->name == "then" && binding.parameter == 0) {
    return destructured(module, target, receiver);
  }
  const uint32_t position = member->name == "reduce" ? 1 : 0;
  if (binding.parameter == position && (isIteration(member->name) || position == 1)) {
    return destructured(module, target, elementOf(receiver));
  }
  return receiver ? as(receiver, kDerived) : receiver;
}

AnswerValue TestAnswers::readMethod(ExprRef call, const AnswerValue& receiver,
                                    std::string_view method) const {
  static constexpr auto kSame = std::to_array<std::string_view>(
      {"map", "filter", "slice", "sort", "flatMap", "concat", "reverse", "toSorted", "flat",
       "values", "then", "catch", "finally", "structuredClone", "trim"});
  static constexpr auto kOfOne =
      std::to_array<std::string_view>({"find", "at", "pop", "shift", "findLast", "get"});
  if (method == "json" || method == "body") {
    AnswerValue parsed = receiver;
    parsed.isParsed = true;
    return parsed;
  }
  if (method == "text" && argumentsOf(call).empty()) {
    return as(receiver, kText);
  }
  static constexpr auto kSameText = std::to_array<std::string_view>(
      {"toLowerCase", "toUpperCase", "toString", "trimEnd", "trimStart", "replace", "replaceAll"});
  if (isOneOf(method, kSame) || (receiver.part == kText && isOneOf(method, kSameText))) {
    return receiver;
  }
  if (isOneOf(method, kOfOne)) {
    return elementOf(receiver);
  }
  return as(receiver, kDerived);
}

AnswerValue TestAnswers::readReturns(ExprRef call, const Frame* frame, int depth) {
  const Frame* callee = frameOfCall(call, frame);
  if (callee == nullptr) {
    return {};
  }
  AnswerValue value;
  for (const ExprRef answer : evaluator_.returns(callee->function)) {
    const AnswerValue returned = read(answer, callee, depth + 1);
    if (returned) {
      // Other ways out give up: `return undefined` after a rate limit, an empty object.
      value = value ? joined(value, returned) : returned;
    }
  }
  return value;
}

AnswerValue TestAnswers::readCall(ExprRef call, const Frame* frame, int depth) {
  const ExprRef callee = withoutCasts(call.with(call.as<CallExpr>()->callee));
  const std::string_view function = lastNameOf(callee);
  const auto arguments = argumentsOf(call);
  const ExprRef first = arguments.empty() ? ExprRef{} : call.with(arguments[0]);
  if (const auto* member = callee.as<MemberExpr>()) {
    const auto* owner = callee.with(member->object).as<NameExpr>();
    const std::string_view object = owner != nullptr ? owner->name : std::string_view{};
    if (object == "JSON" || object == "Object" || object == "Array" || object == "Promise") {
      AnswerValue value = read(first, frame, depth + 1);
      if (!value) {
        return value;
      }
      if (object == "JSON") {
        value.isParsed = function == "parse";
        return as(value, function == "parse"  ? (value.part == kRow ? kRow : kWhole)
                         : value.part == kRow ? kRow
                                              : kText);
      }
      return object == "Object" && function == "keys" && value.part == kWhole ? as(value, kKeys)
                                                                              : value;
    }
    if (const AnswerValue receiver = read(callee.with(member->object), frame, depth + 1)) {
      return readMethod(call, receiver, member->name);
    }
  }
  const Frame* inner = frameOfCall(call, frame);
  if (inner != nullptr) {
    if (const std::string_view tool = tools_.answeredBy(inner->function); !tool.empty()) {
      return {kWhole, tool, {}, false};
    }
    if (const AnswerValue returned = readReturns(call, frame, depth)) {
      return returned;
    }
  }
  if (const std::string_view tool = toolCalledBy(call, frame, depth + 1); !tool.empty()) {
    return {kWhole, tool, {}, false};
  }
  for (const ExprId argument : arguments) {
    const ExprRef expr = withoutCasts(call.with(argument));
    if (const AnswerValue value = read(expr, frame, depth + 1)) {
      if (inner == nullptr && saysItParses(function) &&
          (value.part == kWhole || value.part == kText || value.part == kProtocol)) {
        AnswerValue parsed = as(value, kWhole);
        parsed.isParsed = true;
        return parsed;
      }
      return as(value, kDerived);
    }
    // `await retry(() => client.callTool(...))` of a package: what the function inside gives.
    if (const auto* callback = expr.as<FunctionExpr>(); callback != nullptr && inner == nullptr) {
      const Value* value = evaluator_.valueOf(expr, frame);
      for (const ExprRef answer : evaluator_.returns({expr.module, callback->function})) {
        const Frame* within =
            value->is(ValueKind::kFunction) ? evaluator_.enter(value, {}) : nullptr;
        if (const AnswerValue returned = read(answer, within, depth + 1)) {
          return returned;
        }
      }
    }
  }
  return {};
}

// --- Calls of a tool -----------------------------------------------------------------------------

std::string_view TestAnswers::constantTool(ExprRef expr, const Frame* frame) {
  expr = withoutCasts(expr);
  if (const auto* text = expr.as<StringLiteral>()) {
    return tools_.named(text->value);
  }
  const bool mayBeConstant = expr.as<NameExpr>() != nullptr || expr.as<MemberExpr>() != nullptr ||
                             expr.as<TemplateLiteral>() != nullptr;
  return mayBeConstant ? tools_.named(evaluator_.constantText(evaluator_.valueOf(expr, frame)))
                       : std::string_view{};
}

std::string_view TestAnswers::toolNamedIn(ExprRef argument, const Frame* frame) {
  argument = withoutCasts(argument);
  if (const std::string_view tool = constantTool(argument, frame); !tool.empty()) {
    return tool;
  }
  const auto* object = argument.as<ObjectExpr>();
  if (object == nullptr) {
    return {};
  }
  for (const Property& property : object->properties) {
    const ExprRef value = argument.with(property.value);
    if (property.key == "name" || property.key == "tool" || property.key == "toolName") {
      if (const std::string_view tool = constantTool(value, frame); !tool.empty()) {
        return tool;
      }
    } else if (property.key == "params" || property.key == "body") {
      const auto* params = withoutCasts(value).as<ObjectExpr>();
      for (const Property& inner :
           params != nullptr ? params->properties : std::span<const Property>{}) {
        if (inner.key == "name") {
          return constantTool(withoutCasts(value).with(inner.value), frame);
        }
      }
    }
  }
  return {};
}

std::string_view TestAnswers::toolCalledBy(ExprRef call, const Frame* frame, int depth) {
  const auto* node = call.as<CallExpr>();
  if (node == nullptr || !spend()) {
    return {};
  }
  const ExprRef callee = withoutCasts(call.with(node->callee));
  // A method of an answer runs no tool, and what the answer is made of is not asked.
  const auto* member = callee.as<MemberExpr>();
  if (member != nullptr && read(callee.with(member->object), frame, depth + 1)) {
    return {};
  }
  if (const Frame* inner = frameOfCall(call, frame)) {
    if (const std::string_view tool = tools_.answeredBy(inner->function); !tool.empty()) {
      return tool;
    }
  }
  if (const std::string_view tool = lookedUp(callee, frame, depth + 1); !tool.empty()) {
    return tool;
  }
  const std::string_view function = lastNameOf(callee);
  if (onlyLooksUp(function) || (!isAwaited(call) && !saysItRuns(function))) {
    return {};
  }
  for (const ExprId argument : node->args) {
    if (const std::string_view tool = toolNamedIn(call.with(argument), frame); !tool.empty()) {
      return tool;
    }
  }
  return {};
}

std::string_view TestAnswers::lookedUp(ExprRef expr, const Frame* frame, int depth) {
  expr = withoutCasts(expr);
  if (!expr || depth > kDepth || !spend()) {
    return {};
  }
  if (const auto* member = expr.as<MemberExpr>()) {
    if (isHandlerMember(member->name)) {
      return lookedUp(expr.with(member->object), frame, depth + 1);
    }
    // `handlers["list_x"]`; a method of a client may be called like a tool.
    const auto* object = expr.with(member->object).as<NameExpr>();
    return object != nullptr && member->nameRange.begin > 0 &&
                   expr.module->file().text()[member->nameRange.begin - 1] != '.'
               ? tools_.named(member->name)
               : std::string_view{};
  }
  if (const auto* index = expr.as<IndexExpr>()) {
    const std::string_view tool = constantTool(expr.with(index->index), frame);
    return !tool.empty() ? tool : lookedUp(expr.with(index->object), frame, depth + 1);
  }
  if (const auto* logical = expr.as<LogicalExpr>()) {
    return lookedUp(expr.with(logical->left), frame, depth + 1);
  }
  if (const auto* call = expr.as<CallExpr>()) {
    for (const ExprId argument : call->args) {
      const ExprRef value = withoutCasts(expr.with(argument));
      if (const std::string_view tool = constantTool(value, frame); !tool.empty()) {
        return tool;
      }
      // `tools.find((tool) => tool.name === "list_x")`
      const auto* callback = value.as<FunctionExpr>();
      const auto* equals =
          callback == nullptr
              ? nullptr
              : withoutCasts(expr.with(expr.module->function(callback->function).expressionBody))
                    .as<BinaryExpr>();
      if (equals != nullptr && equals->op == BinaryOp::kEqual) {
        const std::string_view left = constantTool(expr.with(equals->left), frame);
        const std::string_view tool =
            left.empty() ? constantTool(expr.with(equals->right), frame) : left;
        if (!tool.empty()) {
          return tool;
        }
      }
    }
    return {};
  }
  if (expr.as<NameExpr>() == nullptr) {
    return {};
  }
  const Bindings& bindings = evaluator_.program().bindings(*expr.module);
  const BindingId id = bindings.resolve(expr.id);
  if (!id) {
    return {};
  }
  const Binding& binding = bindings.binding(id);
  const BindingWrite* nearest = nearestWrite(*expr.module, binding, expr.id);
  for (const BindingWrite& write : binding.writes) {
    if (write.source && (nearest == nullptr || nearest == &write)) {
      const ExprRef source = withoutCasts(expr.with(write.source));
      // What a call that runs the tool gives is its answer, not the tool.
      const auto* call = source.as<CallExpr>();
      const std::string_view function =
          call != nullptr ? lastNameOf(source.with(call->callee)) : std::string_view{};
      const bool isWaitedFor = expr.module->as<AwaitExpr>(write.source) != nullptr;
      const bool runs = saysItRuns(function) || (isWaitedFor && !onlyLooksUp(function));
      const std::string_view tool = runs ? std::string_view{} : lookedUp(source, frame, depth + 1);
      if (!tool.empty()) {
        return tool;
      }
    }
  }
  return {};
}

}  // namespace envelint
