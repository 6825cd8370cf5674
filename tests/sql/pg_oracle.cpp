#include "sql/pg_oracle.h"

#ifdef ENVELINT_HAVE_PG_QUERY

#include <pg_query.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace envelint {
namespace {

using nlohmann::json;

// Of each common table in scope: whether its rows are few.
using Scope = std::map<std::string, bool>;

bool hasFewRows(const json& statement, const Scope& scope);

const json& member(const json& node, const char* name) {
  static const json nothing;
  const auto found = node.find(name);
  return found == node.end() ? nothing : *found;
}

std::string lastName(const json& names) {
  return names.empty() ? "" : names.back().at("String").at("sval").get<std::string>();
}

// Whether a call for which `wanted` holds is somewhere in an expression, outside of subqueries.
template <typename Wanted>
bool calls(const json& node, const Wanted& wanted) {
  if (node.is_array()) {
    for (const json& child : node) {
      if (calls(child, wanted)) {
        return true;
      }
    }
    return false;
  }
  if (!node.is_object()) {
    return false;
  }
  for (const auto& [key, child] : node.items()) {
    if (key == "SelectStmt" || (key == "FuncCall" && wanted(child))) {
      return key != "SelectStmt";
    }
    if (calls(child, wanted)) {
      return true;
    }
  }
  return false;
}

bool isAggregate(const json& call) {
  static const std::set<std::string> names = {"array_agg",  "avg",    "bool_and", "count",
                                              "json_agg",   "max",    "min",      "percentile_cont",
                                              "string_agg", "stddev", "sum"};
  if (!member(call, "over").is_null()) {
    return false;
  }
  const std::string name = lastName(call.at("funcname"));
  const bool isMinMax = name == "min" || name == "max";
  return names.count(name) > 0 && !(isMinMax && member(call, "args").size() > 1);
}

bool unfolds(const json& call) {
  static const std::set<std::string> names = {"generate_series", "jsonb_array_elements", "unnest",
                                              "regexp_split_to_table"};
  return names.count(lastName(call.at("funcname"))) > 0;
}

bool isNull(const json& node) {
  if (node.contains("TypeCast")) {
    return isNull(node["TypeCast"]["arg"]);
  }
  return node.contains("A_Const") && member(node["A_Const"], "isnull") == true;
}

std::string aliasOf(const json& item) {
  for (const auto& [kind, node] : item.items()) {
    if (node.contains("alias")) {
      return node["alias"]["aliasname"];
    }
    if (kind == "RangeVar") {
      return node["relname"];
    }
  }
  return "";
}

// Whether a condition says that the item's own key equals something.
bool pinsKeyOf(const json& condition, const json& item) {
  if (condition.is_null() || !item.contains("RangeVar")) {
    return false;
  }
  if (condition.contains("BoolExpr")) {
    if (condition["BoolExpr"]["boolop"] != "AND_EXPR") {
      return false;
    }
    for (const json& part : condition["BoolExpr"]["args"]) {
      if (pinsKeyOf(part, item)) {
        return true;
      }
    }
    return false;
  }
  if (!condition.contains("A_Expr") || condition["A_Expr"]["kind"] != "AEXPR_OP" ||
      lastName(condition["A_Expr"]["name"]) != "=") {
    return false;
  }
  for (const char* side : {"lexpr", "rexpr"}) {
    json operand = condition["A_Expr"][side];
    while (operand.contains("TypeCast")) {
      operand = json(operand["TypeCast"]["arg"]);
    }
    const json& fields = member(member(operand, "ColumnRef"), "fields");
    if (fields.size() == 2 && fields[1].contains("String") &&
        fields[0]["String"]["sval"] == aliasOf(item) &&
        isSqlKeyColumn(fields[1]["String"]["sval"].get<std::string>(),
                       item["RangeVar"]["relname"].get<std::string>())) {
      return true;
    }
  }
  return false;
}

// The table below its TABLESAMPLE.
const json& unsampled(const json& item) {
  return item.contains("RangeTableSample") ? item["RangeTableSample"]["relation"] : item;
}

bool itemHasFewRows(const json& sampled, const Scope& scope) {
  const json& item = unsampled(sampled);
  if (item.contains("RangeVar")) {
    const json& table = item["RangeVar"];
    const auto found = scope.find(table["relname"].get<std::string>());
    return !table.contains("schemaname") && found != scope.end() && found->second;
  }
  if (item.contains("RangeSubselect")) {
    return hasFewRows(item["RangeSubselect"]["subquery"], scope);
  }
  if (!item.contains("JoinExpr")) {
    return false;
  }
  const json& join = item["JoinExpr"];
  const json& right = unsampled(join["rarg"]);
  bool isKeyed = pinsKeyOf(member(join, "quals"), right);
  for (const json& column : member(join, "usingClause")) {
    isKeyed |= right.contains("RangeVar") &&
               isSqlKeyColumn(column["String"]["sval"].get<std::string>(),
                              right["RangeVar"]["relname"].get<std::string>());
  }
  const bool keepsAll = join["jointype"] == "JOIN_RIGHT" || join["jointype"] == "JOIN_FULL";
  return itemHasFewRows(join["larg"], scope) &&
         (itemHasFewRows(right, scope) || (isKeyed && !keepsAll));
}

Scope withCommonTables(const json& statement, Scope scope) {
  const json& with = member(statement, "withClause");
  for (const json& one : member(with, "ctes")) {
    const json& table = one["CommonTableExpr"];
    const std::string name = table["ctename"];
    Scope inner = scope;
    if (member(with, "recursive") == true) {
      inner[name] = false;
    }
    scope[name] = hasFewRows(table["ctequery"], inner);
  }
  return scope;
}

bool isGrouped(const json& select) {
  for (const json& part : member(select, "groupClause")) {
    if (!part.contains("GroupingSet") || part["GroupingSet"]["kind"] != "GROUPING_SET_EMPTY") {
      return true;
    }
  }
  return false;
}

bool selectHasFewRows(const json& select, const Scope& outer) {
  const Scope scope = withCommonTables(select, outer);
  const json& limit = member(select, "limitCount");
  if (!limit.is_null() && !isNull(limit)) {
    return true;
  }
  if (select["op"] != "SETOP_NONE") {
    const bool left = selectHasFewRows(select["larg"], scope);
    const bool right = selectHasFewRows(select["rarg"], scope);
    return select["op"] == "SETOP_UNION"       ? left && right
           : select["op"] == "SETOP_INTERSECT" ? left || right
                                               : left;
  }
  if (select.contains("valuesLists")) {
    return true;
  }
  if (calls(member(select, "targetList"), unfolds)) {
    return false;
  }
  const bool aggregates = calls(member(select, "targetList"), isAggregate) ||
                          calls(member(select, "havingClause"), isAggregate) ||
                          calls(member(select, "sortClause"), isAggregate);
  if (aggregates && !isGrouped(select)) {
    return true;
  }
  for (const json& item : member(select, "fromClause")) {
    if (!itemHasFewRows(item, scope)) {
      return false;
    }
  }
  return true;
}

bool hasFewRows(const json& statement, const Scope& scope) {
  if (statement.contains("SelectStmt")) {
    return selectHasFewRows(statement["SelectStmt"], scope);
  }
  if (statement.contains("InsertStmt")) {
    const json& insert = statement["InsertStmt"];
    return !insert.contains("selectStmt") ||
           hasFewRows(insert["selectStmt"], withCommonTables(insert, scope));
  }
  return false;
}

SqlBound judge(const json& statement) {
  const std::string kind = statement.begin().key();
  const json& node = statement.begin().value();
  const bool isSelect = kind == "SelectStmt" && !node.contains("intoClause");
  const bool isChange = kind == "InsertStmt" || kind == "UpdateStmt" || kind == "DeleteStmt";
  if (!isSelect && !(isChange && node.contains("returningList"))) {
    return SqlBound::kNotRows;
  }
  return hasFewRows(statement, {}) ? SqlBound::kBounded : SqlBound::kUnbounded;
}

}  // namespace

bool hasPgOracle() { return true; }

std::optional<SqlBound> askPgOracle(const std::string& text) {
  const PgQueryParseResult parsed = pg_query_parse(text.c_str());
  std::optional<SqlBound> verdict;
  if (parsed.error == nullptr) {
    const json tree = json::parse(parsed.parse_tree);
    const auto weight = [](SqlBound bound) {
      return bound == SqlBound::kUnbounded ? 2 : bound == SqlBound::kBounded ? 1 : 0;
    };
    for (const json& one : member(tree, "stmts")) {
      const SqlBound bound = judge(one["stmt"]);
      if (!verdict || weight(bound) > weight(*verdict)) {
        verdict = bound;
      }
    }
  }
  pg_query_free_parse_result(parsed);
  return verdict;
}

}  // namespace envelint

#else

namespace envelint {

bool hasPgOracle() { return false; }
std::optional<SqlBound> askPgOracle(const std::string&) { return std::nullopt; }

}  // namespace envelint

#endif
