// JSON Schema as an object literal. Source of the keywords: JSON Schema 2020-12 and draft 7;
// `nullable` is OpenAPI's, a boolean `exclusiveMaximum` draft 4's.

#include <algorithm>

#include "mcp/schema_reader.h"

namespace envelint {
namespace {

constexpr SchemaDialect kDialect = SchemaDialect::kJsonSchema;

struct JsonType {
  std::string_view name;
  ParameterType type;
};
constexpr JsonType kTypes[] = {
    {"number", ParameterType::kNumber}, {"integer", ParameterType::kNumber},
    {"string", ParameterType::kString}, {"boolean", ParameterType::kBoolean},
    {"array", ParameterType::kArray},   {"object", ParameterType::kObject},
};

const JsonType* findType(std::string_view name) {
  const auto found = std::find_if(std::begin(kTypes), std::end(kTypes),
                                  [&](const JsonType& row) { return row.name == name; });
  return found == std::end(kTypes) ? nullptr : &*found;
}

/// A keyword's value; null when the object provably hasn't it.
const Value* keyword(Evaluator& evaluator, const Value* object, std::string_view key) {
  const PropertyLookup found = evaluator.lookup(object, key);
  const bool absent = found.presence == PropertyLookup::Presence::kAbsent ||
                      found.value == nullptr || found.value->isNullish();
  return absent ? nullptr : found.value;
}

/// A keyword that is there for certain; what an unknown spread may bring is left out.
const Value* knownKeyword(Evaluator& evaluator, const Value* object, std::string_view key) {
  const PropertyLookup found = evaluator.lookup(object, key);
  const Value* value = keyword(evaluator, object, key);
  const bool guessed =
      found.presence != PropertyLookup::Presence::kPresent && value != nullptr &&
      (value->isUnknown() || value->is(ValueKind::kMember) || value->is(ValueKind::kUnion));
  if (!guessed) {
    return value;
  }
  // What the literal itself says, although a spread may replace it.
  for (const KnownProperty& property : evaluator.properties(object).properties) {
    if (property.key == key) {
      return evaluator.valueOf(property);
    }
  }
  return nullptr;
}

/// Where the value of a property stands.
CodePlace valuePlace(Evaluator& evaluator, const Value* object, std::string_view key) {
  for (const KnownProperty& property : evaluator.properties(object).properties) {
    if (property.key == key && property.value) {
      return placeOf(property.value);
    }
  }
  return {};
}

/// The names in `type: "integer"` or `type: ["integer", "null"]`; empty when it isn't constant.
std::vector<std::string_view> typeNames(Evaluator& evaluator, const Value* type) {
  std::vector<std::string_view> names;
  // Of alternatives those that are known count: `{type: "integer", ...unknown}` says integer.
  for (const Value* option : evaluator.alternatives(type)) {
    if (option->is(ValueKind::kArray)) {
      bool open = false;
      for (const Value* element : evaluator.elements(option, &open)) {
        names.push_back(evaluator.constantText(element));
      }
    } else if (const std::string_view name = evaluator.constantText(option); !name.empty()) {
      names.push_back(name);
    }
  }
  return names;
}

SchemaFacts factsOfTypes(const std::vector<std::string_view>& names) {
  std::vector<SchemaFacts> alternatives;
  for (std::string_view name : names) {
    const JsonType* row = findType(name);
    SchemaFacts facts = row == nullptr ? nothingFacts(kDialect) : factsOf(kDialect, row->type);
    facts.parameter.nullable = name == "null";
    alternatives.push_back(std::move(facts));
  }
  return joinFacts(alternatives);
}

void applyTextKeywords(Evaluator& evaluator, SchemaFacts& facts, const Value* object) {
  if (facts.parameter.type == ParameterType::kString &&
      (keyword(evaluator, object, "pattern") != nullptr ||
       keyword(evaluator, object, "format") != nullptr)) {
    applyUnknownRestriction(facts);
  }
}

/// `enum` and `const` replace what the type alone would admit.
void applyLiterals(Evaluator& evaluator, SchemaFacts& facts, const Value* object) {
  std::vector<const Value*> literals;
  if (const Value* values = knownKeyword(evaluator, object, "enum")) {
    bool open = false;
    literals = evaluator.elements(values, &open);
    if (open || literals.empty()) {
      facts.parameter.type = ParameterType::kEnum;
      facts.parameter.maximum.reset();
      return;
    }
  } else if (const Value* value = knownKeyword(evaluator, object, "const")) {
    literals.push_back(value);
  } else {
    return;
  }
  const SchemaFacts literal = literalFacts(evaluator, kDialect, literals);
  facts.parameter.type = literal.parameter.type;
  facts.parameter.maximum = literal.parameter.maximum;
  facts.parameter.minimum = literal.parameter.minimum;
  facts.parameter.nullable = literal.parameter.nullable;
}

/// `required: ["a"]` of an object with properties.
void applyRequired(SchemaReader& reader, SchemaFacts& facts, const Value* object) {
  const Value* required = keyword(reader.evaluator(), object, "required");
  if (required == nullptr) {
    for (SchemaParameter& parameter : facts.parameter.nested) {
      parameter.required = false;
    }
    return;
  }
  const std::optional<std::vector<std::string_view>> names = reader.readKeys(required);
  if (!names.has_value()) {
    return;
  }
  for (SchemaParameter& parameter : facts.parameter.nested) {
    parameter.required = std::find(names->begin(), names->end(), parameter.name) != names->end();
  }
}

/// Custom notations put a flag beside the type: `{type: "number", required: true}`.
void applyFlags(Evaluator& evaluator, SchemaFacts& facts, const Value* object) {
  const Value* required = keyword(evaluator, object, "required");
  const Value* optional = keyword(evaluator, object, "optional");
  if (required != nullptr && required->is(ValueKind::kBoolean)) {
    facts.parameter.required = !required->isConstant || required->boolean;
  } else if (optional != nullptr && optional->is(ValueKind::kBoolean)) {
    facts.parameter.required = optional->isConstant && !optional->boolean;
  }
  const Value* nullable = keyword(evaluator, object, "nullable");
  if (nullable != nullptr && nullable->is(ValueKind::kBoolean) && nullable->boolean) {
    facts.parameter.nullable = true;
  }
}

void applyProperties(SchemaReader& reader, SchemaFacts& facts, const Value* object) {
  const Value* properties = knownKeyword(reader.evaluator(), object, "properties");
  if (properties == nullptr) {
    // An unknown spread may bring some.
    facts.parameter.nestedOpen = facts.parameter.nestedOpen ||
                                 (facts.isObject() && facts.parameter.nested.empty() &&
                                  keyword(reader.evaluator(), object, "properties") != nullptr);
    return;
  }
  facts.parameter.type = ParameterType::kObject;
  facts.parameter.maximum.reset();
  const SchemaFacts shape = reader.readExpectedShape(properties, EntryNotation::kJson);
  if (!shape.known) {
    facts.parameter.nestedOpen = true;
    return;
  }
  extendObject(facts, shape);
  applyRequired(reader, facts, object);
}

void applyCombinators(SchemaReader& reader, SchemaFacts& facts, const Value* object) {
  for (std::string_view key : {std::string_view("anyOf"), std::string_view("oneOf")}) {
    if (const Value* options = knownKeyword(reader.evaluator(), object, key)) {
      facts = intersectFacts(facts, joinFacts(reader.readElements(options, EntryNotation::kJson)));
    }
  }
  if (const Value* parts = knownKeyword(reader.evaluator(), object, "allOf")) {
    for (const SchemaFacts& part : reader.readElements(parts, EntryNotation::kJson)) {
      facts = intersectFacts(facts, part);
    }
  }
}

/// `$ref: "#/$defs/Limit"`, looked up in the schema around; not known for anything else.
SchemaFacts readReference(SchemaReader& reader, const Value* reference) {
  std::string_view text = reader.evaluator().constantText(reference);
  const Value* target = reader.jsonRoot();
  if (target == nullptr || !text.starts_with("#/")) {
    return {};
  }
  text.remove_prefix(2);
  while (!text.empty()) {
    const size_t slash = text.find('/');
    target = reader.evaluator().member(target, text.substr(0, slash));
    text = slash == text.npos ? std::string_view() : text.substr(slash + 1);
  }
  return reader.read(target, EntryNotation::kJson);
}

}  // namespace

SchemaFacts readJsonBase(SchemaReader& reader, const Value* object) {
  const auto* literal = object->site.as<ObjectExpr>();
  if (!object->is(ValueKind::kObject) || literal == nullptr) {
    return {};
  }
  for (const Property& property : literal->properties) {
    if (property.kind != PropertyKind::kSpread) {
      continue;
    }
    const Value* spread =
        reader.evaluator().valueOf(object->site.with(property.value), object->frame);
    if (spread->is(ValueKind::kCall) || spread->is(ValueKind::kMember)) {
      SchemaFacts facts = reader.read(spread);
      if (facts.known && !facts.isShape) {
        return facts;
      }
    }
  }
  return {};
}

bool isJsonSchema(Evaluator& evaluator, const Value* object) {
  if (const Value* type = knownKeyword(evaluator, object, "type")) {
    const std::vector<std::string_view> names = typeNames(evaluator, type);
    if (!names.empty() && (findType(names[0]) != nullptr || names[0] == "null")) {
      return true;
    }
  }
  // A raw shape may have parameters of these names, whose values are schemas of a library.
  for (std::string_view key : {std::string_view("anyOf"), std::string_view("oneOf"),
                               std::string_view("allOf"), std::string_view("enum")}) {
    const Value* list = knownKeyword(evaluator, object, key);
    if (list != nullptr && list->is(ValueKind::kArray)) {
      return true;
    }
  }
  const Value* reference = knownKeyword(evaluator, object, "$ref");
  if (reference != nullptr && reference->is(ValueKind::kString)) {
    return true;
  }
  const Value* dialect = knownKeyword(evaluator, object, "$schema");
  if (dialect != nullptr && dialect->is(ValueKind::kString)) {
    return true;
  }
  const Value* properties = keyword(evaluator, object, "properties");
  if (properties == nullptr || !properties->is(ValueKind::kObject)) {
    return false;
  }
  // `{properties: {type: "object"}}` declares a parameter called properties.
  const Value* inner = knownKeyword(evaluator, properties, "type");
  return inner == nullptr || !inner->is(ValueKind::kString);
}

void applyJsonKeywords(SchemaReader& reader, SchemaFacts& facts, const Value* object) {
  Evaluator& evaluator = reader.evaluator();
  if (object == nullptr) {
    return;
  }
  if (const Value* maximum = keyword(evaluator, object, "maximum")) {
    const Value* exclusive = keyword(evaluator, object, "exclusiveMaximum");
    const bool excluded = exclusive != nullptr && exclusive->is(ValueKind::kBoolean) &&
                          exclusive->isConstant && exclusive->boolean;
    const std::optional<double> bound = upperBound(evaluator, maximum);
    if (excluded) {
      applyBelow(facts, bound);
    } else {
      applyMaximum(facts, bound);
    }
  }
  if (const Value* below = keyword(evaluator, object, "exclusiveMaximum")) {
    if (!below->is(ValueKind::kBoolean)) {
      applyBelow(facts, upperBound(evaluator, below));
    }
  }
  for (std::string_view key : {std::string_view("minimum"), std::string_view("exclusiveMinimum")}) {
    if (const Value* minimum = keyword(evaluator, object, key)) {
      applyMinimum(facts, lowerBound(evaluator, minimum));
    }
  }
  if (const Value* value = knownKeyword(evaluator, object, "default")) {
    reader.applyDefault(facts, value, valuePlace(evaluator, object, "default"));
  }
  reader.applyMetadata(facts, object);
}

SchemaFacts readJsonSchema(SchemaReader& reader, const Value* object) {
  Evaluator& evaluator = reader.evaluator();
  const Value* outerRoot = reader.jsonRoot();
  if (outerRoot == nullptr) {
    reader.setJsonRoot(object);
  }
  SchemaFacts facts = readJsonBase(reader, object);
  const Value* type = knownKeyword(evaluator, object, "type");
  const Value* reference = knownKeyword(evaluator, object, "$ref");
  if (type != nullptr && reader.read(type).known) {
    // The legacy form of mcp-framework: `{type: z.number(), description}`.
    facts = reader.read(type);
  } else if (!facts.known) {
    std::vector<std::string_view> names;
    if (type != nullptr) {
      names = typeNames(evaluator, type);
    }
    facts = names.empty() ? anyFacts(kDialect) : factsOfTypes(names);
    if (names.empty() && keyword(evaluator, object, "type") != nullptr) {
      applyUnknownRestriction(facts);
    }
  }
  if (reference != nullptr) {
    facts = intersectFacts(facts, readReference(reader, reference));
  }
  applyTextKeywords(evaluator, facts, object);
  applyLiterals(evaluator, facts, object);
  applyProperties(reader, facts, object);
  applyCombinators(reader, facts, object);
  applyJsonKeywords(reader, facts, object);
  applyFlags(evaluator, facts, object);
  facts.known = true;
  facts.isShape = false;
  reader.setJsonRoot(outerRoot);
  return facts;
}

}  // namespace envelint
