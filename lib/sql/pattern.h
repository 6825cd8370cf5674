#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace envelint::sql {

/// A regular expression, as far as JavaScript's, C++'s and Perl's agree on it: alternatives,
/// groups, classes, quantifiers, \b, ^ and $. Matched without regard to case and without
/// backtracking, so that no pattern takes long.
class Pattern {
 public:
  /// None if the pattern is wrong, has more than kMaxCode steps, or needs what this can't do:
  /// looking ahead or behind, references back, properties of Unicode.
  static std::optional<Pattern> compile(std::string_view pattern);

  /// Whether it matches somewhere in the text.
  bool matches(std::string_view text) const;

 private:
  static constexpr size_t kMaxCode = 2000;

  struct Step {
    enum Kind : uint8_t {
      kClass,     ///< one character of classes_[argument]
      kSplit,     ///< goes on behind, and at `argument` steps from here
      kJump,      ///< goes on at `argument` steps from here
      kBegin,     ///< ^
      kEnd,       ///< $
      kBoundary,  ///< \b
      kInside,    ///< \B
      kMatch,
    };
    Kind kind;
    int argument = 0;
  };

  class Compiler;

  void follow(size_t step, std::string_view text, size_t position, std::vector<uint32_t>& reached,
              std::vector<uint32_t>& mark, uint32_t round) const;

  std::vector<Step> code_;
  std::vector<std::bitset<256>> classes_;
};

}  // namespace envelint::sql
