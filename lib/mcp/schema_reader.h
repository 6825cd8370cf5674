#pragma once

// The part of schema reading that all dialects share: which library an expression belongs to,
// objects of schemas, wrappers. Each dialect has its own file, schema_<dialect>.cpp, with the
// functions declared at the end here.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/evaluator.h"
#include "mcp/schema_facts.h"

namespace envelint {

/// A library that schemas are built with.
enum class SchemaLibrary : uint8_t {
  kNone,
  kZod,
  kTypeBox,
  kValibot,
  kArkType,
  kOther,  ///< builds schemas too, but isn't read: Effect, Joi, Yup, Convex validators
};

/// Where the entries of an object stand: decides what a plain object or a text among them means.
enum class EntryNotation : uint8_t {
  kSchemas,  ///< a raw shape: only what is a schema by itself counts
  kJson,     ///< `properties` of a JSON Schema
  kArkType,  ///< an ArkType definition: texts are types
};

/// How a schema at a place of a C++ file is written; `otherwise` for other files.
SchemaDialect cppDialect(const CodePlace& place, SchemaDialect otherwise);

/// The call that builds or modifies a schema, seen through the value it results in.
class SchemaCall {
 public:
  /// `value` is a kCall, or what a library method of the same name made of the call. The first
  /// `skip` arguments are left out: `z.optional(x, ...)` is `x.optional(...)`.
  SchemaCall(Evaluator& evaluator, const Value* value, uint32_t skip = 0);

  uint32_t count() const { return static_cast<uint32_t>(args_.size()); }
  /// The value of an argument; null when there is none or it is a spread.
  const Value* argument(uint32_t index) const;
  /// Where an argument stands; none when there is none.
  CodePlace place(uint32_t index) const;
  /// The same call with the first `skip` arguments left out.
  SchemaCall without(uint32_t skip) const { return {evaluator_, value_, skip}; }
  const Value* value() const { return value_; }

 private:
  Evaluator& evaluator_;
  const Value* value_;
  std::span<const ExprId> args_;
};

/// An object whose entries are schemas, and what its entries turned out to be.
struct ShapeReading {
  SchemaFacts facts;       ///< a shape; not known when the value is no object at all
  uint32_t schemas = 0;    ///< entries that are schemas
  uint32_t constants = 0;  ///< entries that are plain data: then the object is something else
};

/// Reads schemas of all dialects. Lives for one question to lib/mcp/schema.h; remembers what it
/// read.
class SchemaReader {
 public:
  explicit SchemaReader(Evaluator& evaluator) : evaluator_(evaluator) {}

  Evaluator& evaluator() { return evaluator_; }

  /// What a value says as a schema. Recursive schemas and those nested too deeply aren't known, and
  /// neither is null.
  SchemaFacts read(const Value* value, EntryNotation notation = EntryNotation::kSchemas);
  /// The schema a function returns (`z.lazy(() => X)`).
  SchemaFacts readResult(const Value* function);
  /// Reads an object of schemas.
  ShapeReading readShape(const Value* value, EntryNotation notation);
  /// The facts of a shape whose entries need not be recognised, since it stands where one is
  /// expected.
  SchemaFacts readExpectedShape(const Value* value, EntryNotation notation);
  /// Reads several schemas: the elements of an array. An unknown element is added when there may be
  /// more.
  std::vector<SchemaFacts> readElements(const Value* array,
                                        EntryNotation notation = EntryNotation::kSchemas);
  /// What `object(shape)` of a library is; not known when the shape can't be read.
  SchemaFacts readObject(SchemaDialect dialect, const Value* shape);
  /// What all elements of an array admit together.
  SchemaFacts readIntersection(const Value* array);
  /// What an enumeration admits, given as an array or as an object of its members. Null is one that
  /// can't be read.
  SchemaFacts readLiterals(SchemaDialect dialect, const Value* members);
  /// Keeps or drops the properties named by an array or by an object's keys; the schema isn't known
  /// any more when they can't be read.
  void selectProperties(SchemaFacts& facts, const Value* keys, bool keep);
  /// Makes the named properties required or optional: all when there are no keys.
  void requireProperties(SchemaFacts& facts, const Value* keys, bool required);
  /// Constant texts: the elements of an array, or the keys of an object. None when some aren't
  /// known.
  std::optional<std::vector<std::string_view>> readKeys(const Value* value);

  /// Sets the default from a value: a number, a numeric text, or a function that returns one.
  void applyDefault(SchemaFacts& facts, const Value* value, CodePlace place);
  /// Sets the description from a constant text.
  void applyDescription(SchemaFacts& facts, const Value* text);
  /// Sets the description from `{description}`.
  void applyMetadata(SchemaFacts& facts, const Value* object);
  /// What passing the parsed value through a function leaves of the bound: a clamp bounds it,
  /// `Number` makes text a number, anything unreadable makes an unbounded one unknown.
  void applyTransform(SchemaFacts& facts, const Value* function);
  /// The bound of a predicate such as `n => n <= 100`.
  void applyPredicate(SchemaFacts& facts, const Value* predicate);

  /// The schema whose `$defs` and `definitions` local references mean; null outside of one.
  const Value* jsonRoot() const { return jsonRoot_; }
  void setJsonRoot(const Value* root) { jsonRoot_ = root; }

 private:
  SchemaFacts readUncached(const Value* value, EntryNotation notation);
  SchemaFacts readSymbol(const Value* value);
  SchemaFacts readMember(const Value* value);
  SchemaFacts readCall(const Value* value);
  SchemaFacts readBuilder(SchemaLibrary library, std::string_view name, const SchemaCall& call);
  /// Something the program doesn't define, given a schema: `zodToJsonSchema(X)`, `toMCPSchema(X)`.
  /// It doesn't change what an object admits.
  SchemaFacts readConverter(const SchemaCall& call);
  SchemaFacts readPlainObject(const Value* value);
  void readProperties(const Value* object, EntryNotation notation, ShapeReading& reading);
  void readObjectLiteral(const Value* object, EntryNotation notation, ShapeReading& reading);
  void readSpread(const Value* value, EntryNotation notation, ShapeReading& reading);
  void readFromEntries(const Value* call, EntryNotation notation, ShapeReading& reading);
  void addEntry(std::string_view key, const Value* value, ExprRef expr, CodePlace place,
                EntryNotation notation, ShapeReading& reading);

  Evaluator& evaluator_;
  std::map<std::pair<const Value*, EntryNotation>, SchemaFacts> read_;
  std::set<std::pair<const Value*, EntryNotation>> reading_;
  const Value* jsonRoot_ = nullptr;
  uint32_t depth_ = 0;
  uint32_t steps_ = 0;
};

// ---------------------------------------------------------------------------------------------
// Values

/// The library whose name space a value is (`z`, `Type`, `v`), or kNone.
SchemaLibrary libraryOfNamespace(const Value* value);
/// The library a named import belongs to (`import { number } from "valibot"`), or kNone.
SchemaLibrary libraryOfImport(const Value* value);
/// The name after the package in a kExternal's text.
std::string_view importedName(const Value* external);

/// The upper end of a number; none when it isn't known. Of alternatives the largest.
std::optional<double> upperBound(Evaluator& evaluator, const Value* value);
/// The lower end of a number; none when it isn't known.
std::optional<double> lowerBound(Evaluator& evaluator, const Value* value);
/// A constant text that is a number, else none.
std::optional<double> numberInText(std::string_view text);
/// The largest number among the literals of an enumeration or of several alternatives, as facts.
SchemaFacts literalFacts(Evaluator& evaluator, SchemaDialect dialect,
                         const std::vector<const Value*>& literals);

// ---------------------------------------------------------------------------------------------
// Dialects. `build` reads a constructor of the library's name space; `modify` applies a method
// called on a schema, where `name` is the method and `call` holds its arguments.

SchemaFacts buildZod(SchemaReader& reader, std::string_view name, const SchemaCall& call);
SchemaFacts modifyZod(SchemaReader& reader, SchemaFacts facts, std::string_view name,
                      const SchemaCall& call);

SchemaFacts buildTypeBox(SchemaReader& reader, std::string_view name, const SchemaCall& call);
SchemaFacts buildValibot(SchemaReader& reader, std::string_view name, const SchemaCall& call);

SchemaFacts buildArkType(SchemaReader& reader, const SchemaCall& call);
SchemaFacts modifyArkType(SchemaReader& reader, SchemaFacts facts, std::string_view name,
                          const SchemaCall& call);
/// Reads `type.number`, where the keyword is "number".
SchemaFacts readArkTypeKeyword(std::string_view keyword);
/// Reads an entry of an ArkType definition: a text, a tuple, an object or a type.
SchemaFacts readArkTypeDefinition(SchemaReader& reader, const Value* value);

/// Whether an object literal is a JSON Schema.
bool isJsonSchema(Evaluator& evaluator, const Value* object);
SchemaFacts readJsonSchema(SchemaReader& reader, const Value* object);
/// The schema that an object literal extends by a spread (`{...zodToJsonSchema(X), title}`); not
/// known when there is none.
SchemaFacts readJsonBase(SchemaReader& reader, const Value* object);
/// Applies the keywords of a JSON Schema that restrict and describe a value: bounds, default,
/// description. TypeBox's options are the same.
void applyJsonKeywords(SchemaReader& reader, SchemaFacts& facts, const Value* object);

}  // namespace envelint
