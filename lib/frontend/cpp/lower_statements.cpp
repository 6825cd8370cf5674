#include <algorithm>

#include "frontend/cpp/lowering.h"

namespace envelint::cpp {
namespace {

/// The name a declarator declares: through pointers, references, arrays and initial values.
const Node* declaredName(const Node* declarator) {
  while (declarator != nullptr) {
    if (declarator->is("identifier") || declarator->is("field_identifier")) {
      return declarator;
    }
    const Node* inner = declarator->in("declarator");
    if (inner == nullptr &&
        (declarator->is("reference_declarator") || declarator->is("parenthesized_declarator"))) {
      inner = declarator->named(0);
    }
    declarator = inner;
  }
  return nullptr;
}

bool hasWord(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

}  // namespace

std::vector<StmtId> Lowering::statements(const Node& parent) {
  std::vector<StmtId> result;
  for (const Node& child : parent.children()) {
    if (child.isNamed && !child.is("ERROR")) {
      if (const StmtId id = statement(child)) {
        result.push_back(id);
      }
    } else if (child.is("ERROR")) {
      std::vector<StmtId> inner = statements(child);
      result.insert(result.end(), inner.begin(), inner.end());
    }
  }
  return result;
}

StmtId Lowering::block(const Node& node) {
  const std::vector<StmtId> body = statements(node);
  return module_.add(node.range(), BlockStmt{module_.list(body)});
}

StmtId Lowering::statement(const Node& node) {
  const Nest nest(*this);
  const Range range = node.range();
  if (nesting_ > kMaxNesting) {
    return module_.add(range, UnknownStmt{});
  }
  if (node.is("compound_statement")) {
    return block(node);
  }
  if (node.is("expression_statement")) {
    return expressionStatement(node);
  }
  if (node.is("declaration")) {
    return declaration(node);
  }
  if (node.is("return_statement") || node.is("co_return_statement")) {
    const Node* value = node.named(0);
    return module_.add(range, ReturnStmt{expression(value)});
  }
  if (node.is("if_statement")) {
    return ifStatement(node);
  }
  if (node.is("for_statement")) {
    return forStatement(node);
  }
  if (node.is("for_range_loop")) {
    return rangeLoop(node);
  }
  if (node.is("while_statement") || node.is("do_statement")) {
    LoopStmt loop;
    loop.kind = node.is("while_statement") ? LoopKind::kWhile : LoopKind::kDoWhile;
    std::vector<StmtId> before;
    loop.test = condition(node.in("condition"), &before);
    const Node* body = node.in("body");
    loop.body = body != nullptr ? statement(*body) : StmtId{};
    loop.headRange = {node.begin,
                      node.is("while_statement") && body != nullptr ? body->begin : node.begin + 2};
    const StmtId id = module_.add(range, loop);
    if (before.empty()) {
      return id;
    }
    before.push_back(id);
    return module_.add(range, BlockStmt{module_.list(before)});
  }
  if (node.is("switch_statement")) {
    return switchStatement(node);
  }
  if (node.is("try_statement")) {
    return tryStatement(node);
  }
  if (node.is("throw_statement")) {
    const ExprId value = expression(node.named(0));
    return module_.add(range, ThrowStmt{value ? value : module_.add(range, UnknownExpr{})});
  }
  if (node.is("break_statement")) {
    return module_.add(range, BreakStmt{});
  }
  if (node.is("continue_statement")) {
    return module_.add(range, ContinueStmt{});
  }
  if (node.is("labeled_statement") || node.is("attributed_statement") || node.is("else_clause")) {
    StmtId last;
    for (const Node& child : node.children()) {
      if (child.isNamed && (child.type.ends_with("statement") || child.is("declaration"))) {
        last = statement(child);
      }
    }
    return last;
  }
  if (node.type.starts_with("preproc_")) {
    if (node.is("preproc_def") || node.is("preproc_function_def") || node.is("preproc_include") ||
        node.is("preproc_call") || node.is("preproc_arg")) {
      return {};
    }
    std::vector<StmtId> inner;
    for (const Node& child : node.children()) {
      if (child.isNamed && child.field != "condition" && child.field != "name") {
        if (const StmtId id = statement(child)) {
          inner.push_back(id);
        }
      }
    }
    return module_.add(range, UnknownStmt{module_.list(inner)});
  }
  if (node.type.ends_with("_expression")) {
    return module_.add(range, ExpressionStmt{lower(node)});
  }
  if (node.is("function_definition")) {
    // A macro with a block behind it, inside a function: `SECTION("x") { ... }`.
    if (const Node* body = node.in("body")) {
      return statement(*body);
    }
  }
  return {};
}

ExprId Lowering::condition(const Node* node, std::vector<StmtId>* before) {
  if (node == nullptr) {
    return {};
  }
  const Node* start = node->in("initializer");
  if (start != nullptr) {
    if (const Node* declared = start->child("declaration")) {
      before->push_back(statement(*declared));
    } else if (start->is("declaration")) {
      before->push_back(statement(*start));
    }
  }
  const Node* value = node->in("value");
  if (value != nullptr && value->is("declaration")) {
    // `if (auto it = find(x))`: the declaration stands before, its name is the test.
    before->push_back(declaration(*value));
    if (const Node* name = declaredName(value->in("declarator"))) {
      return module_.add(name->range(), NameExpr{intern(textOf(*name))});
    }
    return module_.add(node->range(), UnknownExpr{});
  }
  return lower(*node);
}

StmtId Lowering::ifStatement(const Node& node) {
  // `else if` chains of dispatchers are long: walked without recursion, built from the end.
  struct Part {
    const Node* node;
    ExprId test;
    StmtId consequence;
    std::vector<StmtId> before;
  };
  std::vector<Part> parts;
  const Node* at = &node;
  StmtId tail;
  while (at != nullptr) {
    Part part{at, {}, {}, {}};
    part.test = condition(at->in("condition"), &part.before);
    if (!part.test) {
      part.test = module_.add(at->range(), UnknownExpr{});
    }
    const Node* consequence = at->in("consequence");
    part.consequence = consequence != nullptr ? statement(*consequence) : StmtId{};
    if (!part.consequence) {
      part.consequence = module_.add(at->range(), BlockStmt{});
    }
    const Node* alternative = at->in("alternative");
    parts.push_back(std::move(part));
    at = nullptr;
    if (alternative != nullptr) {
      const Node* inner = alternative->is("else_clause") ? alternative->named(0) : alternative;
      if (inner != nullptr && inner->is("if_statement")) {
        at = inner;
      } else if (inner != nullptr) {
        tail = statement(*inner);
      }
    }
  }
  for (auto it = parts.rbegin(); it != parts.rend(); ++it) {
    tail = module_.add(it->node->range(), IfStmt{it->test, it->consequence, tail});
    if (!it->before.empty()) {
      it->before.push_back(tail);
      tail = module_.add(it->node->range(), BlockStmt{module_.list(it->before)});
    }
  }
  return tail;
}

StmtId Lowering::forStatement(const Node& node) {
  LoopStmt loop;
  loop.kind = LoopKind::kFor;
  if (const Node* start = node.in("initializer")) {
    loop.init = start->is("declaration")
                    ? statement(*start)
                    : module_.add(start->range(), ExpressionStmt{lower(*start)});
  }
  loop.test = expression(node.in("condition"));
  loop.update = expression(node.in("update"));
  const Node* body = node.in("body");
  loop.body = body != nullptr ? statement(*body) : StmtId{};
  loop.headRange = {node.begin, body != nullptr ? body->begin : node.end};
  return module_.add(node.range(), loop);
}

StmtId Lowering::rangeLoop(const Node& node) {
  LoopStmt loop;
  loop.kind = LoopKind::kForOf;
  loop.declares = true;
  const Node* declarator = node.in("declarator");
  const Node* name = declaredName(declarator);
  loop.element = name != nullptr
                     ? module_.add(name->range(), NamePattern{intern(textOf(*name))})
                     : module_.add(declarator != nullptr ? declarator->range() : node.range(),
                                   UnknownPattern{});
  const Node* over = node.in("right");
  loop.iterable = over != nullptr ? lower(*over) : module_.add(node.range(), UnknownExpr{});
  const Node* body = node.in("body");
  loop.body = body != nullptr ? statement(*body) : StmtId{};
  loop.headRange = {node.begin, body != nullptr ? body->begin : node.end};
  return module_.add(node.range(), loop);
}

StmtId Lowering::switchStatement(const Node& node) {
  std::vector<StmtId> before;
  const ExprId subject = condition(node.in("condition"), &before);
  std::vector<SwitchCase> cases;
  if (const Node* body = node.in("body")) {
    for (const Node& child : body->children()) {
      if (!child.is("case_statement")) {
        continue;
      }
      SwitchCase entry;
      const Node* value = child.in("value");
      entry.test = expression(value);
      std::vector<StmtId> inner;
      for (const Node& part : child.children()) {
        if (part.isNamed && &part != value) {
          if (const StmtId id = statement(part)) {
            inner.push_back(id);
          }
        }
      }
      entry.body = module_.list(inner);
      entry.range = child.range();
      cases.push_back(entry);
    }
  }
  return module_.add(node.range(),
                     SwitchStmt{subject ? subject : module_.add(node.range(), UnknownExpr{}),
                                module_.list(cases)});
}

StmtId Lowering::tryStatement(const Node& node) {
  TryStmt attempt;
  const Node* body = node.in("body");
  attempt.block = body != nullptr ? statement(*body) : StmtId{};
  if (const Node* clause = node.child("catch_clause")) {
    if (const Node* parameters = clause->in("parameters")) {
      const Node* parameter = parameters->named(0);
      const Node* name = parameter != nullptr ? declaredName(parameter->in("declarator")) : nullptr;
      if (name != nullptr) {
        attempt.parameter = module_.add(name->range(), NamePattern{intern(textOf(*name))});
      }
    }
    const Node* handler = clause->in("body");
    attempt.handler = handler != nullptr ? statement(*handler) : StmtId{};
  }
  return module_.add(node.range(), attempt);
}

StmtId Lowering::assignStatement(Range range, const Node& written, AssignOp op, ExprId value) {
  return module_.add(range,
                     ExpressionStmt{module_.add(range, AssignExpr{op, target(written), value})});
}

StmtId Lowering::expressionStatement(const Node& node) {
  const Node* inner = node.named(0);
  if (inner == nullptr) {
    return {};
  }
  // `out << a << b` builds a text: `out += a + b`.
  if (inner->is("binary_expression")) {
    std::vector<const Node*> parts;
    const Node* at = inner;
    while (at != nullptr && at->is("binary_expression")) {
      const Node* op = at->in("operator");
      const Node* right = at->in("right");
      if (op == nullptr || right == nullptr || textOf(*op) != "<<") {
        break;
      }
      parts.push_back(right);
      at = at->in("left");
    }
    if (!parts.empty() && at != nullptr && at->is("identifier")) {
      ExprId sum;
      for (auto it = parts.rbegin(); it != parts.rend(); ++it) {
        const ExprId value = lower(**it);
        sum = sum ? module_.add(Range{module_.range(sum).begin, (*it)->end},
                                BinaryExpr{BinaryOp::kAdd, sum, value})
                  : value;
      }
      return assignStatement(node.range(), *at, AssignOp::kAdd, sum);
    }
  }
  // `rows.resize(n)` and `rows.erase(...)` write what stands before them.
  return module_.add(node.range(), ExpressionStmt{lower(*inner)});
}

ExprId Lowering::initializer(const Node& declared, const Node* value, std::string_view type,
                             std::string_view name) {
  const bool isText =
      hasWord(type, "string") || hasWord(type, "QString") || hasWord(type, "FString");
  const bool isVector = hasWord(type, "vector") || hasWord(type, "QJsonArray") ||
                        hasWord(type, "QList") || hasWord(type, "deque") || hasWord(type, "TArray");
  if (value != nullptr && value->is("argument_list")) {
    const Node* first = value->named(0);
    const Node* second = value->named(1);
    if (first != nullptr && second == nullptr && !isVector) {
      return lower(*first);
    }
    std::vector<ExprId> args;
    for (const Node& child : value->children()) {
      if (child.isNamed) {
        args.push_back(lower(child));
      }
    }
    const ExprId callee = module_.add(declared.range(), NameExpr{intern(lastPart(type))});
    return module_.add(value->range(), CallExpr{callee, module_.list(args), {}, false});
  }
  if (value != nullptr && value->is("initializer_list")) {
    const Node* first = value->named(0);
    if (first == nullptr) {
      return isText     ? module_.add(value->range(), StringLiteral{})
             : isVector ? module_.add(value->range(), ArrayExpr{})
                        : module_.add(value->range(), ObjectExpr{});
    }
    if (isVector) {
      std::vector<ExprId> elements;
      for (const Node& child : value->children()) {
        if (child.isNamed) {
          elements.push_back(lower(child));
        }
      }
      return module_.add(value->range(), ArrayExpr{module_.list(elements)});
    }
    if (value->named(1) == nullptr && !first->is("initializer_list") &&
        !first->is("initializer_pair")) {
      return lower(*first);
    }
    return lower(*value);
  }
  if (value != nullptr) {
    return lower(*value);
  }
  const Range at = declared.range();
  if (hasWord(type, "string") || hasWord(type, "stringstream")) {
    if (!isVector) {
      return module_.add(at, StringLiteral{});
    }
  }
  if (isVector) {
    return module_.add(at, ArrayExpr{});
  }
  // What becomes of an object that is filled step by step shows in the function's own text.
  const std::string_view body =
      text_.substr(functionRange_.begin, functionRange_.end - functionRange_.begin);
  const std::string owner(name);
  const bool isJson = hasWord(type, "json") || hasWord(type, "Json") || hasWord(type, "JSON");
  if (isJson && (hasWord(body, owner + ".push_back(") || hasWord(body, owner + ".emplace_back("))) {
    return module_.add(at, ArrayExpr{});
  }
  const size_t field = body.find(owner + ".name");
  const bool isFilled = field != std::string_view::npos || hasWord(body, owner + ".Name") ||
                        hasWord(body, owner + ".strName");
  if (isJson || isFilled) {
    return module_.add(at, ObjectExpr{});
  }
  return {};
}

StmtId Lowering::declaration(const Node& node) {
  std::vector<Declarator> declarators;
  const Node* typeNode = node.in("type");
  const std::string_view type = typeNode != nullptr ? textOf(*typeNode) : std::string_view();
  const std::string_view whole = textOf(node);
  const bool isConst = whole.starts_with("const ") || hasWord(whole.substr(0, 60), "constexpr") ||
                       whole.starts_with("static const ");
  for (const Node& child : node.children()) {
    if (child.field != "declarator") {
      continue;
    }
    const Node* value = child.is("init_declarator") ? child.in("value") : nullptr;
    const Node* inner = child.is("init_declarator") ? child.in("declarator") : &child;
    if (inner != nullptr && inner->is("function_declarator")) {
      continue;  // A function's declaration, whose definition says more.
    }
    Declarator declarator;
    declarator.range = child.range();
    const Node* name = declaredName(inner);
    const bool isArray = inner != nullptr && inner->is("array_declarator");
    if (name != nullptr) {
      const std::string_view nameText = textOf(*name);
      declarator.target = module_.add(name->range(), NamePattern{intern(nameText)});
      if (isArray && value != nullptr && value->is("initializer_list")) {
        declarator.init = initializer(*name, value, "vector", nameText);
      } else {
        declarator.init = initializer(*name, value, type, nameText);
      }
      if (!declarator.init) {
        declarator.init = module_.add(name->range(), UnknownExpr{});
      }
    } else {
      declarator.target = module_.add(child.range(), UnknownPattern{});
      declarator.init = expression(value);
    }
    declarators.push_back(declarator);
  }
  if (declarators.empty()) {
    return {};
  }
  return module_.add(node.range(), DeclareStmt{isConst ? DeclareKind::kConst : DeclareKind::kLet,
                                               module_.list(declarators)});
}

}  // namespace envelint::cpp
