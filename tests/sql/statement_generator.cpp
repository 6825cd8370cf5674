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
            "MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET a = s.a",
            "PREPARE p AS SELECT * FROM t",
            "EXECUTE p(1, 'LIMIT 3')",
            "CALL refresh(1)",
            "DO $$ BEGIN PERFORM 1; END $$",
            "CREATE UNIQUE INDEX i ON t (a) WHERE b > 1",
            "COMMENT ON TABLE t IS 'LIMIT 10'",
            "REFRESH MATERIALIZED VIEW v",
            "LOCK TABLE t IN SHARE MODE",
            "SAVEPOINT s",
            "ROLLBACK TO SAVEPOINT s",
            "COPY (SELECT * FROM t) TO STDOUT",
            "CREATE MATERIALIZED VIEW v AS SELECT * FROM t LIMIT 5",
            "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$"}));
}

void StatementGenerator::change() {
  if (chance(15)) {
    with();
  }
  switch (pick(3)) {
    case 0:
      insert();
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
    say(one({"*", "id", "id AS x, b z", "count", "users.*", "(a + 1) AS \"limit\"",
             "(SELECT max(id) FROM logs) AS m", "id, now() - created_at"}));
  }
}

void StatementGenerator::insert() {
  say("INSERT INTO");
  const bool takesColumns = chance(50);
  say(takesColumns ? one({"orders (a, b)", "items (id)"}) : one({"users", "app.events AS e"}));
  switch (pick(5)) {
    case 0:
      say("VALUES (1, $1), (2, 'LIMIT')");
      break;
    case 1:
      say(takesColumns ? "VALUES (DEFAULT, $1 + 1)" : "DEFAULT VALUES");
      break;
    case 2:
      say("VALUES ($1)");
      break;
    default:
      body();
  }
  if (chance(20)) {
    say(one({"ON CONFLICT DO NOTHING",
             "ON CONFLICT (id) DO UPDATE SET a = excluded.a WHERE users.b > 1",
             "ON CONFLICT ON CONSTRAINT users_pkey DO NOTHING",
             "ON CONFLICT (lower(a)) WHERE b DO UPDATE SET (a, b) = (SELECT 1, 2)"}));
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
    if (chance(3)) {
      say("FETCH FIRST 3 ROWS WITH TIES");
      return;
    }
  }
  if (chance(4)) {
    // The two come in any order.
    locking();
    limit();
    return;
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
    say(one({"DISTINCT", "ALL", "DISTINCT ON (a, b)", "DISTINCT ON (t1.a)"}));
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
      switch (pick(8)) {
        case 6:
          say("USING (id) AS j");
          break;
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
  if (kind < 30) {
    glue(" " + one({"ROWS FROM (generate_series(1, 3), unnest($1::int[]))",
                    "unnest(ARRAY[1, 2]) WITH ORDINALITY", "LATERAL unnest($1::int[])",
                    "json_to_recordset($1) AS", "my_rows($1)"}));
    glue(" " + alias + " (n int)");
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
    say(one({"TABLESAMPLE SYSTEM (10)", "TABLESAMPLE BERNOULLI ($1) REPEATABLE (3)"}));
  }
}

}  // namespace envelint
