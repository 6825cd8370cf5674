#include "mcp/code_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/syntax.h"
#include "mcp/project.h"

namespace envelint {

std::string_view lastNameOf(ExprRef callee) {
  callee = withoutCasts(callee);
  if (const auto* name = callee.as<NameExpr>()) {
    return name->name;
  }
  if (const auto* member = callee.as<MemberExpr>()) {
    return member->name;
  }
  return {};
}

std::span<const ExprId> argumentsOf(ExprRef call) {
  if (const auto* node = call.as<CallExpr>()) {
    return node->args;
  }
  if (const auto* node = call.as<NewExpr>()) {
    return node->args;
  }
  return {};
}

CodeIndex::CodeIndex(Evaluator& evaluator) : evaluator_(evaluator) {
  for (const Module* module : evaluator.program().modules()) {
    if (!isTestFile(module->file().displayPath())) {
      addModule(*module);
    }
  }
}

namespace {

/// Whether a text has an `import(...)` or `require(...)` whose argument is no string literal. A
/// template counts as computed.
bool loadsByComputedName(std::string_view text) {
  for (const std::string_view word : {"import(", "require("}) {
    for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
      const size_t argument = text.find_first_not_of(" \n\r\t", at + word.size());
      if (argument != std::string_view::npos && text[argument] != '"' && text[argument] != '\'' &&
          text[argument] != ')') {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

void CodeIndex::addModule(const Module& module) {
  modules_.push_back(&module);
  loadsComputedModules_ = loadsComputedModules_ || loadsByComputedName(module.file().text());
  for (uint32_t i = 0; i < module.exprCount(); ++i) {
    const ExprRef expr{&module, ExprId{i}};
    if (const auto* call = expr.as<CallExpr>()) {
      if (const std::string_view name = lastNameOf(expr.with(call->callee)); !name.empty()) {
        calls_[name].push_back(expr);
      }
    } else if (const auto* construct = expr.as<NewExpr>()) {
      if (const std::string_view name = lastNameOf(expr.with(construct->callee)); !name.empty()) {
        calls_[name].push_back(expr);
      }
    } else if (const auto* function = expr.as<FunctionExpr>()) {
      functions_[{&module, function->function}] = expr;
    } else if (const auto* object = expr.as<ObjectExpr>()) {
      for (const Property& property : object->properties) {
        if (!property.key.empty()) {
          keys_[property.key].push_back(expr);
        }
      }
    }
  }
}

const std::vector<ExprRef>& CodeIndex::callsNamed(std::string_view name) const {
  static const std::vector<ExprRef> kNone;
  const auto it = calls_.find(name);
  return it == calls_.end() ? kNone : it->second;
}

const std::vector<ExprRef>& CodeIndex::objectsWithKey(std::string_view key) const {
  static const std::vector<ExprRef> kNone;
  const auto it = keys_.find(key);
  return it == keys_.end() ? kNone : it->second;
}

ExprRef CodeIndex::expressionOf(FunctionRef function) const {
  const auto it = functions_.find(function);
  return it == functions_.end() ? ExprRef{} : it->second;
}

std::vector<ExprRef> CodeIndex::callersOf(FunctionRef function) const {
  std::string_view name = function.module->function(function.id).name;
  if (name.empty()) {
    // `const f = (...) => ...`: the variable's name.
    const ExprRef expr = expressionOf(function);
    const StmtId statement = expr ? expr.module->statementOf(expr.id) : StmtId{};
    if (const auto* declare = function.module->as<DeclareStmt>(statement)) {
      for (const Declarator& declarator : declare->declarators) {
        const auto* target = function.module->as<NamePattern>(declarator.target);
        if (target != nullptr && withoutCasts({function.module, declarator.init}) == expr) {
          name = target->name;
        }
      }
    }
  }
  // A C++ function's name has its class before it and, of overloads, a number behind it.
  if (const size_t colon = name.rfind(':'); colon != std::string_view::npos) {
    name = name.substr(colon + 1);
  }
  name = name.substr(0, name.find('#', 1));
  if (name == "constructor" && function.module->function(function.id).owner) {
    name = function.module->classOf(function.module->function(function.id).owner).name;
  }
  std::vector<ExprRef> found;
  if (name.empty()) {
    return found;
  }
  for (const ExprRef& call : callsNamed(name)) {
    const Frame* frame = evaluator_.frameOfCall(call, nullptr);
    if (frame != nullptr && frame->function == function) {
      found.push_back(call);
    }
  }
  return found;
}

bool CodeIndex::isImported(const Module& module, std::string_view name) const {
  bool exported = false;
  for (const Export& value : module.exports()) {
    exported |= value.exported == name || value.local == name;
    if (value.kind == ExportKind::kWhole || value.exported == "default" ||
        value.kind == ExportKind::kExpression) {
      return true;
    }
  }
  if (!exported) {
    return false;
  }
  for (const Module* other : modules_) {
    const Bindings& bindings = evaluator_.program().bindings(*other);
    for (const Import& import : other->imports()) {
      // The name is enough: barrels on the way may come from anywhere. Who takes in a whole module
      // may read any name of it.
      if (import.kind == ImportKind::kNamespace && !import.local.empty()) {
        const Module* target = evaluator_.program().import(*other, import.specifier);
        if (target != nullptr && passesOn(*target, module, 0)) {
          return true;
        }
      } else if (import.imported == name) {
        const BindingId id = bindings.topLevel(import.local);
        if (id && !bindings.binding(id).reads.empty()) {
          return true;
        }
      }
    }
  }
  return false;
}

namespace {

struct TopLevelName {
  std::string_view name;
  BindingId binding;
  Range range;  ///< of the whole declaration
};

/// The function or variable that a module's top level declares around a range; an empty name when
/// there is none.
TopLevelName declaredAround(const Module& module, const Bindings& bindings, Range inner) {
  for (const StmtId id : module.body()) {
    if (!module.range(id).contains(inner)) {
      continue;
    }
    if (const auto* function = module.as<FunctionStmt>(id)) {
      const std::string_view name = module.function(function->function).name;
      return {name, bindings.topLevel(name), module.range(id)};
    }
    const auto* declare = module.as<DeclareStmt>(id);
    for (const Declarator& declarator :
         declare != nullptr ? declare->declarators : std::span<const Declarator>{}) {
      const auto* name = module.as<NamePattern>(declarator.target);
      if (name != nullptr && declarator.range.contains(inner)) {
        return {name->name, bindings.topLevel(name->name), declarator.range};
      }
    }
  }
  return {};
}

}  // namespace

bool CodeIndex::isAbandoned(ExprRef expr) const {
  const Module& module = *expr.module;
  if (module.isCpp()) {
    return false;  // Who links it in doesn't show.
  }
  const Bindings& bindings = evaluator_.program().bindings(module);
  const TopLevelName found = declaredAround(module, bindings, module.range(expr.id));
  const bool isAboutTools = found.name.find("tool") != std::string_view::npos ||
                            found.name.find("Tool") != std::string_view::npos;
  if (!isAboutTools || !found.binding || loadsComputedModules_) {
    return false;
  }
  const bool isRead = std::ranges::any_of(bindings.binding(found.binding).reads, [&](ExprId read) {
    return !found.range.contains(module.range(read));
  });
  if (isRead || isImported(module, found.name)) {
    return false;
  }
  // A file that nobody takes up may be where a program begins, or what a package offers.
  return isTakenUp(module) && !isPassedOn(module, found.name);
}

bool CodeIndex::isLoose(ExprRef expr) const {
  const Module& module = *expr.module;
  if (module.isCpp()) {
    return false;
  }
  const Bindings& bindings = evaluator_.program().bindings(module);
  const TopLevelName found = declaredAround(module, bindings, module.range(expr.id));
  return found.binding && !loadsComputedModules_ && !isTakenUp(module) &&
         std::ranges::all_of(bindings.binding(found.binding).reads, [&](ExprId read) {
           // `export default tools` hands it to those who take the module up: nobody.
           const bool isExport = module.owner(read).kind == ExprOwner::Kind::kNone;
           return isExport || found.range.contains(module.range(read));
         });
}

bool CodeIndex::isTakenUp(const Module& module) const {
  if (!takenUp_.has_value()) {
    takenUp_.emplace();
    for (const Module* other : modules_) {
      for (const Import& import : other->imports()) {
        takenUp_->insert(evaluator_.program().import(*other, import.specifier));
      }
    }
  }
  return takenUp_->contains(&module);
}

bool CodeIndex::isPassedOn(const Module& module, std::string_view name) const {
  const auto passes = [&](const Module& other) {
    return std::ranges::any_of(other.exports(), [&](const Export& value) {
      const bool fits =
          value.kind == ExportKind::kReexportAll || value.imported == name || value.imported == "*";
      return fits && !value.specifier.empty() &&
             evaluator_.program().import(other, value.specifier) == &module;
    });
  };
  if (std::ranges::any_of(modules_, [&](const Module* other) { return passes(*other); })) {
    return true;
  }
  // A barrel needn't hold a word that had it read.
  const std::string_view path = module.file().path();
  const std::string folder(path.substr(0, path.rfind('/')));
  return std::ranges::any_of(
      std::array<std::string_view, 4>{"ts", "js", "mts", "mjs"}, [&](std::string_view extension) {
        const Module* barrel =
            evaluator_.program().load(fmt::format("{}/index.{}", folder, extension));
        return barrel != nullptr && barrel != &module && passes(*barrel);
      });
}

bool CodeIndex::passesOn(const Module& from, const Module& module, int depth) const {
  if (&from == &module) {
    return true;
  }
  return depth < 8 && std::ranges::any_of(from.exports(), [&](const Export& value) {
           if (value.specifier.empty()) {
             return false;
           }
           const Module* target = evaluator_.program().import(from, value.specifier);
           return target != nullptr && target != &from && passesOn(*target, module, depth + 1);
         });
}

}  // namespace envelint
