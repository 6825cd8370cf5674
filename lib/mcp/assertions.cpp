#include "mcp/assertions.h"

#include <algorithm>
#include <array>
#include <optional>

#include "analysis/syntax.h"
#include "mcp/code_index.h"

namespace envelint {
namespace {

using enum Matcher;

struct Word {
  std::string_view text;
  Matcher matcher;
};

// What follows `expect(x)`. Sorted. Sources: the API references of vitest 3, jest 30 and bun 1.2,
// chai 5's BDD chains, jest-extended's most used ones.
constexpr auto kExpectWords = std::to_array<Word>({
    {"a", kType},
    {"above", kMore},
    {"all", kNone},
    {"an", kType},
    {"and", kNone},
    {"any", kNone},
    {"at", kNone},
    {"be", kNone},
    {"been", kNone},
    {"below", kAtMost},
    {"but", kNone},
    {"called", kCalled},
    {"calledOnce", kCalled},
    {"calledWith", kCalled},
    {"contain", kContains},
    {"contains", kContains},
    {"deep", kNone},
    {"does", kNone},
    {"empty", kEmpty},
    {"eq", kEqual},
    {"eql", kEqual},
    {"equal", kEqual},
    {"equals", kEqual},
    {"eventually", kNone},
    {"exist", kPresent},
    {"exists", kPresent},
    {"false", kFalse},
    {"fulfilled", kUnfailing},
    {"greaterThan", kMore},
    {"gt", kMore},
    {"gte", kAtLeast},
    {"has", kNone},
    {"have", kNone},
    {"include", kContains},
    {"includes", kContains},
    {"instanceOf", kType},
    {"instanceof", kType},
    {"is", kNone},
    {"itself", kNone},
    {"keys", kProperty},
    {"least", kAtLeast},
    {"length", kLength},
    {"lengthOf", kLength},
    {"lt", kAtMost},
    {"lte", kAtMost},
    {"match", kContains},
    {"members", kContains},
    {"most", kAtMost},
    {"nested", kNone},
    {"not", kNot},
    {"null", kAbsent},
    {"of", kNone},
    {"ok", kTrue},
    {"oneOf", kEqual},
    {"ordered", kNone},
    {"own", kNone},
    {"ownProperty", kProperty},
    {"property", kProperty},
    {"rejected", kRejects},
    {"rejectedWith", kRejects},
    {"rejects", kRejects},
    {"resolves", kNone},
    {"same", kNone},
    {"still", kNone},
    {"string", kContains},
    {"that", kNone},
    {"throw", kRejects},
    {"throws", kRejects},
    {"to", kNone},
    {"toBe", kEqual},
    {"toBeArray", kType},
    {"toBeCalled", kCalled},
    {"toBeCalledTimes", kCalled},
    {"toBeCalledWith", kCalled},
    {"toBeDefined", kPresent},
    {"toBeFalse", kFalse},
    {"toBeFalsy", kFalse},
    {"toBeFunction", kType},
    {"toBeGreaterThan", kMore},
    {"toBeGreaterThanOrEqual", kAtLeast},
    {"toBeInstanceOf", kType},
    {"toBeLessThan", kAtMost},
    {"toBeLessThanOrEqual", kAtMost},
    {"toBeNil", kAbsent},
    {"toBeNull", kAbsent},
    {"toBeNullish", kAbsent},
    {"toBeNumber", kType},
    {"toBeObject", kType},
    {"toBeString", kType},
    {"toBeTrue", kTrue},
    {"toBeTruthy", kTrue},
    {"toBeTypeOf", kType},
    {"toBeUndefined", kAbsent},
    {"toContain", kContains},
    {"toContainAllKeys", kProperty},
    {"toContainEqual", kContains},
    {"toContainKey", kProperty},
    {"toContainKeys", kProperty},
    {"toEqual", kEqual},
    {"toHaveBeenCalled", kCalled},
    {"toHaveBeenCalledExactlyOnceWith", kCalled},
    {"toHaveBeenCalledOnce", kCalled},
    {"toHaveBeenCalledOnceWith", kCalled},
    {"toHaveBeenCalledTimes", kCalled},
    {"toHaveBeenCalledWith", kCalled},
    {"toHaveBeenLastCalledWith", kCalled},
    {"toHaveBeenNthCalledWith", kCalled},
    {"toHaveLength", kLength},
    {"toHaveProperty", kProperty},
    {"toHaveSize", kLength},
    {"toMatch", kContains},
    {"toMatchObject", kEqual},
    {"toStrictEqual", kEqual},
    {"toThrow", kRejects},
    {"toThrowError", kRejects},
    {"true", kTrue},
    {"undefined", kAbsent},
    {"which", kNone},
    {"with", kNone},
});

struct AssertWord {
  std::string_view text;
  Matcher matcher;
  bool isNegated = false;
};

// Functions of node:assert and chai's assert. Sorted. Sources: Node 22's documentation of
// node:assert, chai 5's assert style.
constexpr auto kAssertWords = std::to_array<AssertWord>({
    {"deepEqual", kEqual},
    {"deepInclude", kContains},
    {"deepStrictEqual", kEqual},
    {"doesNotMatch", kContains, true},
    {"doesNotReject", kUnfailing},
    {"doesNotThrow", kUnfailing},
    {"equal", kEqual},
    {"exists", kPresent},
    {"hasAllKeys", kProperty},
    {"hasAnyKeys", kProperty},
    {"include", kContains},
    {"instanceOf", kType},
    {"isAbove", kMore},
    {"isArray", kType},
    {"isAtLeast", kAtLeast},
    {"isAtMost", kAtMost},
    {"isBelow", kAtMost},
    {"isBoolean", kType},
    {"isDefined", kPresent},
    {"isEmpty", kEmpty},
    {"isFalse", kFalse},
    {"isFunction", kType},
    {"isNotEmpty", kEmpty, true},
    {"isNotNull", kAbsent, true},
    {"isNull", kAbsent},
    {"isNumber", kType},
    {"isObject", kType},
    {"isOk", kTrue},
    {"isString", kType},
    {"isTrue", kTrue},
    {"isUndefined", kAbsent},
    {"lengthOf", kLength},
    {"match", kContains},
    {"notDeepEqual", kEqual, true},
    {"notDeepStrictEqual", kEqual, true},
    {"notEqual", kEqual, true},
    {"notInclude", kContains, true},
    {"notOk", kFalse},
    {"notProperty", kProperty, true},
    {"notStrictEqual", kEqual, true},
    {"ok", kTrue},
    {"partialDeepStrictEqual", kEqual},
    {"property", kProperty},
    {"propertyVal", kEqual},
    {"rejects", kRejects},
    {"sameDeepMembers", kEqual},
    {"sameMembers", kEqual},
    {"strictEqual", kEqual},
    {"throws", kRejects},
    {"typeOf", kType},
});

static_assert(std::ranges::is_sorted(kExpectWords, {}, &Word::text));
static_assert(std::ranges::is_sorted(kAssertWords, {}, &AssertWord::text));

/// Longer chains are no assertions anybody writes.
constexpr int kChainLength = 40;

/// One word of a chain, `toBe` or `an`, with what it is called with.
struct Link {
  std::string_view name;
  bool isCalled = false;
  std::span<const ExprId> args;
};

ExprRef argument(ExprRef base, std::span<const ExprId> args, size_t index) {
  return index < args.size() ? base.with(args[index]) : ExprRef{};
}

/// The words behind `expect(subject)`, first to last, and the subject; none for another expression.
std::optional<std::pair<ExprRef, std::vector<Link>>> readChain(ExprRef expr) {
  std::vector<Link> links;
  for (int i = 0; i < kChainLength; ++i) {
    expr = withoutCasts(expr);
    Link link;
    if (const auto* call = expr.as<CallExpr>()) {
      const ExprRef callee = expr.with(call->callee);
      const auto* name = callee.as<NameExpr>();
      const auto* member = callee.as<MemberExpr>();
      const auto* owner = member != nullptr ? callee.with(member->object).as<NameExpr>() : nullptr;
      const bool isSoft = owner != nullptr && owner->name == "expect" &&
                          (member->name == "soft" || member->name == "poll");
      if ((name != nullptr && name->name == "expect") || isSoft) {
        std::ranges::reverse(links);
        return std::pair{argument(expr, call->args, 0), std::move(links)};
      }
      link.isCalled = true;
      link.args = call->args;
      expr = callee;
    }
    const auto* member = expr.as<MemberExpr>();
    if (member == nullptr) {
      return std::nullopt;
    }
    link.name = member->name;
    links.push_back(link);
    expr = expr.with(member->object);
  }
  return std::nullopt;
}

std::vector<Assertion> readExpect(ExprRef subject, const std::vector<Link>& links, ExprRef base) {
  std::vector<Assertion> assertions;
  bool isNegated = false;
  for (const Link& link : links) {
    const auto word = std::ranges::lower_bound(kExpectWords, link.name, {}, &Word::text);
    const bool isKnown = word != kExpectWords.end() && word->text == link.name;
    Matcher matcher = isKnown ? word->matcher : kOther;
    if (matcher == kNot) {
      isNegated = !isNegated;
    }
    // `to.have.length.above(2)`, `to.be.a.string`: only a call compares.
    const bool needsCall =
        matcher == kLength || matcher == kType || matcher == kContains || matcher == kProperty;
    if (matcher == kNone || matcher == kNot || (needsCall && !link.isCalled)) {
      continue;
    }
    if (matcher == kRejects) {
      // What follows is about the error.
      return {{subject, isNegated ? kUnfailing : kRejects, false, {}, {}}};
    }
    assertions.push_back({subject, matcher, isNegated, argument(base, link.args, 0),
                          matcher == kProperty ? argument(base, link.args, 1) : ExprRef{}});
  }
  return assertions;
}

/// Where an assertion function comes from: `assert`, `assert.equal`, `strictEqual` of node:assert;
/// empty for other functions, `assert` for the plain one.
std::string_view assertFunction(ExprRef callee) {
  callee = withoutCasts(callee);
  if (const auto* name = callee.as<NameExpr>()) {
    if (name->name == "assert") {
      return "ok";
    }
    for (const Import& import : callee.module->imports()) {
      const bool isAssert = import.specifier == "assert" || import.specifier == "node:assert" ||
                            import.specifier == "assert/strict" ||
                            import.specifier == "node:assert/strict";
      if (isAssert && import.local == name->name) {
        return import.kind == ImportKind::kNamed ? import.imported : std::string_view("ok");
      }
    }
    return {};
  }
  const auto* member = callee.as<MemberExpr>();
  if (member == nullptr) {
    return {};
  }
  // `assert.equal`, `assert.strict.equal`, `t.assert.equal`.
  const std::string_view object = lastNameOf(callee.with(member->object));
  return object == "assert" || object == "strict" ? member->name : std::string_view{};
}

}  // namespace

std::vector<Assertion> readAssertions(ExprRef expr) {
  expr = withoutCasts(expr);
  if (const auto chain = readChain(expr)) {
    return readExpect(chain->first, chain->second, expr);
  }
  const auto* call = expr.as<CallExpr>();
  const std::string_view function =
      call != nullptr ? assertFunction(expr.with(call->callee)) : std::string_view{};
  if (function.empty() || function == "fail") {
    return {};
  }
  const auto word = std::ranges::lower_bound(kAssertWords, function, {}, &AssertWord::text);
  if (word == kAssertWords.end() || word->text != function) {
    return {{argument(expr, call->args, 0), kOther, false, argument(expr, call->args, 1), {}}};
  }
  const bool compares = word->matcher != kTrue && word->matcher != kFalse &&
                        word->matcher != kPresent && word->matcher != kAbsent;
  return {{argument(expr, call->args, 0),
           word->matcher,
           word->isNegated,
           compares ? argument(expr, call->args, 1) : ExprRef{},
           {}}};
}

bool isTypePattern(ExprRef expected) {
  std::vector<ExprRef> pending = {expected};
  for (size_t i = 0; i < pending.size() && i < 1000; ++i) {
    const ExprRef expr = withoutCasts(pending[i]);
    if (const auto* object = expr.as<ObjectExpr>()) {
      for (const Property& property : object->properties) {
        pending.push_back(expr.with(property.value));
      }
      if (object->properties.empty() && i > 0) {
        return false;
      }
      continue;
    }
    const auto* call = expr.as<CallExpr>();
    const auto* member = call != nullptr ? expr.with(call->callee).as<MemberExpr>() : nullptr;
    const auto* owner =
        member != nullptr ? expr.with(call->callee).with(member->object).as<NameExpr>() : nullptr;
    if (owner == nullptr || owner->name != "expect") {
      return false;
    }
    if (member->name == "objectContaining" && !call->args.empty()) {
      pending.push_back(expr.with(call->args[0]));
    } else if (member->name != "any" && member->name != "anything") {
      return false;
    }
  }
  return true;
}

}  // namespace envelint
