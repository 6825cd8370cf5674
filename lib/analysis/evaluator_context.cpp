// The types that expressions have by the place where they stand: what TypeScript calls contextual
// typing, as far as functions without written parameter types need it.

#include "analysis/evaluator_state.h"

namespace envelint {
namespace {

/// How far literals may be nested between a function and the type that is written for them.
constexpr int kContextDepth = 6;

}  // namespace

ExprRef Evaluator::State::expressionOf(FunctionRef function) {
  const Module& module = *function.module;
  const auto [it, inserted] = functionExprs.try_emplace(&module);
  if (inserted) {
    it->second.resize(module.functionCount());
    for (uint32_t i = 0; i < module.exprCount(); ++i) {
      if (const auto* node = module.as<FunctionExpr>(ExprId{i})) {
        it->second[node->function.value] = ExprId{i};
      }
    }
  }
  return {&module, it->second[function.id.value]};
}

TypeRef Evaluator::State::contextualParameter(FunctionRef function, uint32_t index) {
  const ExprRef expr = expressionOf(function);
  const TypeRef type = expr.id ? resolve(contextualType(expr, 0)) : TypeRef{};
  const auto* expected = type ? type.module->as<FunctionType>(type.id) : nullptr;
  return expected != nullptr && index < expected->parameters.size() && expected->parameters[index]
             ? at(type, expected->parameters[index])
             : TypeRef{};
}

TypeRef Evaluator::State::contextualType(ExprRef expr, int depth) {
  const Module& module = *expr.module;
  if (depth > kContextDepth || !spend()) {
    return {};
  }
  const ExprOwner owner = module.owner(expr.id);
  if (const auto* declare = module.as<DeclareStmt>(owner.stmt())) {
    for (const Declarator& declarator : declare->declarators) {
      if (declarator.init == expr.id && declarator.type) {
        return {&module, declarator.type};
      }
    }
    return {};
  }
  const ExprRef around{&module, owner.expr()};
  if (const auto* cast = around.as<CastExpr>()) {
    return cast->type ? TypeRef{&module, cast->type} : contextualType(around, depth + 1);
  }
  if (const auto* object = around.as<ObjectExpr>()) {
    for (const Property& property : object->properties) {
      if (property.value == expr.id && !property.key.empty()) {
        const TypeRef type = contextualType(around, depth + 1);
        return type ? memberType(type, property.key, 0) : TypeRef{};
      }
    }
    return {};
  }
  if (around.as<ArrayExpr>() != nullptr) {
    const TypeRef type = contextualType(around, depth + 1);
    return type ? elementType(type) : TypeRef{};
  }
  return {};
}

}  // namespace envelint
