#pragma once

// "Where does this come from?": goes back from an expression to those whose value it takes over.

#include <string_view>
#include <vector>

#include "analysis/evaluator.h"

namespace envelint {

/// An expression and the frame its names are read in.
struct Source {
  ExprRef expr;
  const Frame* frame = nullptr;
  friend bool operator==(const Source&, const Source&) = default;
};

/// Goes back one step at a time, so that its users see every place on the way.
///
/// A variable leads to what was written to it before it is read, not to what it holds later or no
/// longer; a parameter to the argument of the frame's call, a call to what the called function
/// returns, a property to what the object was built with.
class Sources {
 public:
  /// The evaluator must outlive this.
  explicit Sources(Evaluator& evaluator) : evaluator_(evaluator) {}

  /// What an expression takes its value from: one for each way. Empty where the value is made (a
  /// literal, an operator), or comes from outside the program.
  std::vector<Source> of(ExprRef expr, const Frame* frame);
  /// What a property of an object is; empty when the program doesn't say.
  std::vector<Source> ofMember(ExprRef object, const Frame* frame, std::string_view key);
  /// The object an expression destructures or reads a property of, and the property: `(page,
  /// "items")` of the name `items` in `const {items} = page`. No expression for anything else.
  struct Part {
    Source object;
    std::string_view key;
  };
  Part partOf(ExprRef expr, const Frame* frame);

  /// What is gone through one by one where an expression runs: the iterable of the loop around it,
  /// or what `forEach` is called on. `loop` is none for the latter.
  struct Turns {
    Source iterable;
    StmtRef loop;
  };
  /// Of several loops around an expression the innermost, or the outermost.
  static Turns turnsAround(ExprRef expr, const Frame* frame, bool isInnermost);

  /// The variable a name reads; null for anything else.
  const Binding* variableOf(ExprRef expr) const;
  /// The frame of a function around, seen from one inside it; null when it isn't known.
  static const Frame* frameOf(const Frame* frame, const Module& module, FunctionId function);
  /// The FunctionExpr that a function is the body of; none for declarations and methods.
  static ExprRef expressionOf(FunctionRef function);

 private:
  std::vector<Source> ofVariable(ExprRef expr, const Binding& binding, const Frame* frame);
  std::vector<Source> ofParameter(const Module& module, const Binding& binding, const Frame* frame);
  std::vector<Source> matched(const Module& module, PatternId root, PatternId target,
                              Source source);
  /// The writes that a read can still see.
  std::vector<const BindingWrite*> visibleWrites(ExprRef read, const Binding& binding);

  Evaluator& evaluator_;
};

}  // namespace envelint
