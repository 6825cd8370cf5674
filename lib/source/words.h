#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace envelint {

/// Whether a word is one of a list's, letter for letter.
constexpr bool isOneOf(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace envelint
