// Feeds the SQL scanner and the grader of LIMIT patterns with anything, and checks what must hold
// for any text.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sql/bounds.h"
#include "sql/limit_check.h"

namespace {

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

void checkBounds(std::string_view text, const envelint::SqlOptions& options) {
  const envelint::SqlBounds bounds = sqlBounds(text, options);
  require(bounds.begin <= text.size());
  require(!sqlReasonText(bounds.reason).empty());
  require(!bounds.isKeyLookup || bounds.bound == envelint::SqlBound::kUnbounded);
  require(!bounds.isCatalogue || !bounds.tables.empty());
  for (const envelint::SqlTable& table : bounds.tables) {
    require(!table.name.empty());
    require(table.name.data() >= text.data());
    require(table.name.data() + table.name.size() <= text.data() + text.size());
  }
  if (bounds.bound == envelint::SqlBound::kUndecided) {
    return;
  }
  // What a stricter reading calls bounded is bounded.
  envelint::SqlOptions strict = options;
  strict.countSubqueries = false;
  require(sqlBounds(text, strict).bound != envelint::SqlBound::kBounded ||
          bounds.bound == envelint::SqlBound::kBounded);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) {
    return 0;
  }
  // The first byte is the dialect, or asks for a pattern to be graded.
  const uint8_t kind = data[0] % 11;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (kind == 10) {
    envelint::checkLimitPattern(text);
    envelint::checkLimitText(text);
    return 0;
  }
  envelint::SqlOptions options;
  options.dialect = static_cast<envelint::SqlDialect>(kind % 9);
  checkBounds(text, options);
  return 0;
}
