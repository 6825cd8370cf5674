// ArkType: types are texts such as "1 <= number.integer <= 100 = 20". Source: the type syntax of
// arktype 2.1's documentation (keywords, ranges, defaults, unions, tuple expressions).

#include <algorithm>
#include <limits>
#include <string>

#include "mcp/schema_reader.h"

namespace envelint {
namespace {

constexpr SchemaDialect kDialect = SchemaDialect::kArkType;
constexpr uint32_t kMaxNesting = 32;

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isSpace(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && isSpace(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

bool isComparator(char c) { return c == '<' || c == '>'; }

/// Reads one type text. What it can't read isn't known.
class DefinitionReader {
 public:
  SchemaFacts read(std::string_view text, uint32_t depth = 0) {
    text = trimmed(text);
    if (depth > kMaxNesting || text.empty()) {
      return {};
    }
    if (const size_t equals = defaultSign(text); equals != text.npos) {
      return readDefault(text.substr(0, equals), trimmed(text.substr(equals + 1)), depth);
    }
    if (text.ends_with('?')) {
      SchemaFacts facts = read(text.substr(0, text.size() - 1), depth + 1);
      facts.parameter.required = false;
      return facts;
    }
    if (const std::vector<std::string_view> options = split(text, '|'); options.size() > 1) {
      std::vector<SchemaFacts> alternatives;
      for (std::string_view option : options) {
        alternatives.push_back(read(option, depth + 1));
      }
      return joinFacts(alternatives);
    }
    if (const std::vector<std::string_view> parts = split(text, '&'); parts.size() > 1) {
      SchemaFacts facts = read(parts[0], depth + 1);
      for (size_t i = 1; i < parts.size(); ++i) {
        facts = intersectFacts(facts, read(parts[i], depth + 1));
      }
      return facts;
    }
    if (text.ends_with("[]")) {
      return factsOf(kDialect, ParameterType::kArray);
    }
    if (text.front() == '(' && text.back() == ')') {
      return read(text.substr(1, text.size() - 2), depth + 1);
    }
    return readRange(text, depth);
  }

 private:
  /// Position of the `=` of a default, which is no part of a comparison or of a quoted text.
  static size_t defaultSign(std::string_view text) {
    char quote = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      if (quote != 0) {
        quote = text[i] == quote ? 0 : quote;
      } else if (text[i] == '\'' || text[i] == '"' || text[i] == '/') {
        quote = text[i];
      } else if (text[i] == '=' && (i == 0 || !isComparator(text[i - 1])) &&
                 (i + 1 == text.size() || text[i + 1] != '=') && (i == 0 || text[i - 1] != '=')) {
        return i;
      }
    }
    return text.npos;
  }

  /// The parts between a sign that stands outside of quotes and parentheses.
  static std::vector<std::string_view> split(std::string_view text, char sign) {
    std::vector<std::string_view> parts;
    char quote = 0;
    int depth = 0;
    size_t begin = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"' || c == '/') {
        quote = c;
      } else if (c == '(' || c == '<' || c == ')') {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      } else if (c == sign && depth == 0) {
        parts.push_back(text.substr(begin, i - begin));
        begin = i + 1;
      }
    }
    parts.push_back(text.substr(begin));
    return parts;
  }

  SchemaFacts readDefault(std::string_view type, std::string_view value, uint32_t depth) {
    SchemaFacts facts = read(type, depth + 1);
    facts.parameter.required = false;
    facts.parameter.hasDefault = true;
    facts.parameter.defaultNumber = numberInText(value);
    return facts;
  }

  /// `1 <= number <= 100`, `number < 100`, `number % 2`, or a plain operand.
  SchemaFacts readRange(std::string_view text, uint32_t depth) {
    std::vector<std::string_view> operands;
    std::vector<std::string_view> signs;
    size_t begin = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '%' || isComparator(text[i])) {
        const size_t length = i + 1 < text.size() && text[i + 1] == '=' ? 2 : 1;
        operands.push_back(trimmed(text.substr(begin, i - begin)));
        signs.push_back(text.substr(i, length));
        begin = i + length;
        i = begin - 1;
      }
    }
    operands.push_back(trimmed(text.substr(begin)));
    if (signs.empty()) {
      return readOperand(text);
    }
    const auto type = std::find_if(operands.begin(), operands.end(), [](std::string_view operand) {
      return !numberInText(operand).has_value();
    });
    if (type == operands.end() || operands.size() > 4) {
      return {};
    }
    SchemaFacts facts = read(*type, depth + 1);
    const size_t position = static_cast<size_t>(type - operands.begin());
    for (size_t i = 0; i < signs.size(); ++i) {
      const bool typeOnLeft = position <= i;
      const std::optional<double> bound = numberInText(operands[typeOnLeft ? i + 1 : i]);
      applySign(facts, signs[i], typeOnLeft, bound);
    }
    return facts;
  }

  static void applySign(SchemaFacts& facts, std::string_view sign, bool typeOnLeft,
                        std::optional<double> bound) {
    if (sign[0] == '%' || facts.parameter.type != ParameterType::kNumber) {
      return;
    }
    const bool isMaximum = (sign[0] == '<') == typeOnLeft;
    if (!isMaximum) {
      applyMinimum(facts, bound);
    } else if (sign.size() == 1) {
      applyBelow(facts, bound);
    } else {
      applyMaximum(facts, bound);
    }
  }

  static SchemaFacts readOperand(std::string_view text) {
    if (const std::optional<double> literal = numberInText(text)) {
      SchemaFacts facts = factsOf(kDialect, ParameterType::kNumber);
      facts.parameter.maximum = literal;
      facts.parameter.minimum = literal;
      return facts;
    }
    if (text.front() == '\'' || text.front() == '"') {
      return factsOf(kDialect, ParameterType::kEnum);
    }
    return readArkTypeKeyword(text);
  }
};

/// Tuple expressions: `["number", "<=", 100]` isn't one, but `["number", "=", 20]`, `[x, "?"]`,
/// `["string", "[]"]`, `[a, "|", b]` are. Other arrays describe tuples.
SchemaFacts readTuple(SchemaReader& reader, const Value* tuple) {
  bool open = false;
  const std::vector<const Value*> parts = reader.evaluator().elements(tuple, &open);
  const std::string_view sign =
      parts.size() > 1 && !open ? reader.evaluator().constantText(parts[1]) : std::string_view();
  const auto operand = [&](size_t i) { return reader.read(parts[i], EntryNotation::kArkType); };
  if (sign == "=" && parts.size() == 3) {
    SchemaFacts facts = operand(0);
    reader.applyDefault(facts, parts[2], placeOf(parts[2]->site));
    return facts;
  }
  if (sign == "?") {
    SchemaFacts facts = operand(0);
    facts.parameter.required = false;
    return facts;
  }
  if (sign == "|" && parts.size() == 3) {
    return joinFacts({operand(0), operand(2)});
  }
  if (sign == "&" && parts.size() == 3) {
    return intersectFacts(operand(0), operand(2));
  }
  if (sign == ":" && parts.size() == 3) {
    SchemaFacts facts = operand(0);
    reader.applyPredicate(facts, parts[2]);
    return facts;
  }
  if (sign == "=>" && parts.size() == 3) {
    SchemaFacts facts = operand(0);
    reader.applyTransform(facts, parts[2]);
    return facts;
  }
  if (sign == "@" && parts.size() == 3) {
    SchemaFacts facts = operand(0);
    reader.applyDescription(facts, parts[2]);
    return facts;
  }
  return factsOf(kDialect, ParameterType::kArray);
}

}  // namespace

SchemaFacts readArkTypeKeyword(std::string_view keyword) {
  const std::string_view base = keyword.substr(0, keyword.find('.'));
  if (base == "number" || base == "bigint") {
    return factsOf(kDialect, ParameterType::kNumber);
  }
  if (base == "string") {
    SchemaFacts facts = factsOf(kDialect, ParameterType::kString);
    if (keyword == "string.numeric.parse" || keyword == "string.integer.parse") {
      facts.parameter.type = ParameterType::kNumber;
    } else if (keyword != "string" && keyword != "string.numeric" && keyword != "string.integer") {
      applyUnknownRestriction(facts);
    }
    return facts;
  }
  if (base == "boolean" || base == "true" || base == "false") {
    return factsOf(kDialect, ParameterType::kBoolean);
  }
  if (base == "unknown" || base == "any") {
    return anyFacts(kDialect);
  }
  if (base == "null" || base == "undefined" || base == "never") {
    SchemaFacts facts = nothingFacts(kDialect);
    facts.parameter.nullable = base == "null";
    facts.parameter.required = base != "undefined";
    return facts;
  }
  if (base == "object" || base == "Record") {
    SchemaFacts facts = factsOf(kDialect, ParameterType::kObject);
    facts.parameter.nestedOpen = true;
    return facts;
  }
  return base == "Array" ? factsOf(kDialect, ParameterType::kArray) : SchemaFacts{};
}

SchemaFacts readArkTypeDefinition(SchemaReader& reader, const Value* value) {
  switch (value->kind) {
    case ValueKind::kString:
      return DefinitionReader().read(reader.evaluator().constantText(value));
    case ValueKind::kArray:
      return readTuple(reader, value);
    case ValueKind::kObject: {
      SchemaFacts facts = reader.readExpectedShape(value, EntryNotation::kArkType);
      facts.isShape = false;
      facts.parameter.dialect = kDialect;
      return facts;
    }
    default:
      return reader.read(value);
  }
}

SchemaFacts buildArkType(SchemaReader& reader, const SchemaCall& call) {
  if (call.count() >= 3 || (call.count() == 2 && call.value()->text == "type")) {
    // `type("number", "=", 20)` and the like: a tuple expression spread over the arguments.
    const std::string_view sign = call.argument(1) == nullptr
                                      ? std::string_view()
                                      : reader.evaluator().constantText(call.argument(1));
    SchemaFacts facts = reader.read(call.argument(0), EntryNotation::kArkType);
    if (sign == "|") {
      return joinFacts({facts, reader.read(call.argument(2), EntryNotation::kArkType)});
    }
    if (sign == "&") {
      return intersectFacts(facts, reader.read(call.argument(2), EntryNotation::kArkType));
    }
    if (sign == "=") {
      reader.applyDefault(facts, call.argument(2), call.place(2));
    } else {
      applyUnknownRestriction(facts);
    }
    return facts;
  }
  return reader.read(call.argument(0), EntryNotation::kArkType);
}

/// One branch a method, so longer than a screen.
SchemaFacts modifyArkType(SchemaReader& reader, SchemaFacts facts, std::string_view name,
                          const SchemaCall& call) {
  Evaluator& evaluator = reader.evaluator();
  const Value* argument = call.argument(0);
  if (name == "atMost") {
    applyMaximum(facts, upperBound(evaluator, argument));
  } else if (name == "lessThan") {
    applyBelow(facts, upperBound(evaluator, argument));
  } else if (name == "atLeast" || name == "moreThan") {
    applyMinimum(facts, lowerBound(evaluator, argument));
  } else if (name == "default") {
    reader.applyDefault(facts, argument, call.place(0));
  } else if (name == "optional") {
    facts.parameter.required = false;
  } else if (name == "describe") {
    reader.applyDescription(facts, argument);
  } else if (name == "configure") {
    reader.applyMetadata(facts, argument);
  } else if (name == "or") {
    return joinFacts({facts, reader.read(argument, EntryNotation::kArkType)});
  } else if (name == "and" || name == "intersect") {
    return intersectFacts(facts, reader.read(argument, EntryNotation::kArkType));
  } else if (name == "merge") {
    const SchemaFacts other = reader.read(argument, EntryNotation::kArkType);
    facts.parameter.nestedOpen = facts.parameter.nestedOpen || !other.known;
    extendObject(facts, other);
  } else if (name == "narrow" || name == "filter") {
    reader.applyPredicate(facts, argument);
  } else if (name == "pipe" || name == "to") {
    reader.applyTransform(facts, argument);
  } else if (name == "array") {
    return factsOf(kDialect, ParameterType::kArray);
  } else if (name == "pick" || name == "omit") {
    // The keys are the arguments themselves.
    std::vector<std::string_view> keys;
    for (uint32_t i = 0; i < call.count(); ++i) {
      const Value* key = call.argument(i);
      keys.push_back(key == nullptr ? std::string_view() : evaluator.constantText(key));
    }
    facts.known = std::find(keys.begin(), keys.end(), "") == keys.end();
    std::erase_if(facts.parameter.nested, [&](const SchemaParameter& parameter) {
      return (std::find(keys.begin(), keys.end(), parameter.name) != keys.end()) !=
             (name == "pick");
    });
  } else if (name == "partial" || name == "required") {
    reader.requireProperties(facts, nullptr, name == "required");
  } else if (name != "brand" && name != "readonly" && name != "onUndeclaredKey" &&
             name != "toJsonSchema" && name != "onDeepUndeclaredKey" && name != "divisibleBy") {
    applyUnknownRestriction(facts);
  }
  return facts;
}

}  // namespace envelint
