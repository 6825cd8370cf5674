#include <nlohmann/json.hpp>

#include "report/fingerprints.h"
#include "report/printer.h"

// GitLab's Code Quality report: "Code Quality report format" of GitLab's documentation. GitLab
// shows one finding for each fingerprint, so that no two may share one.

namespace envelint {
namespace {

using Json = nlohmann::ordered_json;

/// GitLab knows info, minor, major, critical and blocker.
std::string_view severityWord(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "major";
    case Severity::kWarning:
      return "minor";
    case Severity::kNote:
    case Severity::kOff:
      break;
  }
  return "info";
}

class GitlabPrinter final : public Printer {
 public:
  std::string_view name() const override { return "gitlab"; }

  std::string print(const LintResult& result, const PrintOptions&) const override {
    const std::vector<std::string> prints = fingerprints(result.findings);
    Json report = Json::array();
    for (size_t i = 0; i < result.findings.size(); ++i) {
      const Finding& finding = result.findings[i];
      const SourceFile& file = *finding.primary.file;
      Json json;
      json["description"] = finding.help.empty()
                                ? finding.primary.message
                                : finding.primary.message + "; help: " + finding.help;
      json["check_name"] = finding.rule;
      json["fingerprint"] = prints[i];
      json["severity"] = severityWord(finding.severity);
      json["location"]["path"] = file.displayPath();
      json["location"]["lines"] = {{"begin", file.position(finding.primary.range.begin).line},
                                   {"end", file.position(finding.primary.range.end).line}};
      report.push_back(std::move(json));
    }
    // Paths, names and code may hold bytes that aren't UTF-8; they become U+FFFD.
    return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }
};

}  // namespace

const Printer& gitlabPrinter() {
  static const GitlabPrinter printer;
  return printer;
}

}  // namespace envelint
