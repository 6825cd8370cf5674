#pragma once

#include <optional>
#include <string>

#include "sql/bounds.h"

namespace envelint {

/// Whether libpg_query was there when the tests were built.
bool hasPgOracle();

/// The verdict on PostgreSQL text, made from the tree of PostgreSQL's own parser and from nothing
/// of the scanner's but its names of keys; none if the parser refuses the text.
std::optional<SqlBound> askPgOracle(const std::string& text);

}  // namespace envelint
