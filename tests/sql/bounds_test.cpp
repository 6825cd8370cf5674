// What bounds a query, construct by construct. `${x}` in a statement is a hole.

#include "sql/bounds.h"

#include <gtest/gtest.h>

#include <string>

#include "sql/expect.h"
#include "sql/support.h"

namespace envelint {
namespace {

// --- What bounds ---------------------------------------------------------------------------------

TEST(SqlBounds, ALimitOfTheOutermostQueryBounds) {
  expectAll(
      SqlBound::kBounded,
      {
          {kAny, "SELECT * FROM t LIMIT 10"},
          {kAny, "SELECT * FROM t LIMIT ?"},
          {kAny, "SELECT * FROM t LIMIT ?1"},
          {kAny, "SELECT * FROM t LIMIT $1 OFFSET $2"},
          {kAny, "SELECT * FROM t LIMIT :limit"},
          {kAny, "SELECT * FROM t LIMIT @limit"},
          {kAny, "SELECT * FROM t LIMIT %s OFFSET %s"},
          {kAny, "SELECT * FROM t LIMIT %d"},
          {kAny, "SELECT * FROM t LIMIT %(limit)s"},
          {kAny, "SELECT * FROM t LIMIT {}"},
          {kAny, "SELECT * FROM t LIMIT {limit:UInt32}"},
          {kAny, "SELECT * FROM t LIMIT {{ limit }}"},
          {kAny, "SELECT * FROM t LIMIT ${n}"},
          {kAny, "SELECT * FROM t LIMIT ${offset}, ${n}"},
          {kAny, "SELECT * FROM t LIMIT $${i}"},
          {kAny, "SELECT * FROM t LIMIT :${name}"},
          {kAny, "SELECT * FROM t LIMIT (10)"},
          {kAny, "SELECT * FROM t LIMIT (SELECT n FROM settings)"},
          {kAny, "SELECT * FROM t LIMIT 2 * 10 + 1"},
          {kAny, "SELECT * FROM t LIMIT CASE WHEN $1 THEN 10 ELSE 20 END"},
          {kAny, "SELECT * FROM t LIMIT coalesce($1, 20)::int"},
          {kAny, "SELECT * FROM t limit 10"},
          {kAny, "SELECT * FROM t LIMIT\n10"},
          {kAny, "SELECT * FROM t LIMIT/**/10"},
          {kAny, "SELECT * FROM t -- no more\nLIMIT 10 -- done"},
          {kAny, "SELECT * FROM t OFFSET 10 LIMIT 5"},
          {kAny, "SELECT * FROM t LIMIT 10;"},
          {kAny, ";; SELECT * FROM t LIMIT 10 ;;"},
          {kAny, "SELECT * FROM t LIMIT 0"},
          {kAny, "SELECT * FROM t WHERE a = 1 GROUP BY b HAVING count(*) > 1 ORDER BY c LIMIT 9"},
          {kPostgres, "SELECT * FROM t FOR UPDATE SKIP LOCKED LIMIT 1"},
          {kPostgres, "SELECT * FROM t LIMIT 1 FOR NO KEY UPDATE OF t NOWAIT"},
          {kPostgres, "TABLE t ORDER BY id LIMIT 3"},
          {kMysql, "SELECT * FROM t LIMIT 5, 10 LOCK IN SHARE MODE"},
          {kMysql, "SELECT * FROM t LIMIT 10 # not more"},
          {kMysql, "SELECT /*! SQL_NO_CACHE */ * FROM t LIMIT 10"},
          {kMysql, "SELECT * FROM t /*!50000 LIMIT 10 */"},
          {kClickhouse, "SELECT * FROM t LIMIT 10 SETTINGS max_threads = 1 FORMAT JSON"},
      });
}

TEST(SqlBounds, FetchAndTopAndTheirLikeBound) {
  expectAll(SqlBound::kBounded,
            {
                {kPostgres, "SELECT * FROM t FETCH NEXT 5 ROWS ONLY"},
                {kPostgres, "SELECT * FROM t OFFSET 5 ROWS FETCH NEXT ROW ONLY"},
                {kPostgres, "SELECT * FROM t FETCH FIRST $1 ROWS ONLY FOR UPDATE"},
                {kAny, "SELECT * FROM t ORDER BY a FETCH FIRST (5) ROWS WITH TIES"},
                {kAny, "SELECT * FROM t ORDER BY a FETCH FIRST ${n} ROWS ONLY"},
                {kAny, "SELECT * FROM t FETCH 3 ROWS"},
                {kPostgres, "FETCH FORWARD 10 FROM c"},
                {kTsql, "SELECT TOP 10 * FROM t"},
                {kTsql, "SELECT TOP(10) * FROM t"},
                {kTsql, "SELECT TOP (@n) WITH TIES a FROM t ORDER BY a"},
                {kTsql, "SELECT DISTINCT TOP 10 a FROM t"},
                {kTsql, "SELECT ALL TOP 10 a FROM t"},
                {kTsql, "SELECT TOP ${n} a FROM t"},
                {kTsql, "SELECT TOP (${n}) a FROM t"},
                {kTsql, "SELECT TOP 10 * FROM t OPTION (RECOMPILE)"},
                {kTsql, "SELECT TOP 1 * FROM t FOR JSON PATH, WITHOUT_ARRAY_WRAPPER"},
                {kTsql, "SET ROWCOUNT 50; SELECT * FROM t"},
                {kTsql, "SET ROWCOUNT @n SELECT * FROM t WHERE a = 1"},
                {kOracle, "SELECT * FROM t WHERE ROWNUM <= 10"},
                {kOracle, "SELECT * FROM t WHERE a = 1 AND ROWNUM < :n ORDER BY b"},
                {kOracle, "SELECT * FROM t WHERE (a = 1 OR b = 2) AND ROWNUM = 1"},
                {kOracle, "SELECT * FROM t WHERE (ROWNUM <= 10) AND a = 1"},
                {kOracle, "SELECT * FROM t WHERE ROWNUM BETWEEN 1 AND 10 AND a = 1"},
                {kOracle, "SELECT * FROM t WHERE :n > ROWNUM"},
                {kOracle, "SELECT * FROM t WHERE ROWNUM <= NVL(:n, 10)"},
                {kDuckdb, "SELECT * FROM t USING SAMPLE 5"},
                {kDuckdb, "SELECT * FROM t USING SAMPLE reservoir(50 ROWS) REPEATABLE (100)"},
                {kDuckdb, "FROM t LIMIT 5"},
                {kDuckdb, "FROM t SELECT a WHERE b = 1 LIMIT 5"},
                // Firebird
                {kAny, "SELECT FIRST 10 SKIP 5 a FROM t"},
                {kAny, "SELECT a FROM t ORDER BY a ROWS 1 TO 10"},
                // one row of a cursor
                {kPostgres, "DELETE FROM t WHERE CURRENT OF c RETURNING *"},
            });
}

TEST(SqlBounds, LimitsThatBoundNothingDont) {
  expectAll(SqlBound::kUnbounded,
            {
                {kAny, "SELECT * FROM t LIMIT ALL"},
                {kAny, "SELECT * FROM t LIMIT NULL"},
                {kPostgres, "FETCH ALL FROM c"},
                {kAny, "SELECT * FROM t LIMIT NULL::bigint"},
                {kAny, "SELECT * FROM t LIMIT -1"},
                {kAny, "SELECT * FROM t LIMIT -1 OFFSET 20"},
                {kAny, "SELECT * FROM t LIMIT 10, -1"},
                {kAny, "SELECT * FROM t LIMIT 9223372036854775807"},
                {kAny, "SELECT * FROM t LIMIT 20, 18446744073709551615"},
                {kAny, "SELECT * FROM t LIMIT 2147483647"},
                {kAny, "SELECT * FROM t LIMIT 1e300"},
                {kAny, "SELECT * FROM t LIMIT 0x7FFFFFFFFFFFFFFF"},
                {kAny, "SELECT * FROM t LIMIT 9_223_372_036_854_775_807"},
                {kAny, "SELECT * FROM t LIMIT (NULL)"},
                {kAny, "SELECT * FROM t FETCH FIRST (NULL) ROWS ONLY"},
                {kTsql, "SELECT TOP (2147483647) * FROM t ORDER BY a"},
                {kDuckdb, "SELECT * FROM t USING SAMPLE bernoulli(10%)"},
                {kAny, "SELECT * FROM t LIMIT 99999999999999999999999999999999999999999"},
                {kDuckdb, "SELECT * FROM t LIMIT 10%"},
                {kDuckdb, "SELECT * FROM t LIMIT 10 PERCENT"},
                {kAny, "SELECT * FROM t FETCH FIRST 10 PERCENT ROWS ONLY"},
                {kTsql, "SELECT TOP 10 PERCENT * FROM t"},
                {kTsql, "SELECT TOP (10) PERCENT WITH TIES * FROM t ORDER BY a"},
                {kDuckdb, "SELECT * FROM t USING SAMPLE 10%"},
                {kAny, "SELECT * FROM t OFFSET 10"},
                {kTsql, "SELECT * FROM t ORDER BY a OFFSET 10 ROWS"},
                {kTsql, "SET ROWCOUNT 0; SELECT * FROM t"},
                {kTsql, "SET ROWCOUNT 50; SET ROWCOUNT 0; SELECT * FROM t"},
                {kOracle, "SELECT * FROM t WHERE ROWNUM > 10"},
                {kOracle, "SELECT * FROM t WHERE ROWNUM <= 10 OR a = 1"},
                {kOracle, "SELECT * FROM t WHERE (ROWNUM <= 10 OR a = 1) AND b = 2"},
                {kOracle, "SELECT * FROM t WHERE NOT (ROWNUM <= 10)"},
                {kOracle, "SELECT * FROM t WHERE a = 'ROWNUM <= 10'"},
                {kPostgres, "SELECT * FROM t WHERE rownum <= 10"},
                {kClickhouse, "SELECT * FROM t LIMIT 1 BY a"},
                {kClickhouse, "SELECT * FROM t LIMIT 2 OFFSET 1 BY a, b"},
                {kClickhouse, "SELECT * FROM t LIMIT 1, 2 BY a"},
                {kPostgres, "SELECT * FROM t TABLESAMPLE BERNOULLI (10) REPEATABLE (3)"},
            });
  EXPECT_EQ(judge({kAny, "SELECT * FROM t LIMIT ALL"}).reason, SqlReason::kLimitAll);
}

TEST(SqlBounds, ALimitElsewhereDoesntBound) {
  expectAll(
      SqlBound::kUnbounded,
      {
          {kAny, "SELECT * FROM t WHERE a IN (SELECT a FROM u LIMIT 10)"},
          {kAny, "SELECT (SELECT b FROM u LIMIT 1) FROM t"},
          {kAny, "SELECT * FROM t JOIN (SELECT a FROM u LIMIT 10) v ON v.a = t.a"},
          {kAny, "SELECT * FROM t, (SELECT a FROM u LIMIT 10) v"},
          {kAny, "SELECT * FROM t CROSS JOIN LATERAL (SELECT * FROM u WHERE u.a = t.a LIMIT 3) v"},
          {kTsql, "SELECT * FROM t OUTER APPLY (SELECT TOP 1 * FROM u WHERE u.a = t.a) v"},
          {kAny, "WITH v AS (SELECT a FROM u LIMIT 10) SELECT * FROM t"},
          {kAny, "WITH v AS (SELECT a FROM u LIMIT 10) SELECT * FROM t JOIN v ON v.a = t.a"},
          {kAny, "(SELECT a FROM t LIMIT 5) UNION SELECT a FROM u"},
          {kAny, "SELECT a FROM t UNION (SELECT a FROM u LIMIT 5)"},
          {kTsql, "SELECT TOP 5 a FROM t UNION ALL SELECT a FROM u"},
          {kAny, "SELECT * FROM t -- LIMIT 10"},
          {kAny, "SELECT * FROM t /* LIMIT 10 */"},
          {kPostgres, "SELECT * FROM t /* /* */ LIMIT 10 */"},
          {kMysql, "SELECT * FROM t # LIMIT 10"},
          {kMysql, "SELECT * FROM t -- LIMIT 10"},
          {kAny, "SELECT * FROM t WHERE a = 'LIMIT 10'"},
          {kAny, "SELECT * FROM t WHERE a = 'it''s LIMIT 10'"},
          {kPostgres, "SELECT * FROM t WHERE a = $$ LIMIT 10 $$"},
          {kPostgres, "SELECT * FROM t WHERE a = $x$ LIMIT $$ 10 $x$"},
          {kPostgres, "SELECT * FROM t WHERE a = E'\\' LIMIT 10'"},
          {kMysql, "SELECT * FROM t WHERE a = '\\' LIMIT 10'"},
          {kAny, "SELECT * FROM t WHERE a = 'it\\'s LIMIT 10'"},
          {kOracle, "SELECT * FROM t WHERE a = q'[it's LIMIT 10]'"},
          {kOracle, "SELECT * FROM t WHERE a = q'!it's LIMIT 10!'"},
          {kBigquery, "SELECT * FROM t WHERE a = '''it's LIMIT 10'''"},
          {kBigquery, "SELECT * FROM t WHERE a = r'\\' LIMIT 10'"},
          {kAny, "SELECT \"limit\" FROM t"},
          {kAny, "SELECT `limit` FROM t"},
          {kAny, "SELECT t.limit FROM t"},
          {kAny, "SELECT a AS limit FROM t"},
          {kTsql, "SELECT [limit], [top] FROM t"},
          {kTsql, "SELECT limit, top FROM t"},
          {kAny, "SELECT * FROM limits WHERE credit_limit > 10"},
      });
  EXPECT_EQ(judge({kAny, "SELECT * FROM t WHERE a IN (SELECT a FROM u LIMIT 10)"}).reason,
            SqlReason::kInnerLimit);
  EXPECT_EQ(judge({kAny, "SELECT * FROM t"}).reason, SqlReason::kNoLimit);
}

// --- Single rows ---------------------------------------------------------------------------------

TEST(SqlBounds, AggregatesOfAllRowsAreOneRow) {
  expectAll(
      SqlBound::kBounded,
      {
          {kAny, "SELECT count(*) FROM t"},
          {kAny, "SELECT COUNT (*) FROM t"},
          {kAny, "SELECT coalesce(sum(a), 0) + 1 AS s FROM t WHERE b = 1"},
          {kAny, "SELECT max(a) FROM t"},
          {kAny, "SELECT round(avg(a), 2)::float FROM t"},
          {kAny, "SELECT CASE WHEN count(*) > 0 THEN 1 END FROM t"},
          {kAny, "SELECT a, count(*) FROM t"},
          {kAny, "SELECT DISTINCT count(*) FROM t"},
          {kAny, "SELECT count(*) FILTER (WHERE a > 1) FROM t"},
          {kAny, "SELECT sum(count(*)) OVER () FROM t"},
          {kPostgres, "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a) FROM t"},
          {kPostgres, "SELECT pg_catalog.count(*) FROM t"},
          {kPostgres, "SELECT json_agg(t) FROM (SELECT * FROM u) t"},
          {kPostgres, "SELECT 1 FROM t HAVING count(*) > 5"},
          {kPostgres, "SELECT count(*) FROM t GROUP BY ()"},
          {kPostgres, "SELECT mode() WITHIN GROUP (ORDER BY a) FROM t"},
          {kMysql, "SELECT GROUP_CONCAT(DISTINCT a ORDER BY a SEPARATOR ', ') FROM t"},
          {kMysql, "SELECT @n := count(*) FROM t"},
          {kSqlite, "SELECT total(a), group_concat(b, ',') FROM t"},
          {kTsql, "SELECT STRING_AGG(a, ',') WITHIN GROUP (ORDER BY a) FROM t"},
          {kDuckdb, "SELECT first(a ORDER BY b), list(c) FROM t"},
          {kClickhouse, "SELECT countIf(a > 1), quantiles(0.5, 0.9)(b), uniqExactIf(c, d) FROM t"},
          {kClickhouse, "SELECT any(a) FROM t"},
          {kBigquery, "SELECT APPROX_QUANTILES(a, 4)[OFFSET(2)], COUNTIF(b) FROM t"},
          {kOracle, "SELECT LISTAGG(a, ',') WITHIN GROUP (ORDER BY a) FROM t"},
          {kOracle, "SELECT MAX(a) KEEP (DENSE_RANK FIRST ORDER BY b) FROM t"},
          {kAny, "SELECT count(*) FROM t JOIN u ON t.a = u.a UNION ALL SELECT count(*) FROM v"},
          {kAny, "SELECT count(*) FROM t ${where}"},
      });
  EXPECT_EQ(judge({kAny, "SELECT count(*) FROM t"}).reason, SqlReason::kSingleRow);
}

TEST(SqlBounds, AggregatesOfOthersArent) {
  expectAll(SqlBound::kUnbounded,
            {
                {kAny, "SELECT a, count(*) FROM t GROUP BY a"},
                {kAny, "SELECT count(*) FROM t GROUP BY ROLLUP (a)"},
                {kAny, "SELECT count(*) OVER () FROM t"},
                {kAny, "SELECT count(*) OVER w FROM t WINDOW w AS (PARTITION BY a)"},
                {kAny, "SELECT sum(a) FILTER (WHERE b) OVER (ORDER BY c) FROM t"},
                {kOracle,
                 "SELECT MAX(a) KEEP (DENSE_RANK FIRST ORDER BY b) OVER (PARTITION BY c) FROM t"},
                {kOracle, "SELECT LAST_VALUE(a) IGNORE NULLS OVER (ORDER BY b) FROM t"},
                {kAny, "SELECT (SELECT count(*) FROM u) FROM t"},
                {kAny, "SELECT * FROM t WHERE a = (SELECT max(a) FROM t)"},
                {kAny, "SELECT * FROM t WHERE EXISTS (SELECT count(*) FROM u)"},
                {kAny, "SELECT \"count\" FROM t"},
                {kAny, "SELECT t.count FROM t"},
                {kAny, "SELECT count FROM t"},
                {kAny, "SELECT 'count(*)' FROM t"},
                {kSqlite, "SELECT min(a, b) FROM t"},
                {kAny, "SELECT upper(a) FROM t ORDER BY b"},
                {kPostgres, "SELECT unnest(array_agg(a)) FROM t"},
                {kPostgres, "SELECT a = ANY(array[1, 2]) FROM t WHERE a = ANY($1)"},
                {kMysql, "SELECT a FROM t HAVING a > 5"},
            });
}

TEST(SqlBounds, AnAggregateOfSomeDialectsIsUndecidedElsewhere) {
  expectAll(SqlBound::kUndecided, {
                                      {kAny, "SELECT first(a) FROM t"},
                                      {kAny, "SELECT list(a) FROM t"},
                                      {kPostgres, "SELECT my_agg(a) FROM t"},
                                      {kPostgres, "SELECT st_union(geom) FROM t"},
                                  });
  expectAll(SqlBound::kUnbounded, {{kPostgres, "SELECT b, st_union(geom) FROM t GROUP BY b"}});
}

TEST(SqlBounds, WhatReadsNoTableIsConstant) {
  expectAll(
      SqlBound::kBounded,
      {
          {kAny, "SELECT 1"},
          {kAny, "select 1 + 1 as two"},
          {kAny, "SELECT now(), current_user, CURRENT_TIMESTAMP"},
          {kAny, "SELECT 'a' AS \"b\""},
          {kAny, "SELECT NULL WHERE false"},
          {kAny, "SELECT $1::int + 1"},
          {kAny, "SELECT ?"},
          {kAny, "SELECT EXISTS (SELECT 1 FROM t WHERE a = ?)"},
          {kAny, "SELECT NOT EXISTS (SELECT 1 FROM t) AS none"},
          {kAny, "SELECT (SELECT count(*) FROM t), (SELECT a FROM u)"},
          {kAny, "SELECT 1 UNION SELECT 2 UNION SELECT 3"},
          {kAny, "VALUES (1), (2)"},
          {kMysql, "VALUES ROW(1, 2), ROW(3, 4)"},
          {kMysql, "SELECT @@version, @@global.time_zone, @x := 1"},
          {kPostgres, "SELECT DATE '2024-01-01', INTERVAL '1' DAY, U&'x'"},
          {kPostgres, "SELECT '{1}'::int[], 'a'::timestamp with time zone AT TIME ZONE 'UTC'"},
          {kPostgres, "SELECT '{}'::jsonb ? 'a', '{}'::jsonb ?| array['a']"},
          {kOracle, "SELECT sysdate FROM dual"},
          {kOracle, "SELECT seq.nextval FROM DUAL"},
          {kTsql, "SELECT @@ROWCOUNT"},
          {kTsql, "SELECT NEXT VALUE FOR dbo.seq"},
          {kClickhouse, "WITH 10 AS n SELECT n + 1"},
          // Firebird
          {kAny, "SELECT (SELECT count(*) FROM a) AS n FROM RDB$DATABASE"},
          // what is called may give any number of rows only where it is known to
          {kPostgres, "SELECT set_config('a', 'b', true)"},
      });
  expectAll(SqlBound::kUnbounded,
            {
                {kPostgres, "SELECT generate_series(1, 10)"},
                {kPostgres, "SELECT unnest($1::int[])"},
                {kPostgres, "SELECT coalesce(jsonb_array_elements($1), '{}')"},
                {kClickhouse, "SELECT arrayJoin([1, 2, 3])"},
                {kPostgres, "SELECT * FROM generate_series(1, 10)"},
                {kPostgres, "SELECT * FROM now()"},
                {kSqlite, "SELECT * FROM json_each(?)"},
                {kOracle, "SELECT level FROM dual CONNECT BY level <= 10"},
            });
  EXPECT_EQ(judge({kAny, "SELECT 1"}).reason, SqlReason::kConstant);
}

// --- What is passed through ----------------------------------------------------------------------

TEST(SqlBounds, ABoundedSourceBoundsWhatPassesItThrough) {
  const std::initializer_list<Statement> statements = {
      {kAny, "SELECT * FROM (SELECT * FROM t LIMIT 10) u"},
      {kAny, "SELECT * FROM (SELECT * FROM t LIMIT 10)"},
      {kAny, "SELECT * FROM ((SELECT * FROM t LIMIT 10)) u WHERE a > 1 ORDER BY b"},
      {kAny, "SELECT a, count(*) FROM (SELECT * FROM t LIMIT 10) u GROUP BY a"},
      {kAny, "WITH u AS (SELECT * FROM t LIMIT 10) SELECT * FROM u"},
      {kAny, "WITH \"U\" (a) AS (SELECT * FROM t LIMIT 10) SELECT * FROM u AS x ORDER BY 1"},
      {kAny, "WITH a AS (SELECT * FROM t LIMIT 1), b AS (SELECT * FROM a) SELECT * FROM b"},
      {kAny, "WITH u AS MATERIALIZED (SELECT count(*) AS n FROM t) SELECT n FROM u"},
      {kPostgres, "WITH u AS (INSERT INTO t (a) VALUES (1) RETURNING *) SELECT * FROM u"},
      {kAny, "SELECT * FROM (VALUES (1), (2)) v (a)"},
      {kAny, "SELECT * FROM (SELECT count(*) AS n FROM t) a, (SELECT count(*) AS n FROM u) b"},
      {kAny, "SELECT * FROM (SELECT count(*) AS n FROM t) a CROSS JOIN (SELECT max(x) FROM u) b"},
      // A join by the joined table's own key adds no rows.
      {kSqlite,
       "SELECT n.id, f.path FROM (SELECT dst_id, COUNT(*) AS c FROM edges GROUP BY dst_id LIMIT ?) "
       "d "
       "JOIN nodes n ON n.id = d.dst_id LEFT JOIN files f ON n.file_id = f.id WHERE n.kind = 'x'"},
      {kAny, "SELECT * FROM (SELECT * FROM t LIMIT 10) o JOIN users USING (user_id)"},
      {kAny, "SELECT * FROM (SELECT * FROM t LIMIT 10) o JOIN users u ON (o.u = u.id AND u.x = 1)"},
      {kTsql, "SELECT * FROM (SELECT TOP 10 * FROM t UNION ALL SELECT TOP 5 * FROM u) v"},
      // a page by the number of the row
      {kTsql,
       "WITH p AS (SELECT *, ROW_NUMBER() OVER (ORDER BY id) AS rn FROM t) "
       "SELECT * FROM p WHERE rn BETWEEN @a AND @b"},
      {kTsql,
       "SELECT * FROM (SELECT ROW_NUMBER() OVER (ORDER BY id) rn, t.* FROM t) p WHERE p.rn <= 20"},
      {kOracle, "SELECT * FROM (SELECT a.*, ROWNUM rn FROM t a) WHERE rn <= 20 AND rn > 10"},
      {kBigquery, "SELECT * FROM t QUALIFY row_number() OVER (ORDER BY a) <= 10"},
  };
  expectAll(SqlBound::kBounded, statements);
  for (const Statement& statement : statements) {
    if (statement.dialect == kBigquery) {
      continue;
    }
    SqlOptions options;
    options.dialect = statement.dialect;
    options.countSubqueries = false;
    const std::string text = withHoles(statement.sql);
    EXPECT_EQ(sqlBounds(text, options).bound, SqlBound::kUnbounded) << text;
  }
}

TEST(SqlBounds, WhatMultipliesABoundedSourceIsntBounded) {
  expectAll(
      SqlBound::kUnbounded,
      {
          {kAny, "SELECT * FROM (SELECT * FROM t LIMIT 10) o JOIN lines l ON l.order_id = o.id"},
          {kAny, "SELECT * FROM (SELECT * FROM t LIMIT 10) o, lines"},
          {kAny,
           "SELECT * FROM (SELECT * FROM t LIMIT 10) o JOIN users u ON u.id = o.u OR u.x = 1"},
          {kAny, "SELECT * FROM (SELECT * FROM t LIMIT 10) o RIGHT JOIN users u ON u.id = o.u"},
          {kAny,
           "SELECT * FROM (SELECT * FROM t LIMIT 10) o FULL OUTER JOIN users u ON u.id = o.u"},
          {kPostgres, "SELECT unnest(tags) FROM (SELECT * FROM t LIMIT 10) o"},
          {kClickhouse, "SELECT * FROM (SELECT * FROM t LIMIT 10) ARRAY JOIN tags AS tag"},
          {kAny,
           "WITH RECURSIVE w AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM w) SELECT * FROM w"},
          {kAny, "WITH u AS (SELECT * FROM t) SELECT * FROM u"},
          {kPostgres, "WITH u AS (DELETE FROM t RETURNING *) SELECT * FROM u"},
          {kAny, "WITH u AS (SELECT 1) SELECT * FROM s.u"},
          {kTsql,
           "SELECT * FROM (SELECT ROW_NUMBER() OVER (PARTITION BY a ORDER BY id) rn FROM t) p "
           "WHERE rn <= 20"},
          {kTsql,
           "SELECT * FROM (SELECT ROW_NUMBER() OVER (ORDER BY id) rn FROM t) p WHERE rn > 20"},
          {kBigquery, "SELECT * FROM t QUALIFY row_number() OVER (PARTITION BY a ORDER BY b) = 1"},
          // Its name is out of scope.
          {kAny, "SELECT * FROM (WITH u AS (SELECT 1) SELECT * FROM t) x JOIN u ON u.a = x.a"},
      });
}

TEST(SqlBounds, ACommonTableIsKnownToItsOwnQueryOnly) {
  expectAll(SqlBound::kUnbounded,
            {{kAny, "SELECT * FROM u WHERE a IN (WITH u AS (SELECT 1) SELECT * FROM u)"}});
}

TEST(SqlBounds, ManyCommonTablesAreUndecidedRatherThanWrong) {
  std::string sql = "WITH ";
  for (int i = 0; i < 100; ++i) {
    sql += "c" + std::to_string(i) + " AS (SELECT * FROM t LIMIT 1), ";
  }
  EXPECT_EQ(sqlBounds(sql + "d AS (SELECT 1) SELECT * FROM c99").bound, SqlBound::kUndecided);
  EXPECT_EQ(sqlBounds(sql + "d AS (SELECT 1) SELECT * FROM c5").bound, SqlBound::kBounded);
}

// --- Branches ------------------------------------------------------------------------------------

TEST(SqlBounds, SetOperatorsCombineTheirBranches) {
  expectAll(SqlBound::kBounded,
            {
                {kAny, "SELECT a FROM t UNION ALL SELECT a FROM u LIMIT 10"},
                {kAny, "(SELECT a FROM t) UNION ALL (SELECT a FROM u) LIMIT 10"},
                {kAny, "(SELECT a FROM t LIMIT 1) UNION (SELECT a FROM u LIMIT 1) ORDER BY 1"},
                {kAny, "((SELECT a FROM t LIMIT 1) UNION (SELECT a FROM u LIMIT 1))"},
                {kAny, "SELECT * FROM t INTERSECT (SELECT * FROM u LIMIT 5)"},
                {kAny, "(SELECT * FROM t LIMIT 5) EXCEPT SELECT * FROM u"},
                {kOracle, "SELECT count(*) FROM t MINUS SELECT count(*) FROM u"},
                {kDuckdb, "SELECT 1 AS a UNION ALL BY NAME SELECT 2 AS b"},
                {kAny, "SELECT 1 UNION SELECT a FROM t INTERSECT SELECT 2"},
                {kClickhouse, "SELECT a FROM t LIMIT 5 UNION ALL SELECT a FROM u LIMIT 5"},
                {kClickhouse, "(SELECT a FROM t UNION ALL SELECT a FROM u) LIMIT 5"},
            });
  expectAll(SqlBound::kUnbounded,
            {
                {kAny, "SELECT a FROM t UNION SELECT a FROM u"},
                {kAny, "SELECT * FROM t EXCEPT (SELECT * FROM u LIMIT 5)"},
                {kAny, "(SELECT a FROM t LIMIT 1) UNION SELECT a FROM u INTERSECT SELECT a FROM v"},
                {kAny, "SELECT 1 UNION ALL SELECT a FROM t ORDER BY 1"},
                // In ClickHouse a LIMIT belongs to its SELECT.
                {kClickhouse, "SELECT a FROM t UNION ALL SELECT a FROM u LIMIT 5"},
                {kClickhouse, "SELECT a FROM t LIMIT 5 UNION ALL SELECT a FROM u"},
                {kClickhouse, "SELECT a FROM t ORDER BY a UNION ALL SELECT a FROM u"},
            });
  // A syntax error in every other dialect.
  expectAll(SqlBound::kUndecided, {{kPostgres, "SELECT a FROM t LIMIT 5 UNION SELECT a FROM u"}});
}

}  // namespace
}  // namespace envelint
