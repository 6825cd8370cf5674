#include "mcp/limits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "analysis/flow.h"
#include "analysis/syntax.h"
#include "mcp/code_index.h"
#include "mcp/handler_input.h"
#include "mcp/naming.h"
#include "source/words.h"

namespace envelint {
namespace {

/// How much of an expression is looked at for a name.
constexpr size_t kShownBytes = 4096;

constexpr auto kConversions = std::to_array<std::string_view>({
    "Number",
    "String",
    "abs",
    "ceil",
    "floor",
    "max",
    "parseFloat",
    "parseInt",
    "round",
    "toString",
    "trunc",
});
constexpr auto kChecks = std::to_array<std::string_view>({
    "Boolean",
    "isArray",
    "isFinite",
    "isInteger",
    "isNaN",
    "isSafeInteger",
});
constexpr auto kLogging = std::to_array<std::string_view>({
    "console",
    "log",
    "logger",
    "debug",
    "tracer",
    "span",
    "telemetry",
    "metrics",
    "Sentry",
});
constexpr auto kParsers = std::to_array<std::string_view>({
    "parse",
    "parseAsync",
    "safeParse",
    "safeParseAsync",
    "validate",
    "validateAsync",
});

/// Functions that look at a container or remember it, and ask for no rows: `seen.has(args)`,
/// `Object.getPrototypeOf(args)`, `isPlainObject(args)`.
bool looksOnly(std::string_view name) {
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"add", "getPrototypeOf", "has", "hasOwn", "hasOwnProperty", "freeze"});
  return std::ranges::find(kNames, name) != kNames.end() ||
         (name.size() > 2 && name.starts_with("is") && name[2] >= 'A' && name[2] <= 'Z');
}

/// Words in the name of a function that says it bounds what it is given.
bool namesClamp(std::string_view name) {
  for (std::string_view word :
       {"clamp", "Clamp", "bound", "Bound", "cap", "Cap", "normaliz", "Normaliz", "sanitiz",
        "Sanitiz", "validat", "Validat", "enforce"}) {
    if (name.find(word) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

/// Whether a function is called after writing a log or hiding what mustn't be in one: `logCall`,
/// `redactParams`, `writeAuditLog`; but not `getLogIncidents`, which reads one.
bool namesLogging(std::string_view name) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"log", "logger", "logging", "debug", "trace", "redact", "mask", "sanitize", "sanitise"});
  static constexpr auto kReaders = std::to_array<std::string_view>(
      {"get", "list", "search", "fetch", "find", "read", "query", "load"});
  const std::vector<std::string> words = splitName(name);
  return !words.empty() && !isOneOf(words.front(), kReaders) &&
         std::ranges::any_of(words, [](const std::string& word) { return isOneOf(word, kWords); });
}

/// Follows a limit parameter from the handler's input. False when the budget ran out.
bool followLimit(Evaluator& evaluator, const Frame* handler, const LimitParameter& limit,
                 const Flow::Visitor& visitor) {
  Flow flow(evaluator);
  return followInput(flow, handler, {limit.path.begin(), limit.path.end()}, visitor);
}

/// Whether the text around a limit says that it limits: `LIMIT ${n}`, `&per_page=${n}`.
bool asksForRows(const Use& use) {
  const std::string_view text =
      use.value.module->file().text(use.value.module->range(use.parent.id));
  static constexpr std::string_view kWords[] = {"LIMIT ",    "limit ",    "limit=", "TOP ",
                                                "per_page=", "pageSize=", "first:", "FIRST "};
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

class BoundFinder {
 public:
  BoundFinder(Evaluator& evaluator, const LimitParameter& limit, int64_t maxLimit)
      : evaluator_(evaluator), limit_(limit), maxLimit_(static_cast<double>(maxLimit)) {}

  Bound find(const Handler& handler) {
    handler_ = handler.frame;
    if (handler.anyTool != nullptr) {
      followLimit(evaluator_, handler.anyTool, limit_,
                  [this](const Use& use) { return visit(use); });
      unbounded_.reset();
      used_ = -INFINITY;
      clamped_ = opaque_ = configured_ = false;
      maximum_ = 0;
    }
    isThisTool_ = true;
    const bool complete = followLimit(evaluator_, handler.frame, limit_,
                                      [this](const Use& use) { return visit(use); });
    if (unbounded_) {
      // A clamp to what the server is configured with usually stands behind a test whether it is
      // configured at all: that way out is the maintainer's own choice.
      return configured_ ? Bound{} : Bound{Bound::Kind::kUnbounded, used_, *unbounded_};
    }
    if (!complete || opaque_ || !clamped_) {
      return {};
    }
    return {Bound::Kind::kBounded, maximum_, {}};
  }

 private:
  UseAction visit(const Use& use) {
    switch (use.kind) {
      case UseKind::kArgument:
        return argument(use);
      case UseKind::kComparison:
        return use.path.empty() ? comparison(use) : UseAction::kStop;
      case UseKind::kArithmetic:
        return arithmetic(use);
      case UseKind::kTemplateHole:
        return holdsDown(use) ? UseAction::kStop : UseAction::kFollowResult;
      case UseKind::kMember:
        return use.name == "toString" || use.name == "toFixed" || use.name == "valueOf"
                   ? UseAction::kFollowResult
                   : UseAction::kStop;
      case UseKind::kStored:
        // A container that is put away asks for nothing yet.
        return use.path.empty() ? uses(use) : UseAction::kStop;
      default:
        // Echoed in the answer, tested for truth, iterated: nothing asks for rows there.
        return UseAction::kStop;
    }
  }

  /// The limit is used here: as it came, unless the evaluation says it is small by now.
  UseAction uses(const Use& use) {
    if (holdsDown(use) || isForTheLog(use.frame)) {
      return UseAction::kStop;
    }
    // What a dispatcher does whichever tool is called proves nothing of this one.
    const std::pair place(use.value.module, use.value.id.value);
    if (!isThisTool_) {
      ofAnyTool_.insert(place);
    }
    if (ofAnyTool_.contains(place)) {
      opaque_ = true;
      return UseAction::kStop;
    }
    if (!unbounded_) {
      unbounded_.emplace();
    }
    used_ = std::max(used_, highest(use));
    // Where the whole input goes on, the limit itself isn't to be seen: no place to point at.
    const ExprRef shown = use.parent ? use.parent : use.value;
    if (!*unbounded_ && shown && names(shown)) {
      unbounded_ = placeOf(shown);
    }
    return UseAction::kStop;
  }

  /// Whether the limit's name can be read where an expression stands.
  bool names(ExprRef expr) const {
    const std::string_view text = expr.module->file().text(expr.module->range(expr.id));
    return text.substr(0, kShownBytes).find(limit_.parameter->name) != std::string_view::npos;
  }

  /// Whether a use lies in a function that writes a log or hides what mustn't be in one.
  bool isForTheLog(const Frame* frame) const {
    for (; frame != nullptr && frame != handler_; frame = frame->caller) {
      const std::string_view name = frame->function.module->function(frame->function.id).name;
      const std::string& path = frame->function.module->file().displayPath();
      const std::string_view file = std::string_view(path).substr(path.rfind('/') + 1);
      if (file.starts_with("logg") || file == "log.ts" || file == "log.js" ||
          file.find("sanitiz") != std::string_view::npos) {
        return true;
      }
      if (namesLogging(name)) {
        return true;
      }
    }
    return false;
  }

  /// The most that clamps and conditions on the way leave of the value at a use; infinite when
  /// nothing holds it down.
  double highest(const Use& use) {
    if (!use.path.empty() || !use.value) {
      return INFINITY;
    }
    double high = -INFINITY;
    for (const Value* option : evaluator_.alternatives(evaluator_.valueOf(use.value, use.frame))) {
      if (option->isNullish()) {
        continue;
      }
      high = std::max(high, option->is(ValueKind::kNumber) ? option->high : INFINITY);
    }
    return std::isnan(high) ? INFINITY : high;
  }

  /// Whether the value at a use is a number held down far enough.
  bool holdsDown(const Use& use) {
    const double high = highest(use);
    if (high > maxLimit_ || std::isinf(high)) {
      return false;
    }
    clamped_ = true;
    maximum_ = std::max(maximum_, high);
    return true;
  }

  UseAction argument(const Use& use) {
    const std::span<const ExprId> args = argumentsOf(use.parent);
    const ExprId calleeId = use.parent.as<CallExpr>() != nullptr ? use.parent.as<CallExpr>()->callee
                            : use.parent.as<NewExpr>() != nullptr ? use.parent.as<NewExpr>()->callee
                                                                  : ExprId{};
    const ExprRef callee = withoutCasts(use.parent.with(calleeId));
    const std::string_view name = lastNameOf(callee);
    const auto* member = callee.as<MemberExpr>();
    const std::string_view object =
        member != nullptr ? lastNameOf(callee.with(member->object)) : std::string_view{};
    if (isOneOf(name, kParsers) && member != nullptr) {
      return parser(use, callee.with(member->object), name);
    }
    if (isOneOf(object, kLogging) || isOneOf(name, kLogging)) {
      return UseAction::kStop;
    }
    if (!use.path.empty()) {
      // The whole input goes on, and the limit with it.
      if (name == "stringify" || name == "keys" || name == "entries" || name == "values") {
        return UseAction::kFollowResult;
      }
      if (namesClamp(name)) {
        opaque_ = true;
        return UseAction::kStop;
      }
      return looksOnly(name) ? UseAction::kStop : uses(use);
    }
    if (object == "Math" && name == "min") {
      return minimum(use, args);
    }
    if (name == "clamp" && args.size() == 3) {
      return clampTo(evaluator_.valueOf(use.parent.with(args[2]), use.frame));
    }
    if (isOneOf(name, kConversions)) {
      return UseAction::kFollowResult;
    }
    if (isOneOf(name, kChecks)) {
      return UseAction::kStop;
    }
    if (namesClamp(name)) {
      opaque_ = true;
      return UseAction::kStop;
    }
    return uses(use);
  }

  /// `Math.min(limit, X)`: X bounds it unless it is known to be too large. What the server's own
  /// configuration says is the maintainer's bound.
  UseAction minimum(const Use& use, std::span<const ExprId> args) {
    for (uint32_t i = 0; i < args.size(); ++i) {
      if (i != use.index &&
          clampTo(evaluator_.valueOf(use.parent.with(args[i]), use.frame)) == UseAction::kStop) {
        return UseAction::kStop;
      }
    }
    return UseAction::kFollowResult;
  }

  UseAction clampTo(const Value* bound) {
    double high = 0;
    bool configured = false;
    for (const Value* option : evaluator_.alternatives(bound)) {
      if (option->is(ValueKind::kNumber)) {
        high = std::max(high, option->isExactNumber() ? option->high : 0.0);
        configured |= !option->isExactNumber();
      } else if (isEndless(option)) {
        high = INFINITY;
      } else {
        configured = true;
      }
    }
    if (high > maxLimit_) {
      return UseAction::kFollowResult;
    }
    configured_ |= configured;
    clamped_ = true;
    maximum_ = std::max(maximum_, high);
    return UseAction::kStop;
  }

  static bool isEndless(const Value* value) {
    return (value->is(ValueKind::kExternal) && value->text == "global:Infinity") ||
           (value->is(ValueKind::kMember) &&
            (value->text == "MAX_SAFE_INTEGER" || value->text == "POSITIVE_INFINITY" ||
             value->text == "MAX_VALUE"));
  }

  /// `Schema.parse(args)`: what that schema bounds is bounded from there on.
  UseAction parser(const Use& use, ExprRef schemaExpr, std::string_view name) {
    const InputSchema schema = readSchema(evaluator_, evaluator_.valueOf(schemaExpr, use.frame));
    const std::vector<SchemaParameter>* level = &schema.parameters;
    const SchemaParameter* found = nullptr;
    for (std::string_view step : use.path) {
      const auto it = std::ranges::find(*level, step, &SchemaParameter::name);
      found = it == level->end() ? nullptr : &*it;
      if (found == nullptr) {
        break;
      }
      level = &found->nested;
    }
    if (found != nullptr && found->maximum.has_value() && *found->maximum <= maxLimit_) {
      clamped_ = true;
      maximum_ = std::max(maximum_, *found->maximum);
      return UseAction::kStop;
    }
    if (found != nullptr && !found->maximum.has_value()) {
      opaque_ = true;
      return UseAction::kStop;
    }
    if (name.starts_with("safe")) {
      // The result is `{success, data}`: a path that isn't followed from here.
      if (found != nullptr && schema.known) {
        return uses(use);
      }
      opaque_ = true;
      return UseAction::kStop;
    }
    return UseAction::kFollowResult;
  }

  UseAction arithmetic(const Use& use) {
    if (!use.path.empty()) {
      return UseAction::kStop;
    }
    const auto* binary = use.parent.as<BinaryExpr>();
    if (binary != nullptr && binary->op == BinaryOp::kRemainder) {
      clamped_ = true;
      return UseAction::kStop;
    }
    // `sql += ` LIMIT ${limit}``: the text that grows is the query, and asks for that many rows.
    const auto* assign = use.parent.as<AssignExpr>();
    if (assign != nullptr && assign->op == AssignOp::kAdd && asksForRows(use)) {
      return uses(use);
    }
    return binary != nullptr || use.parent.as<UnaryExpr>() != nullptr ? UseAction::kFollowResult
                                                                      : UseAction::kStop;
  }

  /// `rows.length >= limit` and `i < limit` cut rows. Against a constant it is a check, which the
  /// evaluation takes into account; against anything else the server's configuration decides.
  UseAction comparison(const Use& use) {
    const auto* binary = use.parent.as<BinaryExpr>();
    if (binary == nullptr || binary->op < BinaryOp::kLess || binary->op > BinaryOp::kGreaterEqual) {
      return UseAction::kStop;
    }
    const Module& module = *use.value.module;
    const bool isLeft = module.range(binary->left).contains(module.range(use.value.id));
    const Value* other =
        evaluator_.valueOf(use.parent.with(isLeft ? binary->right : binary->left), use.frame);
    if (other->isExactNumber()) {
      return UseAction::kStop;
    }
    if (other->is(ValueKind::kNumber)) {
      return uses(use);
    }
    const ExprRef side = use.parent.with(isLeft ? binary->right : binary->left);
    const auto* member = withoutCasts(side).as<MemberExpr>();
    if (member != nullptr && (member->name == "length" || member->name == "size")) {
      return uses(use);
    }
    configured_ |= decides(use.parent);
    return UseAction::kStop;
  }

  /// Whether a comparison decides what happens next; `hasMore: end < total` only tells.
  static bool decides(ExprRef condition) {
    const Module& module = *condition.module;
    while (condition) {
      const ExprRef around = condition.with(module.owner(condition.id).expr());
      if (const auto* choice = around.as<ConditionalExpr>()) {
        return choice->test == condition.id;
      }
      if (around.as<LogicalExpr>() == nullptr && around.as<UnaryExpr>() == nullptr &&
          around.as<CastExpr>() == nullptr) {
        break;
      }
      condition = around;
    }
    const StmtId statement = module.owner(condition.id).stmt();
    const auto* branch = module.as<IfStmt>(statement);
    return (branch != nullptr && branch->test == condition.id) ||
           module.as<LoopStmt>(statement) != nullptr;
  }

  Evaluator& evaluator_;
  const LimitParameter& limit_;
  double maxLimit_;
  const Frame* handler_ = nullptr;
  bool isThisTool_ = false;
  std::set<std::pair<const Module*, uint32_t>> ofAnyTool_;
  std::optional<CodePlace> unbounded_;
  double used_ = -INFINITY;  ///< the most rows that any of the uses asks for
  bool clamped_ = false;
  bool opaque_ = false;
  bool configured_ = false;
  double maximum_ = 0;
};

/// Finds a cut that only happens when the caller named a number: without one, every row comes back.
class AbsenceFinder {
 public:
  explicit AbsenceFinder(Evaluator& evaluator) : evaluator_(evaluator) {}

  std::optional<CodePlace> find(const Handler& handler, const LimitParameter& limit) {
    const bool complete = followLimit(evaluator_, handler.frame, limit,
                                      [this](const Use& use) { return visit(use); });
    return complete && !replaced_ ? cut_ : std::nullopt;
  }

 private:
  UseAction visit(const Use& use) {
    if (!use.path.empty() || !use.value) {
      // The whole input goes to a backend, which has a page size of its own.
      replaced_ |= use.kind == UseKind::kArgument;
      return UseAction::kStop;
    }
    if (use.kind == UseKind::kArgument) {
      return argument(use);
    }
    if (use.kind == UseKind::kTemplateHole) {
      return UseAction::kFollowResult;
    }
    const auto* assign = use.parent.as<AssignExpr>();
    if (use.kind == UseKind::kArithmetic && assign != nullptr && assign->op == AssignOp::kAdd &&
        asksForRows(use) && isConditional(use)) {
      cut_ = placeOf(use.parent);
    }
    return UseAction::kStop;
  }

  UseAction argument(const Use& use) {
    const auto* call = use.parent.as<CallExpr>();
    if (call == nullptr) {
      return UseAction::kStop;
    }
    const std::string_view name = lastNameOf(use.parent.with(call->callee));
    if (name == "slice" && use.index == 1 && isZero(use.parent.with(call->args.front()))) {
      if (mayBeAbsent(use)) {
        cut_ = placeOf(use.parent);
      }
      return UseAction::kStop;
    }
    if (isOneOf(name, kConversions) && name != "max") {
      return UseAction::kFollowResult;
    }
    // A backend that is told, too, has a page size of its own; a clamp may have a default.
    replaced_ |= !isOneOf(name, kChecks) && !isOneOf(name, kLogging);
    return UseAction::kStop;
  }

  bool isZero(ExprRef expr) {
    const auto* number = expr.as<NumberLiteral>();
    return number != nullptr && number->value == 0;
  }

  /// Whether nothing stands in for a missing number on the way.
  bool mayBeAbsent(const Use& use) {
    const std::vector<const Value*> options =
        evaluator_.alternatives(evaluator_.valueOf(use.value, use.frame));
    return std::ranges::none_of(options,
                                [](const Value* option) { return option->isExactNumber(); });
  }

  /// Whether a use stands in `if (limit) { ... }` that has no other branch.
  bool isConditional(const Use& use) const {
    const Module& module = *use.value.module;
    for (StmtId id = module.statementOf(use.value.id); id; id = module.parent(id)) {
      const auto* branch = module.as<IfStmt>(id);
      if (branch == nullptr || branch->alternate) {
        continue;
      }
      const BindingId tested = evaluator_.program().bindings(module).throughCasts(branch->test);
      if (tested && tested == use.variable) {
        return true;
      }
      const std::string_view test = module.file().text(module.range(branch->test));
      if (!use.variable && test == module.file().text(module.range(use.value.id))) {
        return true;
      }
    }
    return false;
  }

  Evaluator& evaluator_;
  std::optional<CodePlace> cut_;
  bool replaced_ = false;
};

}  // namespace

Bound boundOf(Evaluator& evaluator, const Handler& handler, const LimitParameter& limit,
              int64_t maxLimit) {
  const SchemaParameter& parameter = *limit.parameter;
  if (!parameter.maximum.has_value()) {
    return {};
  }
  if (*parameter.maximum <= static_cast<double>(maxLimit)) {
    if (handler && !parameter.required && !parameter.hasDefault) {
      evaluator.startQuery();
      if (const std::optional<CodePlace> cut = AbsenceFinder(evaluator).find(handler, limit)) {
        return {Bound::Kind::kAbsentMeansAll, *parameter.maximum, *cut};
      }
    }
    return {Bound::Kind::kBounded, *parameter.maximum, {}};
  }
  if (!handler) {
    return {};
  }
  evaluator.startQuery();
  return BoundFinder(evaluator, limit, maxLimit).find(handler);
}

std::optional<double> defaultInHandler(Evaluator& evaluator, const Handler& handler,
                                       const LimitParameter& limit) {
  if (!handler) {
    return {};
  }
  evaluator.startQuery();
  std::set<double> found;
  const bool complete = followLimit(evaluator, handler.frame, limit, [&](const Use& use) {
    if (!use.path.empty() || !use.value) {
      return UseAction::kStop;
    }
    const std::vector<const Value*> options =
        evaluator.alternatives(evaluator.valueOf(use.value, use.frame));
    for (const Value* option : options) {
      if (options.size() > 1 && option->isExactNumber()) {
        found.insert(option->low);
      }
    }
    return UseAction::kStop;
  });
  return complete && found.size() == 1 ? std::optional(*found.begin()) : std::nullopt;
}

}  // namespace envelint
