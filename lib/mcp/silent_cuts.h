#pragma once

// Rows that a tool leaves out without a word.

#include <string>
#include <vector>

#include "mcp/answer.h"
#include "mcp/config.h"
#include "mcp/schema.h"
#include "mcp/tool.h"

namespace envelint {

struct SilentCut {
  enum class Kind : uint8_t {
    kCut,           ///< rows are cut in the program
    kBackendLimit,  ///< the backend is asked for some of its rows
  };
  Kind kind = Kind::kCut;
  CodePlace at;     ///< the cut, or the call that gets the rows
  CodePlace rows;   ///< where the rows come from
  CodePlace shown;  ///< where the answer takes them
};

/// What is asked of a tool besides its answer.
struct CutQuestion {
  const Answer& answer;
  const InputSchema& schema;
  const Handler& handler;
  bool isSearch = false;
};

/// The cuts whose answers tell nothing of them; empty when nothing is provable.
std::vector<SilentCut> findSilentCuts(Evaluator& evaluator, const DomainConfig& config,
                                      const CutQuestion& question);

}  // namespace envelint
