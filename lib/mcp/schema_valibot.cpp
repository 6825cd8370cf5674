// Valibot: everything is a function, and `pipe(schema, action, ...)` chains. Source: the exports of
// valibot 1.1.

#include <algorithm>

#include "mcp/schema_reader.h"

namespace envelint {
namespace {

constexpr SchemaDialect kDialect = SchemaDialect::kValibot;

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
  kTagged,  ///< a union whose options are the second argument
  kIntersect,
  kOptional,
  kNullable,
  kNullish,
  kNonOptional,
  kFallback,
  kPartial,
  kRequired,
  kPick,
  kOmit,
  kKeyof,
  kLazy,
  kPipe,
  kSame,
  kOpaque,
};

struct Builder {
  std::string_view name;
  Form form;
};

// Names that end in `Async` are looked up without it.
constexpr Builder kBuilders[] = {
    {"number", Form::kNumber},
    {"bigint", Form::kNumber},
    {"string", Form::kString},
    {"boolean", Form::kBoolean},
    {"any", Form::kAny},
    {"unknown", Form::kAny},
    {"null", Form::kNothing},
    {"null_", Form::kNothing},
    {"undefined", Form::kNothing},
    {"undefined_", Form::kNothing},
    {"void", Form::kNothing},
    {"void_", Form::kNothing},
    {"never", Form::kNothing},
    {"array", Form::kArray},
    {"tuple", Form::kArray},
    {"looseTuple", Form::kArray},
    {"strictTuple", Form::kArray},
    {"set", Form::kArray},
    {"object", Form::kObject},
    {"strictObject", Form::kObject},
    {"looseObject", Form::kObject},
    {"objectWithRest", Form::kObject},
    {"record", Form::kMap},
    {"map", Form::kMap},
    {"literal", Form::kLiteral},
    {"picklist", Form::kEnum},
    {"enum", Form::kEnum},
    {"enum_", Form::kEnum},
    {"union", Form::kUnion},
    {"variant", Form::kTagged},
    {"intersect", Form::kIntersect},
    {"optional", Form::kOptional},
    {"exactOptional", Form::kOptional},
    {"undefinedable", Form::kOptional},
    {"nullable", Form::kNullable},
    {"nullish", Form::kNullish},
    {"nonOptional", Form::kNonOptional},
    {"nonNullish", Form::kNonOptional},
    {"unwrap", Form::kNonOptional},
    {"fallback", Form::kFallback},
    {"partial", Form::kPartial},
    {"required", Form::kRequired},
    {"pick", Form::kPick},
    {"omit", Form::kOmit},
    {"keyof", Form::kKeyof},
    {"lazy", Form::kLazy},
    {"pipe", Form::kPipe},
    {"config", Form::kSame},
    {"cache", Form::kSame},
    {"message", Form::kSame},
    {"nonNullable", Form::kSame},
    {"custom", Form::kOpaque},
    {"instance", Form::kOpaque},
    {"date", Form::kOpaque},
    {"file", Form::kOpaque},
    {"blob", Form::kOpaque},
};

/// What an action of a pipe does to the schema before it.
enum class Action : uint8_t {
  kKeep,
  kMaximum,
  kBelow,
  kMinimum,
  kValues,  ///< `values([10, 20])`: one of these
  kValue,
  kText,
  kCheck,
  kTransform,
  kToNumber,
  kDescription,
  kMetadata,
};

struct ActionRow {
  std::string_view name;
  Action action;
};

constexpr ActionRow kActions[] = {
    {"maxValue", Action::kMaximum},  {"toMaxValue", Action::kMaximum},
    {"ltValue", Action::kBelow},     {"minValue", Action::kMinimum},
    {"gtValue", Action::kMinimum},   {"toMinValue", Action::kMinimum},
    {"values", Action::kValues},     {"value", Action::kValue},
    {"integer", Action::kKeep},      {"safeInteger", Action::kKeep},
    {"finite", Action::kKeep},       {"multipleOf", Action::kKeep},
    {"notValue", Action::kKeep},     {"notValues", Action::kKeep},
    {"minLength", Action::kKeep},    {"maxLength", Action::kKeep},
    {"nonEmpty", Action::kKeep},     {"trim", Action::kKeep},
    {"toLowerCase", Action::kKeep},  {"toUpperCase", Action::kKeep},
    {"brand", Action::kKeep},        {"readonly", Action::kKeep},
    {"title", Action::kKeep},        {"examples", Action::kKeep},
    {"flavor", Action::kKeep},       {"regex", Action::kText},
    {"email", Action::kText},        {"url", Action::kText},
    {"uuid", Action::kText},         {"isoDate", Action::kText},
    {"isoTimestamp", Action::kText}, {"isoDateTime", Action::kText},
    {"digits", Action::kText},       {"decimal", Action::kText},
    {"length", Action::kText},       {"startsWith", Action::kText},
    {"check", Action::kCheck},       {"transform", Action::kTransform},
    {"toNumber", Action::kToNumber}, {"description", Action::kDescription},
    {"metadata", Action::kMetadata},
};

std::string_view withoutAsync(std::string_view name) {
  return name.size() > 5 && name.ends_with("Async") ? name.substr(0, name.size() - 5) : name;
}

const Builder* findBuilder(std::string_view name) {
  name = withoutAsync(name);
  const auto found = std::find_if(std::begin(kBuilders), std::end(kBuilders),
                                  [&](const Builder& row) { return row.name == name; });
  return found == std::end(kBuilders) ? nullptr : &*found;
}

void applyLiterals(Evaluator& evaluator, SchemaFacts& facts,
                   const std::vector<const Value*>& literals) {
  const SchemaFacts literal = literalFacts(evaluator, kDialect, literals);
  applyMaximum(facts, literal.parameter.maximum);
}

/// One branch an action, so longer than a screen.
void applyAction(SchemaReader& reader, SchemaFacts& facts, Action action, const SchemaCall& call) {
  Evaluator& evaluator = reader.evaluator();
  const bool isNumber = facts.parameter.type == ParameterType::kNumber;
  const Value* argument = call.argument(0);
  switch (action) {
    case Action::kKeep:
      break;
    case Action::kMaximum:
      if (isNumber) {
        applyMaximum(facts, upperBound(evaluator, argument));
      }
      break;
    case Action::kBelow:
      if (isNumber) {
        applyBelow(facts, upperBound(evaluator, argument));
      }
      break;
    case Action::kMinimum:
      if (isNumber) {
        applyMinimum(facts, lowerBound(evaluator, argument));
      }
      break;
    case Action::kValue:
      if (argument != nullptr) {
        applyLiterals(evaluator, facts, {argument});
      }
      break;
    case Action::kValues: {
      bool open = argument == nullptr;
      const std::vector<const Value*> values =
          open ? std::vector<const Value*>{} : evaluator.elements(argument, &open);
      if (open || values.empty()) {
        applyUnknownRestriction(facts);
      } else {
        applyLiterals(evaluator, facts, values);
      }
      break;
    }
    case Action::kText:
      applyUnknownRestriction(facts);
      break;
    case Action::kCheck:
      reader.applyPredicate(facts, argument);
      break;
    case Action::kTransform:
      if (!facts.isObject()) {
        reader.applyTransform(facts, argument);
      }
      break;
    case Action::kToNumber:
      facts.parameter.type = ParameterType::kNumber;
      break;
    case Action::kDescription:
      reader.applyDescription(facts, argument);
      break;
    case Action::kMetadata:
      reader.applyMetadata(facts, argument);
      break;
  }
}

/// The bounds of a schema further down a pipe count, the first one says whether a value is needed.
SchemaFacts continuePipe(const SchemaFacts& first, SchemaFacts next) {
  if (first.parameter.type == next.parameter.type && first.parameter.maximum.has_value()) {
    applyMaximum(next, first.parameter.maximum);
  }
  next.parameter.required = first.parameter.required;
  next.parameter.nullable = first.parameter.nullable;
  next.parameter.hasDefault = first.parameter.hasDefault;
  next.parameter.defaultNumber = first.parameter.defaultNumber;
  next.parameter.defaultPlace = first.parameter.defaultPlace;
  if (next.parameter.description.empty()) {
    next.parameter.description = first.parameter.description;
  }
  return next;
}

SchemaFacts buildPipe(SchemaReader& reader, const SchemaCall& call) {
  SchemaFacts facts = reader.read(call.argument(0));
  for (uint32_t i = 1; facts.known && i < call.count(); ++i) {
    const Value* part = call.argument(i);
    if (part == nullptr || !part->is(ValueKind::kCall)) {
      applyUnknownRestriction(facts);
      continue;
    }
    const std::string_view name = withoutAsync(part->text);
    const auto row = std::find_if(std::begin(kActions), std::end(kActions),
                                  [&](const ActionRow& action) { return action.name == name; });
    if (row != std::end(kActions)) {
      applyAction(reader, facts, row->action, SchemaCall(reader.evaluator(), part));
      continue;
    }
    const SchemaFacts next = reader.read(part);
    if (next.known) {
      facts = continuePipe(facts, next);
    } else {
      applyUnknownRestriction(facts);
    }
  }
  return facts;
}

/// An object with some properties left out, or with others required.
SchemaFacts buildChanged(SchemaReader& reader, Form form, const SchemaCall& call) {
  SchemaFacts facts = reader.read(call.argument(0));
  if (form == Form::kPick || form == Form::kOmit) {
    reader.selectProperties(facts, call.argument(1), form == Form::kPick);
  } else {
    reader.requireProperties(facts, call.argument(1), form == Form::kRequired);
  }
  return facts;
}

/// `optional(schema, default)` and its relatives.
SchemaFacts buildWrapped(SchemaReader& reader, Form form, const SchemaCall& call) {
  SchemaFacts facts = reader.read(call.argument(0));
  SchemaParameter& parameter = facts.parameter;
  if (form == Form::kOptional || form == Form::kNullish) {
    parameter.required = false;
  }
  if (form == Form::kNullable || form == Form::kNullish) {
    parameter.nullable = true;
  }
  if (form == Form::kNonOptional) {
    parameter.required = true;
  } else if (call.count() > 1) {
    const bool required = parameter.required;
    reader.applyDefault(facts, call.argument(1), call.place(1));
    // A nullable's default stands for null, a fallback for anything wrong: an absent value too.
    parameter.required = form == Form::kNullable && required;
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
      return reader.readObject(kDialect, call.argument(0));
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
    case Form::kTagged: {
      const Value* options = call.argument(form == Form::kTagged ? 1 : 0);
      return options == nullptr ? SchemaFacts{} : joinFacts(reader.readElements(options));
    }
    case Form::kIntersect:
      return reader.readIntersection(call.argument(0));
    case Form::kOptional:
    case Form::kNullable:
    case Form::kNullish:
    case Form::kNonOptional:
    case Form::kFallback:
      return buildWrapped(reader, form, call);
    case Form::kPartial:
    case Form::kRequired:
    case Form::kPick:
    case Form::kOmit:
      return buildChanged(reader, form, call);
    case Form::kKeyof:
      return factsOf(kDialect, ParameterType::kEnum);
    case Form::kLazy:
      return reader.readResult(call.argument(0));
    case Form::kPipe:
      return buildPipe(reader, call);
    case Form::kSame:
      return reader.read(call.argument(0));
    case Form::kOpaque:
      return factsOf(kDialect, ParameterType::kUnknown);
  }
  return {};
}

}  // namespace

SchemaFacts buildValibot(SchemaReader& reader, std::string_view name, const SchemaCall& call) {
  const Builder* builder = findBuilder(name);
  if (builder == nullptr) {
    return {};
  }
  SchemaFacts facts = buildForm(reader, builder->form, call);
  if (name.starts_with("null")) {
    facts.parameter.nullable = true;
  } else if (name.starts_with("undefined") || name.starts_with("void")) {
    facts.parameter.required = false;
  }
  return facts;
}

}  // namespace envelint
