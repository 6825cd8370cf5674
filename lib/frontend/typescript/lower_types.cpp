// Lowering: types, as far as the model has a word for them.

#include <algorithm>
#include <string>

#include "frontend/typescript/lowering.h"

namespace envelint::typescript {

// One switch on the kind of node.
TypeId Lowering::type(const Node& node) {
  const Nesting nesting(*this);
  if (nesting.isTooDeep()) {
    unparsed_.push_back(node.range());
    return module_.add(node.range(), UnknownType{});
  }
  const Range range = node.range();
  switch (node.kind) {
    case Kind::kPredefinedType:
      return predefinedType(node);
    case Kind::kTypeIdentifier:
    case Kind::kNestedTypeIdentifier:
    case Kind::kIdentifier:
    case Kind::kThisType:
      return namedType(node, nullptr, range);
    case Kind::kGenericType:
      if (const Node* nameNode = node.operand(0)) {
        return namedType(*nameNode, node.child(Kind::kTypeArguments), range);
      }
      return module_.add(range, UnknownType{});
    case Kind::kArrayType:
      if (const Node* element = node.operand(0)) {
        return module_.add(range, ArrayType{type(*element)});
      }
      return module_.add(range, UnknownType{});
    case Kind::kReadonlyType:
    case Kind::kParenthesizedType:
    case Kind::kOptionalType: {
      const Node* inner = node.operand(0);
      return inner != nullptr ? type(*inner) : module_.add(range, UnknownType{});
    }
    case Kind::kTupleType:
      return tupleType(node);
    case Kind::kObjectType:
    case Kind::kInterfaceBody:
      return objectType(node);
    case Kind::kUnionType:
    case Kind::kIntersectionType:
      return operatorType(node);
    case Kind::kLiteralType:
      return literalType(node);
    case Kind::kTemplateLiteralType:
      return module_.add(range, KeywordType{TypeKeyword::kString});
    case Kind::kFunctionType: {
      const Node* result = nullptr;
      for (const Node& child : node.children()) {
        result = isToken(child.kind) || child.is(Kind::kError) ? result : &child;
      }
      const bool hasResult = result != nullptr && !result->is(Kind::kFormalParameters);
      return module_.add(range, FunctionType{hasResult ? type(*result) : TypeId{},
                                             parameterTypes(node.child(Kind::kFormalParameters))});
    }
    case Kind::kTypePredicate:
      return module_.add(range, KeywordType{TypeKeyword::kBoolean});
    case Kind::kAsserts:
      return module_.add(range, KeywordType{TypeKeyword::kVoid});
    case Kind::kTypeQuery:
      return typeofType(node);
    case Kind::kLookupType:
      return lookupType(node);
    default:
      // Conditional, inferred, `keyof` and constructor types, `import("x").T`.
      return module_.add(range, UnknownType{});
  }
}

TypeId Lowering::annotation(const Node* node) {
  const Node* written = node != nullptr ? node->operand(0) : nullptr;
  return written != nullptr ? type(*written) : TypeId{};
}

/// The annotation among a node's children, of whatever sort.
TypeId Lowering::annotationOf(const Node& node) {
  for (const Node& child : node.children()) {
    switch (child.kind) {
      case Kind::kTypeAnnotation:
      case Kind::kAssertsAnnotation:
      case Kind::kTypePredicateAnnotation:
      case Kind::kAddingTypeAnnotation:
      case Kind::kOmittingTypeAnnotation:
      case Kind::kOptingTypeAnnotation:
        return annotation(&child);
      default:
        break;
    }
  }
  return {};
}

std::string_view Lowering::dottedName(const Node& node) {
  const std::string_view raw = text(node);
  constexpr std::string_view kNotInNames = " \t\r\n/\\";
  if (raw.find_first_of(kNotInNames) == std::string_view::npos) {
    return raw;
  }
  // Spaces or a comment around a dot: put together from the identifiers.
  std::string joined;
  for (const Node* at = &node; at != node.after(); ++at) {
    if (at->size == 1 && !isToken(at->kind)) {
      joined += joined.empty() ? "" : ".";
      joined += name(*at);
    }
  }
  return module_.intern(joined);
}

namespace {

/// Whether a name is an `import("x")` in disguise, see grammar_gaps.h.
bool isImport(std::string_view name) {
  return name.starts_with("import") && name.find('(') != std::string_view::npos;
}

}  // namespace

TypeId Lowering::namedType(const Node& nameNode, const Node* arguments, Range range) {
  if (isImport(text(nameNode))) {
    return module_.add(range, UnknownType{});
  }
  const std::string_view named = dottedName(nameNode);
  const std::vector<TypeId> args = typeArguments(arguments);
  if (args.size() == 1 && (named == "Array" || named == "ReadonlyArray")) {
    return module_.add(range, ArrayType{args.front()});
  }
  if (named == "bigint" && args.empty()) {
    return module_.add(range, KeywordType{TypeKeyword::kOther});
  }
  return module_.add(range, NamedType{named, module_.list(args)});
}

TypeId Lowering::predefinedType(const Node& node) {
  static constexpr std::pair<std::string_view, TypeKeyword> kKeywords[] = {
      {"any", TypeKeyword::kAny},         {"unknown", TypeKeyword::kUnknown},
      {"string", TypeKeyword::kString},   {"number", TypeKeyword::kNumber},
      {"boolean", TypeKeyword::kBoolean}, {"object", TypeKeyword::kObject},
      {"void", TypeKeyword::kVoid},       {"never", TypeKeyword::kNever},
  };
  const std::string_view written = text(node);
  const auto* found = std::find_if(std::begin(kKeywords), std::end(kKeywords),
                                   [&](const auto& entry) { return entry.first == written; });
  const TypeKeyword keyword = found != std::end(kKeywords) ? found->second : TypeKeyword::kOther;
  return module_.add(node.range(), KeywordType{keyword});
}

std::vector<TypeId> Lowering::typeArguments(const Node* node) {
  std::vector<TypeId> result;
  if (node == nullptr) {
    return result;
  }
  for (const Node& child : node->children()) {
    if (!isToken(child.kind) && !child.is(Kind::kError)) {
      result.push_back(type(child));
    }
  }
  return result;
}

TypeId Lowering::tupleType(const Node& node) {
  std::vector<TypeId> elements;
  for (const Node& child : node.children()) {
    if (isToken(child.kind) || child.is(Kind::kError)) {
      continue;
    }
    if (child.is(Kind::kRequiredParameter) || child.is(Kind::kOptionalParameter)) {
      const TypeId named = annotationOf(child);
      elements.push_back(named ? named : module_.add(child.range(), UnknownType{}));
    } else {
      elements.push_back(type(child));
    }
  }
  return module_.add(node.range(), TupleType{module_.list(elements)});
}

/// The written types of a function type's parameters.
std::span<const TypeId> Lowering::parameterTypes(const Node* parameters) {
  std::vector<TypeId> types;
  if (parameters != nullptr) {
    for (const Node& child : parameters->children()) {
      if (child.is(Kind::kRequiredParameter) || child.is(Kind::kOptionalParameter)) {
        types.push_back(annotationOf(child));
      }
    }
  }
  return module_.list(types);
}

TypeId Lowering::objectType(const Node& node) {
  std::vector<TypeMember> members;
  TypeId indexed;
  for (const Node& child : node.children()) {
    switch (child.kind) {
      case Kind::kPropertySignature:
      case Kind::kMethodSignature: {
        TypeMember member;
        for (const Node& part : child.children()) {
          if (part.is(Kind::kPropertyIdentifier) || part.is(Kind::kString) ||
              part.is(Kind::kNumber) || part.is(Kind::kPrivatePropertyIdentifier)) {
            member.key = key(part).name;
          }
        }
        // Computed names are symbols, as a rule.
        if (child.has(Kind::kComputedPropertyName)) {
          break;
        }
        member.optional = child.has(Kind::kTokenQuestion);
        const TypeId written = annotationOf(child);
        member.type =
            child.is(Kind::kMethodSignature)
                ? module_.add(
                      child.range(),
                      FunctionType{written, parameterTypes(child.child(Kind::kFormalParameters))})
                : written;
        members.push_back(member);
        break;
      }
      case Kind::kIndexSignature:
        indexed = annotationOf(child);
        break;
      default:
        break;
    }
  }
  return module_.add(node.range(), ObjectType{module_.list(members), indexed});
}

/// A union or an intersection, which nests to the left: `a | b | c` has three members.
TypeId Lowering::operatorType(const Node& node) {
  std::vector<const Node*> parts;
  const Node* at = &node;
  while (at->is(node.kind)) {
    const Node* left = at->operand(0);
    const Node* right = at->operand(1);
    if (left == nullptr) {
      break;
    }
    // `| a | b` begins with a node that has one member only.
    if (right != nullptr) {
      parts.push_back(right);
    }
    at = left;
  }
  parts.push_back(at);
  std::vector<TypeId> members;
  members.reserve(parts.size());
  for (size_t i = parts.size(); i > 0; --i) {
    const Node& part = *parts[i - 1];
    members.push_back(part.is(node.kind) ? module_.add(part.range(), UnknownType{}) : type(part));
  }
  if (members.size() == 1) {
    return members.front();
  }
  const std::span<const TypeId> list = module_.list(members);
  return node.is(Kind::kUnionType) ? module_.add(node.range(), UnionType{list})
                                   : module_.add(node.range(), IntersectionType{list});
}

TypeId Lowering::literalType(const Node& node) {
  const Node* literal = node.operand(0);
  if (literal == nullptr) {
    return module_.add(node.range(), UnknownType{});
  }
  switch (literal->kind) {
    case Kind::kNull:
      return module_.add(node.range(), KeywordType{TypeKeyword::kNull});
    case Kind::kUndefined:
      return module_.add(node.range(), KeywordType{TypeKeyword::kUndefined});
    default:
      return module_.add(node.range(), LiteralType{expr(*literal)});
  }
}

TypeId Lowering::typeofType(const Node& node) {
  const Node* value = node.operand(0);
  if (value == nullptr || isImport(text(*value))) {
    return module_.add(node.range(), UnknownType{});
  }
  switch (value->kind) {
    case Kind::kIdentifier:
    case Kind::kMemberExpression:
    case Kind::kSubscriptExpression:
    case Kind::kThis:
      return module_.add(node.range(), TypeofType{expr(*value)});
    default:
      return module_.add(node.range(), UnknownType{});
  }
}

TypeId Lowering::lookupType(const Node& node) {
  const Node* object = node.operand(0);
  const Node* index = node.operand(1);
  const Node* literal =
      index != nullptr && index->is(Kind::kLiteralType) ? index->operand(0) : nullptr;
  if (object == nullptr || literal == nullptr ||
      (!literal->is(Kind::kString) && !literal->is(Kind::kNumber))) {
    return module_.add(node.range(), UnknownType{});
  }
  return module_.add(node.range(), IndexedType{type(*object), key(*literal).name});
}

void Lowering::typeDeclaration(const Node& node, bool exported) {
  TypeDeclaration result;
  result.range = node.range();
  result.exported = exported;
  std::vector<std::string_view> parameterNames;
  std::vector<TypeId> bases;
  bool hasName = false;
  for (const Node& child : node.children()) {
    if (isToken(child.kind) || child.is(Kind::kError)) {
      continue;
    }
    if (!hasName) {
      result.name = name(child);
      hasName = true;
    } else if (child.is(Kind::kTypeParameters)) {
      parameterNames = typeParameters(child);
    } else if (child.is(Kind::kExtendsTypeClause)) {
      for (const Node& base : child.children()) {
        if (!isToken(base.kind) && !base.is(Kind::kError)) {
          bases.push_back(type(base));
        }
      }
    } else {
      result.type = type(child);
    }
  }
  result.parameters = module_.list(parameterNames);
  result.bases = module_.list(bases);
  typeDeclarations_.push_back(result);
}

std::vector<std::string_view> Lowering::typeParameters(const Node& node) {
  std::vector<std::string_view> names;
  for (const Node& parameterNode : node.children()) {
    if (const Node* parameterName = parameterNode.child(Kind::kTypeIdentifier)) {
      names.push_back(name(*parameterName));
    }
  }
  return names;
}

}  // namespace envelint::typescript
