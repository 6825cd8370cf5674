// Every fix is applied to a server in a folder of its own; then the server is linted again: it
// parses as a whole, and the rule finds nothing any more.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "engine/fixes.h"
#include "engine/linter.h"
#include "support/temp_folder.h"

namespace envelint {
namespace {

using testing::IsEmpty;

struct FixCase {
  std::string name;
  std::string rule;
  bool isUnsafe;
  std::string before;
  std::string after;  ///< empty: no fix is offered
};

/// A server with one tool; `%SCHEMA%` and `%ANSWER%` are what the cases are about.
std::string server(const std::string& schema, const std::string& answer) {
  return "import { McpServer } from \"@modelcontextprotocol/sdk/server/mcp.js\";\n"
         "import { z } from \"zod\";\n"
         "import { store } from \"./store.js\";\n"
         "const server = new McpServer({ name: \"mill\", version: \"1.0.0\" });\n"
         "server.registerTool(\n"
         "  \"list_sacks\",\n"
         "  { description: \"Sacks\", inputSchema: " +
         schema +
         " },\n"
         "  async (args) => {\n"
         "    const { items, nextCursor } = await store.page(args.limit, args.cursor);\n"
         "    return { content: [{ type: \"text\", text: " +
         answer +
         " }] };\n"
         "  },\n"
         ");\n";
}

std::string withSchema(const std::string& limit) {
  return server("{ limit: " + limit + ", cursor: z.string().optional() }",
                "JSON.stringify({ items, nextCursor })");
}

/// A server that reads what a Convex function answers with, whose rows are in `value` by contract.
std::string withConvex(const std::string& read) {
  return "import { McpServer } from \"@modelcontextprotocol/sdk/server/mcp.js\";\n"
         "import { z } from \"zod\";\n"
         "import { convex } from \"./convex.js\";\n"
         "const server = new McpServer({ name: \"mill\", version: \"1.0.0\" });\n"
         "server.tool(\"list_sacks\", \"Sacks\", { limit: z.number().max(50) }, async (args) => {\n"
         "  " +
         read +
         "\n"
         "  return { content: [{ type: \"text\", text: JSON.stringify({ items: rows }) }] };\n"
         "});\n";
}

/// A C++ server without an SDK; the limit's schema is a brace list.
std::string withCpp(const std::string& limit) {
  return "#include <nlohmann/json.hpp>\n"
         "using json = nlohmann::json;\n"
         "json toolsList() {\n"
         "  return json::array({{{\"name\", \"list_sacks\"},\n"
         "                       {\"description\", \"Sacks of the mill\"},\n"
         "                       {\"inputSchema\",\n"
         "                        {{\"type\", \"object\"},\n"
         "                         {\"properties\", {{\"limit\", " +
         limit +
         "}}}}}}});\n"
         "}\n"
         "json callTool(const std::string& name, const json& args) {\n"
         "  if (name == \"list_sacks\") {\n"
         "    json result = sacks(args.value(\"limit\", 20));\n"
         "    return result;\n"
         "  }\n"
         "  return {};\n"
         "}\n"
         "const char* kMethod = \"tools/call\";\n";
}

/// A low-level server, whose schema is JSON.
std::string withJsonSchema(const std::string& limit) {
  return "import { Server } from \"@modelcontextprotocol/sdk/server/index.js\";\n"
         "import { CallToolRequestSchema, ListToolsRequestSchema } from "
         "\"@modelcontextprotocol/sdk/types.js\";\n"
         "import { store } from \"./store.js\";\n"
         "const server = new Server({ name: \"mill\", version: \"1.0.0\" }, {});\n"
         "server.setRequestHandler(ListToolsRequestSchema, async () => ({\n"
         "  tools: [\n"
         "    {\n"
         "      name: \"list_sacks\",\n"
         "      description: \"Sacks\",\n"
         "      inputSchema: { type: \"object\", properties: { limit: " +
         limit +
         ", cursor: { type: \"string\" } } },\n"
         "    },\n"
         "  ],\n"
         "}));\n"
         "server.setRequestHandler(CallToolRequestSchema, async (request) => {\n"
         "  const { items, nextCursor } = await store.page(request.params.arguments.limit);\n"
         "  return { content: [{ type: \"text\", text: JSON.stringify({ items, nextCursor }) }] "
         "};\n"
         "});\n";
}

std::string withAnswer(const std::string& statement) {
  return "import { McpServer } from \"@modelcontextprotocol/sdk/server/mcp.js\";\n"
         "import { z } from \"zod\";\n"
         "import { store } from \"./store.js\";\n"
         "const server = new McpServer({ name: \"mill\", version: \"1.0.0\" });\n"
         "server.registerTool(\n"
         "  \"list_sacks\",\n"
         "  { description: \"Sacks\", inputSchema: { limit: z.number().max(50).default(20), "
         "offset: "
         "z.number().default(0) } },\n"
         "  async ({ limit, offset }) => {\n"
         "    const rows = (await store.page(limit, offset)).map((sack: any) => ({ id: sack.id "
         "}));\n"
         "    " +
         statement +
         "\n"
         "  },\n"
         ");\n";
}

/// A tool whose function is one expression.
std::string mastra(const std::string& body) {
  return "import { createTool } from \"@mastra/core/tools\";\n"
         "import { MCPServer } from \"@mastra/mcp\";\n"
         "import { z } from \"zod\";\n"
         "import { store } from \"./store.js\";\n"
         "const sacks = createTool({\n"
         "  id: \"list_sacks\",\n"
         "  description: \"Sacks\",\n"
         "  inputSchema: z.object({ limit: z.number().max(50).default(20), offset: "
         "z.number().default(0) }),\n"
         "  execute: async ({ context }) => " +
         body +
         ",\n"
         "});\n"
         "export const server = new MCPServer({ name: \"mill\", version: \"1.0.0\", tools: { sacks "
         "} });\n";
}

/// A tool that pages through Convex; `cursor` is what it answers as `nextCursor`.
std::string convex(const std::string& cursor) {
  return "import { McpServer } from \"@modelcontextprotocol/sdk/server/mcp.js\";\n"
         "import { ConvexHttpClient } from \"convex/browser\";\n"
         "import { z } from \"zod\";\n"
         "import { encodeCursor } from \"./cursors.js\";\n"
         "const convex = new ConvexHttpClient(\"https://mill.example\");\n"
         "const server = new McpServer({ name: \"mill\", version: \"1.0.0\" });\n"
         "server.registerTool(\n"
         "  \"list_sacks\",\n"
         "  { description: \"Sacks\", inputSchema: { cursor: z.string().optional() } },\n"
         "  async (args) => {\n"
         "    const page = await convex.query(\"sacks:list\" as any, { cursor: args.cursor });\n"
         "    return { content: [{ type: \"text\", text: JSON.stringify({ sacks: page.page, "
         "nextCursor: " +
         cursor +
         " }) }] };\n"
         "  },\n"
         ");\n";
}

std::vector<FixCase> cases() {
  const std::string limit = "unbounded-limit";
  const std::string fallback = "default-limit-too-high";
  const std::string field = "convex-page-field";
  const std::string flat = "flat-array";
  const std::string text = "return { content: [{ type: \"text\", text: JSON.stringify(";
  const std::string sacks =
      "const result: any = await convex.query(\"sacks:ofMill\" as any, args); ";
  return {
      {"rawCursor", "raw-continue-cursor", true, convex("page.nextPageToken"),
       convex("page.nextPageToken ? encodeCursor(page.nextPageToken) : undefined")},
      {"untestedCursor", "raw-continue-cursor", true, convex("page.continueCursor"),
       convex("page.isDone ? undefined : encodeCursor(page.continueCursor)")},
      {"zod", limit, false, withSchema("z.number().int().min(1).optional()"),
       withSchema("z.number().max(200).int().min(1).optional()")},
      {"zod_coerced_with_message", limit, false,
       withSchema("z.coerce.number({ message: \"a number (of rows)\" }).default(20)"),
       withSchema("z.coerce.number({ message: \"a number (of rows)\" }).max(200).default(20)")},
      {"zod_text_that_looks_like_code", limit, false,
       withSchema("z.number().describe(\"like z.number() in zod\").optional()"),
       withSchema("z.number().max(200).describe(\"like z.number() in zod\").optional()")},
      {"zod_too_large", limit, false, withSchema("z.number().max(100000).default(20)"),
       withSchema("z.number().max(200).default(20)")},
      {"zod_default_over_maximum", limit, false, withSchema("z.number().default(500)"), ""},
      {"zod_maximum_of_a_name", limit, false,
       "const kAll = 5000;\n" + withSchema("z.number().max(kAll)"), ""},
      {"cpp_brace_list", limit, false, withCpp("{{\"type\", \"integer\"}, {\"minimum\", 1}}"),
       withCpp("{{\"type\", \"integer\"}, {\"maximum\", 200}, {\"minimum\", 1}}")},
      {"json", limit, false, withJsonSchema("{ type: \"integer\", description: \"rows\" }"),
       withJsonSchema("{ type: \"integer\", maximum: 200, description: \"rows\" }")},
      {"json_quoted_keys", limit, false, withJsonSchema("{ \"type\": \"number\" }"),
       withJsonSchema("{ \"type\": \"number\", \"maximum\": 200 }")},
      {"json_too_large", limit, false, withJsonSchema("{ type: \"number\", maximum: 5000 }"),
       withJsonSchema("{ type: \"number\", maximum: 200 }")},
      {"zod_default", fallback, false, withSchema("z.number().max(200).default(150)"),
       withSchema("z.number().max(200).default(20)")},
      {"json_default", fallback, false,
       withJsonSchema("{ type: \"number\", maximum: 500, default: 250 }"),
       withJsonSchema("{ type: \"number\", maximum: 500, default: 20 }")},
      {"default_under_a_minimum", fallback, false,
       withSchema("z.number().min(100).max(200).default(150)"), ""},
      {"text", flat, true, withAnswer(text + "rows) }] };"),
       withAnswer(text + "{ items: rows }) }] };")},
      {"text_of_a_call", flat, true, withAnswer(text + "rows.filter(Boolean), null, 2) }] };"),
       withAnswer(text + "{ items: rows.filter(Boolean) }, null, 2) }] };")},
      {"structured", flat, true, withAnswer("return { content: [], structuredContent: rows };"),
       withAnswer("return { content: [], structuredContent: { items: rows } };")},
      {"structured_shorthand", flat, true,
       withAnswer("const structuredContent = rows; return { content: [], structuredContent };"),
       withAnswer("const structuredContent = rows; return { content: [], structuredContent: { "
                  "items: structuredContent } };")},
      {"arrow_body", flat, true, mastra("store.page(context.limit).map((s: any) => s.id)"),
       mastra("({ items: store.page(context.limit).map((s: any) => s.id) })")},
      {"member", field, true, withConvex(sacks + "const rows = (result as any)?.page ?? [];"),
       withConvex(sacks + "const rows = (result as any)?.value ?? [];")},
      {"several_reads", field, true,
       withConvex(sacks + "const rows = Array.isArray(result.page) ? result[\"page\"] : [];"),
       withConvex(sacks + "const rows = Array.isArray(result.value) ? result[\"value\"] : [];")},
      {"destructured", field, true,
       withConvex(sacks + "const { page, isDone } = result; const rows = isDone ? page : [];"),
       withConvex(sacks +
                  "const { value: page, isDone } = result; const rows = isDone ? page : [];")},
      {"destructured_renamed", field, false, withConvex(sacks + "const { page: rows } = result;"),
       ""},
      {"suppression_on_its_line", "unused-suppression", false,
       "const a = 1;\n  // envelint-ignore-next-line flat-array: it was flat once\nexport { a };\n",
       "const a = 1;\nexport { a };\n"},
      {"suppression_behind_code", "unused-suppression", false,
       "const a = 1; // envelint-ignore-line flat-array: it was flat once\nexport { a };\n",
       "const a = 1;\nexport { a };\n"},
      {"suppression_before_code", "unused-suppression", false,
       "/* envelint-ignore-line flat-array: once */ export const a = 1;\n",
       " export const a = 1;\n"},
      {"suppression_at_the_end", "unused-suppression", false,
       "export const a = 1; // envelint-ignore-line flat-array: once", "export const a = 1;"},
      {"suppression_of_two_rules", "unused-suppression", false,
       "// envelint-ignore-next-line flat-array, missing-limit: once\nexport const a = 1;\n", ""},
  };
}

class RuleFixTest : public testing::TestWithParam<FixCase> {
 protected:
  LintResult lintFolder() {
    LintOptions options;
    options.workingFolder = folder_.path();
    options.threads = 1;
    options.selection.only = {GetParam().rule, "flat-array", "missing-limit"};
    Result<LintResult> result = lint(options);
    EXPECT_TRUE(result.ok()) << result.error();
    return std::move(*result);
  }

  static std::string fileName() {
    return GetParam().name.starts_with("cpp_") ? "server.cpp" : "server.ts";
  }

  std::string text() const {
    std::ifstream file(folder_.path(fileName()), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TempFolder folder_;
};

TEST_P(RuleFixTest, LeavesNothingToFind) {
  const FixCase& fix = GetParam();
  folder_.write(fileName(), fix.before);
  folder_.write(".envelint.json", R"({ "convex": { "rowsField": "value" } })");
  const LintResult found = lintFolder();
  ASSERT_FALSE(found.findings.empty());
  EXPECT_EQ(found.findings.front().rule, fix.rule);
  if (fix.isUnsafe) {
    EXPECT_EQ(planFixes(found.findings, false).fixed, 0u);
    EXPECT_GT(planFixes(found.findings, false).unsafe, 0u);
  }
  const FixPlan plan = planFixes(found.findings, fix.isUnsafe);
  EXPECT_THAT(applyFixes(plan, found.root), IsEmpty());
  if (fix.after.empty()) {
    EXPECT_EQ(plan.fixed, 0u);
    EXPECT_EQ(text(), fix.before);
    return;
  }
  EXPECT_EQ(plan.fixed, found.findings.size());
  EXPECT_EQ(text(), fix.after);
  const LintResult left = lintFolder();
  for (const Finding& finding : left.findings) {
    ADD_FAILURE() << finding.rule << ": " << finding.primary.message;
  }
  EXPECT_THAT(left.notifications, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, RuleFixTest, testing::ValuesIn(cases()),
                         [](const testing::TestParamInfo<FixCase>& test) {
                           std::string name = test.param.rule + "_" + test.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace envelint
