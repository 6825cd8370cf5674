#include "mcp/sql_text_steps.h"

#include <algorithm>

#include "analysis/syntax.h"
#include "mcp/code_index.h"
#include "mcp/sql_text_parts.h"

namespace envelint {

using namespace sqltext;

namespace {

constexpr int kDepth = 100;

/// The method a variable's array is changed by at a read of it; empty when it is only read.
std::string_view changingMethod(const Module& module, ExprId read) {
  const ExprId parent = module.owner(read).expr();
  const auto* member = module.as<MemberExpr>(parent);
  if (member == nullptr || member->object != read) {
    return {};
  }
  const auto* call = module.as<CallExpr>(module.owner(parent).expr());
  const bool changes = member->name == "push" || member->name == "unshift" ||
                       member->name == "splice" || member->name == "pop" || member->name == "shift";
  return call != nullptr && call->callee == parent && changes ? member->name : std::string_view{};
}

/// Whether an array is handed to a function, which may fill it: `addFilters(clauses, args)`.
bool isHandedOver(const Module& module, const Binding& binding, ExprId read) {
  const ExprId parent = module.owner(read).expr();
  const auto* call = module.as<CallExpr>(parent);
  const bool isArgument =
      call != nullptr && std::ranges::find(call->args, read) != call->args.end();
  return isArgument && binding.writes.size() == 1 && binding.writes[0].source &&
         module.as<ArrayExpr>(binding.writes[0].source) != nullptr;
}

}  // namespace

SqlTextSteps::SqlTextSteps(SqlTextBuilder& builder, Evaluator& evaluator, BranchJudge& judge,
                           const Module& module, BindingId binding, const Frame* frame)
    : builder_(builder),
      judge_(judge),
      module_(module),
      id_(binding),
      binding_(evaluator.program().bindings(module).binding(binding)),
      frame_(frame) {}

bool SqlTextSteps::areSeveral(const Module& module, const Binding& binding) {
  return binding.writes.size() > 1 || std::ranges::any_of(binding.reads, [&](ExprId read) {
           return !changingMethod(module, read).empty() || isHandedOver(module, binding, read);
         });
}

std::vector<SqlText> SqlTextSteps::before(ExprRef read) {
  const FunctionId scope = binding_.scopeFunction;
  // A write in a function inside runs nobody knows when.
  const bool isLocal = std::ranges::all_of(binding_.writes, [&](const BindingWrite& write) {
    return !write.site || module_.enclosingFunction(write.site) == scope;
  });
  if (!isLocal) {
    return hole();
  }
  stop_ = module_.range(read.id).begin;
  Texts state = constant("", {});
  if (binding_.kind == BindingKind::kParameter) {
    builder_.held_.push_back({&module_, id_, hole()});
    state = builder_.evalParameter(read, binding_, frame_);
    builder_.held_.pop_back();
  }
  Exit exit = Exit::kLeft;
  if (scope) {
    exit = statement(module_.function(scope).body, state);
  } else {
    exit = sequence(module_.body(), state);
  }
  return isLost_ || (exit != Exit::kArrived && exit != Exit::kNext) ? hole() : state;
}

// --- Statements ----------------------------------------------------------------------------------

SqlTextSteps::Exit SqlTextSteps::sequence(std::span<const StmtId> statements, Texts& state) {
  for (StmtId id : statements) {
    const Exit exit = statement(id, state);
    if (exit != Exit::kNext) {
      return exit;
    }
  }
  return Exit::kNext;
}

SqlTextSteps::Exit SqlTextSteps::statement(StmtId id, Texts& state) {
  if (!id || module_.as<FunctionStmt>(id) != nullptr) {
    return Exit::kNext;
  }
  if (module_.range(id).begin > stop_) {
    return Exit::kArrived;
  }
  if (depth_ > kDepth) {
    isLost_ = true;
    return Exit::kArrived;
  }
  ++depth_;
  const Exit exit = enter(id, state);
  --depth_;
  return exit;
}

SqlTextSteps::Exit SqlTextSteps::enter(StmtId id, Texts& state) {
  const StmtNode& node = module_.node(id);
  if (const auto* block = std::get_if<BlockStmt>(&node)) {
    return sequence(block->body, state);
  }
  if (const auto* condition = std::get_if<IfStmt>(&node)) {
    return branch(*condition, state);
  }
  if (const auto* turns = std::get_if<LoopStmt>(&node)) {
    return loop(*turns, state);
  }
  if (const auto* cases = std::get_if<SwitchStmt>(&node)) {
    return choice(*cases, state);
  }
  if (const auto* guarded = std::get_if<TryStmt>(&node)) {
    return attempt(*guarded, state);
  }
  if (std::holds_alternative<BreakStmt>(node) || std::holds_alternative<ContinueStmt>(node)) {
    broken_ = unite(std::move(broken_), state);
    return Exit::kBroken;
  }
  const Range range = module_.range(id);
  apply(range, state);
  if (holdsStop(range)) {
    return Exit::kArrived;
  }
  const bool leaves =
      std::holds_alternative<ReturnStmt>(node) || std::holds_alternative<ThrowStmt>(node);
  return leaves ? Exit::kLeft : Exit::kNext;
}

SqlTextSteps::Exit SqlTextSteps::branch(const IfStmt& node, Texts& state) {
  apply(module_.range(node.test), state);
  if (holdsStop(module_.range(node.test))) {
    return Exit::kArrived;
  }
  if (holdsStop(module_.range(node.consequent))) {
    return statement(node.consequent, state);
  }
  if (node.alternate && holdsStop(module_.range(node.alternate))) {
    return statement(node.alternate, state);
  }
  Texts taken = state;
  Texts other = std::move(state);
  const Exit takenExit = statement(node.consequent, taken);
  const Exit otherExit = statement(node.alternate, other);
  if (takenExit != Exit::kNext) {
    state = std::move(other);
    return otherExit;
  }
  if (otherExit != Exit::kNext) {
    state = std::move(taken);
    return Exit::kNext;
  }
  const ExprRef test{&module_, node.test};
  state = merge(std::move(taken), judge_.can(test, frame_, true), std::move(other),
                judge_.can(test, frame_, false));
  return Exit::kNext;
}

SqlTextSteps::Exit SqlTextSteps::loop(const LoopStmt& node, Texts& state) {
  Texts outer = std::move(broken_);
  broken_.clear();
  Texts once = state;
  const Exit exit = statement(node.body, once);
  if (holdsStop(module_.range(node.body))) {
    state = std::move(once);
    broken_ = std::move(outer);
    return exit;
  }
  // No turn or one: what a loop adds again and again is of one kind.
  state = unite(std::move(state), broken_);
  if (exit == Exit::kNext) {
    state = unite(std::move(state), once);
  }
  broken_ = std::move(outer);
  return Exit::kNext;
}

SqlTextSteps::Exit SqlTextSteps::choice(const SwitchStmt& node, Texts& state) {
  Texts outer = std::move(broken_);
  broken_.clear();
  Texts after;
  bool hasDefault = false;
  for (const SwitchCase& one : node.cases) {
    Texts inside = state;
    const Exit exit = sequence(one.body, inside);
    hasDefault |= !one.test;
    if (holdsStop(one.range)) {
      state = std::move(inside);
      broken_ = std::move(outer);
      return exit == Exit::kNext ? Exit::kArrived : exit;
    }
    if (exit == Exit::kNext) {
      after = unite(std::move(after), inside);
    }
  }
  after = unite(std::move(after), broken_);
  state = hasDefault ? std::move(after) : unite(std::move(after), state);
  broken_ = std::move(outer);
  return state.empty() ? Exit::kLeft : Exit::kNext;
}

SqlTextSteps::Exit SqlTextSteps::attempt(const TryStmt& node, Texts& state) {
  if (node.handler && holdsStop(module_.range(node.handler))) {
    return statement(node.handler, state);
  }
  const Exit exit = statement(node.block, state);
  return exit == Exit::kNext ? statement(node.finalizer, state) : exit;
}

// --- Expressions ---------------------------------------------------------------------------------

bool SqlTextSteps::isConditional(ExprId site, Range within) const {
  for (ExprId at = module_.owner(site).expr(); at && within.contains(module_.range(at));
       at = module_.owner(at).expr()) {
    if (module_.as<LogicalExpr>(at) != nullptr || module_.as<ConditionalExpr>(at) != nullptr) {
      return true;
    }
  }
  return false;
}

void SqlTextSteps::apply(Range range, Texts& state) {
  struct Event {
    uint32_t end;
    ExprId site;
    const BindingWrite* write;  ///< null for a change of the array
  };
  std::vector<Event> events;
  for (const BindingWrite& one : binding_.writes) {
    const Range at =
        one.site ? module_.range(one.site) : (one.target ? module_.range(one.target) : Range{});
    // What is being assigned is read before the assignment happens.
    const bool isBefore =
        one.site ? at.end <= stop_ : !(one.source && holdsStop(module_.range(one.source)));
    if ((one.site || one.target) && range.contains(at) && isBefore) {
      events.push_back({at.end, one.site, &one});
    }
  }
  for (ExprId read : binding_.reads) {
    const bool isChange =
        !changingMethod(module_, read).empty() || isHandedOver(module_, binding_, read);
    if (isChange && range.contains(module_.range(read)) && module_.range(read).begin < stop_) {
      events.push_back({module_.range(read).end, read, nullptr});
    }
  }
  std::ranges::sort(events, {}, &Event::end);
  for (const Event& event : events) {
    const Texts before = state;
    if (event.write != nullptr) {
      write(*event.write, state);
    } else {
      change(event.site, state);
    }
    if (event.site && isConditional(event.site, range)) {
      state = merge(std::move(state), Possible::kUnknown, before, Possible::kUnknown);
    }
  }
}

SqlTextSteps::Texts SqlTextSteps::evalWith(const Texts& state, ExprId expr) {
  builder_.held_.push_back({&module_, id_, state});
  Texts texts = builder_.eval({&module_, expr}, frame_);
  builder_.held_.pop_back();
  return texts;
}

void SqlTextSteps::write(const BindingWrite& one, Texts& state) {
  if (binding_.kind == BindingKind::kParameter && !one.site) {
    return;
  }
  if (!one.source) {
    state = constant("", {});
    return;
  }
  if (one.target != one.root || one.loop) {
    isLost_ = true;
    return;
  }
  const auto* assign = module_.as<AssignExpr>(one.site);
  const Texts value = evalWith(state, one.source);
  if (assign == nullptr || assign->op == AssignOp::kAssign) {
    state = value;
  } else if (assign->op == AssignOp::kAdd) {
    state = concat(state, value);
  } else {
    state = unite(std::move(state), value);
  }
}

void SqlTextSteps::change(ExprId read, Texts& state) {
  const std::string_view method = changingMethod(module_, read);
  if (method != "push") {
    state = append(state, hole());
    return;
  }
  const ExprId callee = module_.owner(read).expr();
  const auto* call = module_.as<CallExpr>(module_.owner(callee).expr());
  for (ExprId arg : call->args) {
    const auto* spread = module_.as<SpreadExpr>(arg);
    const Texts element = evalWith(state, spread != nullptr ? spread->argument : arg);
    state = append(state, element);
  }
}

}  // namespace envelint
