#pragma once

#include "analysis/evaluator.h"

namespace envelint {

/// Tells arrays whose rows are all written down in the source: closed look-up lists, which need no
/// paging since there will be no more of them at run time.
class FixedRows {
 public:
  explicit FixedRows(Evaluator& evaluator) : evaluator_(evaluator) {}

  /// Whether a value is such an array wherever it is anything at all; false when that isn't known.
  bool isArray(const Value* value);

 private:
  bool isArrayAt(const Value* value, int depth);
  bool isOneArray(const Value* array, int depth);
  /// An object whose members are written down: a literal, or an enum of a package.
  bool isObject(const Value* object);
  /// Whether rows come in after the literal, other than from a fixed list.
  bool grows(const Value* array, int depth);
  /// Whether a statement runs once, or once for each row of a fixed list, where the array is made.
  bool runsForFixedRows(const Value* array, ExprRef statement, int depth);

  Evaluator& evaluator_;
};

}  // namespace envelint
