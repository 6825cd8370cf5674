#include "source/trigger_scan.h"

#include <algorithm>

namespace envelint {

TriggerScan::TriggerScan(std::span<const Word> words) {
  for (const Word& word : words) {
    for (const char c : word.text) {
      uint8_t& byteClass = classes_[static_cast<uint8_t>(c)];
      // All 256 byte values in use would need 257 classes; then class 0 is the last value's own.
      if (byteClass == 0 && classCount_ < 256) {
        byteClass = static_cast<uint8_t>(classCount_++);
      }
    }
  }
  next_.assign(classCount_, 0);
  groups_.assign(1, 0);
  for (const Word& word : words) {
    if (!word.text.empty()) {
      addWord(word);
    }
  }
  completeTransitions();
}

/// Adds a path for the word to the trie that the automaton starts as. In it, state 0 as a target
/// means that there is no edge.
void TriggerScan::addWord(const Word& word) {
  uint32_t state = 0;
  for (const char c : word.text) {
    const size_t edge = state + classes_[static_cast<uint8_t>(c)];
    if (next_[edge] == 0) {
      next_[edge] = static_cast<uint32_t>(next_.size());
      groups_.push_back(0);
      next_.resize(next_.size() + classCount_, 0);
    }
    state = next_[edge];
  }
  const uint64_t bit = uint64_t{1} << (word.group & 63);
  groups_[state / classCount_] |= bit;
  allGroups_ |= bit;
  longestWord_ = std::max(longestWord_, word.text.size());
}

/// Gives every state a target for every byte. A state without an edge of its own goes where its
/// longest proper suffix that is a state goes; states nearer the start are complete first.
void TriggerScan::completeTransitions() {
  std::vector<uint32_t> suffix(groups_.size(), 0);
  std::vector<uint32_t> queue = {0};
  for (size_t i = 0; i < queue.size(); ++i) {
    const uint32_t state = queue[i];
    const uint32_t shorter = suffix[state / classCount_];
    groups_[state / classCount_] |= groups_[shorter / classCount_];
    for (uint32_t c = 0; c < classCount_; ++c) {
      uint32_t& target = next_[state + c];
      const uint32_t fallback = state == 0 ? 0 : next_[shorter + c];
      if (target == 0) {
        target = fallback;
      } else {
        suffix[target / classCount_] = fallback;
        queue.push_back(target);
      }
    }
  }
  for (uint32_t& target : next_) {
    target |= groups_[target / classCount_] != 0 ? kWordEnds : 0;
  }
}

/// The groups seen until the end of the text, or until all of `enough` were seen (any one if it is
/// 0).
uint64_t TriggerScan::scan(std::string_view text, uint64_t enough) const {
  // Each step waits for the one before. Four walks through four parts of the text, which overlap by
  // as much as a word may stick out, keep the processor busy while each of them waits.
  constexpr size_t kWalks = 4;
  const size_t step = (text.size() + kWalks - 1) / kWalks;
  const size_t overlap = longestWord_ == 0 ? 0 : longestWord_ - 1;
  std::array<uint32_t, kWalks> states{};
  uint64_t found = 0;
  const auto advance = [&](size_t walk, size_t at) {
    const uint32_t next = next_[states[walk] + classes_[static_cast<uint8_t>(text[at])]];
    states[walk] = next & ~kWordEnds;
    if (next == states[walk]) {
      return false;
    }
    found |= groups_[states[walk] / classCount_];
    return (found & enough) == enough;
  };
  const size_t together = text.size() < kWalks * kWalks ? 0 : text.size() - (kWalks - 1) * step;
  for (size_t i = 0; i < together; ++i) {
    bool done = false;
    for (size_t walk = 0; walk < kWalks; ++walk) {
      done |= advance(walk, walk * step + i);
    }
    if (done) {
      return found;
    }
  }
  for (size_t walk = 0; walk < kWalks; ++walk) {
    const size_t end = std::min(text.size(), (walk + 1) * step + overlap);
    for (size_t at = walk * step + together; at < end; ++at) {
      if (advance(walk, at)) {
        return found;
      }
    }
  }
  return found;
}

uint64_t TriggerScan::groupsIn(std::string_view text) const { return scan(text, allGroups_); }

bool TriggerScan::containsAny(std::string_view text) const { return scan(text, 0) != 0; }

}  // namespace envelint
