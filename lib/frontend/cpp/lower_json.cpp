#include <cctype>
#include <charconv>
#include <string>

#include "frontend/cpp/lowering.h"

namespace envelint::cpp {
namespace {

/// Reads JSON from a stretch of a file into the module. Bounded in depth; fails as a whole.
class JsonText {
 public:
  JsonText(Module& module, std::string_view text, Range content)
      : module_(module), text_(text), at_(content.begin), end_(content.end) {}

  ExprId read() {
    const ExprId result = value(0);
    skipSpace();
    return at_ == end_ ? result : ExprId{};
  }

 private:
  static constexpr int kMaxDepth = 60;

  void skipSpace() {
    while (at_ < end_ && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
      ++at_;
    }
  }
  bool take(char wanted) {
    skipSpace();
    if (at_ < end_ && text_[at_] == wanted) {
      ++at_;
      return true;
    }
    return false;
  }
  bool takeWord(std::string_view word) {
    if (text_.substr(at_, end_ - at_).starts_with(word)) {
      at_ += static_cast<uint32_t>(word.size());
      return true;
    }
    return false;
  }
  bool string(std::string& out) {
    if (!take('"')) {
      return false;
    }
    while (at_ < end_ && text_[at_] != '"') {
      if (text_[at_] == '\\' && at_ + 1 < end_) {
        ++at_;
        const char escaped = text_[at_];
        out += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
      } else {
        out += text_[at_];
      }
      ++at_;
    }
    return take('"');
  }

  ExprId value(int depth) {
    skipSpace();
    if (depth > kMaxDepth || at_ >= end_) {
      return {};
    }
    const uint32_t begin = at_;
    const char first = text_[at_];
    if (first == '{') {
      return object(depth);
    }
    if (first == '[') {
      return array(depth);
    }
    if (first == '"') {
      std::string text;
      return string(text) ? module_.add({begin, at_}, StringLiteral{module_.intern(text)})
                          : ExprId{};
    }
    if (takeWord("true") || takeWord("false")) {
      return module_.add({begin, at_}, BooleanLiteral{first == 't'});
    }
    if (takeWord("null")) {
      return module_.add({begin, at_}, NullLiteral{});
    }
    double number = 0;
    const auto [stop, error] = std::from_chars(text_.data() + at_, text_.data() + end_, number);
    if (error != std::errc()) {
      return {};
    }
    at_ = static_cast<uint32_t>(stop - text_.data());
    return module_.add({begin, at_}, NumberLiteral{number});
  }

  ExprId object(int depth) {
    const uint32_t begin = at_;
    ++at_;
    std::vector<Property> properties;
    while (!take('}')) {
      skipSpace();
      const uint32_t key = at_;
      std::string name;
      if (!string(name)) {
        return {};
      }
      Property property;
      property.key = module_.intern(name);
      property.keyRange = {key, at_};
      if (!take(':')) {
        return {};
      }
      property.value = value(depth + 1);
      if (!property.value) {
        return {};
      }
      property.range = {key, at_};
      properties.push_back(property);
      if (!take(',')) {
        if (!take('}')) {
          return {};
        }
        break;
      }
    }
    return module_.add({begin, at_}, ObjectExpr{module_.list(properties)});
  }

  ExprId array(int depth) {
    const uint32_t begin = at_;
    ++at_;
    std::vector<ExprId> elements;
    while (!take(']')) {
      const ExprId element = value(depth + 1);
      if (!element) {
        return {};
      }
      elements.push_back(element);
      if (!take(',')) {
        if (!take(']')) {
          return {};
        }
        break;
      }
    }
    return module_.add({begin, at_}, ArrayExpr{module_.list(elements)});
  }

  Module& module_;
  std::string_view text_;
  uint32_t at_;
  uint32_t end_;
};

}  // namespace

ExprId Lowering::jsonText(Range content) {
  const std::string_view inside = text_.substr(content.begin, content.end - content.begin);
  const size_t first = inside.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || (inside[first] != '{' && inside[first] != '[')) {
    return {};
  }
  return JsonText(module_, text_, content).read();
}

}  // namespace envelint::cpp
