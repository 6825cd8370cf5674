// The tables of cases: statements of every dialect, each with the verdict a person gave it.
// real_life.tsv holds what people and their libraries write; cases.tsv goes through the grammar.

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "sql/bounds.h"
#include "sql/support.h"

namespace envelint {

std::vector<SqlCase> readSqlCases(const std::string& table) {
  const std::map<std::string, SqlDialect> dialects = {
      {"any", SqlDialect::kAny},
      {"bigquery", SqlDialect::kBigquery},
      {"clickhouse", SqlDialect::kClickhouse},
      {"duckdb", SqlDialect::kDuckdb},
      {"mysql", SqlDialect::kMysql},
      {"oracle", SqlDialect::kOracle},
      {"pg", SqlDialect::kPostgres},
      {"sqlite", SqlDialect::kSqlite},
      {"tsql", SqlDialect::kTsql},
  };
  std::vector<SqlCase> cases;
  std::ifstream file(ENVELINT_SOURCE_DIR "/tests/sql/" + table);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<std::string> cells = {""};
    for (size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '\t') {
        cells.emplace_back();
      } else if (line[i] == '\\' && i + 1 < line.size()) {
        ++i;
        cells.back() += line[i] == 'n' ? '\n' : line[i];
      } else {
        cells.back() += line[i];
      }
    }
    if (cells.size() < 4 || dialects.count(cells[1]) == 0) {
      ADD_FAILURE() << "no case: " << line;
      continue;
    }
    cases.push_back({cells[0], dialects.at(cells[1]), withHoles(cells[2]), cells[3],
                     cells.size() > 4 ? cells[4] : cells[3]});
  }
  return cases;
}

namespace {

TEST(SqlCases, AllAreThere) {
  EXPECT_EQ(readSqlCases().size(), 173u);
  EXPECT_EQ(readSqlCases("real_life.tsv").size(), 436u);
}

TEST(SqlCases, EachIsDecidedAsThePersonDid) {
  for (const SqlCase& one : readSqlCases()) {
    SqlOptions options;
    options.dialect = one.dialect;
    EXPECT_EQ(nameOf(sqlBounds(one.sql, options).bound), one.withSubqueries)
        << one.id << ": " << one.sql;
  }
}

TEST(SqlCases, EachIsDecidedTheSameWithoutTheDialect) {
  for (const SqlCase& one : readSqlCases()) {
    EXPECT_EQ(nameOf(sqlBounds(one.sql).bound), one.withSubqueries) << one.id << ": " << one.sql;
  }
}

TEST(SqlCases, WhatASubqueryBoundsIsUnboundedWhereThatDoesntCount) {
  int count = 0;
  for (const SqlCase& one : readSqlCases()) {
    if (one.verdict == one.withSubqueries) {
      continue;
    }
    SqlOptions options;
    EXPECT_EQ(sqlBounds(one.sql, options).reason, SqlReason::kSubquery) << one.sql;
    options.countSubqueries = false;
    EXPECT_EQ(nameOf(sqlBounds(one.sql, options).bound), one.verdict) << one.sql;
    ++count;
  }
  EXPECT_EQ(count, 2);
}

TEST(SqlCases, WhatPeopleWriteIsDecidedAsTheyWould) {
  for (const SqlCase& one : readSqlCases("real_life.tsv")) {
    SqlOptions options;
    options.dialect = one.dialect;
    const SqlBounds bounds = sqlBounds(one.sql, options);
    EXPECT_EQ(nameOf(bounds.bound), one.verdict)
        << one.id << ": " << one.sql << "\n(" << sqlReasonText(bounds.reason) << ")";
  }
}

TEST(SqlCases, WhatPeopleWriteIsNeverDecidedOtherwiseWithoutTheDialect) {
  int undecided = 0;
  for (const SqlCase& one : readSqlCases("real_life.tsv")) {
    const SqlBounds bounds = sqlBounds(one.sql);
    if (bounds.bound == SqlBound::kUndecided && one.verdict != "undecided") {
      ++undecided;
      continue;
    }
    EXPECT_EQ(nameOf(bounds.bound), one.verdict)
        << one.id << ": " << one.sql << "\n(" << sqlReasonText(bounds.reason) << ")";
  }
  // FROM alone, and two queries with nothing between them.
  EXPECT_EQ(undecided, 3);
}

}  // namespace
}  // namespace envelint
