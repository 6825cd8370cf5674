#include "report/line_hash.h"

#include <fmt/format.h>

#include <array>
#include <unordered_map>

#include "source/utf8.h"

namespace envelint {
namespace {

constexpr size_t kWindow = 100;
constexpr uint64_t kBase = 37;
/// Stands behind the last character, as a code unit no text holds.
constexpr uint32_t kEndOfFile = 65535;
constexpr uint32_t kReplacement = 0xFFFD;

constexpr uint64_t power(uint64_t base, size_t exponent) {
  uint64_t result = 1;
  for (size_t i = 0; i < exponent; ++i) {
    result *= base;
  }
  return result;
}

/// Hashes the code units as they come; all arithmetic is modulo 2^64.
class LineHasher {
 public:
  void add(uint32_t unit) {
    const bool isSkipped = unit == ' ' || unit == '\t' || (afterReturn_ && unit == '\n');
    afterReturn_ = false;
    if (isSkipped) {
      return;
    }
    if (unit == '\r') {
      unit = '\n';
      afterReturn_ = true;
    }
    endLine();
    if (atLineStart_) {
      atLineStart_ = false;
      isLineStart_[index_] = true;
    }
    atLineStart_ = unit == '\n';
    roll(unit);
  }

  std::vector<std::string> finish() {
    add(kEndOfFile);
    for (size_t i = 0; i < kWindow; ++i) {
      endLine();
      roll(0);
    }
    return std::move(hashes_);
  }

 private:
  /// A line whose beginning is the oldest of the window has all its characters in it now.
  void endLine() {
    if (isLineStart_[index_]) {
      isLineStart_[index_] = false;
      hashes_.push_back(fmt::format("{:x}:{}", hash_, ++counts_[hash_]));
    }
  }

  void roll(uint32_t unit) {
    static constexpr uint64_t kLeaving = power(kBase, kWindow);
    hash_ = kBase * hash_ + unit - kLeaving * window_[index_];
    window_[index_] = unit;
    index_ = (index_ + 1) % kWindow;
  }

  std::array<uint32_t, kWindow> window_{};
  std::array<bool, kWindow> isLineStart_{};
  size_t index_ = 0;
  uint64_t hash_ = 0;
  bool atLineStart_ = true;
  bool afterReturn_ = false;
  std::unordered_map<uint64_t, uint32_t> counts_;
  std::vector<std::string> hashes_;
};

}  // namespace

std::vector<std::string> lineHashes(const SourceFile& file) {
  LineHasher hasher;
  std::string_view text = file.text();
  while (!text.empty()) {
    const Utf8Character character = decodeUtf8(text);
    text.remove_prefix(character.bytes);
    const uint32_t codePoint = character.valid ? character.codePoint : kReplacement;
    if (codePoint > 0xFFFF) {
      hasher.add(0xD800 + ((codePoint - 0x10000) >> 10));
      hasher.add(0xDC00 + ((codePoint - 0x10000) & 0x3FF));
    } else {
      hasher.add(codePoint);
    }
  }
  return hasher.finish();
}

}  // namespace envelint
