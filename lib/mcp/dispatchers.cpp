#include "mcp/dispatchers.h"

#include <algorithm>
#include <set>

#include "analysis/syntax.h"
#include "mcp/registrations.h"
#include "mcp/sdk_table.h"

namespace envelint {
namespace {

/// No tool can have it: names hold no control characters.
constexpr std::string_view kNoToolsName = "\x01";

}  // namespace

Dispatchers::Dispatchers(Evaluator& evaluator, const CodeIndex& index)
    : evaluator_(evaluator), index_(index) {
  findSdkDispatchers();
  findRouters();
}

void Dispatchers::findSdkDispatchers() {
  for (const ExprRef& call : index_.callsNamed("setRequestHandler")) {
    const std::span<const ExprId> args = argumentsOf(call);
    if (args.size() < 2) {
      continue;
    }
    evaluator_.startQuery();
    const ExprRef request = call.with(args.front());
    const Value* value = evaluator_.valueOf(request);
    const bool isCallTool = isCallToolRequest(lastNameOf(request)) ||
                            isCallToolRequest(evaluator_.constantText(value)) ||
                            (value->is(ValueKind::kExternal) &&
                             isCallToolRequest(value->text.substr(value->text.rfind(':') + 1)));
    if (!isCallTool) {
      continue;
    }
    const Value* function = handlerFunction(evaluator_, evaluator_.valueOf(call.with(args.back())));
    if (function != nullptr) {
      dispatchers_.push_back({function, call.module, false});
    }
  }
}

void Dispatchers::findRouters() {
  // `case "tools/call":` or `method === "tools/call"` in a hand-written JSON-RPC router.
  std::set<std::pair<const Module*, uint32_t>> seen;
  for (const Module* module : index_.modules()) {
    if (module->file().text().find("tools/call") == std::string_view::npos) {
      continue;
    }
    for (uint32_t i = 0; i < module->exprCount(); ++i) {
      const auto* text = module->as<StringLiteral>(ExprId{i});
      if (text == nullptr || text->value != "tools/call") {
        continue;
      }
      const ExprOwner owner = module->owner(ExprId{i});
      const bool isCase = module->as<SwitchStmt>(owner.stmt()) != nullptr;
      const auto* compared = module->as<BinaryExpr>(owner.expr());
      const bool isTest = compared != nullptr && compared->op == BinaryOp::kEqual;
      const FunctionId function = module->enclosingFunction(ExprId{i});
      if ((!isCase && !isTest) || !function || !seen.emplace(module, function.value).second) {
        continue;
      }
      evaluator_.startQuery();
      const ExprRef expr = index_.expressionOf({module, function});
      const Value* value = nullptr;
      if (expr) {
        value = evaluator_.valueOf(expr);
      } else if (const ClassId classId = module->function(function).owner) {
        value = evaluator_.member(evaluator_.instanceOf({module, classId}),
                                  module->function(function).name);
      } else if (const BindingId id = evaluator_.program().bindings(*module).topLevel(
                     module->function(function).name)) {
        value = evaluator_.valueOf(*module, id);
      }
      if (value != nullptr && value->is(ValueKind::kFunction)) {
        dispatchers_.push_back({value, module, true});
      }
    }
  }
}

void Dispatchers::findNameChains(const std::vector<ToolRecord>& tools) {
  std::set<std::string_view> names;
  for (const ToolRecord& tool : tools) {
    names.insert(tool.name);
  }
  for (const Module* module : index_.modules()) {
    if (!module->isCpp()) {
      continue;
    }
    const Bindings& bindings = evaluator_.program().bindings(*module);
    struct Chain {
      std::set<std::string_view> names;
      std::optional<uint32_t> parameter;
    };
    std::map<uint32_t, Chain> chains;
    for (uint32_t i = 0; i < module->exprCount(); ++i) {
      const auto* compared = module->as<BinaryExpr>(ExprId{i});
      const FunctionId function = module->enclosingFunction(ExprId{i});
      if (compared == nullptr || compared->op != BinaryOp::kEqual || !function) {
        continue;
      }
      const auto* text = module->as<StringLiteral>(compared->right);
      const auto* name = module->as<NameExpr>(compared->left);
      if (text == nullptr || name == nullptr || !names.contains(text->value)) {
        continue;
      }
      Chain& chain = chains[function.value];
      chain.names.insert(text->value);
      if (const BindingId id = bindings.resolve(compared->left);
          id && bindings.binding(id).kind == BindingKind::kParameter) {
        chain.parameter = bindings.binding(id).parameter;
      }
    }
    for (const auto& [id, chain] : chains) {
      if (chain.names.size() < std::min<size_t>(2, names.size())) {
        continue;
      }
      evaluator_.startQuery();
      const Function& code = module->function(FunctionId{id});
      const ExprRef expr = index_.expressionOf({module, FunctionId{id}});
      const BindingId binding = bindings.topLevel(code.name);
      const Value* value = expr      ? evaluator_.valueOf(expr)
                           : binding ? evaluator_.valueOf(*module, binding)
                                     : nullptr;
      if (value != nullptr && value->is(ValueKind::kFunction)) {
        Dispatcher dispatcher;
        dispatcher.function = value;
        dispatcher.module = module;
        dispatcher.byName = true;
        dispatcher.nameParameter = chain.parameter;
        dispatchers_.push_back(dispatcher);
      }
    }
  }
}

const Frame* Dispatchers::enterByName(const Dispatcher& dispatcher, std::string_view toolName) {
  const Value* name = evaluator_.text(toolName);
  const Value* input = evaluator_.input();
  const Value* params = evaluator_.record({{"name", name}, {"arguments", input}});
  const Value* request =
      evaluator_.record({{"name", name}, {"arguments", input}, {"params", params}});
  const Module& module = *dispatcher.function->function.module;
  const size_t count = module.function(dispatcher.function->function.id).parameters.size();
  std::vector<const Value*> arguments;
  for (uint32_t i = 0; i < count; ++i) {
    if (!dispatcher.nameParameter.has_value()) {
      arguments.push_back(request);
    } else {
      arguments.push_back(i == *dispatcher.nameParameter ? name : input);
    }
  }
  return evaluator_.enter(dispatcher.function, arguments);
}

const Frame* Dispatchers::enter(const Dispatcher& dispatcher, std::string_view toolName) {
  if (dispatcher.byName) {
    return enterByName(dispatcher, toolName);
  }
  const Value* params =
      evaluator_.record({{"name", evaluator_.text(toolName)}, {"arguments", evaluator_.input()}});
  const Value* method = evaluator_.text("tools/call");
  const Value* request = evaluator_.record({{"method", method}, {"params", params}});
  const Module& module = *dispatcher.function->function.module;
  const Function& code = module.function(dispatcher.function->function.id);
  std::vector<const Value*> arguments;
  for (const Parameter& parameter : code.parameters) {
    PatternId pattern = parameter.pattern;
    if (const auto* withDefault = module.as<DefaultPattern>(pattern)) {
      pattern = withDefault->target;
    }
    const auto* name = module.as<NamePattern>(pattern);
    if (!dispatcher.byMethod) {
      arguments.push_back(arguments.empty() ? request : evaluator_.unknown());
    } else if (name != nullptr && name->name == "method") {
      arguments.push_back(method);
    } else if (name != nullptr && (name->name == "params" || name->name == "args")) {
      arguments.push_back(params);
    } else if (name == nullptr || !isContextParameterName(name->name)) {
      arguments.push_back(request);
    } else {
      arguments.push_back(evaluator_.unknown());
    }
  }
  return evaluator_.enter(dispatcher.function, arguments);
}

const Frame* Dispatchers::enterForNone(const Dispatcher& dispatcher) {
  const auto [it, inserted] = noTool_.try_emplace(dispatcher.function, nullptr);
  if (inserted) {
    it->second = enter(dispatcher, kNoToolsName);
  }
  return it->second;
}

bool Dispatchers::samePackage(const Module& a, const CodePlace& b) const {
  const ModuleResolver& resolver = evaluator_.program().resolver();
  return resolver.packageOf(a.file().path()) == resolver.packageOf(b.file->path());
}

size_t Dispatchers::closeness(const Module& dispatcher, const CodePlace& tool) const {
  const std::string& from = dispatcher.file().path();
  const std::string& to = tool.file->path();
  if (from == to) {
    return 1'000'000;
  }
  if (!samePackage(dispatcher, tool) && dispatchers_.size() > 1) {
    return 0;
  }
  // One that takes in the definitions' file is theirs; else the nearer folder.
  const bool imports = std::ranges::any_of(dispatcher.imports(), [&](const Import& import) {
    const Module* target = evaluator_.program().import(dispatcher, import.specifier);
    return target != nullptr && target->file().path() == to;
  });
  const auto common = static_cast<size_t>(std::ranges::mismatch(from, to).in1 - from.begin());
  return 1 + common + (imports ? 100'000 : 0);
}

const Value* Dispatchers::keyedHandler(const ToolRecord& tool) {
  const Value* found = nullptr;
  for (const ExprRef& object : index_.objectsWithKey(tool.name)) {
    if (!samePackage(*object.module, tool.namePlace)) {
      continue;
    }
    const Value* value = evaluator_.member(evaluator_.valueOf(object), tool.name);
    const Value* function = handlerFunction(evaluator_, value);
    // `{query: sql}` isn't the handler of a tool called `query`, even if `sql` was made by a call.
    const std::vector<const Value*> options = evaluator_.alternatives(value);
    const bool isOther = std::ranges::any_of(options, [&](const Value* option) {
      return !option->isNullish() && handlerFunction(evaluator_, option) == nullptr;
    });
    if (function == nullptr || function == found || isOther) {
      continue;
    }
    if (found != nullptr) {
      return nullptr;
    }
    found = function;
  }
  return found;
}

void Dispatchers::assignHandlers(std::vector<ToolRecord>& tools) {
  findNameChains(tools);
  std::map<const Value*, size_t> served;
  for (ToolRecord& tool : tools) {
    if (tool.handler) {
      continue;
    }
    evaluator_.startQuery();
    if (const Value* function = keyedHandler(tool)) {
      tool.handler = makeHandler(evaluator_, function);
      continue;
    }
    const Dispatcher* chosen = nullptr;
    size_t best = 0;
    for (const Dispatcher& dispatcher : dispatchers_) {
      size_t score = closeness(*dispatcher.module, tool.namePlace);
      // The chain itself is nearer to the tool than who calls it.
      score += score > 0 && dispatcher.byName ? 2'000'000 : 0;
      if (score > best) {
        chosen = &dispatcher;
        best = score;
      }
    }
    if (chosen != nullptr) {
      tool.handler = {chosen->function, enter(*chosen, tool.name), enterForNone(*chosen)};
      ++served[chosen->function];
    }
  }
  // All that a dispatcher of one tool does, it does for that tool.
  for (ToolRecord& tool : tools) {
    if (tool.handler.anyTool != nullptr && served[tool.handler.function] == 1) {
      tool.handler.anyTool = nullptr;
    }
  }
}

}  // namespace envelint
