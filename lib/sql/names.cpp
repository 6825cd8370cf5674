#include "sql/names.h"

#include <algorithm>

#include "sql/functions.h"
#include "sql/text.h"

namespace envelint {
namespace sql {
namespace {

constexpr std::string_view kKeys[] = {
    "_id", "_key", "_rowid_", "guid", "id", "key", "oid", "pk", "rowid", "slug", "ulid", "uuid",
};
constexpr std::string_view kKeyEndings[] = {"id", "uuid", "guid", "key"};

constexpr std::string_view kCatalogueSchemas[] = {
    "information_schema", "mysql", "performance_schema", "pg_catalog", "sys", "system",
};

constexpr std::string_view kCatalogueTables[] = {
    "sqlite_dbpage", "sqlite_master", "sqlite_schema",      "sqlite_sequence",
    "sqlite_stat1",  "sqlite_stat4",  "sqlite_temp_master", "sqlite_temp_schema",
    "syscolumns",    "sysdatabases",  "sysindexes",         "sysobjects",
};

// Oracle's views come three times: of the user, of what the user may see, and of everything. Some
// names could be anybody's, user_types for one; those count only where Oracle is known.
constexpr std::string_view kOracleViews[] = {
    "col_comments", "cons_columns", "constraints",  "ind_columns",
    "tab_cols",     "tab_columns",  "tab_comments", "tables",
};
constexpr std::string_view kMoreOracleViews[] = {
    "arguments", "dependencies", "indexes", "mviews",   "objects",   "procedures",
    "segments",  "sequences",    "source",  "synonyms", "tab_privs", "tablespaces",
    "triggers",  "types",        "users",   "views",
};

constexpr std::string_view kOneRowTables[] = {"dual", "sysdummy1", "rdb$database"};

// Functions of FROM that unfold a value, beyond those that may stand in a select list too.
constexpr std::string_view kUnfolding[] = {"flatten", "json_table", "openjson", "string_split"};

constexpr std::string_view kArticles[] = {"a", "all", "an", "another", "any", "it", "one", "some"};
constexpr std::string_view kSentenceWords[] = {
    "each",  "every", "its",   "my",   "our",   "that",  "the",
    "their", "them",  "these", "this", "those", "which", "your",
};

template <size_t kSize>
bool contains(const std::string_view (&words)[kSize], std::string_view word) {
  return std::any_of(words, words + kSize,
                     [word](std::string_view one) { return equalsNoCase(one, word); });
}

// The parts of a qualified name that count: the last, and the one before it, without quotes.
struct QualifiedName {
  std::string_view schema;
  std::string_view table;
};

QualifiedName split(std::string_view name) {
  QualifiedName parts;
  // The whole of BigQuery's `project.schema.table` may stand in one pair of quotes.
  if (name.size() >= 2 && name.front() == '`' && name.find('`', 1) == name.size() - 1) {
    name = name.substr(1, name.size() - 2);
  }
  const size_t dot = name.rfind('.');
  parts.table = unquoted(name.substr(dot == name.npos ? 0 : dot + 1));
  if (dot != name.npos) {
    name = name.substr(0, dot);
    const size_t before = name.rfind('.');
    parts.schema = unquoted(name.substr(before == name.npos ? 0 : before + 1));
  }
  return parts;
}

bool isOracleView(std::string_view table, SqlDialect dialect) {
  for (const std::string_view prefix : {"all_", "dba_", "user_", "cdb_"}) {
    if (startsNoCase(table, prefix)) {
      const std::string_view view = table.substr(prefix.size());
      return contains(kOracleViews, view) ||
             (dialect == SqlDialect::kOracle && contains(kMoreOracleViews, view));
    }
  }
  return startsNoCase(table, "v$") || startsNoCase(table, "gv$");
}

bool isExtraCatalogue(QualifiedName parts, const SqlOptions& options) {
  return std::any_of(options.catalogues.begin(), options.catalogues.end(),
                     [parts](std::string_view extra) {
                       return !extra.empty() && extra.back() == '.'
                                  ? equalsNoCase(extra.substr(0, extra.size() - 1), parts.schema)
                                  : equalsNoCase(extra, parts.table);
                     });
}

// Whether a column is a table's name and one of the usual endings: user_id, userId of users.
bool isNamedAfter(std::string_view column, std::string_view table) {
  for (const std::string_view ending : kKeyEndings) {
    if (!endsNoCase(column, ending)) {
      continue;
    }
    std::string_view stem = column.substr(0, column.size() - ending.size());
    if (!stem.empty() && stem.back() == '_') {
      stem.remove_suffix(1);
    }
    if (stem.size() < 2 || stem.size() > table.size()) {
      continue;
    }
    if (equalsNoCase(stem, table) ||
        (startsNoCase(table, stem) && (equalsNoCase(table.substr(stem.size()), "s") ||
                                       equalsNoCase(table.substr(stem.size()), "es")))) {
      return true;
    }
    // category_id of categories
    if (lower(stem.back()) == 'y' && table.size() == stem.size() + 2 &&
        startsNoCase(table, stem.substr(0, stem.size() - 1)) && endsNoCase(table, "ies")) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool isOneRowTable(std::string_view name) { return contains(kOneRowTables, split(name).table); }

bool isUnfoldingFunction(std::string_view name) {
  const std::string_view function = split(name).table;
  return functionKind(function, SqlDialect::kAny) == FunctionKind::kRows ||
         contains(kUnfolding, function);
}

ProseWord proseWord(std::string_view word) {
  if (word.size() > 7) {
    return ProseWord::kNo;
  }
  if (contains(kSentenceWords, word)) {
    return ProseWord::kCertain;
  }
  return contains(kArticles, word) ? ProseWord::kArticle : ProseWord::kNo;
}

}  // namespace sql

bool isSqlCatalogue(const SqlTable& table, const SqlOptions& options) {
  const sql::QualifiedName parts = sql::split(table.name);
  if (sql::isExtraCatalogue(parts, options)) {
    return true;
  }
  if (table.isFunction) {
    return sql::startsNoCase(parts.table, "pragma_");
  }
  return sql::contains(sql::kCatalogueSchemas, parts.schema) ||
         sql::contains(sql::kCatalogueTables, parts.table) ||
         sql::isOracleView(parts.table, options.dialect) || sql::startsNoCase(parts.table, "pg_") ||
         sql::startsNoCase(parts.table, "pragma_") || sql::startsNoCase(parts.table, "rdb$");
}

bool isSqlKeyColumn(std::string_view column, std::string_view table, const SqlOptions& options) {
  const std::string_view name = sql::unquoted(column);
  if (sql::contains(sql::kKeys, name) ||
      std::any_of(options.keyColumns.begin(), options.keyColumns.end(),
                  [name](std::string_view key) { return sql::equalsNoCase(key, name); })) {
    return true;
  }
  return sql::isNamedAfter(name, sql::split(table).table);
}

}  // namespace envelint
