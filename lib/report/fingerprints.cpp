#include "report/fingerprints.h"

#include <fmt/format.h>

#include <unordered_map>

namespace envelint {
namespace {

/// Enough to tell lines apart; a file that is one long line would be hashed once a finding else.
constexpr size_t kMaxLineBytes = 256;

/// FNV-1a of 64 bits (Fowler, Noll, Vo; IETF draft-eastlake-fnv). Not against adversaries: who can
/// write the source can suppress the finding as well.
class Hash {
 public:
  void add(char c) {
    state_ ^= static_cast<unsigned char>(c);
    state_ *= 0x100000001b3;
  }
  /// Adds a text and a separator, so that "ab" + "c" isn't "a" + "bc".
  void add(std::string_view text) {
    for (const char c : text) {
      add(c);
    }
    add('\0');
  }
  uint64_t value() const { return state_; }

 private:
  uint64_t state_ = 0xcbf29ce484222325;
};

uint64_t hashOf(const Finding& finding) {
  const SourceFile& file = *finding.primary.file;
  Hash hash;
  hash.add(finding.rule);
  hash.add(std::string_view(file.displayPath()));
  const uint32_t line = file.position(finding.primary.range.begin).line;
  size_t room = kMaxLineBytes;
  for (const char c : file.text(file.lineRange(line))) {
    if (c != ' ' && c != '\t') {
      hash.add(c);
      if (--room == 0) {
        break;
      }
    }
  }
  return hash.value();
}

}  // namespace

std::vector<std::string> fingerprints(const std::vector<Finding>& findings) {
  std::unordered_map<uint64_t, uint32_t> occurrences;
  std::vector<std::string> result;
  result.reserve(findings.size());
  for (const Finding& finding : findings) {
    const uint64_t hash = hashOf(finding);
    result.push_back(fmt::format("{:016x}:{}", hash, ++occurrences[hash]));
  }
  return result;
}

}  // namespace envelint
