#include "frontend/typescript/cooking.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace envelint::typescript {
namespace {

int digitValue(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  if (c >= 'a' && c <= 'f') {
    return c - 'a' + 10;
  }
  if (c >= 'A' && c <= 'F') {
    return c - 'A' + 10;
  }
  return std::numeric_limits<int>::max();
}

bool isHighSurrogate(uint32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool isLowSurrogate(uint32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

void appendUtf8(std::string& out, uint32_t codePoint) {
  constexpr uint32_t kReplacement = 0xFFFD;
  if (codePoint > 0x10FFFF || isHighSurrogate(codePoint) || isLowSurrogate(codePoint)) {
    codePoint = kReplacement;
  }
  if (codePoint < 0x80) {
    out += static_cast<char>(codePoint);
  } else if (codePoint < 0x800) {
    out += static_cast<char>(0xC0 | (codePoint >> 6));
    out += static_cast<char>(0x80 | (codePoint & 0x3F));
  } else if (codePoint < 0x10000) {
    out += static_cast<char>(0xE0 | (codePoint >> 12));
    out += static_cast<char>(0x80 | ((codePoint >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (codePoint & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (codePoint >> 18));
    out += static_cast<char>(0x80 | ((codePoint >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((codePoint >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (codePoint & 0x3F));
  }
}

/// Reads a literal's text from front to back.
class Cook {
 public:
  Cook(std::string_view raw, bool isTemplate) : raw_(raw), isTemplate_(isTemplate) {}

  std::string run() {
    out_.reserve(raw_.size());
    while (at_ < raw_.size()) {
      const char c = raw_[at_++];
      if (c == '\\' && at_ < raw_.size()) {
        escape();
      } else if (c == '\r' && isTemplate_) {
        skip('\n');
        out_ += '\n';
      } else {
        out_ += c;
      }
    }
    return std::move(out_);
  }

 private:
  void escape() {
    const char c = raw_[at_++];
    switch (c) {
      case 'n':
        out_ += '\n';
        break;
      case 't':
        out_ += '\t';
        break;
      case 'r':
        out_ += '\r';
        break;
      case 'b':
        out_ += '\b';
        break;
      case 'f':
        out_ += '\f';
        break;
      case 'v':
        out_ += '\v';
        break;
      case '\n':
        break;
      case '\r':
        skip('\n');
        break;
      case 'x':
        codePoint(hex(2), 'x');
        break;
      case 'u':
        unicode();
        break;
      default:
        if (c >= '0' && c <= '7') {
          octal(c);
        } else if (!skipLineSeparator(c)) {
          out_ += c;
        }
    }
  }

  /// U+2028 and U+2029 end a line too.
  bool skipLineSeparator(char first) {
    const std::string_view rest = raw_.substr(at_, 2);
    if (first == '\xE2' && (rest == "\x80\xA8" || rest == "\x80\xA9")) {
      at_ += 2;
      return true;
    }
    return false;
  }

  void octal(char first) {
    uint32_t value = static_cast<uint32_t>(first - '0');
    const int maxDigits = first <= '3' ? 3 : 2;
    for (int i = 1; i < maxDigits && at_ < raw_.size() && digitValue(raw_[at_]) < 8; ++i) {
      value = value * 8 + static_cast<uint32_t>(digitValue(raw_[at_++]));
    }
    appendUtf8(out_, value);
  }

  void unicode() {
    std::optional<uint32_t> value = unicodeDigits();
    if (value && isHighSurrogate(*value) && raw_.substr(at_, 2) == "\\u") {
      const size_t mark = at_;
      at_ += 2;
      const std::optional<uint32_t> low = unicodeDigits();
      if (low && isLowSurrogate(*low)) {
        value = 0x10000 + ((*value - 0xD800) << 10) + (*low - 0xDC00);
      } else {
        at_ = mark;
      }
    }
    codePoint(value, 'u');
  }

  /// What follows `\u`: four digits, or any number of them in braces.
  std::optional<uint32_t> unicodeDigits() {
    if (at_ >= raw_.size() || raw_[at_] != '{') {
      return hex(4);
    }
    const size_t close = raw_.find('}', at_);
    if (close == std::string_view::npos) {
      return std::nullopt;
    }
    uint32_t value = 0;
    for (size_t i = at_ + 1; i < close; ++i) {
      const int digit = digitValue(raw_[i]);
      if (digit > 15) {
        return std::nullopt;
      }
      // Saturates: what is past the last code point becomes the replacement character anyway.
      value = value > 0x10FFFF ? value : value * 16 + static_cast<uint32_t>(digit);
    }
    at_ = close + 1;
    return value;
  }

  std::optional<uint32_t> hex(size_t digits) {
    if (raw_.size() - at_ < digits) {
      return std::nullopt;
    }
    uint32_t value = 0;
    for (size_t i = at_; i < at_ + digits; ++i) {
      const int digit = digitValue(raw_[i]);
      if (digit > 15) {
        return std::nullopt;
      }
      value = value * 16 + static_cast<uint32_t>(digit);
    }
    at_ += digits;
    return value;
  }

  void codePoint(std::optional<uint32_t> value, char introducer) {
    if (value) {
      appendUtf8(out_, *value);
    } else {
      out_ += '\\';
      out_ += introducer;
    }
  }

  void skip(char c) {
    if (at_ < raw_.size() && raw_[at_] == c) {
      ++at_;
    }
  }

  std::string_view raw_;
  bool isTemplate_;
  size_t at_ = 0;
  std::string out_;
};

double integerValue(std::string_view digits, int base) {
  double value = 0;
  for (const char c : digits) {
    const int digit = digitValue(c);
    if (digit < base) {
      value = value * base + digit;
    }
  }
  return value;
}

}  // namespace

std::string cook(std::string_view raw, bool isTemplate) { return Cook(raw, isTemplate).run(); }

double numberValue(std::string_view raw) {
  std::string digits;
  digits.reserve(raw.size());
  for (const char c : raw) {
    if (c != '_') {
      digits += c;
    }
  }
  if (digits.ends_with('n')) {
    digits.pop_back();
  }
  if (digits.size() > 1 && digits[0] == '0') {
    const std::string_view rest = std::string_view(digits).substr(2);
    switch (digits[1]) {
      case 'x':
      case 'X':
        return integerValue(rest, 16);
      case 'o':
      case 'O':
        return integerValue(rest, 8);
      case 'b':
      case 'B':
        return integerValue(rest, 2);
      default:
        // `017` is octal by an old rule, and `019` is decimal all the same.
        if (digits.find_first_not_of("01234567") == std::string::npos) {
          return integerValue(digits, 8);
        }
    }
  }
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  // from_chars leaves the value alone when it is out of range.
  if (error == std::errc::result_out_of_range) {
    return digits.find("e-") != std::string::npos || digits.find("E-") != std::string::npos
               ? 0
               : std::numeric_limits<double>::infinity();
  }
  return value;
}

std::string numberKey(double value) {
  // The longest shortest form, such as -1.7976931348623157e+308, has 24 characters; fixed notation
  // below 1e21 has 22 at most.
  char buffer[32];
  const bool isPlain = value == 0 || (std::abs(value) >= 1e-6 && std::abs(value) < 1e21);
  const auto format = isPlain ? std::chars_format::fixed : std::chars_format::scientific;
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), value, format);
  return error == std::errc() ? std::string(buffer, end) : std::string();
}

}  // namespace envelint::typescript
