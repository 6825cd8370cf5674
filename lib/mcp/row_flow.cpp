#include "mcp/row_flow.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/flow.h"
#include "analysis/syntax.h"
#include "mcp/code_index.h"
#include "mcp/cpp_rows.h"
#include "source/words.h"

namespace envelint {
namespace {

/// Followings one query may need: one for each promise and each callback on the way.
constexpr size_t kMaxStarts = 12;
/// Values looked at on the way to one row of an answer.
constexpr int kMaxSteps = 60;

/// What makes all rows something else, one for one or in one piece.
constexpr auto kPassingMembers = std::to_array<std::string_view>({
    "concat",  "filter",     "flat",      "flatMap",       "join",        "map",
    "reverse", "sort",       "toArray",   "toSorted",      "toReversed",  "toString",
    "trim",    "values",     "entries",   "execute",       "then",        "getRows",
    "json",    "rows",       "recordset", "results",       "data",        "with",
    "result",  "items",      "records",   "getRowObjects", "getRowsJson", "getRowObjectsJson",
    "trimEnd", "recordsets",
});
/// Functions of packages and the platform whose result shows what they are given.
constexpr auto kPassingFunctions = std::to_array<std::string_view>({
    "String",  "dump",          "encode",    "parse",     "parseAsync",      "from",
    "inspect", "safeStringify", "stringify", "table",     "toMarkdown",      "markdownTable",
    "unparse", "values",        "camelCase", "cloneDeep", "structuredClone", "uniqBy",
    "sortBy",  "orderBy",
});

/// How functions are called that call what they are given and give back its result.
constexpr auto kCallers = std::to_array<std::string_view>({
    "attempt",
    "cached",
    "execute",
    "handle",
    "measure",
    "retry",
    "run",
    "safe",
    "span",
    "start",
    "timed",
    "trace",
    "track",
    "transaction",
    "try",
    "use",
    "with",
    "wrap",
});

template <size_t N>
bool startsWithAny(std::string_view name, const std::array<std::string_view, N>& list) {
  return std::ranges::any_of(list, [&](std::string_view word) { return name.starts_with(word); });
}

class RowWalk {
 public:
  RowWalk(Evaluator& evaluator, const Handler& handler)
      : evaluator_(evaluator), handler_(handler) {}

  RowFlow follow(const QueryCall& query) {
    // A callback's frame is made anew by what follows: from the nearest function that was called.
    const Frame* entered = query.frame;
    while (entered != nullptr && entered != handler_.frame && !entered->call &&
           entered->lexical != nullptr) {
      entered = entered->lexical;
    }
    isUnknownShape_ = query.shape == RowShape::kUnknown;
    if (query.shape == RowShape::kCallback) {
      fromCallback(query);
    } else {
      for (const AccessPath& path : pathsOf(query)) {
        start(query.call, entered, path);
      }
    }
    for (size_t next = 0; next < starts_.size(); ++next) {
      const Start at = starts_[next];
      ofElement_ = at.ofElement;
      isJoined_ = false;
      const auto visitor = [this](const Use& use) { return visit(use); };
      if (at.expr) {
        flow_.follow(at.expr, at.frame, at.path, visitor);
      } else {
        flow_.followParameter(at.frame, at.parameter, at.path, visitor);
      }
    }
    return result_;
  }

 private:
  struct Start {
    ExprRef expr;  ///< none for a parameter of the frame's function
    const Frame* frame;
    uint32_t parameter;
    AccessPath path;
    /// What is followed is one row of many: it is an answer's rows again where it is collected.
    bool ofElement = false;
  };

  static std::vector<AccessPath> pathsOf(const QueryCall& query) {
    switch (query.shape) {
      case RowShape::kNone:
      case RowShape::kOne:
      case RowShape::kCallback:
        return {};
      case RowShape::kPair:
        return {{"[0]"}};
      default:
        // Properties with rows are recognized as they are read.
        return {{}};
    }
  }

  /// `db.all(text, values, (error, rows) => ...)`.
  void fromCallback(const QueryCall& query) {
    const Value* function =
        query.callback ? evaluator_.valueOf(query.callback, query.frame) : evaluator_.unknown();
    if (!function->is(ValueKind::kFunction)) {
      return;
    }
    const Function& code = function->function.module->function(function->function.id);
    const auto count = static_cast<uint32_t>(code.parameters.size());
    // The error comes first; snowflake's second argument is the statement.
    const uint32_t position = count > 2 && isSnowflake(query) ? 2 : 1;
    if (position < count) {
      start({}, evaluator_.enter(function, {}), {}, position);
    }
  }

  static bool isSnowflake(const QueryCall& query) {
    const auto* object = query.callback.module->as<ObjectExpr>(
        query.callback.module->owner(query.callback.id).expr());
    return object != nullptr;
  }

  void start(ExprRef expr, const Frame* frame, AccessPath path, uint32_t parameter = 0,
             bool ofElement = false) {
    if (starts_.size() >= kMaxStarts) {
      return;
    }
    const uint32_t place = expr ? expr.id.value : parameter + (1u << 31);
    if (started_.emplace(place, frame, ofElement).second) {
      starts_.push_back({expr, frame, parameter, std::move(path), ofElement});
    }
  }

  /// Goes on with one row at a time, from an expression that has them all.
  void startElements(const Use& use) {
    AccessPath path{kElementStep};
    path.insert(path.end(), use.path.begin(), use.path.end());
    start(use.value, use.frame, std::move(path), 0, true);
  }

  UseAction visit(const Use& use) {
    switch (use.kind) {
      case UseKind::kReturned:
        returned(use);
        return UseAction::kStop;
      case UseKind::kArgument:
        return argument(use);
      case UseKind::kMember:
        return member(use);
      case UseKind::kTemplateHole:
        return UseAction::kFollowResult;
      case UseKind::kArithmetic:
        return added(use);
      case UseKind::kIterated:
        return iterated(use);
      case UseKind::kStored:
        result_.reachAnswer |= use.path.empty() && isTextOfBlock(use);
        return UseAction::kStop;
      default:
        return UseAction::kStop;
    }
  }

  void returned(const Use& use) {
    const Frame* frame = use.frame;
    if (frame == nullptr) {
      return;
    }
    if (frame->function == handler_.frame->function) {
      const bool isCollected = std::ranges::find(use.path, kElementStep) != use.path.end();
      const bool isWhole = !ofElement_ || isJoined_;
      result_.reachAnswer |= isWhole || (isCollected && !isCutOnTheWay(use));
      return;
    }
    // Out of a callback: its result is that of the function that is given to whoever calls it.
    const ExprRef function = frame->call ? ExprRef{} : expressionOf(frame->function);
    if (function) {
      AccessPath path{kReturnStep};
      path.insert(path.end(), use.path.begin(), use.path.end());
      start(function, frame->lexical, std::move(path), 0, ofElement_ && !isJoined_);
    }
  }

  /// Whether an array that rows were collected in is cut before it is returned: the path of what is
  /// returned leads through the cut array.
  bool isCutOnTheWay(const Use& use) {
    struct Step {
      const Value* value;
      size_t position;
    };
    std::vector<Step> pending{{evaluator_.valueOf(use.value, use.frame), 0}};
    for (int steps = 0; !pending.empty() && steps < kMaxSteps; ++steps) {
      const auto [joined, position] = pending.back();
      pending.pop_back();
      for (const Value* value : evaluator_.alternatives(joined)) {
        if (value->is(ValueKind::kCall) && !argumentsOf(value->site).empty()) {
          // `JSON.stringify(answer)` has the answer's parts.
          const ExprRef given = value->site.with(argumentsOf(value->site).front());
          pending.push_back({evaluator_.valueOf(given, value->frame), position});
          continue;
        }
        if (position == use.path.size()) {
          continue;
        }
        const std::string_view step = use.path[position];
        if (step == kElementStep && isCutArray(value)) {
          return true;
        }
        pending.push_back(
            {isElementStep(step) ? evaluator_.element(value) : evaluator_.member(value, step),
             position + 1});
      }
    }
    return false;
  }

  bool isCutArray(const Value* array) {
    for (int links = 0; array != nullptr && array->is(ValueKind::kArray) && links < kMaxSteps;
         ++links, array = array->base) {
      const auto* call = array->site.as<CallExpr>();
      if (call != nullptr && (array->text == "slice" || array->text == "splice") &&
          keepsFew(array->site, *call, array->frame)) {
        return true;
      }
    }
    return false;
  }

  static ExprRef expressionOf(FunctionRef function) {
    for (uint32_t i = 0; i < function.module->exprCount(); ++i) {
      const auto* expr = function.module->as<FunctionExpr>(ExprId{i});
      if (expr != nullptr && expr->function == function.id) {
        return {function.module, ExprId{i}};
      }
    }
    return {};
  }

  /// `answer.content[0].text = JSON.stringify(rows)`: a block's text is written over.
  static bool isTextOfBlock(const Use& use) {
    const auto* assign = use.parent.as<AssignExpr>();
    const auto* target =
        assign != nullptr ? use.parent.module->as<TargetPattern>(assign->target) : nullptr;
    const auto* member =
        target != nullptr ? use.parent.with(target->expr).as<MemberExpr>() : nullptr;
    return member != nullptr && member->name == "text";
  }

  /// `text += `${row.name}\n``: the rows' text grows. A sum of numbers is no rows.
  UseAction added(const Use& use) {
    const auto* assign = use.parent.as<AssignExpr>();
    if (assign == nullptr) {
      return use.parent.as<BinaryExpr>() != nullptr ? UseAction::kFollowResult : UseAction::kStop;
    }
    const Value* value = evaluator_.valueOf(use.parent.with(assign->value), use.frame);
    if (assign->op != AssignOp::kAdd || !value->is(ValueKind::kString)) {
      return UseAction::kStop;
    }
    isJoined_ = true;
    return UseAction::kFollowResult;
  }

  UseAction argument(const Use& use) {
    const auto* call = use.parent.as<CallExpr>();
    if (call == nullptr) {
      return UseAction::kStop;
    }
    const ExprRef callee = withoutCasts(use.parent.with(call->callee));
    if (const ExprRef promise = promiseOf(callee)) {
      start(promise, frameAround(promise, use.frame), use.path);
      return UseAction::kStop;
    }
    const std::string_view name = lastNameOf(callee);
    if (!use.path.empty() && use.path.front() == kReturnStep) {
      // What a tracer, a transaction or a retry is given to call gives its result.
      return startsWithAny(name, kCallers) ? UseAction::kFollowResult : UseAction::kStop;
    }
    const bool isMethod = callee.as<MemberExpr>() != nullptr;
    if (isMethod && (name == "set" || name == "add")) {
      return UseAction::kFollowReceiver;
    }
    return isOneOf(name, kPassingFunctions) || name.starts_with("format") ||
                   name.ends_with("Result") || name.ends_with("Response")
               ? UseAction::kFollowResult
               : UseAction::kStop;
  }

  /// The promise that calling `callee` fulfils: the first parameter of a function that `new
  /// Promise` is given.
  ExprRef promiseOf(ExprRef callee) {
    if (callee.as<NameExpr>() == nullptr) {
      return {};
    }
    const Module& module = *callee.module;
    const Bindings& bindings = evaluator_.program().bindings(module);
    const BindingId id = bindings.resolve(callee.id);
    const Binding* binding = id ? &bindings.binding(id) : nullptr;
    if (binding == nullptr || binding->kind != BindingKind::kParameter || binding->parameter != 0) {
      return {};
    }
    for (uint32_t i = 0; i < module.exprCount(); ++i) {
      const auto* construct = module.as<NewExpr>(ExprId{i});
      if (construct == nullptr || construct->args.empty() ||
          lastNameOf({&module, construct->callee}) != "Promise") {
        continue;
      }
      const auto* executor = module.as<FunctionExpr>(construct->args[0]);
      if (executor != nullptr && executor->function == binding->function) {
        return {&module, ExprId{i}};
      }
    }
    return {};
  }

  /// The frame an expression is read in, seen from one of a function inside.
  static const Frame* frameAround(ExprRef expr, const Frame* frame) {
    const FunctionId function = expr.module->enclosingFunction(expr.id);
    while (frame != nullptr &&
           (frame->function.module != expr.module || frame->function.id != function)) {
      frame = frame->lexical;
    }
    return frame;
  }

  UseAction member(const Use& use) {
    const auto* call = use.parent.as<CallExpr>();
    if (use.name == "length" || use.name == "rowCount") {
      result_.isCounted = true;
      return UseAction::kStop;
    }
    if (call != nullptr && (use.name == "slice" || use.name == "splice")) {
      return slice(use, *call);
    }
    if (call != nullptr && (use.name == "forEach" || use.name == "each") && use.path.empty()) {
      startElements(use);
      return UseAction::kStop;
    }
    if (call == nullptr && ofElement_ && use.path.empty() && !use.name.empty()) {
      // Columns of the row that a loop is at.
      return UseAction::kFollowResult;
    }
    return isOneOf(use.name, kPassingMembers) ? UseAction::kFollowResult : UseAction::kStop;
  }

  UseAction slice(const Use& use, const CallExpr& call) {
    if (!keepsFew(use.parent, call, use.frame)) {
      return UseAction::kFollowResult;
    }
    if (!result_.cut) {
      result_.cut = placeOf(use.parent);
    }
    return UseAction::kStop;
  }

  /// `rows.slice(0, n)` and `rows.slice(-n)` keep n of them; `rows.slice(1)` nearly all.
  bool keepsFew(ExprRef expr, const CallExpr& call, const Frame* frame) {
    if (call.args.empty()) {
      return false;
    }
    const Value* from = evaluator_.valueOf(expr.with(call.args[0]), frame);
    return call.args.size() >= 2 || !from->isExactNumber() || from->low < 0;
  }

  UseAction iterated(const Use& use) {
    if (use.pattern) {
      // `const [first] = rows` takes one; `const [rows] = result` takes them all.
      return isUnknownShape_ && takesRows(use.pattern) ? UseAction::kFollowResult
                                                       : UseAction::kStop;
    }
    const auto* loop = use.statement.as<LoopStmt>();
    if (loop != nullptr && leavesEarly(use.statement.with(loop->body))) {
      if (!result_.cut) {
        result_.cut = placeOf(use.statement);
      }
      return UseAction::kStop;
    }
    if (loop != nullptr) {
      startElements(use);
      return UseAction::kStop;
    }
    return UseAction::kFollowResult;
  }

  /// Whether what is destructured first has a name of many: of a driver that isn't known nothing
  /// else tells a row from all of them.
  static bool takesRows(PatternRef pattern) {
    const auto* array = pattern.as<ArrayPattern>();
    const auto* name = array != nullptr && !array->elements.empty()
                           ? pattern.with(array->elements[0]).as<NamePattern>()
                           : nullptr;
    return name != nullptr && (name->name.ends_with("rows") || name->name.ends_with("Rows") ||
                               name->name.ends_with("results") || name->name.ends_with("Results"));
  }

  /// Whether a loop's body may end the loop: with so many rows, or the one it looked for.
  bool leavesEarly(StmtRef body) const {
    const Module& module = *body.module;
    const Range range = module.range(body.id);
    for (uint32_t i = 0; i < module.stmtCount(); ++i) {
      const StmtId id{i};
      if (!range.contains(module.range(id))) {
        continue;
      }
      const bool leaves =
          module.as<BreakStmt>(id) != nullptr || module.as<ReturnStmt>(id) != nullptr;
      const bool isHere = module.enclosingFunction(id) == module.enclosingFunction(body.id);
      if (leaves && isHere) {
        return true;
      }
    }
    return false;
  }

  Evaluator& evaluator_;
  const Handler& handler_;
  Flow flow_{evaluator_};
  RowFlow result_;
  std::vector<Start> starts_;
  std::set<std::tuple<uint32_t, const Frame*, bool>> started_;
  bool isUnknownShape_ = false;
  bool ofElement_ = false;  ///< see Start
  bool isJoined_ = false;   ///< the row at hand was added to a text
};

}  // namespace

RowFlow followRows(Evaluator& evaluator, const Handler& handler, const QueryCall& query) {
  return query.call.module->isCpp() ? followCppRows(query)
                                    : RowWalk(evaluator, handler).follow(query);
}

RowFlow followRows(Evaluator& evaluator, const Handler& handler, ExprRef rows, const Frame* frame) {
  QueryCall query;
  query.call = rows;
  query.frame = frame;
  query.shape = RowShape::kRows;
  return RowWalk(evaluator, handler).follow(query);
}

}  // namespace envelint
