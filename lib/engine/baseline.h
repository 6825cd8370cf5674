#pragma once

// A baseline lets a project with findings begin: it holds how many findings of each rule each file
// has, and only what goes beyond is reported. Counts and no line numbers, so that moving code
// changes nothing.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rule/finding.h"
#include "source/result.h"

namespace envelint {

/// How many findings of a rule a file may have.
class Baseline {
 public:
  /// Reads a baseline; `name` is what messages call it. The error has a line for every mistake:
  /// `name:line:column: what is wrong`.
  static Result<Baseline> parse(std::string_view text, const std::string& name);

  /// The counts of these findings.
  static Baseline of(const std::vector<Finding>& findings);

  /// Takes out of the findings those of each file and rule that has no more of them than the
  /// baseline allows. Where there are more all of them stay, since nobody can tell which is new.
  /// Returns how many were taken out.
  uint32_t apply(std::vector<Finding>& findings) const;

  /// A sentence for each entry that allows more than there is among these findings (which `apply`
  /// has not seen yet), as far as `isJudged(file)` says that the file was linted or is gone.
  template <typename IsJudged>
  std::vector<std::string> stale(const std::vector<Finding>& findings,
                                 const IsJudged& isJudged) const {
    const Baseline now = of(findings);
    std::vector<std::string> sentences;
    for (const auto& [key, count] : counts_) {
      const auto found = now.counts_.find(key);
      const uint32_t actual = found == now.counts_.end() ? 0 : found->second;
      if (actual < count && isJudged(key.first)) {
        sentences.push_back(staleSentence(key, count, actual));
      }
    }
    return sentences;
  }

  /// Takes over the entries of another one for the files that `isKept(file)` names.
  template <typename IsKept>
  void keepFrom(const Baseline& other, const IsKept& isKept) {
    for (const auto& [key, count] : other.counts_) {
      if (isKept(key.first)) {
        counts_[key] = count;
      }
    }
  }

  /// The text of a baseline file, which `parse` reads.
  std::string text() const;

 private:
  using Key = std::pair<std::string, std::string>;  ///< display path and rule id
  static std::string staleSentence(const Key& key, uint32_t allowed, uint32_t actual);
  std::map<Key, uint32_t> counts_;
};

}  // namespace envelint
