#include "mcp/schema_reader.h"

#include <algorithm>
#include <string>

#include "mcp/naming.h"
#include "program/module.h"

namespace envelint {
namespace {

// A schema nested deeper, or built by a longer chain of calls, isn't written by people. One level
// costs about 1 kB of stack.
constexpr uint32_t kMaxDepth = 160;
// Schemas read for one question; the largest real input schemas have a few hundred.
constexpr uint32_t kMaxSteps = 20000;

/// The package of a kExternal's text without registry prefix and version: `npm:zod@3.23` is `zod`.
std::string_view packageOf(std::string_view text) {
  text = text.substr(0, text.rfind(':'));
  for (std::string_view prefix : {std::string_view("npm:"), std::string_view("jsr:")}) {
    if (text.starts_with(prefix)) {
      text.remove_prefix(prefix.size());
    }
  }
  const size_t version = text.find('@', 1);
  const size_t path = version == text.npos ? text.npos : text.find('/', version);
  // A scope's slash stands before the version, a path behind it says nothing more.
  return version == text.npos || path != text.npos ? text : text.substr(0, version);
}

/// Whether `part` is one of the parts of a package's path: `zod` of `astro/zod` and of `zod/v4`.
bool hasPathPart(std::string_view package, std::string_view part) {
  while (!package.empty()) {
    const size_t slash = package.find('/');
    const std::string_view here = package.substr(0, slash);
    if (here == part || (here.starts_with(part) && here.substr(part.size()).starts_with('@'))) {
      return true;
    }
    package = slash == package.npos ? std::string_view() : package.substr(slash + 1);
  }
  return false;
}

bool isWholeModule(std::string_view name) { return name == "*" || name == "default"; }

struct LibraryPackage {
  std::string_view package;
  SchemaLibrary library;
};
constexpr LibraryPackage kPackages[] = {
    {"zod", SchemaLibrary::kZod},
    {"@sinclair/typebox", SchemaLibrary::kTypeBox},
    {"typebox", SchemaLibrary::kTypeBox},
    {"valibot", SchemaLibrary::kValibot},
    {"@valibot/valibot", SchemaLibrary::kValibot},
    {"arktype", SchemaLibrary::kArkType},
    {"effect", SchemaLibrary::kOther},
    {"@effect/schema", SchemaLibrary::kOther},
    {"joi", SchemaLibrary::kOther},
    {"yup", SchemaLibrary::kOther},
    {"superstruct", SchemaLibrary::kOther},
    {"convex/values", SchemaLibrary::kOther},
};

SchemaLibrary libraryOfPackage(std::string_view package) {
  for (const LibraryPackage& row : kPackages) {
    if (row.package == package) {
      return row.library;
    }
  }
  return hasPathPart(package, "zod") ? SchemaLibrary::kZod : SchemaLibrary::kNone;
}

/// What no schema is: an object that holds some is a definition or an annotation, not a shape.
bool isPlainData(const Value* value) {
  switch (value->kind) {
    case ValueKind::kFunction:
    case ValueKind::kClass:
    case ValueKind::kInstance:
    case ValueKind::kNamespace:
    case ValueKind::kBoolean:
    case ValueKind::kNumber:
    case ValueKind::kString:
    case ValueKind::kRegex:
    case ValueKind::kArray:
      return true;
    default:
      return false;
  }
}

/// A schema's method that happens to be called like one of texts (`z.string().trim()`), which the
/// evaluator takes for the latter: the expression it is called on, else none.
ExprRef receiverOfTextMethod(const Value* value) {
  const bool text = value->is(ValueKind::kString) || value->is(ValueKind::kBoolean);
  if (!text || value->isConstant) {
    return {};
  }
  const auto* call = value->site.as<CallExpr>();
  const auto* member = call == nullptr ? nullptr : value->site.module->as<MemberExpr>(call->callee);
  return member == nullptr ? ExprRef{} : value->site.with(member->object);
}

/// Whether a function of that name uses a schema instead of giving one: `X.parse(args)`,
/// `validate(X, args)`, `server.tool(name, X, handler)`.
bool givesData(std::string_view name) {
  static constexpr std::string_view kParts[] = {"parse",  "valid", "assert", "encode",  "decode",
                                                "handle", "tool",  "prompt", "resource"};
  static constexpr std::string_view kNames[] = {"spa", "cast", "create", "match",
                                                "use", "on",   "is"};
  const std::string lower = normalizedName(name);
  if (lower.find("schema") != lower.npos || lower.find("json") != lower.npos) {
    // `toToolSchema(X)` converts.
    return false;
  }
  return std::find(std::begin(kNames), std::end(kNames), lower) != std::end(kNames) ||
         std::any_of(std::begin(kParts), std::end(kParts),
                     [&](std::string_view part) { return lower.find(part) != lower.npos; });
}

std::string_view textMethodName(const Value* value) {
  const auto* call = value->site.as<CallExpr>();
  return value->site.module->as<MemberExpr>(call->callee)->name;
}

/// Where the schema of an entry is written: the expression itself or, for `{limit}`, what it names.
CodePlace definitionOf(ExprRef expr, const Value* value) {
  const bool named = expr && expr.as<NameExpr>() != nullptr;
  if (expr && !(named && value->site)) {
    return placeOf(expr);
  }
  return placeOf(value->site);
}

}  // namespace

// ---------------------------------------------------------------------------------------------
// Values

std::string_view importedName(const Value* external) {
  return external->text.substr(external->text.rfind(':') + 1);
}

SchemaLibrary libraryOfNamespace(const Value* value) {
  if (value->is(ValueKind::kMember)) {
    // `z.coerce`, `z.iso`, and the name space inside of one: `zod.z`, `typebox.Type`.
    static constexpr std::string_view kInner[] = {"z", "coerce", "iso", "default", "Type", "zod"};
    const bool inner =
        std::find(std::begin(kInner), std::end(kInner), value->text) != std::end(kInner);
    return inner ? libraryOfNamespace(value->base) : SchemaLibrary::kNone;
  }
  if (!value->is(ValueKind::kExternal)) {
    return SchemaLibrary::kNone;
  }
  const std::string_view name = importedName(value);
  const SchemaLibrary library = libraryOfPackage(packageOf(value->text));
  if (name == "z" || name == "zod") {
    // Re-exported by frameworks under its own name; also a global in snippets.
    return library == SchemaLibrary::kNone ? SchemaLibrary::kZod : library;
  }
  if (name == "Type" && library == SchemaLibrary::kNone) {
    return SchemaLibrary::kTypeBox;
  }
  const bool wholeLibrary =
      isWholeModule(name) || name == "Type" || library == SchemaLibrary::kOther;
  return wholeLibrary ? library : SchemaLibrary::kNone;
}

SchemaLibrary libraryOfImport(const Value* value) {
  return value->is(ValueKind::kExternal) ? libraryOfPackage(packageOf(value->text))
                                         : SchemaLibrary::kNone;
}

SchemaCall::SchemaCall(Evaluator& evaluator, const Value* value, uint32_t skip)
    : evaluator_(evaluator), value_(value) {
  if (const auto* call = value->site.as<CallExpr>()) {
    args_ = call->args;
  } else if (const auto* construct = value->site.as<NewExpr>()) {
    args_ = construct->args;
  }
  args_ = args_.subspan(std::min<size_t>(skip, args_.size()));
}

const Value* SchemaCall::argument(uint32_t index) const {
  if (index >= args_.size()) {
    return nullptr;
  }
  const ExprRef arg = value_->site.with(args_[index]);
  return arg.as<SpreadExpr>() != nullptr ? nullptr : evaluator_.valueOf(arg, value_->frame);
}

CodePlace SchemaCall::place(uint32_t index) const {
  return index < args_.size() ? placeOf(value_->site.with(args_[index])) : CodePlace{};
}

// ---------------------------------------------------------------------------------------------
// Schemas

SchemaFacts SchemaReader::read(const Value* value, EntryNotation notation) {
  if (value == nullptr) {
    return {};
  }
  const std::pair key(value, notation);
  if (const auto known = read_.find(key); known != read_.end()) {
    return known->second;
  }
  if (depth_ >= kMaxDepth || steps_ >= kMaxSteps || !reading_.insert(key).second) {
    return {};
  }
  ++depth_;
  ++steps_;
  SchemaFacts facts = readUncached(value, notation);
  --depth_;
  reading_.erase(key);
  read_.emplace(key, facts);
  return facts;
}

SchemaFacts SchemaReader::readUncached(const Value* value, EntryNotation notation) {
  if (notation == EntryNotation::kArkType) {
    return readArkTypeDefinition(*this, value);
  }
  const bool isJson = notation == EntryNotation::kJson;
  if (isJson && value->is(ValueKind::kBoolean)) {
    return anyFacts(SchemaDialect::kJsonSchema);
  }
  switch (value->kind) {
    case ValueKind::kUnion: {
      std::vector<SchemaFacts> alternatives;
      for (const Value* option : value->options) {
        // `options.schema ?? undefined`, `strict && schema`: where there is none, none is read.
        if (!option->isNullish() && !option->is(ValueKind::kBoolean)) {
          alternatives.push_back(read(option, notation));
        }
      }
      return joinFacts(alternatives);
    }
    case ValueKind::kObject:
    case ValueKind::kRecord:
      return isJson ? readJsonSchema(*this, value) : readPlainObject(value);
    case ValueKind::kCall:
    case ValueKind::kMember:
    case ValueKind::kExternal:
    case ValueKind::kString:
    case ValueKind::kBoolean:
      return readSymbol(value);
    default:
      return {};
  }
}

SchemaFacts SchemaReader::readResult(const Value* function) {
  if (function == nullptr || !function->is(ValueKind::kFunction)) {
    return {};
  }
  return read(evaluator_.returnOf(function, {}));
}

SchemaFacts SchemaReader::readSymbol(const Value* value) {
  if (const ExprRef receiver = receiverOfTextMethod(value)) {
    SchemaFacts facts = read(evaluator_.valueOf(receiver, value->frame));
    return facts.known && facts.parameter.dialect == SchemaDialect::kZod
               ? modifyZod(*this, std::move(facts), textMethodName(value),
                           SchemaCall(evaluator_, value))
               : SchemaFacts{};
  }
  if (value->is(ValueKind::kMember)) {
    return readMember(value);
  }
  return value->is(ValueKind::kCall) ? readCall(value) : SchemaFacts{};
}

SchemaFacts SchemaReader::readMember(const Value* value) {
  if (libraryOfImport(value->base) == SchemaLibrary::kArkType) {
    return readArkTypeKeyword(value->text);
  }
  SchemaFacts facts = read(value->base);
  if (!facts.isObject()) {
    return {};
  }
  static constexpr std::string_view kShapeNames[] = {"shape", "entries", "properties",
                                                     "_def",  "def",     "_zod"};
  const bool shape = std::find(std::begin(kShapeNames), std::end(kShapeNames), value->text) !=
                     std::end(kShapeNames);
  if (shape && !facts.isShape) {
    facts.isShape = true;
    return facts;
  }
  // `Schema.shape.limit`
  const SchemaParameter* parameter = findParameter(facts.parameter.nested, value->text);
  if (parameter == nullptr) {
    return {};
  }
  SchemaFacts entry;
  entry.known = parameter->dialect != SchemaDialect::kNone;
  entry.parameter = *parameter;
  return entry;
}

SchemaFacts SchemaReader::readBuilder(SchemaLibrary library, std::string_view name,
                                      const SchemaCall& call) {
  switch (library) {
    case SchemaLibrary::kZod:
      return buildZod(*this, name, call);
    case SchemaLibrary::kTypeBox:
      return buildTypeBox(*this, name, call);
    case SchemaLibrary::kValibot:
      return buildValibot(*this, name, call);
    case SchemaLibrary::kArkType:
      return buildArkType(*this, call);
    case SchemaLibrary::kOther:
    case SchemaLibrary::kNone:
      return {};
  }
  return {};
}

SchemaFacts SchemaReader::readConverter(const SchemaCall& call) {
  // Real converters take the schema first, or after a name and a target.
  constexpr uint32_t kArguments = 3;
  for (uint32_t i = 0; i < std::min(call.count(), kArguments); ++i) {
    SchemaFacts facts = read(call.argument(i));
    if (facts.known) {
      if (!facts.isObject()) {
        applyUnknownRestriction(facts);
      }
      facts.isShape = false;
      return facts;
    }
  }
  return {};
}

SchemaFacts SchemaReader::readCall(const Value* value) {
  const Value* callee = value->base;
  const SchemaCall call(evaluator_, value);
  const bool isMethod = callee->is(ValueKind::kMember);
  const SchemaLibrary library =
      isMethod ? libraryOfNamespace(callee->base) : libraryOfImport(callee);
  std::string_view name = value->text;
  if (isMethod) {
    name = callee->text;
  } else if (callee->is(ValueKind::kExternal)) {
    name = importedName(callee);
  }
  if (value->text == "Object.assign" || value->text == "fromEntries") {
    return readPlainObject(value);
  }
  if (givesData(name) || library == SchemaLibrary::kOther) {
    return {};
  }
  if (const SchemaFacts built = readBuilder(library, name, call); built.known) {
    return built;
  }
  if (isMethod && library == SchemaLibrary::kNone) {
    SchemaFacts receiver = read(callee->base);
    if (receiver.known) {
      return receiver.parameter.dialect == SchemaDialect::kArkType
                 ? modifyArkType(*this, std::move(receiver), name, call)
                 : modifyZod(*this, std::move(receiver), name, call);
    }
  }
  return readConverter(call);
}

// ---------------------------------------------------------------------------------------------
// Objects of schemas

SchemaFacts SchemaReader::readPlainObject(const Value* value) {
  if (isJsonSchema(evaluator_, value)) {
    return readJsonSchema(*this, value);
  }
  ShapeReading reading = readShape(value, EntryNotation::kSchemas);
  const bool empty = reading.facts.parameter.nested.empty() && !reading.facts.parameter.nestedOpen;
  if (reading.constants == 0) {
    return reading.schemas > 0 || empty ? reading.facts : SchemaFacts{};
  }
  // Plain data beside schemas: a JSON Schema that extends a converted one, or mcp-framework's
  // legacy
  // `{type: z.number(), description: "..."}`.
  const PropertyLookup type = evaluator_.lookup(value, "type");
  const bool legacy = type.presence == PropertyLookup::Presence::kPresent && read(type.value).known;
  return legacy || readJsonBase(*this, value).known ? readJsonSchema(*this, value) : SchemaFacts{};
}

ShapeReading SchemaReader::readShape(const Value* value, EntryNotation notation) {
  ShapeReading reading;
  reading.facts = factsOf(SchemaDialect::kNone, ParameterType::kObject);
  reading.facts.isShape = true;
  switch (value->kind) {
    case ValueKind::kObject:
      readObjectLiteral(value, notation, reading);
      break;
    case ValueKind::kRecord:
      for (const auto& [key, field] : value->fields) {
        addEntry(key, field, {}, {}, notation, reading);
      }
      break;
    case ValueKind::kInstance:
    case ValueKind::kClass:
    case ValueKind::kNamespace:
      readProperties(value, notation, reading);
      break;
    default:
      readSpread(value, notation, reading);
      reading.facts.known =
          !reading.facts.parameter.nestedOpen || !reading.facts.parameter.nested.empty();
      break;
  }
  return reading;
}

SchemaFacts SchemaReader::readExpectedShape(const Value* value, EntryNotation notation) {
  return value == nullptr ? SchemaFacts{} : readShape(value, notation).facts;
}

void SchemaReader::readProperties(const Value* object, EntryNotation notation,
                                  ShapeReading& reading) {
  const KnownProperties known = evaluator_.properties(object);
  reading.facts.parameter.nestedOpen = reading.facts.parameter.nestedOpen || known.open;
  for (const KnownProperty& property : known.properties) {
    addEntry(property.key, evaluator_.valueOf(property), property.value, property.place, notation,
             reading);
  }
}

void SchemaReader::readObjectLiteral(const Value* object, EntryNotation notation,
                                     ShapeReading& reading) {
  // The literal's own walk, not the evaluator's: it sees through spreads of `X.shape`, which the
  // evaluator can't open.
  const Module& module = *object->site.module;
  for (const Property& property : object->site.as<ObjectExpr>()->properties) {
    const ExprRef expr = object->site.with(property.value);
    const Value* value = evaluator_.valueOf(expr, object->frame);
    if (property.kind == PropertyKind::kSpread) {
      readSpread(value, notation, reading);
      continue;
    }
    const std::string_view key = property.computedKey
                                     ? evaluator_.constantText(evaluator_.valueOf(
                                           object->site.with(property.computedKey), object->frame))
                                     : property.key;
    if (key.empty()) {
      reading.facts.parameter.nestedOpen = true;
      continue;
    }
    addEntry(key, value, expr, {&module.file(), property.keyRange}, notation, reading);
  }
  if (object->binding) {
    // `shape[key] = ...` may add anything.
    const Bindings& bindings = evaluator_.program().bindings(*object->module);
    for (const MemberWrite& write : bindings.binding(object->binding).memberWrites) {
      reading.facts.parameter.nestedOpen = reading.facts.parameter.nestedOpen || write.key.empty();
    }
  }
  // What was written to the object later (`shape.limit = ...`).
  for (const KnownProperty& property : evaluator_.properties(object).properties) {
    if (findParameter(reading.facts.parameter.nested, property.key) == nullptr) {
      addEntry(property.key, evaluator_.valueOf(property), property.value, property.place, notation,
               reading);
    }
  }
}

void SchemaReader::readSpread(const Value* value, EntryNotation notation, ShapeReading& reading) {
  if (depth_ >= kMaxDepth) {
    reading.facts.parameter.nestedOpen = true;
    return;
  }
  ++depth_;
  std::vector<SchemaFacts> alternatives;
  for (const Value* option : evaluator_.alternatives(value)) {
    // `...(paged && {limit})`: where it is false nothing is added.
    if (option->isNullish() || option->is(ValueKind::kBoolean) || option->is(ValueKind::kString)) {
      alternatives.push_back(factsOf(SchemaDialect::kNone, ParameterType::kObject));
      continue;
    }
    const bool plain = option->is(ValueKind::kObject) || option->is(ValueKind::kRecord) ||
                       option->is(ValueKind::kClass) || option->is(ValueKind::kInstance) ||
                       option->is(ValueKind::kNamespace);
    if (plain) {
      const ShapeReading part = readShape(option, notation);
      reading.schemas += part.schemas;
      reading.constants += part.constants;
      alternatives.push_back(part.facts);
      continue;
    }
    ShapeReading part;
    part.facts = factsOf(SchemaDialect::kNone, ParameterType::kObject);
    if (option->is(ValueKind::kCall) && option->text == "Object.assign") {
      const SchemaCall call(evaluator_, option);
      for (uint32_t i = 0; i < call.count(); ++i) {
        if (call.argument(i) != nullptr) {
          readSpread(call.argument(i), notation, part);
        }
      }
    } else if (option->is(ValueKind::kCall) && option->text == "fromEntries") {
      readFromEntries(option, notation, part);
    } else if (const SchemaFacts facts = read(option); facts.isObject()) {
      part.schemas = static_cast<uint32_t>(facts.parameter.nested.size());
      part.facts = facts;
    } else {
      part.facts.parameter.nestedOpen = true;
    }
    reading.schemas += part.schemas;
    reading.constants += part.constants;
    alternatives.push_back(part.facts);
  }
  --depth_;
  const SchemaFacts joined = joinFacts(alternatives);
  if (reading.facts.parameter.dialect == SchemaDialect::kNone) {
    reading.facts.parameter.dialect = joined.parameter.dialect;
  }
  extendObject(reading.facts, joined);
}

void SchemaReader::readFromEntries(const Value* call, EntryNotation notation,
                                   ShapeReading& reading) {
  const Value* entries = SchemaCall(evaluator_, call).argument(0);
  bool open = entries == nullptr;
  if (entries != nullptr) {
    for (const Value* pair : evaluator_.elements(entries, &open)) {
      bool openPair = false;
      const std::vector<const Value*> parts = evaluator_.elements(pair, &openPair);
      const std::string_view key =
          parts.size() == 2 ? evaluator_.constantText(parts[0]) : std::string_view();
      if (openPair || key.empty()) {
        open = true;
        continue;
      }
      addEntry(key, parts[1], {}, placeOf(parts[1]->site), notation, reading);
    }
  }
  reading.facts.parameter.nestedOpen = reading.facts.parameter.nestedOpen || open;
}

void SchemaReader::addEntry(std::string_view key, const Value* value, ExprRef expr, CodePlace place,
                            EntryNotation notation, ShapeReading& reading) {
  if (value->isNullish()) {
    // `limit: undefined` takes the parameter away.
    std::erase_if(reading.facts.parameter.nested,
                  [&](const SchemaParameter& parameter) { return parameter.name == key; });
    return;
  }
  const SchemaFacts facts = read(value, notation);
  if (facts.known) {
    ++reading.schemas;
  } else if (isPlainData(value)) {
    ++reading.constants;
  }
  SchemaParameter parameter = facts.parameter;
  parameter.name = std::string(key);
  if (notation == EntryNotation::kArkType && parameter.name.ends_with('?')) {
    parameter.name.pop_back();
    parameter.required = false;
  }
  parameter.declaration = place;
  parameter.definition = definitionOf(expr, value);
  if (!facts.known) {
    parameter.maximum.reset();
  } else if (reading.facts.parameter.dialect == SchemaDialect::kNone) {
    reading.facts.parameter.dialect = parameter.dialect;
  }
  setParameter(reading.facts.parameter.nested, std::move(parameter));
}

std::vector<SchemaFacts> SchemaReader::readElements(const Value* array, EntryNotation notation) {
  bool open = false;
  std::vector<SchemaFacts> schemas;
  for (const Value* element : evaluator_.elements(array, &open)) {
    schemas.push_back(read(element, notation));
  }
  if (open) {
    schemas.push_back({});
  }
  return schemas;
}

SchemaFacts SchemaReader::readObject(SchemaDialect dialect, const Value* shape) {
  const SchemaFacts entries = readExpectedShape(shape, EntryNotation::kSchemas);
  if (!entries.known) {
    return {};
  }
  SchemaFacts facts = factsOf(dialect, ParameterType::kObject);
  extendObject(facts, entries);
  return facts;
}

SchemaFacts SchemaReader::readIntersection(const Value* array) {
  if (array == nullptr) {
    return {};
  }
  const std::vector<SchemaFacts> schemas = readElements(array);
  SchemaFacts facts = schemas.empty() ? SchemaFacts{} : schemas[0];
  for (size_t i = 1; i < schemas.size(); ++i) {
    facts = intersectFacts(facts, schemas[i]);
  }
  return facts;
}

SchemaFacts SchemaReader::readLiterals(SchemaDialect dialect, const Value* members) {
  bool open = members == nullptr;
  std::vector<const Value*> literals;
  if (members != nullptr && members->is(ValueKind::kArray)) {
    literals = evaluator_.elements(members, &open);
  } else if (members != nullptr) {
    const KnownProperties known = evaluator_.properties(members);
    open = known.open;
    for (const KnownProperty& property : known.properties) {
      literals.push_back(evaluator_.valueOf(property));
    }
  }
  return open || literals.empty() ? factsOf(dialect, ParameterType::kEnum)
                                  : literalFacts(evaluator_, dialect, literals);
}

void SchemaReader::selectProperties(SchemaFacts& facts, const Value* keys, bool keep) {
  const std::optional<std::vector<std::string_view>> names = readKeys(keys);
  if (!names.has_value()) {
    facts.known = false;
    return;
  }
  std::erase_if(facts.parameter.nested, [&](const SchemaParameter& parameter) {
    return (std::find(names->begin(), names->end(), parameter.name) != names->end()) != keep;
  });
}

void SchemaReader::requireProperties(SchemaFacts& facts, const Value* keys, bool required) {
  const std::optional<std::vector<std::string_view>> names = readKeys(keys);
  for (SchemaParameter& parameter : facts.parameter.nested) {
    const bool meant = !names.has_value() ||
                       std::find(names->begin(), names->end(), parameter.name) != names->end();
    if (meant) {
      parameter.required = required;
    }
  }
}

std::optional<std::vector<std::string_view>> SchemaReader::readKeys(const Value* value) {
  std::vector<std::string_view> keys;
  if (value == nullptr) {
    return std::nullopt;
  }
  if (value->is(ValueKind::kArray)) {
    bool open = false;
    for (const Value* element : evaluator_.elements(value, &open)) {
      keys.push_back(evaluator_.constantText(element));
      open = open || keys.back().empty();
    }
    return open ? std::nullopt : std::optional(keys);
  }
  const KnownProperties known = evaluator_.properties(value);
  for (const KnownProperty& property : known.properties) {
    keys.push_back(property.key);
  }
  return known.open ? std::nullopt : std::optional(keys);
}

}  // namespace envelint
