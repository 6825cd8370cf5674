#include "analysis/flow.h"

#include <algorithm>
#include <array>

#include "analysis/flow_walk.h"

namespace envelint {
namespace {

constexpr std::array<std::string_view, 16> kElementSteps = {
    "[0]", "[1]", "[2]",  "[3]",  "[4]",  "[5]",  "[6]",  "[7]",
    "[8]", "[9]", "[10]", "[11]", "[12]", "[13]", "[14]", "[15]"};

size_t mix(size_t hash, size_t value) { return (hash ^ value) * 1099511628211u; }

ExprRef withoutCasts(ExprRef expr) {
  while (const auto* cast = expr.as<CastExpr>()) {
    expr = expr.with(cast->operand);
  }
  return expr;
}

/// What `this` belongs to in code of `function`, whose innermost class around is `classId`.
ThisScope findThisScope(const Module& module, FunctionId function, ClassId classId) {
  const auto isInClass = [&](FunctionId id) {
    return id && classId && module.classOf(classId).range.contains(module.function(id).range);
  };
  while (function && module.function(function).isArrow) {
    const FunctionId outer = module.enclosingFunction(function);
    if (isInClass(function) && !isInClass(outer)) {
      return {function, classId};
    }
    function = outer;
  }
  if (!isInClass(function)) {
    return {classId ? FunctionId{} : function, classId};
  }
  return {function, module.function(function).owner};
}

}  // namespace

// --- The index -----------------------------------------------------------------------------------

FlowIndex::ModuleIndex& FlowIndex::of(const Module& module) {
  const auto [it, inserted] = modules_.try_emplace(&module);
  ModuleIndex& index = it->second;
  if (!inserted) {
    return index;
  }
  std::vector<ExprId> thisReads;
  for (uint32_t i = 0; i < module.exprCount(); ++i) {
    const ExprId id{i};
    if (const auto* function = module.as<FunctionExpr>(id)) {
      index.expressions.emplace(function->function, id);
    } else if (module.as<ThisExpr>(id) != nullptr) {
      thisReads.push_back(id);
    }
  }
  indexThis(module, std::move(thisReads), index);
  return index;
}

void FlowIndex::indexThis(const Module& module, std::vector<ExprId> reads, ModuleIndex& index) {
  const auto byBegin = [](auto get) {
    return [get](auto a, auto b) { return get(a).begin < get(b).begin; };
  };
  std::ranges::sort(reads, byBegin([&](ExprId id) { return module.range(id); }));
  std::vector<ClassId> classes;
  for (uint32_t i = 0; i < module.classCount(); ++i) {
    classes.push_back({i});
  }
  std::ranges::stable_sort(classes, byBegin([&](ClassId id) { return module.classOf(id).range; }));
  // The classes around the current place, the innermost one last.
  std::vector<ClassId> around;
  size_t next = 0;
  for (ExprId id : reads) {
    const uint32_t at = module.range(id).begin;
    while (next < classes.size() && module.classOf(classes[next]).range.begin <= at) {
      around.push_back(classes[next++]);
    }
    while (!around.empty() && module.classOf(around.back()).range.end <= at) {
      around.pop_back();
    }
    const ThisScope scope = findThisScope(module, module.enclosingFunction(id),
                                          around.empty() ? ClassId{} : around.back());
    index.thisScopes.emplace(id, scope);
    if (scope.function) {
      index.thisOfFunction[scope.function].push_back(id);
    }
    if (scope.classId) {
      index.thisOfClass[scope.classId].push_back(id);
    }
  }
}

ThisScope FlowIndex::scopeOf(ExprRef thisExpr) {
  const ModuleIndex& index = of(*thisExpr.module);
  const auto it = index.thisScopes.find(thisExpr.id);
  return it != index.thisScopes.end() ? it->second : ThisScope{};
}

ExprId FlowIndex::expressionOf(FunctionRef function) {
  const ModuleIndex& index = of(*function.module);
  const auto it = index.expressions.find(function.id);
  return it != index.expressions.end() ? it->second : ExprId{};
}

BindingId FlowIndex::bindingOf(FunctionRef function, const Bindings& bindings) {
  ModuleIndex& index = of(*function.module);
  if (!index.hasBindings) {
    index.hasBindings = true;
    for (uint32_t i = 0; i < bindings.all().size(); ++i) {
      const Binding& binding = bindings.all()[i];
      if (binding.kind == BindingKind::kFunction) {
        index.bindings.emplace(binding.function, BindingId{i});
      }
    }
  }
  const auto it = index.bindings.find(function.id);
  return it != index.bindings.end() ? it->second : BindingId{};
}

std::span<const ExprId> FlowIndex::thisIn(FunctionRef function) {
  return of(*function.module).thisOfFunction[function.id];
}

std::span<const ExprId> FlowIndex::thisIn(ClassRef classRef) {
  return of(*classRef.module).thisOfClass[classRef.id];
}

// --- The public face -----------------------------------------------------------------------------

Flow::Flow(Evaluator& evaluator, uint32_t budget)
    : evaluator_(evaluator), budget_(budget), index_(std::make_unique<FlowIndex>()) {}
Flow::~Flow() = default;

bool Flow::follow(ExprRef expr, const Frame* frame, AccessPath path, const Visitor& visitor) {
  return FlowWalk(evaluator_, *index_, budget_, visitor).follow(expr, frame, path);
}

bool Flow::followParameter(const Frame* frame, uint32_t parameter, AccessPath path,
                           const Visitor& visitor) {
  return FlowWalk(evaluator_, *index_, budget_, visitor).followParameter(frame, parameter, path);
}

bool FlowWalk::follow(ExprRef expr, const Frame* frame, const AccessPath& path) {
  originFunction_ = {expr.module, expr.module->enclosingFunction(expr.id)};
  if (const Frame* inner = frameAt(*expr.module, originFunction_.id, frame)) {
    frame = inner;
  }
  originFrame_ = frame;
  originIsEntry_ = !closureFrames_.contains(frame);
  hold(expr, frame, intern(path));
  return run();
}

bool FlowWalk::followParameter(const Frame* frame, uint32_t parameter, const AccessPath& path) {
  originFunction_ = frame->function;
  originFrame_ = frame;
  originIsEntry_ = true;
  passParameter({frame->function, frame}, parameter, intern(path), {});
  return run();
}

// --- The worklist --------------------------------------------------------------------------------

size_t FlowWalk::ItemHash::operator()(const Item& item) const noexcept {
  size_t hash = std::hash<const void*>{}(item.module);
  hash = mix(hash, item.id);
  hash = mix(hash, static_cast<size_t>(item.kind));
  hash = mix(hash, std::hash<const void*>{}(item.frame));
  return mix(hash, std::hash<const void*>{}(item.path));
}

bool FlowWalk::run() {
  while (!exhausted_) {
    // What a step found is done before what earlier steps left over, in the order of the text.
    pending_.insert(pending_.end(), next_.rbegin(), next_.rend());
    next_.clear();
    if (pending_.empty()) {
      return true;
    }
    if (evaluator_.steps() - firstStep_ > kEvaluatorSteps) {
      return false;
    }
    evaluator_.startQuery();
    const Pending work = pending_.back();
    pending_.pop_back();
    const Item& item = work.item;
    switch (item.kind) {
      case Item::Kind::kExpr:
        onExpr({{item.module, ExprId{item.id}}, item.frame, item.path});
        break;
      case Item::Kind::kPattern:
        onPattern({item.module, PatternId{item.id}}, item.frame, item.path, work.source.expr);
        break;
      case Item::Kind::kObject:
        onObject({{item.module, ExprId{item.id}}, item.frame, item.path}, work.source);
        break;
    }
  }
  return false;
}

void FlowWalk::add(Item item, const Held& source) {
  if (exhausted_ || !seen_.insert(item).second) {
    return;
  }
  if (places_++ >= budget_) {
    exhausted_ = true;
    return;
  }
  next_.push_back({item, source});
}

void FlowWalk::hold(ExprRef expr, const Frame* frame, const Path* path) {
  add({Item::Kind::kExpr, expr.module, expr.id.value, frame, path}, {});
}

void FlowWalk::holdInside(const Held& held, ExprRef parent, std::string_view step) {
  if (step.empty() || isTooLong(held.path)) {
    reportBy(UseKind::kStored, held, parent);
  } else {
    hold(parent, held.frame, prepend(step, held.path));
  }
}

void FlowWalk::match(PatternRef pattern, const Frame* frame, const Path* path, ExprRef source) {
  if (pattern) {
    add({Item::Kind::kPattern, pattern.module, pattern.id.value, frame, path},
        {source, frame, path});
  }
}

void FlowWalk::store(ExprRef object, const Frame* frame, const Path* path, const Held& source) {
  add({Item::Kind::kObject, object.module, object.id.value, frame, path}, source);
}

UseAction FlowWalk::report(UseKind kind, const Held& held, Use use) {
  use.kind = kind;
  use.value = held.expr;
  use.frame = held.frame;
  for (const Path* path = held.path; path != nullptr; path = path->rest) {
    use.path.push_back(path->step);
  }
  if (held.expr) {
    use.variable = evaluator_.program().bindings(*held.expr.module).throughCasts(held.expr.id);
  }
  return visitor_(use);
}

void FlowWalk::reportBy(UseKind kind, const Held& held, ExprRef parent, uint32_t index,
                        std::string_view name) {
  Use use;
  use.parent = parent;
  use.index = index;
  use.name = name;
  if (report(kind, held, std::move(use)) == UseAction::kFollowResult) {
    hold(parent, held.frame, startsWith(held.path, kReturnStep) ? held.path->rest : held.path);
  }
}

// --- Paths ---------------------------------------------------------------------------------------

const FlowWalk::Path* FlowWalk::prepend(std::string_view step, const Path* path) {
  const auto [it, inserted] = pathIndex_.try_emplace({step, path}, nullptr);
  if (inserted) {
    paths_.push_back({step, path, path != nullptr ? path->length + 1 : 1});
    it->second = &paths_.back();
  }
  return it->second;
}

const FlowWalk::Path* FlowWalk::intern(const AccessPath& path) {
  const Path* interned = nullptr;
  for (auto it = path.rbegin(); it != path.rend(); ++it) {
    interned = prepend(*it, interned);
  }
  return interned;
}

const FlowWalk::Path* FlowWalk::anyElement(const Path* path) {
  return startsWithElement(path) ? prepend(kElementStep, path->rest) : path;
}

std::string_view FlowWalk::elementStep(size_t position) {
  return position < kElementSteps.size() ? kElementSteps[position] : kElementStep;
}

// --- Patterns ------------------------------------------------------------------------------------

void FlowWalk::onPattern(PatternRef pattern, const Frame* frame, const Path* path, ExprRef source) {
  const Module& module = *pattern.module;
  const Held held{source, frame, path};
  if (pattern.as<NamePattern>() != nullptr) {
    if (const BindingId id = evaluator_.program().bindings(module).resolve(pattern.id)) {
      holdReads(module, id, frame, path, pattern.id);
    } else {
      report(UseKind::kStored, held, {.pattern = pattern});
    }
  } else if (const auto* object = pattern.as<ObjectPattern>()) {
    onObjectPattern(pattern, *object, held);
  } else if (const auto* array = pattern.as<ArrayPattern>()) {
    onArrayPattern(pattern, *array, held);
  } else if (const auto* rest = pattern.as<RestPattern>()) {
    match(pattern.with(rest->target), frame, path, source);
  } else if (const auto* withDefault = pattern.as<DefaultPattern>()) {
    match(pattern.with(withDefault->target), frame, path, source);
  } else if (const auto* target = pattern.as<TargetPattern>()) {
    onTargetPattern(pattern, pattern.with(target->expr), held);
  } else {
    report(UseKind::kStored, held, {.pattern = pattern});
  }
}

void FlowWalk::onObjectPattern(PatternRef pattern, const ObjectPattern& node, const Held& held) {
  bool taken = false;
  for (const PatternProperty& property : node.properties) {
    const PatternRef value = pattern.with(property.value);
    if (property.rest) {
      if (!taken) {
        match(value, held.frame, held.path, held.expr);
      }
      continue;
    }
    const std::string_view key = property.computedKey
                                     ? constantKey(pattern.with(property.computedKey), held.frame)
                                     : property.key;
    if (held.path == nullptr) {
      if (report(UseKind::kMember, held, {.pattern = value, .name = key}) ==
          UseAction::kFollowResult) {
        match(value, held.frame, nullptr, held.expr);
      }
    } else if (key == held.path->step || (key.empty() && property.computedKey)) {
      match(value, held.frame, held.path->rest, held.expr);
      taken |= !key.empty();
    }
  }
}

void FlowWalk::onArrayPattern(PatternRef pattern, const ArrayPattern& node, const Held& held) {
  const bool isWhole = held.path == nullptr;
  if (isWhole && report(UseKind::kIterated, held, {.pattern = pattern}) == UseAction::kStop) {
    return;
  }
  if (!isWhole && !isElementStep(held.path->step)) {
    return;
  }
  for (size_t i = 0; i < node.elements.size(); ++i) {
    const PatternRef element = pattern.with(node.elements[i]);
    if (const auto* rest = element.as<RestPattern>()) {
      bool isBefore = false;
      for (size_t before = 0; before < i; ++before) {
        isBefore |=
            !isWhole && held.path->step != kElementStep && held.path->step == elementStep(before);
      }
      if (!isBefore) {
        match(element.with(rest->target), held.frame, anyElement(held.path), held.expr);
      }
    } else if (isWhole) {
      match(element, held.frame, nullptr, held.expr);
    } else if (mayBeElement(held.path->step, i)) {
      match(element, held.frame, held.path->rest, held.expr);
    }
  }
}

void FlowWalk::onTargetPattern(PatternRef pattern, ExprRef target, const Held& held) {
  std::string_view key;
  ExprRef object;
  if (const auto* member = target.as<MemberExpr>()) {
    object = target.with(member->object);
    key = member->name;
  } else if (const auto* index = target.as<IndexExpr>()) {
    object = target.with(index->object);
    const Value* value = evaluator_.valueOf(target.with(index->index), held.frame);
    key = value->is(ValueKind::kNumber) ? kElementStep : evaluator_.constantText(value);
  }
  if (key.empty() || isTooLong(held.path)) {
    report(UseKind::kStored, held, {.pattern = pattern});
  } else {
    store(object, held.frame, prepend(key, held.path), held);
  }
}

// --- Objects that are changed --------------------------------------------------------------------

void FlowWalk::onObject(const Held& held, const Held& source) {
  const ExprRef object = withoutCasts(held.expr);
  const Module& module = *object.module;
  if (object.as<ThisExpr>() != nullptr) {
    if (!storeInThis(module, index_.scopeOf(object), held.frame, held.path)) {
      report(UseKind::kStored, source, {.parent = object});
    }
    return;
  }
  if (const auto* member = object.as<MemberExpr>(); member != nullptr && !isTooLong(held.path)) {
    store(object.with(member->object), held.frame, prepend(member->name, held.path), source);
    return;
  }
  if (object.as<ObjectExpr>() != nullptr || object.as<ArrayExpr>() != nullptr ||
      object.as<NewExpr>() != nullptr) {
    hold(object, held.frame, held.path);
    return;
  }
  const Bindings& bindings = evaluator_.program().bindings(module);
  const BindingId id = bindings.throughCasts(object.id);
  if (!id || bindings.binding(id).kind == BindingKind::kImport) {
    report(UseKind::kStored, source, {.parent = object});
    return;
  }
  holdReads(module, id, held.frame, held.path, {});
  // An object that came as an argument is the caller's.
  const Binding& binding = bindings.binding(id);
  const Frame* frame = frameAt(module, binding.scopeFunction, held.frame);
  if (binding.kind != BindingKind::kParameter || frame == nullptr || !frame->call ||
      bindings.resolve(binding.pattern) != id) {
    return;
  }
  std::span<const ExprId> args;
  if (const auto* call = frame->call.as<CallExpr>()) {
    args = call->args;
  } else if (const auto* construct = frame->call.as<NewExpr>()) {
    args = construct->args;
  }
  for (size_t i = 0; i <= binding.parameter && i < args.size(); ++i) {
    const ExprRef arg = frame->call.with(args[i]);
    if (arg.as<SpreadExpr>() != nullptr) {
      return;
    }
    if (i == binding.parameter) {
      store(arg, frame->caller, held.path, source);
    }
  }
}

bool FlowWalk::storeInThis(const Module& module, ThisScope scope, const Frame* frame,
                           const Path* path) {
  frame = scope.function ? frameAt(module, scope.function, frame) : nullptr;
  const Value* self = frame != nullptr ? frame->self : nullptr;
  if (self != nullptr &&
      (self->site.as<NewExpr>() != nullptr || self->site.as<ObjectExpr>() != nullptr)) {
    holdThis(frame, path);
    hold(self->site, self->frame, path);
    return true;
  }
  if (scope.classId) {
    holdThisInClass({&module, scope.classId}, frame, path);
  }
  return scope.classId.valid();
}

void FlowWalk::holdThis(const Frame* frame, const Path* path) {
  const Module& module = *frame->function.module;
  for (ExprId id : index_.thisIn(frame->function)) {
    hold({&module, id}, frameAt(module, module.enclosingFunction(id), frame), path);
  }
}

void FlowWalk::holdThisInClass(ClassRef classRef, const Frame* frame, const Path* path) {
  const Module& module = *classRef.module;
  for (ExprId id : index_.thisIn(classRef)) {
    const bool isHere = frame != nullptr && frame->function.module == &module &&
                        frame->function.id == index_.scopeOf({&module, id}).function;
    hold({&module, id}, isHere ? frameAt(module, module.enclosingFunction(id), frame) : nullptr,
         path);
  }
}

// --- Variables -----------------------------------------------------------------------------------

void FlowWalk::holdReads(const Module& module, BindingId id, const Frame* frame, const Path* path,
                         PatternId write) {
  const Binding& binding = evaluator_.program().bindings(module).binding(id);
  for (ExprId read : binding.reads) {
    if (isOverwritten(module, binding, read, path, write)) {
      continue;
    }
    const Frame* at = frameAt(module, module.enclosingFunction(read), frame);
    if (at == nullptr || evaluator_.isLive({&module, read}, at)) {
      hold({&module, read}, at, path);
    }
  }
  if (path != nullptr) {
    return;
  }
  // `x += 1` reads x too, though no expression stands for it.
  for (const BindingWrite& other : binding.writes) {
    const ExprRef site{&module, other.site};
    const auto* assign = site.as<AssignExpr>();
    if (assign == nullptr || other.target == write ||
        (assign->op != AssignOp::kAdd && assign->op != AssignOp::kNumeric)) {
      continue;
    }
    reportBy(UseKind::kArithmetic,
             {site, frameAt(module, module.enclosingFunction(other.site), frame), path}, site);
  }
}

bool FlowWalk::isOverwritten(const Module& module, const Binding& binding, ExprId read,
                             const Path* path, PatternId write) {
  const uint32_t written = write ? module.range(write).begin : 0;
  const auto kills = [&](ExprId site) {
    const auto* assign = module.as<AssignExpr>(site);
    // A write between the other assignment and the read gave it its value again.
    return assign != nullptr && assign->op == AssignOp::kAssign && dominates(module, site, read) &&
           !(module.range(site).end <= written && written < module.range(read).begin);
  };
  if (write && binding.writes.size() > 1) {
    for (const BindingWrite& other : binding.writes) {
      if (other.target != write && other.target == other.root && kills(other.site)) {
        return true;
      }
    }
  }
  if (path != nullptr) {
    for (const MemberWrite& other : binding.memberWrites) {
      if (other.key == path->step && write && kills(other.site)) {
        return true;
      }
    }
  }
  return false;
}

bool FlowWalk::dominates(const Module& module, ExprId assignment, ExprId read) {
  const StmtId statement = module.owner(assignment).stmt();
  if (module.as<ExpressionStmt>(statement) == nullptr ||
      module.range(read).begin < module.range(statement).end) {
    return false;
  }
  const StmtId block = module.parent(statement);
  const FunctionId function = module.enclosingFunction(statement);
  if (block && (module.as<BlockStmt>(block) == nullptr ||
                !module.range(block).contains(module.range(read)))) {
    return false;
  }
  // A function written after the assignment can't run before it; a declared one, hoisted, can.
  for (FunctionId inner = module.enclosingFunction(read); inner != function;
       inner = module.enclosingFunction(inner)) {
    if (!inner || !index_.expressionOf({&module, inner})) {
      return false;
    }
  }
  return true;
}

std::string_view FlowWalk::constantKey(ExprRef key, const Frame* frame) {
  return evaluator_.constantText(evaluator_.valueOf(key, frame));
}

// --- Frames --------------------------------------------------------------------------------------

const Frame* FlowWalk::frameAt(const Module& module, FunctionId function, const Frame* frame) {
  if (frame == nullptr) {
    return nullptr;
  }
  // Out to the first function a frame is known of, then back in, a frame for each on the way.
  std::vector<FunctionId> inner;
  const Frame* found = nullptr;
  for (FunctionId at = function;; at = module.enclosingFunction(at)) {
    for (found = frame; found != nullptr; found = found->lexical) {
      if (found->function.module == &module && found->function.id == at) {
        break;
      }
    }
    if (found != nullptr || !at) {
      break;
    }
    inner.push_back(at);
  }
  while (found != nullptr && !inner.empty()) {
    const FunctionRef next{&module, inner.back()};
    const Value* value = isActive(next, found) ? nullptr : functionValue(next, found);
    inner.pop_back();
    if (value == nullptr) {
      return nullptr;
    }
    found = evaluator_.enter(value, {});
    closureFrames_.insert(found);
  }
  return found;
}

bool FlowWalk::isActive(FunctionRef function, const Frame* frame) {
  while (frame != nullptr && frame->function != function) {
    frame = frame->caller != nullptr ? frame->caller : frame->lexical;
  }
  return frame != nullptr;
}

const Value* FlowWalk::functionValue(FunctionRef function, const Frame* lexical) {
  const Value* value = nullptr;
  if (const ExprId expr = index_.expressionOf(function)) {
    value = evaluator_.valueOf({function.module, expr}, lexical);
  } else if (const BindingId id =
                 index_.bindingOf(function, evaluator_.program().bindings(*function.module))) {
    value = evaluator_.valueOf(*function.module, id, lexical);
  }
  return value != nullptr && value->is(ValueKind::kFunction) && value->function == function
             ? value
             : nullptr;
}

}  // namespace envelint
