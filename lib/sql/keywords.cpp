#include "sql/keywords.h"

#include "sql/word_table.h"

namespace envelint::sql {
namespace {

constexpr std::string_view kTexts[] = {
#define X(name, text, traits) text,
    ENVELINT_SQL_KEYWORDS(X)
#undef X
};

constexpr auto kTable = makeWordTable<1024>(kTexts);

}  // namespace

Keyword findKeyword(std::string_view word) {
  // A word's place in the list is its keyword but for kNone, which comes first.
  return static_cast<Keyword>(kTable.find(word) + 1);
}

}  // namespace envelint::sql
