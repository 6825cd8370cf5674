#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "frontend/typescript/syntax_tree.h"
#include "program/module.h"
#include "source/source_file.h"

namespace envelint::typescript {

/// Whether the kind is an expression that has parts: not a name or a literal.
bool isCompoundExpression(Kind kind);

/// Turns one syntax tree into the program model. One object lowers one file.
///
/// The functions are named after what they return and take the syntax node it is made of; each
/// family has a .cpp file of its own. Two bounds hold against hostile nesting, and what lies
/// beyond them becomes Unknown and is listed as unparsed:
/// - `kMaxNesting` levels of recursion of this class;
/// - `kMaxDepth` nodes on any path down the model, so that those who read it may recurse. Chains
///   that lean to one side (`a.b().c()`, `a + b + c`, `else if`) are walked by loops, and may be
///   that long.
class Lowering {
 public:
  /// All three must outlive this object. `tree` must have a root.
  Lowering(const SourceFile& file, const SyntaxTree& tree, Module& module)
      : text_(file.text()), tree_(tree), module_(module) {}

  /// Fills the module and finishes it.
  void run();

 private:
  using Node = SyntaxNode;
  static constexpr uint32_t kMaxNesting = 400;
  static constexpr uint32_t kMaxDepth = 5000;

  /// Counts a level of recursion while it lives.
  class Nesting {
   public:
    explicit Nesting(Lowering& lowering) : lowering_(lowering) { ++lowering_.nesting_; }
    ~Nesting() { --lowering_.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    bool isTooDeep() const { return lowering_.nesting_ > kMaxNesting; }

   private:
    Lowering& lowering_;
  };

  // --- Text (lower_literals.cpp) ---------------------------------------------------------------
  std::string_view text(Range range) const { return text_.substr(range.begin, range.size()); }
  std::string_view text(const Node& node) const { return text(node.range()); }
  /// An identifier's name, with the escapes that almost none has resolved.
  std::string_view name(const Node& node);
  std::string_view cooked(Range range, bool isTemplate);
  /// The value of a string, or of a template without holes.
  std::string_view stringValue(const Node& node);
  bool isStringConstant(const Node* node) const;

  // --- Modules (lower_module.cpp) --------------------------------------------------------------
  void importStatement(const Node& node, std::vector<StmtId>& out);
  void importClause(const Node& clause, Import common);
  void exportStatement(const Node& node, std::vector<StmtId>& out);
  void exportDefault(const Node& node, const std::vector<ExprId>& decorators,
                     std::vector<StmtId>& out);
  void exportDeclaration(const Node& declaration, Range range,
                         const std::vector<ExprId>& decorators, std::vector<StmtId>& out);
  void exportClause(const Node& clause, const Node* source, Range range);
  void exportLocal(std::string_view exported, std::string_view local, Range range);
  void exportNames(PatternId pattern, Range range);
  std::string_view exportedName(const Node& node);
  /// Notes `module.exports = e` and `exports.x = e`, also chained.
  void commonJsExports(ExprId assignment);
  bool isModuleExports(ExprId expr) const;
  void importAlias(const Node& node, std::vector<StmtId>& out);

  // --- Statements (lower_statements.cpp) -------------------------------------------------------
  /// Appends what the node lowers to: usually one statement, none for a type, several for a list.
  void statement(const Node& node, std::vector<StmtId>& out);
  void statements(const Node& parent, std::vector<StmtId>& out);
  /// The node as exactly one statement; a block when it lowers to none or several.
  StmtId oneStatement(const Node& node);
  StmtId block(const Node& node);
  void expressionStatement(const Node& node, std::vector<StmtId>& out);
  StmtId declareStatement(const Node& node, DeclareKind kind);
  StmtId usingStatement(const Node& node, const Node& assignment);
  StmtId ifStatement(const Node& node);
  StmtId forStatement(const Node& node);
  StmtId forInStatement(const Node& node);
  StmtId whileStatement(const Node& node);
  StmtId doStatement(const Node& node);
  StmtId switchStatement(const Node& node);
  StmtId tryStatement(const Node& node);
  StmtId enumStatement(const Node& node);
  void namespaceStatement(const Node& node, std::vector<StmtId>& out);
  StmtId unknownStatement(const Node& node);
  /// Appends what the parser skipped inside of the statement and nothing else has lowered.
  void skippedText(const Node& statement, std::vector<StmtId>& out);
  uint32_t headEnd(const Node& beforeBody, const Node& body) const;

  // --- Expressions (lower_expressions.cpp, lower_chains.cpp, lower_literals.cpp) -----------------
  ExprId expr(const Node& node);
  /// The same for a part that may be absent: none then.
  ExprId optionalExpr(const Node* node) { return node != nullptr ? expr(*node) : ExprId{}; }
  /// `unknown` for a part that the parser left out.
  ExprId requiredExpr(const Node* node, const Node& parent);
  ExprId chain(const Node& node);
  ExprId link(const Node& node, ExprId left, Range range);
  ExprId callLink(const Node& node, ExprId callee, Range range);
  ExprId binaryLink(const Node& node, ExprId left, Range range);
  ExprId castLink(const Node& node, ExprId operand, Range range);
  ExprId subscriptLink(const Node& node, ExprId object, Range range);
  ExprId prefixLink(const Node& node, ExprId operand, Range range);
  ExprId binary(const Node& node, ExprId left, ExprId right, Range range);
  bool isChainLink(const Node& node) const;
  bool isModuleRequest(const Node& call) const;
  ExprId moduleRequest(const Node& call);
  ExprId newExpr(const Node& node);
  ExprId conditional(const Node& node);
  ExprId assignment(const Node& node);
  ExprId augmentedAssignment(const Node& node);
  ExprId awaitExpr(const Node& node);
  ExprId prefixExpr(const Node& node);
  ExprId unknown(const Node& node);
  /// Notes that an error node is being lowered; any other node is no matter.
  void enterError(const Node& node);
  ExprId tooDeep(const Node& node);
  std::vector<ExprId> arguments(const Node& node);
  /// The compound expressions inside something else, outermost only.
  void expressionsIn(const Node& node, std::vector<ExprId>& out);

  ExprId string(const Node& node);
  ExprId number(const Node& node);
  ExprId regex(const Node& node);
  ExprId templateString(const Node& node);
  ExprId templateLiteral(const Node& node);
  ExprId array(const Node& node);
  ExprId object(const Node& node);
  void property(const Node& node, std::vector<Property>& out);
  ExprId element(const Node& node);
  void elementParts(const Node& node, std::vector<ExprId>& out);

  struct Key {
    std::string_view name;
    ExprId computed;
    Range range;
  };
  Key key(const Node& node);

  // --- Functions and classes (lower_functions.cpp) ---------------------------------------------
  /// Everything of a function but its name and owner.
  Function functionParts(const Node& node);
  FunctionId function(const Node& node);
  std::vector<Parameter> parameters(const Node& node);
  bool parameter(const Node& node, Parameter& out);
  ClassId classOf(const Node& node, const std::vector<ExprId>& decorators);
  ExprId classExpression(const Node& node, const std::vector<ExprId>& decorators);
  void classHeritage(const Node& node, Class& out);
  void classMembers(const Node& body, Class& out);
  bool fieldMember(const Node& node, ClassMember& out);
  void methodMember(const Node& node, ClassMember& member, Function& function);
  ExprId decorator(const Node& node);
  std::vector<ExprId> decoratorsOf(const Node& node);

  // --- Patterns (lower_patterns.cpp) -----------------------------------------------------------
  PatternId pattern(const Node& node);
  PatternId requiredPattern(const Node* node, const Node& parent);
  PatternId objectPattern(const Node& node);
  PatternId arrayPattern(const Node& node);
  PatternId defaultPattern(const Node& node);

  // --- Types (lower_types.cpp) -----------------------------------------------------------------
  TypeId type(const Node& node);
  TypeId optionalType(const Node* node) { return node != nullptr ? type(*node) : TypeId{}; }
  /// The type in an annotation; none without one.
  TypeId annotation(const Node* node);
  TypeId annotationOf(const Node& node);
  TypeId namedType(const Node& nameNode, const Node* arguments, Range range);
  TypeId predefinedType(const Node& node);
  TypeId tupleType(const Node& node);
  std::span<const TypeId> parameterTypes(const Node* parameters);
  TypeId objectType(const Node& node);
  TypeId literalType(const Node& node);
  TypeId typeofType(const Node& node);
  TypeId lookupType(const Node& node);
  TypeId operatorType(const Node& node);
  std::vector<TypeId> typeArguments(const Node* node);
  std::vector<std::string_view> typeParameters(const Node& node);
  void typeDeclaration(const Node& node, bool exported);
  std::string_view dottedName(const Node& node);

  std::string_view text_;
  const SyntaxTree& tree_;
  Module& module_;
  uint32_t nesting_ = 0;
  /// How many nodes deeper than `nesting_` the chains around the current node make it.
  uint32_t chainDepth_ = 0;
  /// The chains being walked; each walk uses a stretch at the end.
  struct Link {
    const Node* node;
    bool isHoisted;
  };
  std::vector<Link> links_;
  /// Whether the statement being lowered is the module's own, so that its exports are too.
  bool isTopLevel_ = false;
  uint32_t functionDepth_ = 0;
  std::vector<TypeDeclaration> typeDeclarations_;
  std::unordered_set<std::string_view> exportedLocals_;
  std::vector<Range> unparsed_;
  /// The error nodes of the tree, whether each was lowered, and how many are at the front.
  std::vector<const Node*> errors_;
  std::vector<bool> isLowered_;
  size_t lowered_ = 0;
};

}  // namespace envelint::typescript
