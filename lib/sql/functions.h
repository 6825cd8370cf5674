#pragma once

#include <cstdint>
#include <string_view>

#include "sql/bounds.h"

namespace envelint::sql {

/// What a function makes of rows.
enum class FunctionKind : uint8_t {
  kScalar,          ///< and everything unknown
  kAggregate,       ///< one value of all rows
  kMinMax,          ///< an aggregate of one argument; of several, SQLite's scalar function
  kMaybeAggregate,  ///< an aggregate in some dialect or extension
  kRows,            ///< many rows of one, also in a select list
  kRowNumber,       ///< row_number, rank, dense_rank: numbers that count up
};

FunctionKind functionKind(std::string_view name, SqlDialect dialect);

}  // namespace envelint::sql
