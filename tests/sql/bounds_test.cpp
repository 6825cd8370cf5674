// What bounds a query, construct by construct. `${x}` in a statement is a hole.

#include "sql/bounds.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "sql/support.h"

namespace envelint {
namespace {

struct Statement {
  SqlDialect dialect;
  std::string_view sql;
};

constexpr SqlDialect kAny = SqlDialect::kAny;
constexpr SqlDialect kPostgres = SqlDialect::kPostgres;
constexpr SqlDialect kSqlite = SqlDialect::kSqlite;
constexpr SqlDialect kMysql = SqlDialect::kMysql;
constexpr SqlDialect kTsql = SqlDialect::kTsql;
constexpr SqlDialect kDuckdb = SqlDialect::kDuckdb;
constexpr SqlDialect kClickhouse = SqlDialect::kClickhouse;
constexpr SqlDialect kBigquery = SqlDialect::kBigquery;
constexpr SqlDialect kOracle = SqlDialect::kOracle;

SqlBounds judge(const Statement& statement) {
  SqlOptions options;
  options.dialect = statement.dialect;
  // The copy may go: what the answer points into isn't looked at.
  const std::string text = withHoles(statement.sql);
  SqlBounds bounds = sqlBounds(text, options);
  bounds.tables.clear();
  return bounds;
}

void expectAll(SqlBound bound, std::initializer_list<Statement> statements) {
  for (const Statement& statement : statements) {
    const SqlBounds bounds = judge(statement);
    EXPECT_STREQ(nameOf(bounds.bound), nameOf(bound))
        << statement.sql << "\n(" << sqlReasonText(bounds.reason) << ")";
  }
}

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

// --- Tables, keys, looks -------------------------------------------------------------------------

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
