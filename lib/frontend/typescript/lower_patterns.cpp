// Lowering: patterns, what is written to.

#include "frontend/typescript/lowering.h"

namespace envelint::typescript {

PatternId Lowering::requiredPattern(const Node* node, const Node& parent) {
  return node != nullptr ? pattern(*node)
                         : module_.add(Range{parent.begin, parent.begin}, UnknownPattern{});
}

PatternId Lowering::pattern(const Node& outer) {
  const Nesting nesting(*this);
  if (nesting.isTooDeep()) {
    unparsed_.push_back(outer.range());
    return module_.add(outer.range(), UnknownPattern{});
  }
  // `(x as T) = 1` and `x! = 1` write to x.
  const Node* node = &outer;
  while (node->is(Kind::kParenthesizedExpression) || node->is(Kind::kNonNullExpression) ||
         node->is(Kind::kAsExpression) || node->is(Kind::kSatisfiesExpression)) {
    const Node* inner = node->operand(0);
    if (inner == nullptr) {
      break;
    }
    node = inner;
  }
  const Range range = node->range();
  if (node->missing) {
    return module_.add(range, UnknownPattern{});
  }
  switch (node->kind) {
    case Kind::kIdentifier:
    case Kind::kUndefined:
    case Kind::kShorthandPropertyIdentifierPattern:
      return module_.add(range, NamePattern{name(*node)});
    case Kind::kObjectPattern:
      return objectPattern(*node);
    case Kind::kArrayPattern:
      return arrayPattern(*node);
    case Kind::kAssignmentPattern:
    case Kind::kObjectAssignmentPattern:
      return defaultPattern(*node);
    case Kind::kRestPattern:
      return module_.add(range, RestPattern{requiredPattern(node->operand(0), *node)});
    default:
      if (isCompoundExpression(node->kind)) {
        return module_.add(range, TargetPattern{expr(*node)});
      }
      return module_.add(range, UnknownPattern{});
  }
}

PatternId Lowering::defaultPattern(const Node& node) {
  const PatternId target = requiredPattern(node.operand(0), node);
  const ExprId value = requiredExpr(node.operand(1), node);
  return module_.add(node.range(), DefaultPattern{target, value});
}

PatternId Lowering::objectPattern(const Node& node) {
  std::vector<PatternProperty> properties;
  for (const Node& child : node.children()) {
    if (isToken(child.kind) || child.is(Kind::kError)) {
      continue;
    }
    PatternProperty property;
    switch (child.kind) {
      case Kind::kPairPattern: {
        const Node* keyNode = child.operand(0);
        if (keyNode == nullptr) {
          continue;
        }
        const Key propertyKey = key(*keyNode);
        property.key = propertyKey.name;
        property.computedKey = propertyKey.computed;
        property.value = requiredPattern(child.operand(1), child);
        break;
      }
      case Kind::kRestPattern:
        property.rest = true;
        property.value = requiredPattern(child.operand(0), child);
        break;
      case Kind::kObjectAssignmentPattern: {
        const Node* target = child.operand(0);
        if (target != nullptr && target->is(Kind::kShorthandPropertyIdentifierPattern)) {
          property.key = name(*target);
        }
        property.value = defaultPattern(child);
        break;
      }
      default:
        property.key = name(child);
        property.value = pattern(child);
    }
    properties.push_back(property);
  }
  return module_.add(node.range(), ObjectPattern{module_.list(properties)});
}

PatternId Lowering::arrayPattern(const Node& node) {
  std::vector<PatternId> elements;
  bool isElementNext = true;
  for (const Node& child : node.children()) {
    if (child.is(Kind::kTokenComma)) {
      if (isElementNext) {
        elements.push_back({});
      }
      isElementNext = true;
    } else if (!isToken(child.kind) && !child.is(Kind::kError)) {
      elements.push_back(pattern(child));
      isElementNext = false;
    }
  }
  return module_.add(node.range(), ArrayPattern{module_.list(elements)});
}

}  // namespace envelint::typescript
