#pragma once

// What names alone tell: catalogues, keys, tables of one row, words of a sentence.

#include <cstdint>
#include <string_view>

#include "sql/bounds.h"

namespace envelint::sql {

/// A table that has one row by definition, such as Oracle's DUAL.
bool isOneRowTable(std::string_view name);

/// A table function that only unfolds a value of the row, so that it reads nothing of its own.
bool isUnfoldingFunction(std::string_view name);

/// How well a bare word in the place of a column or table fits an English sentence instead.
enum class ProseWord : uint8_t {
  kNo,
  kArticle,  ///< "a", "any": names too, but not with another word behind
  kCertain,  ///< "the", "your"
};
ProseWord proseWord(std::string_view word);

}  // namespace envelint::sql
