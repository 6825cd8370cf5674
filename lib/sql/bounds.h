#pragma once

// Whether SQL text hands out a bounded number of rows.
//
// Contents: 1. what to say about the text, 2. the answer, 3. questions about names.
//
// The scanner behind this reads the dialects of PostgreSQL, SQLite, MySQL and MariaDB, T-SQL,
// DuckDB, ClickHouse, BigQuery and Oracle at once. It knows their quotes, comments and
// placeholders, finds the outermost query and looks at that query's own clauses. What it doesn't
// understand it calls undecided: a caller reports `kUnbounded` and nothing else.
//
// Any bytes are good input. Time is linear in the text; memory is a fixed 40 KiB of stack and the
// list of tables. Everything here may be called from any number of threads.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace envelint {

// --- 1. What to say about the text ---------------------------------------------------------------

/// Stands in the text for a part that isn't known: a template's `${...}`, the variable of a
/// concatenation, what `.join` makes. It is the control character SUBSTITUTE. A hole stands where
/// its text would, without blanks around it that the code doesn't have: "events_\x1A" is a name,
/// "ORDER BY id \x1A" may go on with a LIMIT.
inline constexpr char kSqlHole = '\x1A';

enum class SqlDialect : uint8_t {
  kAny,  ///< not known: what only some dialects allow is allowed, and where they differ in what
         ///< they mean the answer is "undecided"
  kPostgres,
  kSqlite,
  kMysql,  ///< and MariaDB
  kTsql,
  kDuckdb,
  kClickhouse,
  kBigquery,
  kOracle,
};

struct SqlOptions {
  SqlDialect dialect = SqlDialect::kAny;
  /// Whether `SELECT * FROM (SELECT ... LIMIT 10) t` is bounded, as it is in fact: a derived table
  /// or common table expression that is bounded and only passed through, a page cut by
  /// `row_number()`. If not, the outermost query itself must name the bound.
  bool countSubqueries = true;
  /// Key columns and catalogue tables besides the known ones; compared without case. A catalogue
  /// that ends in a dot is a schema.
  std::span<const std::string_view> keyColumns = {};
  std::span<const std::string_view> catalogues = {};
};

// --- 2. The answer -------------------------------------------------------------------------------

enum class SqlBound : uint8_t {
  kBounded,
  kUnbounded,
  kNotRows,  ///< answers no rows of a table: INSERT without RETURNING, DDL, PRAGMA, SHOW, EXPLAIN
  kUndecided,
};

enum class SqlReason : uint8_t {
  // kBounded
  kLimit,      ///< LIMIT, FETCH FIRST, TOP, ROWNUM, USING SAMPLE n ROWS
  kSingleRow,  ///< aggregates without GROUP BY
  kConstant,   ///< reads no table: `SELECT 1`, `SELECT EXISTS (...)`, VALUES
  kSubquery,   ///< what it reads is bounded, see SqlOptions::countSubqueries
  // kUnbounded
  kNoLimit,
  kLimitAll,    ///< LIMIT ALL, NULL, -1 or the largest number; a bound in percent
  kInnerLimit,  ///< there is a LIMIT, in a subquery or one branch of a UNION, which bounds less
  // kNotRows
  kNoRows,
  // kUndecided
  kEmpty,          ///< nothing but blanks, comments and semicolons
  kNotSql,         ///< doesn't begin as a statement does, or reads like prose
  kNotUnderstood,  ///< SQL perhaps, but not as this scanner knows it
  kIncomplete,  ///< ends in the middle: an open quote, comment or parenthesis, nothing after WHERE
  kHole,        ///< a hole may hold the bound, or decides what statement it is
  kDialect,     ///< the dialects it could be in disagree
  kTooDeep,     ///< parentheses nest deeper than 256
  kTooLong,     ///< longer than 2 GiB
};

/// A few words for messages, such as "LIMIT only in a subquery or one branch".
std::string_view sqlReasonText(SqlReason reason);

struct SqlTable {
  /// As it is written, with quotes and qualifiers: `"pg_catalog".pg_class`. Points into the text.
  std::string_view name;
  bool isFunction = false;  ///< a table function, `json_each(...)`: the name alone is kept
};

struct SqlBounds {
  SqlBound bound = SqlBound::kUndecided;
  SqlReason reason = SqlReason::kEmpty;
  /// Where the statement begins that decided: the first unbounded one, else the first bounded one.
  size_t begin = 0;
  /// What that statement's outermost FROM reads, derived tables and common table expressions
  /// replaced by what they read. Subqueries in expressions aren't looked at.
  std::vector<SqlTable> tables;
  /// Whether each of `tables` belongs to a catalogue (and there is one at least).
  bool isCatalogue = false;
  /// kUnbounded: whether the outermost WHERE pins a key column with `=`, so that it is one row in
  /// fact. A join keeps that only where it finds at most one row, by the joined table's own key.
  bool isKeyLookup = false;
  /// Whether the text would be taken for SQL without knowing that a query call gets it: it begins
  /// with a statement's keyword, has the statement's shape, and doesn't read like a sentence.
  bool looksLikeSql = false;
};

/// Judges the text: one statement, or several with semicolons between. Of several the verdict is
/// kUndecided if any is, else kUnbounded if any is, else kBounded if any is, else kNotRows.
SqlBounds sqlBounds(std::string_view text, const SqlOptions& options = {});

// --- 3. Questions about names --------------------------------------------------------------------

/// Whether a table, given as in SqlTable, belongs to a database's catalogue: information_schema,
/// pg_catalog, sqlite_master, sys.*, `system.*` of ClickHouse, ALL_TABLES and its like of Oracle.
bool isSqlCatalogue(const SqlTable& table, const SqlOptions& options = {});

/// Whether a column, quoted or not, is by its name a key of the table (empty when unknown): `id`,
/// `uuid`, `slug`, `key`, ..., or `user_id` of `users`.
bool isSqlKeyColumn(std::string_view column, std::string_view table,
                    const SqlOptions& options = {});

}  // namespace envelint
