#pragma once

// Where the cursors of an answer come from: whether a caller gets the backend's own.

#include <string>
#include <string_view>
#include <vector>

#include "mcp/answer.h"
#include "mcp/config.h"

namespace envelint {

/// A backend's own cursor that reaches a tool's caller as it is.
struct RawCursor {
  enum class Way : uint8_t {
    kField,  ///< it is the value of a cursor field, or of a text's cursor
    kTaken,  ///< the backend's whole result is taken over: `{...result, page: rows}`
  };
  Way way = Way::kField;
  ExprRef value;  ///< what gives it: the field's value, the text's hole, the object
  const Frame* frame = nullptr;
  CodePlace at;      ///< the same in the tool's own code, where a shared helper builds the answer
  CodePlace via;     ///< the call by which it came there, where the program's own code got it
  std::string name;  ///< as the backend calls it: `continueCursor`, `Link`
  CodePlace origin;  ///< where it is read from the backend's answer
  CodePlace call;    ///< the backend's call, where that is known
  /// Convex's, of which there is one on the last page, too, and nothing asks for `isDone`.
  bool isUntested = false;
};

/// The raw cursors of an answer, one for each value; empty where nothing is provable.
std::vector<RawCursor> findRawCursors(Evaluator& evaluator, const DomainConfig& config,
                                      const Answer& answer);

/// Whether a key of an answer gives a cursor: `nextCursor`, `next_page_token`.
bool isCursorKey(std::string_view key);
/// Whether a piece of text leads up to a cursor: `... pass cursor: "`.
bool leadsToCursor(std::string_view text);

}  // namespace envelint
