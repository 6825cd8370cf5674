// Statements other than queries, and several in one text.

#include <gtest/gtest.h>

#include "sql/bounds.h"
#include "sql/expect.h"

namespace envelint {
namespace {

// --- Statements that change rows -----------------------------------------------------------------

TEST(SqlBounds, ReturningGivesTheRowsThatChanged) {
  expectAll(
      SqlBound::kUnbounded,
      {
          {kPostgres, "UPDATE t SET a = 1 RETURNING *"},
          {kPostgres, "UPDATE t u SET a = 1, b = (SELECT 2) FROM v WHERE v.x = u.x RETURNING u.a"},
          {kPostgres, "DELETE FROM t USING u WHERE t.a = u.a RETURNING t.*"},
          {kPostgres, "DELETE FROM ONLY t RETURNING a, b AS c"},
          {kPostgres, "INSERT INTO t SELECT * FROM u RETURNING id"},
          {kPostgres, "INSERT INTO t (a) SELECT b FROM u ON CONFLICT (a) DO NOTHING RETURNING id"},
          {kTsql, "UPDATE t SET a = 1 OUTPUT inserted.a WHERE b = 2"},
          {kTsql, "DELETE FROM t OUTPUT deleted.* WHERE b = 2"},
          {kTsql, "INSERT INTO t (a) OUTPUT inserted.id SELECT b FROM u"},
          {kTsql, "MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN DELETE OUTPUT deleted.a;"},
      });
  expectAll(SqlBound::kBounded,
            {
                {kPostgres, "INSERT INTO t (a) VALUES (1), (2) RETURNING id"},
                {kPostgres, "INSERT INTO t DEFAULT VALUES RETURNING id"},
                {kPostgres, "INSERT INTO t (a) SELECT b FROM u LIMIT 5 RETURNING id"},
                {kPostgres,
                 "INSERT INTO t AS x (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET b = x.b + 1 "
                 "WHERE x.b < 5 RETURNING *"},
                {kSqlite, "UPDATE t SET a = 1 WHERE b = 2 RETURNING id ORDER BY id LIMIT 5"},
                {kTsql, "INSERT INTO t (a) OUTPUT inserted.id VALUES (1)"},
                {kTsql, "DELETE TOP (10) FROM t OUTPUT deleted.id"},
                {kMysql, "REPLACE INTO t (a) VALUES (1) RETURNING a"},
            });
}

TEST(SqlBounds, WhatOnlyChangesRowsGivesNone) {
  expectAll(
      SqlBound::kNotRows,
      {
          {kAny, "INSERT INTO t VALUES (1, 'a'), (2, 'b')"},
          {kAny, "INSERT INTO t (a, b) SELECT a, b FROM u"},
          {kAny, "INSERT INTO t (SELECT * FROM u)"},
          {kAny, "INSERT INTO t WITH v AS (SELECT 1) SELECT * FROM v"},
          {kAny, "insert into t(a) values(?)"},
          {kSqlite, "INSERT OR IGNORE INTO t DEFAULT VALUES"},
          {kPostgres, "INSERT INTO t (a) OVERRIDING SYSTEM VALUE VALUES (1)"},
          {kPostgres, "INSERT INTO t (a) VALUES ($1) ON CONFLICT ON CONSTRAINT k DO NOTHING"},
          {kMysql, "INSERT IGNORE INTO t SET a = 1, b = 2 ON DUPLICATE KEY UPDATE a = VALUES(a)"},
          {kMysql, "INSERT INTO t VALUES (1) AS n (a) ON DUPLICATE KEY UPDATE a = n.a"},
          {kMysql, "UPDATE t JOIN u ON t.a = u.a SET t.b = u.b WHERE u.c = 1 ORDER BY t.a LIMIT 5"},
          {kMysql, "DELETE p, q FROM posts p JOIN q ON q.a = p.a WHERE p.b = 1"},
          {kMysql, "DELETE FROM p USING posts p WHERE p.b = 1"},
          {kAny, "delete from t"},
          {kAny, "UPDATE t SET a = a + 1"},
          {kAny, "WITH v AS (SELECT 1 AS a) UPDATE t SET b = 1 FROM v WHERE v.a = t.a"},
          {kAny, "WITH v AS (SELECT 1 AS a) DELETE FROM t WHERE a IN (SELECT a FROM v)"},
          {kTsql, "INSERT INTO t EXEC dbo.load_rows @a = 1"},
          {kTsql, "UPDATE u SET a = 1 FROM users u JOIN v ON v.id = u.id"},
          {kTsql, "DELETE t WHERE a = 1"},
          {kTsql, "UPDATE t SET a = 1 OUTPUT inserted.a INTO @changed WHERE b = 2"},
          {kTsql, "INSERT INTO t (a) OUTPUT inserted.id INTO @ids (id) VALUES (1)"},
          {kClickhouse, "INSERT INTO t FORMAT JSONEachRow"},
          {kAny, "MERGE INTO t USING u ON (t.a = u.a) WHEN MATCHED THEN UPDATE SET b = u.b"},
          {kPostgres, "SELECT * INTO u FROM t"},
          {kPostgres, "SELECT a, b INTO UNLOGGED TABLE u FROM t WHERE c = 1 ORDER BY a"},
          {kMysql, "SELECT a, b INTO @a, @b FROM t LIMIT 1"},
          {kMysql, "SELECT a FROM t WHERE b = 1 INTO OUTFILE '/tmp/a' FIELDS TERMINATED BY ','"},
          {kOracle, "SELECT a BULK COLLECT INTO l FROM t"},
          {kAny, "INSERT INTO ${table} (${columns}) VALUES (${values})"},
          {kAny, "INSERT INTO ${table} ${rest}"},
          {kAny, "UPDATE ${table} SET ${sets} WHERE id = ${id}"},
          {kAny, "DELETE FROM ${table} ${where}"},
      });
}

TEST(SqlBounds, UtilityStatementsGiveNoRows) {
  expectAll(
      SqlBound::kNotRows,
      {
          {kAny, "CREATE TABLE t (a int, b text DEFAULT 'x')"},
          {kAny, "create table if not exists t (a int)"},
          {kAny, "CREATE UNIQUE INDEX i ON t (a)"},
          {kAny, "CREATE OR REPLACE VIEW v AS SELECT * FROM t"},
          {kAny, "CREATE TABLE u AS SELECT * FROM t"},
          {kPostgres, "CREATE MATERIALIZED VIEW v AS SELECT * FROM t WITH NO DATA"},
          {kPostgres, "CREATE FUNCTION f() RETURNS int AS $$ SELECT 1; $$ LANGUAGE sql"},
          {kPostgres, "DO $$ BEGIN PERFORM 1; END $$"},
          {kSqlite, "CREATE TRIGGER g AFTER INSERT ON t FOR EACH ROW BEGIN DELETE FROM u; END"},
          {kSqlite, "CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT CASE WHEN 1 THEN 2 END; END;"},
          {kAny, "ALTER TABLE t ADD COLUMN c text"},
          {kAny, "DROP TABLE IF EXISTS t CASCADE"},
          {kAny, "TRUNCATE TABLE t"},
          {kSqlite, "PRAGMA journal_mode = WAL"},
          {kSqlite, "pragma table_info(t)"},
          {kSqlite, "VACUUM"},
          {kSqlite, "ATTACH DATABASE 'a.db' AS a"},
          {kAny, "BEGIN"},
          {kAny, "BEGIN IMMEDIATE TRANSACTION"},
          {kAny, "START TRANSACTION READ ONLY"},
          {kAny, "COMMIT"},
          {kAny, "ROLLBACK TO SAVEPOINT s"},
          {kAny, "SAVEPOINT s"},
          {kAny, "SET search_path = app"},
          {kAny, "SET statement_timeout TO '5s'"},
          {kAny, "SHOW TABLES"},
          {kAny, "DESCRIBE t"},
          {kAny, "EXPLAIN QUERY PLAN SELECT * FROM t"},
          {kAny, "EXPLAIN (ANALYZE, FORMAT JSON) SELECT * FROM t"},
          {kAny, "GRANT SELECT ON t TO reader"},
          {kAny, "COMMENT ON TABLE t IS 'the table'"},
          {kPostgres, "DECLARE c CURSOR FOR SELECT * FROM t"},
          {kPostgres, "PREPARE p AS SELECT * FROM t"},
          {kPostgres, "REFRESH MATERIALIZED VIEW v"},
          {kPostgres, "COPY t FROM STDIN"},
          {kPostgres, "LISTEN changes"},
          {kTsql, "USE master"},
          {kTsql, "EXEC sp_who"},
          {kTsql, "SET NOCOUNT ON"},
          {kTsql, "SELECT @id = id FROM t WHERE a = 1"},
          {kTsql, "FETCH NEXT FROM c INTO @a"},
          {kMysql, "CALL refresh(1)"},
          {kMysql, "LOCK TABLES t READ"},
          {kDuckdb, "SUMMARIZE t"},
          {kDuckdb, "LOAD httpfs"},
          {kClickhouse, "SYSTEM FLUSH LOGS"},
          {kAny, "CREATE TABLE ${name} (${columns})"},
      });
}

TEST(SqlBounds, OfSeveralStatementsTheWorstVerdictStands) {
  expectAll(SqlBound::kUnbounded, {
                                      {kAny, "SELECT a FROM t LIMIT 1; SELECT a FROM u; COMMIT"},
                                      {kTsql, "SET NOCOUNT ON SELECT * FROM t"},
                                      {kTsql, "DECLARE @n int = 10 SELECT * FROM t WHERE a = @n"},
                                      {kAny, "CREATE TABLE t (a int); SELECT * FROM t"},
                                  });
  expectAll(SqlBound::kBounded, {
                                    {kAny, "BEGIN; SELECT a FROM t LIMIT 1; COMMIT;"},
                                    {kTsql, "USE master; SELECT TOP 5 * FROM t"},
                                    {kTsql, "SET NOCOUNT ON SELECT TOP 5 * FROM t"},
                                });
  expectAll(SqlBound::kNotRows, {{kAny, "BEGIN; UPDATE t SET a = 1; COMMIT"}});
  expectAll(SqlBound::kUndecided, {
                                      {kAny, "SELECT * FROM t; ${more}"},
                                      {kAny, "SELECT * FROM t; and then some"},
                                  });
  const SqlBounds bounds = judge({kAny, "BEGIN; SELECT a FROM t LIMIT 1; SELECT a FROM u"});
  EXPECT_EQ(bounds.begin, 32u);
  EXPECT_EQ(judge({kAny, "  /* a */ SELECT * FROM t"}).begin, 10u);
}

}  // namespace
}  // namespace envelint
