// Texts that are no whole statement: with holes, ruined, or no SQL at all.

#include <gtest/gtest.h>

#include "sql/bounds.h"
#include "sql/expect.h"

namespace envelint {
namespace {

// --- Holes ---------------------------------------------------------------------------------------

TEST(SqlBounds, HolesThatAreNamesOrValuesDecideNothing) {
  expectAll(SqlBound::kUnbounded,
            {
                {kAny, "SELECT * FROM ${table}"},
                {kAny, "SELECT * FROM ${schema}.${table} t"},
                {kAny, "SELECT * FROM \"${schema}\".\"${table}\""},
                {kAny, "SELECT * FROM `${table}` WHERE a = 1"},
                {kTsql, "SELECT * FROM [${table}]"},
                {kAny, "SELECT * FROM events_${year}"},
                {kAny, "SELECT * FROM ${prefix}events_${year}_${month}"},
                {kAny, "SELECT ${columns} FROM t"},
                {kAny, "SELECT id, ${column} FROM t"},
                {kAny, "SELECT DISTINCT ${column} FROM t"},
                {kAny, "SELECT * FROM t WHERE a = ${a}"},
                {kAny, "SELECT * FROM t WHERE a = '${a}'"},
                {kAny, "SELECT * FROM t WHERE a LIKE '%${a}%' AND b > ${b}"},
                {kAny, "SELECT * FROM t WHERE ${condition}"},
                {kAny, "SELECT * FROM t WHERE a IN (${list})"},
                {kAny, "SELECT * FROM t WHERE a = $${i} AND b = :${name}"},
                {kAny, "SELECT * FROM t ORDER BY ${column}"},
                {kAny, "SELECT * FROM t ORDER BY ${column} DESC"},
                {kAny, "SELECT * FROM t ${where} ORDER BY a"},
                {kAny, "SELECT * FROM t${where} ORDER BY a"},
                {kAny, "SELECT * FROM t ${join} WHERE a = 1"},
                {kAny, "SELECT * FROM t WHERE a = 1 ${more} GROUP BY b"},
                {kAny, "SELECT * FROM t WHERE a = 1 ${more} AND c = 2"},
                {kAny, "SELECT * FROM t WHERE a ${operator} b AND c = 1"},
                {kAny, "SELECT a FROM t ${where} UNION SELECT a FROM u"},
                {kAny, "SELECT * FROM t WHERE a IN (SELECT a FROM u ${limit})"},
                {kAny, "SELECT * FROM t JOIN ${other} o ON o.a = t.a"},
                {kAny, "SELECT %s FROM %s WHERE a = %d"},
                {kAny, "SELECT * FROM {} WHERE a = {}"},
            });
}

TEST(SqlBounds, HolesThatMayHoldTheLimitLeaveItOpen) {
  expectAll(SqlBound::kUndecided, {
                                      {kAny, "${sql}"},
                                      {kAny, "${verb} FROM t"},
                                      {kAny, "${verb} t SET a = 1"},
                                      {kAny, "${with} SELECT * FROM t"},
                                      {kAny, "${base} ORDER BY a"},
                                      {kAny, "SELECT * FROM t ${rest}"},
                                      {kAny, "SELECT * FROM t${rest}"},
                                      {kAny, "SELECT * FROM t %s"},
                                      {kAny, "SELECT * FROM t WHERE a = 1 ${rest}"},
                                      {kAny, "SELECT * FROM t WHERE a = ${a}${rest}"},
                                      {kAny, "SELECT * FROM t ORDER BY a ${direction}"},
                                      {kAny, "SELECT * FROM t ORDER BY a DESC${paging}"},
                                      {kAny, "SELECT * FROM t ORDER BY a ${limit} OFFSET 5"},
                                      {kAny, "SELECT * FROM t ${where} ${order} ${limit}"},
                                      {kAny, "SELECT * FROM t WHERE a = 1 ${rest};"},
                                      {kAny, "SELECT * FROM t WHERE a = 1 ${rest} FOR UPDATE"},
                                      {kAny, "SELECT * ${rest}"},
                                      {kAny, "SELECT ${aggregate}(price) FROM t"},
                                      {kAny, "SELECT coalesce(${aggregate}(a), 0) FROM t"},
                                      {kAny, "SELECT ${everything}"},
                                      {kAny, "SELECT ${top} * FROM t"},
                                      {kAny, "SELECT ${top} a FROM t"},
                                      {kAny, "SELECT * FROM (${query}) q"},
                                      {kAny, "SELECT * FROM (SELECT * FROM t ${rest}) q"},
                                      {kAny, "SELECT a FROM t UNION ALL SELECT a FROM u ${rest}"},
                                      {kAny, "SELECT 1 UNION ${query}"},
                                      {kAny, "WITH v AS (${query}) SELECT * FROM v"},
                                      {kAny, "WITH ${ctes} SELECT * FROM v"},
                                  });
  EXPECT_EQ(judge({kAny, "SELECT * FROM t ${rest}"}).reason, SqlReason::kHole);
  EXPECT_EQ(judge({kAny, "WITH v AS (${query}) SELECT * FROM v"}).reason, SqlReason::kHole);
}

TEST(SqlBounds, ABoundBesideHolesBounds) {
  expectAll(SqlBound::kBounded, {
                                    {kAny, "${base} LIMIT 10"},
                                    {kAny, "${base} ORDER BY a LIMIT ${n} OFFSET ${m}"},
                                    {kAny, "${a} UNION ALL ${b} LIMIT 10"},
                                    {kAny, "(${a}) UNION ALL (${b}) LIMIT 10"},
                                    {kAny, "${with} SELECT * FROM t LIMIT 10"},
                                    {kAny, "WITH ${ctes} SELECT * FROM t LIMIT 10"},
                                    {kAny, "SELECT * FROM t ${where} LIMIT 10 ${offset}"},
                                    {kAny, "SELECT * FROM t${where} LIMIT 10"},
                                    {kAny, "SELECT * FROM t ORDER BY a ${direction} LIMIT 10"},
                                    {kAny, "SELECT ${top} * FROM t LIMIT 10"},
                                    {kAny, "SELECT * FROM (${query}) AS q LIMIT 10"},
                                    {kAny, "SELECT * FROM t LIMIT ${n}${rest}"},
                                    {kAny, "SELECT * FROM t ${where}\nLIMIT ${n}"},
                                });
}

// --- Prose and ruins -----------------------------------------------------------------------------

TEST(SqlBounds, ProseIsNoSql) {
  expectAll(SqlBound::kUndecided, {
                                      {kAny, "Select a user from the list to continue"},
                                      {kAny, "Select files from the folder, then press Enter"},
                                      {kAny, "Select files from the folder"},
                                      {kAny, "Select one from list"},
                                      {kAny, "select a file from the list"},
                                      {kAny, "Select items from disk"},
                                      {kAny, "Select all failed: nothing to do"},
                                      {kAny, "Table name is required"},
                                      {kAny, "table names"},
                                      {kAny, "From the team"},
                                      {kAny, "from users"},
                                      {kAny, "With great power comes great responsibility"},
                                      {kAny, "with a limit"},
                                      {kAny, "Values are required"},
                                      {kAny, "Update your profile with a new photo"},
                                      {kAny, "Update available"},
                                      {kAny, "Delete this item? It cannot be undone."},
                                      {kAny, "Delete files from disk"},
                                      {kAny, "delete failed"},
                                      {kAny, "Insert a coin"},
                                      {kAny, "Create a new project"},
                                      {kAny, "Drop your files here"},
                                      {kAny, "Show more"},
                                      {kAny, "Set the limit to 10"},
                                      {kAny, "Use this tool to list files"},
                                      {kAny, "Use get_quote to read a quote"},
                                      {kAny, "Call me maybe"},
                                      {kAny, "Explain the code"},
                                      {kAny, "Describe the image"},
                                      {kAny, "Begin typing"},
                                      {kAny, "Fetch all pages from the API"},
                                      {kAny, "Replace the text"},
                                      {kAny, "Merge branches"},
                                      {kAny, "merge-tree produced no output"},
                                      {kAny, "Copy the file to disk"},
                                      {kAny, "Load more"},
                                      {kAny, "truncate text-sm font-medium"},
                                      {kAny, "exec-plan"},
                                      {kAny, "import x from 'y'"},
                                      {kAny, "import { select } from 'd3-selection'"},
                                      {kAny, "query { users(limit: 10) { id } }"},
                                      {kAny, "{ users { id } }"},
                                      {kAny, "GET /users?limit=10"},
                                      {kAny, "DELETE /users/:id"},
                                      {kAny, "https://example.com/select"},
                                      {kAny, "SELECT"},
                                      {kAny, "SELECT FROM WHERE"},
                                      {kAny, "(see the docs)"},
                                      {kAny, "limit"},
                                      {kAny, ""},
                                      {kAny, " \n -- nothing\n ; "},
                                  });
}

TEST(SqlBounds, RuinsAreUndecided) {
  expectAll(SqlBound::kUndecided, {
                                      {kAny, "SELEC * FROM t"},
                                      {kAny, "SELECT * FROM"},
                                      {kAny, "SELECT *"},
                                      {kAny, "SELECT a b c FROM t"},
                                      {kAny, "SELECT * FROM t WHERE"},
                                      {kAny, "SELECT * FROM t WHERE a ="},
                                      {kAny, "SELECT * FROM t WHERE a = 1 AND"},
                                      {kAny, "SELECT * FROM t ORDER BY"},
                                      {kAny, "SELECT * FROM t LIMIT"},
                                      {kAny, "SELECT * FROM t WHERE ORDER BY a"},
                                      {kAny, "SELECT * FROM t ORDER BY a WHERE b = 1"},
                                      {kAny, "SELECT * FROM t LIMIT 10 WHERE a = 1"},
                                      {kAny, "SELECT * FROM t a b"},
                                      {kAny, "SELECT * FROM t WHERE a = 1 b"},
                                      {kAny, "SELECT a,, b FROM t"},
                                      {kAny, "SELECT * FROM t WHERE a = 'x"},
                                      {kAny, "SELECT * FROM t WHERE a = \"x"},
                                      {kAny, "SELECT * FROM t /* x"},
                                      {kAny, "SELECT * FROM t WHERE (a = 1"},
                                      {kAny, "SELECT * FROM t WHERE a = 1)"},
                                      {kAny, "SELECT * FROM t WHERE (a = 1]"},
                                      {kAny, "SELECT CASE WHEN a THEN b FROM t"},
                                      {kAny, "SELECT a FROM t SELECT b FROM u"},
                                      {kAny, "SELECT * FROM t FOR you"},
                                      {kAny, "INSERT INTO t"},
                                      {kAny, "UPDATE t"},
                                      {kAny, "WITH v AS (SELECT 1)"},
                                      {kAny, "SELECT 1 UNION"},
                                      {kAny, "SELECT \\ FROM t"},
                                      {kAny, "CREATE TABLE t (a int"},
                                      {kBigquery, "FROM t |> WHERE a = 1 |> LIMIT 10"},
                                      {kMysql, "SELECT * FROM t LIMIT ROWS EXAMINED 10 x ("},
                                  });
}

TEST(SqlBounds, DialectsThatDisagreeLeaveItOpen) {
  // Two literals in standard SQL, one in MySQL.
  expectAll(SqlBound::kUndecided, {{kAny, "SELECT * FROM t WHERE a = 'x\\' LIMIT 10 -- '"}});
  expectAll(SqlBound::kBounded, {{kSqlite, "SELECT * FROM t WHERE a = 'x\\' LIMIT 10 -- '"}});
  expectAll(SqlBound::kUnbounded, {{kMysql, "SELECT * FROM t WHERE a = 'x\\' LIMIT 10 -- '"}});
  // A comment in MySQL, an operator in PostgreSQL.
  expectAll(SqlBound::kUndecided, {{kAny, "SELECT * FROM t # LIMIT 10"}});
}

}  // namespace
}  // namespace envelint
