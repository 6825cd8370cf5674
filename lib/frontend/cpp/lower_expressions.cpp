#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

#include "frontend/cpp/lowering.h"

namespace envelint::cpp {

std::string_view lastPart(std::string_view name) {
  const size_t angle = name.find('<');
  name = name.substr(0, angle);
  const size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

namespace {

std::string cook(std::string_view raw) {
  std::string out;
  for (size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\' || i + 1 == raw.size()) {
      out += raw[i];
      continue;
    }
    const char next = raw[++i];
    switch (next) {
      case 'n':
        out += '\n';
        break;
      case 't':
        out += '\t';
        break;
      case 'r':
        break;
      case '\n':
        break;
      default:
        out += next;
    }
  }
  return out;
}

double numberOf(std::string_view raw) {
  std::string digits;
  for (const char c : raw) {
    if (c != '\'') {
      digits += c;
    }
  }
  if (digits.starts_with("0b") || digits.starts_with("0B")) {
    return static_cast<double>(std::strtoull(digits.c_str() + 2, nullptr, 2));
  }
  return std::strtod(digits.c_str(), nullptr);
}

/// Functions and types that only wrap a text: `QStringLiteral("x")`, `TEXT("x")`.
bool isTextWrapper(std::string_view name) {
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"QStringLiteral", "QLatin1String", "QLatin1StringView", "QString", "TEXT", "_T", "string",
       "string_view", "String", "FString", "FName", "StringRef", "QByteArray", "N_", "_", "tr"});
  return std::find(kNames.begin(), kNames.end(), lastPart(name)) != kNames.end();
}

bool isFirstString(const Node& list) {
  const Node* first = list.named(0);
  while (first != nullptr && first->is("call_expression")) {
    const Node* args = first->in("arguments");
    first = args != nullptr ? args->named(0) : nullptr;
  }
  return first != nullptr && (first->is("string_literal") || first->is("concatenated_string") ||
                              first->is("raw_string_literal") || first->is("user_defined_literal"));
}

std::vector<const Node*> namedChildren(const Node& node) {
  std::vector<const Node*> result;
  for (const Node& child : node.children()) {
    if (child.isNamed) {
      result.push_back(&child);
    }
  }
  return result;
}

std::optional<BinaryOp> binaryOp(std::string_view op) {
  struct Row {
    std::string_view text;
    BinaryOp op;
  };
  static constexpr auto kRows = std::to_array<Row>({
      {"+", BinaryOp::kAdd},
      {"-", BinaryOp::kSubtract},
      {"*", BinaryOp::kMultiply},
      {"/", BinaryOp::kDivide},
      {"%", BinaryOp::kRemainder},
      {"==", BinaryOp::kEqual},
      {"!=", BinaryOp::kNotEqual},
      {"<", BinaryOp::kLess},
      {"<=", BinaryOp::kLessEqual},
      {">", BinaryOp::kGreater},
      {">=", BinaryOp::kGreaterEqual},
      {"&", BinaryOp::kBitwise},
      {"|", BinaryOp::kBitwise},
      {"^", BinaryOp::kBitwise},
      {"<<", BinaryOp::kBitwise},
      {">>", BinaryOp::kBitwise},
      {"not_eq", BinaryOp::kNotEqual},
      {"<=>", BinaryOp::kBitwise},
  });
  for (const Row& row : kRows) {
    if (row.text == op) {
      return row.op;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> Lowering::stringValue(const Node& node) const {
  if (node.is("string_literal")) {
    const std::string_view raw = textOf(node);
    const size_t open = raw.find('"');
    if (open == std::string_view::npos || raw.size() < open + 2) {
      return std::nullopt;
    }
    return cook(raw.substr(open + 1, raw.size() - open - 2));
  }
  if (node.is("raw_string_literal")) {
    const Node* content = node.child("raw_string_content");
    return content != nullptr ? std::string(textOf(*content)) : std::string();
  }
  if (node.is("user_defined_literal")) {
    const Node* inner = node.named(0);
    return inner != nullptr ? stringValue(*inner) : std::nullopt;
  }
  if (node.is("concatenated_string")) {
    std::string whole;
    for (const Node& part : node.children()) {
      if (const std::optional<std::string> text = stringValue(part)) {
        whole += *text;
      }
    }
    return whole;
  }
  return std::nullopt;
}

ExprId Lowering::unknown(const Node& node) {
  std::vector<ExprId> children;
  if (nesting_ < kMaxNesting) {
    for (const Node& child : node.children()) {
      if (child.isNamed && !child.is("type_descriptor") && !child.is("ERROR")) {
        children.push_back(lower(child));
      }
    }
  }
  return module_.add(node.range(), UnknownExpr{module_.list(children)});
}

ExprId Lowering::expression(const Node* node) { return node != nullptr ? lower(*node) : ExprId{}; }

ExprId Lowering::lower(const Node& node) {
  const Nest nest(*this);
  const Range range = node.range();
  if (nesting_ > kMaxNesting) {
    return module_.add(range, UnknownExpr{});
  }
  if (node.is("identifier") || node.is("field_identifier") || node.is("type_identifier") ||
      node.is("template_function") || node.is("namespace_identifier")) {
    return name(node);
  }
  if (node.is("qualified_identifier")) {
    return qualified(node);
  }
  if (node.is("call_expression")) {
    return call(node);
  }
  if (node.is("field_expression")) {
    return member(node);
  }
  if (node.is("subscript_expression")) {
    return subscript(node);
  }
  if (node.is("raw_string_literal")) {
    if (const Node* content = node.child("raw_string_content")) {
      if (const ExprId json = jsonText(content->range())) {
        return json;
      }
    }
  }
  if (node.is("user_defined_literal")) {
    // R"({...})"_json
    if (const Node* inner = node.named(0)) {
      return lower(*inner);
    }
  }
  if (const std::optional<std::string> text = stringValue(node)) {
    return module_.add(range, StringLiteral{intern(*text)});
  }
  if (node.is("number_literal")) {
    return module_.add(range, NumberLiteral{numberOf(textOf(node))});
  }
  if (node.is("char_literal")) {
    const std::string_view raw = textOf(node);
    return module_.add(
        range, StringLiteral{
                   intern(raw.size() > 2 ? cook(raw.substr(1, raw.size() - 2)) : std::string())});
  }
  if (node.is("true") || node.is("false")) {
    return module_.add(range, BooleanLiteral{node.is("true")});
  }
  if (node.is("null") || node.is("nullptr")) {
    return module_.add(range, NullLiteral{});
  }
  if (node.is("this")) {
    return module_.add(range, ThisExpr{});
  }
  if (node.is("initializer_list")) {
    return initializerList(node);
  }
  if (node.is("compound_literal_expression")) {
    return compoundLiteral(node);
  }
  if (node.is("lambda_expression")) {
    return lambda(node);
  }
  if (node.is("binary_expression")) {
    return binary(node);
  }
  if (node.is("unary_expression") || node.is("pointer_expression") ||
      node.is("update_expression")) {
    return unary(node);
  }
  if (node.is("assignment_expression")) {
    return assignment(node);
  }
  if (node.is("parenthesized_expression") || node.is("condition_clause")) {
    const Node* inner = node.in("value") != nullptr ? node.in("value") : node.named(0);
    return inner != nullptr ? lower(*inner) : module_.add(range, UnknownExpr{});
  }
  if (node.is("cast_expression") || node.is("co_await_expression") ||
      node.is("parameter_pack_expansion")) {
    const Node* value = node.in("value") != nullptr ? node.in("value") : node.in("argument");
    value = value != nullptr ? value : node.in("pattern");
    return value != nullptr ? lower(*value) : unknown(node);
  }
  if (node.is("conditional_expression")) {
    const Node* consequence = node.in("consequence");
    const ExprId test = expression(node.in("condition"));
    const ExprId yes = consequence != nullptr ? lower(*consequence) : test;
    const ExprId no = expression(node.in("alternative"));
    if (test && yes && no) {
      return module_.add(range, ConditionalExpr{test, yes, no});
    }
    return module_.add(range, UnknownExpr{});
  }
  if (node.is("comma_expression")) {
    std::vector<ExprId> parts;
    for (const Node* child : namedChildren(node)) {
      parts.push_back(lower(*child));
    }
    return module_.add(range, SequenceExpr{module_.list(parts)});
  }
  if (node.is("new_expression")) {
    const Node* type = node.in("type");
    const Node* list = node.in("arguments");
    if (type != nullptr) {
      const ExprId callee = module_.add(type->range(), NameExpr{intern(lastPart(textOf(*type)))});
      std::vector<ExprId> args;
      if (list != nullptr) {
        args = arguments(namedChildren(*list));
      }
      return module_.add(range, NewExpr{callee, module_.list(args), {}});
    }
  }
  return unknown(node);
}

ExprId Lowering::name(const Node& node) {
  if (node.is("template_function")) {
    if (const Node* inner = node.in("name")) {
      return module_.add(node.range(), NameExpr{intern(textOf(*inner))});
    }
  }
  return module_.add(node.range(), NameExpr{intern(textOf(node))});
}

ExprId Lowering::qualified(const Node& node) {
  // Namespaces say nothing to the analysis; a class's name is kept, and so is `std`.
  const std::string_view whole = textOf(node);
  const std::string_view last = lastPart(whole);
  const std::string_view head = whole.substr(0, whole.find('<'));
  const size_t end = head.rfind("::");
  std::string_view scope = end == std::string_view::npos ? std::string_view() : head.substr(0, end);
  scope = lastPart(scope);
  if (scope.empty() ||
      (std::islower(static_cast<unsigned char>(scope[0])) != 0 && scope != "std")) {
    return module_.add(node.range(), NameExpr{intern(last)});
  }
  const ExprId object = module_.add(node.range(), NameExpr{intern(scope)});
  return module_.add(node.range(), MemberExpr{object, intern(last), node.range(), false});
}

ExprId Lowering::member(const Node& node) {
  const Node* object = node.in("argument");
  const Node* field = node.in("field");
  if (object == nullptr || field == nullptr) {
    return unknown(node);
  }
  // A class's own members are read as names of its own: see conventions.md.
  if (object->is("this")) {
    return module_.add(node.range(), NameExpr{intern(lastPart(textOf(*field)))});
  }
  return module_.add(node.range(), MemberExpr{lower(*object), intern(lastPart(textOf(*field))),
                                              field->range(), false});
}

ExprId Lowering::subscript(const Node& node) {
  const Node* object = node.in("argument");
  const Node* indices = node.in("indices");
  const Node* index = indices != nullptr ? indices->named(0) : node.in("index");
  if (object == nullptr || index == nullptr) {
    return unknown(node);
  }
  const ExprId base = lower(*object);
  const ExprId key = lower(*index);
  if (const auto* text = module_.as<StringLiteral>(key)) {
    return module_.add(node.range(), MemberExpr{base, text->value, index->range(), false});
  }
  return module_.add(node.range(), IndexExpr{base, key, false});
}

ExprId Lowering::binary(const Node& node) {
  // Concatenations lean to the left and may be long, so the left spine is walked without recursion.
  std::vector<const Node*> spine;
  const Node* at = &node;
  while (at != nullptr && at->is("binary_expression")) {
    spine.push_back(at);
    at = at->in("left");
  }
  if (at == nullptr) {
    return unknown(node);
  }
  ExprId left = lower(*at);
  for (auto it = spine.rbegin(); it != spine.rend(); ++it) {
    const Node& link = **it;
    const Node* rightNode = link.in("right");
    const Node* opNode = link.in("operator");
    const ExprId right =
        rightNode != nullptr ? lower(*rightNode) : module_.add(link.range(), UnknownExpr{});
    const std::string_view op = opNode != nullptr ? textOf(*opNode) : std::string_view();
    if (op == "&&" || op == "and" || op == "||" || op == "or") {
      const LogicalOp logical = op == "&&" || op == "and" ? LogicalOp::kAnd : LogicalOp::kOr;
      left = module_.add(link.range(), LogicalExpr{logical, left, right});
    } else if (const std::optional<BinaryOp> known = binaryOp(op)) {
      left = module_.add(link.range(), BinaryExpr{*known, left, right});
    } else {
      const std::vector<ExprId> both{left, right};
      left = module_.add(link.range(), UnknownExpr{module_.list(both)});
    }
  }
  return left;
}

ExprId Lowering::unary(const Node& node) {
  const Node* operand = node.in("argument");
  const Node* opNode = node.in("operator");
  if (operand == nullptr || opNode == nullptr) {
    return unknown(node);
  }
  const std::string_view op = textOf(*opNode);
  const ExprId value = lower(*operand);
  if (op == "*" || op == "&") {
    return value;
  }
  if (op == "++" || op == "--") {
    return module_.add(node.range(), UpdateExpr{value, op == "++"});
  }
  const UnaryOp known = op == "!" || op == "not" ? UnaryOp::kNot
                        : op == "-"              ? UnaryOp::kMinus
                        : op == "+"              ? UnaryOp::kPlus
                                                 : UnaryOp::kBitNot;
  return module_.add(node.range(), UnaryExpr{known, value});
}

PatternId Lowering::target(const Node& node) {
  const ExprId expr = lower(node);
  if (const auto* plain = module_.as<NameExpr>(expr)) {
    return module_.add(node.range(), NamePattern{plain->name});
  }
  return module_.add(node.range(), TargetPattern{expr});
}

ExprId Lowering::assignment(const Node& node) {
  const Node* left = node.in("left");
  const Node* right = node.in("right");
  const Node* opNode = node.in("operator");
  if (left == nullptr || right == nullptr || opNode == nullptr) {
    return unknown(node);
  }
  const std::string_view op = textOf(*opNode);
  const PatternId written = target(*left);
  const ExprId value = lower(*right);
  const AssignOp known = op == "="    ? AssignOp::kAssign
                         : op == "+=" ? AssignOp::kAdd
                                      : AssignOp::kNumeric;
  return module_.add(node.range(), AssignExpr{known, written, value});
}

ExprId Lowering::lambda(const Node& node) {
  const Node* declarator = node.in("declarator");
  const Node* parameters = declarator != nullptr ? declarator->in("parameters") : nullptr;
  const FunctionId id =
      function(parameters, node.in("body"), node.range(), {}, {node.begin, node.begin}, true);
  return module_.add(node.range(), FunctionExpr{id});
}

ExprId Lowering::initializerList(const Node& node) {
  const std::vector<const Node*> elements = namedChildren(node);
  if (elements.empty()) {
    return module_.add(node.range(), ObjectExpr{});
  }
  if (elements.front()->is("initializer_pair")) {
    return designatedList(node);
  }
  // nlohmann's rule: a list of pairs that begin with a text is an object.
  const bool isObject = std::all_of(elements.begin(), elements.end(), [](const Node* element) {
    return element->is("initializer_list") && element->named(1) != nullptr &&
           element->named(2) == nullptr && isFirstString(*element);
  });
  if (isObject) {
    return pairList(node);
  }
  const std::vector<ExprId> values = arguments(elements);
  return module_.add(node.range(), ArrayExpr{module_.list(values)});
}

ExprId Lowering::pairList(const Node& node) {
  std::vector<Property> properties;
  for (const Node* element : namedChildren(node)) {
    const Node* key = element->named(0);
    const Node* value = element->named(1);
    if (key == nullptr || value == nullptr) {
      continue;
    }
    const ExprId keyExpr = lower(*key);
    Property property;
    if (const auto* text = module_.as<StringLiteral>(keyExpr)) {
      property.key = text->value;
    } else {
      property.computedKey = keyExpr;
    }
    property.value = lower(*value);
    property.keyRange = key->range();
    property.range = element->range();
    properties.push_back(property);
  }
  return module_.add(node.range(), ObjectExpr{module_.list(properties)});
}

ExprId Lowering::designatedList(const Node& node) {
  std::vector<Property> properties;
  for (const Node* element : namedChildren(node)) {
    const Node* designator = element->in("designator");
    const Node* value = element->in("value");
    if (!element->is("initializer_pair") || designator == nullptr || value == nullptr) {
      continue;
    }
    std::string_view key = textOf(*designator);
    key.remove_prefix(key.starts_with('.') ? 1 : 0);
    Property property;
    property.key = intern(key);
    property.value = lower(*value);
    property.keyRange = designator->range();
    property.range = element->range();
    properties.push_back(property);
  }
  return module_.add(node.range(), ObjectExpr{module_.list(properties)});
}

ExprId Lowering::compoundLiteral(const Node& node) {
  const Node* type = node.in("type");
  const Node* value = node.in("value");
  if (value == nullptr) {
    return unknown(node);
  }
  const std::string_view typeName = type != nullptr ? textOf(*type) : std::string_view();
  const Node* only = value->named(0);
  if (only != nullptr && value->named(1) == nullptr &&
      (isTextWrapper(typeName) || only->is("call_expression"))) {
    return lower(*only);
  }
  const std::string_view last = lastPart(typeName);
  if (value->named(0) != nullptr && isFirstString(*value) && last != "json" &&
      !value->named(0)->is("initializer_list")) {
    // `Tool{"name", "what it does", schema, fn}`: the arguments of an aggregate.
    const ExprId callee = module_.add(type->range(), NameExpr{intern(last)});
    const std::vector<ExprId> args = arguments(namedChildren(*value));
    return module_.add(node.range(), CallExpr{callee, module_.list(args), {}, false});
  }
  if (last == "QJsonArray" || last == "Array") {
    const std::vector<ExprId> values = arguments(namedChildren(*value));
    return module_.add(node.range(), ArrayExpr{module_.list(values)});
  }
  return initializerList(*value);
}

}  // namespace envelint::cpp
