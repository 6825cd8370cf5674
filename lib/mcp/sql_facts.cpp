#include "mcp/sql_facts.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "mcp/naming.h"
#include "mcp/row_flow.h"
#include "mcp/sql_text.h"

namespace envelint {
namespace {

/// Findings of one tool; what a tool has more of is told when these are mended.
constexpr size_t kMaxFindings = 16;

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '"' ||
         c == '`' || c == '[' || c == ']';
}

/// The name that ends, but for blanks, before an offset; without its qualifier.
std::string_view nameBefore(std::string_view text, size_t end) {
  while (end > 0 && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0) {
    --end;
  }
  size_t begin = end;
  while (begin > 0 && isNameCharacter(text[begin - 1])) {
    --begin;
  }
  const std::string_view name = text.substr(begin, end - begin);
  return name.substr(name.rfind('.') + 1);
}

/// Whether a query picks rows by keys that are listed: `id IN (?, ?)`, `id = ANY($1)`. It has as
/// many rows as keys were named.
bool picksListedKeys(std::string_view text, const SqlBounds& bounds, const SqlOptions& options) {
  if (bounds.tables.size() != 1) {
    return false;
  }
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (std::string_view word : {"in", "any"}) {
    for (size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1)) {
      const size_t list = lower.find_first_not_of(" \t\r\n", at + word.size());
      if (at == 0 || isNameCharacter(lower[at - 1]) || list == std::string::npos ||
          lower[list] != '(') {
        continue;
      }
      const size_t first = lower.find_first_not_of(" \t\r\n", list + 1);
      const bool isSubquery = first != std::string::npos && lower.compare(first, 6, "select") == 0;
      size_t end = at;
      if (word == "any") {
        const size_t equals = lower.find_last_not_of(" \t\r\n", at - 1);
        if (equals == std::string::npos || lower[equals] != '=') {
          continue;
        }
        end = equals;
      }
      if (!isSubquery && isSqlKeyColumn(nameBefore(text, end), bounds.tables[0].name, options)) {
        return true;
      }
    }
  }
  return false;
}

class UnboundedFinder {
 public:
  UnboundedFinder(Evaluator& evaluator, const DomainConfig& config, const Handler& handler,
                  const InputSchema& schema)
      : evaluator_(evaluator),
        handler_(handler),
        calls_(evaluator, config),
        judge_(evaluator, schema),
        texts_(evaluator, judge_),
        keyColumns_(config.sql.keyColumns.begin(), config.sql.keyColumns.end()),
        catalogues_(config.sql.catalogues.begin(), config.sql.catalogues.end()) {}

  std::vector<UnboundedQuery> find(const std::vector<ReachedCall>& reached) {
    for (const ReachedCall& one : reached) {
      if (found_.size() >= kMaxFindings) {
        break;
      }
      evaluator_.startQuery();
      const std::optional<QueryCall> query = calls_.at(one.call, one.frame);
      if (query && query->shape != RowShape::kNone && query->shape != RowShape::kOne &&
          !query->isCapped) {
        judge(*query);
      }
    }
    return std::move(found_);
  }

 private:
  void judge(const QueryCall& query) {
    SqlOptions options;
    options.dialect = query.dialect;
    options.keyColumns = keyColumns_;
    options.catalogues = catalogues_;
    bool isBoundedElsewhere = false;
    std::vector<UnboundedQuery> unbounded;
    for (const SqlText& text : texts_.textsOf(query.text, query.textFrame)) {
      const SqlBounds bounds = sqlBounds(text.text, options);
      isBoundedElsewhere |= bounds.bound == SqlBound::kBounded;
      if (!text.isCertain || !text.source || !readsTables(text.text, bounds) ||
          bounds.bound != SqlBound::kUnbounded || bounds.isCatalogue || bounds.isKeyLookup ||
          picksListedKeys(text.text, bounds, options) || (!query.isKnown && !bounds.looksLikeSql)) {
        continue;
      }
      UnboundedQuery one{placeOf(text.source), placeOf(query.call), bounds.reason, {}, false};
      if (!bounds.tables.empty() &&
          bounds.tables[0].name.find(kSqlHole) == std::string_view::npos) {
        one.table = std::string(bounds.tables[0].name);
      }
      unbounded.push_back(std::move(one));
    }
    if (unbounded.empty() || isKnown(unbounded) ||
        !followRows(evaluator_, handler_, query).reachAnswer) {
      return;
    }
    for (UnboundedQuery& one : unbounded) {
      if (places_.insert(keyOf(one)).second) {
        one.isOnOneWay = isBoundedElsewhere;
        found_.push_back(std::move(one));
      }
    }
  }

  /// Whether the rows are a table's: functions take their arguments apart and have as many rows as
  /// those have, and so has a bounded subquery whose columns they take apart.
  static bool readsTables(std::string_view text, const SqlBounds& bounds) {
    const auto isFunction = [](const SqlTable& table) { return table.isFunction; };
    if (bounds.tables.empty()) {
      return text.find("from") != std::string_view::npos ||
             text.find("FROM") != std::string_view::npos;
    }
    return bounds.reason == SqlReason::kInnerLimit
               ? std::ranges::none_of(bounds.tables, isFunction)
               : !std::ranges::all_of(bounds.tables, isFunction);
  }

  using Key = std::pair<const SourceFile*, uint32_t>;
  static Key keyOf(const UnboundedQuery& query) {
    return {query.text.file, query.text.range.begin};
  }
  bool isKnown(const std::vector<UnboundedQuery>& queries) const {
    return std::ranges::all_of(
        queries, [&](const UnboundedQuery& one) { return places_.contains(keyOf(one)); });
  }

  Evaluator& evaluator_;
  const Handler& handler_;
  QueryCalls calls_;
  BranchJudge judge_;
  SqlTextBuilder texts_;
  std::vector<std::string_view> keyColumns_;
  std::vector<std::string_view> catalogues_;
  std::set<Key> places_;
  std::vector<UnboundedQuery> found_;
};

}  // namespace

std::vector<UnboundedQuery> findUnboundedQueries(Evaluator& evaluator, const CallIndex& index,
                                                 const DomainConfig& config, const Handler& handler,
                                                 const InputSchema& schema) {
  return UnboundedFinder(evaluator, config, handler, schema)
      .find(reachedCalls(evaluator, index, handler));
}

bool saysItIsSql(const SchemaParameter& parameter, std::string_view toolDescription) {
  const std::string bare = normalizedName(parameter.name);
  if (bare == "sql" || bare == "sqlquery" || bare == "statement" || bare == "rawsql" ||
      bare == "sqlstatement") {
    return true;
  }
  return bare == "query" && (parameter.description.find("SQL") != std::string::npos ||
                             parameter.description.find("SELECT") != std::string::npos ||
                             toolDescription.find("SQL") != std::string_view::npos ||
                             toolDescription.find("SELECT") != std::string_view::npos);
}

}  // namespace envelint
