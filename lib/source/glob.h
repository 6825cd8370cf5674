#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/result.h"

namespace envelint {

/// What a pattern may hold besides `*`, `?`, `[..]`, `**` and `\`.
enum class GlobSyntax : uint8_t {
  kPlain,   ///< nothing: .gitignore
  kBraces,  ///< `{a,b}`, nested too: the configuration
};

/// A pattern for paths. `?` and `*` stay within one part of a path; `**` as a whole part stands for
/// any number of parts, none included, except at the end, where it stands for at least one.
/// `[a-z]`,
/// `[!a-z]` and `[[:alpha:]]` match one byte that isn't `/`; `\` takes the next byte literally.
/// `*`, `?` and `[..]` match leading dots too. Immutable and safe to share between threads.
class Glob {
 public:
  /// Fails on an unclosed bracket or brace, a backslash at the end, and on braces that stand for
  /// more than 256 patterns.
  static Result<Glob> compile(std::string_view pattern, GlobSyntax syntax = GlobSyntax::kBraces);

  /// Whether the whole path matches. Never exponential: in the worst case the square of the path's
  /// length times the pattern's, and linear for patterns people write.
  bool matches(std::string_view path) const;

 private:
  struct Token {
    enum class Kind : uint8_t {
      kByte,
      kAnyByte,   ///< `?`
      kSet,       ///< `[..]`: `sets_[index]`
      kStar,      ///< `*`
      kParts,     ///< `**/`: any number of parts, each with its slash
      kSomeParts  ///< `**` at the end: the rest, at least one byte
    };
    Kind kind = Kind::kByte;
    char byte = 0;
    uint32_t index = 0;
  };
  using ByteSet = std::bitset<256>;
  using Pattern = std::vector<Token>;

  Result<Pattern> parse(std::string_view pattern);
  Result<size_t> parseSet(std::string_view pattern, size_t begin);
  bool matchesOne(const Pattern& pattern, std::string_view path) const;
  bool matchesByte(const Token& token, char byte) const;

  std::vector<Pattern> alternatives_;
  std::vector<ByteSet> sets_;
};

}  // namespace envelint
