#include <nlohmann/json.hpp>

#include "report/printer.h"
#include "source/version.h"

// The shape is documented in docs/json-report.md and tested: names and meanings never change within
// a version of the format, keys may be added.

namespace envelint {
namespace {

// Keeps the keys in the order in which they are added.
using Json = nlohmann::ordered_json;

constexpr int kFormatVersion = 1;

void addPlace(Json& json, const SourceFile& file, Range range) {
  const Position begin = file.position(range.begin);
  const Position end = file.position(range.end);
  json["path"] = file.displayPath();
  json["line"] = begin.line;
  json["column"] = begin.column;
  json["endLine"] = end.line;
  json["endColumn"] = end.column;
}

Json fixJson(const Fix& fix) {
  Json json;
  json["safety"] = fix.safety == Safety::kSafe ? "safe" : "unsafe";
  json["edits"] = Json::array();
  for (const Edit& edit : fix.edits) {
    Json place;
    addPlace(place, *edit.file, edit.range);
    place["text"] = edit.text;
    json["edits"].push_back(std::move(place));
  }
  return json;
}

Json findingJson(const Finding& finding) {
  Json json;
  addPlace(json, *finding.primary.file, finding.primary.range);
  json["rule"] = finding.rule;
  json["severity"] = severityName(finding.severity);
  json["message"] = finding.primary.message;
  if (!finding.help.empty()) {
    json["help"] = finding.help;
  }
  json["related"] = Json::array();
  for (const Place& place : finding.related) {
    Json related;
    addPlace(related, *place.file, place.range);
    related["message"] = place.message;
    json["related"].push_back(std::move(related));
  }
  if (finding.fix) {
    json["fix"] = fixJson(*finding.fix);
  }
  return json;
}

Json notificationJson(const Notification& notification) {
  Json json;
  json["id"] = notification.id;
  json["message"] = notification.message;
  if (notification.file != nullptr) {
    addPlace(json, *notification.file, notification.range);
  }
  return json;
}

class JsonPrinter final : public Printer {
 public:
  std::string_view name() const override { return "json"; }

  std::string print(const LintResult& result, const PrintOptions& options) const override {
    Json json;
    json["version"] = kFormatVersion;
    json["tool"] = {{"name", "envelint"}, {"version", kVersion}};
    json["findings"] = Json::array();
    for (const Finding& finding : result.findings) {
      json["findings"].push_back(findingJson(finding));
    }
    json["notifications"] = Json::array();
    for (const Notification& notification : result.notifications) {
      json["notifications"].push_back(notificationJson(notification));
    }
    json["summary"] = {{"files", result.stats.files},
                       {"errors", result.count(Severity::kError)},
                       {"warnings", result.count(Severity::kWarning)},
                       {"notes", result.count(Severity::kNote)},
                       {"suppressed", result.stats.suppressed},
                       {"baselined", result.stats.baselined},
                       {"exitCode", options.exitCode}};
    // Paths, names and code may hold bytes that aren't UTF-8; they become U+FFFD.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }
};

}  // namespace

const Printer& jsonPrinter() {
  static const JsonPrinter printer;
  return printer;
}

}  // namespace envelint
