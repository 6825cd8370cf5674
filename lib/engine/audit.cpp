#include "engine/audit.h"

#include <algorithm>
#include <cmath>

#include "mcp/naming.h"
#include "mcp/server.h"

namespace envelint {
namespace {

/// Names that backends give to where a list goes on.
constexpr std::string_view kContinuations[] = {
    "continueCursor", "nextPageToken",    "next_page_token", "nextCursor", "next_cursor",
    "endCursor",      "LastEvaluatedKey", "nextToken",       "NextToken",  "has_more",
    "hasNextPage",    "paginate",         "nextLink",        "next_page"};

bool isWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool holdsWord(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !isWordCharacter(text[at - 1])) &&
        (end == text.size() || !isWordCharacter(text[end]))) {
      return true;
    }
  }
  return false;
}

std::string backendPagingIn(std::string_view code) {
  for (const std::string_view word : kContinuations) {
    if (holdsWord(code, word)) {
      return std::string(word);
    }
  }
  return {};
}

std::string envelopeOf(const Tool& tool) {
  std::string shape;
  for (const Payload& payload : tool.payloads()) {
    const std::string_view name = payload.shape == PayloadShape::kFlat       ? "array"
                                  : payload.shape == PayloadShape::kEnvelope ? "object"
                                  : payload.shape == PayloadShape::kText     ? "text"
                                                                             : "";
    // The worst of several decides: one branch that answers an array is enough.
    if (name == "array" || shape.empty() || (shape == "text" && name == "object")) {
      shape = name.empty() ? shape : std::string(name);
    }
  }
  return shape;
}

std::optional<double> finite(std::optional<double> number) {
  return number && std::isfinite(*number) ? number : std::nullopt;
}

bool isWithinRegistration(const ToolAudit& tool, const Place& place) {
  return tool.place.file != nullptr && place.file == tool.place.file &&
         place.range.begin >= tool.place.range.begin && place.range.end <= tool.place.range.end;
}

Verdict verdictOf(const ToolAudit& tool) {
  if (!tool.exception.empty()) {
    return Verdict::kException;
  }
  Severity worst = Severity::kOff;
  for (const ToolFault& fault : tool.faults) {
    worst = std::max(worst, fault.severity);
  }
  switch (worst) {
    case Severity::kError:
      return Verdict::kHigh;
    case Severity::kWarning:
      return Verdict::kMedium;
    case Severity::kNote:
      return Verdict::kLow;
    case Severity::kOff:
      break;
  }
  return tool.isList ? Verdict::kOk : Verdict::kNotAList;
}

}  // namespace

std::string_view verdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kNotAList:
      return "-";
    case Verdict::kOk:
      return "ok";
    case Verdict::kException:
      return "EXCEPTION";
    case Verdict::kLow:
      return "LOW";
    case Verdict::kMedium:
      return "MEDIUM";
    case Verdict::kHigh:
      return "HIGH";
  }
  return "-";
}

std::vector<ToolAudit> auditTools(const Server& server) {
  std::vector<ToolAudit> rows;
  for (const Tool& tool : server.tools()) {
    ToolAudit row;
    row.name = tool.name();
    const CodePlace registration = tool.registration();
    row.place = {registration.file, registration.range, {}};
    row.isList = tool.readsRows() || tool.runsCallersSql();
    for (const SchemaParameter& parameter : tool.schema().parameters) {
      if (row.cursor.empty() && isContinuationName(parameter.name)) {
        row.cursor = parameter.name;
      }
    }
    const std::vector<LimitParameter> limits = tool.limitParameters();
    if (!limits.empty()) {
      const SchemaParameter& limit = *limits.front().parameter;
      row.limit = limit.name;
      row.minimum = finite(limit.minimum);
      row.maximum = finite(limit.maximum);
      const Bound bound = tool.bound(limits.front());
      if (bound.kind == Bound::Kind::kBounded) {
        row.maximum = row.maximum ? std::min(*row.maximum, bound.maximum) : bound.maximum;
      }
      row.defaultRows = tool.defaultOf(limits.front());
    }
    if (registration.file != nullptr) {
      row.backendPaging = backendPagingIn(registration.file->text(registration.range));
    }
    row.envelope = envelopeOf(tool);
    rows.push_back(std::move(row));
  }
  const std::vector<ToolRecord>& records = server.records();
  for (size_t i = 0; i < rows.size() && i < records.size(); ++i) {
    rows[i].exception = records[i].exception.value_or("");
  }
  return rows;
}

void judgeTools(std::vector<ToolAudit>& tools, const std::vector<Finding>& findings) {
  for (ToolAudit& tool : tools) {
    for (const Finding& finding : findings) {
      const bool isConcerned =
          isWithinRegistration(tool, finding.primary) ||
          std::any_of(finding.related.begin(), finding.related.end(),
                      [&](const Place& place) { return isWithinRegistration(tool, place); });
      if (isConcerned) {
        tool.faults.push_back(
            {std::string(finding.rule), finding.severity, finding.primary.message, finding.help});
      }
    }
    tool.verdict = verdictOf(tool);
  }
}

}  // namespace envelint
