#include "mcp/test_checks.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "analysis/syntax.h"
#include "mcp/code_index.h"

namespace envelint {
namespace {

using enum Matcher;

constexpr int kDepth = 20;

/// Fields that tell how the call went, whatever there is to tell.
bool isStatusField(std::string_view key) {
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"success", "ok", "status", "isError", "type", "mimeType", "role", "version", "statusCode"});
  return std::ranges::find(kNames, key) != kNames.end();
}

/// Whether an expected text is about something that went wrong.
bool speaksOfFailure(std::string_view text) {
  std::string lower(text.substr(0, 200));
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"error", "fail", "invalid", "required", "not found", "unauthorized", "denied", "unknown"});
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

/// The text of a literal, of a pattern too.
std::string_view literalText(ExprRef expr) {
  expr = withoutCasts(expr);
  if (const auto* text = expr.as<StringLiteral>()) {
    return text->value;
  }
  const auto* pattern = expr.as<RegexLiteral>();
  return pattern != nullptr ? pattern->pattern : std::string_view{};
}

bool isBooleanLiteral(ExprRef expr) { return withoutCasts(expr).as<BooleanLiteral>() != nullptr; }

bool isNothing(ExprRef expr) {
  expr = withoutCasts(expr);
  return expr.as<NullLiteral>() != nullptr || expr.as<UndefinedLiteral>() != nullptr;
}

/// An assertion that would tell data from no data, were its subject an answer.
bool isAboutData(const Assertion& assertion) {
  switch (assertion.matcher) {
    case kEqual:
      return !isBooleanLiteral(assertion.expected) && !isNothing(assertion.expected);
    case kLength:
    case kEmpty:
    case kMore:
    case kAtLeast:
    case kAtMost:
    case kContains:
    case kOther:
      return true;
    default:
      return false;
  }
}

Judgement about(Judgement::About what) {
  Judgement judgement;
  judgement.about = what;
  return judgement;
}

bool isProtocolField(std::string_view key) {
  return key.empty() || key == "content" || key == "isError" || key == "structuredContent" ||
         key == "_meta";
}

/// `key`: the field that the answer is asked to have, if it is asked for one.
Judgement answer(const AnswerValue& value, Proof proof, std::string_view key = {}) {
  Judgement judgement;
  judgement.about = Judgement::About::kAnswer;
  judgement.proof = proof;
  judgement.tool = value.tool;
  judgement.isTelling =
      value.part == AnswerPart::kCount || value.part == AnswerPart::kRow ||
      value.part == AnswerPart::kKeys ||
      (value.part == AnswerPart::kWhole && ((value.isParsed && value.key.empty()) ||
                                            !isProtocolField(value.key) || !isProtocolField(key)));
  return judgement;
}

/// Whether an expected block of the protocol's is one with a text of its own.
bool expectsText(ExprRef expected) {
  expected = withoutCasts(expected);
  if (expected.as<StringLiteral>() != nullptr || expected.as<NumberLiteral>() != nullptr) {
    return false;
  }
  const auto* object = expected.as<ObjectExpr>();
  return object == nullptr
             ? !isTypePattern(expected)
             : std::ranges::any_of(object->properties, [&](const Property& property) {
                 return property.key != "type" && !isTypePattern(expected.with(property.value));
               });
}

/// The better of two proofs that must both hold.
Judgement both(const Judgement& a, const Judgement& b) {
  if (a.about != Judgement::About::kAnswer) {
    return b.about == Judgement::About::kNothing ? a : b;
  }
  if (b.about != Judgement::About::kAnswer) {
    return b.about == Judgement::About::kOther ? b : a;
  }
  return a.proof < b.proof ? b : a;
}

}  // namespace

std::optional<double> TestChecks::numberOf(ExprRef expr, const Frame* frame) {
  if (!expr) {
    return std::nullopt;
  }
  const Value* value = evaluator_.valueOf(expr, frame);
  return value->isExactNumber() ? std::optional(value->low) : std::nullopt;
}

Judgement TestChecks::judge(const Assertion& assertion, const Frame* frame, bool inHelper) {
  if (assertion.matcher == kCalled) {
    return about(Judgement::About::kCalls);
  }
  const ExprRef subject = withoutCasts(assertion.subject);
  // `expect(cond).toBe(true)`, `assert.equal(cond, true)`, `assert(cond)`.
  const auto* expected = withoutCasts(assertion.expected).as<BooleanLiteral>();
  const bool isTruth = assertion.matcher == kTrue || assertion.matcher == kFalse ||
                       (assertion.matcher == kEqual && expected != nullptr);
  if (isTruth) {
    const bool holds = expected != nullptr ? expected->value : assertion.matcher == kTrue;
    return judgeCondition(subject, holds == assertion.isNegated, frame, 0);
  }
  // `expect(typeof x).toBe("string")`
  if (const auto* unary = subject.as<UnaryExpr>();
      unary != nullptr && unary->op == UnaryOp::kTypeof) {
    const AnswerValue value = answers_.valueOf(subject.with(unary->operand), frame);
    if (value.part == AnswerPart::kRow) {
      return answer(value, Proof::kData);
    }
    // What is to be a text has no rows that could be missing.
    const bool isText = literalText(assertion.expected) == "string" &&
                        value.key.find("ursor") == std::string_view::npos;
    return value ? answer(value, isText ? Proof::kNothing : Proof::kShape) : Judgement{};
  }
  if (const AnswerValue value = answers_.valueOf(subject, frame)) {
    return judgeValue(value, assertion, frame, inHelper);
  }
  if (assertion.matcher == kRejects) {
    Judgement failure = about(Judgement::About::kAnswer);
    failure.proof = Proof::kFailure;
    return failure;
  }
  // `assert.equal(3, rows.length)`: the other way round.
  if (assertion.expected) {
    if (const AnswerValue value = answers_.valueOf(assertion.expected, frame)) {
      Assertion turned = assertion;
      std::swap(turned.subject, turned.expected);
      return judgeValue(value, turned, frame, inHelper);
    }
  }
  return isAboutData(assertion) ? about(Judgement::About::kOther) : Judgement{};
}

Judgement TestChecks::judgeValue(const AnswerValue& value, const Assertion& assertion,
                                 const Frame* frame, bool inHelper) {
  if (value.part == AnswerPart::kDerived) {
    // That something isn't in it, a shared helper says of empty answers too.
    const bool saysNothing = assertion.matcher == kUnfailing || (inHelper && assertion.isNegated);
    return about(saysNothing ? Judgement::About::kNothing : Judgement::About::kOther);
  }
  const bool asksForKey = assertion.matcher == kProperty;
  return answer(value, proofOf(value, assertion, frame, inHelper),
                asksForKey ? literalText(assertion.expected) : std::string_view{});
}

Proof TestChecks::proofOf(const AnswerValue& value, const Assertion& assertion, const Frame* frame,
                          bool inHelper) {
  if (assertion.matcher == kRejects) {
    return Proof::kFailure;
  }
  if (assertion.matcher == kUnfailing) {
    return Proof::kNothing;
  }
  const bool isAbsence = assertion.matcher == kAbsent || assertion.matcher == kFalse ||
                         (assertion.matcher == kEqual && isNothing(assertion.expected));
  switch (value.part) {
    case AnswerPart::kFlag:
    case AnswerPart::kError:
      return isAbsence != assertion.isNegated ? Proof::kNothing : Proof::kFailure;
    case AnswerPart::kRow:
      return Proof::kData;
    case AnswerPart::kCount: {
      const std::optional<double> bound = numberOf(assertion.expected, frame);
      const bool isVacuousBound = assertion.matcher == kAtLeast && bound == 0;
      const bool isVacuousMore = assertion.matcher == kMore && bound && *bound < 0;
      return isVacuousBound || isVacuousMore || assertion.matcher == kPresent ||
                     assertion.matcher == kType
                 ? Proof::kShape
                 : Proof::kData;
    }
    case AnswerPart::kKeys:
      return Proof::kShape;
    case AnswerPart::kProtocol: {
      const bool compares = assertion.matcher == kEqual || assertion.matcher == kContains;
      return compares && expectsText(assertion.expected) ? Proof::kData : Proof::kShape;
    }
    case AnswerPart::kText:
      if (assertion.matcher == kContains || assertion.matcher == kEqual) {
        if (assertion.isNegated) {
          return inHelper ? Proof::kNothing : Proof::kData;
        }
        return speaksOfFailure(literalText(assertion.expected)) ? Proof::kFailure : Proof::kData;
      }
      return assertion.matcher == kOther ? Proof::kData : Proof::kShape;
    default:
      return proofOfWhole(value, assertion, frame);
  }
}

Proof TestChecks::proofOfWhole(const AnswerValue& value, const Assertion& assertion,
                               const Frame* frame) {
  switch (assertion.matcher) {
    case kPresent:
    case kType:
      return Proof::kShape;
    case kAbsent:
      return assertion.isNegated ? Proof::kShape : Proof::kNothing;
    case kProperty: {
      const std::string_view key = literalText(assertion.expected);
      if (key == "error" || key == "errors") {
        return assertion.isNegated ? Proof::kNothing : Proof::kFailure;
      }
      if (assertion.second && isStatusField(key)) {
        return Proof::kNothing;
      }
      return !assertion.second || isTypePattern(assertion.second) ? Proof::kShape : Proof::kData;
    }
    case kEqual:
      if (isNothing(assertion.expected)) {
        return assertion.isNegated ? Proof::kShape : Proof::kNothing;
      }
      if (isStatusField(value.key)) {
        return speaksOfFailure(literalText(assertion.expected)) ? Proof::kFailure : Proof::kNothing;
      }
      return isTypePattern(assertion.expected) ? Proof::kShape : Proof::kData;
    case kAtLeast:
      return numberOf(assertion.expected, frame) == 0 ? Proof::kShape : Proof::kData;
    case kContains:
      return speaksOfFailure(literalText(assertion.expected)) ? Proof::kFailure : Proof::kData;
    default:
      return Proof::kData;
  }
}

// --- Conditions ----------------------------------------------------------------------------------

Judgement TestChecks::judgeCondition(ExprRef condition, bool isNegated, const Frame* frame,
                                     int depth) {
  condition = withoutCasts(condition);
  if (depth > kDepth) {
    return about(Judgement::About::kOther);
  }
  if (const auto* unary = condition.as<UnaryExpr>();
      unary != nullptr && unary->op == UnaryOp::kNot) {
    return judgeCondition(condition.with(unary->operand), !isNegated, frame, depth + 1);
  }
  if (const auto* logical = condition.as<LogicalExpr>()) {
    const Judgement left =
        judgeCondition(condition.with(logical->left), isNegated, frame, depth + 1);
    const Judgement right =
        judgeCondition(condition.with(logical->right), isNegated, frame, depth + 1);
    if ((logical->op == LogicalOp::kAnd) != isNegated) {
      return both(left, right);
    }
    // Either will do: the weaker one is what is proven.
    if (left.about != Judgement::About::kAnswer || right.about != Judgement::About::kAnswer) {
      return left.about == Judgement::About::kNothing ? right : left;
    }
    return left.proof < right.proof ? left : right;
  }
  if (condition.as<BinaryExpr>() != nullptr) {
    return judgeComparison(condition, isNegated, frame);
  }
  if (condition.as<CallExpr>() != nullptr) {
    return judgeCall(condition, isNegated, frame);
  }
  const AnswerValue value = answers_.valueOf(condition, frame);
  if (!value) {
    return {};
  }
  if (value.part == AnswerPart::kCount) {
    return answer(value, Proof::kData);
  }
  if (value.part == AnswerPart::kWhole && isNegated) {
    // `nextCursor`, `hasMore`, `success`: false says nothing about rows, but "not ok" a failure.
    return answer(value, isStatusField(value.key) ? Proof::kFailure : Proof::kNothing);
  }
  if (value.part == AnswerPart::kWhole && !value.key.empty() && !isStatusField(value.key)) {
    // A field that is tested for truth may be rows or a flag that only rows raise.
    const bool isPlainFlag =
        value.key.starts_with("has") || value.key.starts_with("is") || value.key == "truncated";
    return answer(value, isPlainFlag ? Proof::kData : Proof::kShape);
  }
  Assertion truth;
  truth.subject = condition;
  truth.matcher = isNegated ? kFalse : kTrue;
  const bool isStatus = value.part == AnswerPart::kWhole && isStatusField(value.key);
  if (value.part == AnswerPart::kWhole) {
    return answer(value, isStatus ? Proof::kNothing : Proof::kShape);
  }
  return judgeValue(value, truth, frame, false);
}

Judgement TestChecks::judgeComparison(ExprRef comparison, bool isNegated, const Frame* frame) {
  const auto& binary = *comparison.as<BinaryExpr>();
  ExprRef left = withoutCasts(comparison.with(binary.left));
  ExprRef right = withoutCasts(comparison.with(binary.right));
  if (binary.op == BinaryOp::kInstanceof) {
    const AnswerValue value = answers_.valueOf(left, frame);
    return value ? answer(value, Proof::kShape) : Judgement{};
  }
  if (binary.op == BinaryOp::kIn) {
    const AnswerValue value = answers_.valueOf(right, frame);
    return value ? answer(value, value.part == AnswerPart::kRow ? Proof::kData : Proof::kShape,
                          literalText(left))
                 : Judgement{};
  }
  Assertion assertion;
  assertion.subject = left;
  assertion.expected = right;
  assertion.isNegated = isNegated;
  switch (binary.op) {
    case BinaryOp::kEqual:
      assertion.matcher = kEqual;
      break;
    case BinaryOp::kNotEqual:
      assertion.matcher = kEqual;
      assertion.isNegated = !isNegated;
      break;
    case BinaryOp::kGreater:
      assertion.matcher = isNegated ? kAtMost : kMore;
      break;
    case BinaryOp::kGreaterEqual:
      assertion.matcher = isNegated ? kAtMost : kAtLeast;
      break;
    case BinaryOp::kLess:
    case BinaryOp::kLessEqual:
      assertion.matcher = isNegated ? kAtLeast : kAtMost;
      break;
    default:
      return answers_.valueOf(comparison, frame) ? about(Judgement::About::kOther) : Judgement{};
  }
  // `0 < rows.length`
  if (!answers_.valueOf(left, frame) && answers_.valueOf(right, frame)) {
    if (assertion.matcher == kAtMost) {
      const auto* bound = left.as<NumberLiteral>();
      assertion.matcher = bound != nullptr && bound->value == 0 && binary.op == BinaryOp::kLessEqual
                              ? kAtLeast
                              : kMore;
      std::swap(assertion.subject, assertion.expected);
    }
  }
  // Of two constants, or of two flags, nothing is learned about an answer.
  if (isBooleanLiteral(assertion.expected)) {
    const bool holds = withoutCasts(assertion.expected).as<BooleanLiteral>()->value;
    return judgeCondition(left, holds == assertion.isNegated, frame, 1);
  }
  return judge(assertion, frame, false);
}

Judgement TestChecks::judgeCall(ExprRef call, bool isNegated, const Frame* frame) {
  const ExprRef callee = withoutCasts(call.with(call.as<CallExpr>()->callee));
  const std::string_view function = lastNameOf(callee);
  const auto* member = callee.as<MemberExpr>();
  const auto arguments = argumentsOf(call);
  const ExprRef first = arguments.empty() ? ExprRef{} : call.with(arguments[0]);
  const AnswerValue receiver =
      member != nullptr ? answers_.valueOf(callee.with(member->object), frame) : AnswerValue{};
  const AnswerValue argument = first ? answers_.valueOf(first, frame) : AnswerValue{};
  if (function == "isArray" && argument) {
    // What is to be no array has no rows that could be missing.
    const Proof proof = isNegated ? Proof::kNothing : Proof::kShape;
    return answer(argument, argument.part == AnswerPart::kRow ? Proof::kData : proof);
  }
  if (function == "hasOwn" && argument) {
    return answer(argument, Proof::kShape);
  }
  if (!receiver) {
    return answers_.valueOf(call, frame) ? about(Judgement::About::kOther) : Judgement{};
  }
  if (receiver.part == AnswerPart::kRow) {
    return answer(receiver, Proof::kData);
  }
  if (function == "hasOwnProperty" ||
      (receiver.part == AnswerPart::kKeys && function == "includes")) {
    return answer(receiver, Proof::kShape);
  }
  if (function == "every") {
    // Holds for no rows at all; that one row fails needs rows.
    return answer(receiver, isNegated ? Proof::kData : Proof::kShape);
  }
  if (function == "includes" || function == "some" || function == "test" || function == "match" ||
      function == "startsWith" || function == "find") {
    const bool isFailure = !isNegated && speaksOfFailure(literalText(first));
    return answer(receiver, isFailure ? Proof::kFailure : Proof::kData);
  }
  return about(Judgement::About::kOther);
}

bool TestChecks::asksAnswer(ExprRef condition, const Frame* frame) {
  std::vector<ExprRef> pending = {condition};
  for (size_t i = 0; i < pending.size() && i < 100; ++i) {
    const ExprRef expr = withoutCasts(pending[i]);
    if (const auto* logical = expr.as<LogicalExpr>()) {
      pending.push_back(expr.with(logical->left));
      pending.push_back(expr.with(logical->right));
    } else if (const auto* unary = expr.as<UnaryExpr>()) {
      pending.push_back(expr.with(unary->operand));
    } else if (const auto* binary = expr.as<BinaryExpr>()) {
      pending.push_back(expr.with(binary->left));
      pending.push_back(expr.with(binary->right));
    } else if (const AnswerPart part = answers_.valueOf(expr, frame).part;
               part != AnswerPart::kNone) {
      // `if (content[0].type === "text")` only tells the type checker what it can't know.
      if (part != AnswerPart::kProtocol) {
        return true;
      }
    } else if (const auto* call = expr.as<CallExpr>()) {
      for (const ExprId argument : call->args) {
        pending.push_back(expr.with(argument));
      }
    }
  }
  return false;
}

bool TestChecks::asksForEmpty(ExprRef condition, const Frame* frame) {
  condition = withoutCasts(condition);
  if (const auto* unary = condition.as<UnaryExpr>();
      unary != nullptr && unary->op == UnaryOp::kNot) {
    // A row kept in a variable may be another test's, which had to run before.
    const ExprRef operand = withoutCasts(condition.with(unary->operand));
    const AnswerPart part = answers_.valueOf(operand, frame).part;
    return part == AnswerPart::kCount ||
           (part == AnswerPart::kRow && operand.as<NameExpr>() == nullptr);
  }
  const auto* binary = condition.as<BinaryExpr>();
  if (binary == nullptr || (binary->op != BinaryOp::kEqual && binary->op != BinaryOp::kLess)) {
    return false;
  }
  const AnswerValue value = answers_.valueOf(condition.with(binary->left), frame);
  const std::optional<double> bound = numberOf(condition.with(binary->right), frame);
  return value.part == AnswerPart::kCount && bound.has_value() && *bound <= 1;
}

bool TestChecks::looksLikeCheck(ExprRef call, const Frame* frame) {
  const std::string_view name = lastNameOf(call.with(call.as<CallExpr>()->callee));
  static constexpr auto kBeginnings = std::to_array<std::string_view>(
      {"assert", "expect", "verify", "check", "validate", "should", "ensure"});
  const bool saysSo = std::ranges::any_of(kBeginnings, [&](std::string_view word) {
    return name.starts_with(word) && name.size() > word.size();
  });
  return saysSo && std::ranges::any_of(argumentsOf(call), [&](ExprId argument) {
           return static_cast<bool>(answers_.valueOf(call.with(argument), frame));
         });
}

}  // namespace envelint
