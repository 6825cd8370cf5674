#pragma once

// "Where does this go?": follows a value forwards through the program, from where it is born to the
// places that do something with it.

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "analysis/evaluator.h"

namespace envelint {

/// Which part of a followed value counts: the steps from it to the part, outermost first. Following
/// `args` for its `limit` starts with the path {"limit"}; once `.limit` has been read the path is
/// empty and the value at hand is the limit itself.
///
/// A step is the name of a property, `[]` for an element of an array (`[3]` where its place is
/// known), or `()` for what a function returns.
using AccessPath = std::vector<std::string_view>;

inline constexpr std::string_view kElementStep = "[]";
inline constexpr std::string_view kReturnStep = "()";
/// Whether a step is an element of an array, at a known place or not.
constexpr bool isElementStep(std::string_view step) { return step.starts_with('['); }

enum class UseKind : uint8_t {
  kArgument,      ///< argument `index` of a call whose callee the program doesn't define
  kComparison,    ///< an operand of `< <= > >= == != in instanceof`, the subject of a switch
  kArithmetic,    ///< an operand of another operator, `++`, a compound assignment
  kCondition,     ///< tested for truth: `if (x)`, `x ? :`, `x && y`, `!x`
  kTemplateHole,  ///< put into a string, hole `index`
  kIndex,         ///< `a[x]`
  kMember,        ///< property `name` is read or called, and isn't what the path asks for
  kReturned,      ///< returned from a function whose callers are not known: for one, the function
                  ///< the following began in
  kThrown,
  kIterated,  ///< the iterable of a for loop, destructured by position, or spread into an array
              ///< or arguments
  kStored,    ///< written to a place that can't be followed: a field, an unknown object
  kOther,
};

/// One place where a followed value ends up.
///
/// Uses of a container (`path` isn't empty) are told where the part may go along: arguments,
/// strings, operators, returns, and methods called on it that may hand the part on. A container
/// that is compared or tested, or of which another property is read, says nothing about the part
/// and is not told.
struct Use {
  UseKind kind = UseKind::kOther;
  ExprRef value;  ///< the expression that holds the value there; the one that was matched
                  ///< for a `pattern` (none for a parameter)
  const Frame* frame = nullptr;
  ExprRef parent;      ///< the expression that uses it (the call, the comparison); of kMember the
                       ///< call of the method, else the member expression; none for a statement
                       ///< or a pattern
  StmtRef statement;   ///< the statement that uses it directly, when no expression does
  PatternRef pattern;  ///< the pattern that uses it, when neither does: `const {name} = value`
  uint32_t index = 0;  ///< kArgument, kTemplateHole: position
  std::string_view name;  ///< kMember; empty when it isn't known
  AccessPath path;        ///< what of `value` counts; empty when it is the value itself
  BindingId variable;     ///< the variable `value` names (in value.module), none otherwise
};

/// What to do at a use.
enum class UseAction : uint8_t {
  kStop,            ///< this use is understood, go no further through it
  kFollowResult,    ///< the parent's value holds the value too (`Number(x)`, `Schema.parse(x)`);
                    ///< `path` stays, but for a `()` in front: it is taken off
  kFollowReceiver,  ///< kArgument of a method: the object holds the value from now on
                    ///< (`params.set("limit", x)`)
};

/// What following needs to know of a module beyond its nodes. Built when first asked for.
class FlowIndex;

/// Follows values. Goes through variables, destructuring, properties of objects, casts, `??`,
/// conditional branches, arguments of functions of the program, their returns, closures, callbacks,
/// promises, methods of arrays and fields of classes. Follows into other modules by calls, not
/// through exported variables.
///
/// Every read of a variable counts that can still see the value: not those that come after another
/// assignment on every path, and none in branches that are dead in the frame.
///
/// The visitor is called once for each use (an expression in a frame with a path), in a fixed
/// order. One thread at a time. The evaluator must outlive this.
class Flow {
 public:
  using Visitor = std::function<UseAction(const Use&)>;

  /// `budget` bounds the places one following visits.
  explicit Flow(Evaluator& evaluator, uint32_t budget = 20000);
  ~Flow();

  /// Follows the value of an expression; the views in `path` must live until this returns. False
  /// when the budget, or the evaluator's share of it, ran out before every use was seen.
  bool follow(ExprRef expr, const Frame* frame, AccessPath path, const Visitor& visitor);
  /// Follows what a parameter of `frame`'s function receives.
  bool followParameter(const Frame* frame, uint32_t parameter, AccessPath path,
                       const Visitor& visitor);

 private:
  Evaluator& evaluator_;
  uint32_t budget_;
  std::unique_ptr<FlowIndex> index_;
};

}  // namespace envelint
