#pragma once

// Whether what a tool accepts for paging and what it answers meet.

#include <string>
#include <vector>

#include "mcp/answer.h"
#include "mcp/limits.h"
#include "mcp/schema.h"
#include "mcp/tool.h"

namespace envelint {

struct PagingGap {
  enum class Kind : uint8_t {
    kCursorUnread,  ///< a cursor is accepted and never read
    kLimitUnread,   ///< a limit is
    kNotAnswered,   ///< a cursor is read, and no answer ever carries one
    kNotAccepted,   ///< one is answered, and no parameter takes it back
  };
  Kind kind = Kind::kCursorUnread;
  std::string name;  ///< of the parameter, or of the answer's field
  CodePlace place;   ///< where it is declared
};

/// The gaps that are provable; empty when there is none.
std::vector<PagingGap> findPagingGaps(Evaluator& evaluator, const Handler& handler,
                                      const InputSchema& schema, const Answer& answer,
                                      const std::vector<LimitParameter>& limits);

/// Whether a handler does anything with a part of its caller's input; `ifUnknown` where it can't be
/// followed.
bool readsInput(Evaluator& evaluator, const Handler& handler, const AccessPath& path,
                bool ifUnknown = true);

/// Whether a parameter takes a value that an answer has to hand out first, unlike a page, an offset
/// or the last row's key.
bool isHandedOut(std::string_view parameter);

}  // namespace envelint
