#pragma once

// What calls of database drivers run a query, as data: one row a function. Teaching envelint
// another driver is adding rows in sql_drivers.cpp.

#include <cstdint>
#include <string_view>

#include "sql/bounds.h"

namespace envelint {

/// What a query call gives back.
enum class RowShape : uint8_t {
  kNone,      ///< no rows: a count of changes
  kOne,       ///< one row, whatever the text says: `.get()`, `.first()`
  kRows,      ///< an array of rows, or what can be iterated over them
  kObject,    ///< an object that has the rows: `{rows, rowCount}`
  kPair,      ///< an array whose first element is or has the rows: `[rows, fields]`
  kCallback,  ///< nothing; a function among the arguments gets them, behind a possible error
  kUnknown,   ///< not known: one of the above, whatever the caller does with it
};

struct QueryFunction {
  /// The package its receiver comes from, or the name of a global type; empty for a receiver about
  /// which nothing is known. Then the text itself has to look like SQL.
  std::string_view package;
  /// The called name's last part; of a tag its name. Empty when the package's own value is called.
  std::string_view method;
  RowShape shape = RowShape::kUnknown;
  SqlDialect dialect = SqlDialect::kAny;
  /// The call before it that was given the text: `prepare` of `db.prepare(text).all()`. Empty when
  /// the call has it itself.
  std::string_view statement = {};
  /// A tagged template whose text is the query.
  bool isTag = false;
};

/// A function of a C++ driver that is given a query.
struct CppQueryFunction {
  std::string_view name;
  uint8_t text = 0;      ///< which argument is the query
  bool isKnown = false;  ///< the name alone says that it runs SQL
  SqlDialect dialect = SqlDialect::kAny;
};
/// The row of a C++ function or method; null when there is none.
const CppQueryFunction* findCppQueryFunction(std::string_view name);

/// The row of a call; null when there is none. `statement` is the name of the call that the
/// receiver comes from, if any.
const QueryFunction* findQueryFunction(std::string_view package, std::string_view method,
                                       std::string_view statement, bool isTag);
/// Whether a package is a driver, or another one that is known to run SQL.
bool isSqlPackage(std::string_view package);
/// Whether some driver, or an unknown receiver, runs a query by a method of this name.
bool isQueryMethod(std::string_view method);
/// Whether a call by this name makes a statement of its text, which is run later.
bool isStatementMaker(std::string_view method);
/// Whether a tag or call by this name makes a part of a query: drizzle's and Prisma's `sql`, `raw`.
bool isFragmentMaker(std::string_view method);
/// The keys of an options object under which drivers take their text.
bool isTextKey(std::string_view key);
/// The options with which drivers hold down the number of rows: `maxRows`.
bool isRowCapKey(std::string_view key);
/// Whether a method's name alone says that it runs the SQL it is given: `executeSql`, `rawQuery`.
bool namesSqlExecution(std::string_view method);

}  // namespace envelint
