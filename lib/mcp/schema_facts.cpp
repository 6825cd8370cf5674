#include "mcp/schema_facts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace envelint {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool isUnbounded(const std::optional<double>& maximum) {
  return maximum.has_value() && *maximum == kInfinity;
}

/// Whether values of this type can be meant as a number of rows.
bool admitsNumbers(ParameterType type) {
  return type == ParameterType::kNumber || type == ParameterType::kString ||
         type == ParameterType::kEnum || type == ParameterType::kUnknown;
}

/// The bound of a union: any unbounded alternative makes it unbounded, else any unknown one
/// unknown.
std::optional<double> joinMaximum(const std::vector<std::optional<double>>& bounds) {
  std::optional<double> joined;
  bool unknown = bounds.empty();
  for (const std::optional<double>& bound : bounds) {
    if (isUnbounded(bound)) {
      return kInfinity;
    }
    unknown = unknown || !bound.has_value();
    joined = std::max(joined.value_or(-kInfinity), bound.value_or(-kInfinity));
  }
  return unknown ? std::nullopt : joined;
}

ParameterType joinType(ParameterType left, ParameterType right) {
  if (left == right) {
    return left;
  }
  // A number that may also be given as text or as a word is a number that counts.
  const bool number = left == ParameterType::kNumber || right == ParameterType::kNumber;
  return number ? ParameterType::kNumber : ParameterType::kUnknown;
}

/// One parameter as two alternatives of a union declare it; the first one's place is kept.
SchemaParameter joinParameter(const SchemaParameter& left, const SchemaParameter& right) {
  SchemaParameter joined = left;
  joined.type = joinType(left.type, right.type);
  std::vector<std::optional<double>> bounds;
  for (const SchemaParameter* side : {&left, &right}) {
    if (admitsNumbers(side->type)) {
      bounds.push_back(side->maximum);
    }
  }
  joined.maximum = joinMaximum(bounds);
  joined.minimum = left.minimum && right.minimum
                       ? std::optional(std::min(*left.minimum, *right.minimum))
                       : std::nullopt;
  joined.required = left.required && right.required;
  joined.nullable = left.nullable || right.nullable;
  const bool rightDefault =
      right.hasDefault && (!left.hasDefault || right.defaultNumber > left.defaultNumber);
  if (rightDefault) {
    joined.defaultNumber = right.defaultNumber;
    joined.defaultPlace = right.defaultPlace;
  }
  joined.hasDefault = left.hasDefault || right.hasDefault;
  if (joined.description.empty()) {
    joined.description = right.description;
  }
  joined.nestedOpen = left.nestedOpen || right.nestedOpen;
  for (const SchemaParameter& parameter : right.nested) {
    if (findParameter(joined.nested, parameter.name) == nullptr) {
      joined.nested.push_back(parameter);
    }
  }
  return joined;
}

/// Properties of a union of objects.
void joinProperties(const std::vector<const SchemaFacts*>& objects, SchemaParameter& joined) {
  joined.nested.clear();
  joined.nestedOpen = false;
  for (const SchemaFacts* object : objects) {
    joined.nestedOpen = joined.nestedOpen || object->parameter.nestedOpen;
    for (const SchemaParameter& parameter : object->parameter.nested) {
      const SchemaParameter* known = findParameter(joined.nested, parameter.name);
      setParameter(joined.nested, known == nullptr ? parameter : joinParameter(*known, parameter));
    }
  }
  for (SchemaParameter& parameter : joined.nested) {
    const bool everywhere =
        std::all_of(objects.begin(), objects.end(), [&](const SchemaFacts* object) {
          return findParameter(object->parameter.nested, parameter.name) != nullptr;
        });
    parameter.required = parameter.required && everywhere;
  }
}

/// An alternative that can't be read may admit more, and have other properties.
void widen(SchemaFacts& joined) {
  joined.parameter.nestedOpen = joined.isObject();
  for (SchemaParameter& parameter : joined.parameter.nested) {
    if (!isUnbounded(parameter.maximum)) {
      parameter.maximum.reset();
    }
  }
}

}  // namespace

SchemaFacts factsOf(SchemaDialect dialect, ParameterType type) {
  SchemaFacts facts;
  facts.known = true;
  facts.parameter.dialect = dialect;
  facts.parameter.type = type;
  if (type == ParameterType::kNumber || type == ParameterType::kString) {
    facts.parameter.maximum = kInfinity;
  }
  return facts;
}

SchemaFacts anyFacts(SchemaDialect dialect) {
  SchemaFacts facts = factsOf(dialect, ParameterType::kUnknown);
  facts.parameter.maximum = kInfinity;
  facts.parameter.nullable = true;
  return facts;
}

SchemaFacts nothingFacts(SchemaDialect dialect) {
  SchemaFacts facts = factsOf(dialect, ParameterType::kUnknown);
  facts.admitsNothing = true;
  return facts;
}

void applyMaximum(SchemaFacts& facts, std::optional<double> maximum) {
  std::optional<double>& bound = facts.parameter.maximum;
  if (!maximum.has_value()) {
    applyUnknownRestriction(facts);
  } else {
    bound = std::min(bound.value_or(kInfinity), *maximum);
  }
}

void applyBelow(SchemaFacts& facts, std::optional<double> bound) {
  if (bound.has_value() && std::isfinite(*bound) && *bound == std::floor(*bound)) {
    *bound -= 1;
  }
  applyMaximum(facts, bound);
}

void applyMinimum(SchemaFacts& facts, std::optional<double> minimum) {
  if (minimum.has_value()) {
    facts.parameter.minimum = std::max(facts.parameter.minimum.value_or(-kInfinity), *minimum);
  }
}

void applyUnknownRestriction(SchemaFacts& facts) {
  if (isUnbounded(facts.parameter.maximum)) {
    facts.parameter.maximum.reset();
  }
}

SchemaFacts joinFacts(const std::vector<SchemaFacts>& alternatives) {
  SchemaFacts joined;
  std::vector<const SchemaFacts*> objects;
  std::vector<std::optional<double>> bounds;
  bool unread = false;
  bool first = true;
  for (const SchemaFacts& facts : alternatives) {
    unread = unread || !facts.known;
    if (!facts.known || facts.admitsNothing) {
      joined.parameter.nullable = joined.parameter.nullable || facts.parameter.nullable;
      joined.parameter.required = joined.parameter.required && facts.parameter.required;
      continue;
    }
    if (first) {
      const bool nullable = joined.parameter.nullable;
      const bool required = joined.parameter.required;
      joined = facts;
      joined.parameter.nullable = nullable || facts.parameter.nullable;
      joined.parameter.required = required && facts.parameter.required;
    } else {
      joined.parameter = joinParameter(joined.parameter, facts.parameter);
      joined.isShape = joined.isShape && facts.isShape;
    }
    first = false;
    if (facts.isObject()) {
      objects.push_back(&facts);
    }
    if (admitsNumbers(facts.parameter.type)) {
      bounds.push_back(facts.parameter.maximum);
    }
  }
  if (first) {
    // Nothing but null and undefined, or nothing that could be read.
    joined.known = !alternatives.empty() && !unread;
    joined.admitsNothing = joined.known;
    return joined;
  }
  if (unread) {
    bounds.push_back(std::nullopt);
  }
  joined.parameter.maximum = joinMaximum(bounds);
  joinProperties(objects, joined.parameter);
  if (unread) {
    widen(joined);
  }
  return joined;
}

SchemaFacts intersectFacts(const SchemaFacts& left, const SchemaFacts& right) {
  if (!left.known || !right.known) {
    SchemaFacts facts = left.known ? left : right;
    applyUnknownRestriction(facts);
    facts.parameter.nestedOpen = facts.parameter.nestedOpen || facts.isObject();
    return facts;
  }
  SchemaFacts both = left;
  if (both.parameter.type == ParameterType::kUnknown) {
    both.parameter.type = right.parameter.type;
  }
  both.parameter.required = left.parameter.required || right.parameter.required;
  both.parameter.nullable = left.parameter.nullable && right.parameter.nullable;
  if (right.parameter.maximum.has_value()) {
    applyMaximum(both, right.parameter.maximum);
  } else if (admitsNumbers(right.parameter.type)) {
    applyUnknownRestriction(both);
  }
  applyMinimum(both, right.parameter.minimum);
  if (!both.parameter.hasDefault && right.parameter.hasDefault) {
    both.parameter.hasDefault = true;
    both.parameter.defaultNumber = right.parameter.defaultNumber;
    both.parameter.defaultPlace = right.parameter.defaultPlace;
  }
  if (both.parameter.description.empty()) {
    both.parameter.description = right.parameter.description;
  }
  extendObject(both, right);
  return both;
}

const SchemaParameter* findParameter(const std::vector<SchemaParameter>& parameters,
                                     std::string_view name) {
  const auto found =
      std::find_if(parameters.begin(), parameters.end(),
                   [&](const SchemaParameter& parameter) { return parameter.name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

void setParameter(std::vector<SchemaParameter>& parameters, SchemaParameter parameter) {
  for (SchemaParameter& known : parameters) {
    if (known.name == parameter.name) {
      known = std::move(parameter);
      return;
    }
  }
  parameters.push_back(std::move(parameter));
}

void extendObject(SchemaFacts& base, const SchemaFacts& other) {
  base.parameter.nestedOpen = base.parameter.nestedOpen || other.parameter.nestedOpen;
  for (const SchemaParameter& parameter : other.parameter.nested) {
    setParameter(base.parameter.nested, parameter);
  }
}

}  // namespace envelint
