// Lowering: names, literals, objects, arrays, and elements (JSX).

#include "frontend/typescript/cooking.h"
#include "frontend/typescript/lowering.h"

namespace envelint::typescript {

// --- Text ------------------------------------------------------------------------------------

std::string_view Lowering::name(const Node& node) {
  const std::string_view raw = text(node);
  return raw.find('\\') == std::string_view::npos ? raw : cooked(node.range(), false);
}

std::string_view Lowering::cooked(Range range, bool isTemplate) {
  const std::string_view raw = text(range);
  const bool isPlain = raw.find('\\') == std::string_view::npos &&
                       (!isTemplate || raw.find('\r') == std::string_view::npos);
  return isPlain ? raw : module_.intern(cook(raw, isTemplate));
}

namespace {

/// The range of a literal without its delimiters, the last of which a broken file may lack.
Range withoutQuotes(Range range, std::string_view raw) {
  if (raw.size() >= 2 && raw.back() == raw.front()) {
    return {range.begin + 1, range.end - 1};
  }
  return {range.empty() ? range.begin : range.begin + 1, range.end};
}

}  // namespace

bool Lowering::isStringConstant(const Node* node) const {
  return node != nullptr && (node->is(Kind::kString) || (node->is(Kind::kTemplateString) &&
                                                         !node->has(Kind::kTemplateSubstitution)));
}

std::string_view Lowering::stringValue(const Node& node) {
  return cooked(withoutQuotes(node.range(), text(node)), node.is(Kind::kTemplateString));
}

// --- Literals --------------------------------------------------------------------------------

ExprId Lowering::string(const Node& node) {
  return module_.add(node.range(), StringLiteral{stringValue(node)});
}

ExprId Lowering::number(const Node& node) {
  return module_.add(node.range(), NumberLiteral{numberValue(text(node))});
}

ExprId Lowering::regex(const Node& node) {
  const std::string_view raw = text(node);
  const size_t close = raw.rfind('/');
  if (close == std::string_view::npos || close == 0) {
    return module_.add(node.range(), UnknownExpr{});
  }
  return module_.add(node.range(), RegexLiteral{raw.substr(1, close - 1), raw.substr(close + 1)});
}

ExprId Lowering::templateString(const Node& node) {
  return isStringConstant(&node) ? string(node) : templateLiteral(node);
}

ExprId Lowering::templateLiteral(const Node& node) {
  std::vector<std::string_view> texts;
  std::vector<ExprId> holes;
  const Range inner = withoutQuotes(node.range(), text(node));
  uint32_t at = inner.begin;
  for (const Node& child : node.children()) {
    if (child.is(Kind::kTemplateSubstitution)) {
      texts.push_back(cooked({at, child.begin}, true));
      holes.push_back(requiredExpr(child.operand(0), child));
      at = child.end;
    }
  }
  // A broken last hole may reach past what looks like the closing quote.
  texts.push_back(at <= inner.end ? cooked({at, inner.end}, true) : std::string_view());
  return module_.add(node.range(), TemplateLiteral{module_.list(texts), module_.list(holes)});
}

ExprId Lowering::array(const Node& node) {
  std::vector<ExprId> elements;
  bool isElementNext = true;
  for (const Node& child : node.children()) {
    if (child.is(Kind::kTokenComma)) {
      if (isElementNext) {
        elements.push_back({});
      }
      isElementNext = true;
    } else if (child.is(Kind::kError)) {
      expressionsIn(child, elements);
    } else if (!isToken(child.kind)) {
      elements.push_back(expr(child));
      isElementNext = false;
    }
  }
  return module_.add(node.range(), ArrayExpr{module_.list(elements)});
}

// --- Objects ---------------------------------------------------------------------------------

ExprId Lowering::object(const Node& node) {
  std::vector<Property> properties;
  for (const Node& child : node.children()) {
    if (!isToken(child.kind)) {
      property(child, properties);
    }
  }
  return module_.add(node.range(), ObjectExpr{module_.list(properties)});
}

void Lowering::property(const Node& node, std::vector<Property>& out) {
  Property result;
  result.range = node.range();
  result.keyRange = node.range();
  switch (node.kind) {
    case Kind::kPair: {
      const Node* keyNode = node.operand(0);
      if (keyNode == nullptr) {
        return;
      }
      const Key propertyKey = key(*keyNode);
      result.key = propertyKey.name;
      result.computedKey = propertyKey.computed;
      result.keyRange = propertyKey.range;
      result.value = requiredExpr(node.operand(1), node);
      break;
    }
    case Kind::kShorthandPropertyIdentifier:
      result.kind = PropertyKind::kShorthand;
      result.key = name(node);
      result.value = module_.add(node.range(), NameExpr{result.key});
      break;
    case Kind::kSpreadElement:
      result.kind = PropertyKind::kSpread;
      result.keyRange = {node.begin, node.begin};
      result.value = requiredExpr(node.operand(0), node);
      break;
    case Kind::kMethodDefinition: {
      ClassMember member;
      Function function;
      methodMember(node, member, function);
      result.kind = member.kind == ClassMemberKind::kGetter   ? PropertyKind::kGetter
                    : member.kind == ClassMemberKind::kSetter ? PropertyKind::kSetter
                                                              : PropertyKind::kMethod;
      result.key = member.key;
      result.computedKey = member.computedKey;
      result.keyRange = member.keyRange;
      result.value = module_.add(node.range(), FunctionExpr{module_.addFunction(function)});
      break;
    }
    case Kind::kError:
      // What the parser skipped has no key; whatever it may set, the object isn't closed.
      result.kind = PropertyKind::kSpread;
      result.keyRange = {node.begin, node.begin};
      result.value = unknown(node);
      break;
    default:
      return;
  }
  out.push_back(result);
}

Lowering::Key Lowering::key(const Node& node) {
  Key result;
  result.range = node.range();
  switch (node.kind) {
    case Kind::kString:
      result.name = stringValue(node);
      break;
    case Kind::kNumber:
      result.name = module_.intern(numberKey(numberValue(text(node))));
      break;
    case Kind::kComputedPropertyName: {
      const Node* inner = node.operand(0);
      if (isStringConstant(inner)) {
        result.name = stringValue(*inner);
      } else {
        result.computed = requiredExpr(inner, node);
      }
      break;
    }
    default:
      result.name = name(node);
  }
  return result;
}

// --- Elements --------------------------------------------------------------------------------

ExprId Lowering::element(const Node& node) {
  std::vector<ExprId> parts;
  elementParts(node, parts);
  return module_.add(node.range(), UnknownExpr{module_.list(parts)});
}

void Lowering::elementParts(const Node& node, std::vector<ExprId>& out) {
  bool isName = !node.is(Kind::kJsxElement);
  for (const Node& child : node.children()) {
    switch (child.kind) {
      case Kind::kJsxOpeningElement:
        elementParts(child, out);
        break;
      case Kind::kIdentifier: {
        // `<Row>` names a value, `<div>` doesn't.
        const std::string_view tag = text(child);
        if (isName && !tag.empty() && (tag[0] < 'a' || tag[0] > 'z')) {
          out.push_back(expr(child));
        }
        break;
      }
      case Kind::kMemberExpression:
      case Kind::kJsxElement:
      case Kind::kJsxSelfClosingElement:
        out.push_back(expr(child));
        break;
      case Kind::kJsxAttribute:
        for (const Node& value : child.children()) {
          if (value.is(Kind::kJsxExpression)) {
            if (const Node* inner = value.operand(0)) {
              out.push_back(expr(*inner));
            }
          } else if (!isToken(value.kind) && !value.is(Kind::kPropertyIdentifier)) {
            out.push_back(expr(value));
          }
        }
        break;
      case Kind::kJsxExpression:
        if (const Node* value = child.operand(0)) {
          out.push_back(expr(*value));
        }
        break;
      case Kind::kError:
        expressionsIn(child, out);
        break;
      default:
        break;
    }
    isName = false;
  }
}

}  // namespace envelint::typescript
