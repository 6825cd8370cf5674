#include "report/audit_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "report/markdown.h"
#include "report/summary.h"
#include "report/visible_text.h"
#include "rule/rule.h"

namespace envelint {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kColumns = 9;
using Row = std::array<std::string, kColumns>;
constexpr std::array<std::string_view, kColumns> kHeads = {
    "tool",    "cursor argument", "limit min-max", "backend paging", "envelope",
    "default", "maximum",         "verdict",       "where"};

/// One item of the checklist: the rules whose findings fail it.
struct ItemRow {
  std::string_view id;
  std::string_view text;
  std::array<std::string_view, 3> rules;
};
constexpr ItemRow kItems[] = {
    {"limiting-strategy",
     "every list or search tool has a limit, a cursor or a date filter",
     {"missing-limit", "", ""}},
    {"bounded-limit", "every limit has a maximum", {"unbounded-limit", "", ""}},
    {"safe-default", "no default limit is above 100 rows", {"default-limit-too-high", "", ""}},
    {"no-auto-pagination", "no tool fetches all pages by itself", {"auto-pagination", "", ""}},
    {"sql-limit",
     "SQL without a LIMIT clause is rejected or bounded",
     {"sql-unchecked-query", "sql-missing-limit", ""}},
    {"envelope", "every list has a place for its next cursor", {"flat-array", "", ""}},
    {"told-cuts", "rows that are cut off are told", {"silent-cap", "", ""}},
    {"cursors",
     "cursors are opaque, and both halves of paging meet",
     {"raw-continue-cursor", "null-next-cursor", "cursor-mismatch"}},
};

std::string number(std::optional<double> value) {
  return value ? fmt::format("{:.0f}", *value) : std::string();
}

std::string whereOf(const ToolAudit& tool) {
  if (tool.place.file == nullptr) {
    return {};
  }
  return fmt::format("{}:{}", visibleText(tool.place.file->displayPath()),
                     tool.place.file->position(tool.place.range.begin).line);
}

Row rowOf(const ToolAudit& tool) {
  std::string span = tool.limit;
  if (tool.minimum || tool.maximum) {
    span += fmt::format(" {}-{}", tool.minimum ? number(tool.minimum) : "?",
                        tool.maximum ? number(tool.maximum) : "?");
  }
  std::string where = whereOf(tool);
  if (!tool.exception.empty()) {
    where += " (" + tool.exception + ")";
  }
  return {tool.name,
          tool.cursor,
          span,
          tool.backendPaging,
          tool.envelope,
          number(tool.defaultRows),
          number(tool.maximum),
          std::string(verdictName(tool.verdict)),
          where};
}

std::string matrixText(const std::vector<ToolAudit>& tools) {
  std::vector<Row> rows(1);
  std::copy(kHeads.begin(), kHeads.end(), rows[0].begin());
  for (const ToolAudit& tool : tools) {
    rows.push_back(rowOf(tool));
  }
  std::array<size_t, kColumns> widths{};
  for (Row& row : rows) {
    for (size_t i = 0; i < kColumns; ++i) {
      row[i] = row[i].empty() ? "-" : visibleText(row[i]);
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (size_t i = 0; i < kColumns; ++i) {
      line += i + 1 == kColumns ? row[i] : fmt::format("{:<{}}  ", row[i], widths[i]);
    }
    text += line + "\n";
  }
  return text;
}

std::string matrixMarkdown(const std::vector<ToolAudit>& tools) {
  std::string text = fmt::format("## envelint audit: {}\n\n|", counted(tools.size(), "tool"));
  for (const std::string_view head : kHeads) {
    text += fmt::format(" {} |", head);
  }
  text += "\n|";
  for (size_t i = 0; i < kColumns; ++i) {
    text += "---|";
  }
  text += "\n";
  for (const ToolAudit& tool : tools) {
    text += "|";
    for (const std::string& cell : rowOf(tool)) {
      text += fmt::format(" {} |", cell.empty() ? "-" : markdownCell(cell));
    }
    text += "\n";
  }
  return text;
}

void addNumber(Json& json, const char* key, std::optional<double> value) {
  json[key] = value ? Json(*value) : Json(nullptr);
}

Json faultJson(const ToolFault& fault) {
  Json json;
  json["rule"] = fault.rule;
  json["severity"] = severityName(fault.severity);
  json["message"] = fault.message;
  json["help"] = fault.help;
  return json;
}

std::string matrixJson(const std::vector<ToolAudit>& tools,
                       const std::vector<Notification>& notifications) {
  Json json;
  json["version"] = 1;
  json["tools"] = Json::array();
  for (const ToolAudit& tool : tools) {
    Json row;
    row["name"] = tool.name;
    row["isList"] = tool.isList;
    row["cursor"] = tool.cursor;
    row["limit"] = tool.limit;
    addNumber(row, "minimum", tool.minimum);
    addNumber(row, "maximum", tool.maximum);
    addNumber(row, "default", tool.defaultRows);
    row["backendPaging"] = tool.backendPaging;
    row["envelope"] = tool.envelope;
    row["exception"] = tool.exception;
    row["verdict"] = verdictName(tool.verdict);
    row["where"] = whereOf(tool);
    row["faults"] = Json::array();
    for (const ToolFault& fault : tool.faults) {
      row["faults"].push_back(faultJson(fault));
    }
    json["tools"].push_back(std::move(row));
  }
  json["notSeen"] = Json::array();
  for (const Notification& notification : notifications) {
    json["notSeen"].push_back(notificationLine(notification));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string_view stateName(ChecklistItem::State state) {
  switch (state) {
    case ChecklistItem::State::kPass:
      return "PASS";
    case ChecklistItem::State::kFail:
      return "FAIL";
    case ChecklistItem::State::kSkip:
      break;
  }
  return "SKIP";
}

std::string fixOf(const ToolFault& fault) {
  return fault.help.empty() ? std::string() : "; fix: " + fault.help;
}

std::string checklistJson(const std::vector<ChecklistItem>& items) {
  Json json;
  json["version"] = 1;
  json["items"] = Json::array();
  for (const ChecklistItem& item : items) {
    Json each;
    each["id"] = item.id;
    each["text"] = item.text;
    each["state"] = stateName(item.state);
    each["reason"] = item.reason;
    each["failures"] = Json::array();
    for (const auto& [tool, fault] : item.failures) {
      Json failure = faultJson(fault);
      failure["tool"] = tool->name;
      failure["where"] = whereOf(*tool);
      each["failures"].push_back(std::move(failure));
    }
    json["items"].push_back(std::move(each));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string auditMatrix(const std::vector<ToolAudit>& tools,
                        const std::vector<Notification>& notifications, std::string_view format) {
  if (format == "json") {
    return matrixJson(tools, notifications);
  }
  const bool isMarkdown = format == "markdown";
  std::string text = isMarkdown ? matrixMarkdown(tools) : matrixText(tools);
  if (!notifications.empty()) {
    text += isMarkdown ? "\nCould not be seen:\n\n" : "";
  }
  for (const Notification& notification : notifications) {
    const std::string line = notificationLine(notification);
    text += isMarkdown ? "- " + markdownCell(line) + "\n" : "could not be seen: " + line + "\n";
  }
  return text;
}

std::vector<ChecklistItem> checklistOf(const std::vector<ToolAudit>& tools) {
  const bool hasLists =
      std::any_of(tools.begin(), tools.end(), [](const ToolAudit& tool) { return tool.isList; });
  std::vector<ChecklistItem> items;
  for (const ItemRow& row : kItems) {
    ChecklistItem item;
    item.id = row.id;
    item.text = row.text;
    bool isChecked = false;
    for (const std::string_view rule : row.rules) {
      isChecked = isChecked || (!rule.empty() && findRule(rule) != nullptr);
      for (const ToolAudit& tool : tools) {
        for (const ToolFault& fault : tool.faults) {
          if (!rule.empty() && fault.rule == rule && fault.severity >= Severity::kWarning) {
            item.failures.emplace_back(&tool, fault);
          }
        }
      }
    }
    if (!item.failures.empty()) {
      item.state = ChecklistItem::State::kFail;
    } else if (hasLists && isChecked) {
      item.state = ChecklistItem::State::kPass;
    } else {
      item.reason = hasLists ? "no rule of this version looks for it" : "there is no list tool";
    }
    items.push_back(std::move(item));
  }
  return items;
}

std::string checklistText(const std::vector<ChecklistItem>& items, std::string_view format) {
  if (format == "json") {
    return checklistJson(items);
  }
  const bool isMarkdown = format == "markdown";
  std::string text;
  for (const ChecklistItem& item : items) {
    const std::string reason = item.reason.empty() ? "" : fmt::format(" ({})", item.reason);
    const std::string_view box = item.state == ChecklistItem::State::kPass ? "x" : " ";
    text += isMarkdown
                ? fmt::format("- [{}] {}: {}{}\n", box, stateName(item.state), item.text, reason)
                : fmt::format("{} {}{}\n", stateName(item.state), item.text, reason);
    for (const auto& [tool, fault] : item.failures) {
      const std::string where = whereOf(*tool);
      const std::string at = where.empty() ? "" : " at " + where;
      const std::string line =
          fmt::format("`{}`{}: {}{}", tool->name, at, fault.message, fixOf(fault));
      text += isMarkdown ? "  - " + markdownCell(line) + "\n" : "     " + visibleText(line) + "\n";
    }
  }
  return text;
}

std::string toolLines(const std::vector<ToolAudit>& tools) {
  std::string text;
  size_t passed = 0;
  size_t failed = 0;
  for (const ToolAudit& tool : tools) {
    const std::string name = visibleText(tool.name);
    if (fails(tool, Severity::kWarning)) {
      ++failed;
      for (const ToolFault& fault : tool.faults) {
        if (fault.severity >= Severity::kWarning) {
          text += fmt::format("FAIL {}: {}\n", name, visibleText(fault.message + fixOf(fault)));
        }
      }
    } else if (tool.isList) {
      ++passed;
      text += fmt::format("PASS {}\n", name);
    } else {
      text += fmt::format("SKIP {}: no list, search or SQL tool\n", name);
    }
  }
  return text + fmt::format("{} passed, {} failed, {} skipped\n", passed, failed,
                            tools.size() - passed - failed);
}

bool fails(const ToolAudit& tool, Severity least) {
  return tool.exception.empty() &&
         std::any_of(tool.faults.begin(), tool.faults.end(),
                     [&](const ToolFault& fault) { return fault.severity >= least; });
}

}  // namespace envelint
