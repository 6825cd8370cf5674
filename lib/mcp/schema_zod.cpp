// Zod 3 and 4, Zod Mini, and whatever re-exports them. Sources of the tables: the declarations of
// `ZodType` and its subclasses in zod 3.25 (v3/types.d.ts) and 4.x (v4/classic/schemas.d.ts,
// v4/mini/schemas.d.ts, v4/core/checks.d.ts).

#include <algorithm>
#include <limits>

#include "mcp/schema_reader.h"

namespace envelint {
namespace {

constexpr SchemaDialect kDialect = SchemaDialect::kZod;

/// What a function of the name space makes.
enum class Form : uint8_t {
  kNumber,
  kInt32,
  kUint32,
  kString,
  kFormat,  ///< a text that not every text matches
  kBoolean,
  kAny,
  kNothing,
  kArray,
  kMap,  ///< an object with unknown keys
  kObject,
  kLiteral,
  kEnum,
  kUnion,
  kTagged,  ///< a union whose options are the second argument
  kIntersection,
  kLazy,
  kPreprocess,
  kTransform,
  kPipe,
  kOpaque,  ///< a schema that says nothing
};

struct Constructor {
  std::string_view name;
  Form form;
};

constexpr Constructor kConstructors[] = {
    {"number", Form::kNumber},
    {"int", Form::kNumber},
    {"int64", Form::kNumber},
    {"uint64", Form::kNumber},
    {"bigint", Form::kNumber},
    {"float32", Form::kNumber},
    {"float64", Form::kNumber},
    {"onumber", Form::kNumber},
    {"nan", Form::kNothing},
    {"int32", Form::kInt32},
    {"uint32", Form::kUint32},
    {"string", Form::kString},
    {"ostring", Form::kString},
    {"email", Form::kFormat},
    {"url", Form::kFormat},
    {"httpUrl", Form::kFormat},
    {"uuid", Form::kFormat},
    {"uuidv4", Form::kFormat},
    {"guid", Form::kFormat},
    {"cuid", Form::kFormat},
    {"cuid2", Form::kFormat},
    {"ulid", Form::kFormat},
    {"nanoid", Form::kFormat},
    {"emoji", Form::kFormat},
    {"base64", Form::kFormat},
    {"base64url", Form::kFormat},
    {"hex", Form::kFormat},
    {"jwt", Form::kFormat},
    {"ipv4", Form::kFormat},
    {"ipv6", Form::kFormat},
    {"cidrv4", Form::kFormat},
    {"e164", Form::kFormat},
    {"date", Form::kFormat},
    {"time", Form::kFormat},
    {"datetime", Form::kFormat},
    {"duration", Form::kFormat},
    {"templateLiteral", Form::kFormat},
    {"stringFormat", Form::kFormat},
    {"boolean", Form::kBoolean},
    {"oboolean", Form::kBoolean},
    {"stringbool", Form::kBoolean},
    {"any", Form::kAny},
    {"unknown", Form::kAny},
    {"json", Form::kAny},
    {"null", Form::kNothing},
    {"undefined", Form::kNothing},
    {"void", Form::kNothing},
    {"never", Form::kNothing},
    {"array", Form::kArray},
    {"tuple", Form::kArray},
    {"set", Form::kArray},
    {"record", Form::kMap},
    {"partialRecord", Form::kMap},
    {"looseRecord", Form::kMap},
    {"map", Form::kMap},
    {"object", Form::kObject},
    {"strictObject", Form::kObject},
    {"looseObject", Form::kObject},
    {"interface", Form::kObject},
    {"literal", Form::kLiteral},
    {"enum", Form::kEnum},
    {"nativeEnum", Form::kEnum},
    {"union", Form::kUnion},
    {"xor", Form::kUnion},
    {"discriminatedUnion", Form::kTagged},
    {"intersection", Form::kIntersection},
    {"lazy", Form::kLazy},
    {"preprocess", Form::kPreprocess},
    {"transform", Form::kTransform},
    {"pipe", Form::kPipe},
    {"pipeline", Form::kPipe},
    {"codec", Form::kPipe},
    {"custom", Form::kOpaque},
    {"instanceof", Form::kOpaque},
    {"file", Form::kOpaque},
    {"symbol", Form::kOpaque},
    {"function", Form::kOpaque},
};

/// What a method of a schema does to it. In Zod Mini the same names are functions that take the
/// schema first, or checks handed to `.check()`.
enum class Effect : uint8_t {
  kKeep,
  kOptional,
  kNullable,
  kNullish,
  kNonOptional,
  kDefault,
  kDescribe,
  kMeta,
  kMaximum,
  kBelow,
  kMinimum,
  kNegative,
  kNonPositive,
  kPositive,
  kText,  ///< restricts texts
  kRefine,
  kTransform,
  kPipe,
  kOr,
  kAnd,
  kCheck,
  kToArray,
  kExtend,
  kSetKey,
  kPick,
  kOmit,
  kPartial,
  kRequired,
  kKeyof,
  kOpaque,  ///< may restrict in ways that can't be read
};

struct Method {
  std::string_view name;
  Effect effect;
};

constexpr Method kMethods[] = {
    {"optional", Effect::kOptional},
    {"exactOptional", Effect::kOptional},
    {"nullable", Effect::kNullable},
    {"nullish", Effect::kNullish},
    {"nonoptional", Effect::kNonOptional},
    {"unwrap", Effect::kNonOptional},
    {"default", Effect::kDefault},
    {"_default", Effect::kDefault},
    {"prefault", Effect::kDefault},
    {"catch", Effect::kDefault},
    {"removeDefault", Effect::kKeep},
    {"removeCatch", Effect::kKeep},
    {"describe", Effect::kDescribe},
    {"meta", Effect::kMeta},
    {"openapi", Effect::kMeta},
    {"max", Effect::kMaximum},
    {"lte", Effect::kMaximum},
    {"maximum", Effect::kMaximum},
    {"lt", Effect::kBelow},
    {"min", Effect::kMinimum},
    {"gte", Effect::kMinimum},
    {"gt", Effect::kMinimum},
    {"minimum", Effect::kMinimum},
    {"negative", Effect::kNegative},
    {"nonpositive", Effect::kNonPositive},
    {"positive", Effect::kPositive},
    {"nonnegative", Effect::kPositive},
    {"int", Effect::kKeep},
    {"finite", Effect::kKeep},
    {"safe", Effect::kKeep},
    {"multipleOf", Effect::kKeep},
    {"step", Effect::kKeep},
    {"nonempty", Effect::kKeep},
    {"length", Effect::kText},
    {"maxLength", Effect::kKeep},
    {"minLength", Effect::kKeep},
    {"regex", Effect::kText},
    {"email", Effect::kText},
    {"url", Effect::kText},
    {"uuid", Effect::kText},
    {"datetime", Effect::kText},
    {"date", Effect::kText},
    {"startsWith", Effect::kText},
    {"endsWith", Effect::kText},
    {"includes", Effect::kText},
    {"trim", Effect::kKeep},
    {"toLowerCase", Effect::kKeep},
    {"toUpperCase", Effect::kKeep},
    {"normalize", Effect::kKeep},
    {"lowercase", Effect::kKeep},
    {"uppercase", Effect::kKeep},
    {"overwrite", Effect::kTransform},
    {"refine", Effect::kRefine},
    {"refinement", Effect::kRefine},
    {"superRefine", Effect::kOpaque},
    {"transform", Effect::kTransform},
    {"pipe", Effect::kPipe},
    {"or", Effect::kOr},
    {"and", Effect::kAnd},
    {"check", Effect::kCheck},
    {"with", Effect::kCheck},
    {"array", Effect::kToArray},
    {"extend", Effect::kExtend},
    {"safeExtend", Effect::kExtend},
    {"augment", Effect::kExtend},
    {"merge", Effect::kExtend},
    {"setKey", Effect::kSetKey},
    {"pick", Effect::kPick},
    {"omit", Effect::kOmit},
    {"partial", Effect::kPartial},
    {"deepPartial", Effect::kPartial},
    {"required", Effect::kRequired},
    {"keyof", Effect::kKeyof},
    {"strict", Effect::kKeep},
    {"strip", Effect::kKeep},
    {"passthrough", Effect::kKeep},
    {"loose", Effect::kKeep},
    {"nonstrict", Effect::kKeep},
    {"catchall", Effect::kKeep},
    {"readonly", Effect::kKeep},
    {"brand", Effect::kKeep},
    {"register", Effect::kKeep},
    {"clone", Effect::kKeep},
    {"innerType", Effect::kKeep},
    {"sourceType", Effect::kKeep},
    {"shape", Effect::kKeep},
    {"promise", Effect::kKeep},
    {"toJSONSchema", Effect::kKeep},
    {"toJsonSchema", Effect::kKeep},
    {"toJSON", Effect::kKeep},
};

template <typename Row, size_t size>
const Row* findRow(const Row (&rows)[size], std::string_view name) {
  const auto found = std::find_if(std::begin(rows), std::end(rows),
                                  [&](const Row& row) { return row.name == name; });
  return found == std::end(rows) ? nullptr : &*found;
}

SchemaFacts withMaximum(double maximum) {
  SchemaFacts facts = factsOf(kDialect, ParameterType::kNumber);
  facts.parameter.maximum = maximum;
  return facts;
}

SchemaFacts buildFormat() {
  SchemaFacts facts = factsOf(kDialect, ParameterType::kString);
  applyUnknownRestriction(facts);
  return facts;
}

/// `z.literal(5)` and, since Zod 4, `z.literal([5, 10])`.
SchemaFacts buildLiteral(SchemaReader& reader, const Value* literal) {
  const bool several = literal == nullptr || literal->is(ValueKind::kArray);
  return several ? reader.readLiterals(kDialect, literal)
                 : literalFacts(reader.evaluator(), kDialect, {literal});
}

/// `z.preprocess(fn, schema)`: the schema decides; the function may clamp what it is given.
SchemaFacts buildPreprocess(SchemaReader& reader, const SchemaCall& call) {
  SchemaFacts facts = reader.read(call.argument(1));
  if (facts.known && facts.parameter.type == ParameterType::kNumber) {
    reader.applyTransform(facts, call.argument(0));
  }
  return facts;
}

/// What comes out of `first` goes into `second`: the second one's bounds count, the first one's
/// default and absence.
SchemaFacts pipeFacts(const SchemaFacts& first, SchemaFacts second) {
  if (!first.known || !second.known) {
    SchemaFacts facts = first;
    applyUnknownRestriction(facts);
    return facts;
  }
  SchemaParameter& parameter = second.parameter;
  const bool numbers =
      first.parameter.type == ParameterType::kNumber && parameter.type == ParameterType::kNumber;
  if (numbers && first.parameter.maximum.has_value()) {
    applyMaximum(second, first.parameter.maximum);
  }
  parameter.required = first.parameter.required && parameter.required;
  parameter.nullable = first.parameter.nullable;
  if (first.parameter.hasDefault) {
    parameter.hasDefault = true;
    parameter.defaultNumber = first.parameter.defaultNumber;
    parameter.defaultPlace = first.parameter.defaultPlace;
  }
  if (parameter.description.empty()) {
    parameter.description = first.parameter.description;
  }
  return second;
}

void applyNumberEffect(SchemaReader& reader, SchemaFacts& facts, Effect effect,
                       const SchemaCall& call) {
  if (facts.parameter.type != ParameterType::kNumber) {
    // The length of a text or of an array.
    return;
  }
  Evaluator& evaluator = reader.evaluator();
  switch (effect) {
    case Effect::kMaximum:
      applyMaximum(facts, upperBound(evaluator, call.argument(0)));
      break;
    case Effect::kBelow:
      applyBelow(facts, upperBound(evaluator, call.argument(0)));
      break;
    case Effect::kMinimum:
      applyMinimum(facts, lowerBound(evaluator, call.argument(0)));
      break;
    case Effect::kNegative:
    case Effect::kNonPositive:
      applyMaximum(facts, 0.0);
      break;
    case Effect::kPositive:
      applyMinimum(facts, 0.0);
      break;
    default:
      break;
  }
}

/// Zod Mini's `.check(z.gte(1), z.maximum(100))`.
void applyChecks(SchemaReader& reader, SchemaFacts& facts, const SchemaCall& call) {
  for (uint32_t i = 0; i < call.count(); ++i) {
    const Value* check = call.argument(i);
    const bool known = check != nullptr && check->is(ValueKind::kCall) &&
                       findRow(kMethods, check->text) != nullptr;
    if (known) {
      facts =
          modifyZod(reader, std::move(facts), check->text, SchemaCall(reader.evaluator(), check));
    } else {
      applyUnknownRestriction(facts);
    }
  }
}

/// Methods of objects that add, take away or change properties.
SchemaFacts applyObjectEffect(SchemaReader& reader, SchemaFacts facts, Effect effect,
                              const SchemaCall& call) {
  switch (effect) {
    case Effect::kExtend: {
      const SchemaFacts other = reader.readExpectedShape(call.argument(0), EntryNotation::kSchemas);
      if (other.known) {
        extendObject(facts, other);
      } else {
        facts.parameter.nestedOpen = true;
      }
      break;
    }
    case Effect::kSetKey: {
      const Value* key = call.argument(0);
      SchemaParameter parameter = reader.read(call.argument(1)).parameter;
      if (key != nullptr) {
        parameter.name = std::string(reader.evaluator().constantText(key));
      }
      parameter.declaration = call.place(0);
      parameter.definition = call.place(1);
      if (parameter.name.empty()) {
        facts.parameter.nestedOpen = true;
      } else {
        setParameter(facts.parameter.nested, std::move(parameter));
      }
      break;
    }
    case Effect::kPick:
    case Effect::kOmit:
      reader.selectProperties(facts, call.argument(0), effect == Effect::kPick);
      break;
    case Effect::kPartial:
    case Effect::kRequired:
      reader.requireProperties(facts, call.argument(0), effect == Effect::kRequired);
      break;
    default:
      break;
  }
  return facts;
}

/// One branch an effect, so longer than a screen.
SchemaFacts applyEffect(SchemaReader& reader, SchemaFacts facts, Effect effect,
                        const SchemaCall& call) {
  SchemaParameter& parameter = facts.parameter;
  switch (effect) {
    case Effect::kKeep:
      break;
    case Effect::kOptional:
      parameter.required = false;
      break;
    case Effect::kNullable:
      parameter.nullable = true;
      break;
    case Effect::kNullish:
      parameter.required = false;
      parameter.nullable = true;
      break;
    case Effect::kNonOptional:
      parameter.required = true;
      break;
    case Effect::kDefault:
      reader.applyDefault(facts, call.argument(0), call.place(0));
      break;
    case Effect::kDescribe:
      reader.applyDescription(facts, call.argument(0));
      break;
    case Effect::kMeta:
      reader.applyMetadata(facts, call.argument(0));
      break;
    case Effect::kMaximum:
    case Effect::kBelow:
    case Effect::kMinimum:
    case Effect::kNegative:
    case Effect::kNonPositive:
    case Effect::kPositive:
      applyNumberEffect(reader, facts, effect, call);
      break;
    case Effect::kText:
    case Effect::kOpaque:
      applyUnknownRestriction(facts);
      break;
    case Effect::kRefine:
      reader.applyPredicate(facts, call.argument(0));
      break;
    case Effect::kTransform:
      if (!facts.isObject()) {
        reader.applyTransform(facts, call.argument(0));
      }
      break;
    case Effect::kPipe:
      return pipeFacts(facts, reader.read(call.argument(0)));
    case Effect::kOr:
      return joinFacts({facts, reader.read(call.argument(0))});
    case Effect::kAnd:
      return intersectFacts(facts, reader.read(call.argument(0)));
    case Effect::kCheck:
      applyChecks(reader, facts, call);
      break;
    case Effect::kToArray:
      return factsOf(kDialect, ParameterType::kArray);
    case Effect::kKeyof:
      return factsOf(kDialect, ParameterType::kEnum);
    case Effect::kExtend:
    case Effect::kSetKey:
    case Effect::kPick:
    case Effect::kOmit:
    case Effect::kPartial:
    case Effect::kRequired:
      return applyObjectEffect(reader, std::move(facts), effect, call);
  }
  return facts;
}

/// One branch a form, so longer than a screen.
SchemaFacts buildForm(SchemaReader& reader, Form form, const SchemaCall& call) {
  switch (form) {
    case Form::kNumber:
      return factsOf(kDialect, ParameterType::kNumber);
    case Form::kInt32:
      return withMaximum(std::numeric_limits<int32_t>::max());
    case Form::kUint32:
      return withMaximum(std::numeric_limits<uint32_t>::max());
    case Form::kString:
      return factsOf(kDialect, ParameterType::kString);
    case Form::kFormat:
      return buildFormat();
    case Form::kBoolean:
      return factsOf(kDialect, ParameterType::kBoolean);
    case Form::kAny:
      return anyFacts(kDialect);
    case Form::kNothing:
      return nothingFacts(kDialect);
    case Form::kArray:
      return factsOf(kDialect, ParameterType::kArray);
    case Form::kMap: {
      SchemaFacts facts = factsOf(kDialect, ParameterType::kObject);
      facts.parameter.nestedOpen = true;
      return facts;
    }
    case Form::kObject:
      return call.count() == 0 ? factsOf(kDialect, ParameterType::kObject)
                               : reader.readObject(kDialect, call.argument(0));
    case Form::kLiteral:
      return buildLiteral(reader, call.argument(0));
    case Form::kEnum:
      return reader.readLiterals(kDialect, call.argument(0));
    case Form::kUnion:
    case Form::kTagged: {
      const Value* options = call.argument(form == Form::kTagged ? 1 : 0);
      return options == nullptr ? SchemaFacts{} : joinFacts(reader.readElements(options));
    }
    case Form::kIntersection:
      return intersectFacts(reader.read(call.argument(0)), reader.read(call.argument(1)));
    case Form::kLazy:
      return reader.readResult(call.argument(0));
    case Form::kPreprocess:
      return buildPreprocess(reader, call);
    case Form::kTransform: {
      SchemaFacts facts = anyFacts(kDialect);
      reader.applyTransform(facts, call.argument(0));
      return facts;
    }
    case Form::kPipe:
      return pipeFacts(reader.read(call.argument(0)), reader.read(call.argument(1)));
    case Form::kOpaque:
      return factsOf(kDialect, ParameterType::kUnknown);
  }
  return {};
}

/// Whether a schema accepts that there is no value: a union with `z.undefined()`.
void noteAbsence(SchemaFacts& facts, std::string_view name) {
  if (name == "null") {
    facts.parameter.nullable = true;
  } else if (name == "undefined" || name == "void" || name == "onumber" || name == "ostring" ||
             name == "oboolean") {
    facts.parameter.required = false;
  }
}

}  // namespace

SchemaFacts buildZod(SchemaReader& reader, std::string_view name, const SchemaCall& call) {
  const Method* method = findRow(kMethods, name);
  const Constructor* constructor = findRow(kConstructors, name);
  if (method != nullptr) {
    // Zod Mini: `z.optional(schema)`, `z.extend(schema, shape)`. Some names are both (`z.array(x)`,
    // `z.pipe(a, b)`, `z.date()`), then the constructor's reading is the same or better.
    SchemaFacts facts = constructor == nullptr && call.argument(0) != nullptr
                            ? reader.read(call.argument(0))
                            : SchemaFacts{};
    if (facts.known) {
      return applyEffect(reader, std::move(facts), method->effect, call.without(1));
    }
  }
  if (constructor == nullptr) {
    return {};
  }
  SchemaFacts facts = buildForm(reader, constructor->form, call);
  noteAbsence(facts, name);
  return facts;
}

SchemaFacts modifyZod(SchemaReader& reader, SchemaFacts facts, std::string_view name,
                      const SchemaCall& call) {
  const Method* method = findRow(kMethods, name);
  if (method == nullptr) {
    applyUnknownRestriction(facts);
    return facts;
  }
  return applyEffect(reader, std::move(facts), method->effect, call);
}

}  // namespace envelint
