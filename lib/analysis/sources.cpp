#include "analysis/sources.h"

#include <algorithm>

#include "analysis/syntax.h"

namespace envelint {
namespace {

/// What `target` takes of the value its outermost pattern is matched with.
struct PatternPath {
  bool isWhole = false;
  std::string_view key;  ///< of an object pattern, one level deep
  int position = -1;     ///< of an array pattern
  ExprId fallback;       ///< a default value
};

PatternId withoutDefault(const Module& module, PatternId pattern, ExprId* fallback) {
  if (const auto* node = module.as<DefaultPattern>(pattern)) {
    *fallback = node->value;
    return node->target;
  }
  return pattern;
}

PatternPath pathIn(const Module& module, PatternId root, PatternId target) {
  PatternPath path;
  if (withoutDefault(module, root, &path.fallback) == target) {
    path.isWhole = true;
    return path;
  }
  const PatternId inner = withoutDefault(module, root, &path.fallback);
  path.fallback = {};
  if (const auto* object = module.as<ObjectPattern>(inner)) {
    for (const PatternProperty& property : object->properties) {
      ExprId fallback;
      if (!property.rest && withoutDefault(module, property.value, &fallback) == target) {
        path.key = property.key;
        path.fallback = fallback;
      }
    }
  } else if (const auto* array = module.as<ArrayPattern>(inner)) {
    for (size_t i = 0; i < array->elements.size(); ++i) {
      ExprId fallback;
      if (array->elements[i] && withoutDefault(module, array->elements[i], &fallback) == target) {
        path.position = static_cast<int>(i);
        path.fallback = fallback;
      }
    }
  }
  return path;
}

bool isUnder(const Module& module, StmtId inner, StmtId outer) {
  for (StmtId at = inner; at; at = module.parent(at)) {
    if (at == outer) {
      return true;
    }
  }
  return false;
}

}  // namespace

const Frame* Sources::frameOf(const Frame* frame, const Module& module, FunctionId function) {
  while (frame != nullptr &&
         (frame->function.module != &module || frame->function.id != function)) {
    frame = frame->lexical;
  }
  return frame;
}

ExprRef Sources::expressionOf(FunctionRef function) {
  const Module& module = *function.module;
  const Range range = module.function(function.id).range;
  for (uint32_t i = 0; i < module.exprCount(); ++i) {
    const ExprId id{i};
    const auto* expr = range.contains(module.range(id)) ? module.as<FunctionExpr>(id) : nullptr;
    if (expr != nullptr && expr->function == function.id) {
      return {&module, id};
    }
  }
  return {};
}

Sources::Turns Sources::turnsAround(ExprRef expr, const Frame* frame, bool isInnermost) {
  const Module& module = *expr.module;
  const FunctionId function = module.enclosingFunction(expr.id);
  const Frame* here = frameOf(frame, module, function);
  Turns turns;
  for (StmtId at = module.statementOf(expr.id); at; at = module.parent(at)) {
    const auto* loop = module.as<LoopStmt>(at);
    if (loop != nullptr && loop->iterable && loop->kind == LoopKind::kForOf &&
        (!turns.loop || !isInnermost)) {
      turns = {{expr.with(loop->iterable), here}, {&module, at}};
    }
  }
  if (turns.loop || !function) {
    return turns;
  }
  const ExprRef callback = expressionOf({&module, function});
  const ExprRef each = callback ? callback.with(module.owner(callback.id).expr()) : ExprRef{};
  const auto* call = each ? each.as<CallExpr>() : nullptr;
  const auto* method = call != nullptr ? module.as<MemberExpr>(call->callee) : nullptr;
  if (method != nullptr && method->name == "forEach") {
    const Frame* around = frameOf(frame, module, module.enclosingFunction(each.id));
    turns.iterable = {each.with(method->object), around};
  }
  return turns;
}

const Binding* Sources::variableOf(ExprRef expr) const {
  if (expr.as<NameExpr>() == nullptr) {
    return nullptr;
  }
  const Bindings& bindings = evaluator_.program().bindings(*expr.module);
  const BindingId id = bindings.resolve(expr.id);
  return id ? &bindings.binding(id) : nullptr;
}

std::vector<Source> Sources::of(ExprRef expr, const Frame* frame) {
  if (const ExprRef bare = withoutCasts(expr); bare != expr) {
    return {{bare, frame}};
  }
  if (const auto* node = expr.as<ConditionalExpr>()) {
    return {{expr.with(node->consequent), frame}, {expr.with(node->alternate), frame}};
  }
  if (const auto* node = expr.as<LogicalExpr>()) {
    if (node->op == LogicalOp::kAnd) {
      return {{expr.with(node->right), frame}};
    }
    return {{expr.with(node->left), frame}, {expr.with(node->right), frame}};
  }
  if (const auto* node = expr.as<SequenceExpr>(); node != nullptr && !node->expressions.empty()) {
    return {{expr.with(node->expressions.back()), frame}};
  }
  if (const auto* node = expr.as<MemberExpr>()) {
    return ofMember(expr.with(node->object), frame, node->name);
  }
  if (const Binding* binding = variableOf(expr)) {
    return ofVariable(expr, *binding, frame);
  }
  if (expr.as<CallExpr>() == nullptr) {
    return {};
  }
  std::vector<Source> returned;
  if (const Frame* called = evaluator_.frameOfCall(expr, frame)) {
    for (const ExprRef& value : evaluator_.liveReturns(called)) {
      returned.push_back({value, called});
    }
  }
  return returned;
}

std::vector<Source> Sources::ofMember(ExprRef object, const Frame* frame, std::string_view key) {
  std::vector<Source> found;
  for (const Value* option : evaluator_.alternatives(evaluator_.valueOf(object, frame))) {
    if (!option->is(ValueKind::kObject) && !option->is(ValueKind::kInstance) &&
        !option->is(ValueKind::kNamespace)) {
      continue;
    }
    for (const KnownProperty& property : evaluator_.properties(option).properties) {
      if (property.key == key && property.value) {
        found.push_back({property.value, property.frame});
      }
    }
  }
  return found;
}

Sources::Part Sources::partOf(ExprRef expr, const Frame* frame) {
  if (const auto* member = expr.as<MemberExpr>()) {
    return {{expr.with(member->object), frame}, member->name};
  }
  const Binding* binding = variableOf(expr);
  if (binding == nullptr || binding->writes.empty()) {
    return {};
  }
  for (const BindingWrite* write : visibleWrites(expr, *binding)) {
    const PatternPath path = pathIn(*expr.module, write->root, write->target);
    if (!path.key.empty() && write->source) {
      return {{expr.with(write->source), frameOf(frame, *expr.module, binding->scopeFunction)},
              path.key};
    }
  }
  return {};
}

std::vector<const BindingWrite*> Sources::visibleWrites(ExprRef read, const Binding& binding) {
  const Module& module = *read.module;
  const uint32_t at = module.range(read.id).begin;
  const StmtId here = module.statementOf(read.id);
  const bool isHere = module.enclosingFunction(read.id) == binding.scopeFunction;
  std::vector<const BindingWrite*> visible;
  uint32_t lastSure = 0;
  const auto endOf = [&](const BindingWrite& write) {
    return write.site     ? module.range(write.site).end
           : write.source ? module.range(write.source).end
                          : 0;
  };
  for (const BindingWrite& write : binding.writes) {
    if (!isHere) {
      visible.push_back(&write);
      continue;
    }
    const StmtId statement = write.site     ? module.statementOf(write.site)
                             : write.source ? module.statementOf(write.source)
                                            : StmtId{};
    bool isRepeated = false;
    for (StmtId loop = statement; loop; loop = module.parent(loop)) {
      isRepeated |= module.as<LoopStmt>(loop) != nullptr && isUnder(module, here, loop);
    }
    if (endOf(write) > at && !isRepeated) {
      continue;
    }
    visible.push_back(&write);
    // An assignment in a block around the read happened on every way to it.
    const auto* assign = write.site ? module.as<AssignExpr>(write.site) : nullptr;
    const bool isReplaced = assign == nullptr || assign->op == AssignOp::kAssign;
    if (statement && isReplaced && !isRepeated && write.source && module.parent(statement) &&
        isUnder(module, here, module.parent(statement))) {
      lastSure = std::max(lastSure, endOf(write));
    }
  }
  std::erase_if(visible,
                [&](const BindingWrite* write) { return isHere && endOf(*write) < lastSure; });
  return visible;
}

std::vector<Source> Sources::matched(const Module& module, PatternId root, PatternId target,
                                     Source source) {
  const PatternPath path = pathIn(module, root, target);
  std::vector<Source> found;
  if (path.isWhole) {
    found.push_back(source);
  } else if (!path.key.empty()) {
    found = ofMember(source.expr, source.frame, path.key);
  } else if (path.position >= 0) {
    // `const [rows, total] = await Promise.all([...])`
    ExprRef list = withoutCasts(source.expr);
    const auto* call = list.as<CallExpr>();
    if (call != nullptr && call->args.size() == 1) {
      list = withoutCasts(list.with(call->args[0]));
    }
    const auto* array = list.as<ArrayExpr>();
    if (array != nullptr && static_cast<size_t>(path.position) < array->elements.size()) {
      found.push_back(
          {list.with(array->elements[static_cast<size_t>(path.position)]), source.frame});
    }
  }
  if (path.fallback) {
    found.push_back({{&module, path.fallback}, source.frame});
  }
  return found;
}

std::vector<Source> Sources::ofVariable(ExprRef expr, const Binding& binding, const Frame* frame) {
  const Module& module = *expr.module;
  if (binding.kind == BindingKind::kImport) {
    const Value* value = evaluator_.valueOf(expr, frame);
    return value->site && value->site != expr ? std::vector<Source>{{value->site, value->frame}}
                                              : std::vector<Source>{};
  }
  const Frame* home = frameOf(frame, module, binding.scopeFunction);
  std::vector<Source> found;
  if (binding.kind == BindingKind::kParameter) {
    found = ofParameter(module, binding, home);
  }
  for (const BindingWrite* write : visibleWrites(expr, binding)) {
    // What a dispatcher assigns for another tool isn't assigned for this one.
    const bool isDead = write->site && !evaluator_.isLive({&module, write->site}, home);
    if (!write->source || write->loop || isDead) {
      continue;
    }
    const std::vector<Source> some =
        matched(module, write->root, write->target, {{&module, write->source}, home});
    found.insert(found.end(), some.begin(), some.end());
  }
  return found;
}

std::vector<Source> Sources::ofParameter(const Module& module, const Binding& binding,
                                         const Frame* frame) {
  if (frame == nullptr || !frame->call) {
    return {};
  }
  std::span<const ExprId> args;
  if (const auto* call = frame->call.as<CallExpr>()) {
    args = call->args;
  } else if (const auto* made = frame->call.as<NewExpr>()) {
    args = made->args;
  }
  if (binding.parameter >= args.size()) {
    return {};
  }
  for (uint32_t i = 0; i <= binding.parameter; ++i) {
    if (frame->call.module->as<SpreadExpr>(args[i]) != nullptr) {
      return {};
    }
  }
  const Source given{frame->call.with(args[binding.parameter]), frame->caller};
  PatternId target;
  for (const BindingWrite& write : binding.writes) {
    if (write.root == binding.pattern) {
      target = write.target;
    }
  }
  if (!target) {
    ExprId fallback;
    const PatternId whole = withoutDefault(module, binding.pattern, &fallback);
    return module.as<NamePattern>(whole) != nullptr ? std::vector<Source>{given}
                                                    : std::vector<Source>{};
  }
  return matched(module, binding.pattern, target, given);
}

}  // namespace envelint
