#include <algorithm>
#include <array>
#include <string>

#include "frontend/cpp/lowering.h"

namespace envelint::cpp {
namespace {

constexpr auto kTestMacros = std::to_array<std::string_view>({
    "TEST",
    "TEST_F",
    "TEST_P",
    "TYPED_TEST",
    "TEST_CASE",
    "SCENARIO",
    "TEST_CASE_METHOD",
});

/// The function declarator inside pointers and references.
const Node* functionDeclarator(const Node* declarator) {
  while (declarator != nullptr && !declarator->is("function_declarator")) {
    const Node* inner = declarator->in("declarator");
    if (inner == nullptr && declarator->is("reference_declarator")) {
      inner = declarator->named(0);
    }
    declarator = inner;
  }
  return declarator;
}

const Node* parameterName(const Node* declarator) {
  while (declarator != nullptr && !declarator->is("identifier")) {
    const Node* inner = declarator->in("declarator");
    if (inner == nullptr && declarator->is("reference_declarator")) {
      inner = declarator->named(0);
    }
    declarator = inner;
  }
  return declarator;
}

}  // namespace

void Lowering::run() {
  for (const Comment& comment : tree_.comments()) {
    module_.addComment(comment);
  }
  for (const Range& range : tree_.errors()) {
    module_.addUnparsed(range);
  }
  items(*tree_.root(), {});
  module_.finish(std::move(body_));
}

void Lowering::items(const Node& parent, std::string_view scope) {
  const Nest nest(*this);
  if (nesting_ > kMaxNesting) {
    return;
  }
  const Node* before = nullptr;
  for (const Node& child : parent.children()) {
    if (!child.isNamed) {
      continue;
    }
    // `TEST_CASE("name") { ... }`: the parser sees a call and a block behind it.
    if (child.is("compound_statement") && before != nullptr) {
      const Node* call = before->is("expression_statement") ? before->named(0) : before;
      if (call != nullptr && call->is("call_expression")) {
        testCase(*call, child, *before);
        before = nullptr;
        continue;
      }
    }
    item(child, scope);
    before = &child;
  }
}

void Lowering::item(const Node& node, std::string_view scope) {
  if (node.is("preproc_include")) {
    import(node);
  } else if (node.is("preproc_def")) {
    define(node);
  } else if (node.is("function_definition")) {
    functionDefinition(node, scope);
  } else if (node.is("namespace_definition") || node.is("linkage_specification")) {
    if (const Node* body = node.in("body")) {
      items(*body, scope);
    }
  } else if (node.is("class_specifier") || node.is("struct_specifier")) {
    classMembers(node, scope);
  } else if (node.is("template_declaration") || node.is("ERROR") ||
             (node.type.starts_with("preproc_") && !node.is("preproc_function_def") &&
              !node.is("preproc_call"))) {
    items(node, scope);
  } else if (node.is("declaration") || node.is("field_declaration")) {
    for (const Node& child : node.children()) {
      if (child.is("class_specifier") || child.is("struct_specifier")) {
        classMembers(child, scope);
      }
    }
    if (const StmtId id = declaration(node)) {
      body_.push_back(id);
    }
  } else if (node.is("expression_statement")) {
    if (const StmtId id = statement(node)) {
      body_.push_back(id);
    }
  }
}

void Lowering::import(const Node& node) {
  const Node* path = node.in("path");
  if (path == nullptr) {
    return;
  }
  std::string_view text = textOf(*path);
  if (text.size() < 3) {
    return;
  }
  Import value;
  value.kind = ImportKind::kSideEffect;
  value.specifier = intern(text.substr(1, text.size() - 2));
  value.range = node.range();
  module_.addImport(value);
}

/// `#define MAX_ROWS 100` is a constant.
void Lowering::define(const Node& node) {
  const Node* name = node.in("name");
  const Node* value = node.in("value");
  if (name == nullptr || value == nullptr) {
    return;
  }
  std::string_view text = textOf(*value);
  while (!text.empty() && (text.front() == '(' || text.front() == ' ')) {
    text.remove_prefix(1);
  }
  ExprId literal;
  if (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    literal =
        module_.add(value->range(), NumberLiteral{std::strtod(std::string(text).c_str(), nullptr)});
  } else if (text.size() >= 2 && text.front() == '"' && text.find('"', 1) == text.size() - 1) {
    literal = module_.add(value->range(), StringLiteral{intern(text.substr(1, text.size() - 2))});
  } else {
    return;
  }
  Declarator declarator;
  declarator.target = module_.add(name->range(), NamePattern{intern(textOf(*name))});
  declarator.init = literal;
  declarator.range = node.range();
  const std::vector<Declarator> list{declarator};
  body_.push_back(module_.add(node.range(), DeclareStmt{DeclareKind::kConst, module_.list(list)}));
}

void Lowering::classMembers(const Node& node, std::string_view) {
  const Node* name = node.in("name");
  const Node* list = node.in("body");
  if (list == nullptr) {
    return;
  }
  const std::string_view scope = name != nullptr ? lastPart(textOf(*name)) : std::string_view();
  const Nest nest(*this);
  if (nesting_ > kMaxNesting) {
    return;
  }
  for (const Node& member : list->children()) {
    if (member.is("function_definition")) {
      functionDefinition(member, scope);
    } else if (member.is("template_declaration") || member.type.starts_with("preproc_if")) {
      items(member, scope);
    } else if (member.is("field_declaration")) {
      for (const Node& child : member.children()) {
        if (child.is("class_specifier") || child.is("struct_specifier")) {
          classMembers(child, scope);
        }
      }
      // Constants of a class: `static constexpr int kMax = 100;`.
      const Node* value = member.in("default_value");
      const Node* declared = member.in("declarator");
      if (value != nullptr && declared != nullptr && declared->is("field_identifier") &&
          textOf(member).starts_with("static")) {
        Declarator declarator;
        declarator.target = module_.add(declared->range(), NamePattern{intern(textOf(*declared))});
        declarator.init = lower(*value);
        declarator.range = member.range();
        const std::vector<Declarator> one{declarator};
        body_.push_back(
            module_.add(member.range(), DeclareStmt{DeclareKind::kConst, module_.list(one)}));
      }
    }
  }
}

std::vector<Parameter> Lowering::parametersOf(const Node* list) {
  std::vector<Parameter> result;
  if (list == nullptr) {
    return result;
  }
  for (const Node& child : list->children()) {
    if (!child.is("parameter_declaration") && !child.is("optional_parameter_declaration")) {
      continue;
    }
    const Node* name = parameterName(child.in("declarator"));
    Parameter parameter;
    parameter.pattern = name != nullptr
                            ? module_.add(name->range(), NamePattern{intern(textOf(*name))})
                            : module_.add(child.range(), UnknownPattern{});
    if (const Node* value = child.in("default_value"); value != nullptr && name != nullptr) {
      parameter.pattern =
          module_.add(child.range(), DefaultPattern{parameter.pattern, lower(*value)});
    }
    result.push_back(parameter);
  }
  return result;
}

FunctionId Lowering::function(const Node* parameters, const Node* body, Range range,
                              std::string_view name, Range nameRange, bool isArrow) {
  Function value;
  value.name = name;
  value.range = range;
  value.nameRange = nameRange;
  value.isArrow = isArrow;
  const std::vector<Parameter> list = parametersOf(parameters);
  value.parameters = module_.list(list);
  const Range outer = functionRange_;
  if (functionDepth_ == 0 && body != nullptr) {
    functionRange_ = body->range();
  }
  ++functionDepth_;
  if (body != nullptr) {
    const Node* inner = body->is("try_statement") ? body->in("body") : body;
    if (inner != nullptr && inner->is("compound_statement")) {
      value.body = block(*inner);
    }
  }
  --functionDepth_;
  functionRange_ = outer;
  return module_.addFunction(value);
}

void Lowering::functionDefinition(const Node& node, std::string_view scope) {
  const Node* declarator = functionDeclarator(node.in("declarator"));
  const Node* body = node.in("body");
  if (body == nullptr) {
    body = node.child("try_statement");
  }
  if (declarator == nullptr || body == nullptr) {
    return;
  }
  const Node* nameNode = declarator->in("declarator");
  if (nameNode == nullptr) {
    return;
  }
  const std::string_view whole = textOf(*nameNode);
  if (node.in("type") == nullptr &&
      std::find(kTestMacros.begin(), kTestMacros.end(), whole) != kTestMacros.end()) {
    testCase(*declarator, *body, node);
    return;
  }
  // `Ret ns::C::f(...)`: the part before the last is the class, or a namespace, which does no harm.
  const std::string_view last = lastPart(whole);
  std::string_view owner = scope;
  if (whole.size() > last.size() + 2) {
    owner = lastPart(whole.substr(0, whole.size() - last.size() - 2));
  }
  std::string full =
      owner.empty() ? std::string(last) : std::string(owner) + "::" + std::string(last);
  // Overloads each get a name of their own, so that none is taken for another.
  const uint32_t earlier = functionNames_[intern(full)]++;
  if (earlier > 0) {
    full += "#" + std::to_string(earlier);
  }
  const FunctionId id = function(declarator->in("parameters"), body, node.range(), intern(full),
                                 nameNode->range(), false);
  body_.push_back(module_.add(node.range(), FunctionStmt{id}));
}

/// A test macro with its block is a call with the test's name and a function.
void Lowering::testCase(const Node& declarator, const Node& body, const Node& whole) {
  const Node* callee = declarator.in("declarator") != nullptr ? declarator.in("declarator")
                                                              : declarator.in("function");
  const Node* list = declarator.in("parameters") != nullptr ? declarator.in("parameters")
                                                            : declarator.in("arguments");
  if (callee == nullptr) {
    return;
  }
  std::string title;
  if (list != nullptr) {
    for (const Node& part : list->children()) {
      if (part.isNamed) {
        title += title.empty() ? "" : ".";
        const std::optional<std::string> text = stringValue(part);
        title += text.has_value() ? *text : std::string(textOf(part));
        if (text.has_value()) {
          break;
        }
      }
    }
  }
  const Range range{whole.begin, body.end};
  const FunctionId id = function(nullptr, &body, body.range(), {}, {body.begin, body.begin}, true);
  const std::vector<ExprId> args{
      module_.add(list != nullptr ? list->range() : callee->range(), StringLiteral{intern(title)}),
      module_.add(body.range(), FunctionExpr{id})};
  const ExprId target = module_.add(callee->range(), NameExpr{intern(textOf(*callee))});
  const ExprId call = module_.add(range, CallExpr{target, module_.list(args), {}, false});
  body_.push_back(module_.add(range, ExpressionStmt{call}));
}

}  // namespace envelint::cpp
