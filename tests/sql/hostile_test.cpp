// Input that nobody writes: it must neither crash nor take long.

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "sql/bounds.h"
#include "sql/support.h"

namespace envelint {
namespace {

std::string repeated(std::string_view part, size_t times) {
  std::string text;
  text.reserve(part.size() * times);
  for (size_t i = 0; i < times; ++i) {
    text += part;
  }
  return text;
}

double secondsFor(const std::string& text, SqlDialect dialect) {
  SqlOptions options;
  options.dialect = dialect;
  // The processor's time: others may be busy on the machine.
  const std::clock_t begin = std::clock();
  sqlBounds(text, options);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

TEST(SqlHostile, NestingIsBounded) {
  const std::string deep = repeated("(", 200) + "SELECT 1" + repeated(")", 200);
  EXPECT_NE(sqlBounds(deep).bound, SqlBound::kUnbounded);
  const auto expression = [](size_t depth) {
    return "SELECT * FROM t WHERE " + repeated("(", depth) + "a = 1" + repeated(")", depth);
  };
  EXPECT_EQ(sqlBounds(expression(255)).bound, SqlBound::kUnbounded);
  EXPECT_EQ(sqlBounds(expression(256)).reason, SqlReason::kTooDeep);
  EXPECT_EQ(sqlBounds(expression(1000000)).reason, SqlReason::kTooDeep);
  const std::string derived = repeated("SELECT * FROM (", 100) + "SELECT 1" + repeated(") x", 100);
  EXPECT_EQ(sqlBounds(derived).bound, SqlBound::kUndecided);
  EXPECT_EQ(sqlBounds(derived + " LIMIT 1").bound, SqlBound::kBounded);
}

TEST(SqlHostile, TimeIsLinear) {
  // Each part, many times over. A scanner that went back over its text would take minutes.
  const std::string_view parts[] = {
      "(",
      ")",
      "((",
      "'",
      "\"",
      "`",
      "''",
      "\\'",
      "/*",
      "/* */",
      "/*/*",
      "*/",
      "--",
      "-- ",
      "--\n",
      "#",
      "# ",
      " #\n",
      "   # ",
      "$",
      "$$",
      "$a$",
      "$a",
      "{",
      "{{",
      "{a",
      "{a:B",
      "[",
      "[a",
      "[a]",
      "q'[",
      "q'",
      "E'",
      "%",
      "%(",
      "%1",
      ":",
      "::",
      ":a",
      "@",
      "@@",
      "?",
      "??",
      ".",
      "a.",
      "a ",
      "a",
      "1",
      "1.",
      "1e",
      ",",
      ";",
      "\x1A",
      "a\x1A",
      "\x1A"
      "a",
      "a\x1A"
      "_",
      "\x1A"
      "select ",
      "select ",
      "select 1;",
      "select * from t;",
      "from ",
      "select * from (",
      "union select 1 ",
      "with a as (",
      "with a as (select 1),",
      "case ",
      "case when a then ",
      "and a = 1 ",
      "or ",
      "not ",
      "a = b and ",
      "limit ",
      "limit 1 ",
      "join t on ",
      "join t on t.id = a.b ",
      "t, ",
      "count(*) ",
      "count(*) over (",
      "max(",
      "order by a, ",
      "interval '1' day ",
      "is not distinct from ",
      "begin ",
      "create trigger ",
      "\xC2\xA0",
      "\xEF\xBB\xBF",
      "\xFF",
      "\x01",
      std::string_view("\0", 1),
  };
  const std::string_view before[] = {"", "select * from t where ", "select "};
  for (const std::string_view first : before) {
    for (const std::string_view part : parts) {
      const std::string text = std::string(first) + repeated(part, 30000);
      for (const SqlDialect dialect :
           {SqlDialect::kAny, SqlDialect::kTsql, SqlDialect::kClickhouse}) {
        EXPECT_LT(secondsFor(text, dialect), 0.5) << first << part;
      }
    }
  }
}

TEST(SqlHostile, TimeDoesNotGrowWithTheSquareOfALongText) {
  constexpr size_t kShort = size_t{1} << 17;
  struct Shape {
    std::string_view begin;
    std::string_view part;
  };
  const Shape shapes[] = {
      {"", "("},
      {"SELECT * FROM t WHERE a IN ", "("},
      {"SELECT * FROM t WHERE a = ", "(a) + "},
      {"SELECT ", "'"},
      {"SELECT ", "'a' "},
      {"SELECT ", "\""},
      {"SELECT 1 ", "/* a */ "},
      {"SELECT 1 ", "/*"},
      {"SELECT 1 ", "-- LIMIT 1\n"},
      {"SELECT a FROM t ", "UNION SELECT a FROM t "},
      {"SELECT a FROM t ", "UNION (SELECT a FROM t LIMIT 1) "},
      {"SELECT a", ", a"},
      {"SELECT a FROM t", ", t"},
      {"SELECT a", ",,"},
      {"SELECT a FROM t ", "JOIN u ON u.id = t.a "},
      {"SELECT a FROM t WHERE a = 1 ", "AND b = 'it\\'s' "},
      {"WITH a AS (SELECT 1)", ", b AS (SELECT * FROM a)"},
      {"SELECT * FROM \x1A", " \x1A"},
      {"", "SELECT 1;"},
      {"SELECT ", "CASE WHEN a THEN "},
  };
  for (const Shape& shape : shapes) {
    const size_t times = kShort / shape.part.size();
    const std::string few = std::string(shape.begin) + repeated(shape.part, times);
    const std::string many = std::string(shape.begin) + repeated(shape.part, 16 * times);
    // Sixteen times the text takes 16 times as long where time is linear, 256 times where it grows
    // with the square. Between them is what a busy machine adds, and its caches: the short text
    // fits one that the long text doesn't. The best of several rounds counts.
    double brief = 1e9;
    double lengthy = 1e9;
    for (int round = 0; round < 8 && (round < 2 || lengthy > 64 * brief + 0.002); ++round) {
      brief = std::min(brief, secondsFor(few, SqlDialect::kAny));
      lengthy = std::min(lengthy, secondsFor(many, SqlDialect::kAny));
    }
    EXPECT_LT(lengthy, 64 * brief + 0.002) << shape.begin << shape.part;
    EXPECT_LT(lengthy, 5) << shape.begin << shape.part;
  }
}

TEST(SqlHostile, AnyBytesAreGoodInput) {
  std::mt19937 random(20240229);
  const std::vector<SqlCase> cases = readSqlCases();
  ASSERT_FALSE(cases.empty());
  const std::string_view splices[] = {"(",       ")",       "'",       "\"",
                                      "/*",      "*/",      "--",      ";",
                                      "\x1A",    "[",       "]",       "{",
                                      "}",       "$$",      "\\",      std::string_view("\0", 1),
                                      "\xFF",    "LIMIT 1", "SELECT ", " FROM ",
                                      " UNION ", "WITH ",   " CASE ",  " END ",
                                      ".",       ","};
  for (int round = 0; round < 100000; ++round) {
    std::string text = cases[random() % cases.size()].sql;
    const int changes = 1 + static_cast<int>(random() % 4);
    for (int change = 0; change < changes && !text.empty(); ++change) {
      const size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text.erase(at, 1 + random() % 8);
          break;
        case 1:
          text.insert(at, splices[random() % std::size(splices)]);
          break;
        case 2:
          text[at] = static_cast<char>(random());
          break;
        default:
          text.insert(at, text, random() % text.size(), random() % 16);
      }
    }
    SqlOptions options;
    options.dialect = static_cast<SqlDialect>(random() % 9);
    const SqlBounds bounds = sqlBounds(text, options);
    ASSERT_LE(bounds.begin, text.size());
    for (const SqlTable& table : bounds.tables) {
      ASSERT_GE(table.name.data(), text.data());
      ASSERT_LE(table.name.data() + table.name.size(), text.data() + text.size());
    }
  }
}

}  // namespace
}  // namespace envelint
