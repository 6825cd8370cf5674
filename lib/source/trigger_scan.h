#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace envelint {

/// Finds out in one pass which groups of words occur in a text, so that files that can't concern
/// any rule are never parsed. Case matters, and a word is found inside longer words too. An
/// Aho-Corasick automaton: time is linear in the text, however many words there are. Immutable
/// after construction, so safe to share between threads.
class TriggerScan {
 public:
  /// Groups are numbered from 0 to 63.
  struct Word {
    std::string_view text;
    uint32_t group = 0;
  };

  /// Empty words are left out: they would be in every text. The words need not outlive the call.
  explicit TriggerScan(std::span<const Word> words);

  /// A bit for each group that has a word in the text. Stops reading when all groups were seen.
  uint64_t groupsIn(std::string_view text) const;

  /// Whether any word of any group is in the text. Stops reading at the first.
  bool containsAny(std::string_view text) const;

 private:
  static constexpr uint32_t kWordEnds = uint32_t{1} << 31;

  void addWord(const Word& word);
  void completeTransitions();
  uint64_t scan(std::string_view text, uint64_t enough) const;

  /// Bytes that no word holds share class 0, which keeps the table small.
  std::array<uint8_t, 256> classes_{};
  uint32_t classCount_ = 1;
  /// The state after a byte: at [state + class of the byte]. A state is called by the index of its
  /// row's first entry, so the start is 0; `kWordEnds` is added when a word ends in the target.
  std::vector<uint32_t> next_;
  /// For each row, the groups that have a word ending there.
  std::vector<uint64_t> groups_;
  uint64_t allGroups_ = 0;
  size_t longestWord_ = 0;
};

}  // namespace envelint
