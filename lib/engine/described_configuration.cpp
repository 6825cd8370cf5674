#include "engine/described_configuration.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/rule_selection.h"
#include "engine/source_set.h"

namespace envelint {
namespace {

using Json = nlohmann::ordered_json;

Json sqlJson(const SqlConfig& sql) {
  Json json;
  json["queryFunctions"] = Json::array();
  for (const SqlFunction& function : sql.queryFunctions) {
    Json entry;
    entry["callee"] = function.callee;
    entry["text"] = function.text;
    entry["answersOneRow"] = function.answersOneRow;
    json["queryFunctions"].push_back(std::move(entry));
  }
  json["keyColumns"] = sql.keyColumns;
  json["catalogues"] = sql.catalogues;
  return json;
}

Json wrapperJson(const ToolWrapper& wrapper) {
  Json json;
  json["callee"] = wrapper.callee;
  json["name"] = wrapper.name;
  if (wrapper.schema != ToolWrapper::kAbsent) {
    json["schema"] = wrapper.schema;
  }
  json["handler"] = wrapper.handler;
  return json;
}

}  // namespace

Result<std::string> describeConfiguration(const LintOptions& options) {
  const Result<RuleSelection> selection = RuleSelection::create(options.selection);
  if (!selection.ok()) {
    return Error{selection.error()};
  }
  std::unique_ptr<Configurations> configurations;
  const Result<SourceSet> sources = collectSources(options, configurations);
  if (!sources.ok()) {
    return Error{sources.error()};
  }
  if (sources->files.size() != 1) {
    return Error{fmt::format("`--print-config` takes one file that is linted, not {}",
                             sources->files.size())};
  }
  const SourceEntry& file = sources->files[0];
  const Configuration& configuration = *file.configuration;
  Json json;
  json["file"] = file.displayPath;
  json["configuration"] =
      configuration.displayPath.empty() ? Json(nullptr) : Json(configuration.displayPath);
  json["rules"] = Json::object();
  for (const Rule* rule : allRules()) {
    json["rules"][std::string(rule->info().id)] =
        severityName(selection->severityOf(*rule, configuration));
  }
  json["ignore"] = configuration.ignorePatterns;
  // These count for the whole run.
  const DomainConfig& domain = sources->configuration->domain;
  json["toolWrappers"] = Json::array();
  for (const ToolWrapper& wrapper : domain.toolWrappers) {
    json["toolWrappers"].push_back(wrapperJson(wrapper));
  }
  json["rawCursors"] = domain.rawCursors;
  json["limitParameters"] = domain.limitParameters;
  json["maxLimit"] = domain.maxLimit;
  json["convex"] = {
      {"rowsField", domain.convexRowsField.empty() ? Json(nullptr) : Json(domain.convexRowsField)}};
  json["sql"] = sqlJson(domain.sql);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace envelint
