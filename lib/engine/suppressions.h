#pragma once

// Suppressions are comments that silence a rule at one place:
//
//   // envelint-ignore-next-line rule-id: reason
//   /* envelint-ignore-line rule-id, other-rule: reason */
//   // envelint-ignore-file rule-id: reason
//
// Terms. A *directive* is such a comment. Its marker (`envelint-ignore-...`) must begin the
// comment, so that prose about suppressions is none. Rule ids and the reason are obligatory: a
// directive without either silences nothing. `-line` covers the line the comment begins on,
// `-next-line` the next line that holds more than comments, together with the two lines behind it
// as far as they belong to the statement that begins there, `-file` the whole file. A finding is
// covered when its primary range begins on a covered line and its rule is named.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "program/module.h"
#include "rule/finding.h"

namespace envelint {

/// The rule under which wrong and unused suppressions are reported.
inline constexpr std::string_view kUnusedSuppression = "unused-suppression";

/// Text that every file with a directive holds: files without it need not be parsed for them.
inline constexpr std::string_view kSuppressionMarker = "envelint-";

/// The suppressions of one file. Not thread safe.
class Suppressions {
 public:
  /// Reads the directives in the module's comments. The module and its file must outlive this
  /// object.
  explicit Suppressions(const Module& module);

  /// The reason of the suppression that covers the finding, which is in this file; it counts as
  /// used then. Null when none does. Lives as long as this object.
  const std::string* covers(const Finding& finding);

  /// Findings of `unused-suppression` about directives that are wrong: no rule, no such rule, no
  /// reason, no such directive.
  std::vector<Finding> wrong() const;

  /// Findings of `unused-suppression` about rules that were named and covered nothing, as far as
  /// `ran(rule)` says that the rule would have reported here. Call it when all findings were asked
  /// about. A suppression of `unused-suppression` itself is none of them: ask `unusedOfOwn` after
  /// the findings of this function went through `covers`.
  std::vector<Finding> unused(const std::function<bool(std::string_view)>& ran) const;
  std::vector<Finding> unusedOfOwn() const;

 private:
  /// A line (0: the whole file) and the rule silenced there.
  using Key = std::pair<uint32_t, std::string>;
  /// What is known of a key.
  struct Use {
    std::string reason;
    bool isNextLine = false;  ///< it also covers the head of the statement that begins there
    bool isUsed = false;
  };
  struct Entry {
    Key key;
    Range comment;
    bool isOnlyRule = true;  ///< the directive names no other rule
  };
  struct Mistake {
    Range comment;
    std::string message;
    std::string help;
  };
  void readDirective(const Module& module, const Comment& comment);
  /// The line a directive covers; 0 for the whole file.
  uint32_t coveredLine(const Module& module, std::string_view marker, Range comment);
  Finding finding(Range comment, std::string message, std::string help) const;
  Finding unusedFinding(const Entry& entry) const;

  /// The line on which the innermost statement begins that holds this offset.
  uint32_t statementLine(uint32_t offset) const;

  const Module& module_;
  const SourceFile& file_;
  std::vector<Entry> entries_;
  std::vector<Mistake> mistakes_;
  std::map<Key, Use> uses_;
  bool hasNextLine_ = false;
  std::optional<std::vector<uint32_t>> codeLines_;  ///< sorted; found when a directive needs them
};

}  // namespace envelint
