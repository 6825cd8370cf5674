#include "sql/statement_generator.h"

#include <cctype>

namespace envelint {

std::string StatementGenerator::one(std::initializer_list<std::string_view> choices) {
  return std::string(choices.begin()[pick(choices.size())]);
}

void StatementGenerator::blank() {
  switch (pick(60)) {
    case 0:
      text_ += " /* LIMIT 10 */ ";
      break;
    case 1:
      text_ += " -- LIMIT 10\n";
      break;
    case 2:
      text_ += " /* a /* nested LIMIT */ ' */ ";
      break;
    case 3:
    case 4:
    case 5:
      text_ += "\n  ";
      break;
    default:
      text_ += ' ';
  }
}

// Adds words behind a blank; keywords come in any case.
void StatementGenerator::say(std::string_view words) {
  blank();
  const bool isLower = chance(25);
  for (const char c : words) {
    if (c == ' ') {
      // libpg_query takes a comment for the word that NOT and NULLS look ahead for.
      text_ += chance(5) ? '\n' : ' ';
    } else {
      text_ += isLower ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : c;
    }
  }
}

std::string StatementGenerator::column() {
  const std::string name =
      one({"id", "name", "a", "b", "created_at", "user_id", "\"limit\"", "\"Order\"", "total"});
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

std::string StatementGenerator::next() {
  text_.clear();
  depth_ = 0;
  aliases_ = 0;
  commonTables_.clear();
  statement();
  if (chance(6)) {
    glue(";");
    commonTables_.clear();
    statement();
  }
  if (chance(15)) {
    glue(";");
  }
  return text_;
}

void StatementGenerator::statement() {
  const size_t kind = pick(100);
  if (kind < 80) {
    query();
  } else if (kind < 94) {
    change();
  } else {
    utility();
  }
}

void StatementGenerator::utility() {
  glue(one({"CREATE TABLE x (id int PRIMARY KEY, \"limit\" int)",
            "CREATE VIEW v AS SELECT * FROM t",
            "CREATE TABLE y AS SELECT * FROM t",
            "BEGIN",
            "COMMIT",
            "SET LOCAL work_mem TO '1MB'",
            "SHOW search_path",
            "EXPLAIN SELECT * FROM t",
            "EXPLAIN (ANALYZE) SELECT * FROM t LIMIT 1",
            "TRUNCATE t",
            "DROP TABLE IF EXISTS t",
            "ALTER TABLE t ADD COLUMN c int",
            "COPY t TO STDOUT",
            "VACUUM t",
            "ANALYZE",
            "GRANT SELECT ON t TO r",
            "SELECT * INTO z FROM t",
            "SELECT a INTO TEMP z FROM t ORDER BY a LIMIT 3",
            "DECLARE c CURSOR FOR SELECT * FROM t",
            "LISTEN x",
            "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$"}));
}

void StatementGenerator::change() {
  if (chance(15)) {
    with();
  }
  switch (pick(3)) {
    case 0:
      say("INSERT INTO");
      say(one({"users", "app.events AS e", "orders (a, b)", "items (id)"}));
      switch (pick(4)) {
        case 0:
          say("VALUES (1, $1), (2, 'LIMIT')");
          break;
        case 1:
          say("VALUES ($1)");
          break;
        default:
          body();
      }
      if (chance(20)) {
        say(one({"ON CONFLICT DO NOTHING",
                 "ON CONFLICT (id) DO UPDATE SET a = excluded.a WHERE users.b > 1"}));
      }
      break;
    case 1:
      say("UPDATE");
      say(one({"users", "ONLY orders AS o", "items i"}));
      say("SET a = 1, b = (SELECT max(a) FROM t LIMIT 1)");
      if (chance(25)) {
        say("FROM logs l");
      }
      say("WHERE");
      condition();
      break;
    default:
      say("DELETE FROM");
      say(one({"users", "orders AS o", "items i"}));
      if (chance(25)) {
        say("USING logs l");
      }
      if (chance(60)) {
        say("WHERE");
        condition();
      }
  }
  if (chance(60)) {
    say("RETURNING");
    say(one({"*", "id", "id AS x, b z", "count"}));
  }
}

void StatementGenerator::with() {
  const bool isRecursive = chance(20);
  say(isRecursive ? "WITH RECURSIVE" : "WITH");
  const size_t count = 1 + pick(3);
  std::vector<std::string> made;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) {
      glue(",");
    }
    const std::string name = "c" + std::to_string(++aliases_);
    blank();
    glue(name);
    if (chance(15)) {
      glue(" (x, y)");
    }
    say(one({"AS", "AS", "AS MATERIALIZED", "AS NOT MATERIALIZED"}));
    glue(" (");
    if (isRecursive && chance(60)) {
      glue("SELECT 1 AS n UNION ALL SELECT n + 1 FROM " + name + " WHERE n < 10");
      limit();
    } else if (chance(10)) {
      glue(one({"INSERT INTO users (a) VALUES (1) RETURNING *", "DELETE FROM users RETURNING id",
                "UPDATE users SET a = 1 RETURNING *",
                "INSERT INTO users SELECT * FROM logs RETURNING *"}));
    } else {
      ++depth_;
      query();
      --depth_;
    }
    glue(")");
    commonTables_.push_back(name);
  }
}

void StatementGenerator::query() {
  if (depth_ < 3 && chance(15)) {
    with();
  }
  const bool isParenthesized = body();
  if (isParenthesized) {
    // PostgreSQL takes the clauses of `(SELECT ... LIMIT 1) LIMIT 2` for the same query's.
    return;
  }
  if (chance(35)) {
    orderBy();
  }
  limit();
  if (chance(4)) {
    locking();
  }
}

// Whether it is a whole query in parentheses.
bool StatementGenerator::body() {
  const size_t kind = pick(100);
  if (depth_ < 4 && kind < 16) {
    const size_t branches = 2 + pick(2);
    for (size_t i = 0; i < branches; ++i) {
      if (i > 0) {
        say(one({"UNION", "UNION ALL", "EXCEPT", "INTERSECT", "UNION DISTINCT"}));
      }
      ++depth_;
      if (chance(40)) {
        glue(" (");
        query();
        glue(")");
      } else {
        select();
      }
      --depth_;
    }
  } else if (kind < 20) {
    say("VALUES (1, 'a'), (2, $1)");
  } else if (kind < 23) {
    glue(" TABLE");
    say(one({"users", "app.events", "ONLY logs"}));
  } else if (depth_ < 4 && kind < 27) {
    glue(" (");
    ++depth_;
    query();
    --depth_;
    glue(")");
    return true;
  } else {
    select();
  }
  return false;
}

void StatementGenerator::select() {
  say("SELECT");
  if (chance(8)) {
    say(one({"DISTINCT", "ALL", "DISTINCT ON (a, b)"}));
  }
  // A query without FROM names no columns.
  if (chance(8)) {
    const size_t kind = pick(6);
    say(kind == 0   ? "1"
        : kind == 1 ? "now(), current_user"
        : kind == 2 ? "generate_series(1, 10)"
        : kind == 3 ? "unnest($1::int[]) AS x"
        : kind == 4 ? "count(*)"
                    : "$1::int + 1 AS \"limit\"");
    if (chance(20)) {
      say("WHERE false");
    }
    return;
  }
  list();
  from();
  if (chance(50)) {
    say("WHERE");
    condition();
  }
  if (chance(15)) {
    groupBy();
  }
  if (chance(8)) {
    say("HAVING");
    if (chance(60)) {
      aggregate();
      glue(" > 1");
    } else {
      condition();
    }
  }
  if (chance(4)) {
    say("WINDOW w AS (PARTITION BY a ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)");
  }
}

void StatementGenerator::list() {
  if (chance(25)) {
    say(one({"*", "t1.*", "*, 1 AS one", "a, t1.*"}));
    return;
  }
  const size_t count = 1 + pick(3);
  const bool aggregates = chance(25);
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) {
      glue(",");
    }
    if (aggregates) {
      aggregate();
    } else {
      item();
    }
    switch (pick(6)) {
      case 0:
        say("AS");
        glue(" " + one({"x", "\"limit\"", "total", "order_", "value"}));
        break;
      case 1:
        glue(" " + one({"x", "\"limit\"", "y1", "z"}));
        break;
      default:
        break;
    }
  }
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
  switch (pick(16)) {
    case 0:
      glue(" " + literal());
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
  glue(" " +
       one({"count(*)", "count(DISTINCT a)", "sum(a)", "max(b)", "min(a)::int",
            "coalesce(sum(a), 0)", "avg(a) + 1", "array_agg(a ORDER BY b DESC)",
            "string_agg(a, ', ')", "count(*) FILTER (WHERE a > 1)",
            "percentile_cont(0.5) WITHIN GROUP (ORDER BY a)", "json_agg(t1)", "pg_catalog.count(*)",
            "bool_and(a > 1)", "round(stddev(a), 2)", "(SELECT count(*) FROM logs) + count(*)"}));
}

void StatementGenerator::window() {
  glue(" " + one({"row_number() OVER (ORDER BY a)", "count(*) OVER ()", "rank() OVER w",
                  "sum(a) FILTER (WHERE b) OVER (PARTITION BY a ORDER BY b DESC NULLS LAST)",
                  "max(a) OVER (ORDER BY b ROWS UNBOUNDED PRECEDING)",
                  "lag(a, 1) OVER (ORDER BY b)", "sum(a) OVER w + 1"}));
}

void StatementGenerator::subquery() {
  if (depth_ > 3) {
    glue(" (SELECT 1 LIMIT 1)");
    return;
  }
  glue(" " + one({"(", "EXISTS (", "ARRAY(", "NOT EXISTS ("}));
  ++depth_;
  const std::vector<std::string> before = commonTables_;
  query();
  commonTables_ = before;
  --depth_;
  glue(")");
}

void StatementGenerator::from() {
  say("FROM");
  const size_t count = chance(12) ? 2 : 1;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) {
      glue(",");
    }
    source();
    while (chance(22)) {
      const std::string join =
          one({"JOIN", "INNER JOIN", "LEFT JOIN", "LEFT OUTER JOIN", "RIGHT JOIN", "FULL JOIN",
               "CROSS JOIN", "NATURAL JOIN", "CROSS JOIN LATERAL"});
      say(join);
      const int before = aliases_;
      if (join == "CROSS JOIN LATERAL") {
        glue(" (SELECT * FROM logs WHERE a = 1");
        limit();
        glue(") t" + std::to_string(++aliases_));
        continue;
      }
      source();
      if (join == "CROSS JOIN" || join == "NATURAL JOIN") {
        continue;
      }
      const std::string alias = "t" + std::to_string(before + 1);
      const std::string left = one({"t1", "t2"});
      switch (pick(7)) {
        case 0:
          say("USING (id)");
          break;
        case 1:
          say("USING (user_id, a)");
          break;
        case 2:
          say("ON");
          glue(" " + alias + ".id = " + left + ".a");
          break;
        case 3:
          say("ON");
          glue(" (" + left + ".user_id = " + alias + ".id AND " + alias + ".b > 1)");
          break;
        case 4:
          say("ON");
          glue(" " + alias + ".id = " + left + ".a OR true");
          break;
        case 5:
          say("ON");
          glue(" " + left + ".id = " + alias + ".user_id AND (a = 1 OR b = 2)");
          break;
        default:
          say("ON true");
      }
    }
  }
}

void StatementGenerator::source() {
  const std::string alias = "t" + std::to_string(++aliases_);
  const size_t kind = pick(100);
  if (depth_ < 4 && kind < 26) {
    glue(" (");
    ++depth_;
    const std::vector<std::string> before = commonTables_;
    query();
    commonTables_ = before;
    --depth_;
    glue(")");
    say(chance(50) ? "AS" : "");
    glue(" " + alias);
    if (chance(10)) {
      glue(" (x, y)");
    }
    return;
  }
  if (kind < 29) {
    glue(" generate_series(1, 100) " + alias + " (n)");
    return;
  }
  if (kind < 32) {
    glue(" (users " + alias + " JOIN logs l" + alias + " ON l" + alias + ".a = " + alias + ".a)");
    return;
  }
  if (kind < 35) {
    glue(" (VALUES (1), (2)) AS " + alias + " (n)");
    return;
  }
  glue(" " + (chance(5) ? "ONLY " : std::string()) + table());
  glue((chance(50) ? " AS " : " ") + alias);
  if (kind < 38) {
    say("TABLESAMPLE SYSTEM (10)");
  }
}

void StatementGenerator::condition() {
  comparison();
  while (chance(35)) {
    say(one({"AND", "AND", "OR", "AND NOT"}));
    comparison();
  }
}

void StatementGenerator::comparison() {
  switch (pick(14)) {
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
    default:
      glue(" " + column() + " " + one({"=", "=", "<>", "<", ">=", "!=", "~*", "<="}));
      expression();
  }
}

void StatementGenerator::groupBy() {
  say("GROUP BY");
  say(one({"a", "a, b", "1", "ROLLUP (a, b)", "GROUPING SETS ((a), (b), ())", "CUBE (a)", "()",
           "t1.a, date_trunc('day', b)"}));
}

void StatementGenerator::orderBy() {
  say("ORDER BY");
  say(one({"1", "a", "a DESC", "a, b DESC NULLS LAST", "t1.\"limit\" ASC NULLS FIRST",
           "a COLLATE \"C\" DESC", "lower(a)", "random()", "a USING >",
           "CASE WHEN a > 1 THEN 0 ELSE 1 END", "a <-> '[1,2]'"}));
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
               "LIMIT CASE WHEN true THEN 5 ELSE 6 END", "LIMIT $1::int OFFSET 10 ROWS"}));
      break;
    default:
      break;
  }
}

void StatementGenerator::locking() {
  say(one({"FOR UPDATE", "FOR SHARE OF t1", "FOR NO KEY UPDATE SKIP LOCKED", "FOR UPDATE NOWAIT"}));
}

}  // namespace envelint
