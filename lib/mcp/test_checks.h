#pragma once

// What one assertion of a test proves about a tool's answer.

#include "mcp/assertions.h"
#include "mcp/test_answers.h"
#include "mcp/test_cases.h"

namespace envelint {

struct Judgement {
  enum class About : uint8_t {
    kNothing,  ///< nothing that a rule asks about
    kAnswer,   ///< a tool's answer: `proof`, `tool`
    kCalls,    ///< what a mock was called with
    kOther,    ///< something that might be an answer and couldn't be followed
  };
  About about = About::kNothing;
  Proof proof = Proof::kNothing;
  std::string_view tool;
  /// It is about the tool's own data, not about what the protocol gives every answer.
  bool isTelling = false;
};

class TestChecks {
 public:
  TestChecks(Evaluator& evaluator, TestAnswers& answers)
      : evaluator_(evaluator), answers_(answers) {}

  /// `inHelper`: the assertion stands in a function that several tests may share.
  Judgement judge(const Assertion& assertion, const Frame* frame, bool inHelper);
  /// Whether a condition asks something about an answer: `!result.isError`, `items.length > 0`.
  bool asksAnswer(ExprRef condition, const Frame* frame);
  /// Whether a condition holds for answers without rows.
  bool asksForEmpty(ExprRef condition, const Frame* frame);
  /// Whether a call that can't be followed is handed an answer and says that it checks it.
  bool looksLikeCheck(ExprRef call, const Frame* frame);

 private:
  Judgement judgeCondition(ExprRef condition, bool isNegated, const Frame* frame, int depth);
  Judgement judgeComparison(ExprRef comparison, bool isNegated, const Frame* frame);
  Judgement judgeCall(ExprRef call, bool isNegated, const Frame* frame);
  Judgement judgeValue(const AnswerValue& value, const Assertion& assertion, const Frame* frame,
                       bool inHelper);
  Proof proofOf(const AnswerValue& value, const Assertion& assertion, const Frame* frame,
                bool inHelper);
  Proof proofOfWhole(const AnswerValue& value, const Assertion& assertion, const Frame* frame);
  /// A number that an expected value is; none when it isn't known.
  std::optional<double> numberOf(ExprRef expr, const Frame* frame);

  Evaluator& evaluator_;
  TestAnswers& answers_;
};

}  // namespace envelint
