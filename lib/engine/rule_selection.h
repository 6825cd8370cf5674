#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/configuration.h"
#include "rule/rule.h"
#include "source/result.h"

namespace envelint {

/// Which rules run and how severe their findings are, as the command line says.
struct SelectionOptions {
  std::vector<std::string> only;     ///< rule ids; when there are any, no other rule runs
  std::vector<std::string> disable;  ///< rule ids; stronger than `only`
  std::vector<std::pair<std::string, Severity>> severities;  ///< the last of a rule counts
};

/// Judges the severity of rules. Immutable, safe to share between threads.
class RuleSelection {
 public:
  /// The error names every unknown rule, one a line, with what may have been meant.
  static Result<RuleSelection> create(const SelectionOptions& options);

  /// The severity of the rule's findings in files of this configuration; kOff when it doesn't run
  /// there. The command line beats the configuration: `--disable`, then `--only`, then
  /// `--severity`, then the configuration, then the rule itself. A rule that `--only` asks for runs
  /// even where the configuration turns it off, with its own severity.
  Severity severityOf(const Rule& rule, const Configuration& configuration) const;

 private:
  std::set<std::string, std::less<>> only_;
  std::set<std::string, std::less<>> disabled_;
  std::map<std::string, Severity, std::less<>> severities_;
};

}  // namespace envelint
