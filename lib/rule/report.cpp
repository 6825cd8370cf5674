#include "rule/report.h"

namespace envelint {

Report::Entry& Report::Entry::alsoAt(CodePlace place, std::string message) {
  const CodePlace primary{finding_.primary.file, finding_.primary.range};
  if (place && place != primary) {
    finding_.related.push_back({place.file, place.range, std::move(message)});
  }
  return *this;
}

Report::Entry& Report::Entry::flowsTo(CodePlace place, std::string message) {
  const size_t before = finding_.related.size();
  alsoAt(place, std::move(message));
  if (finding_.related.size() > before) {
    finding_.related.back().isStep = true;
  }
  return *this;
}

Report::Entry& Report::Entry::fix(Safety safety, std::vector<Edit> edits) {
  if (!edits.empty()) {
    finding_.fix = Fix{safety, std::move(edits)};
  }
  return *this;
}

Report::Entry& Report::Entry::fix(Safety safety, const std::optional<Edit>& edit) {
  return edit ? fix(safety, std::vector<Edit>{*edit}) : *this;
}

Report::Entry Report::at(CodePlace place) {
  Finding finding;
  finding.rule = rule_;
  finding.severity = severity_;
  finding.primary.file = place.file;
  finding.primary.range = place.range;
  findings_.push_back(std::move(finding));
  return Entry(findings_.back());
}

}  // namespace envelint
