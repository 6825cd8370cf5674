// What numbers, defaults, descriptions and functions inside a schema say about what it admits.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "mcp/schema_reader.h"
#include "program/module.h"

namespace envelint {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// `Number.MAX_SAFE_INTEGER`, `Infinity` and their like, which are no values of the program.
std::optional<double> numericConstant(const Value* value) {
  if (value->is(ValueKind::kExternal) && value->text == "global:Infinity") {
    return kInfinity;
  }
  const bool ofNumber = value->is(ValueKind::kMember) && value->base->is(ValueKind::kExternal) &&
                        value->base->text == "global:Number";
  if (!ofNumber) {
    return std::nullopt;
  }
  if (value->text == "MAX_SAFE_INTEGER") {
    return 9007199254740991.0;
  }
  const bool unbounded = value->text == "MAX_VALUE" || value->text == "POSITIVE_INFINITY";
  return unbounded ? std::optional(kInfinity) : std::nullopt;
}

std::optional<double> oneUpperBound(const Value* option) {
  if (!option->is(ValueKind::kNumber)) {
    return numericConstant(option);
  }
  // A bound read from the environment is one, whatever it is.
  const bool readable = std::isfinite(option->high) || option->low == kInfinity;
  return readable ? std::optional(option->high) : std::nullopt;
}

/// What a function makes of a bound.
struct Outcome {
  bool keepsInput = false;  ///< sometimes the value itself
  bool unbounded = false;   ///< sometimes any number
  bool unknown = false;     ///< sometimes something that can't be read
  bool isNumber = false;
  std::optional<double> bound;     ///< otherwise at most this
  std::optional<double> constant;  ///< a number that stands for an absent value
};

/// A bound that isn't known is still one: `Math.min(v, config.max)`.
bool isClampCall(const Value* value) {
  const auto* call = value->site.as<CallExpr>();
  const auto* member = call == nullptr ? nullptr : value->site.module->as<MemberExpr>(call->callee);
  return member != nullptr && (member->name == "min" || member->name == "clamp");
}

void addResult(Outcome& outcome, const Value* result) {
  switch (result->kind) {
    case ValueKind::kInput:
    case ValueKind::kString:
      outcome.keepsInput = true;
      break;
    case ValueKind::kUndefined:
    case ValueKind::kNull:
    case ValueKind::kBoolean:
      break;
    case ValueKind::kNumber:
      outcome.isNumber = true;
      if (std::isfinite(result->high)) {
        outcome.bound = std::max(outcome.bound.value_or(-kInfinity), result->high);
        if (result->isExactNumber()) {
          outcome.constant = result->high;
        }
      } else if (isClampCall(result)) {
        outcome.unknown = true;
      } else {
        outcome.unbounded = true;
      }
      break;
    default:
      outcome.unknown = true;
      break;
  }
}

Outcome outcomeOf(Evaluator& evaluator, const Value* function) {
  Outcome outcome;
  if (function == nullptr) {
    outcome.unknown = true;
    return outcome;
  }
  const bool external = function->is(ValueKind::kExternal) || function->is(ValueKind::kMember);
  const std::string_view name = function->is(ValueKind::kExternal) ? importedName(function)
                                : external                         ? function->text
                                                                   : std::string_view();
  if (name == "Number" || name == "parseInt" || name == "parseFloat") {
    outcome.isNumber = true;
    outcome.unbounded = true;
  } else if (name == "floor" || name == "round" || name == "trunc" || name == "ceil" ||
             name == "String") {
    outcome.keepsInput = true;
  } else if (function->is(ValueKind::kFunction)) {
    const Value* result = evaluator.returnOf(function, {evaluator.input()});
    for (const Value* option : evaluator.alternatives(result)) {
      addResult(outcome, option);
    }
  } else {
    outcome.unknown = true;
  }
  return outcome;
}

/// A bound that a condition puts on the first parameter of a predicate.
struct Condition {
  bool understood = false;
  bool saysAbsent = false;      ///< holds only where there is no value (`n === undefined`)
  std::optional<double> bound;  ///< the value is at most this
};

/// Reads the conditions of a predicate's body. `name` is its parameter.
class ConditionReader {
 public:
  ConditionReader(Evaluator& evaluator, const Frame* frame, std::string_view name)
      : evaluator_(evaluator), frame_(frame), name_(name) {}

  Condition read(ExprRef expr, int depth = 0) {
    if (depth > 16) {
      return {};
    }
    if (const auto* logical = expr.as<LogicalExpr>()) {
      return readLogical(expr, *logical, depth);
    }
    if (const auto* negation = expr.as<UnaryExpr>()) {
      Condition condition;
      condition.saysAbsent =
          negation->op == UnaryOp::kNot && isParameter(expr.with(negation->operand));
      condition.understood = condition.saysAbsent;
      return condition;
    }
    if (const auto* binary = expr.as<BinaryExpr>()) {
      return readComparison(expr, *binary);
    }
    return readCheck(expr);
  }

 private:
  bool isParameter(ExprRef expr) const {
    const auto* name = expr.as<NameExpr>();
    return name != nullptr && name->name == name_;
  }

  Condition readLogical(ExprRef expr, const LogicalExpr& logical, int depth) {
    const Condition left = read(expr.with(logical.left), depth + 1);
    const Condition right = read(expr.with(logical.right), depth + 1);
    Condition both;
    if (logical.op == LogicalOp::kAnd) {
      // Either side may bound; one that isn't understood doesn't widen.
      both.bound = left.bound && right.bound ? std::min(left.bound, right.bound)
                   : left.bound              ? left.bound
                                             : right.bound;
      both.understood = both.bound.has_value() || (left.understood && right.understood);
      return both;
    }
    if (left.saysAbsent || right.saysAbsent) {
      return left.saysAbsent ? right : left;
    }
    both.understood = left.understood && right.understood;
    if (left.bound && right.bound) {
      both.bound = std::max(left.bound, right.bound);
    }
    return both;
  }

  Condition readComparison(ExprRef expr, const BinaryExpr& binary) {
    Condition condition;
    const bool onLeft = isParameter(expr.with(binary.left));
    const bool onRight = isParameter(expr.with(binary.right));
    if (onLeft == onRight) {
      return condition;
    }
    const Value* other = evaluator_.valueOf(expr.with(onLeft ? binary.right : binary.left), frame_);
    const bool below =
        onLeft ? binary.op == BinaryOp::kLess || binary.op == BinaryOp::kLessEqual
               : binary.op == BinaryOp::kGreater || binary.op == BinaryOp::kGreaterEqual;
    const bool above =
        !below && (binary.op == BinaryOp::kLess || binary.op == BinaryOp::kLessEqual ||
                   binary.op == BinaryOp::kGreater || binary.op == BinaryOp::kGreaterEqual);
    if (below) {
      condition.bound = upperBound(evaluator_, other);
      const bool excluded = binary.op == BinaryOp::kLess || binary.op == BinaryOp::kGreater;
      if (condition.bound && excluded && *condition.bound == std::floor(*condition.bound)) {
        *condition.bound -= 1;
      }
      condition.understood = condition.bound.has_value();
    } else if (binary.op == BinaryOp::kEqual && other->isNullish()) {
      condition.understood = true;
      condition.saysAbsent = true;
    } else {
      condition.understood = above || binary.op == BinaryOp::kNotEqual;
    }
    return condition;
  }

  /// `Number.isInteger(n)` and its like bound nothing.
  Condition readCheck(ExprRef expr) {
    Condition condition;
    const auto* call = expr.as<CallExpr>();
    const auto* member = call == nullptr ? nullptr : expr.module->as<MemberExpr>(call->callee);
    condition.understood = member != nullptr && isHarmlessCheck(member->name);
    return condition;
  }

 public:
  static bool isHarmlessCheck(std::string_view name) {
    return name == "isInteger" || name == "isFinite" || name == "isSafeInteger";
  }

 private:
  Evaluator& evaluator_;
  const Frame* frame_;
  std::string_view name_;
};

/// The name of a function's first parameter; empty for a pattern.
std::string_view firstParameter(FunctionRef function) {
  const Function& code = function.module->function(function.id);
  if (code.parameters.empty()) {
    return {};
  }
  const auto* name = function.module->as<NamePattern>(code.parameters[0].pattern);
  return name == nullptr ? std::string_view() : name->name;
}

}  // namespace

std::optional<double> upperBound(Evaluator& evaluator, const Value* value) {
  if (value == nullptr) {
    return std::nullopt;
  }
  std::optional<double> bound;
  for (const Value* option : evaluator.alternatives(value)) {
    const std::optional<double> one = oneUpperBound(option);
    if (!one.has_value()) {
      return std::nullopt;
    }
    bound = std::max(bound.value_or(-kInfinity), *one);
  }
  return bound;
}

std::optional<double> lowerBound(Evaluator& evaluator, const Value* value) {
  if (value == nullptr) {
    return std::nullopt;
  }
  std::optional<double> bound;
  for (const Value* option : evaluator.alternatives(value)) {
    if (!option->is(ValueKind::kNumber) || !std::isfinite(option->low)) {
      return std::nullopt;
    }
    bound = std::min(bound.value_or(kInfinity), option->low);
  }
  return bound;
}

std::optional<double> numberInText(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

SchemaFacts literalFacts(Evaluator& evaluator, SchemaDialect dialect,
                         const std::vector<const Value*>& literals) {
  SchemaFacts facts = factsOf(dialect, ParameterType::kEnum);
  bool numbersOnly = true;
  bool readable = true;
  bool empty = true;
  double largest = -kInfinity;
  double smallest = kInfinity;
  for (const Value* literal : literals) {
    if (literal->isNullish()) {
      facts.parameter.nullable = true;
      continue;
    }
    empty = false;
    std::optional<double> number;
    if (literal->isExactNumber()) {
      number = literal->high;
    } else {
      numbersOnly = false;
      if (literal->is(ValueKind::kString)) {
        number = numberInText(evaluator.constantText(literal));
      }
    }
    readable = readable && number.has_value();
    largest = std::max(largest, number.value_or(-kInfinity));
    smallest = std::min(smallest, number.value_or(kInfinity));
  }
  if (empty) {
    SchemaFacts nothing = nothingFacts(dialect);
    nothing.parameter.nullable = facts.parameter.nullable;
    return nothing;
  }
  if (numbersOnly) {
    facts.parameter.type = ParameterType::kNumber;
  }
  if (readable) {
    facts.parameter.maximum = largest;
    facts.parameter.minimum = smallest;
  }
  return facts;
}

void SchemaReader::applyDefault(SchemaFacts& facts, const Value* value, CodePlace place) {
  facts.parameter.hasDefault = true;
  facts.parameter.required = false;
  facts.parameter.defaultPlace = place;
  facts.parameter.defaultNumber.reset();
  if (value == nullptr) {
    return;
  }
  if (value->is(ValueKind::kFunction)) {
    value = evaluator_.returnOf(value, {});
  }
  if (value->is(ValueKind::kString)) {
    facts.parameter.defaultNumber = numberInText(evaluator_.constantText(value));
  } else {
    facts.parameter.defaultNumber = upperBound(evaluator_, value);
  }
}

void SchemaReader::applyDescription(SchemaFacts& facts, const Value* text) {
  const std::string_view description =
      text == nullptr ? std::string_view() : evaluator_.constantText(text);
  if (!description.empty()) {
    facts.parameter.description = std::string(description);
  }
}

void SchemaReader::applyMetadata(SchemaFacts& facts, const Value* object) {
  if (object != nullptr) {
    applyDescription(facts, evaluator_.member(object, "description"));
  }
}

void SchemaReader::applyTransform(SchemaFacts& facts, const Value* function) {
  const Outcome outcome = outcomeOf(evaluator_, function);
  SchemaParameter& parameter = facts.parameter;
  if (outcome.unbounded || outcome.unknown) {
    // The function's own view of its input has no bound: where the schema has one, that stays.
    const bool bounded = parameter.maximum.has_value() && std::isfinite(*parameter.maximum);
    if (outcome.unbounded && !bounded && outcome.isNumber) {
      parameter.maximum = kInfinity;
    } else if (!bounded) {
      parameter.maximum.reset();
    }
  } else if (outcome.bound.has_value()) {
    const std::optional<double> input = parameter.maximum;
    if (!outcome.keepsInput) {
      parameter.maximum = outcome.bound;
    } else if (input.has_value()) {
      parameter.maximum = std::max(*input, *outcome.bound);
    }
  }
  // `v => v ? Number(v) : 50` on an optional text: 50 is what an absent one means.
  const bool standsForAbsent = !parameter.required && !parameter.hasDefault && outcome.constant &&
                               (outcome.unbounded || outcome.keepsInput);
  if (standsForAbsent) {
    parameter.hasDefault = true;
    parameter.defaultNumber = outcome.constant;
  }
  if (outcome.isNumber) {
    parameter.type = ParameterType::kNumber;
  }
}

void SchemaReader::applyPredicate(SchemaFacts& facts, const Value* predicate) {
  const bool harmless = predicate != nullptr && predicate->is(ValueKind::kMember) &&
                        ConditionReader::isHarmlessCheck(predicate->text);
  if (harmless) {
    return;
  }
  if (predicate == nullptr || !predicate->is(ValueKind::kFunction)) {
    applyUnknownRestriction(facts);
    return;
  }
  const std::vector<ExprRef> results = evaluator_.returns(predicate->function);
  const std::string_view name = firstParameter(predicate->function);
  if (results.size() != 1 || name.empty()) {
    applyUnknownRestriction(facts);
    return;
  }
  const Frame* frame = evaluator_.enter(predicate, {evaluator_.input()});
  const Condition condition = ConditionReader(evaluator_, frame, name).read(results[0]);
  if (condition.bound.has_value()) {
    applyMaximum(facts, condition.bound);
  } else if (!condition.understood) {
    applyUnknownRestriction(facts);
  }
}

}  // namespace envelint
