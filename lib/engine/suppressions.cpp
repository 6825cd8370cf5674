#include "engine/suppressions.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/suggestion.h"
#include "rule/rule.h"

namespace envelint {
namespace {

constexpr std::string_view kNextLine = "envelint-ignore-next-line";
constexpr std::string_view kLine = "envelint-ignore-line";
constexpr std::string_view kFile = "envelint-ignore-file";
/// What a comment that means to be a directive begins with, in the words of other linters too.
constexpr std::string_view kAttempts[] = {"envelint-ignore", "envelint-disable", "envelint-enable"};
/// How far below the first line of its statement a finding may begin to be covered from above it:
/// the tool's name of a call that is broken after its parenthesis, and one line more.
constexpr uint32_t kHeadLines = 2;
constexpr std::string_view kBlanks = " \t\r\n";

/// Suppressions are judged by the engine, which alone knows what was suppressed; so the rule itself
/// has nothing to look for.
class UnusedSuppression final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{kUnusedSuppression, Severity::kWarning,
                                    "a suppression is malformed or silences nothing"};
    return kInfo;
  }
  void check(const Server&, Report&) const override {}
};
ENVELINT_REGISTER_RULE(UnusedSuppression)

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// What a comment says, without its delimiters.
std::string_view commentBody(const SourceFile& file, const Comment& comment) {
  std::string_view text = file.text(comment.range);
  text.remove_prefix(std::min<size_t>(2, text.size()));
  if (comment.block) {
    if (text.ends_with("*/")) {
      text.remove_suffix(2);
    }
    text.remove_prefix(std::min(text.find_first_not_of('*'), text.size()));
  }
  return trimmed(text);
}

/// The lines that hold something besides comments and blanks, sorted.
std::vector<uint32_t> findCodeLines(const Module& module) {
  const SourceFile& file = module.file();
  const std::string_view text = file.text();
  std::vector<uint32_t> lines;
  const auto comments = module.comments();
  size_t comment = 0;
  for (uint32_t line = 1; line <= file.lineCount(); ++line) {
    const Range range = file.lineRange(line);
    for (uint32_t at = range.begin; at < range.end; ++at) {
      while (comment < comments.size() && comments[comment].range.end <= at) {
        ++comment;
      }
      if (comment < comments.size() && comments[comment].range.begin <= at) {
        at = comments[comment].range.end - 1;
      } else if (kBlanks.find(text[at]) == std::string_view::npos) {
        lines.push_back(line);
        break;
      }
    }
  }
  return lines;
}

/// A comment with the blanks before it, and with its line when there is nothing else on it.
Range removable(const SourceFile& file, Range comment) {
  const std::string_view text = file.text();
  uint32_t begin = comment.begin;
  while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) {
    --begin;
  }
  const bool beginsLine = begin == 0 || text[begin - 1] == '\n';
  const size_t rest = text.find_first_not_of(" \t\r", comment.end);
  if (beginsLine && rest != std::string_view::npos && text[rest] == '\n') {
    return {begin, static_cast<uint32_t>(rest) + 1};
  }
  // In front of code the comment goes alone, so that what is behind it keeps its place.
  const bool endsLine = rest == std::string_view::npos || text[rest] == '\n';
  return {endsLine ? begin : comment.begin, comment.end};
}

std::vector<std::string_view> splitIds(std::string_view text) {
  std::vector<std::string_view> ids;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    const std::string_view id = trimmed(text.substr(0, comma));
    if (!id.empty()) {
      ids.push_back(id);
    }
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return ids;
}

}  // namespace

Suppressions::Suppressions(const Module& module) : module_(module), file_(module.file()) {
  for (const Comment& comment : module.comments()) {
    readDirective(module, comment);
  }
}

void Suppressions::readDirective(const Module& module, const Comment& comment) {
  const std::string_view body = commentBody(file_, comment);
  const std::string_view marker = body.substr(0, body.find_first_of(" \t\r\n:"));
  const bool isKnown = marker == kNextLine || marker == kLine || marker == kFile;
  if (!isKnown) {
    const bool isAttempt =
        std::any_of(std::begin(kAttempts), std::end(kAttempts),
                    [&](std::string_view attempt) { return marker.starts_with(attempt); });
    if (isAttempt) {
      mistakes_.push_back({comment.range,
                           fmt::format("`{}` is no suppression, so it silences nothing", marker),
                           fmt::format("write `{} rule-id: reason`", kNextLine)});
    }
    return;
  }
  const std::string_view rest = body.substr(marker.size());
  const size_t colon = rest.find(':');
  const std::vector<std::string_view> ids = splitIds(rest.substr(0, colon));
  if (ids.empty()) {
    mistakes_.push_back({comment.range, "the suppression names no rule, so it silences nothing",
                         fmt::format("write `{} rule-id: reason`", marker)});
    return;
  }
  const std::string reason(colon == std::string_view::npos ? std::string_view()
                                                           : trimmed(rest.substr(colon + 1)));
  if (reason.empty()) {
    mistakes_.push_back({comment.range, "the suppression gives no reason, so it silences nothing",
                         fmt::format("say why after a colon: `{} rule-id: reason`", marker)});
    return;
  }

  const uint32_t line = coveredLine(module, marker, comment.range);
  for (const std::string_view id : ids) {
    if (findRule(id) == nullptr) {
      const std::string_view meant = closestName(id, ruleIds());
      mistakes_.push_back(
          {comment.range,
           fmt::format("the suppression names an unknown rule `{}`, so it silences nothing", id),
           meant.empty() ? std::string("`envelint rules` lists the rules")
                         : fmt::format("did you mean `{}`?", meant)});
      continue;
    }
    entries_.push_back({{line, std::string(id)}, comment.range, ids.size() == 1});
    Use& use = uses_[entries_.back().key];
    use.reason = use.reason.empty() ? reason : use.reason;
    use.isNextLine = use.isNextLine || marker == kNextLine;
    hasNextLine_ = hasNextLine_ || marker == kNextLine;
  }
}

uint32_t Suppressions::coveredLine(const Module& module, std::string_view marker, Range comment) {
  if (marker == kFile) {
    return 0;
  }
  if (marker == kLine) {
    return file_.position(comment.begin).line;
  }
  if (!codeLines_) {
    codeLines_ = findCodeLines(module);
  }
  const uint32_t lastLine = file_.position(comment.end).line;
  const auto next = std::upper_bound(codeLines_->begin(), codeLines_->end(), lastLine);
  // Behind the last line of code there is nothing to cover: a line that can't have a finding.
  return next == codeLines_->end() ? file_.lineCount() + 1 : *next;
}

const std::string* Suppressions::covers(const Finding& finding) {
  const uint32_t line = file_.position(finding.primary.range.begin).line;
  const std::string rule(finding.rule);
  const std::string* reason = nullptr;
  const auto use = [&](const auto& entry) {
    if (entry != uses_.end()) {
      entry->second.isUsed = true;
      reason = reason == nullptr ? &entry->second.reason : reason;
    }
  };
  use(uses_.find(Key(line, rule)));
  use(uses_.find(Key(0, rule)));
  if (reason == nullptr && hasNextLine_) {
    const auto entry = uses_.find(Key(statementLine(finding.primary.range.begin), rule));
    const bool isAbove =
        entry != uses_.end() && entry->second.isNextLine && line <= entry->first.first + kHeadLines;
    use(isAbove ? entry : uses_.end());
  }
  return reason;
}

uint32_t Suppressions::statementLine(uint32_t offset) const {
  std::optional<Range> innermost;
  for (uint32_t i = 0; i < module_.stmtCount(); ++i) {
    const StmtId id{i};
    const Range range = module_.range(id);
    const bool isHolding = range.begin <= offset && offset < range.end;
    const bool isInner = !innermost || range.end - range.begin <= innermost->end - innermost->begin;
    if (isHolding && isInner && module_.as<BlockStmt>(id) == nullptr) {
      innermost = range;
    }
  }
  return file_.position(innermost ? innermost->begin : offset).line;
}

Finding Suppressions::finding(Range comment, std::string message, std::string help) const {
  Finding result;
  result.rule = kUnusedSuppression;
  result.primary = {&file_, comment, std::move(message)};
  result.help = std::move(help);
  return result;
}

Finding Suppressions::unusedFinding(const Entry& entry) const {
  const std::string& rule = entry.key.second;
  Finding result = finding(
      entry.comment,
      fmt::format("the suppression of `{}` matches no finding and would hide the next one", rule),
      entry.isOnlyRule ? std::string("remove the comment")
                       : fmt::format("take `{}` out of the comment", rule));
  if (entry.isOnlyRule) {
    result.fix = Fix{Safety::kSafe, {{&file_, removable(file_, entry.comment), {}}}};
  }
  return result;
}

std::vector<Finding> Suppressions::wrong() const {
  std::vector<Finding> findings;
  for (const Mistake& mistake : mistakes_) {
    findings.push_back(finding(mistake.comment, mistake.message, mistake.help));
  }
  return findings;
}

std::vector<Finding> Suppressions::unused(const std::function<bool(std::string_view)>& ran) const {
  std::vector<Finding> findings;
  for (const Entry& entry : entries_) {
    const std::string& rule = entry.key.second;
    if (rule != kUnusedSuppression && !uses_.at(entry.key).isUsed && ran(rule)) {
      findings.push_back(unusedFinding(entry));
    }
  }
  return findings;
}

std::vector<Finding> Suppressions::unusedOfOwn() const {
  std::vector<Finding> findings;
  for (const Entry& entry : entries_) {
    if (entry.key.second == kUnusedSuppression && !uses_.at(entry.key).isUsed) {
      findings.push_back(unusedFinding(entry));
    }
  }
  return findings;
}

}  // namespace envelint
