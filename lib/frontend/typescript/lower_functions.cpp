// Lowering: functions, classes, decorators.

#include <utility>

#include "frontend/typescript/lowering.h"

namespace envelint::typescript {

// --- Functions -------------------------------------------------------------------------------

Function Lowering::functionParts(const Node& node) {
  // Counted for the stack it takes; the statements inside check the bound.
  const Nesting nesting(*this);
  Function result;
  result.range = node.range();
  result.isArrow = node.is(Kind::kArrowFunction);
  result.isAsync = node.has(Kind::kTokenAsync);
  result.isGenerator = node.has(Kind::kTokenStar);
  ++functionDepth_;
  const bool wasTopLevel = std::exchange(isTopLevel_, false);
  for (const Node& child : node.children()) {
    switch (child.kind) {
      case Kind::kFormalParameters:
        result.parameters = module_.list(parameters(child));
        break;
      case Kind::kTypeParameters:
        result.typeParameters = module_.list(typeParameters(child));
        break;
      case Kind::kTypeAnnotation:
      case Kind::kAssertsAnnotation:
      case Kind::kTypePredicateAnnotation:
        result.returnType = annotation(&child);
        break;
      case Kind::kStatementBlock:
        result.body = block(child);
        break;
      default:
        break;
    }
  }
  if (result.isArrow) {
    // `x => body`: the parameter needs no brackets, the body no block.
    const Node* first = node.operand(0);
    const Node* last = nullptr;
    for (const Node& child : node.children()) {
      last = isToken(child.kind) || child.is(Kind::kError) ? last : &child;
    }
    if (first != nullptr && first != last && first->is(Kind::kIdentifier)) {
      Parameter only;
      only.pattern = pattern(*first);
      result.parameters = module_.list(std::vector<Parameter>{only});
    }
    if (last != nullptr && !last->is(Kind::kStatementBlock) && !last->is(Kind::kFormalParameters) &&
        !last->is(Kind::kTypeAnnotation)) {
      result.expressionBody = expr(*last);
    }
  }
  isTopLevel_ = wasTopLevel;
  --functionDepth_;
  return result;
}

FunctionId Lowering::function(const Node& node) {
  if (node.is(Kind::kMethodDefinition)) {
    ClassMember member;
    Function method;
    methodMember(node, member, method);
    return module_.addFunction(method);
  }
  Function result = functionParts(node);
  if (!result.isArrow) {
    if (const Node* nameNode = node.child(Kind::kIdentifier)) {
      result.name = name(*nameNode);
      result.nameRange = nameNode->range();
    }
  }
  return module_.addFunction(result);
}

std::vector<Parameter> Lowering::parameters(const Node& node) {
  std::vector<Parameter> result;
  for (const Node& child : node.children()) {
    Parameter value;
    if (!isToken(child.kind) && !child.is(Kind::kError) && parameter(child, value)) {
      result.push_back(value);
    }
  }
  return result;
}

/// False for the `this` that only tells the type of `this`.
bool Lowering::parameter(const Node& node, Parameter& out) {
  if (!node.is(Kind::kRequiredParameter) && !node.is(Kind::kOptionalParameter)) {
    out.pattern = pattern(node);
    return true;
  }
  const Node* written = nullptr;
  const Node* value = nullptr;
  std::vector<ExprId> decorators;
  for (const Node& child : node.children()) {
    switch (child.kind) {
      case Kind::kDecorator:
        decorators.push_back(decorator(child));
        break;
      case Kind::kAccessibilityModifier:
      case Kind::kOverrideModifier:
      case Kind::kTokenReadonly:
        out.isField = true;
        break;
      case Kind::kTypeAnnotation:
        out.type = annotation(&child);
        break;
      default:
        if (!isToken(child.kind) && !child.is(Kind::kError)) {
          (written == nullptr ? written : value) = &child;
        }
    }
  }
  if (written == nullptr || written->is(Kind::kThis)) {
    return false;
  }
  out.decorators = module_.list(decorators);
  out.rest = written->is(Kind::kRestPattern);
  const Node* target = out.rest ? written->operand(0) : written;
  out.pattern = requiredPattern(target, *written);
  if (value != nullptr) {
    out.pattern =
        module_.add(Range{written->begin, value->end}, DefaultPattern{out.pattern, expr(*value)});
  }
  return true;
}

// --- Classes ---------------------------------------------------------------------------------

ExprId Lowering::decorator(const Node& node) { return requiredExpr(node.operand(0), node); }

std::vector<ExprId> Lowering::decoratorsOf(const Node& node) {
  std::vector<ExprId> result;
  for (const Node& child : node.children()) {
    if (child.is(Kind::kDecorator)) {
      result.push_back(decorator(child));
    }
  }
  return result;
}

ExprId Lowering::classExpression(const Node& node, const std::vector<ExprId>& decorators) {
  const ClassId id = classOf(node, decorators);
  return module_.add(module_.classOf(id).range, ClassExpr{id});
}

/// `decorators` are those written before an `export`, outside of the node.
ClassId Lowering::classOf(const Node& node, const std::vector<ExprId>& decorators) {
  const Nesting nesting(*this);
  Class result;
  result.range = node.range();
  std::vector<ExprId> all = decorators;
  const std::vector<ExprId> own = decoratorsOf(node);
  all.insert(all.end(), own.begin(), own.end());
  if (!decorators.empty()) {
    result.range.begin = module_.range(decorators.front()).begin;
  }
  result.decorators = module_.list(all);
  for (const Node& child : node.children()) {
    switch (child.kind) {
      case Kind::kTypeIdentifier:
        result.name = name(child);
        result.nameRange = child.range();
        break;
      case Kind::kClassHeritage:
        classHeritage(child, result);
        break;
      case Kind::kTypeParameters:
        result.typeParameters = module_.list(typeParameters(child));
        break;
      case Kind::kClassBody:
        classMembers(child, result);
        break;
      default:
        break;
    }
  }
  return module_.addClass(result);
}

void Lowering::classHeritage(const Node& node, Class& out) {
  for (const Node& clause : node.children()) {
    if (clause.is(Kind::kExtendsClause)) {
      if (const Node* superclass = clause.operand(0)) {
        out.superclass = expr(*superclass);
      }
      out.superTypeArgs = module_.list(typeArguments(clause.child(Kind::kTypeArguments)));
    } else if (clause.is(Kind::kImplementsClause)) {
      std::vector<TypeId> interfaces;
      for (const Node& child : clause.children()) {
        if (!isToken(child.kind) && !child.is(Kind::kError)) {
          interfaces.push_back(type(child));
        }
      }
      out.interfaces = module_.list(interfaces);
    }
  }
}

void Lowering::classMembers(const Node& body, Class& out) {
  // A function names its class, so the functions are added last, when nothing that is inside them
  // can take the class's id any more.
  struct Method {
    size_t member;
    Function function;
  };
  std::vector<ClassMember> members;
  std::vector<Method> methods;
  std::vector<ExprId> decorators;
  uint32_t decoratorsBegin = 0;
  for (const Node& child : body.children()) {
    ClassMember member;
    member.range = child.range();
    switch (child.kind) {
      case Kind::kDecorator:
        // A method's decorators stand before it, a field's inside.
        decoratorsBegin = decorators.empty() ? child.begin : decoratorsBegin;
        decorators.push_back(decorator(child));
        continue;
      case Kind::kPublicFieldDefinition:
        if (!fieldMember(child, member)) {
          continue;
        }
        break;
      case Kind::kMethodDefinition: {
        Method method{members.size(), {}};
        methodMember(child, member, method.function);
        member.decorators = module_.list(decorators);
        if (!decorators.empty()) {
          member.range.begin = decoratorsBegin;
        }
        methods.push_back(method);
        break;
      }
      case Kind::kClassStaticBlock: {
        member.kind = ClassMemberKind::kMethod;
        member.isStatic = true;
        member.keyRange = {child.begin, child.begin};
        methods.push_back({members.size(), functionParts(child)});
        break;
      }
      case Kind::kError:
        // Kept as a static initializer: what the parser couldn't read may still hold code.
        member.kind = ClassMemberKind::kField;
        member.isStatic = true;
        member.keyRange = {child.begin, child.begin};
        member.value = unknown(child);
        break;
      default:
        // Signatures without a body say nothing about values.
        decorators.clear();
        continue;
    }
    decorators.clear();
    members.push_back(member);
  }
  const ClassId id{module_.classCount()};
  for (Method& method : methods) {
    method.function.owner = id;
    members[method.member].function = module_.addFunction(method.function);
  }
  out.members = module_.list(members);
}

/// Reads a field; false when it has no name, which only a broken file has.
bool Lowering::fieldMember(const Node& node, ClassMember& out) {
  std::vector<ExprId> decorators;
  bool hasKey = false;
  for (const Node& child : node.children()) {
    switch (child.kind) {
      case Kind::kDecorator:
        decorators.push_back(decorator(child));
        break;
      case Kind::kTokenStatic:
        out.isStatic = true;
        break;
      case Kind::kAccessibilityModifier:
      case Kind::kOverrideModifier:
      case Kind::kError:
        break;
      case Kind::kTypeAnnotation:
        out.type = annotation(&child);
        break;
      default:
        if (isToken(child.kind)) {
          break;
        }
        if (!hasKey) {
          const Key fieldKey = key(child);
          out.key = fieldKey.name;
          out.computedKey = fieldKey.computed;
          out.keyRange = fieldKey.range;
          hasKey = true;
        } else {
          out.value = expr(child);
        }
    }
  }
  out.decorators = module_.list(decorators);
  return hasKey;
}

/// Reads a method, getter, setter or constructor of a class or an object.
void Lowering::methodMember(const Node& node, ClassMember& member, Function& function) {
  member.kind = node.has(Kind::kTokenGet)   ? ClassMemberKind::kGetter
                : node.has(Kind::kTokenSet) ? ClassMemberKind::kSetter
                                            : ClassMemberKind::kMethod;
  member.isStatic = node.has(Kind::kTokenStatic);
  member.range = node.range();
  for (const Node& child : node.children()) {
    switch (child.kind) {
      case Kind::kPropertyIdentifier:
      case Kind::kPrivatePropertyIdentifier:
      case Kind::kString:
      case Kind::kNumber:
      case Kind::kComputedPropertyName: {
        const Key methodKey = key(child);
        member.key = methodKey.name;
        member.computedKey = methodKey.computed;
        member.keyRange = methodKey.range;
        break;
      }
      default:
        break;
    }
  }
  if (member.key == "constructor" && !member.isStatic && member.kind == ClassMemberKind::kMethod) {
    member.kind = ClassMemberKind::kConstructor;
  }
  function = functionParts(node);
  function.name = member.key;
  function.nameRange = member.keyRange;
}

}  // namespace envelint::typescript
