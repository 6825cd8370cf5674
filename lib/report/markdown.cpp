#include "report/markdown.h"

#include <algorithm>

#include "report/visible_text.h"

namespace envelint {
namespace {

/// What may begin markup, a mention, an entity or a tag.
constexpr std::string_view kSpecial = "\\*_{}[]<>()#+!|&~@$";

}  // namespace

std::string markdownCell(std::string_view text) {
  std::string result;
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t open = rest.find('`');
    const size_t close = open == std::string_view::npos ? open : rest.find('`', open + 1);
    const bool hasCode = close != std::string_view::npos && close > open + 1;
    for (const char c : visibleText(rest.substr(0, hasCode ? open : rest.size()))) {
      if (kSpecial.find(c) != std::string_view::npos || c == '`') {
        result += '\\';
      }
      result += c;
    }
    if (!hasCode) {
      break;
    }
    result += markdownCode(rest.substr(open + 1, close - open - 1));
    rest.remove_prefix(close + 1);
  }
  return result;
}

std::string markdownCode(std::string_view text) {
  const std::string visible = visibleText(text);
  // A run of backticks longer than any within is what delimits code.
  size_t longest = 0;
  size_t run = 0;
  for (const char c : visible) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const std::string_view pad = longest > 0 ? " " : "";
  std::string code;
  for (const char c : visible) {
    code += c == '|' ? "\\|" : std::string(1, c);
  }
  return fence + std::string(pad) + code + std::string(pad) + fence;
}

}  // namespace envelint
