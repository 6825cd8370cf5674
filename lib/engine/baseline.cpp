#include "engine/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/json_reader.h"
#include "engine/suggestion.h"

namespace envelint {
namespace {

constexpr double kBaselineVersion = 1;
constexpr double kMaxCount = 1'000'000;
constexpr std::string_view kKeys[] = {"findings", "version"};

/// Collects mistakes with their places.
class Mistakes {
 public:
  explicit Mistakes(const SourceFile& file) : file_(file) {}

  void say(Range range, std::string_view message) {
    const Position position = file_.position(range.begin);
    text_ += fmt::format("{}{}:{}:{}: {}", text_.empty() ? "" : "\n", file_.displayPath(),
                         position.line, position.column, message);
  }
  bool expect(const JsonValue& value, JsonValue::Kind kind, std::string_view what) {
    if (value.kind != kind) {
      say(value.range,
          fmt::format("{} must be {}, not {}", what, kindName(kind), kindName(value.kind)));
    }
    return value.kind == kind;
  }
  const std::string& text() const { return text_; }

 private:
  const SourceFile& file_;
  std::string text_;
};

std::string_view pathOf(const Finding& finding) { return finding.primary.file->displayPath(); }

}  // namespace

Result<Baseline> Baseline::parse(std::string_view text, const std::string& name) {
  const SourceFile file(name, name, std::string(text));
  Mistakes mistakes(file);
  const JsonDocument document = readJson(file.text());
  Baseline baseline;
  bool hasVersion = false;
  const auto readRule = [&](const std::string& path, const JsonMember& rule) {
    if (!mistakes.expect(rule.value, JsonValue::Kind::kNumber, "a count")) {
      return;
    }
    const double count = rule.value.number;
    if (count < 1 || count > kMaxCount || count != std::floor(count)) {
      mistakes.say(rule.value.range, "a count must be a whole number, at least 1");
    } else {
      baseline.counts_[Key(path, rule.key)] = static_cast<uint32_t>(count);
    }
  };
  const auto readFindings = [&](const JsonValue& findings) {
    for (const JsonMember& entry : findings.members) {
      if (mistakes.expect(entry.value, JsonValue::Kind::kObject, "a file's entry")) {
        for (const JsonMember& rule : entry.value.members) {
          readRule(entry.key, rule);
        }
      }
    }
  };
  if (document.error) {
    mistakes.say({document.error->offset, document.error->offset}, document.error->message);
  } else if (mistakes.expect(document.value, JsonValue::Kind::kObject, "a baseline")) {
    for (const JsonMember& member : document.value.members) {
      if (member.key == "version") {
        hasVersion = member.value.kind == JsonValue::Kind::kNumber &&
                     member.value.number == kBaselineVersion;
      } else if (member.key == "findings") {
        if (mistakes.expect(member.value, JsonValue::Kind::kObject, "`findings`")) {
          readFindings(member.value);
        }
      } else {
        mistakes.say(member.keyRange,
                     fmt::format("unknown key `{}`{}", member.key, didYouMean(member.key, kKeys)));
      }
    }
    if (!hasVersion) {
      mistakes.say(document.value.range, "a baseline must have `\"version\": 1`");
    }
  }
  if (!mistakes.text().empty()) {
    return Error{mistakes.text()};
  }
  return baseline;
}

Baseline Baseline::of(const std::vector<Finding>& findings) {
  Baseline baseline;
  for (const Finding& finding : findings) {
    ++baseline.counts_[Key(pathOf(finding), finding.rule)];
  }
  return baseline;
}

uint32_t Baseline::apply(std::vector<Finding>& findings) const {
  const Baseline now = of(findings);
  const size_t before = findings.size();
  std::erase_if(findings, [&](const Finding& finding) {
    const Key key(pathOf(finding), finding.rule);
    const auto allowed = counts_.find(key);
    return allowed != counts_.end() && now.counts_.at(key) <= allowed->second;
  });
  return static_cast<uint32_t>(before - findings.size());
}

std::string Baseline::staleSentence(const Key& key, uint32_t allowed, uint32_t actual) {
  return fmt::format(
      "the baseline allows {} of `{}` in `{}`, and there {} {}; "
      "`--update-baseline` takes the difference out",
      allowed, key.second, key.first, actual == 1 ? "is" : "are", actual);
}

std::string Baseline::text() const {
  nlohmann::ordered_json json;
  json["version"] = 1;
  json["findings"] = nlohmann::ordered_json::object();
  for (const auto& [key, count] : counts_) {
    json["findings"][key.first][key.second] = count;
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace envelint
