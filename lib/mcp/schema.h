#pragma once

// The input schema of a tool, whatever library or notation it is written in.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/evaluator.h"

namespace envelint {

/// How a schema is written: decides what a fix looks like.
enum class SchemaDialect : uint8_t {
  kNone,
  kZod,
  kJsonSchema,
  kTypeBox,
  kValibot,
  kArkType,
  kNlohmann,  ///< a JSON Schema as brace lists of nlohmann::json
  kJsonText,  ///< a JSON Schema inside a C++ string literal
  kCpp,       ///< C++ of another kind, which may have no way to say a maximum
  kOther
};

enum class ParameterType : uint8_t { kUnknown, kNumber, kString, kBoolean, kArray, kObject, kEnum };

/// One property of an input schema.
struct SchemaParameter {
  std::string name;
  CodePlace declaration;  ///< the key where it is declared, possibly in a shared schema elsewhere
  CodePlace definition;   ///< the expression of its schema, e.g. `z.number().int()`
  ParameterType type = ParameterType::kUnknown;
  SchemaDialect dialect = SchemaDialect::kNone;
  bool required = true;
  bool nullable = false;
  /// The largest value the schema admits; infinity when it admits any, none when that can't be
  /// known.
  std::optional<double> maximum;
  std::optional<double> minimum;
  /// Default as a number, where it is one and known.
  std::optional<double> defaultNumber;
  bool hasDefault = false;
  CodePlace defaultPlace;
  std::string description;  ///< constant text of the description, else empty
  /// Properties of a nested object (`options: {limit}`), else empty.
  std::vector<SchemaParameter> nested;
  bool nestedOpen = false;
};

struct InputSchema {
  /// False when the schema's text can't be followed; then nothing may be concluded from what is
  /// missing in it.
  bool known = false;
  /// True when there may be parameters besides the listed ones (an unknown spread,
  /// `additionalProperties`/`.passthrough()` doesn't count: callers aren't told of those).
  bool open = false;
  SchemaDialect dialect = SchemaDialect::kNone;
  std::vector<SchemaParameter> parameters;
  CodePlace place;  ///< of the schema as a whole
};

/// Reads a schema from a value: a Zod object or raw shape, a JSON Schema literal, TypeBox, Valibot,
/// ArkType; through constants, spreads, `.extend/.merge/.pick/.omit/.partial`, wrappers such as
/// `z.toJSONSchema(X)` or `zodToJsonSchema(X)`, `.shape`, helper functions of the program.
/// Never fails: what it can't read is a schema with `known == false`.
InputSchema readSchema(Evaluator& evaluator, const Value* schema);

/// Reads one parameter's schema (`z.number().max(5)`, `{type: "integer"}`).
SchemaParameter readParameter(Evaluator& evaluator, std::string name, const Value* schema);

/// Whether a value looks like a schema at all: cheap, used to recognise definition objects.
bool looksLikeSchema(Evaluator& evaluator, const Value* value);

/// The shape a schema's parsed output has: whether `X.parse(data)` gives an array.
bool describesArray(Evaluator& evaluator, const Value* schema);

}  // namespace envelint
