#include "sql/functions.h"

#include "sql/word_table.h"

namespace envelint::sql {
namespace {

// Aggregates under these names wherever they exist: of the manuals of PostgreSQL 17, SQLite 3.47,
// MySQL 8.4, MariaDB 11, SQL Server 2022, DuckDB 1.1, ClickHouse 24, BigQuery and Oracle 23.
constexpr std::string_view kAggregates[] = {
    "any_value",
    "anyheavy",
    "anylast",
    "approx_count_distinct",
    "approx_distinct",
    "approx_median",
    "approx_percentile",
    "approx_quantile",
    "approx_quantiles",
    "approx_top_count",
    "approx_top_k",
    "approx_top_sum",
    "arg_max",
    "arg_max_null",
    "arg_min",
    "arg_min_null",
    "argmax",
    "argmin",
    "array_agg",
    "array_concat_agg",
    "avg",
    "avgweighted",
    "bit_and",
    "bit_and_agg",
    "bit_or",
    "bit_or_agg",
    "bit_xor",
    "bit_xor_agg",
    "bitstring_agg",
    "bool_and",
    "bool_or",
    "boundingratio",
    "categoricalinformationvalue",
    "checksum_agg",
    "collect_list",
    "collect_set",
    "corr",
    "corr_k",
    "corr_s",
    "count",
    "count_big",
    "count_if",
    "count_star",
    "countif",
    "covar_pop",
    "covar_samp",
    "covarpop",
    "covarsamp",
    "cramersv",
    "deltasum",
    "every",
    "exponentialmovingaverage",
    "favg",
    "fsum",
    "geomean",
    "geometric_mean",
    "group_bit_and",
    "group_bit_or",
    "group_concat",
    "grouparray",
    "grouparraylast",
    "grouparraymovingavg",
    "grouparraymovingsum",
    "grouparraysample",
    "grouparraysorted",
    "groupbitand",
    "groupbitmap",
    "groupbitor",
    "groupbitxor",
    "groupconcat",
    "groupuniqarray",
    "json_agg",
    "json_agg_strict",
    "json_arrayagg",
    "json_group_array",
    "json_group_object",
    "json_group_structure",
    "json_object_agg",
    "json_object_agg_strict",
    "json_object_agg_unique",
    "json_objectagg",
    "jsonb_agg",
    "jsonb_agg_strict",
    "jsonb_group_array",
    "jsonb_group_object",
    "jsonb_object_agg",
    "jsonb_object_agg_strict",
    "kahan_sum",
    "kurtosis",
    "kurtpop",
    "kurtsamp",
    "largesttriangle",
    "listagg",
    "logical_and",
    "logical_or",
    "max_by",
    "maxintersections",
    "maxmap",
    "meanzscore",
    "median",
    "min_by",
    "minmap",
    "mode",
    "percentile_cont",
    "percentile_disc",
    "quantile",
    "quantile_cont",
    "quantile_disc",
    "quantilebfloat16",
    "quantiledd",
    "quantiledeterministic",
    "quantileexact",
    "quantileexacthigh",
    "quantileexactlow",
    "quantileexactweighted",
    "quantileinterpolatedweighted",
    "quantiles",
    "quantilesexact",
    "quantilestdigest",
    "quantilestiming",
    "quantiletdigest",
    "quantiletdigestweighted",
    "quantiletiming",
    "quantiletimingweighted",
    "range_agg",
    "range_intersect_agg",
    "rankcorr",
    "regr_avgx",
    "regr_avgy",
    "regr_count",
    "regr_intercept",
    "regr_r2",
    "regr_slope",
    "regr_sxx",
    "regr_sxy",
    "regr_syy",
    "reservoir_quantile",
    "simplelinearregression",
    "skewness",
    "skewpop",
    "skewsamp",
    "sparkbar",
    "stats_mode",
    "std",
    "stddev",
    "stddev_pop",
    "stddev_samp",
    "stddevpop",
    "stddevsamp",
    "stdev",
    "stdevp",
    "string_agg",
    "studentttest",
    "sum",
    "sum_no_overflow",
    "sumcount",
    "sumkahan",
    "summap",
    "sumwithoverflow",
    "theilsu",
    "topk",
    "topkweighted",
    "total",
    "uniq",
    "uniqcombined",
    "uniqcombined64",
    "uniqexact",
    "uniqhll12",
    "uniqthetasketch",
    "uniqupto",
    "var",
    "var_pop",
    "var_samp",
    "variance",
    "varp",
    "varpop",
    "varsamp",
    "welchttest",
    "windowfunnel",
    "wm_concat",
    "xmlagg",
};

// Aggregates of DuckDB, ClickHouse or an extension; elsewhere the names mean something else.
constexpr std::string_view kMaybeAggregates[] = {
    "any",         "collect",     "entropy",       "first",     "histogram",  "last",
    "list",        "mad",         "product",       "retention", "st_collect", "st_extent",
    "st_makeline", "st_memunion", "st_polygonize", "st_union",
};

constexpr std::string_view kRowsOfOne[] = {
    "aclexplode",
    "arrayjoin",
    "crosstab",
    "dblink",
    "explode",
    "explode_outer",
    "generate_series",
    "generate_subscripts",
    "json_array_elements",
    "json_array_elements_text",
    "json_each",
    "json_each_text",
    "json_object_keys",
    "json_populate_recordset",
    "json_to_recordset",
    "json_tree",
    "jsonb_array_elements",
    "jsonb_array_elements_text",
    "jsonb_each",
    "jsonb_each_text",
    "jsonb_object_keys",
    "jsonb_path_query",
    "jsonb_path_query_tz",
    "jsonb_populate_recordset",
    "jsonb_to_recordset",
    "pg_ls_dir",
    "posexplode",
    "regexp_matches",
    "regexp_split_to_table",
    "string_to_table",
    "ts_stat",
    "unnest",
    "xpath_table",
};

constexpr auto kAggregateTable = makeWordTable<1024>(kAggregates);
constexpr auto kMaybeTable = makeWordTable<64>(kMaybeAggregates);
constexpr auto kRowsTable = makeWordTable<128>(kRowsOfOne);

bool isAggregate(std::string_view name) {
  return kAggregateTable.find(name) >= 0 || equalsNoCase(name, "min") || equalsNoCase(name, "max");
}

// ClickHouse makes new aggregates with suffixes, several at once: sumIf, uniqArrayIf.
bool isCombined(std::string_view name) {
  constexpr std::string_view kSuffixes[] = {"if",        "array",    "state",   "merge",   "ornull",
                                            "ordefault", "distinct", "foreach", "resample"};
  for (int rounds = 0; rounds < 4; ++rounds) {
    bool stripped = false;
    for (const std::string_view suffix : kSuffixes) {
      if (name.size() > suffix.size() && endsNoCase(name, suffix)) {
        name.remove_suffix(suffix.size());
        stripped = true;
        break;
      }
    }
    if (!stripped) {
      return false;
    }
    if (isAggregate(name) || equalsNoCase(name, "any")) {
      return true;
    }
  }
  return false;
}

FunctionKind maybeAggregate(std::string_view name, SqlDialect dialect) {
  const bool isDuckdb = dialect == SqlDialect::kDuckdb && !startsNoCase(name, "st_");
  const bool isClickhouse = dialect == SqlDialect::kClickhouse &&
                            (equalsNoCase(name, "any") || equalsNoCase(name, "entropy") ||
                             equalsNoCase(name, "histogram") || equalsNoCase(name, "retention"));
  return isDuckdb || isClickhouse ? FunctionKind::kAggregate : FunctionKind::kMaybeAggregate;
}

}  // namespace

FunctionKind functionKind(std::string_view name, SqlDialect dialect) {
  if (equalsNoCase(name, "min") || equalsNoCase(name, "max")) {
    return FunctionKind::kMinMax;
  }
  if (kAggregateTable.find(name) >= 0) {
    return FunctionKind::kAggregate;
  }
  if (kRowsTable.find(name) >= 0) {
    return FunctionKind::kRows;
  }
  if (equalsNoCase(name, "row_number") || equalsNoCase(name, "rank") ||
      equalsNoCase(name, "dense_rank")) {
    return FunctionKind::kRowNumber;
  }
  if (kMaybeTable.find(name) >= 0) {
    return maybeAggregate(name, dialect);
  }
  // An aggregate of somebody's own is most often named so; a name with a hole may be any.
  if (endsNoCase(name, "_agg") || startsNoCase(name, "agg_") ||
      name.find(kSqlHole) != std::string_view::npos) {
    return FunctionKind::kMaybeAggregate;
  }
  if (dialect == SqlDialect::kClickhouse
          ? isCombined(name)
          : dialect == SqlDialect::kAny && endsNoCase(name, "if") && isCombined(name)) {
    return FunctionKind::kAggregate;
  }
  return FunctionKind::kScalar;
}

}  // namespace envelint::sql
