#include "engine/judge.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "engine/suppressions.h"

namespace envelint {
namespace {

/// One judgement in the making.
class Judge {
 public:
  Judge(const std::vector<LintedFile>& files, const RuleSelection& selection)
      : selection_(selection) {
    for (const LintedFile& file : files) {
      files_.emplace(file.file, &file);
      if (file.module != nullptr) {
        suppressions_.emplace_back(&file, Suppressions(*file.module));
        suppressionsByFile_.emplace(file.file, suppressions_.size() - 1);
      }
    }
  }

  void judge(std::vector<Finding> findings) {
    for (Finding& finding : findings) {
      report(std::move(finding));
    }
    for (auto& [file, suppressions] : suppressions_) {
      reviewSuppressions(*file, suppressions);
    }
  }

  Judgement finish() {
    std::sort(judgement_.findings.begin(), judgement_.findings.end(), reportsBefore);
    mergeRepeated(judgement_.findings);
    std::sort(judgement_.suppressed.begin(), judgement_.suppressed.end(),
              [](const SuppressedFinding& a, const SuppressedFinding& b) {
                return reportsBefore(a.finding, b.finding);
              });
    return std::move(judgement_);
  }

 private:
  Severity severityOf(std::string_view rule, const LintedFile& file) const {
    const Rule* found = findRule(rule);
    return found == nullptr ? Severity::kOff : selection_.severityOf(*found, *file.configuration);
  }

  void report(Finding finding, bool isSuppressible = true) {
    const auto file = files_.find(finding.primary.file);
    if (file == files_.end()) {
      return;
    }
    finding.severity = std::min(finding.severity, severityOf(finding.rule, *file->second));
    if (finding.severity == Severity::kOff) {
      return;
    }
    if (const std::string* reason = isSuppressible ? suppression(finding) : nullptr) {
      judgement_.suppressed.push_back({std::move(finding), *reason});
      return;
    }
    judgement_.findings.push_back(std::move(finding));
  }

  /// The reason of the suppression that covers the finding, or null.
  const std::string* suppression(const Finding& finding) {
    const auto suppressions = suppressionsByFile_.find(finding.primary.file);
    return suppressions == suppressionsByFile_.end()
               ? nullptr
               : suppressions_[suppressions->second].second.covers(finding);
  }

  void reviewSuppressions(const LintedFile& file, Suppressions& suppressions) {
    if (severityOf(kUnusedSuppression, file) == Severity::kOff) {
      return;
    }
    reportOwn(suppressions.wrong());
    if (!file.isWithItsFolder) {
      return;
    }
    reportOwn(suppressions.unused(
        [&](std::string_view rule) { return severityOf(rule, file) != Severity::kOff; }));
    // These would be covered by the very suppressions they are about.
    reportOwn(suppressions.unusedOfOwn(), false);
  }

  void reportOwn(std::vector<Finding> findings, bool isSuppressible = true) {
    for (Finding& finding : findings) {
      // Like any rule's, these may be as severe as is configured.
      finding.severity = Severity::kError;
      report(std::move(finding), isSuppressible);
    }
  }

  static bool isSame(const Place& a, const Place& b) {
    return a.file == b.file && a.range == b.range && a.message == b.message;
  }

  /// Leaves one of several findings that say the same of the same place, with the related places of
  /// all of them.
  static void mergeRepeated(std::vector<Finding>& findings) {
    std::vector<Finding> merged;
    for (Finding& finding : findings) {
      const bool isRepeated = !merged.empty() && merged.back().rule == finding.rule &&
                              isSame(merged.back().primary, finding.primary);
      if (!isRepeated) {
        merged.push_back(std::move(finding));
        continue;
      }
      Finding& first = merged.back();
      first.severity = std::max(first.severity, finding.severity);
      for (Place& place : finding.related) {
        const bool isKnown = std::any_of(first.related.begin(), first.related.end(),
                                         [&](const Place& other) { return isSame(other, place); });
        if (!isKnown) {
          // Two ways merged are no way.
          place.isStep = false;
          first.related.push_back(std::move(place));
        }
      }
    }
    findings = std::move(merged);
  }

  const RuleSelection& selection_;
  std::unordered_map<const SourceFile*, const LintedFile*> files_;
  std::vector<std::pair<const LintedFile*, Suppressions>> suppressions_;
  std::unordered_map<const SourceFile*, size_t> suppressionsByFile_;
  Judgement judgement_;
};

}  // namespace

Judgement judge(std::vector<Finding> findings, const std::vector<LintedFile>& files,
                const RuleSelection& selection) {
  Judge judge(files, selection);
  judge.judge(std::move(findings));
  return judge.finish();
}

}  // namespace envelint
