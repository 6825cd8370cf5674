#include "mcp/schema.h"

#include <algorithm>

#include "frontend/frontend.h"
#include "mcp/schema_reader.h"

namespace envelint {
namespace {

/// The facts of an input schema, which is an object: of several alternatives those that are none
/// say as little as unreadable ones.
SchemaFacts readInput(Evaluator& evaluator, const Value* schema) {
  SchemaReader reader(evaluator);
  if (!schema->is(ValueKind::kUnion)) {
    return reader.read(schema);
  }
  std::vector<SchemaFacts> alternatives;
  for (const Value* option : schema->options) {
    if (!option->isNullish() && !option->is(ValueKind::kBoolean)) {
      const SchemaFacts facts = reader.read(option);
      alternatives.push_back(facts.isObject() ? facts : SchemaFacts{});
    }
  }
  return joinFacts(alternatives);
}

/// What is read as JSON Schema is written in other ways in C++.
void nameCppDialects(std::vector<SchemaParameter>& parameters) {
  for (SchemaParameter& parameter : parameters) {
    parameter.dialect = cppDialect(parameter.definition, parameter.dialect);
    for (SchemaParameter& nested : parameter.nested) {
      nested.dialect = cppDialect(nested.definition, nested.dialect);
    }
  }
}

}  // namespace

SchemaDialect cppDialect(const CodePlace& place, SchemaDialect otherwise) {
  if (place.file == nullptr || !isCppFile(place.file->path())) {
    return otherwise;
  }
  std::string_view text = place.file->text(place.range);
  text.remove_prefix(std::min(text.size(), text.find('{')));
  const auto follows = [&](char wanted) {
    const size_t at = text.find_first_not_of(" \t\r\n", 1);
    return at != std::string_view::npos && text[at] == wanted;
  };
  if (text.empty()) {
    return SchemaDialect::kCpp;
  }
  return follows('{')   ? SchemaDialect::kNlohmann
         : follows('"') ? SchemaDialect::kJsonText
                        : SchemaDialect::kCpp;
}

InputSchema readSchema(Evaluator& evaluator, const Value* schema) {
  InputSchema result;
  if (schema == nullptr) {
    return result;
  }
  result.place = placeOf(schema->site);
  SchemaFacts facts = readInput(evaluator, schema);
  if (!facts.isObject()) {
    return result;
  }
  result.known = true;
  result.open = facts.parameter.nestedOpen;
  result.dialect = cppDialect(result.place, facts.parameter.dialect);
  result.parameters = std::move(facts.parameter.nested);
  if (schema->site && schema->site.module->isCpp()) {
    nameCppDialects(result.parameters);
  }
  return result;
}

SchemaParameter readParameter(Evaluator& evaluator, std::string name, const Value* schema) {
  SchemaParameter parameter;
  if (schema != nullptr) {
    const SchemaFacts facts = SchemaReader(evaluator).read(schema);
    if (facts.known) {
      parameter = facts.parameter;
    }
    parameter.definition = placeOf(schema->site);
  }
  parameter.name = std::move(name);
  return parameter;
}

bool looksLikeSchema(Evaluator& evaluator, const Value* value) {
  if (value == nullptr) {
    return false;
  }
  const SchemaFacts facts = SchemaReader(evaluator).read(value);
  // An empty object says nothing, and neither does a union of nothing.
  const bool empty = facts.isShape && facts.parameter.nested.empty();
  return facts.known && !empty && facts.parameter.dialect != SchemaDialect::kNone;
}

bool describesArray(Evaluator& evaluator, const Value* schema) {
  if (schema == nullptr) {
    return false;
  }
  const SchemaFacts facts = SchemaReader(evaluator).read(schema);
  return facts.known && facts.parameter.type == ParameterType::kArray;
}

}  // namespace envelint
