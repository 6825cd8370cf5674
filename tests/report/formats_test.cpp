// The formats for CI systems and for other programs: github, gitlab, junit, markdown, agent.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "report/printer.h"
#include "report/sample.h"
#include "source/utf8.h"

namespace envelint {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string print(std::string_view format, Sample& sample, const PrintOptions& options = {}) {
  return findPrinter(format)->print(sample.result(), options);
}

size_t count(std::string_view text, std::string_view part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST(Formats, AreAllFoundByTheirNames) {
  for (const std::string_view name : printerNames()) {
    ASSERT_NE(findPrinter(name), nullptr) << name;
    EXPECT_EQ(findPrinter(name)->name(), name);
  }
  EXPECT_EQ(findPrinter("xml"), nullptr);
}

TEST(Formats, AreValidUtf8WhateverTheNames) {
  for (const std::string_view name : printerNames()) {
    Sample sample;
    const SourceFile& file = sample.addFile("a\xFF.ts", "x\xFF\n");
    sample.addFinding(file, "x\xFF", "tool `\xC3\x1b[31m` is odd").help = "rename `\x80`";
    sample.result().notifications = {{"id", "\xFF", &file, {0, 1}}};
    const std::string text = print(name, sample);
    EXPECT_TRUE(isValidUtf8(text)) << name;
    EXPECT_THAT(text, Not(HasSubstr("\x1b"))) << name;
    EXPECT_TRUE(text.ends_with('\n')) << name;
  }
}

TEST(GithubPrinter, AnnotatesTheRange) {
  Sample sample;
  const SourceFile& file = sample.addFile("src/a.ts", "ab\ncd\n");
  sample.addFinding(file, "b", "m1").help = "mend it";
  sample.addFinding(file, "b\nc", "m2", Severity::kWarning);
  sample.addFinding(file, "d", "m3", Severity::kNote);
  EXPECT_EQ(print("github", sample),
            "::error file=src/a.ts,line=1,endLine=1,col=2,endColumn=3,title=envelint%3A "
            "sample-rule::m1%0Ahelp: mend it\n"
            "::warning file=src/a.ts,line=1,endLine=2,title=envelint%3A sample-rule::m2\n"
            "::notice file=src/a.ts,line=2,endLine=2,col=2,endColumn=3,title=envelint%3A "
            "sample-rule::m3\n"
            "1 error, 1 warning, 1 note in 1 file\n");
}

TEST(GithubPrinter, EscapesWhatWouldEndAProperty) {
  Sample sample;
  const SourceFile& file = sample.addFile("a,b:c%.ts", "x\n");
  sample.addFinding(file, "x", "100% ::error::no");
  EXPECT_THAT(print("github", sample), StartsWith("::error file=a%2Cb%3Ac%25.ts,line=1,"));
  EXPECT_THAT(print("github", sample), HasSubstr("::100%25 ::error::no\n"));
}

TEST(GithubPrinter, ShowsTenOfALevelWorstFirstAndTellsTheOthers) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "x\n");
  for (int i = 0; i < 12; ++i) {
    sample.addFinding(file, "x", "mild", Severity::kWarning);
  }
  for (int i = 0; i < 11; ++i) {
    sample.addFinding(file, "x", "bad");
  }
  const std::string text = print("github", sample);
  EXPECT_EQ(count(text, "::error "), 10u);
  EXPECT_EQ(count(text, "::warning "), 10u);
  EXPECT_LT(text.rfind("::error "), text.find("::warning "));
  EXPECT_THAT(text, HasSubstr("1 more error, which GitHub shows here only:\n"
                              "error[sample-rule] a.ts:1:1: bad\n"));
  EXPECT_THAT(text, HasSubstr("2 more warnings, which"));
  EXPECT_EQ(count(text, "\nwarning[sample-rule] a.ts:1:1: mild"), 2u);
}

TEST(GithubPrinter, LetsNoNameBecomeACommand) {
  Sample sample;
  const SourceFile& file = sample.addFile("::add-mask::x.ts", "x\n");
  for (int i = 0; i < 11; ++i) {
    sample.addFinding(file, "x", "##[add-mask]x");
  }
  sample.result().notifications = {{"id", "::stop-commands::t ##[error]", nullptr, {}}};
  const std::string text = print("github", sample);
  EXPECT_THAT(text, Not(HasSubstr("\n::add-mask")));
  EXPECT_THAT(text, Not(HasSubstr("\n::stop")));
  EXPECT_THAT(text.substr(text.find("1 more error")), Not(HasSubstr("##[")));
}

TEST(GitlabPrinter, HasUniqueFingerprintsThatSurviveMovedLines) {
  Sample sample;
  const SourceFile& file = sample.addFile("src/a.ts", "x\ny\n");
  sample.addFinding(file, "x", "m", Severity::kError);
  sample.addFinding(file, "x", "n", Severity::kWarning);
  sample.addFinding(file, "y", "o", Severity::kNote).help = "mend it";
  const json report = json::parse(print("gitlab", sample));
  ASSERT_EQ(report.size(), 3u);
  std::set<std::string> prints;
  for (const json& each : report) {
    prints.insert(each.at("fingerprint").get<std::string>());
  }
  EXPECT_EQ(prints.size(), 3u);
  EXPECT_EQ(report[0].at("severity"), "major");
  EXPECT_EQ(report[1].at("severity"), "minor");
  EXPECT_EQ(report[2].at("severity"), "info");
  EXPECT_EQ(report[2].at("check_name"), "sample-rule");
  EXPECT_EQ(report[2].at("description"), "o; help: mend it");
  EXPECT_EQ(report[2].at("location"),
            json::parse(R"({"path": "src/a.ts", "lines": {"begin": 2, "end": 2}})"));

  Sample moved;
  const SourceFile& later = moved.addFile("src/a.ts", "\n\n  x\ny\n");
  moved.addFinding(later, "x", "m");
  EXPECT_EQ(json::parse(print("gitlab", moved))[0].at("fingerprint"), report[0].at("fingerprint"));
  Sample none;
  EXPECT_EQ(print("gitlab", none), "[]\n");
}

TEST(JunitPrinter, HasASuiteForEachFile) {
  Sample sample;
  const SourceFile& file = sample.addFile("a&b.ts", "x\ny\n");
  sample.addFinding(file, "x", "a < \"b\"").help = "mend it";
  sample.addFinding(file, "y", "mild", Severity::kNote);
  EXPECT_EQ(print("junit", sample),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"envelint\" tests=\"2\" failures=\"1\" errors=\"0\">\n"
            "  <testsuite name=\"a&amp;b.ts\" tests=\"2\" failures=\"1\" errors=\"0\">\n"
            "    <testcase classname=\"a&amp;b.ts\" name=\"sample-rule at 1:1\">"
            "<failure type=\"error\" message=\"a &lt; &quot;b&quot;\">"
            "a&amp;b.ts:1:1: a &lt; &quot;b&quot;\nhelp: mend it</failure></testcase>\n"
            "    <testcase classname=\"a&amp;b.ts\" name=\"sample-rule at 2:1\">"
            "<system-out>a&amp;b.ts:2:1: mild</system-out></testcase>\n"
            "  </testsuite>\n"
            "</testsuites>\n");
}

TEST(JunitPrinter, FailsWhatTheRunFailsFor) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "x\n");
  sample.addFinding(file, "x", "m", Severity::kNote);
  PrintOptions options;
  options.failOn = Severity::kNote;
  EXPECT_THAT(print("junit", sample, options), HasSubstr("failures=\"1\""));
  options.failOn.reset();
  EXPECT_THAT(print("junit", sample, options), HasSubstr("failures=\"0\""));
}

TEST(JunitPrinter, HasAPassedTestWhenThereIsNothing) {
  Sample sample;
  sample.addFile("a.ts", "x\n");
  EXPECT_THAT(print("junit", sample), HasSubstr("tests=\"1\" failures=\"0\""));
  EXPECT_THAT(print("junit", sample), HasSubstr("name=\"no findings in 1 file\"/>"));
}

TEST(MarkdownPrinter, IsATableThatNamesCannotBreak) {
  Sample sample;
  const SourceFile& file = sample.addFile("a|b.ts", "x\n");
  sample.addFinding(file, "x", "mild", Severity::kNote);
  sample.addFinding(file, "x", "tool `a|b` has <b>no</b> | [limit](x) @all").help = "add one";
  EXPECT_EQ(print("markdown", sample),
            "## envelint: 1 error, 1 note in 1 file\n"
            "\n"
            "| severity | rule | where | what |\n"
            "|---|---|---|---|\n"
            "| error | `sample-rule` | `a\\|b.ts:1:1` | tool `a\\|b` has \\<b\\>no\\</b\\> \\| "
            "\\[limit\\]\\(x\\) \\@all<br>help: add one |\n"
            "| note | `sample-rule` | `a\\|b.ts:1:1` | mild |\n");
}

TEST(MarkdownPrinter, StopsBeforeTheTableIsTooLong) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "x\n");
  for (int i = 0; i < 501; ++i) {
    sample.addFinding(file, "x", "mild", Severity::kNote);
  }
  sample.addFinding(file, "x", "bad");
  const std::string text = print("markdown", sample);
  EXPECT_EQ(count(text, "\n| note"), 499u);
  EXPECT_EQ(count(text, "\n| error"), 1u);
  EXPECT_THAT(text, HasSubstr("and 2 more findings\n"));
}

TEST(AgentPrinter, HasALineForEachFinding) {
  Sample sample;
  const SourceFile& file = sample.addFile("src/a.ts", "x\n");
  sample.addFinding(file, "x", "it is wrong").help = "mend it";
  sample.result().notifications = {{"id", "git isn't there", nullptr, {}}};
  PrintOptions options;
  EXPECT_EQ(print("agent", sample, options),
            "src/a.ts:1:1: error[sample-rule]: it is wrong; fix: mend it\n"
            "not seen: git isn't there\n"
            "1 error in 1 file\n");
  options.quiet = true;
  options.workingFolder = "/root/src/deep";
  EXPECT_EQ(print("agent", sample, options),
            "../a.ts:1:1: error[sample-rule]: it is wrong; fix: mend it\n");
}

}  // namespace
}  // namespace envelint
