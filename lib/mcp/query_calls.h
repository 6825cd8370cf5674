#pragma once

// Calls that run SQL: which they are, and which expression is the text.

#include <optional>
#include <string_view>

#include "analysis/evaluator.h"
#include "mcp/config.h"
#include "mcp/sql_drivers.h"

namespace envelint {

/// A call that gives its text to a database.
struct QueryCall {
  ExprRef call;  ///< what runs it, and whose value is what comes back
  const Frame* frame = nullptr;
  ExprRef text;  ///< the text's expression, read in `textFrame`; never none
  const Frame* textFrame = nullptr;
  RowShape shape = RowShape::kUnknown;
  SqlDialect dialect = SqlDialect::kAny;
  /// Whether the receiver is known to be a database's. If not, the text must look like SQL.
  bool isKnown = false;
  ExprRef callback;       ///< kCallback: the function among the arguments
  bool isCapped = false;  ///< an option tells the driver how many rows to give at most
};

/// Recognizes query calls. Knows nothing of functions of the program: a call that enters one is
/// none, what that function calls may be.
class QueryCalls {
 public:
  /// Both must outlive this.
  QueryCalls(Evaluator& evaluator, const DomainConfig& config)
      : evaluator_(evaluator), config_(config) {}

  /// The query a call, construction or tagged template runs; none when it runs none.
  std::optional<QueryCall> at(ExprRef call, const Frame* frame);
  /// Whether the expression could be one, by its looks: quick, and wrong only in saying so.
  static bool mayBe(ExprRef call, const DomainConfig& config);

 private:
  struct Statement {
    std::string_view method;
    ExprRef call;
    const Frame* frame = nullptr;
  };
  std::optional<QueryCall> ofTag(ExprRef call, const TaggedTemplateExpr& node, const Frame* frame);
  std::optional<QueryCall> ofCall(ExprRef call, ExprRef callee, const Frame* frame);
  std::optional<QueryCall> configured(ExprRef call, std::string_view name, const Frame* frame);
  std::optional<QueryCall> ofCppCall(ExprRef call, ExprRef callee, const Frame* frame);
  std::optional<QueryCall> made(const QueryFunction& row, ExprRef call, const Frame* frame,
                                const Statement& statement);
  /// The call that made the statement a value is: `db.prepare(text).bind(id)`.
  Statement statementOf(const Value* value) const;
  /// The package a value comes from: by what made it, else by its written type. Empty when unknown.
  std::string_view packageOf(const Value* value);
  std::string_view packageOfType(TypeRef type) const;
  bool isOwnFunction(const Value* callee) const;
  void setText(QueryCall& query, ExprRef argument, const Frame* frame);
  void readOptions(QueryCall& query, ExprRef object, const Frame* frame);

  Evaluator& evaluator_;
  const DomainConfig& config_;
};

}  // namespace envelint
