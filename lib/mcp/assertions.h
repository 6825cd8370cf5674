#pragma once

// What a line of a test asserts, in the words of any framework: `expect(x).toBe(y)` of vitest, jest
// and bun:test, `assert.equal(x, y)` of node:assert, both styles of chai.

#include <cstdint>
#include <vector>

#include "analysis/refs.h"

namespace envelint {

/// What an assertion compares, whatever its framework calls it.
enum class Matcher : uint8_t {
  kNone,       ///< a word that only makes a sentence: `to`, `be`, `resolves`
  kNot,        ///< turns what follows round
  kPresent,    ///< is there: `toBeDefined`, `exist`
  kAbsent,     ///< isn't: `toBeNull`, `undefined`
  kTrue,       ///< holds: `toBeTruthy`, `assert.ok`
  kFalse,      ///< doesn't: `toBeFalsy`
  kType,       ///< `toBeInstanceOf`, `an("array")`, `isArray`
  kProperty,   ///< has a key, and maybe a value there
  kEqual,      ///< equals `expected`, or matches it
  kLength,     ///< has `expected` elements
  kEmpty,      ///< has none
  kMore,       ///< is more than `expected`
  kAtLeast,    ///< is at least `expected`
  kAtMost,     ///< is no more than `expected`, or less
  kContains,   ///< has `expected` in it, or matches it as a text
  kRejects,    ///< fails: `toThrow`, `rejects`
  kCalled,     ///< a mock was called
  kUnfailing,  ///< doesn't fail; the word says so itself: `doesNotThrow`
  kOther,      ///< a matcher of another library, or of the project
};

/// One assertion; `expect(x).to.be.an("array").that.has.lengthOf(2)` is two.
struct Assertion {
  ExprRef subject;  ///< what is judged
  Matcher matcher = Matcher::kOther;
  bool isNegated = false;
  ExprRef expected;  ///< what it is compared with; none when the matcher needs nothing
  ExprRef second;    ///< the value of `toHaveProperty(key, value)`; messages are none
};

/// What an expression asserts; empty when it is no assertion of a known framework.
std::vector<Assertion> readAssertions(ExprRef expr);

/// Whether an expected value is a pattern that any value of a type matches: `expect.any(Array)`,
/// `expect.anything()`, and objects of nothing else.
bool isTypePattern(ExprRef expected);

}  // namespace envelint
