// A tool made by a chain of calls is lowered as the definition object that the chain builds:
//
//   mcp::tool_builder("list_films").with_description("…").with_number_param("limit", "…", false)
//   => {name, description, inputSchema: {type: "object", properties: {limit: {type: "number"}}}}

#include <algorithm>
#include <array>

#include "frontend/cpp/lowering.h"

namespace envelint::cpp {
namespace {

/// `with_number_param`, `addNumberParam`: the type is a word of the name.
std::string_view parameterType(std::string_view method) {
  struct Row {
    std::string_view word;
    std::string_view type;
  };
  static constexpr auto kRows = std::to_array<Row>({
      {"string_param", "string"},
      {"number_param", "number"},
      {"integer_param", "integer"},
      {"int_param", "integer"},
      {"boolean_param", "boolean"},
      {"bool_param", "boolean"},
      {"array_param", "array"},
      {"object_param", "object"},
  });
  for (const Row& row : kRows) {
    if (method.ends_with(row.word)) {
      return row.type;
    }
  }
  return {};
}

}  // namespace

ExprId Lowering::toolBuilder(const Node& node) {
  struct Link {
    std::string_view method;
    const Node* arguments;
  };
  std::vector<Link> links;
  const Node* at = &node;
  const Node* root = nullptr;
  while (at != nullptr && at->is("call_expression") && links.size() < 200) {
    const Node* callee = at->in("function");
    if (callee == nullptr) {
      return {};
    }
    if (callee->is("field_expression")) {
      const Node* field = callee->in("field");
      if (field == nullptr) {
        return {};
      }
      links.push_back({textOf(*field), at->in("arguments")});
      at = callee->in("argument");
      continue;
    }
    const std::string_view name = lastPart(textOf(*callee));
    root = name == "tool_builder" || name == "ToolBuilder" ? at->in("arguments") : nullptr;
    break;
  }
  const Node* name = root != nullptr ? root->named(0) : nullptr;
  if (name == nullptr || links.empty()) {
    return {};
  }
  const auto property = [&](std::string_view key, Range range, ExprId value) {
    Property result;
    result.key = key;
    result.keyRange = range;
    result.range = range;
    result.value = value;
    return result;
  };
  const auto text = [&](Range range, std::string_view value) {
    return module_.add(range, StringLiteral{value});
  };
  std::vector<Property> definition{property("name", name->range(), lower(*name))};
  std::vector<Property> parameters;
  std::vector<ExprId> required;
  for (auto it = links.rbegin(); it != links.rend(); ++it) {
    const Node* first = it->arguments != nullptr ? it->arguments->named(0) : nullptr;
    if (first == nullptr) {
      continue;
    }
    if (it->method.ends_with("description")) {
      definition.push_back(property("description", first->range(), lower(*first)));
      continue;
    }
    const std::string_view type = parameterType(it->method);
    const std::optional<std::string> key = stringValue(*first);
    if (type.empty() || !key.has_value()) {
      continue;
    }
    std::vector<Property> schema{property("type", first->range(), text(first->range(), type))};
    bool isRequired = true;
    uint32_t position = 0;
    for (const Node& argument : it->arguments->children()) {
      if (!argument.isNamed) {
        continue;
      }
      if (position++ == 1) {
        schema.push_back(property("description", argument.range(), lower(argument)));
      }
      isRequired = argument.is("false") ? false : isRequired;
    }
    const std::string_view keyText = intern(*key);
    parameters.push_back(
        property(keyText, first->range(),
                 module_.add(it->arguments->range(), ObjectExpr{module_.list(schema)})));
    if (isRequired) {
      required.push_back(text(first->range(), keyText));
    }
  }
  const Range whole = node.range();
  const std::vector<Property> schema{
      property("type", whole, text(whole, "object")),
      property("properties", whole, module_.add(whole, ObjectExpr{module_.list(parameters)})),
      property("required", whole, module_.add(whole, ArrayExpr{module_.list(required)})),
  };
  definition.push_back(
      property("inputSchema", whole, module_.add(whole, ObjectExpr{module_.list(schema)})));
  return module_.add(whole, ObjectExpr{module_.list(definition)});
}

}  // namespace envelint::cpp
