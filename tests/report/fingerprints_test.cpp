#include "report/fingerprints.h"

#include <gtest/gtest.h>

#include <set>

#include "report/sample.h"

namespace envelint {
namespace {

std::string printOf(std::string path, std::string text, std::string_view word,
                    std::string_view rule = "sample-rule", std::string message = "m") {
  Sample sample;
  const SourceFile& file = sample.addFile(std::move(path), std::move(text));
  sample.addFinding(file, word, std::move(message), Severity::kError, rule);
  return fingerprints(sample.result().findings)[0];
}

TEST(Fingerprints, SurviveMovedAndIndentedLines) {
  const std::string print = printOf("a.ts", "return rows;\n", "rows");
  EXPECT_EQ(printOf("a.ts", "// new\n\n  return  rows;\n", "rows"), print);
  EXPECT_EQ(printOf("a.ts", "return rows;\r\n", "rows"), print);
  EXPECT_EQ(printOf("a.ts", "return rows;\n", "rows", "sample-rule", "other words"), print);
}

TEST(Fingerprints, DifferByRulePathAndLine) {
  const std::set<std::string> prints = {
      printOf("a.ts", "return rows;\n", "rows"),
      printOf("b.ts", "return rows;\n", "rows"),
      printOf("a.ts", "return rows; // x\n", "rows"),
      printOf("a.ts", "return rows;\n", "rows", "mild-sample"),
  };
  EXPECT_EQ(prints.size(), 4u);
}

TEST(Fingerprints, AreUniqueInAReport) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "return rows;\nreturn rows;\n");
  sample.addFinding(file, "rows", "m");
  sample.addFinding(file, "return", "m");
  sample.addFinding(file, "rows", "m").primary.range = {20, 24};
  const std::vector<std::string> prints = fingerprints(sample.result().findings);
  EXPECT_EQ(std::set<std::string>(prints.begin(), prints.end()).size(), 3u);
  EXPECT_EQ(prints[0].substr(0, 16), prints[2].substr(0, 16));
  EXPECT_EQ(prints[2].substr(16), ":3");
}

}  // namespace
}  // namespace envelint
