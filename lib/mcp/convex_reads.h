#pragma once

// Reads of the rows that a Convex function gives back, from a field that it doesn't have.

#include <string>
#include <string_view>
#include <vector>

#include "mcp/convex_functions.h"
#include "mcp/reached_calls.h"
#include "mcp/tool.h"
#include "source/edit.h"

namespace envelint {

/// How sure it is that a read is of the wrong field.
enum class ConvexEvidence : uint8_t {
  kDefinition,  ///< the function is in the project and answers with other fields
  kNative,      ///< it is what `.paginate(...)` gives, right here
  kContract,    ///< the configuration says where the rows are
  kSignature,   ///< nothing is known, but the read hides from the type checker and its own failure
};

/// A result of which the wrong field is read, once or several times.
struct ConvexMisread {
  ConvexFunction function;      ///< of kNative without a name
  std::string_view field;       ///< the field that is read: `page`, or `value`
  std::string_view rightField;  ///< where the rows are
  ConvexEvidence evidence = ConvexEvidence::kSignature;
  CodePlace call;                ///< that gave the result
  std::vector<CodePlace> reads;  ///< of the field's name, in the order of the text; at least one
  std::vector<Edit> edits;       ///< rename the field at each of them
};

/// Finds such reads in what a handler reaches. `rowsField` is the configured contract, or empty.
std::vector<ConvexMisread> misreadConvexResults(Evaluator& evaluator, const CallIndex& index,
                                                const Handler& handler, std::string_view rowsField);

/// Whether a call could give a Convex result, by its looks; what the index is made for.
bool mayGiveConvexResult(ExprRef call);

}  // namespace envelint
