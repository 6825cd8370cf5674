#pragma once

// "Where does this go?": follows a value forwards through the program, from where it is born to the
// places that do something with it.

#include <functional>
#include <string_view>
#include <vector>

#include "analysis/evaluator.h"

namespace envelint {

/// Which part of a followed value counts: the property path from it to the part, outermost first.
/// Following `args` for its `limit` starts with the path {"limit"}; once `.limit` has been read the
/// path is empty and the value at hand is the limit itself.
using AccessPath = std::vector<std::string_view>;

enum class UseKind : uint8_t {
  kArgument,       ///< argument `index` of a call whose callee the program doesn't define
  kComparison,     ///< an operand of `< <= > >= == != in instanceof`
  kArithmetic,     ///< an operand of another operator, `++`, a compound assignment
  kCondition,      ///< tested for truth: `if (x)`, `x ? :`, `x && y`, `!x`
  kTemplateHole,   ///< put into a string
  kIndex,          ///< `a[x]`
  kMember,         ///< property `name` is read or called, and isn't what the path asks for
  kReturned,       ///< returned from the function the following began in
  kThrown,
  kIterated,       ///< the iterable of a for loop, or spread into an array or arguments
  kStored,         ///< written to a place that can't be followed: a field, an unknown object
  kOther,
};

/// One place where a followed value ends up.
struct Use {
  UseKind kind = UseKind::kOther;
  ExprRef value;            ///< the expression that holds the value there
  const Frame* frame = nullptr;
  ExprRef parent;           ///< the expression that uses it (the call, the comparison); none for a
                            ///< statement
  StmtRef statement;        ///< the statement that uses it directly, when no expression does
  uint32_t index = 0;       ///< kArgument: position
  std::string_view name;    ///< kMember
  AccessPath path;          ///< what of `value` counts; empty when it is the value itself
  BindingId variable;       ///< the variable `value` names (in value.module), none otherwise
};

/// What to do at a use.
enum class UseAction : uint8_t {
  kStop,           ///< this use is understood, go no further through it
  kFollowResult,   ///< the parent's value holds the value too (`Number(x)`, `Schema.parse(x)`)
};

/// Follows values. Goes through variables, destructuring, properties of objects, casts, `??`,
/// conditional branches, arguments of functions of the program, their returns, closures and
/// callbacks. The visitor is called once for each use (an expression in a frame with a path) in a
/// fixed order. Returns false when the budget ran out before every use was seen.
class Flow {
 public:
  using Visitor = std::function<UseAction(const Use&)>;

  explicit Flow(Evaluator& evaluator, uint32_t budget = 20000);

  /// Follows the value of an expression.
  bool follow(ExprRef expr, const Frame* frame, AccessPath path, const Visitor& visitor);
  /// Follows what a parameter of `frame`'s function receives.
  bool followParameter(const Frame* frame, uint32_t parameter, AccessPath path,
                       const Visitor& visitor);

 private:
  Evaluator& evaluator_;
  uint32_t budget_;
};

}  // namespace envelint
