#pragma once

// Tables of statements that all have the same verdict.

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "sql/bounds.h"
#include "sql/support.h"

namespace envelint {

/// A statement of a test.
struct Statement {
  SqlDialect dialect;
  std::string_view sql;
};

inline constexpr SqlDialect kAny = SqlDialect::kAny;
inline constexpr SqlDialect kPostgres = SqlDialect::kPostgres;
inline constexpr SqlDialect kSqlite = SqlDialect::kSqlite;
inline constexpr SqlDialect kMysql = SqlDialect::kMysql;
inline constexpr SqlDialect kTsql = SqlDialect::kTsql;
inline constexpr SqlDialect kDuckdb = SqlDialect::kDuckdb;
inline constexpr SqlDialect kClickhouse = SqlDialect::kClickhouse;
inline constexpr SqlDialect kBigquery = SqlDialect::kBigquery;
inline constexpr SqlDialect kOracle = SqlDialect::kOracle;

/// Judges the statement, whose `${x}` are holes. Its tables are left out.
inline SqlBounds judge(const Statement& statement) {
  SqlOptions options;
  options.dialect = statement.dialect;
  const std::string text = withHoles(statement.sql);
  SqlBounds bounds = sqlBounds(text, options);
  // They point into the copy.
  bounds.tables.clear();
  return bounds;
}

/// Expects the same verdict on each of the statements.
inline void expectAll(SqlBound bound, std::initializer_list<Statement> statements) {
  for (const Statement& statement : statements) {
    const SqlBounds bounds = judge(statement);
    EXPECT_STREQ(nameOf(bounds.bound), nameOf(bound))
        << statement.sql << "\n(" << sqlReasonText(bounds.reason) << ")";
  }
}

}  // namespace envelint
