#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/printer.h"
#include "report/sample.h"
#include "source/utf8.h"

namespace envelint {
namespace {

using nlohmann::json;

json print(Sample& sample, int exitCode = 1) {
  return json::parse(jsonPrinter().print(sample.result(), {exitCode, false, false}));
}

TEST(JsonPrinter, HasTheDocumentedShape) {
  Sample sample;
  const SourceFile& file = sample.addFile("a.ts", "x\n\xF0\x9F\x98\x80 rows;\n");
  Finding& finding = sample.addFinding(file, "rows", "it is wrong", Severity::kWarning);
  finding.help = "mend it";
  finding.related = {{&file, {0, 1}, "see here"}};
  finding.fix = Fix{Safety::kUnsafe, {{&file, {0, 1}, "y"}}};
  sample.result().notifications = {{"of-run", "one", nullptr, {}},
                                   {"of-file", "two", &file, {0, 1}}};
  sample.result().stats.suppressed = 3;
  EXPECT_EQ(print(sample), json::parse(R"({
    "version": 1,
    "tool": {"name": "envelint", "version": "0.1.0"},
    "findings": [{
      "path": "a.ts", "line": 2, "column": 4, "endLine": 2, "endColumn": 8,
      "rule": "sample-rule", "severity": "warning", "message": "it is wrong", "help": "mend it",
      "related": [{"path": "a.ts", "line": 1, "column": 1, "endLine": 1, "endColumn": 2,
                   "message": "see here"}],
      "fix": {"safety": "unsafe",
              "edits": [{"path": "a.ts", "line": 1, "column": 1, "endLine": 1, "endColumn": 2,
                         "text": "y"}]}
    }],
    "notifications": [
      {"id": "of-run", "message": "one"},
      {"id": "of-file", "message": "two",
       "path": "a.ts", "line": 1, "column": 1, "endLine": 1, "endColumn": 2}
    ],
    "summary": {"files": 1, "errors": 0, "warnings": 1, "notes": 0, "suppressed": 3,
                "baselined": 0, "exitCode": 1}
  })"));
}

TEST(JsonPrinter, HasEmptyListsWhenThereIsNothing) {
  Sample sample;
  const json report = print(sample, 0);
  EXPECT_EQ(report.at("findings"), json::array());
  EXPECT_EQ(report.at("notifications"), json::array());
  EXPECT_EQ(report.at("summary").at("exitCode"), 0);
}

TEST(JsonPrinter, ReplacesBytesThatAreNoUtf8) {
  Sample sample;
  const SourceFile& file = sample.addFile("a\xFF.ts", "x\n");
  sample.addFinding(file, "x", "tool `\xC3` is odd").help = "rename `\x80`";
  sample.result().notifications = {{"id\xFF", "\xFF", &file, {0, 1}}};
  const std::string text = jsonPrinter().print(sample.result(), {});
  EXPECT_TRUE(isValidUtf8(text));
  EXPECT_EQ(json::parse(text).at("findings")[0].at("message"), "tool `\xEF\xBF\xBD` is odd");
}

}  // namespace
}  // namespace envelint
