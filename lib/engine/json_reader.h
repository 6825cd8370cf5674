#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/range.h"

namespace envelint {

/// JSON with comments (`//`, `/* */`) and trailing commas, where every value and key knows its
/// place in the text: what a configuration needs for its diagnostics.

struct JsonMember;

/// One value. `range` covers it with its quotes or brackets, in bytes of the text.
struct JsonValue {
  enum class Kind : uint8_t { kNull, kBoolean, kNumber, kString, kArray, kObject };
  Kind kind = Kind::kNull;
  Range range;
  bool boolean = false;
  double number = 0;
  std::string string;  ///< cooked; a lone surrogate is U+FFFD, bytes that aren't UTF-8 stay
  std::vector<JsonValue> elements;
  std::vector<JsonMember> members;  ///< in the order of the text; keys differ
};

struct JsonMember {
  std::string key;
  Range keyRange;  ///< with its quotes
  JsonValue value;
};

/// Why a text is no JSON: one sentence, and the byte where reading stopped.
struct JsonError {
  uint32_t offset = 0;
  std::string message;
};

/// What was read; `error` is set when the text is no JSON, and `value` is then to be ignored.
struct JsonDocument {
  JsonValue value;
  std::optional<JsonError> error;
};

/// Reads a whole text. A byte order mark at its start is passed over. Values nested deeper than 64
/// levels and keys written twice are errors.
JsonDocument readJson(std::string_view text);

/// "a string", "an array": what messages call a kind.
std::string_view kindName(JsonValue::Kind kind);

}  // namespace envelint
