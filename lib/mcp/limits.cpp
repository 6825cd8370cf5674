#include "mcp/limits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "analysis/flow.h"
#include "analysis/syntax.h"
#include "mcp/code_index.h"

namespace envelint {
namespace {


constexpr auto kConversions = std::to_array<std::string_view>({
    "Number", "String", "abs", "ceil", "floor", "max", "parseFloat", "parseInt", "round", "toString",
    "trunc",
});
constexpr auto kChecks = std::to_array<std::string_view>({
    "Boolean", "isArray", "isFinite", "isInteger", "isNaN", "isSafeInteger",
});
constexpr auto kLogging = std::to_array<std::string_view>({
    "console", "log", "logger", "debug", "tracer", "span", "telemetry", "metrics", "Sentry",
});
constexpr auto kParsers = std::to_array<std::string_view>({
    "parse", "parseAsync", "safeParse", "safeParseAsync", "validate", "validateAsync",
});

template <size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

/// Words in the name of a function that says it bounds what it is given.
bool namesClamp(std::string_view name) {
  for (std::string_view word : {"clamp", "Clamp", "bound", "Bound", "cap", "Cap", "normaliz",
                                "Normaliz", "sanitiz", "Sanitiz", "validat", "Validat", "enforce"}) {
    if (name.find(word) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

/// Paths from a value to the caller's input inside it: `{params: {arguments: input}}`.
void pathsToInput(const Value* value, AccessPath& prefix, std::vector<AccessPath>& out) {
  if (value->is(ValueKind::kInput)) {
    out.push_back(prefix);
  } else if (value->is(ValueKind::kRecord)) {
    for (const auto& [key, field] : value->fields) {
      prefix.push_back(key);
      pathsToInput(field, prefix, out);
      prefix.pop_back();
    }
  }
}

/// Follows a limit parameter from the handler's input. False when the budget ran out.
bool followLimit(Evaluator& evaluator, const Handler& handler, const LimitParameter& limit,
                 const Flow::Visitor& visitor) {
  Flow flow(evaluator);
  bool complete = true;
  for (uint32_t i = 0; i < handler.frame->arguments.size(); ++i) {
    AccessPath prefix;
    std::vector<AccessPath> paths;
    pathsToInput(handler.frame->arguments[i], prefix, paths);
    for (AccessPath& path : paths) {
      path.insert(path.end(), limit.path.begin(), limit.path.end());
      complete &= flow.followParameter(handler.frame, i, path, visitor);
    }
  }
  return complete;
}

class BoundFinder {
 public:
  BoundFinder(Evaluator& evaluator, const LimitParameter& limit, int64_t maxLimit)
      : evaluator_(evaluator), limit_(limit), maxLimit_(static_cast<double>(maxLimit)) {}

  Bound find(const Handler& handler) {
    const bool complete = followLimit(evaluator_, handler, limit_,
                                      [this](const Use& use) { return visit(use); });
    for (const Use& use : uses_) {
      if (!isGuarded(use)) {
        // A clamp to what the server is configured with usually stands behind a test whether it is
        // configured at all: that way out is the maintainer's own choice.
        return configured_ ? Bound{}
                           : Bound{Bound::Kind::kUnbounded, INFINITY,
                                   placeOf(use.parent ? use.parent : use.value)};
      }
    }
    if (!complete || opaque_) {
      return {};
    }
    const bool bounded = clamped_ || (!uses_.empty() && !guards_.empty());
    return bounded ? Bound{Bound::Kind::kBounded, maximum_, {}} : Bound{};
  }

 private:
  /// Where a comparison holds the limit down: a range of text in a function's module.
  struct Guard {
    const Module* module;
    Range range;
  };

  UseAction visit(const Use& use) {
    switch (use.kind) {
      case UseKind::kArgument:
        return argument(use);
      case UseKind::kComparison:
        return use.path.empty() ? comparison(use) : UseAction::kStop;
      case UseKind::kArithmetic:
        return arithmetic(use);
      case UseKind::kTemplateHole:
        return UseAction::kFollowResult;
      case UseKind::kMember:
        return use.name == "toString" || use.name == "toFixed" || use.name == "valueOf"
                   ? UseAction::kFollowResult
                   : UseAction::kStop;
      case UseKind::kStored:
        uses_.push_back(use);
        return UseAction::kStop;
      default:
        // Echoed in the answer, tested for truth, iterated: nothing asks for rows there.
        return UseAction::kStop;
    }
  }

  UseAction argument(const Use& use) {
    const std::span<const ExprId> args = argumentsOf(use.parent);
    const ExprId calleeId = use.parent.as<CallExpr>() != nullptr ? use.parent.as<CallExpr>()->callee
                            : use.parent.as<NewExpr>() != nullptr
                                ? use.parent.as<NewExpr>()->callee
                                : ExprId{};
    const ExprRef callee = withoutCasts(use.parent.with(calleeId));
    const std::string_view name = lastNameOf(callee);
    const auto* member = callee.as<MemberExpr>();
    const std::string_view object =
        member != nullptr ? lastNameOf(callee.with(member->object)) : std::string_view{};
    if (contains(kParsers, name) && member != nullptr) {
      return parser(use, callee.with(member->object), name);
    }
    if (contains(kLogging, object) || contains(kLogging, name)) {
      return UseAction::kStop;
    }
    if (!use.path.empty()) {
      // The whole input goes on, and the limit with it.
      if (namesClamp(name)) {
        opaque_ = true;
      } else if (name == "stringify" || name == "keys" || name == "entries" || name == "values") {
        return UseAction::kFollowResult;
      } else {
        uses_.push_back(use);
      }
      return UseAction::kStop;
    }
    if (object == "Math" && name == "min") {
      return minimum(use, args);
    }
    if (name == "clamp" && args.size() == 3) {
      return clampTo(evaluator_.valueOf(use.parent.with(args[2]), use.frame));
    }
    if (contains(kConversions, name)) {
      return UseAction::kFollowResult;
    }
    if (contains(kChecks, name)) {
      return UseAction::kStop;
    }
    if (namesClamp(name)) {
      opaque_ = true;
      return UseAction::kStop;
    }
    uses_.push_back(use);
    return UseAction::kStop;
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
    configured_ |= !bound->is(ValueKind::kNumber);
    for (const Value* option : evaluator_.alternatives(bound)) {
      // What isn't a number here isn't known; a number without an end is no bound.
      if (option->is(ValueKind::kNumber)) {
        const bool constant = option->isExactNumber();
        high = std::max(high, constant ? option->high : 0.0);
      } else if (option->is(ValueKind::kExternal) && option->text == "global:Infinity") {
        high = INFINITY;
      } else if (option->is(ValueKind::kMember) &&
                 (option->text == "MAX_SAFE_INTEGER" || option->text == "POSITIVE_INFINITY" ||
                  option->text == "MAX_VALUE")) {
        high = INFINITY;
      }
    }
    if (high > maxLimit_) {
      return UseAction::kFollowResult;
    }
    clamped_ = true;
    maximum_ = std::max(maximum_, high);
    return UseAction::kStop;
  }

  /// `Schema.parse(args)`: what that schema bounds is bounded from there on.
  UseAction parser(const Use& use, ExprRef schemaExpr, std::string_view name) {
    const InputSchema schema =
        readSchema(evaluator_, evaluator_.valueOf(schemaExpr, use.frame));
    const std::vector<SchemaParameter>* level = &schema.parameters;
    const SchemaParameter* found = nullptr;
    for (std::string_view step : use.path) {
      found = nullptr;
      for (const SchemaParameter& parameter : *level) {
        if (parameter.name == step) {
          found = &parameter;
        }
      }
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
        uses_.push_back(use);
      } else {
        opaque_ = true;
      }
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
    return binary != nullptr || use.parent.as<UnaryExpr>() != nullptr ? UseAction::kFollowResult
                                                                       : UseAction::kStop;
  }

  /// A comparison is a guard when its other side is a constant small enough and the branch in which
  /// the limit is too large leaves, or replaces it; against anything else it cuts rows.
  UseAction comparison(const Use& use) {
    const auto* binary = use.parent.as<BinaryExpr>();
    if (binary == nullptr || binary->op == BinaryOp::kEqual || binary->op == BinaryOp::kNotEqual ||
        binary->op == BinaryOp::kIn || binary->op == BinaryOp::kInstanceof) {
      return UseAction::kStop;
    }
    const bool isLeft = withoutCasts(use.parent.with(binary->left)) == withoutCasts(use.value) ||
                        (*use.value.module).range(binary->left).contains((*use.value.module).range(use.value.id));
    const Value* other =
        evaluator_.valueOf(use.parent.with(isLeft ? binary->right : binary->left), use.frame);
    const bool greater = binary->op == BinaryOp::kGreater || binary->op == BinaryOp::kGreaterEqual;
    const bool trueWhenLarge = greater == isLeft;
    if (!other->is(ValueKind::kNumber) && !other->is(ValueKind::kMember) &&
        !other->is(ValueKind::kExternal)) {
      uses_.push_back(use);
      return UseAction::kStop;
    }
    if (other->is(ValueKind::kNumber) && !other->isExactNumber()) {
      // `rows.length >= limit`: the limit decides how many rows there are.
      uses_.push_back(use);
      return UseAction::kStop;
    }
    if (other->isExactNumber() && other->high > maxLimit_ + 1) {
      return UseAction::kStop;
    }
    // `limit < 1` says nothing about large ones.
    if (other->isExactNumber() && other->high < 1) {
      return UseAction::kStop;
    }
    if (other->isExactNumber() && !trueWhenLarge && other->high <= 1) {
      return UseAction::kStop;
    }
    guard(use.parent, trueWhenLarge, use.variable);
    maximum_ = std::max(maximum_, other->isExactNumber() ? other->high : 0.0);
    return UseAction::kStop;
  }

  void guard(ExprRef test, bool trueWhenLarge, BindingId variable) {
    const Module& module = *test.module;
    // Through `limit !== undefined && limit > 100`, `limit < 1 || limit > 100`, `!(limit <= 100)`.
    ExprRef at = test;
    while (true) {
      const ExprRef parent = at.with(module.owner(at.id).expr());
      if (const auto* logical = parent.as<LogicalExpr>();
          logical != nullptr && logical->op != LogicalOp::kNullish) {
        at = parent;
      } else if (const auto* negated = parent.as<UnaryExpr>();
                 negated != nullptr && negated->op == UnaryOp::kNot) {
        trueWhenLarge = !trueWhenLarge;
        at = parent;
      } else {
        break;
      }
    }
    const ExprOwner owner = module.owner(at.id);
    if (const auto* choice = module.as<ConditionalExpr>(owner.expr());
        choice != nullptr && choice->test == at.id) {
      const ExprId small = trueWhenLarge ? choice->alternate : choice->consequent;
      guards_.push_back({&module, module.range(small)});
      return;
    }
    const auto* branch = module.as<IfStmt>(owner.stmt());
    if (branch == nullptr) {
      return;
    }
    if (!trueWhenLarge) {
      guards_.push_back({&module, module.range(branch->consequent)});
      return;
    }
    if (branch->alternate) {
      guards_.push_back({&module, module.range(branch->alternate)});
    }
    if (leaves(module, branch->consequent) || assigns(module, branch->consequent, variable)) {
      const FunctionId function = module.enclosingFunction(at.id);
      const uint32_t end = function ? module.function(function).range.end
                                    : static_cast<uint32_t>(module.file().text().size());
      guards_.push_back({&module, {module.range(owner.stmt()).end, end}});
    }
  }

  static bool leaves(const Module& module, StmtId id) {
    while (const auto* block = module.as<BlockStmt>(id)) {
      if (block->body.empty()) {
        return false;
      }
      id = block->body.back();
    }
    return module.as<ReturnStmt>(id) != nullptr || module.as<ThrowStmt>(id) != nullptr ||
           module.as<ContinueStmt>(id) != nullptr || callsThatThrow(module, id);
  }

  /// `errors.push("limit too large")`, `throwInvalid(...)`: a branch that only complains.
  static bool callsThatThrow(const Module& module, StmtId id) {
    const auto* statement = module.as<ExpressionStmt>(id);
    const auto* call = statement != nullptr ? module.as<CallExpr>(statement->expr) : nullptr;
    if (call == nullptr) {
      return false;
    }
    const std::string_view name = lastNameOf({&module, call->callee});
    const auto* member = module.as<MemberExpr>(call->callee);
    const std::string_view object =
        member != nullptr ? lastNameOf({&module, member->object}) : std::string_view{};
    return name.find("throw") != std::string_view::npos ||
           name.find("fail") != std::string_view::npos ||
           object.find("rror") != std::string_view::npos;
  }

  bool assigns(const Module& module, StmtId id, BindingId variable) {
    const Range range = module.range(id);
    if (!variable) {
      // A property of the input is written back: `args.limit = 100`.
      const std::string_view text = module.file().text(range);
      return text.find('=') != std::string_view::npos;
    }
    for (const BindingWrite& write :
         evaluator_.program().bindings(module).binding(variable).writes) {
      if (write.site && range.contains(module.range(write.site))) {
        return true;
      }
    }
    return false;
  }

  bool isGuarded(const Use& use) const {
    const Range at = (*use.value.module).range(use.value.id);
    return std::ranges::any_of(guards_, [&](const Guard& guard) {
      return guard.module == &(*use.value.module) && guard.range.contains(at);
    }) || guardedCaller(use.frame);
  }

  /// A use in a helper is guarded when the call that led there is.
  bool guardedCaller(const Frame* frame) const {
    for (; frame != nullptr && frame->call; frame = frame->caller) {
      const Range at = frame->call.module->range(frame->call.id);
      if (std::ranges::any_of(guards_, [&](const Guard& guard) {
            return guard.module == frame->call.module && guard.range.contains(at);
          })) {
        return true;
      }
    }
    return false;
  }

  Evaluator& evaluator_;
  const LimitParameter& limit_;
  double maxLimit_;
  std::vector<Use> uses_;
  std::vector<Guard> guards_;
  bool clamped_ = false;
  bool opaque_ = false;
  bool configured_ = false;
  double maximum_ = 0;
};

}  // namespace

Bound boundOf(Evaluator& evaluator, const Handler& handler, const LimitParameter& limit,
              int64_t maxLimit) {
  const SchemaParameter& parameter = *limit.parameter;
  if (!parameter.maximum.has_value()) {
    return {};
  }
  if (*parameter.maximum <= static_cast<double>(maxLimit)) {
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
  const bool complete = followLimit(evaluator, handler, limit, [&](const Use& use) {
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
