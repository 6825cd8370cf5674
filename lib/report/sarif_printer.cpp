#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/fingerprints.h"
#include "report/printer.h"
#include "report/rule_text.h"
#include "report/uri.h"
#include "report/worst_findings.h"
#include "rule/rule.h"
#include "rule/rule_pages.h"
#include "source/version.h"

// SARIF 2.1.0 (OASIS Standard, 27 March 2020, with Errata 01), within what GitHub code scanning
// takes: "SARIF support for code scanning" and "Troubleshooting SARIF uploads" of its
// documentation.

namespace envelint {
namespace {

// Keeps the keys in the order in which they are added.
using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr std::string_view kInformationUri =
    "https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/pagination";
/// GitHub rejects a run that has more.
constexpr size_t kMaxResults = 25000;
/// GitHub's bound for the descriptions of a rule, in characters.
constexpr size_t kMaxDescription = 1024;
/// A snippet is for a glance; a handler of three hundred lines is none.
constexpr uint32_t kMaxSnippetBytes = 1024;

std::string_view levelName(Severity severity) {
  return severity == Severity::kOff ? "none" : severityName(severity);
}

/// Cuts at a character's boundary.
std::string cut(std::string text, size_t maxBytes) {
  if (text.size() > maxBytes) {
    size_t end = maxBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
      --end;
    }
    text.resize(end);
  }
  return text;
}

Json ruleJson(const Rule& rule) {
  const RuleInfo& info = rule.info();
  const std::string_view page = rulePage(info.id);
  const std::string summary = sentence(info.summary);
  std::string description = firstParagraph(page);
  if (description.empty()) {
    description = summary;
  }
  Json json;
  json["id"] = info.id;
  json["name"] = pascalCase(info.id);
  json["shortDescription"]["text"] = cut(summary, kMaxDescription);
  json["fullDescription"]["text"] = cut(std::move(description), kMaxDescription);
  json["help"]["text"] = page.empty() ? std::string_view(summary) : page;
  if (!page.empty()) {
    json["help"]["markdown"] = page;
  }
  json["defaultConfiguration"]["level"] = levelName(info.severity);
  json["properties"]["tags"] = {"mcp", "pagination"};
  json["properties"]["precision"] = "high";
  json["properties"]["problem.severity"] =
      info.severity == Severity::kNote ? "recommendation" : levelName(info.severity);
  return json;
}

Json regionJson(const SourceFile& file, Range range) {
  const Position begin = file.position(range.begin);
  const Position end = file.position(range.end);
  Json json;
  json["startLine"] = begin.line;
  json["startColumn"] = begin.column;
  json["endLine"] = end.line;
  json["endColumn"] = end.column;
  return json;
}

Json locationJson(const SourceFile& file, Range range) {
  Json physical;
  physical["artifactLocation"]["uri"] = pathUri(file.displayPath());
  // A file that could not be read has no region to point at.
  if (!file.text().empty()) {
    physical["region"] = regionJson(file, range);
  }
  Json json;
  json["physicalLocation"] = std::move(physical);
  return json;
}

Json relatedLocationsJson(const Finding& finding) {
  Json locations = Json::array();
  for (const Place& place : finding.related) {
    // A URI that climbs out of the root is refused by viewers, and what is there is nobody's
    // concern.
    if (!isInsideRoot(place.file->displayPath())) {
      continue;
    }
    Json location;
    location["id"] = locations.size();
    location.update(locationJson(*place.file, place.range));
    location["message"]["text"] = sentence(place.message);
    locations.push_back(std::move(location));
  }
  return locations;
}

/// What viewers offer to apply. SARIF has no word for safety, so the description says it.
Json fixJson(const Finding& finding) {
  Json json;
  const std::string action = finding.help.empty() ? "mend it" : finding.help;
  json["description"]["text"] =
      sentence(action) +
      (finding.fix->safety == Safety::kSafe ? "" : " Callers may have to be changed with it.");
  json["artifactChanges"] = Json::array();
  for (const Edit& edit : finding.fix->edits) {
    Json replacement;
    replacement["deletedRegion"] = regionJson(*edit.file, edit.range);
    replacement["insertedContent"]["text"] = edit.text;
    const std::string uri = pathUri(edit.file->displayPath());
    Json& changes = json["artifactChanges"];
    if (changes.empty() || changes.back()["artifactLocation"]["uri"] != uri) {
      Json change;
      change["artifactLocation"]["uri"] = uri;
      change["replacements"] = Json::array();
      changes.push_back(std::move(change));
    }
    changes.back()["replacements"].push_back(std::move(replacement));
  }
  return json;
}

/// The message as it is, with the help behind it as a sentence of its own.
std::string messageText(const Finding& finding) {
  std::string text = finding.primary.message + ".";
  if (!finding.help.empty()) {
    text += " " + sentence(finding.help);
  }
  return text;
}

Json resultJson(const Finding& finding, size_t ruleIndex, const std::string& fingerprint) {
  const SourceFile& file = *finding.primary.file;
  const Range range = finding.primary.range;
  Json location = locationJson(file, range);
  const std::string_view snippet = file.text(range);
  if (!snippet.empty() && snippet.size() <= kMaxSnippetBytes && isInsideRoot(file.displayPath())) {
    location["physicalLocation"]["region"]["snippet"]["text"] = snippet;
  }
  Json json;
  json["ruleId"] = finding.rule;
  json["ruleIndex"] = ruleIndex;
  json["level"] = levelName(finding.severity);
  json["message"]["text"] = messageText(finding);
  json["locations"] = Json::array({std::move(location)});
  if (Json related = relatedLocationsJson(finding); !related.empty()) {
    json["relatedLocations"] = std::move(related);
  }
  json["partialFingerprints"]["envelint/v1"] = fingerprint;
  const bool isInside = finding.fix && std::all_of(finding.fix->edits.begin(),
                                                   finding.fix->edits.end(), [](const Edit& edit) {
                                                     return isInsideRoot(edit.file->displayPath());
                                                   });
  if (isInside) {
    json["fixes"] = Json::array({fixJson(finding)});
  }
  return json;
}

Json notificationJson(const Notification& notification) {
  Json json;
  json["descriptor"]["id"] = notification.id;
  json["level"] = "warning";
  json["message"]["text"] = sentence(notification.message);
  if (notification.file != nullptr && isInsideRoot(notification.file->displayPath())) {
    json["locations"] = Json::array({locationJson(*notification.file, notification.range)});
  }
  return json;
}

Json driverJson() {
  Json driver;
  driver["name"] = "envelint";
  driver["version"] = kVersion;
  driver["semanticVersion"] = kVersion;
  driver["informationUri"] = kInformationUri;
  driver["rules"] = Json::array();
  for (const Rule* rule : allRules()) {
    driver["rules"].push_back(ruleJson(*rule));
  }
  return driver;
}

Json invocationJson(const LintResult& result, const std::vector<Notification>& notifications,
                    int exitCode) {
  Json json;
  json["executionSuccessful"] = !result.nothingWasRead;
  json["exitCode"] = exitCode;
  json["toolExecutionNotifications"] = Json::array();
  for (const Notification& notification : notifications) {
    json["toolExecutionNotifications"].push_back(notificationJson(notification));
  }
  return json;
}

Json resultsJson(const std::vector<Finding>& findings, const std::vector<size_t>& reported) {
  const std::vector<const Rule*>& rules = allRules();
  const std::vector<std::string> prints = fingerprints(findings);
  Json results = Json::array();
  for (const size_t index : reported) {
    const Finding& finding = findings[index];
    const auto rule = std::find(rules.begin(), rules.end(), findRule(finding.rule));
    results.push_back(
        resultJson(finding, static_cast<size_t>(rule - rules.begin()), prints[index]));
  }
  return results;
}

class SarifPrinter final : public Printer {
 public:
  std::string_view name() const override { return "sarif"; }

  std::string print(const LintResult& result, const PrintOptions& options) const override {
    const std::vector<size_t> reported = worstFindings(result.findings, kMaxResults);
    std::vector<Notification> notifications = result.notifications;
    if (reported.size() < result.findings.size()) {
      notifications.push_back(
          {"results-capped",
           fmt::format("only {} of {} findings are in this report, the worst first",
                       reported.size(), result.findings.size()),
           nullptr,
           {}});
    }
    Json run;
    run["tool"]["driver"] = driverJson();
    run["invocations"] = Json::array({invocationJson(result, notifications, options.exitCode)});
    run["columnKind"] = "utf16CodeUnits";
    // Obligatory even when empty: an empty array closes the alerts of earlier runs.
    run["results"] = resultsJson(result.findings, reported);
    Json json;
    json["$schema"] = kSchema;
    json["version"] = "2.1.0";
    json["runs"] = Json::array({std::move(run)});
    // Paths, names and code may hold bytes that aren't UTF-8; they become U+FFFD.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }
};

}  // namespace

const Printer& sarifPrinter() {
  static const SarifPrinter printer;
  return printer;
}

}  // namespace envelint
