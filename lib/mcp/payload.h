#pragma once

// What a tool's caller gets: the value behind the text block or `structuredContent`.

#include <string>
#include <vector>

#include "mcp/tool.h"

namespace envelint {

enum class PayloadShape : uint8_t {
  kUnknown,
  kFlat,      ///< a bare array
  kEnvelope,  ///< an object
  kText,      ///< prose, or a single value
  kError,     ///< `isError: true`, or the answer of a branch that reports a failure
};

/// Where in the answer it stands.
enum class PayloadSlot : uint8_t {
  kText,        ///< a text block's JSON
  kStructured,  ///< `structuredContent`
};

struct Payload {
  PayloadShape shape = PayloadShape::kUnknown;
  PayloadSlot slot = PayloadSlot::kText;
  ExprRef expr;                  ///< in the handler where possible, not in the helper that wraps it
  const Frame* frame = nullptr;  ///< where `expr` is read
  const Value* value = nullptr;  ///< never null
  /// Where the answer comes from when `expr` is in a dispatcher that all tools share: what the
  /// tool's own function returns. Else the same as `expr`'s.
  CodePlace origin;
  CodePlace builtAt;               ///< where it is made a string or an answer, possibly in a helper
  bool hasStructuredTwin = false;  ///< kText: the same answer has an object as structuredContent
  /// The answer's substance is rows, however many the backend has: the array itself, the main array
  /// of an envelope, or lines of text made from an array.
  bool hasRows = false;
  /// The rows are written down in the source: a closed look-up list that needs no paging.
  bool isFixed = false;
  /// kEnvelope: what its main property holds can't be followed.
  bool isOpaque = false;
};

/// Finds the payloads of a handler: through result helpers, central dispatchers and frameworks that
/// stringify what the handler returns. Empty when the handler isn't known.
std::vector<Payload> findPayloads(Evaluator& evaluator, const Handler& handler);

}  // namespace envelint
