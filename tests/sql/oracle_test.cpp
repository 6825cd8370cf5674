// PostgreSQL's own parser as the oracle: where it and the scanner both decide, they must agree.

#include <gtest/gtest.h>

#include <iostream>
#include <optional>
#include <string>

#include "sql/bounds.h"
#include "sql/pg_oracle.h"
#include "sql/statement_generator.h"
#include "sql/support.h"

namespace envelint {
namespace {

constexpr int kStatements = 10000;

#define SKIP_WITHOUT_ORACLE()                                                             \
  if (!hasPgOracle()) {                                                                   \
    GTEST_SKIP() << "built without libpg_query: install libpg-query-dev and build again"; \
  }

SqlOptions postgres() {
  SqlOptions options;
  options.dialect = SqlDialect::kPostgres;
  return options;
}

TEST(SqlOracle, AgreesOnGeneratedStatements) {
  SKIP_WITHOUT_ORACLE();
  StatementGenerator generator(1);
  int refused = 0;
  int undecided = 0;
  int agreed[3] = {};
  int disagreed = 0;
  for (int i = 0; i < kStatements; ++i) {
    const std::string text = generator.next();
    const SqlBounds ours = sqlBounds(text, postgres());
    const std::optional<SqlBound> theirs = askPgOracle(text);
    if (!theirs) {
      ++refused;
    } else if (ours.bound == SqlBound::kUndecided) {
      ++undecided;
    } else if (ours.bound == *theirs) {
      ++agreed[static_cast<int>(ours.bound)];
    } else if (++disagreed <= 10) {
      ADD_FAILURE() << "we say " << nameOf(ours.bound) << " (" << sqlReasonText(ours.reason)
                    << "), PostgreSQL's parser says " << nameOf(*theirs) << ":\n"
                    << text;
    }
  }
  std::cout << "[  oracle  ] " << kStatements << " statements: agreed on " << agreed[0]
            << " bounded, " << agreed[1] << " unbounded, " << agreed[2] << " without rows; "
            << disagreed << " disagreements; we left " << undecided
            << " undecided, the parser refused " << refused << "\n";
  EXPECT_EQ(disagreed, 0);
  // So that the agreement means something. Measured: all are decided, by both.
  EXPECT_LT(undecided, kStatements / 200);
  EXPECT_LT(refused, kStatements / 200);
  for (const int count : agreed) {
    EXPECT_GT(count, kStatements / 40);
  }
}

TEST(SqlOracle, AgreesWithoutKnowingTheDialect) {
  SKIP_WITHOUT_ORACLE();
  StatementGenerator generator(2);
  int disagreed = 0;
  int undecided = 0;
  for (int i = 0; i < kStatements; ++i) {
    const std::string text = generator.next();
    const SqlBounds ours = sqlBounds(text);
    const std::optional<SqlBound> theirs = askPgOracle(text);
    if (theirs && ours.bound == SqlBound::kUndecided) {
      ++undecided;
    } else if (theirs && ours.bound != *theirs && ++disagreed <= 10) {
      ADD_FAILURE() << "we say " << nameOf(ours.bound) << " (" << sqlReasonText(ours.reason)
                    << "), PostgreSQL's parser says " << nameOf(*theirs) << ":\n"
                    << text;
    }
  }
  EXPECT_EQ(disagreed, 0);
  EXPECT_LT(undecided, kStatements / 20);
}

TEST(SqlOracle, AgreesOnTheTable) {
  SKIP_WITHOUT_ORACLE();
  int both = 0;
  for (const SqlCase& one : readSqlCases()) {
    if (one.dialect != SqlDialect::kPostgres) {
      continue;
    }
    const SqlBounds ours = sqlBounds(one.sql, postgres());
    const std::optional<SqlBound> theirs = askPgOracle(one.sql);
    if (theirs && ours.bound != SqlBound::kUndecided) {
      EXPECT_STREQ(nameOf(ours.bound), nameOf(*theirs)) << one.id << ": " << one.sql;
      ++both;
    }
  }
  EXPECT_GT(both, 60);
}

}  // namespace
}  // namespace envelint
