#pragma once

#include <string>
#include <vector>

#include "engine/rule_selection.h"
#include "program/module.h"
#include "rule/finding.h"

namespace envelint {

/// What the run knows of one linted file.
struct LintedFile {
  const SourceFile* file = nullptr;
  const Configuration* configuration = nullptr;
  /// Set when the file's suppressions are to be read; null for a file without any.
  const Module* module = nullptr;
  /// Whether everything around the file was linted too. A suppression in a file that was named
  /// alone may be needed by a server in another one, so it isn't called unused.
  bool isWithItsFolder = false;
};

/// A finding that a suppression comment took out, with the comment's reason.
struct SuppressedFinding {
  Finding finding;
  std::string reason;
};

/// What is left to report.
struct Judgement {
  std::vector<Finding> findings;              ///< sorted by `reportsBefore`, no two alike
  std::vector<SuppressedFinding> suppressed;  ///< sorted alike
};

/// Turns what the rules said into what is reported: findings outside the linted files are dropped,
/// the others get the severity that command line and configuration of their file give them,
/// suppressions are applied and wrong or unused ones reported.
///
/// The severity of a finding that comes in is the most it may have, whatever is configured: rules
/// lower it where their evidence is weaker (`Report::Entry::atMost`).
Judgement judge(std::vector<Finding> findings, const std::vector<LintedFile>& files,
                const RuleSelection& selection);

}  // namespace envelint
