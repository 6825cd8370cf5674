#pragma once

// The coverage matrix: every tool of a server with how it pages, and a verdict.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rule/finding.h"
#include "source/result.h"

namespace envelint {

class Server;

/// The doctrine's rubric: HIGH loses data or breaks callers, MEDIUM is a risk at scale.
enum class Verdict : uint8_t {
  kNotAList,   ///< it needs no paging: it reads one thing, changes something, or streams
  kOk,         ///< a list tool without findings
  kException,  ///< `@cursorPagingException` with a reason
  kLow,
  kMedium,
  kHigh,
};

/// "HIGH", "EXCEPTION", ...; "ok" and "-" for the first two.
std::string_view verdictName(Verdict verdict);

/// What is wrong with a tool.
struct ToolFault {
  std::string rule;
  Severity severity = Severity::kWarning;
  std::string message;
  std::string help;
};

/// One row of the matrix. What isn't known is empty.
struct ToolAudit {
  std::string name;
  Place place;  ///< its registration; without a file for a tool definition
  bool isList = false;
  std::string cursor;  ///< the parameter that continues a list
  std::string limit;   ///< the parameter that caps the rows
  std::optional<double> minimum;
  std::optional<double> maximum;
  std::optional<double> defaultRows;
  std::string backendPaging;  ///< a continuation of its backend's that its code names
  std::string envelope;       ///< "object", "array", "text"
  std::string exception;      ///< the reason
  std::vector<ToolFault> faults;
  Verdict verdict = Verdict::kNotAList;
};

/// The rows of a server's tools, in their order, without faults and verdicts.
std::vector<ToolAudit> auditTools(const Server& server);

/// Gives each tool the findings that concern it: those with a place within its registration, or at
/// it. Then decides the verdicts.
void judgeTools(std::vector<ToolAudit>& tools, const std::vector<Finding>& findings);

/// The rows of tool definitions: an answer to `tools/list` (with or without its JSON-RPC envelope),
/// an array of tools, or one tool. Their schemas are all there is to judge. `maxLimit` is the
/// largest maximum that bounds. The error is a sentence about `name`.
Result<std::vector<ToolAudit>> auditDefinitions(std::string_view text, const std::string& name,
                                                int64_t maxLimit);

}  // namespace envelint
