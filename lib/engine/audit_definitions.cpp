#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/audit.h"
#include "engine/json_reader.h"
#include "mcp/naming.h"

namespace envelint {
namespace {

/// Hard rule 2 of the pagination skill, and what a search may answer without being asked.
constexpr double kMaxDefault = 100;
constexpr double kMaxSearchDefault = 20;
constexpr int kSafeMaximum = 200;

const JsonValue* member(const JsonValue& object, std::string_view key) {
  for (const JsonMember& each : object.members) {
    if (each.key == key) {
      return &each.value;
    }
  }
  return nullptr;
}

std::string textOf(const JsonValue& object, std::string_view key) {
  const JsonValue* const value = member(object, key);
  return value != nullptr && value->kind == JsonValue::Kind::kString ? value->string
                                                                     : std::string();
}

std::optional<double> numberOf(const JsonValue& object, std::string_view key) {
  const JsonValue* const value = member(object, key);
  return value != nullptr && value->kind == JsonValue::Kind::kNumber ? std::optional(value->number)
                                                                     : std::nullopt;
}

/// The rows that a tool answers with when its caller names no number, by the skill's table.
int safeDefault(std::string_view tool) {
  if (isSearchTool(tool)) {
    return 10;
  }
  const std::vector<std::string> words = splitName(tool);
  const bool isLight = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word == "message" || word == "messages" || word == "comments" || word == "channels";
  });
  return isLight ? 50 : 20;
}

/// One definition on its way to a row.
class DefinitionReader {
 public:
  DefinitionReader(const JsonValue& tool, int64_t maxLimit) : tool_(tool), maxLimit_(maxLimit) {}

  ToolAudit read() {
    row_.name = textOf(tool_, "name");
    const JsonValue* const schema = member(tool_, "inputSchema");
    const JsonValue* const properties = schema == nullptr ? nullptr : member(*schema, "properties");
    if (properties != nullptr) {
      for (const JsonMember& parameter : properties->members) {
        readParameter(parameter);
      }
    }
    row_.isList = isList(schema);
    if (runsSql_) {
      judgeSql();
    } else if (row_.isList) {
      judgeList();
    }
    std::vector<ToolAudit> rows = {std::move(row_)};
    judgeTools(rows, {});
    return std::move(rows.front());
  }

 private:
  void readParameter(const JsonMember& parameter) {
    const std::string description = textOf(parameter.value, "description");
    if (isLimitName(parameter.key) && !describesOtherUnit(description)) {
      hasStrategy_ = true;
      if (row_.limit.empty()) {
        row_.limit = parameter.key;
        row_.minimum = numberOf(parameter.value, "minimum");
        row_.maximum = numberOf(parameter.value, "maximum");
        if (const auto below = numberOf(parameter.value, "exclusiveMaximum")) {
          row_.maximum = std::ceil(*below) - 1;
        }
        row_.defaultRows = numberOf(parameter.value, "default");
        isEnum_ = member(parameter.value, "enum") != nullptr;
      }
    } else if (isContinuationName(parameter.key)) {
      hasStrategy_ = true;
      row_.cursor = row_.cursor.empty() ? parameter.key : row_.cursor;
    } else if (isDateFilterName(parameter.key)) {
      hasStrategy_ = true;
    }
    const std::string bare = normalizedName(parameter.key);
    const bool isSql = description.find("SQL") != std::string::npos ||
                       textOf(tool_, "description").find("SQL") != std::string::npos;
    runsSql_ = runsSql_ || bare == "sql" || (isSql && (bare == "query" || bare == "statement"));
  }

  bool isList(const JsonValue* schema) const {
    switch (verbOf(row_.name)) {
      case Verb::kCollection:
        return true;
      case Verb::kMutation:
      case Verb::kAction:
        return false;
      case Verb::kGetter:
      case Verb::kNone:
        break;
    }
    const JsonValue* const required = schema == nullptr ? nullptr : member(*schema, "required");
    const bool takesKey =
        required != nullptr &&
        std::any_of(required->elements.begin(), required->elements.end(),
                    [&](const JsonValue& name) { return isSingleItemKey(name.string, row_.name); });
    const JsonValue* const output = member(tool_, "outputSchema");
    const bool answersArray = output != nullptr && textOf(*output, "type") == "array";
    const std::string description = textOf(tool_, "description");
    return answersArray ||
           (!takesKey && (!row_.limit.empty() ||
                          (hasPluralHead(row_.name) && descriptionListsAll(description))));
  }

  void fault(std::string_view rule, Severity severity, std::string message, std::string help) {
    row_.faults.push_back({std::string(rule), severity, std::move(message), std::move(help)});
  }

  void judgeSql() {
    row_.isList = true;
    const std::string description = textOf(tool_, "description");
    if (description.find("LIMIT") == std::string::npos && row_.limit.empty()) {
      fault("sql-unchecked-query", Severity::kError,
            "nothing says that a statement without LIMIT is rejected",
            "reject statements without a LIMIT clause before executing them, and say so in the "
            "description");
    }
  }

  void judgeList() {
    if (!hasStrategy_) {
      fault(
          "missing-limit", Severity::kError, "it has no limit, cursor or date filter",
          fmt::format("add `\"limit\": {{ \"type\": \"integer\", \"minimum\": 1, \"maximum\": {}, "
                      "\"default\": {} }}`",
                      kSafeMaximum, safeDefault(row_.name)));
    }
    const bool isBounded =
        isEnum_ || (row_.maximum && *row_.maximum <= static_cast<double>(maxLimit_));
    if (!row_.limit.empty() && !isBounded) {
      fault("unbounded-limit", Severity::kWarning,
            fmt::format("`{}` has no maximum: one call can ask for every row", row_.limit),
            fmt::format("add `\"maximum\": {}`", kSafeMaximum));
    }
    const double rows = row_.defaultRows.value_or(0);
    if (rows > kMaxDefault || (rows > kMaxSearchDefault && isSearchTool(row_.name))) {
      fault("default-limit-too-high", rows > kMaxDefault ? Severity::kWarning : Severity::kNote,
            fmt::format("`{}` is {:.0f} by default", row_.limit, rows),
            fmt::format("lower the default to {}", safeDefault(row_.name)));
    }
  }

  const JsonValue& tool_;
  int64_t maxLimit_;
  ToolAudit row_;
  bool hasStrategy_ = false;
  bool isEnum_ = false;
  bool runsSql_ = false;
};

/// The tools of a document, whichever of its forms it has; null when it has none of them.
std::optional<std::vector<const JsonValue*>> toolsOf(const JsonValue& document) {
  const JsonValue* list = &document;
  if (const JsonValue* const result = member(*list, "result")) {
    list = result;
  }
  if (const JsonValue* const tools = member(*list, "tools")) {
    list = tools;
  }
  std::vector<const JsonValue*> found;
  if (list->kind == JsonValue::Kind::kArray) {
    for (const JsonValue& each : list->elements) {
      found.push_back(&each);
    }
  } else if (list->kind == JsonValue::Kind::kObject) {
    found.push_back(list);
  } else {
    return std::nullopt;
  }
  const bool areTools = std::all_of(found.begin(), found.end(), [](const JsonValue* tool) {
    return tool->kind == JsonValue::Kind::kObject && !textOf(*tool, "name").empty();
  });
  return areTools ? std::optional(std::move(found)) : std::nullopt;
}

}  // namespace

Result<std::vector<ToolAudit>> auditDefinitions(std::string_view text, const std::string& name,
                                                int64_t maxLimit) {
  const SourceFile file(name, name, std::string(text));
  const JsonDocument document = readJson(file.text());
  if (document.error) {
    const Position position = file.position(document.error->offset);
    return Error{
        fmt::format("{}:{}:{}: {}", name, position.line, position.column, document.error->message)};
  }
  const std::optional<std::vector<const JsonValue*>> tools = toolsOf(document.value);
  if (!tools) {
    return Error{
        fmt::format("`{}` holds no tool definitions: a `tools/list` answer, an array of "
                    "tools or one tool, each with a `name`",
                    name)};
  }
  std::vector<ToolAudit> rows;
  for (const JsonValue* tool : *tools) {
    rows.push_back(DefinitionReader(*tool, maxLimit).read());
  }
  return rows;
}

}  // namespace envelint
