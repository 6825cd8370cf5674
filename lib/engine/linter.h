#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/audit.h"
#include "engine/judge.h"
#include "engine/rule_selection.h"
#include "rule/finding.h"
#include "source/result.h"

namespace envelint {

/// What to lint and how.
struct LintOptions {
  /// Files and folders, absolute or seen from `workingFolder`; none means the working folder.
  std::vector<std::string> paths;
  std::string workingFolder;  ///< absolute; the process's own when empty
  /// The text of the one file in `paths`, instead of what is on the disk, where it need not be yet.
  /// What it imports is read as usual.
  std::optional<std::string> text;
  /// Named files are left out, too, when a .gitignore or an `ignore` pattern says so.
  bool forceExclude = false;
  /// A configuration file that stands in for every `.envelint.json`; seen from `workingFolder`.
  std::optional<std::string> configuration;
  /// A commit, branch or tag: findings are reported only in files that differ from it, untracked
  /// ones included. Everything is read all the same, so that what they take part in is seen.
  std::optional<std::string> changedSince;
  /// A baseline file, seen from `workingFolder`: see baseline.h.
  std::optional<std::string> baseline;
  /// The baseline isn't applied; what it would have to be is in `LintResult::newBaseline`. It need
  /// not be there yet.
  bool updateBaseline = false;
  /// Whether `LintResult::tools` is wanted.
  bool audit = false;
  SelectionOptions selection;
  unsigned threads = 0;  ///< 0: as many as the machine runs at once
};

/// What a run cost and saw, for `--stats`.
struct LintStats {
  uint32_t files = 0;    ///< that were to be linted
  uint32_t modules = 0;  ///< that were parsed, imported ones included
  uint32_t tools = 0;
  uint32_t suppressed = 0;  ///< findings that a suppression took out
  uint32_t baselined = 0;   ///< findings that the baseline took out
  uint64_t bytesRead = 0;
  unsigned threads = 1;
  /// Wall time of each phase in milliseconds, in order.
  std::vector<std::pair<std::string, double>> phases;
};

/// Everything a run has to say. Its findings and notifications point to files that it keeps alive.
struct LintResult {
  std::string root;                           ///< absolute; display paths are seen from here
  std::vector<Finding> findings;              ///< sorted by `reportsBefore`
  std::vector<SuppressedFinding> suppressed;  ///< sorted by `reportsBefore` of their findings
  std::vector<Notification> notifications;    ///< sorted by `notifiesBefore`
  std::vector<ToolAudit> tools;               ///< every tool found, when asked for; see audit.h
  LintStats stats;
  std::string newBaseline;  ///< the text of the baseline to write, see `updateBaseline`
  /// There were files to lint, and none of them could be read.
  bool nothingWasRead = false;
  std::shared_ptr<const void> keepAlive;

  uint32_t count(Severity severity) const;
};

/// Lints. The result is the same for any number of threads. Reads files, writes none. The error is
/// a mistake of the user's: a path that doesn't exist, an unknown rule, a broken configuration; it
/// may have several lines.
Result<LintResult> lint(const LintOptions& options);

}  // namespace envelint
