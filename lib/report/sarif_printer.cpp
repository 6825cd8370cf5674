#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "report/fingerprints.h"
#include "report/line_hash.h"
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
/// GitHub rejects a run of more than 25,000 results, and shows 5,000 of them.
constexpr size_t kMaxResults = 5000;
/// GitHub keeps 100 locations of a result.
constexpr size_t kMaxRelated = 100;
/// Links in a message; a schema shared by forty tools would make it unreadable.
constexpr size_t kMaxLinks = 4;
/// GitHub's bound for the descriptions of a rule, in characters.
constexpr size_t kMaxDescription = 1024;
/// A snippet is for a glance; a handler of three hundred lines is none.
constexpr uint32_t kMaxSnippetBytes = 1024;
constexpr uint32_t kMaxContextBytes = 2048;
constexpr uint32_t kContextLines = 2;

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
  json["helpUri"] = kInformationUri;
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

/// The places besides the primary one that a report may name: a URI that climbs out of the root is
/// refused by viewers, and what is there is nobody's concern. GitHub keeps 100 locations.
std::vector<const Place*> relatedPlaces(const Finding& finding) {
  std::vector<const Place*> places;
  for (const Place& place : finding.related) {
    if (isInsideRoot(place.file->displayPath()) && places.size() < kMaxRelated) {
      places.push_back(&place);
    }
  }
  return places;
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

/// A location with what is to be seen there.
Json labelledLocationJson(const Place& place, std::string_view message) {
  Json json = locationJson(*place.file, place.range);
  json["message"]["text"] = sentence(message);
  return json;
}

/// Text in which no `[` begins a link (SARIF 2.1.0, 3.11.6).
std::string withoutLinks(std::string_view text) {
  if (text.find("](") == std::string_view::npos) {
    return std::string(text);
  }
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == '\\') {
      result += '\\';
    }
    result += c;
  }
  return result;
}

/// The message, the help as a sentence of its own, and links to the first related locations, whose
/// ids are their positions.
std::string messageText(const Finding& finding, const std::vector<const Place*>& related) {
  std::string text = withoutLinks(finding.primary.message) + ".";
  if (!finding.help.empty()) {
    text += " " + withoutLinks(sentence(finding.help));
  }
  for (size_t i = 0; i < std::min(related.size(), kMaxLinks); ++i) {
    text +=
        fmt::format("{} [{}]({})", i == 0 ? " See:" : ",", withoutLinks(related[i]->message), i);
  }
  return related.empty() ? text : text + ".";
}

Json stepJson(const Place& place) {
  Json json;
  json["location"] = labelledLocationJson(place, place.message);
  return json;
}

/// The way the value takes, from the primary place on; null where the finding knows none.
Json codeFlowsJson(const Finding& finding, const std::vector<const Place*>& related) {
  Json steps = Json::array();
  steps.push_back(stepJson(finding.primary));
  for (const Place* place : related) {
    if (place->isStep) {
      steps.push_back(stepJson(*place));
    }
  }
  if (steps.size() == 1) {
    return nullptr;
  }
  Json threadFlow;
  threadFlow["locations"] = std::move(steps);
  Json codeFlow;
  codeFlow["threadFlows"] = Json::array();
  codeFlow["threadFlows"].push_back(std::move(threadFlow));
  Json flows = Json::array();
  flows.push_back(std::move(codeFlow));
  return flows;
}

/// Adds the marked code and the lines around it, unless they are too long for a glance.
void addSnippets(Json& physical, const SourceFile& file, Range range) {
  const std::string_view snippet = file.text(range);
  if (snippet.empty() || snippet.size() > kMaxSnippetBytes || !isInsideRoot(file.displayPath())) {
    return;
  }
  physical["region"]["snippet"]["text"] = snippet;
  const uint32_t first = file.position(range.begin).line;
  const uint32_t last = file.position(range.end).line;
  const uint32_t from = first > kContextLines ? first - kContextLines : 1;
  const uint32_t to = std::min(last + kContextLines, file.lineCount());
  const Range context{file.lineRange(from).begin, file.lineRange(to).end};
  if (context.end - context.begin <= kMaxContextBytes &&
      context.end - context.begin > snippet.size()) {
    physical["contextRegion"] = regionJson(file, context);
    physical["contextRegion"]["snippet"]["text"] = file.text(context);
  }
}

Json resultJson(const Finding& finding, size_t ruleIndex) {
  const SourceFile& file = *finding.primary.file;
  Json location = locationJson(file, finding.primary.range);
  addSnippets(location["physicalLocation"], file, finding.primary.range);
  const std::vector<const Place*> related = relatedPlaces(finding);
  Json json;
  json["ruleId"] = finding.rule;
  json["ruleIndex"] = ruleIndex;
  json["level"] = levelName(finding.severity);
  json["message"]["text"] = messageText(finding, related);
  json["locations"] = Json::array({std::move(location)});
  for (size_t i = 0; i < related.size(); ++i) {
    Json place = labelledLocationJson(*related[i], related[i]->message);
    place["id"] = i;
    json["relatedLocations"].push_back(std::move(place));
  }
  if (Json flows = codeFlowsJson(finding, related); !flows.is_null()) {
    json["codeFlows"] = std::move(flows);
  }
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

/// Makes results of findings, with their fingerprints. Hashes each file once.
class Results {
 public:
  void add(const Finding& finding, const std::string& fingerprint) {
    const std::vector<const Rule*>& rules = allRules();
    const auto rule = std::find(rules.begin(), rules.end(), findRule(finding.rule));
    Json json = resultJson(finding, static_cast<size_t>(rule - rules.begin()));
    json["partialFingerprints"] = {{"primaryLocationLineHash", lineHash(finding.primary)},
                                   {"envelint/v1", fingerprint}};
    results_.push_back(std::move(json));
  }

  void addSuppressed(const SuppressedFinding& suppressed, const std::string& fingerprint) {
    add(suppressed.finding, fingerprint);
    Json& json = results_.back();
    json["suppressions"] =
        Json::array({{{"kind", "inSource"}, {"justification", suppressed.reason}}});
  }

  Json take() { return std::move(results_); }

 private:
  const std::string& lineHash(const Place& place) {
    std::vector<std::string>& hashes = hashes_[place.file];
    if (hashes.empty()) {
      hashes = lineHashes(*place.file);
    }
    const size_t line = place.file->position(place.range.begin).line;
    return hashes[std::min(line, hashes.size()) - 1];
  }

  std::unordered_map<const SourceFile*, std::vector<std::string>> hashes_;
  Json results_ = Json::array();
};

/// The suppressed findings, as far as they are asked for and there is room.
std::vector<SuppressedFinding> suppressedOf(const LintResult& result, const PrintOptions& options,
                                            size_t room) {
  std::vector<SuppressedFinding> suppressed;
  if (options.suppressed) {
    suppressed = result.suppressed;
    suppressed.resize(std::min(suppressed.size(), room));
  }
  return suppressed;
}

Json resultsJson(const LintResult& result, const std::vector<size_t>& reported,
                 const std::vector<SuppressedFinding>& suppressed) {
  // All of them together, so that no suppressed finding shares another's fingerprint.
  std::vector<Finding> all = result.findings;
  for (const SuppressedFinding& each : suppressed) {
    all.push_back(each.finding);
  }
  const std::vector<std::string> prints = fingerprints(all);
  Results results;
  for (const size_t index : reported) {
    results.add(result.findings[index], prints[index]);
  }
  for (size_t i = 0; i < suppressed.size(); ++i) {
    results.addSuppressed(suppressed[i], prints[result.findings.size() + i]);
  }
  return results.take();
}

class SarifPrinter final : public Printer {
 public:
  std::string_view name() const override { return "sarif"; }

  std::string print(const LintResult& result, const PrintOptions& options) const override {
    const std::vector<size_t> reported = worstFindings(result.findings, kMaxResults);
    const std::vector<SuppressedFinding> suppressed =
        suppressedOf(result, options, kMaxResults - reported.size());
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
    if (!options.sarifCategory.empty()) {
      // What is before the last slash is the category, what follows it tells runs apart.
      run["automationDetails"]["id"] = options.sarifCategory + "/";
    }
    run["columnKind"] = "utf16CodeUnits";
    // Obligatory even when empty: an empty array closes the alerts of earlier runs.
    run["results"] = resultsJson(result, reported, suppressed);
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
