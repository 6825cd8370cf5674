#pragma once

// Limit parameters, and whether a tool bounds them before it uses them.

#include <optional>
#include <vector>

#include "mcp/tool.h"

namespace envelint {

/// A parameter that asks for a number of rows.
struct LimitParameter {
  const SchemaParameter* parameter = nullptr;  ///< owned by the tool's schema
  std::vector<std::string> path;  ///< from the input to it: {"limit"}, {"options", "limit"}
};

/// What holds a limit down.
struct Bound {
  enum class Kind : uint8_t {
    kUnbounded,       ///< provably nothing: the caller's number is used as it comes
    kAbsentMeansAll,  ///< bounded when given, but leaving it out gives every row
    kBounded,
    kUnknown,  ///< the code can't be followed far enough
  };
  Kind kind = Kind::kUnknown;
  /// Rows: of kBounded; of kUnbounded what a clamp that is too generous leaves, else infinite.
  double maximum = 0;
  CodePlace use;  ///< kUnbounded, kAbsentMeansAll: where the number is used, if seen
};

/// Judges a limit parameter of a tool. `maxLimit` is the largest maximum that counts as a bound.
Bound boundOf(Evaluator& evaluator, const Handler& handler, const LimitParameter& limit,
              int64_t maxLimit);

/// The constant a handler takes when the caller names no limit: `args.limit ?? 250`, a
/// destructuring default. None when there is none, or several, or it isn't constant.
std::optional<double> defaultInHandler(Evaluator& evaluator, const Handler& handler,
                                       const LimitParameter& limit);

}  // namespace envelint
