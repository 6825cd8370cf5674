#pragma once

// What a variable's text has become by the time it is read: follows `let sql = ...; if (x) sql +=
// ...` and `parts.push(...)` statement by statement.

#include "mcp/sql_text.h"

namespace envelint {

class SqlTextSteps {
 public:
  /// `frame` is that of the function the variable belongs to; all must outlive this.
  SqlTextSteps(SqlTextBuilder& builder, Evaluator& evaluator, BranchJudge& judge,
               const Module& module, BindingId binding, const Frame* frame);

  /// Whether a variable's text is made in more steps than one.
  static bool areSeveral(const Module& module, const Binding& binding);
  /// The texts just before `read`, which reads the variable.
  std::vector<SqlText> before(ExprRef read);

 private:
  using Texts = std::vector<SqlText>;
  /// How control leaves a statement.
  enum class Exit : uint8_t { kNext, kBroken, kLeft, kArrived };

  Exit sequence(std::span<const StmtId> statements, Texts& state);
  Exit statement(StmtId id, Texts& state);
  Exit enter(StmtId id, Texts& state);
  Exit branch(const IfStmt& node, Texts& state);
  Exit loop(const LoopStmt& node, Texts& state);
  Exit choice(const SwitchStmt& node, Texts& state);
  Exit attempt(const TryStmt& node, Texts& state);
  /// What the expressions in a range do to the variable.
  void apply(Range range, Texts& state);
  void write(const BindingWrite& write, Texts& state);
  void change(ExprId read, Texts& state);
  Texts evalWith(const Texts& state, ExprId expr);
  bool holdsStop(Range range) const { return range.begin <= stop_ && stop_ < range.end; }
  bool isConditional(ExprId site, Range within) const;

  SqlTextBuilder& builder_;
  BranchJudge& judge_;
  const Module& module_;
  BindingId id_;
  const Binding& binding_;
  const Frame* frame_;
  uint32_t stop_ = 0;
  int depth_ = 0;
  bool isLost_ = false;
  Texts broken_;  ///< of the breaks out of the loop or switch at hand
};

}  // namespace envelint
