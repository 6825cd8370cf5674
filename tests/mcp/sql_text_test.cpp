#include "mcp/sql_text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analysis/program_fixture.h"
#include "sql/bounds.h"

namespace envelint {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::SizeIs;
using testing::UnorderedElementsAre;

/// The texts of the expression between the marks in `main.ts`, holes as `_`, uncertain ones with a
/// question mark before them. Inside of a function `handler` its first parameter is a tool's input
/// with the parameters that `schema` declares.
std::vector<std::string> textsIn(const ProgramFixture::Files& files) {
  ProgramFixture fixture(files);
  const Module& module = fixture.module("main.ts");
  Evaluator& evaluator = fixture.evaluator();
  const BindingId schemaName = fixture.program().bindings(module).topLevel("schema");
  const InputSchema schema =
      schemaName ? readSchema(evaluator, evaluator.valueOf(module, schemaName)) : InputSchema{};
  const BindingId handler = fixture.program().bindings(module).topLevel("handler");
  const Frame* frame = nullptr;
  if (handler) {
    frame = evaluator.enter(evaluator.valueOf(module, handler), {evaluator.input()});
  }
  BranchJudge judge(evaluator, schema);
  SqlTextBuilder builder(evaluator, judge);
  std::vector<std::string> texts;
  for (const SqlText& text : builder.textsOf(
           ProgramFixture::exprAt(module, ProgramFixture::markedRange(module)), frame)) {
    std::string shown = (text.isCertain ? "" : "?") + text.text;
    std::ranges::replace(shown, kSqlHole, '_');
    texts.push_back(shown);
  }
  return texts;
}

std::vector<std::string> textsIn(std::string code) {
  return textsIn(ProgramFixture::Files{{"main.ts", std::move(code)}});
}

TEST(SqlText, PutsLiteralsAndTemplatesTogether) {
  EXPECT_THAT(textsIn("const q = /*<*/\"SELECT \" + 'a' + ` FROM ${t} LIMIT ${10}`/*>*/;"),
              ElementsAre("SELECT a FROM _ LIMIT 10"));
}

TEST(SqlText, FollowsConstantsAndBuildersIntoOtherFiles) {
  EXPECT_THAT(textsIn({{"main.ts",
                        "import { build, TAIL } from './parts.js';\n"
                        "const q = /*<*/build('orders') + TAIL/*>*/;"},
                       {"parts.ts",
                        "const COLUMNS = ['id', 'total'].join(', ');\n"
                        "export const TAIL = ' LIMIT 5';\n"
                        "export function build(table: string) {\n"
                        "  return `SELECT ${COLUMNS} FROM ${table}`;\n"
                        "}\n"}}),
              ElementsAre("SELECT id, total FROM orders LIMIT 5"));
}

TEST(SqlText, FollowsAPropertyOfWhatABuilderReturns) {
  EXPECT_THAT(textsIn("function build() {\n"
                      "  let sql = 'SELECT a';\n"
                      "  sql += ' FROM t';\n"
                      "  return { sql, values: [] };\n"
                      "}\n"
                      "const { sql } = build();\n"
                      "run(/*<*/sql/*>*/);"),
              ElementsAre("SELECT a FROM t"));
}

TEST(SqlText, JudgesEachBranchByItself) {
  EXPECT_THAT(
      textsIn("const schema = { type: 'object', properties: { all: { type: 'boolean' } } };\n"
              "function handler({ all }) {\n"
              "  let sql = 'SELECT a FROM t';\n"
              "  if (all) {\n"
              "    sql += ' WHERE 1';\n"
              "  } else {\n"
              "    sql += ' LIMIT 5';\n"
              "  }\n"
              "  run(/*<*/sql/*>*/);\n"
              "}"),
      UnorderedElementsAre("SELECT a FROM t WHERE 1", "SELECT a FROM t LIMIT 5"));
}

constexpr std::string_view kLimitWhenGiven =
    "function handler({ limit }) {\n"
    "  let sql = 'SELECT a FROM t';\n"
    "  if (limit) sql += ' LIMIT 5';\n"
    "  run(/*<*/sql/*>*/);\n"
    "}";

TEST(SqlText, KnowsThatAnOptionalParameterMayBeMissing) {
  EXPECT_THAT(
      textsIn("const schema = { type: 'object', properties: { limit: { type: 'number' } } };\n" +
              std::string(kLimitWhenGiven)),
      UnorderedElementsAre("SELECT a FROM t LIMIT 5", "SELECT a FROM t"));
}

TEST(SqlText, KnowsThatARequiredParameterIsThere) {
  EXPECT_THAT(textsIn("const schema = { type: 'object', required: ['limit'],\n"
                      "  properties: { limit: { type: 'number' } } };\n" +
                      std::string(kLimitWhenGiven)),
              ElementsAre("SELECT a FROM t LIMIT 5"));
}

TEST(SqlText, KnowsThatADefaultStandsInForAMissingParameter) {
  EXPECT_THAT(
      textsIn("const schema = { type: 'object', properties: { limit: { type: 'number' } } };\n"
              "function handler(args) {\n"
              "  const limit = args.limit ?? 50;\n"
              "  run(/*<*/limit ? 'SELECT a FROM t LIMIT 5' : 'SELECT a FROM t'/*>*/);\n"
              "}"),
      ElementsAre("SELECT a FROM t LIMIT 5"));
}

TEST(SqlText, DoubtsATextThatBoundsLessWhereTheConditionIsUnknown) {
  EXPECT_THAT(textsIn("let sql = 'SELECT a FROM t';\n"
                      "if (process.env.LIMITED) sql += ' LIMIT 5';\n"
                      "run(/*<*/sql/*>*/);"),
              UnorderedElementsAre("SELECT a FROM t LIMIT 5", "?SELECT a FROM t"));
}

TEST(SqlText, DoubtsATextWithoutTheKeyOfTheOther) {
  EXPECT_THAT(textsIn("let sql = 'SELECT a FROM t';\n"
                      "if (process.env.ONE) sql += ' WHERE id = 1';\n"
                      "run(/*<*/sql/*>*/);"),
              UnorderedElementsAre("SELECT a FROM t WHERE id = 1", "?SELECT a FROM t"));
}

TEST(SqlText, DoesNotDoubtForAFilter) {
  EXPECT_THAT(textsIn("let sql = 'SELECT a FROM t';\n"
                      "if (process.env.OPEN) sql += ' WHERE open';\n"
                      "run(/*<*/sql/*>*/);"),
              UnorderedElementsAre("SELECT a FROM t WHERE open", "SELECT a FROM t"));
}

TEST(SqlText, JoinsClausesThatArePushed) {
  EXPECT_THAT(textsIn("function handler(args) {\n"
                      "  const parts = ['SELECT a FROM t'];\n"
                      "  const where: string[] = [];\n"
                      "  where.push('b = 1', 'c = 2');\n"
                      "  parts.push(`WHERE ${where.join(' AND ')}`);\n"
                      "  run(/*<*/parts.join(' ')/*>*/);\n"
                      "}"),
              ElementsAre("SELECT a FROM t WHERE b = 1 AND c = 2"));
}

TEST(SqlText, LeavesAHoleForAnArrayThatAFunctionMayFill) {
  EXPECT_THAT(textsIn("const parts = ['SELECT a FROM t'];\n"
                      "addPaging(parts);\n"
                      "run(/*<*/parts.join(' ')/*>*/);"),
              ElementsAre("SELECT a FROM t _"));
}

TEST(SqlText, SpreadsConditionalClauses) {
  EXPECT_THAT(
      textsIn("const schema = { type: 'object', properties: { n: { type: 'number' } } };\n"
              "function handler({ n }) {\n"
              "  run(/*<*/['SELECT a', 'FROM t', ...(n ? ['LIMIT 5'] : [])].join(' ')/*>*/);\n"
              "}"),
      UnorderedElementsAre("SELECT a FROM t LIMIT 5", "SELECT a FROM t"));
}

TEST(SqlText, SeesOnlyWhatIsWrittenBeforeTheRead) {
  EXPECT_THAT(textsIn("let sql = 'SELECT a FROM t';\n"
                      "run(/*<*/sql/*>*/);\n"
                      "sql += ' LIMIT 5';"),
              ElementsAre("SELECT a FROM t"));
}

TEST(SqlText, ReadsTheVariableInItsOwnAssignment) {
  EXPECT_THAT(textsIn("let sql = 'SELECT a FROM t';\n"
                      "sql = `SELECT * FROM (${sql}) q LIMIT 5`;\n"
                      "run(/*<*/sql/*>*/);"),
              ElementsAre("SELECT * FROM (SELECT a FROM t) q LIMIT 5"));
}

TEST(SqlText, LeavesOutBranchesThatReturn) {
  EXPECT_THAT(textsIn("function handler(args) {\n"
                      "  let sql = 'SELECT a FROM t';\n"
                      "  if (args.x) {\n"
                      "    sql = 'SELECT 1';\n"
                      "    return sql;\n"
                      "  }\n"
                      "  run(/*<*/sql/*>*/);\n"
                      "}"),
              ElementsAre("SELECT a FROM t"));
}

TEST(SqlText, TakesEachCaseOfASwitch) {
  EXPECT_THAT(textsIn("let sql;\n"
                      "switch (process.env.KIND) {\n"
                      "  case 'a': sql = 'SELECT a FROM t'; break;\n"
                      "  default: sql = 'SELECT b FROM t';\n"
                      "}\n"
                      "run(/*<*/sql/*>*/);"),
              UnorderedElementsAre("SELECT a FROM t", "SELECT b FROM t"));
}

TEST(SqlText, LeavesAHoleForWhatAnotherFunctionWrites) {
  EXPECT_THAT(textsIn("let sql = 'SELECT a FROM t';\n"
                      "function change() { sql += ' LIMIT 5'; }\n"
                      "change();\n"
                      "run(/*<*/sql/*>*/);"),
              ElementsAre("_"));
}

TEST(SqlText, LeavesAHoleForAChangedText) {
  EXPECT_THAT(textsIn("run(/*<*/'SELECT a FROM t /*tail*/'.replace('/*tail*/', tail)/*>*/);"),
              ElementsAre("_"));
}

TEST(SqlText, KeepsTheNumberOfTextsDown) {
  std::string code = "let sql = 'SELECT a FROM t WHERE 1';\n";
  for (int i = 0; i < 40; ++i) {
    code += fmt::format("if (process.env.A{0}) sql += ' AND a{0} > 1';\n", i);
  }
  const std::vector<std::string> texts = textsIn(code + "run(/*<*/sql/*>*/);");
  EXPECT_THAT(texts, SizeIs(testing::Le(SqlTextBuilder::kMaxTexts)));
  EXPECT_THAT(texts, SizeIs(testing::Gt(1u)));
}

TEST(SqlText, EndsOnDeepAndRecursiveCode) {
  std::string chain = "'SELECT a'";
  for (int i = 0; i < 3000; ++i) {
    chain += " + ' '";
  }
  EXPECT_THAT(textsIn("run(/*<*/" + chain + "/*>*/);"), Contains(testing::HasSubstr("_")));
  EXPECT_THAT(textsIn("function f() { return 'a' + f(); }\nrun(/*<*/f()/*>*/);"), SizeIs(1));
  EXPECT_THAT(textsIn("let a = 'x', b = 'y';\na = a + b;\nb = b + a;\nrun(/*<*/a/*>*/);"),
              ElementsAre("xy"));
}

}  // namespace
}  // namespace envelint
