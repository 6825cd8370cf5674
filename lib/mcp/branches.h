#pragma once

// Whether a condition can turn out one way or the other, for some call of a tool.

#include "analysis/evaluator.h"
#include "mcp/schema.h"

namespace envelint {

enum class Possible : uint8_t { kNo, kYes, kUnknown };

/// Judges conditions by what the tool's schema lets its caller send: a test of an optional
/// parameter that nothing replaces can fail, one of a required parameter can't.
class BranchJudge {
 public:
  /// All must outlive this.
  BranchJudge(Evaluator& evaluator, const InputSchema& schema)
      : evaluator_(evaluator), schema_(schema) {}

  /// Whether `test`, read in `frame`, can be true (`wanted`) or false. kUnknown where that depends
  /// on anything but the caller.
  Possible can(ExprRef test, const Frame* frame, bool wanted) {
    return can(test, frame, wanted, 0);
  }

 private:
  Possible can(ExprRef test, const Frame* frame, bool wanted, int depth);
  Possible comparison(ExprRef test, const BinaryExpr& node, const Frame* frame, bool wanted);
  /// Whether an expression can be undefined, null or another value that isn't true.
  Possible canBeMissing(ExprRef expr, const Frame* frame);
  Possible optionMissing(const Value* option) const;
  /// The parameter of the tool that a value is; null when it isn't one of the schema's.
  const SchemaParameter* parameterOf(const Value* value) const;

  Evaluator& evaluator_;
  const InputSchema& schema_;
};

}  // namespace envelint
