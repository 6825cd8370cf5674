#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/place.h"
#include "rule/finding.h"

namespace envelint {

/// Collects the findings of one rule, which are written in one sentence:
/// `report.at(place).say("...").help("...").alsoAt(other, "...")`.
class Report {
 public:
  /// Findings get this rule id and this severity unless `severity()` is called on one.
  Report(std::string_view rule, Severity severity) : rule_(rule), severity_(severity) {}

  /// Handle of the finding being written; valid until the next call of `Report::at`.
  class Entry {
   public:
    explicit Entry(Finding& finding) : finding_(finding) {}
    Entry& say(std::string message) {
      finding_.primary.message = std::move(message);
      return *this;
    }
    Entry& help(std::string text) {
      finding_.help = std::move(text);
      return *this;
    }
    /// Adds a related place; one without a file or the same as the primary is left out.
    Entry& alsoAt(CodePlace place, std::string message);
    /// Adds a related place that the primary place's value comes to next; several are a path.
    Entry& flowsTo(CodePlace place, std::string message);
    /// Offers edits as a fix; none is offered for no edits.
    Entry& fix(Safety safety, std::vector<Edit> edits);
    /// The same for one edit, if it can be made.
    Entry& fix(Safety safety, const std::optional<Edit>& edit);
    /// Lowers the severity below the rule's own; a rule configured lower stays lower.
    Entry& atMost(Severity severity) {
      finding_.severity = std::min(finding_.severity, severity);
      return *this;
    }

   private:
    Finding& finding_;
  };

  Entry at(CodePlace place);
  std::vector<Finding> take() { return std::move(findings_); }

 private:
  std::string_view rule_;
  Severity severity_;
  std::vector<Finding> findings_;
};

}  // namespace envelint
