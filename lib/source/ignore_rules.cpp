#include "source/ignore_rules.h"

#include <algorithm>
#include <utility>

#include "source/paths.h"
#include "source/utf8.h"

namespace envelint {
namespace {

/// Takes the spaces off the end, but for one that a backslash protects.
std::string_view trimEnd(std::string_view line) {
  while (line.ends_with(' ') && !line.ends_with("\\ ")) {
    line.remove_suffix(1);
  }
  return line;
}

}  // namespace

IgnoreRules::IgnoreRules(std::string_view text, GlobSyntax syntax) {
  text.remove_prefix(byteOrderMarkSize(text));
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    addLine(trimEnd(line), syntax);
  }
}

void IgnoreRules::addLine(std::string_view line, GlobSyntax syntax) {
  if (line.empty() || line.starts_with('#')) {
    return;
  }
  const bool takesBack = line.starts_with('!');
  line.remove_prefix(takesBack ? 1 : 0);
  const bool foldersOnly = line.ends_with('/');
  line.remove_suffix(foldersOnly ? 1 : 0);
  const bool nameOnly = line.find('/') == std::string_view::npos;
  line.remove_prefix(line.starts_with('/') ? 1 : 0);
  if (line.empty()) {
    return;
  }
  Result<Glob> glob = Glob::compile(line, syntax);
  if (glob) {
    rules_.push_back({std::move(*glob), takesBack, foldersOnly, nameOnly});
  }
}

std::optional<bool> IgnoreRules::judge(std::string_view path, bool isFolder) const {
  for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule) {
    if (rule->foldersOnly && !isFolder) {
      continue;
    }
    if (rule->glob.matches(rule->nameOnly ? fileName(path) : path)) {
      return !rule->takesBack;
    }
  }
  return std::nullopt;
}

bool IgnoreRules::ignoresBelow(std::string_view path, bool isFolder, std::string_view from) const {
  if (rules_.empty()) {
    return false;
  }
  size_t end = from.empty() ? 0 : from.size() + 1;
  while (end <= path.size()) {
    end = std::min(path.find('/', end), path.size());
    const bool isWhole = end == path.size();
    if (judge(path.substr(0, end), isFolder || !isWhole).value_or(false)) {
      return true;
    }
    ++end;
  }
  return false;
}

}  // namespace envelint
