#include "engine/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "source/utf8.h"

namespace envelint {
namespace {

constexpr uint32_t kMaxDepth = 64;
constexpr uint32_t kReplacementCharacter = 0xFFFD;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

void appendUtf8(std::string& text, uint32_t codePoint) {
  if (codePoint < 0x80) {
    text += static_cast<char>(codePoint);
    return;
  }
  if (codePoint < 0x800) {
    text += static_cast<char>(0xC0 | codePoint >> 6);
  } else if (codePoint < 0x10000) {
    text += static_cast<char>(0xE0 | codePoint >> 12);
    text += static_cast<char>(0x80 | (codePoint >> 6 & 0x3F));
  } else {
    text += static_cast<char>(0xF0 | codePoint >> 18);
    text += static_cast<char>(0x80 | (codePoint >> 12 & 0x3F));
    text += static_cast<char>(0x80 | (codePoint >> 6 & 0x3F));
  }
  text += static_cast<char>(0x80 | (codePoint & 0x3F));
}

/// A recursive descent parser; its depth is bounded by kMaxDepth. The first error ends the reading:
/// every function returns false from then on.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) { at_ = byteOrderMarkSize(text); }

  JsonDocument read() {
    JsonDocument document;
    if (skipBlanks() && readValue(document.value, 0) && skipBlanks() && at_ < text_.size()) {
      fail("nothing may follow the value");
    }
    document.error = std::move(error_);
    return document;
  }

 private:
  bool fail(std::string message, std::optional<uint32_t> offset = std::nullopt) {
    if (!error_) {
      error_ = JsonError{offset.value_or(at_), std::move(message)};
    }
    return false;
  }
  bool atEnd() const { return at_ >= text_.size(); }
  char peek() const { return atEnd() ? '\0' : text_[at_]; }

  bool skipBlanks() {
    while (!atEnd()) {
      const std::string_view rest = text_.substr(at_);
      if (rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n' || rest[0] == '\r') {
        ++at_;
      } else if (rest.starts_with("//")) {
        at_ += static_cast<uint32_t>(std::min(rest.find_first_of("\r\n"), rest.size()));
      } else if (rest.starts_with("/*")) {
        const size_t end = rest.find("*/", 2);
        if (end == std::string_view::npos) {
          return fail("the comment has no end");
        }
        at_ += static_cast<uint32_t>(end) + 2;
      } else {
        break;
      }
    }
    return true;
  }

  bool readValue(JsonValue& value, uint32_t depth) {
    if (depth > kMaxDepth) {
      return fail(fmt::format("values are nested deeper than {} levels", kMaxDepth));
    }
    value.range.begin = at_;
    const char c = peek();
    bool isRead = false;
    if (c == '{') {
      isRead = readObject(value, depth);
    } else if (c == '[') {
      isRead = readArray(value, depth);
    } else if (c == '"') {
      value.kind = JsonValue::Kind::kString;
      isRead = readString(value.string);
    } else if (c == '-' || isDigit(c)) {
      isRead = readNumber(value);
    } else {
      isRead = readWord(value);
    }
    value.range.end = at_;
    return isRead;
  }

  bool readWord(JsonValue& value) {
    uint32_t end = at_;
    while (end < text_.size() && text_[end] >= 'a' && text_[end] <= 'z') {
      ++end;
    }
    const std::string_view word = text_.substr(at_, end - at_);
    if (word == "true" || word == "false") {
      value.kind = JsonValue::Kind::kBoolean;
      value.boolean = word == "true";
    } else if (word != "null") {
      return fail(atEnd() ? "the text ends where a value is expected" : "a value is expected here");
    }
    at_ = end;
    return true;
  }

  bool readNumber(JsonValue& value) {
    const char* const begin = text_.data() + at_;
    const char* const textEnd = text_.data() + text_.size();
    value.kind = JsonValue::Kind::kNumber;
    const auto [end, status] = std::from_chars(begin, textEnd, value.number);
    if (status != std::errc()) {
      return fail("the number can't be read");
    }
    // What from_chars takes beyond JSON: zeros in front, and a dot with no digit on one side.
    const std::string_view digits(begin, static_cast<size_t>(end - begin));
    const std::string_view whole = digits.substr(digits.starts_with('-') ? 1 : 0);
    const size_t dot = whole.find('.');
    const bool isJson =
        !whole.empty() && isDigit(whole[0]) &&
        !(whole.size() > 1 && whole[0] == '0' && isDigit(whole[1])) &&
        (dot == std::string_view::npos || (dot + 1 < whole.size() && isDigit(whole[dot + 1])));
    if (!isJson) {
      return fail("the number can't be read");
    }
    at_ += static_cast<uint32_t>(digits.size());
    return true;
  }

  /// Reads four hexadecimal digits.
  bool readCodeUnit(uint32_t& unit) {
    const std::string_view digits = text_.substr(std::min<size_t>(at_, text_.size()), 4);
    const auto [end, status] =
        std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
    if (status != std::errc() || end != digits.data() + 4) {
      return fail("`\\u` wants four hexadecimal digits");
    }
    at_ += 4;
    return true;
  }

  bool readUnicodeEscape(std::string& result) {
    uint32_t unit = 0;
    if (!readCodeUnit(unit)) {
      return false;
    }
    const bool isHigh = unit >= 0xD800 && unit <= 0xDBFF;
    if (isHigh && text_.substr(at_).starts_with("\\u")) {
      const uint32_t before = at_;
      at_ += 2;
      uint32_t low = 0;
      if (!readCodeUnit(low)) {
        return false;
      }
      if (low >= 0xDC00 && low <= 0xDFFF) {
        appendUtf8(result, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
        return true;
      }
      at_ = before;
    }
    appendUtf8(result, unit >= 0xD800 && unit <= 0xDFFF ? kReplacementCharacter : unit);
    return true;
  }

  bool readEscape(std::string& result) {
    static constexpr std::string_view kEscapes = "\"\\/bfnrt";
    static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    ++at_;
    const char c = peek();
    if (c == 'u') {
      ++at_;
      return readUnicodeEscape(result);
    }
    const size_t index = kEscapes.find(c);
    if (atEnd() || index == std::string_view::npos) {
      return fail("this escape isn't known in JSON", at_ - 1);
    }
    result += kMeanings[index];
    ++at_;
    return true;
  }

  bool readString(std::string& result) {
    const uint32_t begin = at_;
    ++at_;
    while (!atEnd() && peek() != '"') {
      const char c = peek();
      if (static_cast<unsigned char>(c) < 0x20) {
        break;
      }
      if (c == '\\') {
        if (!readEscape(result)) {
          return false;
        }
      } else {
        result += c;
        ++at_;
      }
    }
    if (peek() != '"') {
      return fail("the string isn't closed on its line", begin);
    }
    ++at_;
    return true;
  }

  bool readArray(JsonValue& value, uint32_t depth) {
    value.kind = JsonValue::Kind::kArray;
    ++at_;
    while (skipBlanks() && peek() != ']') {
      if (!readValue(value.elements.emplace_back(), depth + 1) || !readSeparator(']')) {
        return false;
      }
    }
    return close(']');
  }

  bool readObject(JsonValue& value, uint32_t depth) {
    std::unordered_set<std::string> keys;
    value.kind = JsonValue::Kind::kObject;
    ++at_;
    while (skipBlanks() && peek() != '}') {
      if (!readMember(value, keys, depth) || !readSeparator('}')) {
        return false;
      }
    }
    return close('}');
  }

  bool readMember(JsonValue& object, std::unordered_set<std::string>& keys, uint32_t depth) {
    JsonMember member;
    member.keyRange.begin = at_;
    if (peek() != '"') {
      return fail(atEnd() ? "the object isn't closed" : "a key in double quotes is expected here");
    }
    if (!readString(member.key)) {
      return false;
    }
    member.keyRange.end = at_;
    if (!keys.insert(member.key).second) {
      return fail(fmt::format("the key `{}` is written twice", member.key), member.keyRange.begin);
    }
    if (!skipBlanks()) {
      return false;
    }
    if (peek() != ':') {
      return fail("a colon is expected after the key");
    }
    ++at_;
    if (!skipBlanks() || !readValue(member.value, depth + 1)) {
      return false;
    }
    object.members.push_back(std::move(member));
    return true;
  }

  /// A comma, or the closing bracket, which is left for `close`.
  bool readSeparator(char closing) {
    if (!skipBlanks()) {
      return false;
    }
    if (peek() == ',') {
      ++at_;
      return true;
    }
    return peek() == closing || fail(fmt::format("a comma or `{}` is expected here", closing));
  }

  bool close(char closing) {
    if (error_) {
      return false;
    }
    if (peek() != closing) {
      return fail(fmt::format("`{}` is missing", closing));
    }
    ++at_;
    return true;
  }

  std::string_view text_;
  uint32_t at_ = 0;
  std::optional<JsonError> error_;
};

}  // namespace

JsonDocument readJson(std::string_view text) { return Reader(text).read(); }

std::string_view kindName(JsonValue::Kind kind) {
  switch (kind) {
    case JsonValue::Kind::kNull:
      return "null";
    case JsonValue::Kind::kBoolean:
      return "a boolean";
    case JsonValue::Kind::kNumber:
      return "a number";
    case JsonValue::Kind::kString:
      return "a string";
    case JsonValue::Kind::kArray:
      return "an array";
    case JsonValue::Kind::kObject:
      return "an object";
  }
  return "null";
}

}  // namespace envelint
