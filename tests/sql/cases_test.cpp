// The table of cases: statements of every dialect, each with the verdict a person gave it.

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "sql/bounds.h"
#include "sql/support.h"

namespace envelint {

std::vector<SqlCase> readSqlCases() {
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
  std::ifstream file(ENVELINT_SOURCE_DIR "/tests/sql/cases.tsv");
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
    if (cells.size() != 5) {
      ADD_FAILURE() << "not five columns: " << line;
      continue;
    }
    cases.push_back({cells[0], dialects.at(cells[1]), withHoles(cells[2]),
                     cells[3] == "unparsable" ? "undecided" : cells[3], cells[4]});
  }
  return cases;
}

namespace {

// The table calls a query unbounded whose only bound lies in what it reads; its last column says
// so.
bool isPassedThrough(const SqlCase& one) {
  return one.why.find("[passthrough") != std::string::npos;
}

TEST(SqlCases, AllAreThere) { EXPECT_EQ(readSqlCases().size(), 173u); }

TEST(SqlCases, EachIsDecidedAsThePersonDid) {
  for (const SqlCase& one : readSqlCases()) {
    SqlOptions options;
    options.dialect = one.dialect;
    options.countSubqueries = !isPassedThrough(one);
    EXPECT_EQ(nameOf(sqlBounds(one.sql, options).bound), one.expected) << one.id << ": " << one.sql;
  }
}

TEST(SqlCases, EachIsDecidedTheSameWithoutTheDialect) {
  for (const SqlCase& one : readSqlCases()) {
    SqlOptions options;
    options.countSubqueries = !isPassedThrough(one);
    EXPECT_EQ(nameOf(sqlBounds(one.sql, options).bound), one.expected) << one.id << ": " << one.sql;
  }
}

TEST(SqlCases, WhatIsPassedThroughIsBoundedInFact) {
  int count = 0;
  for (const SqlCase& one : readSqlCases()) {
    if (isPassedThrough(one)) {
      const SqlBounds bounds = sqlBounds(one.sql);
      EXPECT_EQ(bounds.bound, SqlBound::kBounded) << one.sql;
      EXPECT_EQ(bounds.reason, SqlReason::kSubquery) << one.sql;
      ++count;
    }
  }
  EXPECT_EQ(count, 2);
}

}  // namespace
}  // namespace envelint
