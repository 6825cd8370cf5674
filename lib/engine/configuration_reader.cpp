// Reads the text of a `.envelint.json`.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/configuration.h"
#include "engine/json_reader.h"
#include "engine/suggestion.h"
#include "rule/rule.h"

namespace envelint {
namespace {

/// Arguments of a call; more are no tool wrapper's.
constexpr double kMaxArgumentPosition = 100;
/// The largest integer a double holds exactly.
constexpr double kMaxSafeInteger = 9007199254740991.0;

constexpr std::string_view kConfigurationKeys[] = {
    "$schema",    "convex", "ignore", "limitParameters", "maxLimit", "overrides",
    "rawCursors", "rules",  "sql",    "toolWrappers"};
constexpr std::string_view kConvexKeys[] = {"rowsField"};
constexpr std::string_view kRowsFields[] = {"page", "value"};
constexpr std::string_view kQueryFunctionKeys[] = {"answersOneRow", "callee", "text"};
constexpr std::string_view kSqlKeys[] = {"catalogues", "keyColumns", "queryFunctions"};
constexpr std::string_view kOverrideKeys[] = {"files", "rules"};
constexpr std::string_view kToolWrapperKeys[] = {"callee", "handler", "name", "schema"};
constexpr std::string_view kRuleEntryKeys[] = {"severity"};
constexpr std::string_view kSeverityNames[] = {"off", "note", "warning", "error"};

/// Reads one file, collecting every mistake on the way: a user who fixes one at a time is told of
/// them one at a time otherwise.
class ConfigurationReader {
 public:
  ConfigurationReader(const SourceFile& file, std::string folder) : file_(file) {
    configuration_.ignoreBase = std::move(folder);
    configuration_.displayPath = file.displayPath();
  }

  Result<Configuration> read() {
    const JsonDocument document = readJson(file_.text());
    if (document.error) {
      say(document.error->offset, document.error->message);
    } else if (expect(document.value, JsonValue::Kind::kObject, "a configuration")) {
      for (const JsonMember& member : document.value.members) {
        readKey(member);
      }
    }
    if (!mistakes_.empty()) {
      return Error{fmt::format("{}", fmt::join(mistakes_, "\n"))};
    }
    return std::move(configuration_);
  }

 private:
  void say(uint32_t offset, std::string_view message) {
    const Position position = file_.position(offset);
    mistakes_.push_back(
        fmt::format("{}:{}:{}: {}", file_.displayPath(), position.line, position.column, message));
  }

  bool expect(const JsonValue& value, JsonValue::Kind kind, std::string_view what) {
    if (value.kind == kind) {
      return true;
    }
    say(value.range.begin,
        fmt::format("{} must be {}, not {}", what, kindName(kind), kindName(value.kind)));
    return false;
  }

  void sayUnknownKey(const JsonMember& member, std::span<const std::string_view> keys) {
    say(member.keyRange.begin,
        fmt::format("unknown key `{}`{}", member.key, didYouMean(member.key, keys)));
  }

  void readKey(const JsonMember& member) {
    if (member.key == "$schema") {
      expect(member.value, JsonValue::Kind::kString, "`$schema`");
    } else if (member.key == "rules") {
      readRules(member.value, configuration_.severities);
    } else if (member.key == "overrides") {
      readOverrides(member.value);
    } else if (member.key == "ignore") {
      configuration_.ignore =
          readPatterns(member.value, "`ignore`", &configuration_.ignorePatterns);
    } else if (member.key == "toolWrappers") {
      readToolWrappers(member.value);
    } else if (member.key == "rawCursors") {
      configuration_.domain.rawCursors = readNames(member.value, "`rawCursors`");
    } else if (member.key == "limitParameters") {
      configuration_.domain.limitParameters = readNames(member.value, "`limitParameters`");
    } else if (member.key == "maxLimit") {
      readMaxLimit(member.value);
    } else if (member.key == "convex") {
      readConvex(member.value);
    } else if (member.key == "sql") {
      readSql(member.value);
    } else {
      sayUnknownKey(member, kConfigurationKeys);
    }
  }

  using Severities = std::map<std::string, Severity, std::less<>>;

  void readRules(const JsonValue& rules, Severities& severities) {
    if (!expect(rules, JsonValue::Kind::kObject, "`rules`")) {
      return;
    }
    for (const JsonMember& member : rules.members) {
      if (findRule(member.key) == nullptr) {
        say(member.keyRange.begin,
            fmt::format("unknown rule `{}`{}", member.key, didYouMean(member.key, ruleIds())));
      } else if (member.value.kind == JsonValue::Kind::kObject) {
        readRuleEntry(member, severities);
      } else {
        readSeverity(member.key, member.value, severities);
      }
    }
  }

  void readRuleEntry(const JsonMember& rule, Severities& severities) {
    for (const JsonMember& option : rule.value.members) {
      if (option.key == "severity") {
        readSeverity(rule.key, option.value, severities);
      } else {
        say(option.keyRange.begin, fmt::format("rule `{}` has no option `{}`{}", rule.key,
                                               option.key, didYouMean(option.key, kRuleEntryKeys)));
      }
    }
  }

  void readSeverity(const std::string& rule, const JsonValue& value, Severities& severities) {
    if (!expect(value, JsonValue::Kind::kString, "a severity")) {
      return;
    }
    const std::optional<Severity> severity = severityOf(value.string);
    if (severity) {
      severities[rule] = *severity;
      return;
    }
    say(value.range.begin, fmt::format("unknown severity `{}`{} (off, note, warning or error)",
                                       value.string, didYouMean(value.string, kSeverityNames)));
  }

  std::vector<std::string> readNames(const JsonValue& value, std::string_view what) {
    std::vector<std::string> names;
    if (!expect(value, JsonValue::Kind::kArray, what)) {
      return names;
    }
    for (const JsonValue& element : value.elements) {
      if (!expect(element, JsonValue::Kind::kString, fmt::format("an entry of {}", what))) {
        continue;
      }
      if (element.string.empty()) {
        say(element.range.begin, fmt::format("an entry of {} is empty", what));
        continue;
      }
      names.push_back(element.string);
    }
    return names;
  }

  /// Patterns written as in .gitignore; `written` gets them as they are.
  IgnoreRules readPatterns(const JsonValue& value, std::string_view what,
                           std::vector<std::string>* written) {
    if (!expect(value, JsonValue::Kind::kArray, what)) {
      return {};
    }
    std::string lines;
    for (const JsonValue& element : value.elements) {
      if (!expect(element, JsonValue::Kind::kString, fmt::format("an entry of {}", what))) {
        continue;
      }
      const std::string& pattern = element.string;
      const Result<Glob> glob = Glob::compile(pattern);
      if (!glob.ok()) {
        say(element.range.begin, glob.error());
      } else if (pattern.find_first_not_of(" \t") == std::string::npos ||
                 pattern.find_first_of("\r\n") != std::string::npos) {
        say(element.range.begin, fmt::format("an entry of {} must be one pattern", what));
      } else {
        // `#` begins a comment in .gitignore, whose reader is used, but not in a JSON string.
        lines += (pattern[0] == '#' ? "\\" : "") + pattern + "\n";
        if (written != nullptr) {
          written->push_back(pattern);
        }
      }
    }
    return IgnoreRules(lines, GlobSyntax::kBraces);
  }

  void readOverrides(const JsonValue& value) {
    if (!expect(value, JsonValue::Kind::kArray, "`overrides`")) {
      return;
    }
    for (const JsonValue& element : value.elements) {
      if (expect(element, JsonValue::Kind::kObject, "an entry of `overrides`")) {
        readOverride(element);
      }
    }
  }

  void readOverride(const JsonValue& entry) {
    ConfigurationOverride result;
    bool hasFiles = false;
    for (const JsonMember& member : entry.members) {
      if (member.key == "files") {
        hasFiles = true;
        result.files = readPatterns(member.value, "`files`", nullptr);
      } else if (member.key == "rules") {
        readRules(member.value, result.severities);
      } else {
        sayUnknownKey(member, kOverrideKeys);
      }
    }
    if (!hasFiles) {
      say(entry.range.begin, "an entry of `overrides` needs `files`, the patterns it is for");
    }
    configuration_.overrides.push_back(std::move(result));
  }

  void readToolWrappers(const JsonValue& value) {
    if (!expect(value, JsonValue::Kind::kArray, "`toolWrappers`")) {
      return;
    }
    for (const JsonValue& element : value.elements) {
      if (expect(element, JsonValue::Kind::kObject, "an entry of `toolWrappers`")) {
        readToolWrapper(element);
      }
    }
  }

  void readToolWrapper(const JsonValue& entry) {
    ToolWrapper wrapper;
    for (const JsonMember& member : entry.members) {
      if (member.key == "callee") {
        if (expect(member.value, JsonValue::Kind::kString, "`callee`")) {
          wrapper.callee = member.value.string;
        }
      } else if (member.key == "name") {
        readArgumentPosition(member, wrapper.name);
      } else if (member.key == "schema") {
        readArgumentPosition(member, wrapper.schema);
      } else if (member.key == "handler") {
        readArgumentPosition(member, wrapper.handler);
      } else {
        sayUnknownKey(member, kToolWrapperKeys);
      }
    }
    if (wrapper.callee.empty()) {
      say(entry.range.begin,
          "an entry of `toolWrappers` needs a `callee`, the name of the function");
    }
    configuration_.domain.toolWrappers.push_back(std::move(wrapper));
  }

  void readArgumentPosition(const JsonMember& member, int& position) {
    if (!expect(member.value, JsonValue::Kind::kNumber, fmt::format("`{}`", member.key))) {
      return;
    }
    const double number = member.value.number;
    if (number != std::floor(number) || std::abs(number) > kMaxArgumentPosition) {
      say(member.value.range.begin,
          fmt::format("`{}` must be the position of an argument: 0 is the first, -1 the last",
                      member.key));
      return;
    }
    position = static_cast<int>(number);
  }

  void readMaxLimit(const JsonValue& value) {
    if (!expect(value, JsonValue::Kind::kNumber, "`maxLimit`")) {
      return;
    }
    const double number = value.number;
    if (number != std::floor(number) || number < 1 || number > kMaxSafeInteger) {
      say(value.range.begin, "`maxLimit` must be a whole number of rows, at least 1");
      return;
    }
    configuration_.domain.maxLimit = static_cast<int64_t>(number);
  }

  void readConvex(const JsonValue& value) {
    if (!expect(value, JsonValue::Kind::kObject, "`convex`")) {
      return;
    }
    for (const JsonMember& member : value.members) {
      if (member.key != "rowsField") {
        sayUnknownKey(member, kConvexKeys);
      } else if (expect(member.value, JsonValue::Kind::kString, "`rowsField`")) {
        if (std::ranges::find(kRowsFields, member.value.string) == std::end(kRowsFields)) {
          say(member.value.range.begin, "`rowsField` must be `page` or `value`");
        }
        configuration_.domain.convexRowsField = member.value.string;
      }
    }
  }

  void readSql(const JsonValue& value) {
    if (!expect(value, JsonValue::Kind::kObject, "`sql`")) {
      return;
    }
    SqlConfig& sql = configuration_.domain.sql;
    for (const JsonMember& member : value.members) {
      if (member.key == "keyColumns") {
        sql.keyColumns = readNames(member.value, "`keyColumns`");
      } else if (member.key == "catalogues") {
        sql.catalogues = readNames(member.value, "`catalogues`");
      } else if (member.key == "queryFunctions") {
        readQueryFunctions(member.value);
      } else {
        sayUnknownKey(member, kSqlKeys);
      }
    }
  }

  void readQueryFunctions(const JsonValue& value) {
    if (!expect(value, JsonValue::Kind::kArray, "`queryFunctions`")) {
      return;
    }
    for (const JsonValue& element : value.elements) {
      if (expect(element, JsonValue::Kind::kObject, "an entry of `queryFunctions`")) {
        readQueryFunction(element);
      }
    }
  }

  void readQueryFunction(const JsonValue& entry) {
    SqlFunction function;
    for (const JsonMember& member : entry.members) {
      if (member.key == "callee") {
        if (expect(member.value, JsonValue::Kind::kString, "`callee`")) {
          function.callee = member.value.string;
        }
      } else if (member.key == "text") {
        readArgumentPosition(member, function.text);
      } else if (member.key == "answersOneRow") {
        if (expect(member.value, JsonValue::Kind::kBoolean, "`answersOneRow`")) {
          function.answersOneRow = member.value.boolean;
        }
      } else {
        sayUnknownKey(member, kQueryFunctionKeys);
      }
    }
    if (function.callee.empty()) {
      say(entry.range.begin,
          "an entry of `queryFunctions` needs a `callee`, the name of the function");
    }
    configuration_.domain.sql.queryFunctions.push_back(std::move(function));
  }

  const SourceFile& file_;
  Configuration configuration_;
  std::vector<std::string> mistakes_;
};

}  // namespace

std::span<const std::string_view> configurationKeys() { return kConfigurationKeys; }
std::span<const std::string_view> toolWrapperKeys() { return kToolWrapperKeys; }
std::span<const std::string_view> convexKeys() { return kConvexKeys; }
std::span<const std::string_view> sqlKeys() { return kSqlKeys; }
std::span<const std::string_view> queryFunctionKeys() { return kQueryFunctionKeys; }
std::span<const std::string_view> ruleEntryKeys() { return kRuleEntryKeys; }
std::span<const std::string_view> overrideKeys() { return kOverrideKeys; }

Result<Configuration> parseConfiguration(const SourceFile& file, std::string folder) {
  return ConfigurationReader(file, std::move(folder)).read();
}

}  // namespace envelint
