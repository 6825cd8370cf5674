#pragma once

// What the dialect readers find out about a schema, and how such findings are combined.

#include <optional>
#include <string_view>
#include <vector>

#include "mcp/schema.h"

namespace envelint {

/// What is known of one schema, whatever notation it is written in.
///
/// `parameter.maximum` is infinity for a schema that admits any number or any text (a text is
/// turned into a number somewhere), and none where it can't be known or where the schema admits no
/// numbers.
struct SchemaFacts {
  bool known = false;          ///< it is a schema that could be read; else nothing below counts
  bool isShape = false;        ///< an object of schemas without a schema around it (`X.shape`)
  bool admitsNothing = false;  ///< only null, undefined or nothing at all
  SchemaParameter parameter;   ///< name and declaration are left to whoever knows the key

  bool isObject() const { return known && parameter.type == ParameterType::kObject; }
};

/// A schema of that type without any bound.
SchemaFacts factsOf(SchemaDialect dialect, ParameterType type);
/// A schema that admits everything.
SchemaFacts anyFacts(SchemaDialect dialect);
/// A schema that admits only null or undefined.
SchemaFacts nothingFacts(SchemaDialect dialect);

/// Nothing above `maximum` is admitted any more. None says there is a bound that can't be read.
void applyMaximum(SchemaFacts& facts, std::optional<double> maximum);
/// Like applyMaximum for a bound that is itself excluded. Limits count rows, so a whole bound
/// excludes no more than the whole number itself.
void applyBelow(SchemaFacts& facts, std::optional<double> bound);
void applyMinimum(SchemaFacts& facts, std::optional<double> minimum);
/// Something that can't be read may restrict the schema: an unbounded one is of unknown bound.
void applyUnknownRestriction(SchemaFacts& facts);

/// A schema that admits what one of these admits. A parameter is bounded only if it is wherever it
/// appears. Alternatives that can't be read make an otherwise bounded one unknown.
SchemaFacts joinFacts(const std::vector<SchemaFacts>& alternatives);
/// A schema that admits only what both admit.
SchemaFacts intersectFacts(const SchemaFacts& left, const SchemaFacts& right);

/// The property of that name; null when there is none.
const SchemaParameter* findParameter(const std::vector<SchemaParameter>& parameters,
                                     std::string_view name);
/// Adds a property or replaces the one of that name.
void setParameter(std::vector<SchemaParameter>& parameters, SchemaParameter parameter);
/// `base.extend(other)`: properties of `other` win.
void extendObject(SchemaFacts& base, const SchemaFacts& other);

}  // namespace envelint
