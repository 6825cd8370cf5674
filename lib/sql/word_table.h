#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "sql/text.h"

namespace envelint::sql {

/// A set of lower-case words, made by the compiler and asked without case. `kSlots` is a power of
/// two, well above the number of words.
template <size_t kSlots>
class WordTable {
 public:
  constexpr explicit WordTable(std::span<const std::string_view> words) : words_(words) {
    for (size_t i = 0; i < words.size(); ++i) {
      longest_ = words[i].size() > longest_ ? words[i].size() : longest_;
      size_t slot = hash(words[i]) % kSlots;
      while (slots_[slot] != 0) {
        slot = (slot + 1) % kSlots;
      }
      slots_[slot] = static_cast<uint16_t>(i + 1);
    }
  }

  /// The word's place in the list the table was made of, or -1.
  constexpr int find(std::string_view word) const {
    if (word.empty() || word.size() > longest_) {
      return -1;
    }
    for (size_t slot = hash(word) % kSlots; slots_[slot] != 0; slot = (slot + 1) % kSlots) {
      if (equalsNoCase(words_[slots_[slot] - 1u], word)) {
        return slots_[slot] - 1;
      }
    }
    return -1;
  }

 private:
  // Bit 5 is the case of a letter.
  static constexpr uint32_t hash(std::string_view word) {
    uint32_t value = 2166136261u;
    for (const char c : word) {
      value = (value ^ (static_cast<unsigned char>(c) | 0x20u)) * 16777619u;
    }
    return value ^ (value >> 15);
  }

  std::span<const std::string_view> words_;
  std::array<uint16_t, kSlots> slots_ = {};
  size_t longest_ = 0;
};

template <size_t kSlots>
constexpr WordTable<kSlots> makeWordTable(std::span<const std::string_view> words) {
  return WordTable<kSlots>(words);
}

}  // namespace envelint::sql
