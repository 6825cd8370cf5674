#pragma once

// What an expression of a test has to do with a tool's answer.

#include <string_view>
#include <unordered_map>
#include <vector>

#include "mcp/tested_tools.h"

namespace envelint {

/// Which part of an answer an expression is.
enum class AnswerPart : uint8_t {
  kNone,      ///< no part of any, as far as can be seen
  kWhole,     ///< the answer, what was parsed of it, a container or another field in it
  kRow,       ///< an element of an array in it, or something of the element
  kCount,     ///< the length of an array in it
  kKeys,      ///< the names of its fields
  kText,      ///< its text, unparsed
  kProtocol,  ///< the `content` array, a block of it, a block's type: the same for every answer
  kFlag,      ///< `isError`
  kError,     ///< the `error` it carries
  kDerived,   ///< made from it in a way that isn't understood
};

struct AnswerValue {
  AnswerPart part = AnswerPart::kNone;
  std::string_view tool;  ///< whose answer; empty when several tools' or none's
  std::string_view key;   ///< kWhole: the field it was last read from, else empty
  bool isParsed = false;  ///< kWhole: it is the tool's own data, no longer the protocol's

  explicit operator bool() const { return part != AnswerPart::kNone; }
};

/// Finds out, backwards from an expression, whether it comes from calling a tool: through
/// variables (also those a `beforeEach` fills), parse helpers of the program and array methods.
/// One thread at a time.
class TestAnswers {
 public:
  TestAnswers(Evaluator& evaluator, const TestedTools& tools)
      : evaluator_(evaluator), tools_(tools) {}

  /// What `expr` is, its names read in `frame`; nothing when the budget of the test is used up.
  AnswerValue valueOf(ExprRef expr, const Frame* frame);
  /// The tool that a call runs; empty when it runs none. `depth` counts the helpers already seen
  /// through on the way to it, which are few.
  std::string_view toolCalledBy(ExprRef call, const Frame* frame, int depth = 0);
  /// A frame for the function of the program that a call reaches; null when it reaches none, or one
  /// that only running other code would tell: a method of what a call returned.
  const Frame* frameOfCall(ExprRef call, const Frame* frame);
  /// A new budget, for the next test.
  void startTest() { steps_ = 0; }
  /// The FunctionExpr that a function is the body of; none for declarations.
  ExprRef expressionOf(FunctionRef function);

 private:
  AnswerValue read(ExprRef expr, const Frame* frame, int depth);
  AnswerValue readName(ExprRef name, const Frame* frame, int depth);
  AnswerValue readParameter(const Module& module, const Binding& binding, PatternId target,
                            const Frame* frame, int depth);
  AnswerValue readCall(ExprRef call, const Frame* frame, int depth);
  AnswerValue readMethod(ExprRef call, const AnswerValue& receiver, std::string_view method) const;
  AnswerValue readReturns(ExprRef call, const Frame* frame, int depth);
  AnswerValue readObjectMember(ExprRef object, std::string_view key, const Frame* frame, int depth);
  /// A tool that was looked up by its name (`handlers.get("list_x")`) and is not yet called.
  std::string_view lookedUp(ExprRef expr, const Frame* frame, int depth);
  std::string_view toolNamedIn(ExprRef argument, const Frame* frame);
  std::string_view constantTool(ExprRef expr, const Frame* frame);
  bool spend() { return ++steps_ <= kSteps; }

  static constexpr uint32_t kSteps = 50000;
  Evaluator& evaluator_;
  const TestedTools& tools_;
  uint32_t steps_ = 0;
  std::unordered_map<const Module*, std::unordered_map<FunctionId, ExprId>> functions_;
};

/// What a field, an element or a length of a part of an answer is.
AnswerValue memberOf(AnswerValue object, std::string_view name);
AnswerValue elementOf(AnswerValue array);

/// Whether a method calls back once for each element, so not at all for an empty array.
bool isIteration(std::string_view method);

}  // namespace envelint
