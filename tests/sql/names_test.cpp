// What is told of the tables, the keys and the looks of a statement.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sql/bounds.h"
#include "sql/support.h"

namespace envelint {
namespace {

std::vector<std::string> tablesOf(const std::string& text) {
  std::vector<std::string> names;
  for (const SqlTable& table : sqlBounds(text).tables) {
    names.push_back(std::string(table.name) + (table.isFunction ? "()" : ""));
  }
  return names;
}

TEST(SqlBounds, TellsTheTablesOfTheOutermostFrom) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(tablesOf("SELECT * FROM users u JOIN \"a b\".\"c\" ON true, [dbo].[x] y"),
            (Names{"users", "\"a b\".\"c\"", "[dbo].[x]"}));
  EXPECT_EQ(tablesOf("SELECT * FROM (SELECT * FROM t WHERE a IN (SELECT 1 FROM z)) x"), Names{"t"});
  EXPECT_EQ(tablesOf("WITH v AS (SELECT * FROM t) SELECT * FROM v"), Names{"t"});
  EXPECT_EQ(tablesOf("WITH RECURSIVE v AS (SELECT 1 FROM t UNION SELECT 2 FROM v) SELECT * FROM v"),
            Names{"t"});
  EXPECT_EQ(tablesOf("SELECT * FROM a UNION SELECT * FROM b"), (Names{"a", "b"}));
  EXPECT_EQ(tablesOf("SELECT * FROM json_each(?)"), Names{"json_each()"});
  EXPECT_EQ(tablesOf("SELECT * FROM 'data.parquet'"), Names{"'data.parquet'"});
  EXPECT_EQ(tablesOf("SELECT * FROM acme-data.sales.events"), Names{"acme-data.sales.events"});
  EXPECT_EQ(tablesOf("SELECT 1"), Names{});
}

TEST(SqlBounds, KnowsCatalogues) {
  const char* const catalogues[] = {
      "SELECT * FROM information_schema.tables",
      "SELECT * FROM RDB$RELATIONS",
      "SELECT * FROM INFORMATION_SCHEMA.COLUMNS c WHERE c.table_name = ${table}",
      "SELECT name FROM sqlite_master WHERE type = 'table'",
      "SELECT * FROM main.sqlite_schema",
      "SELECT * FROM pg_catalog.pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace",
      "SELECT * FROM sys.tables",
      "SELECT * FROM [sys].[tables] t INNER JOIN sys.schemas s ON s.schema_id = t.schema_id",
      "SELECT * FROM master.sys.databases",
      "SELECT * FROM `information_schema`.`tables`",
      "SELECT * FROM `p.d.INFORMATION_SCHEMA.TABLES`",
      "SELECT table_name FROM user_tables",
      "SELECT * FROM all_tab_columns",
      "SELECT * FROM system.tables",
      "SELECT * FROM rdb$relations",
      "SELECT * FROM pragma_table_info('t')",
      "SELECT * FROM sqlite_master m, pragma_table_info(m.name) p, json_each(p.x)",
      "WITH v AS (SELECT * FROM pg_class) SELECT * FROM v",
      "SELECT * FROM pg_class UNION SELECT * FROM pg_type",
  };
  for (const char* sql : catalogues) {
    const std::string text = withHoles(sql);
    const SqlBounds bounds = sqlBounds(text);
    EXPECT_EQ(bounds.bound, SqlBound::kUnbounded) << sql;
    EXPECT_TRUE(bounds.isCatalogue) << sql;
  }
  const char* const others[] = {
      "SELECT * FROM users",
      "SELECT * FROM pg_class c JOIN users u ON u.a = c.b",
      "SELECT * FROM users WHERE a IN (SELECT a FROM pg_class)",
      "SELECT * FROM json_each(?)",
      "SELECT * FROM user_sessions",
      "SELECT * FROM app.tables",
      "SELECT 'information_schema' FROM t",
  };
  for (const char* sql : others) {
    EXPECT_FALSE(sqlBounds(sql).isCatalogue) << sql;
  }
  const std::string_view more[] = {"audit.", "settings"};
  SqlOptions options;
  options.catalogues = more;
  EXPECT_TRUE(sqlBounds("SELECT * FROM audit.log, app.settings", options).isCatalogue);
}

TEST(SqlBounds, KnowsKeyLookups) {
  const char* const lookups[] = {
      "SELECT * FROM users WHERE id = $1",
      "SELECT * FROM users WHERE id = ?",
      "SELECT * FROM users WHERE id = ${id}",
      "SELECT * FROM users WHERE id = 'abc'",
      "SELECT * FROM users WHERE $1 = id",
      "SELECT * FROM users u WHERE u.id = $1 AND u.deleted IS NULL",
      "SELECT * FROM users WHERE org = ? AND \"id\" = ?",
      "SELECT * FROM users WHERE (id = ? AND a = 1)",
      "SELECT * FROM users WHERE id::text = $1",
      "SELECT * FROM users WHERE id = CAST($1 AS uuid)",
      "SELECT * FROM users WHERE id = (SELECT max(id) FROM t)",
      "SELECT * FROM users WHERE id == ?",
      "SELECT * FROM users WHERE uuid = ?",
      "SELECT * FROM posts WHERE slug = ?",
      "SELECT * FROM settings WHERE key = ?",
      "SELECT * FROM users WHERE user_id = ?",
      "SELECT * FROM categories WHERE category_id = ?",
      "SELECT * FROM boxes WHERE boxId = ?",
      "SELECT * FROM app.users WHERE app.users.id = ?",
      "SELECT * FROM orders o JOIN users u ON u.id = o.user_id WHERE o.id = ?",
      "SELECT * FROM orders o LEFT JOIN users u ON o.user_id = u.id WHERE o.id = ? ORDER BY 1",
      "SELECT * FROM (SELECT * FROM users WHERE id = ?) u",
      "SELECT a FROM t WHERE id = 1 UNION ALL SELECT a FROM u WHERE id = 1",
      "UPDATE t SET a = 1 WHERE id = ? RETURNING *",
      "DELETE FROM t WHERE id = ? RETURNING *",
  };
  for (const char* sql : lookups) {
    const std::string text = withHoles(sql);
    const SqlBounds bounds = sqlBounds(text);
    EXPECT_EQ(bounds.bound, SqlBound::kUnbounded) << sql;
    EXPECT_TRUE(bounds.isKeyLookup) << sql;
  }
  const char* const others[] = {
      "SELECT * FROM users",
      "SELECT * FROM orders WHERE user_id = ?",
      "SELECT * FROM users WHERE id > ?",
      "SELECT * FROM users WHERE id <> ?",
      "SELECT * FROM users WHERE id IN (?, ?)",
      "SELECT * FROM users WHERE id = ANY($1)",
      "SELECT * FROM users WHERE id = other_id",
      "SELECT * FROM users u, orders o WHERE u.id = o.user_id",
      "SELECT * FROM users WHERE id = ? OR name = ?",
      "SELECT * FROM users WHERE (id = ? OR name = ?) AND a = 1",
      "SELECT * FROM users WHERE NOT id = ?",
      "SELECT * FROM users WHERE id LIKE ?",
      "SELECT * FROM users WHERE name = ?",
      "SELECT * FROM users WHERE CASE WHEN id = 1 THEN 1 END = 1",
      "SELECT * FROM users u JOIN orders o ON o.user_id = u.id WHERE u.id = ?",
      "SELECT * FROM orders o JOIN users u ON u.id = o.user_id WHERE u.id = ?",
      "SELECT a FROM t WHERE id = 1 UNION ALL SELECT a FROM u",
      "SELECT * FROM users WHERE name = 'id = 1'",
  };
  for (const char* sql : others) {
    const SqlBounds bounds = sqlBounds(sql);
    EXPECT_EQ(bounds.bound, SqlBound::kUnbounded) << sql;
    EXPECT_FALSE(bounds.isKeyLookup) << sql;
  }
  const std::string_view more[] = {"email"};
  SqlOptions options;
  options.keyColumns = more;
  EXPECT_TRUE(sqlBounds("SELECT * FROM users WHERE email = ?", options).isKeyLookup);
}

TEST(SqlBounds, TellsWhatLooksLikeSql) {
  const char* const sql[] = {
      "SELECT name FROM users",
      "select * from users",
      "select id, name from users where a = 1",
      "Select * From users",
      "INSERT INTO t (a) VALUES (1)",
      "SELECT * FROM t ${rest}",
      "SELECT * FROM t WHERE a =",
      "PRAGMA table_info(t)",
  };
  for (const char* one : sql) {
    EXPECT_TRUE(sqlBounds(withHoles(one)).looksLikeSql) << one;
  }
  const char* const others[] = {
      "select file from disk",
      "Select file from disk",
      "show users",
      "use cache",
      "${anything}",
      "Use get_quote to read",
      "",
      "SELEC * FROM t",
      "set x to y",
  };
  for (const char* one : others) {
    EXPECT_FALSE(sqlBounds(withHoles(one)).looksLikeSql) << one;
  }
}

TEST(SqlBounds, EveryReasonHasItsWords) {
  for (int reason = 0; reason <= static_cast<int>(SqlReason::kTooLong); ++reason) {
    EXPECT_FALSE(sqlReasonText(static_cast<SqlReason>(reason)).empty()) << reason;
  }
}

}  // namespace
}  // namespace envelint
