#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/linter.h"

namespace envelint {

/// A result made by hand. Files live as long as it does.
class Sample {
 public:
  const SourceFile& addFile(std::string displayPath, std::string text) {
    files_.push_back(std::make_unique<SourceFile>("/root/" + displayPath, displayPath, text));
    ++result_.stats.files;
    return *files_.back();
  }

  /// A finding at the first occurrence of `word`.
  Finding& addFinding(const SourceFile& file, std::string_view word, std::string message,
                      Severity severity = Severity::kError, std::string_view rule = "sample-rule") {
    Finding finding;
    finding.rule = rule;
    finding.severity = severity;
    finding.primary = {&file, rangeOf(file, word), std::move(message)};
    result_.findings.push_back(std::move(finding));
    return result_.findings.back();
  }

  static Range rangeOf(const SourceFile& file, std::string_view word) {
    const size_t at = file.text().find(word);
    return {static_cast<uint32_t>(at), static_cast<uint32_t>(at + word.size())};
  }

  LintResult& result() { return result_; }

 private:
  std::vector<std::unique_ptr<SourceFile>> files_;
  LintResult result_;
};

}  // namespace envelint
