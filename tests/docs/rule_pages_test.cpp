// Runs the examples of the rules' pages: a block marked `ts bad` must be found by its page's rule
// and by no other, a block marked `ts good` by none.

#include "rule/rule_pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/linter.h"
#include "support/temp_folder.h"

namespace envelint {
namespace {

using testing::Each;
using testing::IsEmpty;
using testing::Not;

/// Stands before every block that imports nothing itself, so that pages show what matters.
constexpr std::string_view kPrelude =
    "import { McpServer } from \"@modelcontextprotocol/sdk/server/mcp.js\";\n"
    "import { z } from \"zod\";\n"
    "import { shop } from \"./shop.js\";\n"
    "const server = new McpServer({ name: \"shop\", version: \"1.0.0\" });\n";

struct Example {
  uint32_t line = 0;  ///< of the fence in the page
  bool isBad = false;
  std::string code;
};

std::vector<Example> examplesOf(std::string_view page) {
  std::vector<Example> examples;
  std::istringstream lines{std::string(page)};
  bool inExample = false;
  uint32_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line == "```ts bad" || line == "```ts good") {
      examples.push_back({number, line.ends_with("bad"), {}});
      inExample = true;
    } else if (line == "```") {
      inExample = false;
    } else if (inExample) {
      examples.back().code += line + "\n";
    }
  }
  return examples;
}

/// Begins the second file of a block: "// file: server.test.ts".
constexpr std::string_view kNextFile = "// file: ";

/// Writes a block, whose first file is `server.ts`.
void writeExample(const TempFolder& folder, const std::string& code) {
  std::string name = "server.ts";
  std::string text = code.starts_with("import ") ? "" : std::string(kPrelude);
  std::istringstream lines{code};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kNextFile)) {
      folder.write(name, text);
      name = line.substr(kNextFile.size());
      text.clear();
    } else {
      text += line + "\n";
    }
  }
  folder.write(name, text);
}

/// The rules that find something in the code, one entry a finding.
std::vector<std::string> rulesThatFind(const std::string& code) {
  const TempFolder folder;
  writeExample(folder, code);
  LintOptions options;
  options.paths = {folder.path()};
  options.workingFolder = folder.path();
  options.threads = 1;
  const Result<LintResult> result = lint(options);
  EXPECT_TRUE(result.ok()) << result.error();
  std::vector<std::string> rules;
  if (result.ok()) {
    EXPECT_THAT(result->notifications, IsEmpty());
    for (const Finding& finding : result->findings) {
      rules.emplace_back(finding.rule);
    }
  }
  return rules;
}

class RulePageTest : public testing::TestWithParam<std::string> {};

TEST_P(RulePageTest, ShowsWhatIsFoundAndWhatIsnt) {
  const std::string& rule = GetParam();
  int bad = 0;
  int good = 0;
  for (const Example& example : examplesOf(rulePage(rule))) {
    SCOPED_TRACE("rules/" + rule + ".md:" + std::to_string(example.line));
    const std::vector<std::string> found = rulesThatFind(example.code);
    if (example.isBad) {
      ++bad;
      EXPECT_THAT(found, Not(IsEmpty()));
      EXPECT_THAT(found, Each(rule));
    } else {
      ++good;
      EXPECT_THAT(found, IsEmpty());
    }
  }
  EXPECT_GT(bad, 0) << "the page has no block marked `ts bad`";
  EXPECT_GT(good, 0) << "the page has no block marked `ts good`";
}

std::vector<std::string> pageIds() {
  const auto ids = rulePageIds();
  return {ids.begin(), ids.end()};
}

/// "flat_array".
std::string testName(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name) {
    c = c == '-' ? '_' : c;
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, RulePageTest, testing::ValuesIn(pageIds()), testName);

}  // namespace
}  // namespace envelint
