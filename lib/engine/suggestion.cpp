#include "engine/suggestion.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "rule/rule.h"

namespace envelint {
namespace {

/// Longer input is no slip of the fingers, and would only cost time.
constexpr size_t kMaxNameLength = 64;
constexpr size_t kMaxDistance = 3;

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The optimal string alignment distance: insertions, deletions, substitutions and swaps of
/// neighbours, each of cost 1.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> beforeLast(b.size() + 1);
  std::vector<size_t> last(b.size() + 1);
  std::vector<size_t> current(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) {
    last[j] = j;
  }
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool isSame = lowered(a[i - 1]) == lowered(b[j - 1]);
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1)});
      const bool isSwap = i > 1 && j > 1 && lowered(a[i - 1]) == lowered(b[j - 2]) &&
                          lowered(a[i - 2]) == lowered(b[j - 1]);
      if (isSwap) {
        current[j] = std::min(current[j], beforeLast[j - 2] + 1);
      }
    }
    std::swap(beforeLast, last);
    std::swap(last, current);
  }
  return last[b.size()];
}

}  // namespace

std::string_view closestName(std::string_view wrong, std::span<const std::string_view> names) {
  if (wrong.empty() || wrong.size() > kMaxNameLength) {
    return {};
  }
  std::string_view closest;
  size_t best = std::min(kMaxDistance, std::max<size_t>(1, wrong.size() / 3)) + 1;
  for (const std::string_view name : names) {
    if (name.size() > kMaxNameLength) {
      continue;
    }
    const size_t found = distance(wrong, name);
    if (found < best) {
      best = found;
      closest = name;
    }
  }
  return closest;
}

std::string didYouMean(std::string_view wrong, std::span<const std::string_view> names) {
  const std::string_view name = closestName(wrong, names);
  return name.empty() ? std::string() : fmt::format("; did you mean `{}`?", name);
}

std::span<const std::string_view> ruleIds() {
  static const std::vector<std::string_view> ids = [] {
    std::vector<std::string_view> all;
    for (const Rule* rule : allRules()) {
      all.push_back(rule->info().id);
    }
    return all;
  }();
  return ids;
}

}  // namespace envelint
