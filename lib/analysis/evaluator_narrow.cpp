// Narrowing: what a condition on the way to an expression says about a number. `if (limit > 100)
// throw`, `limit > 100 ? 100 : limit`, `if (limit <= 100) { ... }`, and helpers that throw.

#include <algorithm>
#include <cmath>

#include "analysis/evaluator_state.h"

namespace envelint {
namespace {

constexpr size_t kPathDepth = 6;
/// A name that is handed to more calls than this is no number somebody checks.
constexpr size_t kChecksPerName = 16;

/// Whether a statement never lets control reach what follows it in its block.
bool leaves(const Module& module, StmtId id) {
  while (const auto* block = module.as<BlockStmt>(id)) {
    if (block->body.empty()) {
      return false;
    }
    id = block->body.back();
  }
  return module.as<ReturnStmt>(id) != nullptr || module.as<ThrowStmt>(id) != nullptr ||
         module.as<ContinueStmt>(id) != nullptr || module.as<BreakStmt>(id) != nullptr;
}

/// Whether what follows statement `first` in its block contains `offset`.
bool dominatesAfter(const Module& module, StmtId first, uint32_t offset) {
  if (offset < module.range(first).end) {
    return false;
  }
  const StmtId parent = module.parent(first);
  if (!parent) {
    return true;
  }
  return module.range(parent).contains(offset);
}

}  // namespace

/// `limit`, `args.limit`: the variable and the properties read from it, as a key; empty for
/// anything else. Global names have no key.
std::string Evaluator::State::accessKey(ExprRef expr) {
  std::vector<std::string_view> path;
  expr = withoutCasts(expr);
  while (const auto* member = expr.as<MemberExpr>()) {
    path.push_back(member->name);
    if (path.size() > kPathDepth) {
      return {};
    }
    expr = withoutCasts(expr.with(member->object));
  }
  if (expr.as<NameExpr>() == nullptr) {
    return {};
  }
  const BindingId binding = program.bindings(*expr.module).resolve(expr.id);
  if (!binding) {
    return {};
  }
  std::string key = std::to_string(binding.value);
  for (auto it = path.rbegin(); it != path.rend(); ++it) {
    key += '.';
    key += *it;
  }
  return key;
}

const Evaluator::State::GuardIndex& Evaluator::State::guardsOf(const Module& module) {
  const auto [it, inserted] = guards.try_emplace(&module);
  if (!inserted) {
    return it->second;
  }
  GuardIndex& index = it->second;
  for (uint32_t i = 0; i < module.exprCount(); ++i) {
    const ExprRef expr{&module, ExprId{i}};
    if (const auto* binary = expr.as<BinaryExpr>()) {
      if (binary->op < BinaryOp::kLess || binary->op > BinaryOp::kGreaterEqual) {
        continue;
      }
      for (const bool isLeft : {true, false}) {
        const std::string key = accessKey(expr.with(isLeft ? binary->left : binary->right));
        if (!key.empty()) {
          index.comparisons[key].push_back({expr, isLeft});
        }
      }
    } else if (const auto* call = expr.as<CallExpr>()) {
      if (module.as<ExpressionStmt>(module.owner(expr.id).stmt()) == nullptr) {
        continue;
      }
      for (uint32_t position = 0; position < call->args.size(); ++position) {
        const std::string key = accessKey(expr.with(call->args[position]));
        if (!key.empty() && index.checks[key].size() < kChecksPerName) {
          index.checks[key].push_back({expr, position});
        }
      }
    }
  }
  return index;
}

/// The largest value `key` can have at `offset` for all that one comparison says there; infinity
/// when it says nothing.
double Evaluator::State::boundBy(const Comparison& comparison, uint32_t offset,
                                 const Frame* frame) {
  const Module& module = *comparison.expr.module;
  const auto* binary = comparison.expr.as<BinaryExpr>();
  if (module.range(comparison.expr.id).contains(offset)) {
    return INFINITY;
  }
  const bool greater = binary->op == BinaryOp::kGreater || binary->op == BinaryOp::kGreaterEqual;
  bool trueWhenLarge = greater == comparison.isLeft;
  // A disjunction that is false, or a conjunction that is true, makes each of its parts so. A false
  // conjunction does for numbers when its other parts only ask whether there is a number at all.
  ExprRef at = comparison.expr;
  bool throughOr = false;
  bool throughAnd = false;
  while (true) {
    const ExprRef parent = at.with(module.owner(at.id).expr());
    if (const auto* logical = parent.as<LogicalExpr>();
        logical != nullptr && logical->op != LogicalOp::kNullish) {
      (logical->op == LogicalOp::kOr ? throughOr : throughAnd) = true;
    } else if (const auto* negated = parent.as<UnaryExpr>();
               negated != nullptr && negated->op == UnaryOp::kNot) {
      trueWhenLarge = !trueWhenLarge;
      std::swap(throughOr, throughAnd);
    } else {
      break;
    }
    at = parent;
  }
  bool small = false;
  const ExprOwner owner = module.owner(at.id);
  if (const auto* choice = module.as<ConditionalExpr>(owner.expr());
      choice != nullptr && choice->test == at.id) {
    small = module.range(trueWhenLarge ? choice->alternate : choice->consequent).contains(offset);
  } else if (const auto* branch = module.as<IfStmt>(owner.stmt())) {
    const StmtId smallBranch = trueWhenLarge ? branch->alternate : branch->consequent;
    small = smallBranch && module.range(smallBranch).contains(offset);
    if (trueWhenLarge && !small) {
      small = (leaves(module, branch->consequent) ||
               assignsTo(module, branch->consequent, comparison)) &&
              dominatesAfter(module, owner.stmt(), offset);
    } else if (!trueWhenLarge && !small && branch->alternate) {
      small = leaves(module, branch->alternate) && dominatesAfter(module, owner.stmt(), offset);
    }
  }
  if (!small || (!trueWhenLarge && throughOr)) {
    return INFINITY;
  }
  double high = -INFINITY;
  const Value* other =
      evaluate(comparison.expr.with(comparison.isLeft ? binary->right : binary->left), frame);
  for (const Value* option : self.alternatives(other)) {
    high = std::max(high, option->is(ValueKind::kNumber) ? option->high : INFINITY);
  }
  return high;
}

/// `if (limit > MAX) limit = MAX`: whether the branch writes what was compared.
bool Evaluator::State::assignsTo(const Module& module, StmtId branch,
                                 const Comparison& comparison) {
  const auto* binary = comparison.expr.as<BinaryExpr>();
  const ExprRef compared =
      withoutCasts(comparison.expr.with(comparison.isLeft ? binary->left : binary->right));
  const Range range = module.range(branch);
  const Bindings& bindings = program.bindings(module);
  ExprRef root = compared;
  while (const auto* member = root.as<MemberExpr>()) {
    root = withoutCasts(root.with(member->object));
  }
  const BindingId id = bindings.resolve(root.id);
  if (!id) {
    return false;
  }
  const auto inside = [&](ExprId site) { return site && range.contains(module.range(site)); };
  if (root == compared) {
    return std::ranges::any_of(bindings.binding(id).writes,
                               [&](const BindingWrite& write) { return inside(write.site); });
  }
  const std::string_view name = compared.as<MemberExpr>()->name;
  return std::ranges::any_of(bindings.binding(id).memberWrites, [&](const MemberWrite& write) {
    return write.key == name && inside(write.site);
  });
}

/// The bound a function that is only called for its check puts on one of its parameters.
double Evaluator::State::boundByCheck(const Check& check, uint32_t offset, const Frame* frame) {
  const Module& module = *check.call.module;
  const StmtId statement = module.owner(check.call.id).stmt();
  if (!dominatesAfter(module, statement, offset)) {
    return INFINITY;
  }
  const Frame* called = self.frameOfCall(check.call, frame);
  if (called == nullptr) {
    return INFINITY;
  }
  const Module& there = *called->function.module;
  const Function& code = there.function(called->function.id);
  if (check.position >= code.parameters.size()) {
    return INFINITY;
  }
  const BindingId parameter =
      program.bindings(there).resolve(code.parameters[check.position].pattern);
  const GuardIndex& index = guardsOf(there);
  const auto it = index.comparisons.find(std::to_string(parameter.value));
  if (!parameter || it == index.comparisons.end()) {
    return INFINITY;
  }
  double high = INFINITY;
  for (const Comparison& comparison : it->second) {
    high = std::min(high, boundBy(comparison, code.range.end - 1, called));
  }
  return high;
}

const Value* Evaluator::State::narrow(ExprRef expr, const Frame* frame, const Value* value) {
  const GuardIndex& index = guardsOf(*expr.module);
  if (index.comparisons.empty() && index.checks.empty()) {
    return value;
  }
  const std::string key = accessKey(expr);
  if (key.empty()) {
    return value;
  }
  const uint32_t offset = expr.module->range(expr.id).begin;
  double high = INFINITY;
  if (const auto it = index.comparisons.find(key); it != index.comparisons.end()) {
    for (const Comparison& comparison : it->second) {
      high = std::min(high, boundBy(comparison, offset, frame));
    }
  }
  if (const auto it = index.checks.find(key); it != index.checks.end() && std::isinf(high)) {
    for (const Check& check : it->second) {
      high = std::min(high, boundByCheck(check, offset, frame));
    }
  }
  if (std::isinf(high)) {
    return value;
  }
  std::vector<const Value*> options;
  for (const Value* option : self.alternatives(value)) {
    const bool isOpen = option->isUnknown() || option->is(ValueKind::kMember) ||
                        option->is(ValueKind::kCall) || option->is(ValueKind::kParameter) ||
                        option->is(ValueKind::kInput);
    if (option->is(ValueKind::kNumber) || isOpen) {
      const double low = option->is(ValueKind::kNumber) ? option->low : -INFINITY;
      options.push_back(number(std::min(low, high),
                               option->is(ValueKind::kNumber) ? std::min(option->high, high) : high,
                               expr, frame));
    } else {
      options.push_back(option);
    }
  }
  return join(std::move(options));
}

}  // namespace envelint
