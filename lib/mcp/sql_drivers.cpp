#include "mcp/sql_drivers.h"

#include <algorithm>
#include <array>

#include "source/words.h"

namespace envelint {
namespace {

using enum RowShape;
using enum SqlDialect;

// Grouped by driver; the signatures are those of each driver's own documentation.
constexpr auto kFunctions = std::to_array<QueryFunction>({
    // PostgreSQL
    {"pg", "query", kObject, kPostgres},
    {"@neondatabase/serverless", "query", kUnknown, kPostgres},
    {"@neondatabase/serverless", "unsafe", kRows, kPostgres},
    {"@neondatabase/serverless", "", kRows, kPostgres},
    {"@neondatabase/serverless", "", kRows, kPostgres, {}, true},
    {"@electric-sql/pglite", "query", kObject, kPostgres},
    {"@electric-sql/pglite", "exec", kRows, kPostgres},
    {"@electric-sql/pglite", "sql", kObject, kPostgres, {}, true},
    {"@vercel/postgres", "query", kObject, kPostgres},
    {"@vercel/postgres", "sql", kObject, kPostgres, {}, true},
    {"postgres", "", kRows, kPostgres, {}, true},
    {"postgres", "unsafe", kRows, kPostgres},
    {"pg-promise", "any", kRows, kPostgres},
    {"pg-promise", "many", kRows, kPostgres},
    {"pg-promise", "manyOrNone", kRows, kPostgres},
    {"pg-promise", "query", kRows, kPostgres},
    {"pg-promise", "one", kOne, kPostgres},
    {"pg-promise", "oneOrNone", kOne, kPostgres},
    {"pg-promise", "none", kNone, kPostgres},
    {"slonik", "any", kRows, kPostgres},
    {"slonik", "many", kRows, kPostgres},
    {"slonik", "query", kObject, kPostgres},
    {"slonik", "one", kOne, kPostgres},
    {"slonik", "maybeOne", kOne, kPostgres},
    // MySQL and MariaDB
    {"mysql2/promise", "query", kPair, kMysql},
    {"mysql2/promise", "execute", kPair, kMysql},
    {"mysql2-promise", "query", kPair, kMysql},
    {"mysql2-promise", "execute", kPair, kMysql},
    {"mysql2", "query", kUnknown, kMysql},
    {"mysql2", "execute", kUnknown, kMysql},
    {"mysql", "query", kCallback, kMysql},
    {"mariadb", "query", kRows, kMysql},
    {"mariadb", "execute", kRows, kMysql},
    {"@planetscale/database", "execute", kObject, kMysql},
    // SQLite
    {"better-sqlite3", "all", kRows, kSqlite, "prepare"},
    {"better-sqlite3", "iterate", kRows, kSqlite, "prepare"},
    {"better-sqlite3", "get", kOne, kSqlite, "prepare"},
    {"better-sqlite3", "run", kNone, kSqlite, "prepare"},
    {"better-sqlite3", "exec", kNone, kSqlite},
    {"better-sqlite3", "pragma", kNone, kSqlite},
    {"node:sqlite", "all", kRows, kSqlite, "prepare"},
    {"node:sqlite", "iterate", kRows, kSqlite, "prepare"},
    {"node:sqlite", "get", kOne, kSqlite, "prepare"},
    {"node:sqlite", "run", kNone, kSqlite, "prepare"},
    {"node:sqlite", "exec", kNone, kSqlite},
    {"bun:sqlite", "all", kRows, kSqlite, "query"},
    {"bun:sqlite", "values", kRows, kSqlite, "query"},
    {"bun:sqlite", "iterate", kRows, kSqlite, "query"},
    {"bun:sqlite", "get", kOne, kSqlite, "query"},
    {"bun:sqlite", "run", kNone, kSqlite, "query"},
    {"bun:sqlite", "all", kRows, kSqlite, "prepare"},
    {"bun:sqlite", "values", kRows, kSqlite, "prepare"},
    {"bun:sqlite", "get", kOne, kSqlite, "prepare"},
    {"bun:sqlite", "run", kNone, kSqlite, "prepare"},
    {"bun:sqlite", "run", kNone, kSqlite},
    {"bun:sqlite", "exec", kNone, kSqlite},
    {"bun", "", kRows, kAny, {}, true},
    {"sqlite3", "all", kCallback, kSqlite},
    {"sqlite3", "each", kCallback, kSqlite},
    {"sqlite3", "get", kOne, kSqlite},
    {"sqlite3", "run", kNone, kSqlite},
    {"sqlite3", "exec", kNone, kSqlite},
    {"sqlite", "all", kRows, kSqlite},
    {"sqlite", "get", kOne, kSqlite},
    {"sqlite", "run", kNone, kSqlite},
    {"sqlite", "exec", kNone, kSqlite},
    {"sql.js", "exec", kPair, kSqlite},
    {"sql.js", "run", kNone, kSqlite},
    {"@libsql/client", "execute", kObject, kSqlite},
    {"@libsql/client", "batch", kNone, kSqlite},
    {"D1Database", "all", kObject, kSqlite, "prepare"},
    {"D1Database", "raw", kRows, kSqlite, "prepare"},
    {"D1Database", "first", kOne, kSqlite, "prepare"},
    {"D1Database", "run", kObject, kSqlite, "prepare"},
    {"D1Database", "exec", kNone, kSqlite},
    {"SqlStorage", "exec", kRows, kSqlite},
    // SQL Server
    {"mssql", "query", kObject, kTsql},
    {"mssql", "query", kObject, kTsql, {}, true},
    {"mssql", "batch", kObject, kTsql},
    {"tedious", "Request", kNone, kTsql},
    // Oracle
    {"oracledb", "execute", kObject, kOracle},
    // Analytics
    {"duckdb", "all", kCallback, kDuckdb},
    {"duckdb", "run", kNone, kDuckdb},
    {"duckdb", "exec", kNone, kDuckdb},
    {"duckdb-async", "all", kRows, kDuckdb},
    {"duckdb-async", "run", kNone, kDuckdb},
    {"duckdb-async", "exec", kNone, kDuckdb},
    {"@duckdb/node-api", "run", kObject, kDuckdb},
    {"@duckdb/node-api", "stream", kObject, kDuckdb},
    {"@duckdb/node-api", "runAndRead", kObject, kDuckdb},
    {"@duckdb/node-api", "runAndReadAll", kObject, kDuckdb},
    {"@clickhouse/client", "query", kObject, kClickhouse},
    {"@clickhouse/client", "command", kNone, kClickhouse},
    {"@clickhouse/client", "exec", kObject, kClickhouse},
    {"@google-cloud/bigquery", "query", kPair, kBigquery},
    {"@google-cloud/bigquery", "createQueryJob", kNone, kBigquery},
    {"snowflake-sdk", "execute", kCallback, kAny},
    {"@databricks/sql", "executeStatement", kObject, kAny},
    // Query builders and mappers, where they are given SQL
    {"knex", "raw", kUnknown, kAny},
    {"@prisma/client", "$queryRaw", kRows, kAny, {}, true},
    {"@prisma/client", "$queryRaw", kRows, kAny},
    {"@prisma/client", "$queryRawUnsafe", kRows, kAny},
    {"@prisma/client", "$executeRaw", kNone, kAny, {}, true},
    {"@prisma/client", "$executeRawUnsafe", kNone, kAny},
    {"drizzle-orm", "execute", kUnknown, kAny},
    {"drizzle-orm", "all", kRows, kAny},
    {"drizzle-orm", "values", kRows, kAny},
    {"drizzle-orm", "get", kOne, kAny},
    {"drizzle-orm", "run", kNone, kAny},
    {"typeorm", "query", kRows, kAny},
    {"kysely", "execute", kObject, kAny, "sql"},
    {"kysely", "execute", kObject, kAny, "raw"},
    {"sequelize", "query", kUnknown, kAny},
    {"@mikro-orm/core", "execute", kRows, kAny},
    // Languages like SQL whose services have pages of their own
    {"jsforce", "query", kNone, kAny},
    {"jsforce", "queryMore", kNone, kAny},
    // Receivers that aren't known, by names that drivers and their wrappers share
    {"", "query", kUnknown, kAny},
    {"", "queryAll", kRows, kAny},
    {"", "queryRows", kRows, kAny},
    {"", "execute", kUnknown, kAny},
    {"", "executeQuery", kUnknown, kAny},
    {"", "executeSql", kUnknown, kAny},
    {"", "executeSQL", kUnknown, kAny},
    {"", "runQuery", kUnknown, kAny},
    {"", "rawQuery", kUnknown, kAny},
    {"", "fetchAll", kRows, kAny},
    {"", "fetchall", kRows, kAny},
    {"", "all", kUnknown, kAny},
    {"", "any", kRows, kAny},
    {"", "many", kRows, kAny},
    {"", "manyOrNone", kRows, kAny},
    {"", "unsafe", kRows, kAny},
    {"", "select", kRows, kAny},
    {"", "raw", kUnknown, kAny},
    {"", "$queryRawUnsafe", kRows, kAny},
    {"", "$queryRaw", kRows, kAny, {}, true},
    {"", "all", kUnknown, kAny, "prepare"},
    {"", "iterate", kRows, kAny, "prepare"},
    {"", "raw", kRows, kAny, "prepare"},
    {"", "values", kRows, kAny, "prepare"},
    {"", "all", kRows, kAny, "query"},
});

// The C interfaces of SQLite, libpq, MySQL, ODBC and DuckDB; methods of QSqlQuery, libpqxx, SOCI,
// SQLiteCpp, DuckDB, drogon and IBPP, which share their names with others.
constexpr auto kCppFunctions = std::to_array<CppQueryFunction>({
    {"sqlite3_prepare", 1, true, kSqlite},
    {"sqlite3_prepare_v2", 1, true, kSqlite},
    {"sqlite3_prepare_v3", 1, true, kSqlite},
    {"sqlite3_exec", 1, true, kSqlite},
    {"sqlite3_get_table", 1, true, kSqlite},
    {"PQexec", 1, true, kPostgres},
    {"PQexecParams", 1, true, kPostgres},
    {"PQprepare", 2, true, kPostgres},
    {"PQsendQuery", 1, true, kPostgres},
    {"mysql_query", 1, true, kMysql},
    {"mysql_real_query", 1, true, kMysql},
    {"mysql_stmt_prepare", 1, true, kMysql},
    {"SQLExecDirect", 1, true, kAny},
    {"SQLPrepare", 1, true, kAny},
    {"duckdb_query", 1, true, kDuckdb},
    {"duckdb_prepare", 1, true, kDuckdb},
    {"Statement", 1, false, kSqlite},
    {"Query", 0, false, kDuckdb},
    {"SendQuery", 0, false, kDuckdb},
    {"Prepare", 0, false, kDuckdb},
    {"exec", 0, false, kAny},
    {"exec_params", 0, false, kPostgres},
    {"query", 0, false, kAny},
    {"prepare", 0, false, kAny},
    {"execute", 0, false, kAny},
    {"executeQuery", 0, false, kAny},
    {"execSqlSync", 0, false, kAny},
});

constexpr auto kFragmentMakers =
    std::to_array<std::string_view>({"SQL", "raw", "sql", "sqlFragment", "unsafe"});
constexpr auto kTextKeys =
    std::to_array<std::string_view>({"query", "sql", "sqlText", "statement", "text"});
constexpr auto kRowCapKeys = std::to_array<std::string_view>({
    "maxResults",
    "maxRows",
    "max_rows",
    "rowLimit",
});
constexpr auto kExecutions = std::to_array<std::string_view>({
    "executeQuery",
    "executeRawQuery",
    "executeRawSql",
    "executeReadOnlyQuery",
    "executeSQL",
    "executeSql",
    "executeStatement",
    "execute_sql",
    "querySql",
    "rawQuery",
    "runQuery",
    "runSQL",
    "runSql",
});

/// Whether an import of `specifier` is one of `package`: the package itself or a file of it.
bool isOf(std::string_view specifier, std::string_view package) {
  return specifier.starts_with(package) &&
         (specifier.size() == package.size() || specifier[package.size()] == '/');
}

}  // namespace

const QueryFunction* findQueryFunction(std::string_view package, std::string_view method,
                                       std::string_view statement, bool isTag) {
  const auto it = std::ranges::find_if(kFunctions, [&](const QueryFunction& row) {
    const bool isPackage = row.package.empty() ? package.empty() : isOf(package, row.package);
    return isPackage && row.method == method && row.statement == statement && row.isTag == isTag;
  });
  return it == kFunctions.end() ? nullptr : it;
}

const CppQueryFunction* findCppQueryFunction(std::string_view name) {
  const auto it = std::ranges::find(kCppFunctions, name, &CppQueryFunction::name);
  return it == kCppFunctions.end() ? nullptr : it;
}

bool isSqlPackage(std::string_view package) {
  return std::ranges::any_of(kFunctions, [&](const QueryFunction& row) {
    return !row.package.empty() && isOf(package, row.package);
  });
}

bool isQueryMethod(std::string_view method) {
  return std::ranges::any_of(kFunctions, [&](const QueryFunction& row) {
    return row.method == method && row.shape != kNone && row.shape != kOne;
  });
}

bool isStatementMaker(std::string_view method) {
  return std::ranges::any_of(kFunctions, [&](const QueryFunction& row) {
    return !method.empty() && row.statement == method;
  });
}

bool isFragmentMaker(std::string_view method) { return isOneOf(method, kFragmentMakers); }
bool isTextKey(std::string_view key) { return isOneOf(key, kTextKeys); }
bool isRowCapKey(std::string_view key) { return isOneOf(key, kRowCapKeys); }
bool namesSqlExecution(std::string_view method) { return isOneOf(method, kExecutions); }

}  // namespace envelint
