#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/audit.h"

namespace envelint {

/// The coverage matrix as "text", "markdown" or "json", with what could not be seen behind it; ends
/// in a line break.
std::string auditMatrix(const std::vector<ToolAudit>& tools,
                        const std::vector<Notification>& notifications, std::string_view format);

/// An item of the pagination skill's quick-reference checklist.
struct ChecklistItem {
  enum class State : uint8_t { kPass, kFail, kSkip };
  std::string id;
  std::string text;  ///< what has to hold
  State state = State::kSkip;
  std::string reason;                                            ///< kSkip
  std::vector<std::pair<const ToolAudit*, ToolFault>> failures;  ///< kFail
};

/// Judges the checklist. The items point into `tools`.
std::vector<ChecklistItem> checklistOf(const std::vector<ToolAudit>& tools);

/// The checklist as "text", "markdown" or "json".
std::string checklistText(const std::vector<ChecklistItem>& items, std::string_view format);

/// A line for each tool, `PASS name`, `FAIL name: why; fix: how` or `SKIP name: why`, and one that
/// counts them.
std::string toolLines(const std::vector<ToolAudit>& tools);

/// Whether a tool has a fault of at least this severity.
bool fails(const ToolAudit& tool, Severity least);

}  // namespace envelint
