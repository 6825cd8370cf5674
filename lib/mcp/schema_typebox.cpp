// TypeBox. Source: the builders of @sinclair/typebox 0.34 and typebox 1.0; every builder takes an
// options object last, whose keys are those of JSON Schema.

#include <algorithm>

#include "mcp/schema_reader.h"

namespace envelint {
namespace {

constexpr SchemaDialect kDialect = SchemaDialect::kTypeBox;

enum class Form : uint8_t {
  kNumber,
  kString,
  kBoolean,
  kAny,
  kNothing,
  kArray,
  kObject,
  kMap,
  kLiteral,
  kEnum,
  kUnion,
  kIntersect,
  kOptional,
  kRequired,  ///< makes all properties required
  kPartial,   ///< makes all properties optional
  kPick,
  kOmit,
  kKeyof,
  kSame,    ///< the schema given, unchanged
  kUnsafe,  ///< a JSON Schema given
};

struct Builder {
  std::string_view name;
  Form form;
  uint32_t options;  ///< position of the options object
};

constexpr Builder kBuilders[] = {
    {"Number", Form::kNumber, 0},
    {"Integer", Form::kNumber, 0},
    {"BigInt", Form::kNumber, 0},
    {"String", Form::kString, 0},
    {"RegExp", Form::kString, 1},
    {"TemplateLiteral", Form::kString, 1},
    {"Date", Form::kString, 0},
    {"Boolean", Form::kBoolean, 0},
    {"Any", Form::kAny, 0},
    {"Unknown", Form::kAny, 0},
    {"Null", Form::kNothing, 0},
    {"Undefined", Form::kNothing, 0},
    {"Void", Form::kNothing, 0},
    {"Never", Form::kNothing, 0},
    {"Array", Form::kArray, 1},
    {"Tuple", Form::kArray, 1},
    {"Object", Form::kObject, 1},
    {"Record", Form::kMap, 2},
    {"Literal", Form::kLiteral, 1},
    {"Enum", Form::kEnum, 1},
    {"Union", Form::kUnion, 1},
    {"UnionEnum", Form::kUnion, 1},
    {"Intersect", Form::kIntersect, 1},
    {"Composite", Form::kIntersect, 1},
    {"Evaluate", Form::kSame, 1},
    {"Optional", Form::kOptional, 1},
    {"ReadonlyOptional", Form::kOptional, 1},
    {"Readonly", Form::kSame, 1},
    {"Recursive", Form::kSame, 1},
    {"Transform", Form::kSame, 1},
    {"Decode", Form::kSame, 1},
    {"Refine", Form::kSame, 1},
    {"Required", Form::kRequired, 1},
    {"Partial", Form::kPartial, 1},
    {"Pick", Form::kPick, 2},
    {"Omit", Form::kOmit, 2},
    {"KeyOf", Form::kKeyof, 1},
    {"Unsafe", Form::kUnsafe, 1},
};

/// An object with some properties left out, or with others required.
SchemaFacts buildChanged(SchemaReader& reader, Form form, const SchemaCall& call) {
  SchemaFacts facts = reader.read(call.argument(0));
  if (form == Form::kPick || form == Form::kOmit) {
    // The keys may also be a union of literals, which isn't read.
    reader.selectProperties(facts, call.argument(1), form == Form::kPick);
  } else {
    reader.requireProperties(facts, nullptr, form == Form::kRequired);
  }
  return facts;
}

/// One branch a form, so longer than a screen.
SchemaFacts buildForm(SchemaReader& reader, Form form, const SchemaCall& call) {
  switch (form) {
    case Form::kNumber:
      return factsOf(kDialect, ParameterType::kNumber);
    case Form::kString:
      return factsOf(kDialect, ParameterType::kString);
    case Form::kBoolean:
      return factsOf(kDialect, ParameterType::kBoolean);
    case Form::kAny:
      return anyFacts(kDialect);
    case Form::kNothing:
      return nothingFacts(kDialect);
    case Form::kArray:
      return factsOf(kDialect, ParameterType::kArray);
    case Form::kObject:
      return call.count() == 0 ? factsOf(kDialect, ParameterType::kObject)
                               : reader.readObject(kDialect, call.argument(0));
    case Form::kMap: {
      SchemaFacts facts = factsOf(kDialect, ParameterType::kObject);
      facts.parameter.nestedOpen = true;
      return facts;
    }
    case Form::kLiteral:
      return call.argument(0) == nullptr
                 ? factsOf(kDialect, ParameterType::kEnum)
                 : literalFacts(reader.evaluator(), kDialect, {call.argument(0)});
    case Form::kEnum:
      return reader.readLiterals(kDialect, call.argument(0));
    case Form::kUnion:
      return call.argument(0) == nullptr ? SchemaFacts{}
                                         : joinFacts(reader.readElements(call.argument(0)));
    case Form::kIntersect:
      return reader.readIntersection(call.argument(0));
    case Form::kOptional: {
      SchemaFacts facts = reader.read(call.argument(0));
      facts.parameter.required = false;
      return facts;
    }
    case Form::kRequired:
    case Form::kPartial:
    case Form::kPick:
    case Form::kOmit:
      return buildChanged(reader, form, call);
    case Form::kKeyof:
      return factsOf(kDialect, ParameterType::kEnum);
    case Form::kSame:
      return reader.read(call.argument(0));
    case Form::kUnsafe:
      return reader.read(call.argument(0), EntryNotation::kJson);
  }
  return {};
}

}  // namespace

SchemaFacts buildTypeBox(SchemaReader& reader, std::string_view name, const SchemaCall& call) {
  const auto builder = std::find_if(std::begin(kBuilders), std::end(kBuilders),
                                    [&](const Builder& row) { return row.name == name; });
  if (builder == std::end(kBuilders)) {
    return {};
  }
  SchemaFacts facts = buildForm(reader, builder->form, call);
  if (!facts.known) {
    return facts;
  }
  if (name == "Null") {
    facts.parameter.nullable = true;
  } else if (name == "Undefined" || name == "Void") {
    facts.parameter.required = false;
  }
  const bool required = facts.parameter.required;
  const Value* options = call.argument(builder->options);
  if (options != nullptr && builder->form != Form::kUnsafe) {
    applyJsonKeywords(reader, facts, options);
    const PropertyLookup pattern = reader.evaluator().lookup(options, "pattern");
    if (builder->form == Form::kString && pattern.presence == PropertyLookup::Presence::kPresent) {
      applyUnknownRestriction(facts);
    }
    // A default is an annotation here: TypeBox's validation still wants the value.
    facts.parameter.required = required;
  }
  return facts;
}

}  // namespace envelint
