#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/cpp/syntax_tree.h"
#include "program/module.h"

namespace envelint::cpp {

/// Lowers one C++ file into the program model, by the conventions in conventions.md.
class Lowering {
 public:
  Lowering(std::string_view text, const SyntaxTree& tree, Module& module)
      : text_(text), tree_(tree), module_(module) {}
  void run();

 private:
  /// Nodes nested deeper than this become Unknown nodes: no recursion follows the input's depth.
  static constexpr uint32_t kMaxNesting = 250;
  struct Nest {
    explicit Nest(Lowering& lowering) : nesting(lowering.nesting_) { ++nesting; }
    ~Nest() { --nesting; }
    Nest(const Nest&) = delete;
    Nest& operator=(const Nest&) = delete;
    uint32_t& nesting;
  };

  std::string_view textOf(const Node& node) const {
    return text_.substr(node.begin, node.end - node.begin);
  }
  std::string_view intern(std::string_view text) { return module_.intern(text); }

  // --- The file and its declarations (lower_module.cpp) ------------------------------------------
  void items(const Node& parent, std::string_view scope);
  void item(const Node& node, std::string_view scope);
  void import(const Node& node);
  void define(const Node& node);
  void classMembers(const Node& node, std::string_view scope);
  void functionDefinition(const Node& node, std::string_view scope);
  void testCase(const Node& declarator, const Node& body, const Node& whole);
  FunctionId function(const Node* parameters, const Node* body, Range range, std::string_view name,
                      Range nameRange, bool isArrow);
  std::vector<Parameter> parametersOf(const Node* list);

  // --- Statements (lower_statements.cpp) ---------------------------------------------------------
  StmtId statement(const Node& node);
  StmtId block(const Node& node);
  std::vector<StmtId> statements(const Node& parent);
  StmtId ifStatement(const Node& node);
  StmtId forStatement(const Node& node);
  StmtId rangeLoop(const Node& node);
  StmtId switchStatement(const Node& node);
  StmtId tryStatement(const Node& node);
  StmtId declaration(const Node& node);
  ExprId initializer(const Node& declared, const Node* value, std::string_view type,
                     std::string_view name);
  ExprId condition(const Node* node, std::vector<StmtId>* before);
  StmtId expressionStatement(const Node& node);
  StmtId assignStatement(Range range, const Node& target, AssignOp op, ExprId value);

  // --- Expressions (lower_expressions.cpp) -------------------------------------------------------
  ExprId expression(const Node* node);
  ExprId lower(const Node& node);
  ExprId unknown(const Node& node);
  ExprId name(const Node& node);
  ExprId qualified(const Node& node);
  ExprId member(const Node& node);
  ExprId subscript(const Node& node);
  ExprId binary(const Node& node);
  ExprId unary(const Node& node);
  ExprId assignment(const Node& node);
  ExprId lambda(const Node& node);
  ExprId initializerList(const Node& node);
  ExprId pairList(const Node& node);
  ExprId designatedList(const Node& node);
  ExprId compoundLiteral(const Node& node);
  PatternId target(const Node& node);
  std::optional<std::string> stringValue(const Node& node) const;

  // --- Calls (lower_calls.cpp) -------------------------------------------------------------------
  ExprId call(const Node& node);
  ExprId methodCall(const Node& node, const Node& callee, std::string_view method,
                    const std::vector<const Node*>& args);
  ExprId functionCall(const Node& node, const Node& callee, const std::vector<const Node*>& args);
  ExprId argumentAccess(const Node& node, ExprId object, const Node& key, const Node* fallback);
  ExprId plainCall(const Node& node, ExprId callee, const std::vector<const Node*>& args);
  ExprId makeCall(Range range, std::string_view object, std::string_view method,
                  std::vector<ExprId> args);
  std::vector<ExprId> arguments(const std::vector<const Node*>& args);

  /// The definition that a tool builder's chain of calls makes (lower_builders.cpp); none for other
  /// calls.
  ExprId toolBuilder(const Node& node);

  // --- JSON in string literals (lower_json.cpp) --------------------------------------------------
  /// The object or array that a raw string spells, with the offsets of the file; none for other
  /// texts.
  ExprId jsonText(Range content);

  std::string_view text_;
  const SyntaxTree& tree_;
  Module& module_;
  std::vector<StmtId> body_;
  uint32_t nesting_ = 0;
  Range functionRange_;  ///< of the body being lowered; empty at the top level
  uint32_t functionDepth_ = 0;
  std::unordered_map<std::string_view, uint32_t> functionNames_;
};

/// The last part of a possibly qualified or templated name.
std::string_view lastPart(std::string_view name);

}  // namespace envelint::cpp
