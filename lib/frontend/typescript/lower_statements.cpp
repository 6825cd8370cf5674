// Lowering: statements.

#include <algorithm>
#include <utility>

#include "frontend/typescript/lowering.h"

namespace envelint::typescript {
namespace {

bool isStatement(Kind kind) {
  return kind >= Kind::kAbstractClassDeclaration && kind <= Kind::kWithStatement &&
         kind != Kind::kCatchClause && kind != Kind::kElseClause && kind != Kind::kFinallyClause &&
         kind != Kind::kEnumAssignment && kind != Kind::kEnumBody && kind != Kind::kSwitchBody &&
         kind != Kind::kSwitchCase && kind != Kind::kSwitchDefault &&
         kind != Kind::kStatementIdentifier && kind != Kind::kVariableDeclarator;
}

bool isModuleItem(Kind kind) {
  return kind == Kind::kImportStatement || kind == Kind::kImportAlias ||
         kind == Kind::kExportStatement;
}

}  // namespace

void Lowering::statements(const Node& parent, std::vector<StmtId>& out) {
  for (const Node& child : parent.children()) {
    if (!isToken(child.kind)) {
      statement(child, out);
    }
  }
}

// One switch on the kind of node.
void Lowering::statement(const Node& node, std::vector<StmtId>& out) {
  const Nesting nesting(*this);
  if (nesting.isTooDeep()) {
    unparsed_.push_back(node.range());
    out.push_back(module_.add(node.range(), UnknownStmt{}));
    return;
  }
  switch (node.kind) {
    case Kind::kImportStatement:
      return importStatement(node, out);
    case Kind::kImportAlias:
      return importAlias(node, out);
    case Kind::kExportStatement:
      exportStatement(node, out);
      return skippedText(node, out);
    case Kind::kError:
      out.push_back(unknownStatement(node));
      return;
    default:
      break;
  }

  // What is below isn't the module's own statement any more.
  const bool wasTopLevel = std::exchange(isTopLevel_, false);
  switch (node.kind) {
    case Kind::kExpressionStatement:
      expressionStatement(node, out);
      break;
    case Kind::kStatementBlock:
      out.push_back(block(node));
      break;
    case Kind::kLexicalDeclaration:
      out.push_back(declareStatement(
          node, node.has(Kind::kTokenConst) ? DeclareKind::kConst : DeclareKind::kLet));
      break;
    case Kind::kVariableDeclaration:
      out.push_back(declareStatement(node, DeclareKind::kVar));
      break;
    case Kind::kIfStatement:
      out.push_back(ifStatement(node));
      break;
    case Kind::kForStatement:
      out.push_back(forStatement(node));
      break;
    case Kind::kForInStatement:
      out.push_back(forInStatement(node));
      break;
    case Kind::kWhileStatement:
      out.push_back(whileStatement(node));
      break;
    case Kind::kDoStatement:
      out.push_back(doStatement(node));
      break;
    case Kind::kSwitchStatement:
      out.push_back(switchStatement(node));
      break;
    case Kind::kTryStatement:
      out.push_back(tryStatement(node));
      break;
    case Kind::kReturnStatement:
      out.push_back(module_.add(node.range(), ReturnStmt{optionalExpr(node.operand(0))}));
      break;
    case Kind::kThrowStatement:
      out.push_back(module_.add(node.range(), ThrowStmt{requiredExpr(node.operand(0), node)}));
      break;
    case Kind::kBreakStatement:
      out.push_back(module_.add(node.range(), BreakStmt{}));
      break;
    case Kind::kContinueStatement:
      out.push_back(module_.add(node.range(), ContinueStmt{}));
      break;
    case Kind::kLabeledStatement: {
      const Node* body = node.operand(1);
      while (body != nullptr && body->is(Kind::kLabeledStatement)) {
        body = body->operand(1);
      }
      if (body != nullptr) {
        statement(*body, out);
      }
      break;
    }
    case Kind::kFunctionDeclaration:
    case Kind::kGeneratorFunctionDeclaration:
      out.push_back(module_.add(node.range(), FunctionStmt{function(node)}));
      break;
    case Kind::kClassDeclaration:
    case Kind::kAbstractClassDeclaration: {
      const ClassId id = classOf(node, {});
      out.push_back(module_.add(module_.classOf(id).range, ClassStmt{id}));
      break;
    }
    case Kind::kTypeAliasDeclaration:
    case Kind::kInterfaceDeclaration:
      typeDeclaration(node, false);
      break;
    case Kind::kEnumDeclaration:
      out.push_back(enumStatement(node));
      break;
    case Kind::kModule:
    case Kind::kInternalModule:
      namespaceStatement(node, out);
      break;
    case Kind::kAmbientDeclaration:
      for (const Node& child : node.children()) {
        if (isStatement(child.kind)) {
          statement(child, out);
        }
      }
      break;
    case Kind::kEmptyStatement:
    case Kind::kFunctionSignature:
      break;
    default:
      out.push_back(unknownStatement(node));
  }
  isTopLevel_ = wasTopLevel;
  if (lowered_ < errors_.size()) {
    skippedText(node, out);
  }
}

StmtId Lowering::oneStatement(const Node& node) {
  std::vector<StmtId> found;
  statement(node, found);
  if (found.size() == 1) {
    return found.front();
  }
  return module_.add(node.range(), BlockStmt{module_.list(found)});
}

StmtId Lowering::block(const Node& node) {
  std::vector<StmtId> body;
  const bool wasTopLevel = std::exchange(isTopLevel_, false);
  statements(node, body);
  isTopLevel_ = wasTopLevel;
  return module_.add(node.range(), BlockStmt{module_.list(body)});
}

void Lowering::expressionStatement(const Node& node, std::vector<StmtId>& out) {
  const Node* value = node.operand(0);
  if (value == nullptr) {
    out.push_back(unknownStatement(node));
    return;
  }
  if (value->is(Kind::kInternalModule)) {
    namespaceStatement(*value, out);
    return;
  }
  // The grammar takes `using x = f()` for an assignment.
  const Node* assignment = value->is(Kind::kAwaitExpression) ? value->operand(0) : value;
  if (assignment != nullptr && assignment->is(Kind::kAssignmentExpression) &&
      assignment->has(Kind::kTokenUsing)) {
    out.push_back(usingStatement(node, *assignment));
    return;
  }
  const ExprId id = expr(*value);
  out.push_back(module_.add(node.range(), ExpressionStmt{id}));
  if (functionDepth_ == 0 && value->is(Kind::kAssignmentExpression)) {
    commonJsExports(id);
  }
}

StmtId Lowering::usingStatement(const Node& node, const Node& assignment) {
  const Node* target = assignment.operand(0);
  Declarator declarator;
  declarator.target = requiredPattern(target, assignment);
  declarator.init = requiredExpr(assignment.operand(1), assignment);
  declarator.range = {target != nullptr ? target->begin : assignment.begin, assignment.end};
  return module_.add(node.range(), DeclareStmt{DeclareKind::kConst,
                                               module_.list(std::vector<Declarator>{declarator})});
}

StmtId Lowering::declareStatement(const Node& node, DeclareKind kind) {
  std::vector<Declarator> declarators;
  for (const Node& child : node.children()) {
    if (!child.is(Kind::kVariableDeclarator)) {
      continue;
    }
    Declarator declarator;
    declarator.range = child.range();
    for (const Node& part : child.children()) {
      if (isToken(part.kind) || part.is(Kind::kError)) {
        continue;
      }
      if (!declarator.target) {
        declarator.target = pattern(part);
      } else if (part.is(Kind::kTypeAnnotation)) {
        declarator.type = annotation(&part);
      } else {
        declarator.init = expr(part);
      }
    }
    if (declarator.target) {
      declarators.push_back(declarator);
    }
  }
  return module_.add(node.range(), DeclareStmt{kind, module_.list(declarators)});
}

StmtId Lowering::ifStatement(const Node& node) {
  // `else if` after `else if` nests to the right; the innermost is made first, from the chain.
  struct Branch {
    const Node* node;
    ExprId test;
    StmtId consequent;
  };
  const uint32_t outerDepth = chainDepth_;
  std::vector<Branch> branches;
  StmtId alternate;
  for (const Node* at = &node; at != nullptr;) {
    branches.push_back({at, requiredExpr(at->operand(0), *at),
                        at->operand(1) != nullptr ? oneStatement(*at->operand(1)) : StmtId{}});
    ++chainDepth_;
    const Node* elseClause = at->child(Kind::kElseClause);
    const Node* body = elseClause != nullptr ? elseClause->operand(0) : nullptr;
    at = nullptr;
    if (body != nullptr && body->is(Kind::kIfStatement) && nesting_ + chainDepth_ < kMaxDepth) {
      at = body;
    } else if (body != nullptr && body->is(Kind::kIfStatement)) {
      unparsed_.push_back(body->range());
      alternate = module_.add(body->range(), UnknownStmt{});
    } else if (body != nullptr) {
      alternate = oneStatement(*body);
    }
  }
  chainDepth_ = outerDepth;
  for (size_t i = branches.size(); i > 0; --i) {
    const Branch& branch = branches[i - 1];
    alternate =
        module_.add(branch.node->range(), IfStmt{branch.test, branch.consequent, alternate});
  }
  return alternate;
}

/// Where the head of a loop ends: after the bracket that closes it, before the body.
uint32_t Lowering::headEnd(const Node& beforeBody, const Node& body) const {
  const std::string_view between = text(Range{beforeBody.end, body.begin});
  const size_t bracket = between.rfind(')');
  return bracket == std::string_view::npos ? beforeBody.end
                                           : beforeBody.end + static_cast<uint32_t>(bracket) + 1;
}

StmtId Lowering::forStatement(const Node& node) {
  std::vector<const Node*> parts;
  for (const Node& child : node.children()) {
    if (!isToken(child.kind) && !child.is(Kind::kError)) {
      parts.push_back(&child);
    }
  }
  // Initializer and condition are there even when they are only their `;`.
  if (parts.size() < 3) {
    return unknownStatement(node);
  }
  LoopStmt loop;
  loop.kind = LoopKind::kFor;
  const Node& init = *parts[0];
  switch (init.kind) {
    case Kind::kEmptyStatement:
      break;
    case Kind::kLexicalDeclaration:
    case Kind::kVariableDeclaration:
      loop.init = oneStatement(init);
      break;
    default:
      loop.init = module_.add(init.range(), ExpressionStmt{expr(init)});
  }
  if (!parts[1]->is(Kind::kEmptyStatement)) {
    loop.test = expr(*parts[1]);
  }
  if (parts.size() > 3) {
    loop.update = expr(*parts[2]);
  }
  const Node& body = *parts.back();
  loop.headRange = {node.begin, headEnd(*parts[parts.size() - 2], body)};
  loop.body = oneStatement(body);
  return module_.add(node.range(), loop);
}

StmtId Lowering::forInStatement(const Node& node) {
  const Node* element = node.operand(0);
  const Node* iterable = node.operand(1);
  const Node* body = node.operand(2);
  if (body == nullptr) {
    return unknownStatement(node);
  }
  LoopStmt loop;
  loop.kind = node.has(Kind::kTokenIn) ? LoopKind::kForIn : LoopKind::kForOf;
  loop.declares =
      node.has(Kind::kTokenConst) || node.has(Kind::kTokenLet) || node.has(Kind::kTokenVar);
  loop.element = pattern(*element);
  loop.iterable = expr(*iterable);
  loop.headRange = {node.begin, headEnd(*iterable, *body)};
  loop.body = oneStatement(*body);
  return module_.add(node.range(), loop);
}

StmtId Lowering::whileStatement(const Node& node) {
  const Node* test = node.operand(0);
  const Node* body = node.operand(1);
  if (body == nullptr) {
    return unknownStatement(node);
  }
  LoopStmt loop;
  loop.kind = LoopKind::kWhile;
  loop.test = expr(*test);
  loop.headRange = {node.begin, test->end};
  loop.body = oneStatement(*body);
  return module_.add(node.range(), loop);
}

StmtId Lowering::doStatement(const Node& node) {
  const Node* body = node.operand(0);
  const Node* test = node.operand(1);
  if (test == nullptr) {
    return unknownStatement(node);
  }
  LoopStmt loop;
  loop.kind = LoopKind::kDoWhile;
  loop.body = oneStatement(*body);
  loop.test = expr(*test);
  // The head comes last here: from `while` to its closing bracket.
  const size_t keyword = text(Range{body->end, test->begin}).rfind("while");
  loop.headRange = {
      keyword == std::string_view::npos ? test->begin : body->end + static_cast<uint32_t>(keyword),
      test->end};
  return module_.add(node.range(), loop);
}

StmtId Lowering::switchStatement(const Node& node) {
  const Node* body = node.child(Kind::kSwitchBody);
  const Node* subject = node.operand(0);
  if (body == nullptr || subject == body) {
    return unknownStatement(node);
  }
  const ExprId subjectId = expr(*subject);
  std::vector<SwitchCase> cases;
  std::vector<StmtId> statementsOfCase;
  for (const Node& child : body->children()) {
    if (!child.is(Kind::kSwitchCase) && !child.is(Kind::kSwitchDefault)) {
      // Text the parser skipped between two cases runs with the one before it.
      if (child.is(Kind::kError) && !cases.empty()) {
        statementsOfCase.assign(cases.back().body.begin(), cases.back().body.end());
        statementsOfCase.push_back(unknownStatement(child));
        cases.back().body = module_.list(statementsOfCase);
      }
      continue;
    }
    SwitchCase item;
    item.range = child.range();
    statementsOfCase.clear();
    bool isTestNext = child.is(Kind::kSwitchCase);
    for (const Node& part : child.children()) {
      if (isToken(part.kind)) {
        continue;
      }
      if (isTestNext && !part.is(Kind::kError)) {
        item.test = expr(part);
        isTestNext = false;
      } else {
        statement(part, statementsOfCase);
      }
    }
    item.body = module_.list(statementsOfCase);
    cases.push_back(item);
  }
  return module_.add(node.range(), SwitchStmt{subjectId, module_.list(cases)});
}

StmtId Lowering::tryStatement(const Node& node) {
  TryStmt result;
  if (const Node* body = node.child(Kind::kStatementBlock)) {
    result.block = block(*body);
  }
  if (const Node* handler = node.child(Kind::kCatchClause)) {
    for (const Node& part : handler->children()) {
      if (part.is(Kind::kStatementBlock)) {
        result.handler = block(part);
      } else if (!isToken(part.kind) && !part.is(Kind::kTypeAnnotation) && !part.is(Kind::kError)) {
        result.parameter = pattern(part);
      }
    }
  }
  if (const Node* finalizer = node.child(Kind::kFinallyClause)) {
    if (const Node* body = finalizer->child(Kind::kStatementBlock)) {
      result.finalizer = block(*body);
    }
  }
  return module_.add(node.range(), result);
}

StmtId Lowering::enumStatement(const Node& node) {
  const Node* nameNode = node.child(Kind::kIdentifier);
  const Node* body = node.child(Kind::kEnumBody);
  if (nameNode == nullptr || body == nullptr) {
    return unknownStatement(node);
  }
  std::vector<Property> members;
  // The value the next member has when it names none; unknown after a computed one.
  bool isNextKnown = true;
  double next = 0;
  for (const Node& child : body->children()) {
    const bool hasValue = child.is(Kind::kEnumAssignment);
    const Node* keyNode = hasValue ? child.operand(0) : &child;
    if (isToken(child.kind) || child.is(Kind::kError) || keyNode == nullptr) {
      continue;
    }
    const Key memberKey = key(*keyNode);
    Property member;
    member.key = memberKey.name;
    member.computedKey = memberKey.computed;
    member.keyRange = memberKey.range;
    member.range = child.range();
    const Node* value = hasValue ? child.operand(1) : nullptr;
    if (value != nullptr) {
      member.value = expr(*value);
      const auto* literal = module_.as<NumberLiteral>(member.value);
      const auto* minus = module_.as<UnaryExpr>(member.value);
      if (minus != nullptr && minus->op == UnaryOp::kMinus) {
        literal = module_.as<NumberLiteral>(minus->operand);
      }
      isNextKnown = literal != nullptr;
      next = literal == nullptr ? 0 : (minus != nullptr ? -literal->value : literal->value) + 1;
    } else if (isNextKnown) {
      member.value = module_.add(keyNode->range(), NumberLiteral{next});
      next += 1;
    } else {
      member.value = module_.add(keyNode->range(), UnknownExpr{});
    }
    members.push_back(member);
  }
  Declarator declarator;
  declarator.target = module_.add(nameNode->range(), NamePattern{name(*nameNode)});
  declarator.init = module_.add(body->range(), ObjectExpr{module_.list(members)});
  declarator.range = {nameNode->begin, node.end};
  return module_.add(node.range(), DeclareStmt{DeclareKind::kConst,
                                               module_.list(std::vector<Declarator>{declarator})});
}

void Lowering::namespaceStatement(const Node& node, std::vector<StmtId>& out) {
  if (const Node* body = node.child(Kind::kStatementBlock)) {
    out.push_back(block(*body));
  }
}

// Text that is no statement, or one the model has no word for: what is recognisable in it is
// lowered, outermost first, and found by a loop over the stretch of nodes.
StmtId Lowering::unknownStatement(const Node& node) {
  std::vector<StmtId> found;
  enterError(node);
  for (const Node* at = &node + 1; at != node.after();) {
    if (isStatement(at->kind) || isModuleItem(at->kind)) {
      statement(*at, found);
    } else if (isCompoundExpression(at->kind)) {
      found.push_back(module_.add(at->range(), ExpressionStmt{expr(*at)}));
    } else if (at->is(Kind::kMethodDefinition)) {
      const ExprId value = module_.add(at->range(), FunctionExpr{function(*at)});
      found.push_back(module_.add(at->range(), ExpressionStmt{value}));
    } else {
      enterError(*at++);
      continue;
    }
    at = at->after();
  }
  return module_.add(node.range(), UnknownStmt{module_.list(found)});
}

void Lowering::skippedText(const Node& node, std::vector<StmtId>& out) {
  while (lowered_ < errors_.size() && isLowered_[lowered_]) {
    ++lowered_;
  }
  const auto first = std::lower_bound(errors_.begin() + static_cast<std::ptrdiff_t>(lowered_),
                                      errors_.end(), &node);
  for (size_t i = static_cast<size_t>(first - errors_.begin());
       i < errors_.size() && errors_[i] < node.after(); ++i) {
    if (!isLowered_[i]) {
      out.push_back(unknownStatement(*errors_[i]));
    }
  }
}

}  // namespace envelint::typescript
