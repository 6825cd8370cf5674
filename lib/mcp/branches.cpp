#include "mcp/branches.h"

#include <algorithm>
#include <optional>

#include "analysis/syntax.h"
#include "mcp/code_index.h"

namespace envelint {
namespace {

/// Conditions nest no deeper than this in code that people write.
constexpr int kDepth = 12;

Possible either(Possible a, Possible b) {
  if (a == Possible::kYes || b == Possible::kYes) {
    return Possible::kYes;
  }
  return a == Possible::kUnknown || b == Possible::kUnknown ? Possible::kUnknown : Possible::kNo;
}

Possible both(Possible a, Possible b) {
  if (a == Possible::kNo || b == Possible::kNo) {
    return Possible::kNo;
  }
  return a == Possible::kUnknown || b == Possible::kUnknown ? Possible::kUnknown : Possible::kYes;
}

Possible opposite(Possible missing, bool wanted) {
  // A value that can't be missing is true; one that can may be there as well.
  if (wanted) {
    return missing == Possible::kUnknown ? Possible::kUnknown : Possible::kYes;
  }
  return missing;
}

/// The truth of a value where it is known.
std::optional<bool> truthOf(const Value* value) {
  if (value->isNullish()) {
    return false;
  }
  if (value->is(ValueKind::kBoolean) && value->isConstant) {
    return value->boolean;
  }
  if (value->isExactNumber()) {
    return value->low != 0;
  }
  if (value->is(ValueKind::kString) && value->isConstant) {
    return !value->text.empty();
  }
  return std::nullopt;
}

bool isNothing(ExprRef expr) {
  const auto* name = expr.as<NameExpr>();
  return expr.as<UndefinedLiteral>() != nullptr || expr.as<NullLiteral>() != nullptr ||
         (name != nullptr && name->name == "undefined");
}

}  // namespace

Possible BranchJudge::can(ExprRef test, const Frame* frame, bool wanted, int depth) {
  test = withoutCasts(test);
  if (!test || depth > kDepth) {
    return Possible::kUnknown;
  }
  if (const auto* negated = test.as<UnaryExpr>(); negated != nullptr) {
    return negated->op == UnaryOp::kNot
               ? can(test.with(negated->operand), frame, !wanted, depth + 1)
               : Possible::kUnknown;
  }
  if (const auto* logical = test.as<LogicalExpr>()) {
    const Possible left = can(test.with(logical->left), frame, wanted, depth + 1);
    const Possible right = can(test.with(logical->right), frame, wanted, depth + 1);
    if (logical->op == LogicalOp::kNullish) {
      return Possible::kUnknown;
    }
    return (logical->op == LogicalOp::kAnd) == wanted ? both(left, right) : either(left, right);
  }
  const std::optional<bool> known = truthOf(evaluator_.valueOf(test, frame));
  if (known.has_value()) {
    return *known == wanted ? Possible::kYes : Possible::kNo;
  }
  if (const auto* compared = test.as<BinaryExpr>()) {
    return comparison(test, *compared, frame, wanted);
  }
  if (const auto* call = test.as<CallExpr>()) {
    // `Number.isFinite(limit)`, `Array.isArray(ids)`: false for what isn't there.
    const std::string_view name = lastNameOf(test.with(call->callee));
    return call->args.size() == 1 && name.starts_with("is")
               ? opposite(canBeMissing(test.with(call->args[0]), frame), wanted)
               : Possible::kUnknown;
  }
  // `const hasLimit = limit !== undefined`.
  if (test.as<NameExpr>() != nullptr) {
    const Bindings& bindings = evaluator_.program().bindings(*test.module);
    const BindingId id = bindings.resolve(test.id);
    const Binding* binding = id ? &bindings.binding(id) : nullptr;
    if (binding != nullptr && binding->kind == BindingKind::kVariable &&
        binding->writes.size() == 1 && binding->writes[0].source &&
        binding->writes[0].target == binding->writes[0].root) {
      const ExprRef source = withoutCasts(test.with(binding->writes[0].source));
      if (source.as<BinaryExpr>() != nullptr || source.as<UnaryExpr>() != nullptr) {
        return can(source, frame, wanted, depth + 1);
      }
    }
  }
  return opposite(canBeMissing(test, frame), wanted);
}

Possible BranchJudge::comparison(ExprRef test, const BinaryExpr& node, const Frame* frame,
                                 bool wanted) {
  const ExprRef left = withoutCasts(test.with(node.left));
  const ExprRef right = withoutCasts(test.with(node.right));
  const bool isEquality = node.op == BinaryOp::kEqual || node.op == BinaryOp::kNotEqual;
  if (isEquality && (isNothing(left) || isNothing(right))) {
    const Possible missing = canBeMissing(isNothing(left) ? right : left, frame);
    return opposite(missing, (node.op == BinaryOp::kNotEqual) == wanted);
  }
  if (const auto* typed = left.as<UnaryExpr>(); typed != nullptr && typed->op == UnaryOp::kTypeof) {
    return opposite(canBeMissing(left.with(typed->operand), frame),
                    (node.op == BinaryOp::kEqual) == wanted);
  }
  // `format === "csv"`, `limit > 0`: the caller chooses.
  for (const ExprRef& side : {left, right}) {
    for (const Value* option : evaluator_.alternatives(evaluator_.valueOf(side, frame))) {
      const SchemaParameter* parameter = parameterOf(option);
      if (parameter == nullptr) {
        continue;
      }
      if (isEquality) {
        return Possible::kYes;
      }
      return opposite(canBeMissing(side, frame), wanted);
    }
  }
  return Possible::kUnknown;
}

Possible BranchJudge::canBeMissing(ExprRef expr, const Frame* frame) {
  const Value* value = evaluator_.valueOf(expr, frame);
  const std::vector<const Value*> options = evaluator_.alternatives(value);
  // A constant beside the caller's value takes the place of a missing one.
  const bool isReplaced =
      options.size() > 1 && std::ranges::any_of(options, [](const Value* option) {
        return truthOf(option) == std::optional(true);
      });
  if (isReplaced) {
    return Possible::kNo;
  }
  Possible joined = Possible::kNo;
  for (const Value* option : options) {
    joined = either(joined, optionMissing(option));
  }
  return joined;
}

Possible BranchJudge::optionMissing(const Value* option) const {
  if (const std::optional<bool> known = truthOf(option)) {
    return *known ? Possible::kNo : Possible::kYes;
  }
  const SchemaParameter* parameter = parameterOf(option);
  if (parameter == nullptr) {
    return Possible::kUnknown;
  }
  if (parameter->type == ParameterType::kBoolean || parameter->nullable) {
    return Possible::kYes;
  }
  return parameter->required || parameter->hasDefault ? Possible::kNo : Possible::kYes;
}

const SchemaParameter* BranchJudge::parameterOf(const Value* value) const {
  std::vector<std::string_view> path;
  while (value->is(ValueKind::kMember) && path.size() < 8) {
    path.push_back(value->text);
    value = value->base;
  }
  if (!value->is(ValueKind::kInput) || path.empty() || !schema_.known) {
    return nullptr;
  }
  const std::vector<SchemaParameter>* level = &schema_.parameters;
  const SchemaParameter* found = nullptr;
  for (auto it = path.rbegin(); it != path.rend(); ++it) {
    const auto at = std::ranges::find(*level, *it, &SchemaParameter::name);
    if (at == level->end()) {
      return nullptr;
    }
    found = &*at;
    level = &found->nested;
  }
  return found;
}

}  // namespace envelint
