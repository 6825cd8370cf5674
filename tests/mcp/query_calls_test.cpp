#include "mcp/query_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "analysis/program_fixture.h"

namespace envelint {
namespace {

/// What the call between the marks is taken for: its shape, `?` before it when the receiver isn't
/// known, `capped` behind it; then the text's code. "none" when it is no query call.
std::string queryIn(std::string code, const DomainConfig& config = {}) {
  ProgramFixture fixture({{"main.ts", std::move(code)}});
  const Module& module = fixture.module("main.ts");
  QueryCalls calls(fixture.evaluator(), config);
  const auto query =
      calls.at(ProgramFixture::exprAt(module, ProgramFixture::markedRange(module)), nullptr);
  if (!query) {
    return "none";
  }
  std::string shown = query->isKnown ? "" : "?";
  switch (query->shape) {
    case RowShape::kNone:
      shown += "none-of-rows";
      break;
    case RowShape::kOne:
      shown += "one";
      break;
    case RowShape::kRows:
      shown += "rows";
      break;
    case RowShape::kObject:
      shown += "object";
      break;
    case RowShape::kPair:
      shown += "pair";
      break;
    case RowShape::kCallback:
      shown += "callback";
      break;
    case RowShape::kUnknown:
      shown += "unknown";
      break;
  }
  shown += query->isCapped ? " capped: " : ": ";
  return shown + std::string(module.file().text(module.range(query->text.id)));
}

TEST(QueryCalls, KnowsADriverByItsImport) {
  EXPECT_EQ(queryIn("import pg from 'pg';\nconst pool = new pg.Pool();\n"
                    "/*<*/pool.query('SELECT 1')/*>*/;"),
            "object: 'SELECT 1'");
  EXPECT_EQ(queryIn("import { createPool } from 'mysql2/promise';\n"
                    "/*<*/createPool({}).execute('SELECT 1', [])/*>*/;"),
            "pair: 'SELECT 1'");
  EXPECT_EQ(queryIn("const Database = require('better-sqlite3');\n"
                    "const db = new Database('x');\n/*<*/db.prepare('SELECT 1').all()/*>*/;"),
            "rows: 'SELECT 1'");
}

TEST(QueryCalls, KnowsADriverByAWrittenType) {
  EXPECT_EQ(queryIn("import type { Database } from 'better-sqlite3';\n"
                    "class Store {\n  private db: Database;\n"
                    "  one() { return /*<*/this.db.prepare('SELECT 1').get(1)/*>*/; }\n}"),
            "one: 'SELECT 1'");
  EXPECT_EQ(queryIn("function f(db: D1Database) {\n"
                    "  return /*<*/db.prepare('SELECT 1').bind(1).all()/*>*/;\n}"),
            "object: 'SELECT 1'");
}

TEST(QueryCalls, FindsTheTextOfAStatementThatWasMadeBefore) {
  EXPECT_EQ(
      queryIn("import { DatabaseSync } from 'node:sqlite';\nconst db = new DatabaseSync('x');\n"
              "const statement = db.prepare('SELECT 1');\n/*<*/statement.iterate(1)/*>*/;"),
      "rows: 'SELECT 1'");
}

TEST(QueryCalls, TakesTheStatementOfACacheForOne) {
  EXPECT_EQ(queryIn("const cache = new Map();\n"
                    "function f(db, sql) {\n"
                    "  let statement = cache.get(sql);\n"
                    "  if (!statement) statement = db.prepare(sql);\n"
                    "  return /*<*/statement.all()/*>*/;\n}"),
            "?unknown: sql");
}

TEST(QueryCalls, FindsTheTextInAnObject) {
  EXPECT_EQ(queryIn("import { BigQuery } from '@google-cloud/bigquery';\n"
                    "/*<*/new BigQuery().query({ query: 'SELECT 1', location: 'EU' })/*>*/;"),
            "pair: 'SELECT 1'");
  EXPECT_EQ(
      queryIn("import snowflake from 'snowflake-sdk';\n"
              "const c = snowflake.createConnection({});\n"
              "/*<*/c.execute({ sqlText: 'SELECT 1', complete: (e, s, rows) => rows })/*>*/;"),
      "callback: 'SELECT 1'");
}

TEST(QueryCalls, SeesARowCap) {
  EXPECT_EQ(queryIn("import oracledb from 'oracledb';\nconst c = await oracledb.getConnection();\n"
                    "/*<*/c.execute('SELECT 1 FROM t', [], { maxRows: 50 })/*>*/;"),
            "object capped: 'SELECT 1 FROM t'");
  EXPECT_EQ(queryIn("import oracledb from 'oracledb';\nconst c = await oracledb.getConnection();\n"
                    "/*<*/c.execute('SELECT 1 FROM t', [], { maxRows: 0 })/*>*/;"),
            "object: 'SELECT 1 FROM t'");
}

TEST(QueryCalls, TakesTagsOfDriversForQueriesAndThoseOfBuildersForParts) {
  EXPECT_EQ(queryIn("import postgres from 'postgres';\nconst sql = postgres('x');\n"
                    "/*<*/sql`SELECT 1`/*>*/;"),
            "rows: `SELECT 1`");
  EXPECT_EQ(queryIn("import { sql } from 'drizzle-orm';\n/*<*/sql`SELECT 1`/*>*/;"), "none");
  EXPECT_EQ(queryIn("import { sql } from 'kysely';\n/*<*/sql`SELECT 1`.execute(db)/*>*/;"),
            "object: `SELECT 1`");
  EXPECT_EQ(queryIn("declare const sql: any;\nconst rows = await /*<*/sql`SELECT 1`/*>*/;"),
            "?rows: `SELECT 1`");
}

TEST(QueryCalls, TakesUsualNamesOfUnknownReceiversOnly) {
  EXPECT_EQ(queryIn("/*<*/ctx.db.query('SELECT 1')/*>*/;"), "?unknown: 'SELECT 1'");
  EXPECT_EQ(queryIn("/*<*/ctx.db.describe('SELECT 1')/*>*/;"), "none");
  EXPECT_EQ(queryIn("/*<*/Promise.all([])/*>*/;").starts_with("?"), true);
}

TEST(QueryCalls, LeavesFunctionsOfTheProgramToWhatTheyCall) {
  EXPECT_EQ(queryIn("class Db { query(text) { return this.pool.query(text); } }\n"
                    "const db = new Db();\n/*<*/db.query('SELECT 1')/*>*/;"),
            "none");
}

TEST(QueryCalls, TakesConfiguredFunctions) {
  DomainConfig config;
  config.sql.queryFunctions = {{"fetchFrom", -1, false}, {"fetchOne", 0, true}};
  EXPECT_EQ(queryIn("/*<*/warehouse.fetchFrom('x', 'SELECT 1')/*>*/;", config),
            "unknown: 'SELECT 1'");
  EXPECT_EQ(queryIn("/*<*/fetchOne('SELECT 1')/*>*/;", config), "one: 'SELECT 1'");
  EXPECT_EQ(queryIn("/*<*/fetchFrom()/*>*/;", config), "none");
}

}  // namespace
}  // namespace envelint
