#pragma once

// The tests of a server's tools, and what each of them proves about the rows it gets.
//
// A *test case* is one `it` or `test` of vitest, jest, bun:test, node:test or mocha; one that is
// parametrised is one case for each row of its table, as far as the table is constant. A *check* is
// one assertion about a tool's answer. It is *vacuous* where it isn't reached for an empty answer:
// in a loop over the rows, in an `if` that asks the answer itself.

#include <string>
#include <string_view>
#include <vector>

#include "mcp/tested_tools.h"

namespace envelint {

enum class Proof : uint8_t {
  kNothing,  ///< says nothing about the rows: a status flag, an absent cursor
  kShape,    ///< holds for an empty answer too
  kData,     ///< fails for an empty answer, or expects just that
  kFailure,  ///< the call is to fail
};

struct Check {
  CodePlace place;  ///< in the test's own text, also when a helper asserts
  Proof proof = Proof::kNothing;
  bool isVacuous = false;
  /// It is about the tool's own data, not about what the protocol gives every answer.
  bool isTelling = false;
  std::string_view tool;  ///< whose answer is checked
};

struct TestCase {
  CodePlace place;                      ///< of the call of `it` or `test`
  std::vector<std::string_view> tools;  ///< that it calls, each once
  std::vector<Check> checks;            ///< in the order of the text
  bool expectsFailure = false;
  bool checksCalls = false;  ///< it asserts what a mock was called with
  /// It asserts something that can't be followed to an answer, and might well be one.
  bool checksOther = false;
};

/// Reads the tests of a module. Never fails; what can't be followed counts as `checksOther`, and of
/// a module that takes too long nothing is told and `isWhole` becomes false.
std::vector<TestCase> readTestCases(Evaluator& evaluator, const TestedTools& tools,
                                    const Module& module, bool* isWhole);

}  // namespace envelint
