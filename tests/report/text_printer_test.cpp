#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/printer.h"
#include "report/sample.h"

namespace envelint {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

std::string print(Sample& sample, const PrintOptions& options = {}) {
  return textPrinter().print(sample.result(), options);
}

TEST(TextPrinter, DrawsAFindingWithItsPlacesAndHelp) {
  Sample sample;
  const SourceFile& server =
      sample.addFile("src/server.ts", "a\nb\nc\nserver.tool(\"list_x\", all);\n");
  const SourceFile& store = sample.addFile("src/store.ts", "return rows;\n");
  Finding& finding = sample.addFinding(store, "rows", "tool `list_x` answers a bare array");
  finding.related = {{&server, Sample::rangeOf(server, "\"list_x\""), "it is registered here"}};
  finding.help = "wrap it as `{ items: rows }`";
  EXPECT_EQ(print(sample),
            "error[sample-rule]: tool `list_x` answers a bare array\n"
            " --> src/store.ts:1:8\n"
            "  |\n"
            "1 | return rows;\n"
            "  |        ^^^^\n"
            " ::: src/server.ts:4:13\n"
            "  |\n"
            "4 | server.tool(\"list_x\", all);\n"
            "  |             -------- it is registered here\n"
            "  = help: wrap it as `{ items: rows }`\n"
            "\n"
            "1 error in 2 files\n");
}

TEST(TextPrinter, SumsUp) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "x\n");
  EXPECT_EQ(print(sample), "no findings in 1 file\n");
  sample.addFinding(file, "x", "m", Severity::kNote);
  sample.addFinding(file, "x", "m", Severity::kError);
  sample.addFinding(file, "x", "m", Severity::kError);
  sample.addFinding(file, "x", "m", Severity::kWarning);
  EXPECT_THAT(print(sample), EndsWith("\n2 errors, 1 warning, 1 note in 1 file\n"));
  Sample nothing;
  EXPECT_EQ(print(nothing), "no files to check\n");
}

TEST(TextPrinter, SaysNothingButFindingsWhenQuiet) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "x\n");
  sample.result().notifications = {{"some-id", "something happened", nullptr, {}}};
  PrintOptions quiet;
  quiet.quiet = true;
  EXPECT_EQ(print(sample, quiet), "");
  sample.addFinding(file, "x", "m");
  EXPECT_THAT(print(sample, quiet), EndsWith("  | ^\n\n"));
}

TEST(TextPrinter, CountsNotificationsByKind) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "x\ny\n");
  sample.result().notifications = {
      {"git-unavailable", "git isn't there", nullptr, {}},
      {"unparsed-range", "this place could not be parsed", &file, {2, 3}},
      {"unparsed-range", "this place could not be parsed", &file, {0, 1}},
      {"unparsed-range", "this place could not be parsed", &file, {0, 1}},
  };
  EXPECT_EQ(print(sample),
            "note: git isn't there\n"
            "note: a.ts:2:1: this place could not be parsed (and 2 more of `unparsed-range`; "
            "`--stats` names them all)\n"
            "no findings in 1 file\n");
}

TEST(TextPrinter, DrawsOnlySomeOfManyRelatedPlaces) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "x\n");
  Finding& finding = sample.addFinding(file, "x", "m");
  for (int i = 0; i < 40; ++i) {
    finding.related.push_back({&file, {0, 1}, "place " + std::to_string(i)});
  }
  const std::string text = print(sample);
  EXPECT_THAT(text, HasSubstr("place 3\n"));
  EXPECT_THAT(text, Not(HasSubstr("place 4\n")));
  EXPECT_THAT(text, HasSubstr("  ::: and 36 more places (`--format json` has them all)\n"));
  // One too many is shown rather than counted.
  finding.related.resize(5);
  EXPECT_THAT(print(sample), HasSubstr("place 4\n"));
}

TEST(TextPrinter, UsesColoursOnlyWhenAsked) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "x\n");
  sample.addFinding(file, "x", "m").help = "h";
  EXPECT_THAT(print(sample), Not(HasSubstr("\x1b")));
  PrintOptions coloured;
  coloured.colour = true;
  EXPECT_THAT(print(sample, coloured), HasSubstr("\x1b[1;31merror[sample-rule]\x1b[0m"));
}

TEST(TextPrinter, EmitsNoEscapeOfTheSource) {
  Sample sample;
  const SourceFile& file = sample.addFile("a\x1b[1m.ts", "x\x1b[2J\n");
  Finding& finding = sample.addFinding(file, "x", "tool `\x1b[8m` is odd");
  finding.help = "rename `\x1b[8m`\nnow";
  finding.related = {{&file, {0, 2}, "\x1b[0m"}};
  sample.result().notifications = {{"id", "m\x1b[0m", &file, {0, 1}}};
  const std::string text = print(sample);
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, HasSubstr("\xE2\x90\x9B[2J"));
}

}  // namespace
}  // namespace envelint
