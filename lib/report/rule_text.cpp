#include "report/rule_text.h"

#include <algorithm>
#include <cctype>

namespace envelint {
namespace {

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  return begin == std::string_view::npos
             ? std::string_view()
             : text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

bool isFence(std::string_view line) { return line.starts_with("```") || line.starts_with("~~~"); }

/// Whether a line begins a block that isn't a paragraph.
bool beginsOtherBlock(std::string_view line) {
  return line.starts_with('#') || line.starts_with('>') || line.starts_with('|') ||
         line.starts_with("- ") || line.starts_with("* ") || line.starts_with("---") ||
         (std::isdigit(static_cast<unsigned char>(line[0])) && line.substr(1).starts_with(". "));
}

/// Takes out `**` and turns `[text](target)` into `text`. Backticks stay: what is in them is code.
std::string withoutMarkup(std::string_view text) {
  std::string result;
  bool inCode = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') {
      inCode = !inCode;
    }
    if (!inCode && text.substr(i).starts_with("**")) {
      ++i;
      continue;
    }
    const size_t middle = !inCode && text[i] == '[' ? text.find("](", i) : std::string_view::npos;
    const size_t end = middle == std::string_view::npos ? middle : text.find(')', middle);
    if (end != std::string_view::npos) {
      result += text.substr(i + 1, middle - i - 1);
      i = end;
      continue;
    }
    result += text[i];
  }
  return result;
}

}  // namespace

std::string firstParagraph(std::string_view page) {
  std::string paragraph;
  bool inFence = false;
  while (!page.empty()) {
    const size_t lineEnd = std::min(page.find('\n'), page.size());
    const std::string_view line = trimmed(page.substr(0, lineEnd));
    page.remove_prefix(std::min(lineEnd + 1, page.size()));
    const bool fence = isFence(line);
    if (fence) {
      inFence = !inFence;
    }
    const bool isText = !fence && !inFence && !line.empty() && !beginsOtherBlock(line);
    if (isText) {
      paragraph.append(paragraph.empty() ? "" : " ").append(line);
    } else if (!paragraph.empty()) {
      break;
    }
  }
  return withoutMarkup(paragraph);
}

std::string pascalCase(std::string_view id) {
  std::string result;
  bool atWordStart = true;
  for (const char c : id) {
    if (c != '-') {
      result += atWordStart ? upper(c) : c;
    }
    atWordStart = c == '-';
  }
  return result;
}

std::string sentence(std::string_view text) {
  std::string result(trimmed(text));
  if (result.empty()) {
    return result;
  }
  result[0] = upper(result[0]);
  const char last = result.back();
  if (last != '.' && last != '!' && last != '?') {
    result += '.';
  }
  return result;
}

}  // namespace envelint
