#include "mcp/fixed_rows.h"

#include <algorithm>

#include "analysis/syntax.h"
#include "mcp/code_index.h"

namespace envelint {
namespace {

/// Lists that are made of others are made of few.
constexpr int kDepth = 12;

}  // namespace

bool FixedRows::isArray(const Value* value) { return isArrayAt(value, 0); }

bool FixedRows::isArrayAt(const Value* value, int depth) {
  if (depth > kDepth) {
    return false;
  }
  return std::ranges::all_of(evaluator_.alternatives(value), [&](const Value* option) {
    return option->isNullish() || (option->is(ValueKind::kArray) && isOneArray(option, depth));
  });
}

bool FixedRows::isOneArray(const Value* array, int depth) {
  if (array->base != nullptr) {
    // What a filter or a map makes of fixed rows is no more of them.
    return isArrayAt(array->base, depth + 1);
  }
  if (array->text == "Object.keys" || array->text == "Object.entries" ||
      array->text == "Object.values") {
    const std::span<const ExprId> args = argumentsOf(array->site);
    return !args.empty() &&
           isObject(evaluator_.valueOf(array->site.with(args.front()), array->frame));
  }
  if (array->site.as<ArrayExpr>() == nullptr) {
    return false;
  }
  const std::span<const ExprId> written = array->site.as<ArrayExpr>()->elements;
  // However its elements come about, their number is written in the source.
  const bool isClosed = std::ranges::all_of(written, [&](ExprId element) {
    const auto* spread = array->site.module->as<SpreadExpr>(element);
    return spread == nullptr ||
           isArrayAt(evaluator_.valueOf(array->site.with(spread->argument), array->frame),
                     depth + 1);
  });
  return isClosed && !grows(array, depth);
}

bool FixedRows::isObject(const Value* object) {
  const Value* outer = object->is(ValueKind::kMember) ? object->base : object;
  if (outer->is(ValueKind::kExternal)) {
    return !outer->text.starts_with("global:");
  }
  return object->is(ValueKind::kObject) && !evaluator_.properties(object).open;
}

bool FixedRows::grows(const Value* array, int depth) {
  if (!array->binding) {
    return array->isOpen;
  }
  if (evaluator_.mayChange(array)) {
    return true;
  }
  const Module& module = *array->module;
  const Binding& binding = evaluator_.program().bindings(module).binding(array->binding);
  if (!binding.memberWrites.empty()) {
    return true;
  }
  return std::ranges::any_of(binding.reads, [&](ExprId read) {
    const ExprRef method{&module, module.owner(read).expr()};
    const auto* member = method.as<MemberExpr>();
    if (member == nullptr ||
        (member->name != "push" && member->name != "unshift" && member->name != "splice")) {
      return false;
    }
    const ExprRef call = method.with(module.owner(method.id).expr());
    const bool addsRows =
        member->name == "splice" || std::ranges::any_of(argumentsOf(call), [&](ExprId argument) {
          return module.as<SpreadExpr>(argument) != nullptr;
        });
    return addsRows || !runsForFixedRows(array, call, depth);
  });
}

bool FixedRows::runsForFixedRows(const Value* array, ExprRef call, int depth) {
  const Module& module = *array->module;
  if (call.as<CallExpr>() == nullptr ||
      module.enclosingFunction(call.id) != module.enclosingFunction(array->site.id)) {
    return false;
  }
  const StmtId home = module.statementOf(array->site.id);
  const StmtId block = home ? module.parent(home) : StmtId{};
  for (StmtId at = module.statementOf(call.id); at && at != block; at = module.parent(at)) {
    const auto* loop = module.as<LoopStmt>(at);
    if (loop != nullptr &&
        (loop->kind != LoopKind::kForOf ||
         !isArrayAt(evaluator_.valueOf(array->site.with(loop->iterable), array->frame),
                    depth + 1))) {
      return false;
    }
  }
  return true;
}

}  // namespace envelint
