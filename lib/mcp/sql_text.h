#pragma once

// What texts an expression can be, with holes where they aren't known: literals, templates,
// concatenation, `+=`, clauses pushed one by one and joined, builder functions in other files.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/evaluator.h"
#include "mcp/branches.h"

namespace envelint {

/// One of the texts. A part that isn't known is `kSqlHole`.
struct SqlText {
  std::string text;
  ExprRef source;  ///< the first literal in it; none when there is none
  /// False when it can't be told whether the branches that lead to it are ever taken together, and
  /// another branch bounds more than it does.
  bool isCertain = true;
};

/// Builds texts. A budget bounds the work of one `textsOf`; where it runs out there are holes.
class SqlTextBuilder {
 public:
  /// Both must outlive this.
  SqlTextBuilder(Evaluator& evaluator, BranchJudge& judge) : evaluator_(evaluator), judge_(judge) {}

  /// Never empty, and never more than kMaxTexts: the texts that are left out are not told apart.
  std::vector<SqlText> textsOf(ExprRef expr, const Frame* frame);

  static constexpr size_t kMaxTexts = 24;

 private:
  friend class SqlTextSteps;
  using Texts = std::vector<SqlText>;

  /// What a variable holds at the step that is being executed.
  struct Held {
    const Module* module;
    BindingId binding;
    Texts texts;
  };

  Texts eval(ExprRef expr, const Frame* frame);
  Texts evalNode(ExprRef expr, const Frame* frame);
  Texts evalTemplate(ExprRef expr, const TemplateLiteral& node, const Frame* frame);
  Texts evalConditional(ExprRef expr, const ConditionalExpr& node, const Frame* frame);
  Texts evalCall(ExprRef expr, const CallExpr& node, const Frame* frame);
  Texts evalMethod(ExprRef expr, const CallExpr& node, const MemberExpr& member,
                   const Frame* frame);
  Texts evalName(ExprRef expr, const Frame* frame);
  Texts evalParameter(ExprRef expr, const Binding& binding, const Frame* frame);
  /// A property of an object that the program builds: `const {sql} = build()`.
  Texts evalProperty(const Value* object, std::string_view key, int depth);
  Texts evalArray(ExprRef expr, const ArrayExpr& node, const Frame* frame);
  Texts ofValue(ExprRef expr, const Frame* frame);
  Texts ofOption(const Value* option, ExprRef expr);

  Evaluator& evaluator_;
  BranchJudge& judge_;
  std::vector<Held> held_;
  uint32_t steps_ = 0;
  int depth_ = 0;
};

}  // namespace envelint
