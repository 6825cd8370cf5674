#include "sql/statement_generator.h"

// The clauses of a generated query other than FROM, and what stands in them.

namespace envelint {

std::string StatementGenerator::column() {
  const std::string name =
      chance(85)
          ? one({"id", "name", "a", "b", "created_at", "user_id", "\"limit\"", "\"Order\"",
                 "total"})
          // Keywords that name columns all the same.
          : one({"first",    "last",   "rows",      "value",   "key",     "type",       "format",
                 "filter",   "row",    "timestamp", "next",    "offset_", "\"offset\"", "day",
                 "version",  "sample", "only_",     "percent", "ties",    "status",     "top",
                 "settings", "system", "limit_",    "position"});
  return chance(30) ? one({"t1", "t2", "u"}) + "." + name : name;
}

std::string StatementGenerator::table() {
  if (!commonTables_.empty() && chance(50)) {
    return commonTables_[pick(commonTables_.size())];
  }
  return one(
      {"users", "orders", "items", "app.events", "\"Mixed Case\"", "public.\"limits\"", "logs"});
}

std::string StatementGenerator::literal() {
  return one({"1", "42", "3.14", "'x'", "'it''s LIMIT 5'", "$1", "$2", "NULL", "TRUE",
              "E'a\\'b LIMIT 1'", "$$ LIMIT 3 $$", "$q$ it's $q$", "DATE '2024-01-01'",
              "INTERVAL '1 day'", "'{}'::jsonb", "ARRAY[1, 2]", "1.5e3", "B'101'", "-7"});
}

void StatementGenerator::item() {
  switch (pick(14)) {
    case 0:
      window();
      break;
    case 1:
      subquery();
      break;
    case 2:
      glue(" generate_series(1, a)");
      break;
    case 3:
      say("CASE WHEN");
      condition();
      say("THEN");
      expression();
      if (chance(50)) {
        say("ELSE");
        expression();
      }
      say("END");
      break;
    default:
      expression();
  }
}

void StatementGenerator::expression() {
  switch (pick(26)) {
    case 0:
      glue(" " + literal());
      break;
    case 12:
      glue(" position('x' IN " + column() + ")");
      break;
    case 13:
      glue(" trim(BOTH ' ' FROM " + column() + ")");
      break;
    case 14:
      glue(" " + column() + " #>> '{a,limit}'");
      break;
    case 15:
      glue(" tags[1:2]");
      break;
    case 16:
      glue(" ROW(1, " + column() + ")");
      break;
    case 17:
      glue(" " + column() + " OPERATOR(pg_catalog.+) 1");
      break;
    case 18:
      glue(" (u.address).city");
      break;
    case 19:
      glue(" CASE " + column() + " WHEN 1 THEN 'LIMIT' ELSE NULL END");
      break;
    case 1:
      glue(" coalesce(" + column() + ", " + literal() + ")");
      break;
    case 2:
      glue(" " + column() + "::" +
           one({"int", "text", "numeric(10, 2)", "double precision", "timestamp with time zone",
                "int[]", "date"}));
      break;
    case 3:
      glue(" (" + column() + " + " + literal() + ") * 2");
      break;
    case 4:
      glue(" " + column() + " -> 'a' ->> 'LIMIT'");
      break;
    case 5:
      glue(" " + column() + " AT TIME ZONE 'UTC'");
      break;
    case 6:
      glue(" extract(day FROM " + column() + ")");
      break;
    case 7:
      glue(" substring(" + column() + " FROM 1 FOR 2)");
      break;
    case 8:
      glue(" greatest(" + column() + ", min(1, 2))");
      break;
    case 9:
      glue(" cast(" + column() + " AS varchar(10))");
      break;
    case 10:
      glue(" tags[1]");
      break;
    case 11:
      glue(" " + column() + " || ' LIMIT '");
      break;
    default:
      glue(" " + column());
  }
}

void StatementGenerator::aggregate() {
  glue(" " + one({"count(*)",
                  "count(DISTINCT a)",
                  "sum(a)",
                  "max(b)",
                  "min(a)::int",
                  "coalesce(sum(a), 0)",
                  "avg(a) + 1",
                  "array_agg(a ORDER BY b DESC)",
                  "string_agg(a, ', ')",
                  "count(*) FILTER (WHERE a > 1)",
                  "percentile_cont(0.5) WITHIN GROUP (ORDER BY a)",
                  "json_agg(t1)",
                  "pg_catalog.count(*)",
                  "bool_and(a > 1)",
                  "round(stddev(a), 2)",
                  "(SELECT count(*) FROM logs) + count(*)",
                  "CASE WHEN count(*) > 1 THEN max(a) END",
                  "(array_agg(a ORDER BY b))[1]",
                  "sum(CASE WHEN a = 1 THEN 1 ELSE 0 END)::float / count(*)",
                  "max(a) FILTER (WHERE b) || 'LIMIT'"}));
}

void StatementGenerator::window() {
  glue(" " +
       one({"row_number() OVER (ORDER BY a)", "count(*) OVER ()", "rank() OVER w",
            "sum(a) FILTER (WHERE b) OVER (PARTITION BY a ORDER BY b DESC NULLS LAST)",
            "max(a) OVER (ORDER BY b ROWS UNBOUNDED PRECEDING)", "lag(a, 1) OVER (ORDER BY b)",
            "sum(a) OVER w + 1", "dense_rank() OVER (w ORDER BY b)", "coalesce(sum(a) OVER (), 0)",
            "avg(a) OVER (ORDER BY b RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING)",
            "count(*) OVER (ORDER BY b GROUPS CURRENT ROW EXCLUDE TIES)"}));
}

void StatementGenerator::condition() {
  comparison();
  while (chance(35)) {
    say(one({"AND", "AND", "OR", "AND NOT"}));
    comparison();
  }
}

void StatementGenerator::comparison() {
  switch (pick(19)) {
    case 0:
      glue(" (");
      comparison();
      say(one({"AND", "OR"}));
      comparison();
      glue(")");
      break;
    case 1:
      glue(" " + column());
      say(one({"IN", "NOT IN"}));
      if (depth_ < 3 && chance(60)) {
        glue(" (");
        ++depth_;
        const std::vector<std::string> before = commonTables_;
        query();
        commonTables_ = before;
        --depth_;
        glue(")");
      } else {
        glue(" (1, 2, $3)");
      }
      break;
    case 2:
      glue(" " + column());
      say(one({"IS NULL", "IS NOT NULL", "IS DISTINCT FROM 1", "IS NOT TRUE", "ISNULL"}));
      break;
    case 3:
      glue(" " + column());
      say(one({"LIKE", "NOT LIKE", "ILIKE", "SIMILAR TO", "NOT ILIKE"}));
      glue(" '%LIMIT%'");
      break;
    case 4:
      glue(" " + column());
      say(one({"BETWEEN 1 AND 2", "NOT BETWEEN SYMMETRIC $1 AND $2"}));
      break;
    case 5:
      glue(" " + column() + " = ANY($1::int[])");
      break;
    case 6:
      subquery();
      say("IS NOT NULL");
      break;
    case 7:
      glue(" " + column() + " @> '{\"LIMIT\": 1}' ");
      break;
    case 8:
      glue(" " + column() + " ? 'limit'");
      break;
    case 9:
      glue(" (a, b) = (1, 2)");
      break;
    case 10:
      glue(" ROW(a, b) > ROW($1, 2)");
      break;
    case 11:
      glue(" " + column() + " @@ to_tsquery('limit & 10')");
      break;
    case 12:
      glue(" created_at > now() - INTERVAL '1 day'");
      break;
    case 13:
      glue(" " + column() + " = ALL (SELECT a FROM logs LIMIT 3)");
      break;
    case 14:
      glue(" (created_at, a) OVERLAPS (b, INTERVAL '1' DAY)");
      break;
    default:
      glue(" " + column() + " " + one({"=", "=", "<>", "<", ">=", "!=", "~*", "<="}));
      expression();
  }
}

void StatementGenerator::groupBy() {
  say("GROUP BY");
  say(one({"a", "a, b", "1", "ROLLUP (a, b)", "GROUPING SETS ((a), (b), ())", "CUBE (a)", "()",
           "t1.a, date_trunc('day', b)", "DISTINCT ROLLUP (a), CUBE (b)", "(a, b)",
           "coalesce(a, 'LIMIT')"}));
}

void StatementGenerator::orderBy() {
  say("ORDER BY");
  say(one({"1", "a", "a DESC", "count(*) OVER () DESC", "(SELECT max(a) FROM logs LIMIT 1)",
           "a, b DESC NULLS LAST", "t1.\"limit\" ASC NULLS FIRST", "a COLLATE \"C\" DESC",
           "lower(a)", "random()", "a USING >", "CASE WHEN a > 1 THEN 0 ELSE 1 END",
           "a <-> '[1,2]'"}));
}

void StatementGenerator::limit() {
  switch (pick(22)) {
    case 0:
    case 1:
    case 2:
      say("LIMIT 10");
      break;
    case 3:
      say("LIMIT $1");
      break;
    case 4:
      say("LIMIT 10 OFFSET $2");
      break;
    case 5:
      say("OFFSET 5 LIMIT 10");
      break;
    case 6:
      say("LIMIT ALL");
      break;
    case 7:
      say("LIMIT NULL");
      break;
    case 8:
      say("OFFSET 20");
      break;
    case 9:
      say("FETCH FIRST 5 ROWS ONLY");
      break;
    case 10:
      say("OFFSET 2 ROWS FETCH NEXT ROW ONLY");
      break;
    case 11:
      say(one({"LIMIT (SELECT 10)", "LIMIT least($1, 100)", "LIMIT ALL OFFSET 3", "LIMIT NULL::int",
               "LIMIT 1 + 1", "FETCH FIRST (1 + 1) ROWS ONLY",
               "LIMIT CASE WHEN true THEN 5 ELSE 6 END", "LIMIT $1::int OFFSET 10 ROWS",
               "LIMIT (NULL)", "FETCH FIRST (NULL) ROWS ONLY", "LIMIT 0", "LIMIT +5", "LIMIT (10)",
               "FETCH NEXT $1 ROWS ONLY", "LIMIT coalesce($1, 20)"}));
      break;
    default:
      break;
  }
}

void StatementGenerator::locking() {
  say(one({"FOR UPDATE", "FOR SHARE OF t1", "FOR NO KEY UPDATE SKIP LOCKED", "FOR UPDATE NOWAIT"}));
}

}  // namespace envelint
