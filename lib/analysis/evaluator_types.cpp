// What written types say about values: aliases, interfaces, classes used as types, generics.

#include <algorithm>

#include "analysis/evaluator_state.h"

namespace envelint {
namespace {

constexpr int kTypeDepth = 24;

/// Types that pass the shape of their first argument through.
constexpr std::string_view kTransparentTypes[] = {
    "Promise", "Awaited", "Readonly", "Required", "NonNullable", "PromiseLike", "Partial",
};

}  // namespace

const TypeDeclaration* Evaluator::State::findType(const Module& module, std::string_view name,
                                                  const Module** where, int depth) {
  if (depth > 12) {
    return nullptr;
  }
  for (const TypeDeclaration& declaration : module.typeDeclarations()) {
    if (declaration.name == name) {
      *where = &module;
      return &declaration;
    }
  }
  const auto follow = [&](std::string_view specifier, std::string_view imported) {
    const Module* target = program.import(module, specifier);
    return target != nullptr && target != &module ? findType(*target, imported, where, depth + 1)
                                                  : nullptr;
  };
  for (const Import& import : module.imports()) {
    if (import.local == name && import.kind == ImportKind::kNamed) {
      return follow(import.specifier, import.imported);
    }
  }
  for (const Export& value : module.exports()) {
    if (value.kind == ExportKind::kReexport && value.exported == name) {
      return follow(value.specifier, value.imported);
    }
    if (value.kind == ExportKind::kLocal && value.exported == name && value.local != name) {
      return findType(module, value.local, where, depth + 1);
    }
  }
  // Only a module that others import from is asked for what it passes on.
  for (const Export& value : module.exports()) {
    if (value.kind == ExportKind::kReexportAll && depth > 0) {
      if (const TypeDeclaration* found = follow(value.specifier, name)) {
        return found;
      }
    }
  }
  return nullptr;
}

ClassRef Evaluator::State::findClass(const Module& module, std::string_view name, int depth) {
  const BindingId id = program.bindings(module).topLevel(name);
  const Value* value =
      id ? valueOfBinding(module, id, nullptr) : (depth > 0 ? exportOf(module, name, 0) : unknown);
  return value->is(ValueKind::kClass) ? value->classRef : ClassRef{};
}

TypeRef Evaluator::State::resolve(TypeRef type, int depth) {
  while (type && depth++ < kTypeDepth) {
    if (const auto* query = type.module->as<TypeofType>(type.id)) {
      (void)query;
      return {};
    }
    if (const auto* indexed = type.module->as<IndexedType>(type.id)) {
      type = memberType(at(type, indexed->object), indexed->key, depth);
      continue;
    }
    const auto* named = type.module->as<NamedType>(type.id);
    if (named == nullptr) {
      return type;
    }
    if (type.substitution != nullptr) {
      const auto it = std::ranges::find(*type.substitution, named->name,
                                        &std::pair<std::string_view, TypeRef>::first);
      if (it != type.substitution->end()) {
        type = it->second;
        continue;
      }
    }
    if (!named->args.empty() &&
        std::ranges::find(kTransparentTypes, named->name) != std::end(kTransparentTypes)) {
      type = at(type, named->args.front());
      continue;
    }
    const Module* where = nullptr;
    const TypeDeclaration* declaration = findType(*type.module, named->name, &where, 0);
    if (declaration == nullptr || !declaration->type) {
      return type;
    }
    const std::vector<std::pair<std::string_view, TypeRef>>* substitution = nullptr;
    if (!declaration->parameters.empty()) {
      auto& made = substitutions.emplace_back();
      for (size_t i = 0; i < declaration->parameters.size(); ++i) {
        made.emplace_back(declaration->parameters[i],
                          i < named->args.size() ? at(type, named->args[i]) : TypeRef{});
      }
      substitution = &made;
    }
    type = {where, declaration->type, substitution};
  }
  return type;
}

ClassRef Evaluator::State::classOfType(TypeRef type, int depth) {
  // A union may lead back to itself through its own type arguments.
  type = resolve(type);
  if (!type || depth > 3 || !spend()) {
    return {};
  }
  if (const auto* named = type.module->as<NamedType>(type.id)) {
    return findClass(*type.module, named->name, 0);
  }
  if (const auto* choice = type.module->as<UnionType>(type.id)) {
    for (TypeId member : choice->members) {
      if (const ClassRef found = classOfType(at(type, member), depth + 1)) {
        return found;
      }
    }
  }
  return {};
}

TypeRef Evaluator::State::memberType(TypeRef type, std::string_view key, int depth) {
  if (depth > kTypeDepth) {
    return {};
  }
  // Bases belong to the declaration, which `resolve` leaves behind: look at it on the way.
  if (type) {
    if (const auto* named = type.module->as<NamedType>(type.id)) {
      const Module* where = nullptr;
      if (const TypeDeclaration* declaration = findType(*type.module, named->name, &where, 0)) {
        for (TypeId base : declaration->bases) {
          if (const TypeRef found = memberType({where, base}, key, depth + 1)) {
            return found;
          }
        }
      }
    }
  }
  type = resolve(type, depth);
  if (!type || !spend()) {
    return {};
  }
  if (const auto* object = type.module->as<ObjectType>(type.id)) {
    for (const TypeMember& member : object->members) {
      if (member.key == key) {
        return at(type, member.type);
      }
    }
    return object->indexed ? at(type, object->indexed) : TypeRef{};
  }
  std::span<const TypeId> parts;
  if (const auto* both = type.module->as<IntersectionType>(type.id)) {
    parts = both->members;
  } else if (const auto* either = type.module->as<UnionType>(type.id)) {
    parts = either->members;
  }
  for (TypeId part : parts) {
    if (const TypeRef found = memberType(at(type, part), key, depth + 1)) {
      return found;
    }
  }
  return {};
}

TypeRef Evaluator::State::elementType(TypeRef type, int depth) {
  type = resolve(type);
  if (!type || depth > 3 || !spend()) {
    return {};
  }
  if (const auto* array = type.module->as<ArrayType>(type.id)) {
    return at(type, array->element);
  }
  if (const auto* choice = type.module->as<UnionType>(type.id)) {
    for (TypeId member : choice->members) {
      if (const TypeRef found = elementType(at(type, member), depth + 1)) {
        return found;
      }
    }
  }
  return {};
}

bool Evaluator::State::isArrayType(TypeRef type, int depth) {
  type = resolve(type);
  if (!type || depth > kTypeDepth || !spend()) {
    return false;
  }
  if (type.module->as<ArrayType>(type.id) != nullptr ||
      type.module->as<TupleType>(type.id) != nullptr) {
    return true;
  }
  const auto* choice = type.module->as<UnionType>(type.id);
  if (choice == nullptr) {
    return false;
  }
  bool any = false;
  for (TypeId member : choice->members) {
    const TypeRef part = at(type, member);
    if (const auto* keyword = part.module->as<KeywordType>(part.id)) {
      if (keyword->keyword == TypeKeyword::kNull || keyword->keyword == TypeKeyword::kUndefined) {
        continue;
      }
    }
    if (!isArrayType(part, depth + 1)) {
      return false;
    }
    any = true;
  }
  return any;
}

TypeRef Evaluator::State::resultType(TypeRef functionType) {
  const TypeRef type = resolve(functionType);
  const auto* function = type ? type.module->as<FunctionType>(type.id) : nullptr;
  return function != nullptr && function->result ? at(type, function->result) : TypeRef{};
}

TypeRef Evaluator::State::substituteReturn(FunctionRef function, ExprRef call) {
  const Function& code = function.module->function(function.id);
  if (!code.returnType) {
    return {};
  }
  TypeRef type{function.module, code.returnType};
  if (code.typeParameters.empty()) {
    return type;
  }
  type.substitution = substitutionOf(function, call);
  return type;
}

const std::vector<std::pair<std::string_view, TypeRef>>* Evaluator::State::substitutionOf(
    FunctionRef function, ExprRef call) {
  const Function& code = function.module->function(function.id);
  const auto* node = call.as<CallExpr>();
  if (code.typeParameters.empty() || node == nullptr) {
    return nullptr;
  }
  auto& made = substitutions.emplace_back();
  for (size_t i = 0; i < code.typeParameters.size(); ++i) {
    made.emplace_back(code.typeParameters[i], i < node->typeArgs.size()
                                                  ? TypeRef{call.module, node->typeArgs[i]}
                                                  : TypeRef{});
  }
  return &made;
}

const std::vector<std::pair<std::string_view, TypeRef>>* Evaluator::State::substitutionIn(
    ExprRef expr, const Frame* frame) {
  const Frame* at = frameFor(frame, *expr.module, expr.module->enclosingFunction(expr.id));
  return at != nullptr && at->function && at->call ? substitutionOf(at->function, at->call)
                                                   : nullptr;
}

TypeRef Evaluator::resolvedType(TypeRef type) { return state_->resolve(type); }
bool Evaluator::isArrayType(TypeRef type) { return state_->isArrayType(type); }

}  // namespace envelint
