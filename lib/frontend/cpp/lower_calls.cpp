// Calls. What C++'s own library and the usual JSON classes do is written as what the analysis
// already knows by another name: see conventions.md.

#include <algorithm>
#include <array>

#include "frontend/cpp/lowering.h"

namespace envelint::cpp {
namespace {

template <size_t kCount>
bool isIn(std::string_view name, const std::array<std::string_view, kCount>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Calls that give their receiver or their only argument: casts and accessors of JSON values.
constexpr auto kTransparentMethods = std::to_array<std::string_view>({
    "get",      "as",          "get_ref",    "get_ptr",   "get_to",   "c_str",     "data",
    "str",      "toInt",       "toString",   "toArray",   "toObject", "toDouble",  "toBool",
    "as_int",   "as_string",   "asInt",      "asString",  "asDouble", "asBool",    "as_object",
    "as_array", "value_or",    "toLongLong", "AsString",  "AsArray",  "get_int64", "get_string",
    "toUtf8",   "toStdString", "GetInt",     "GetString", "lock",     "asUInt",    "toVariant",
});
constexpr auto kTransparentFunctions = std::to_array<std::string_view>({
    "move",
    "forward",
    "ref",
    "cref",
    "as_const",
    "static_cast",
    "dynamic_cast",
    "const_cast",
    "reinterpret_cast",
    "string",
    "string_view",
    "QStringLiteral",
    "QLatin1String",
    "QLatin1StringView",
    "QString",
    "TEXT",
    "_T",
    "int",
    "size_t",
    "int64_t",
    "long",
    "uint32_t",
    "uint64_t",
    "int32_t",
    "double",
    "float",
    "unsigned",
    "FString",
    "FName",
    "StringRef",
    "make_optional",
    "QJsonValue",
    "stoi",
    "stol",
    "stoll",
    "stoul",
    "JSON",
    "any_cast",
    "Int64",
    "round",
    "floor",
});
/// Names of functions that read one argument of a request: `json_get_int(params, "limit", 50)`.
constexpr auto kReaderVerbs =
    std::to_array<std::string_view>({"get", "opt", "require", "read", "arg", "param", "fetch"});

bool readsArgument(std::string_view name) {
  std::string lower;
  for (const char c : name) {
    lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
  }
  return std::any_of(kReaderVerbs.begin(), kReaderVerbs.end(),
                     [&](std::string_view verb) { return lower.find(verb) != std::string::npos; });
}

/// Methods of an argument reader that say only the type: `r.integer("limit", 500)`.
constexpr auto kTypedReaders = std::to_array<std::string_view>({
    "integer", "number",   "string",        "boolean",        "text",         "getInt",
    "GetInt",  "get_int",  "GetString",     "getString",      "get_string",   "GetNumber",
    "GetBool", "get_bool", "int_or",        "string_or",      "GetInt64",     "getNumber",
    "optInt",  "opt_int",  "requireString", "require_string", "optional_int",
});

bool isStringNode(const Node& node) {
  return node.is("string_literal") || node.is("concatenated_string");
}

}  // namespace

std::vector<ExprId> Lowering::arguments(const std::vector<const Node*>& args) {
  std::vector<ExprId> result;
  result.reserve(args.size());
  for (const Node* arg : args) {
    result.push_back(lower(*arg));
  }
  return result;
}

ExprId Lowering::makeCall(Range range, std::string_view object, std::string_view method,
                          std::vector<ExprId> args) {
  const ExprId base = module_.add(range, NameExpr{object});
  const ExprId callee = module_.add(range, MemberExpr{base, method, range, false});
  return module_.add(range, CallExpr{callee, module_.list(args), {}, false});
}

ExprId Lowering::plainCall(const Node& node, ExprId callee, const std::vector<const Node*>& args) {
  const std::vector<ExprId> values = arguments(args);
  return module_.add(node.range(), CallExpr{callee, module_.list(values), {}, false});
}

/// `object.key ?? fallback`.
ExprId Lowering::argumentAccess(const Node& node, ExprId object, const Node& key,
                                const Node* fallback) {
  const ExprId keyExpr = lower(key);
  ExprId found;
  if (const auto* text = module_.as<StringLiteral>(keyExpr)) {
    found = module_.add(node.range(), MemberExpr{object, text->value, key.range(), false});
  } else {
    found = module_.add(node.range(), IndexExpr{object, keyExpr, false});
  }
  if (fallback == nullptr) {
    return found;
  }
  return module_.add(node.range(), LogicalExpr{LogicalOp::kNullish, found, lower(*fallback)});
}

ExprId Lowering::call(const Node& node) {
  const Node* callee = node.in("function");
  const Node* list = node.in("arguments");
  if (callee == nullptr || list == nullptr) {
    return unknown(node);
  }
  std::vector<const Node*> args;
  for (const Node& child : list->children()) {
    if (child.isNamed) {
      args.push_back(&child);
    }
  }
  if (callee->is("field_expression")) {
    if (const ExprId tool = toolBuilder(node)) {
      return tool;
    }
    const Node* field = callee->in("field");
    const Node* object = callee->in("argument");
    if (field != nullptr && object != nullptr && !object->is("this")) {
      return methodCall(node, *callee, lastPart(textOf(*field)), args);
    }
  }
  return functionCall(node, *callee, args);
}

ExprId Lowering::methodCall(const Node& node, const Node& callee, std::string_view method,
                            const std::vector<const Node*>& args) {
  const Node& objectNode = *callee.in("argument");
  const Range range = node.range();
  if (args.empty() && isIn(method, kTransparentMethods)) {
    return lower(objectNode);
  }
  if (args.size() == 1 &&
      (method == "value_or" || method == "toInt" || method == "toString" || method == "toDouble" ||
       method == "toBool" || method == "toInteger" || method == "valueOr" || method == "get_or")) {
    const ExprId object = lower(objectNode);
    return module_.add(range, LogicalExpr{LogicalOp::kNullish, object, lower(*args[0])});
  }
  if (args.size() == 1 && method == "value" && !isStringNode(*args[0])) {
    return argumentAccess(node, lower(objectNode), *args[0], nullptr);
  }
  if ((method == "at" || method == "value" || method == "get" || method == "as" ||
       isIn(method, kTypedReaders) || (method == "find" && isStringNode(*args[0]))) &&
      !args.empty() && args.size() <= 2 && isStringNode(*args[0])) {
    return argumentAccess(node, lower(objectNode), *args[0], args.size() > 1 ? args[1] : nullptr);
  }
  if (method == "at" && args.size() == 1) {
    return argumentAccess(node, lower(objectNode), *args[0], nullptr);
  }
  if (method == "contains" && args.size() == 1 && isStringNode(*args[0])) {
    const ExprId found = argumentAccess(node, lower(objectNode), *args[0], nullptr);
    const ExprId none = module_.add(range, UndefinedLiteral{});
    return module_.add(range, BinaryExpr{BinaryOp::kNotEqual, found, none});
  }
  if (method == "is_array" || method == "isArray") {
    return makeCall(range, "Array", "isArray", {lower(objectNode)});
  }
  if (method == "dump" || method == "toStyledString") {
    return makeCall(range, "JSON", "stringify", {lower(objectNode)});
  }
  if ((method == "size" || method == "length" || method == "count" || method == "get_count" ||
       method == "Num") &&
      args.empty()) {
    return module_.add(range,
                       MemberExpr{lower(objectNode), "length", callee.in("field")->range(), false});
  }
  std::string_view called = method;
  if (method == "push_back" || method == "append" || method == "emplace_back" || method == "Add" ||
      method == "Append") {
    called = "push";
  }
  const ExprId object = lower(objectNode);
  const ExprId target = module_.add(
      callee.range(), MemberExpr{object, intern(called), callee.in("field")->range(), false});
  return plainCall(node, target, args);
}

ExprId Lowering::functionCall(const Node& node, const Node& callee,
                              const std::vector<const Node*>& args) {
  const Range range = node.range();
  const std::string_view whole = textOf(callee);
  const std::string_view head = whole.substr(0, whole.find('<'));
  const std::string_view last = lastPart(head);
  if (args.size() == 1 && isIn(last, kTransparentFunctions)) {
    return lower(*args[0]);
  }
  if (args.size() == 2 && (last == "min" || last == "max" || head == "qMin" || head == "qMax" ||
                           whole == "(std::min)" || whole == "(std::max)")) {
    const bool isMinimum = whole.find("in") != std::string_view::npos;
    return makeCall(range, "Math", isMinimum ? "min" : "max", arguments(args));
  }
  if (args.size() == 3 && (last == "clamp" || head == "qBound")) {
    // qBound(min, value, max)
    const bool isQt = head == "qBound";
    const ExprId value = lower(*args[isQt ? 1 : 0]);
    const ExprId low = lower(*args[isQt ? 0 : 1]);
    return makeCall(range, "Math", "min",
                    {makeCall(range, "Math", "max", {value, low}), lower(*args[2])});
  }
  if (last == "array" && head.size() > last.size()) {
    if (args.size() == 1 && args[0]->is("initializer_list")) {
      std::vector<const Node*> elements;
      for (const Node& child : args[0]->children()) {
        if (child.isNamed) {
          elements.push_back(&child);
        }
      }
      const std::vector<ExprId> values = arguments(elements);
      return module_.add(range, ArrayExpr{module_.list(values)});
    }
    if (args.empty()) {
      return module_.add(range, ArrayExpr{});
    }
  }
  if (last == "object" && head.size() > last.size()) {
    if (args.empty()) {
      return module_.add(range, ObjectExpr{});
    }
    if (args.size() == 1 && args[0]->is("initializer_list")) {
      return initializerList(*args[0]);
    }
  }
  if ((last == "json" || last == "Json" || last == "ordered_json" || last == "QJsonObject" ||
       last == "JSON") &&
      args.size() <= 1) {
    return args.empty() ? module_.add(range, ObjectExpr{}) : lower(*args[0]);
  }
  if ((last == "QJsonArray") && args.empty()) {
    return module_.add(range, ArrayExpr{});
  }
  if (last == "parse" && head.size() > last.size() && !args.empty()) {
    const ExprId text = lower(*args[0]);
    if (module_.as<ObjectExpr>(text) != nullptr || module_.as<ArrayExpr>(text) != nullptr) {
      return text;
    }
    return makeCall(range, "JSON", "parse", {text});
  }
  if (last == "to_string" && args.size() == 1) {
    const std::vector<ExprId> values = arguments(args);
    const ExprId target = module_.add(callee.range(), NameExpr{"String"});
    return module_.add(range, CallExpr{target, module_.list(values), {}, false});
  }
  if ((last == "bind_front" || last == "bind") && !args.empty()) {
    return lower(*args[0]);
  }
  if ((last == "make_pair" || last == "make_tuple") && args.size() == 2) {
    const std::vector<ExprId> values = arguments(args);
    return module_.add(range, ArrayExpr{module_.list(values)});
  }
  // `json_get_int(params, "limit", 50)`
  if ((args.size() == 2 || args.size() == 3) && isStringNode(*args[1]) && readsArgument(last) &&
      (args[0]->is("identifier") || args[0]->is("field_expression"))) {
    return argumentAccess(node, lower(*args[0]), *args[1], args.size() == 3 ? args[2] : nullptr);
  }
  return plainCall(node, lower(callee), args);
}

}  // namespace envelint::cpp
