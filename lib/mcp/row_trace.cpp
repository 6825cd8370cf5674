#include "mcp/row_trace.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "analysis/syntax.h"
#include "mcp/code_index.h"
#include "mcp/fixed_rows.h"
#include "source/words.h"

namespace envelint {
namespace {

constexpr size_t kMaxSteps = 600;

/// Methods whose result has the rows of what they are called on, in some form.
constexpr auto kPassing = std::to_array<std::string_view>({
    "catch",   "concat",     "entries",  "filter", "finally", "flat",   "flatMap",
    "json",    "map",        "reverse",  "slice",  "sort",    "splice", "then",
    "toArray", "toReversed", "toSorted", "values", "with",
});
/// Functions whose result has the rows of their first argument.
constexpr auto kPassingFunctions = std::to_array<std::string_view>({
    "cloneDeep",
    "orderBy",
    "parse",
    "parseAsync",
    "safeParse",
    "sortBy",
    "structuredClone",
    "uniq",
    "uniqBy",
});
/// Of these globals only.
constexpr auto kGlobals = std::to_array<std::string_view>({"Array", "Object", "Promise"});
constexpr auto kGlobalFunctions = std::to_array<std::string_view>(
    {"all", "allSettled", "entries", "freeze", "from", "resolve", "values"});

class RowTracer {
 public:
  explicit RowTracer(Evaluator& evaluator)
      : evaluator_(evaluator), sources_(evaluator), fixed_(evaluator) {}

  RowTrace trace(ExprRef rows, const Frame* frame, StmtRef loop) {
    if (const auto* node = loop ? loop.as<LoopStmt>() : nullptr) {
      stopsEarly(loop, *node, frame);
    }
    add(rows, frame);
    for (size_t next = 0; next < pending_.size(); ++next) {
      if (next >= kMaxSteps) {
        result_.isOpen = true;
        break;
      }
      const Source at = pending_[next];
      step(at.expr, at.frame);
    }
    return std::move(result_);
  }

 private:
  void add(ExprRef expr, const Frame* frame) {
    if (expr && seen_.emplace(expr.module, expr.id.value, frame).second) {
      pending_.push_back({expr, frame});
    }
  }
  bool addAll(const std::vector<Source>& sources) {
    for (const Source& source : sources) {
      add(source.expr, source.frame);
    }
    return !sources.empty();
  }

  void step(ExprRef expr, const Frame* frame) {
    if (const auto* array = expr.as<ArrayExpr>()) {
      written(expr, *array, frame);
      return;
    }
    if (const auto* call = expr.as<CallExpr>()) {
      called(expr, *call, frame);
      return;
    }
    if (const auto* made = expr.as<NewExpr>()) {
      const std::string_view name = lastNameOf(expr.with(made->callee));
      if (!made->args.empty() && (name == "Set" || name == "Map" || name == "Array")) {
        add(expr.with(made->args[0]), frame);
      }
      return;
    }
    if (const Binding* binding = sources_.variableOf(expr)) {
      changed(expr, *binding, frame);
    }
    if (addAll(sources_.of(expr, frame))) {
      return;
    }
    // A part of something that the program doesn't build: of what a call gave.
    const Sources::Part part = sources_.partOf(expr, frame);
    if (part.object.expr && part.object.expr.as<ThisExpr>() == nullptr) {
      add(part.object.expr, part.object.frame);
      return;
    }
    result_.isOpen = true;
  }

  void written(ExprRef expr, const ArrayExpr& array, const Frame* frame) {
    bool isSpread = false;
    for (const ExprId element : array.elements) {
      if (const auto* spread = element ? expr.module->as<SpreadExpr>(element) : nullptr) {
        isSpread = true;
        add(expr.with(spread->argument), frame);
      }
    }
    if (!isSpread) {
      result_.origins.push_back({expr, frame});
    }
  }

  void called(ExprRef expr, const CallExpr& call, const Frame* frame) {
    const ExprRef callee = withoutCasts(expr.with(call.callee));
    const auto* member = callee.as<MemberExpr>();
    const std::string_view name = lastNameOf(callee);
    if (member != nullptr && (name == "slice" || name == "splice")) {
      sliced(expr, call, callee.with(member->object), frame);
    }
    if (addAll(sources_.of(expr, frame))) {
      return;
    }
    if (name == "take" && member != nullptr && call.args.size() == 2) {
      cut(expr, frame);
      add(expr.with(call.args[0]), frame);
      return;
    }
    const bool isGlobal =
        member != nullptr && isOneOf(lastNameOf(callee.with(member->object)), kGlobals);
    if (!call.args.empty() &&
        (isGlobal ? isOneOf(name, kGlobalFunctions) : isOneOf(name, kPassingFunctions))) {
      add(expr.with(call.args[0]), frame);
      return;
    }
    if (member != nullptr && isOneOf(name, kPassing)) {
      add(callee.with(member->object), frame);
      if (name == "concat") {
        for (const ExprId arg : call.args) {
          add(expr.with(arg), frame);
        }
      }
      return;
    }
    result_.origins.push_back({expr, frame});
  }

  /// `rows.slice(0, n)` leaves rows out; `rows.slice(-n)`, `rows.slice(1)` and the second page of a
  /// caller's don't make them unreachable.
  void sliced(ExprRef expr, const CallExpr& call, ExprRef receiver, const Frame* frame) {
    if (call.args.size() < 2) {
      const bool isPart = call.args.size() == 1 && !isExact(expr.with(call.args[0]), frame);
      result_.isPaged |= isPart;
      return;
    }
    const ExprRef from = withoutCasts(expr.with(call.args[0]));
    const ExprRef to = withoutCasts(expr.with(call.args[1]));
    const Value* begin = evaluator_.valueOf(from, frame);
    const auto* sign = to.as<UnaryExpr>();
    if (!begin->isExactNumber() || begin->low != 0) {
      result_.isPaged |= !begin->isExactNumber();
      return;
    }
    if (sign != nullptr && sign->op == UnaryOp::kMinus) {
      return;
    }
    const Value* rows = evaluator_.valueOf(receiver, frame);
    if (!rows->is(ValueKind::kString) && !fixed_.isArray(rows)) {
      cut(expr, frame);
    }
  }

  bool isExact(ExprRef expr, const Frame* frame) {
    return evaluator_.valueOf(expr, frame)->isExactNumber();
  }

  void cut(ExprRef expr, const Frame* frame) {
    result_.cuts.push_back({expr, frame, placeOf(expr)});
  }

  /// What is done to an array that a variable holds: rows are pushed, or cut off.
  void changed(ExprRef expr, const Binding& binding, const Frame* frame) {
    const Module& module = *expr.module;
    const Frame* home = Sources::frameOf(frame, module, binding.scopeFunction);
    if (!visited_.emplace(&binding, home).second) {
      return;
    }
    for (const MemberWrite& write : binding.memberWrites) {
      const Value* length = evaluator_.valueOf({&module, write.value}, home);
      if (write.key == "length" && !(length->isExactNumber() && length->low == 0)) {
        cut({&module, write.site}, home);
      }
    }
    for (const ExprId read : binding.reads) {
      const ExprRef method{&module, module.owner(read).expr()};
      const auto* member = method.as<MemberExpr>();
      const ExprRef call =
          member != nullptr ? method.with(module.owner(method.id).expr()) : ExprRef{};
      const auto* node = call ? call.as<CallExpr>() : nullptr;
      if (node == nullptr || node->callee != method.id) {
        continue;
      }
      if (member->name == "push" || member->name == "unshift") {
        pushed(call, *node, frame);
      } else if (member->name == "splice" && node->args.size() == 1 &&
                 module.owner(call.id).kind == ExprOwner::Kind::kStmt) {
        cut(call, home);
      }
    }
  }

  void pushed(ExprRef call, const CallExpr& node, const Frame* frame) {
    const Module& module = *call.module;
    const FunctionId function = module.enclosingFunction(call.id);
    const Frame* here = Sources::frameOf(frame, module, function);
    for (const ExprId arg : node.args) {
      if (const auto* spread = module.as<SpreadExpr>(arg)) {
        add(call.with(spread->argument), here);
        return;
      }
    }
    const Sources::Turns turns = Sources::turnsAround(call, frame, true);
    if (const auto* loop = turns.loop ? turns.loop.as<LoopStmt>() : nullptr) {
      stopsEarly(turns.loop, *loop, turns.iterable.frame);
    }
    add(turns.iterable.expr, turns.iterable.frame);
  }

  /// `if (out.length >= limit) break;` in a loop that collects rows.
  void stopsEarly(StmtRef at, const LoopStmt& loop, const Frame* frame) {
    const Module& module = *at.module;
    const auto* block = module.as<BlockStmt>(loop.body);
    if (block == nullptr) {
      return;
    }
    for (const StmtId id : block->body) {
      const auto* test = module.as<IfStmt>(id);
      const auto* compared = test != nullptr ? module.as<BinaryExpr>(test->test) : nullptr;
      if (compared == nullptr || !breaks(module, test->consequent) ||
          (compared->op != BinaryOp::kGreaterEqual && compared->op != BinaryOp::kGreater &&
           compared->op != BinaryOp::kEqual)) {
        continue;
      }
      const auto* length = module.as<MemberExpr>(compared->left);
      if (length != nullptr && length->name == "length") {
        result_.cuts.push_back(
            {{&module, test->test}, frame, placeOf(ExprRef{&module, test->test})});
      }
    }
  }

  static bool breaks(const Module& module, StmtId id) {
    if (const auto* block = module.as<BlockStmt>(id)) {
      return std::ranges::any_of(
          block->body, [&](StmtId inner) { return module.as<BreakStmt>(inner) != nullptr; });
    }
    return module.as<BreakStmt>(id) != nullptr;
  }

  Evaluator& evaluator_;
  Sources sources_;
  FixedRows fixed_;
  RowTrace result_;
  std::vector<Source> pending_;
  std::set<std::tuple<const Module*, uint32_t, const Frame*>> seen_;
  std::set<std::pair<const Binding*, const Frame*>> visited_;
};

}  // namespace

RowTrace traceRows(Evaluator& evaluator, ExprRef rows, const Frame* frame, StmtRef loop) {
  return RowTracer(evaluator).trace(rows, frame, loop);
}

}  // namespace envelint
