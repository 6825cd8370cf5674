#pragma once

// Functions of a Convex backend: which one a call names, and what it gives back.

#include <optional>
#include <string>
#include <vector>

#include "analysis/evaluator.h"

namespace envelint {

/// What a Convex function answers with.
struct ConvexAnswer {
  /// All properties it can have, in the order of the text; meaningless unless `isKnown`.
  std::vector<std::string> fields;
  bool isKnown = false;

  bool has(std::string_view field) const;
  /// As a message shows it: `{value, isDone, continueCursor}`.
  std::string text() const;
};

/// A function of a Convex backend as a caller names it.
struct ConvexFunction {
  std::string name;         ///< `memories:listMemories`
  bool isByString = false;  ///< named by a string, which no type checker looks into
  CodePlace definition;     ///< none when it isn't in the project
  ConvexAnswer answer;
};

/// Whether an expression could be a call of a Convex function, by its looks.
bool mayCallConvex(ExprRef call);

/// The Convex function that a client's call runs, read in a frame: `convex.query(api.tasks.list,
/// args)`, `client.query("tasks:list" as any, args)`. None for any other call.
std::optional<ConvexFunction> convexFunctionOf(Evaluator& evaluator, ExprRef call,
                                               const Frame* frame);

/// What `.paginate(...)` of a Convex database query gives (Convex documentation, "Paginated
/// Queries").
ConvexAnswer nativePage();
/// Whether a call is such a `.paginate(...)`.
bool isConvexPaginate(ExprRef call);

}  // namespace envelint
