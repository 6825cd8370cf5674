#include "mcp/dialect.h"

#include <fmt/format.h>

namespace envelint {

std::string maximumIn(SchemaDialect dialect, int64_t value) {
  switch (dialect) {
    case SchemaDialect::kZod:
      return fmt::format(".max({})", value);
    case SchemaDialect::kTypeBox:
      return fmt::format("{{ maximum: {} }}", value);
    case SchemaDialect::kValibot:
      return fmt::format("v.maxValue({})", value);
    case SchemaDialect::kArkType:
      return fmt::format("number <= {}", value);
    case SchemaDialect::kNlohmann:
    case SchemaDialect::kCpp:
      return fmt::format("{{\"maximum\", {}}}", value);
    case SchemaDialect::kJsonText:
      return fmt::format("\"maximum\": {}", value);
    default:
      return fmt::format("maximum: {}", value);
  }
}

std::string limitIn(SchemaDialect dialect, std::string_view name, int64_t maximum,
                    int64_t fallback) {
  switch (dialect) {
    case SchemaDialect::kZod:
      return fmt::format("{}: z.number().int().min(1).max({}).default({})", name, maximum,
                         fallback);
    case SchemaDialect::kTypeBox:
      return fmt::format("{}: Type.Integer({{ minimum: 1, maximum: {}, default: {} }})", name,
                         maximum, fallback);
    case SchemaDialect::kValibot:
      return fmt::format("{}: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue({})), {})",
                         name, maximum, fallback);
    case SchemaDialect::kArkType:
      return fmt::format("{}: \"1 <= number.integer <= {} = {}\"", name, maximum, fallback);
    case SchemaDialect::kNlohmann:
    case SchemaDialect::kCpp:
      return fmt::format(
          "{{\"{}\", {{{{\"type\", \"integer\"}}, {{\"minimum\", 1}}, {{\"maximum\", {}}}, "
          "{{\"default\", {}}}}}}}",
          name, maximum, fallback);
    case SchemaDialect::kJsonText:
      return fmt::format(
          "\"{}\": {{\"type\": \"integer\", \"minimum\": 1, \"maximum\": {}, \"default\": "
          "{}}}",
          name, maximum, fallback);
    default:
      return fmt::format("{}: {{ type: \"integer\", minimum: 1, maximum: {}, default: {} }}", name,
                         maximum, fallback);
  }
}

}  // namespace envelint
