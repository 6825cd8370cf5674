// Lowering: the module as a whole, what it imports and what it exports.

#include <algorithm>

#include "frontend/typescript/lowering.h"

namespace envelint::typescript {

void Lowering::run() {
  const Node& root = *tree_.root();
  unparsed_ = tree_.errors();
  errors_ = tree_.errorNodes();
  isLowered_.assign(errors_.size(), false);
  for (const Comment& comment : tree_.comments()) {
    module_.addComment(comment);
  }

  std::vector<StmtId> body;
  isTopLevel_ = true;
  statements(root, body);

  for (TypeDeclaration& declaration : typeDeclarations_) {
    declaration.exported |= exportedLocals_.contains(declaration.name);
    module_.addTypeDeclaration(declaration);
  }
  std::sort(unparsed_.begin(), unparsed_.end(), [](Range a, Range b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  Range last;
  for (const Range& range : unparsed_) {
    if (range == Range{} || last == Range{} || !last.contains(range)) {
      module_.addUnparsed(range);
      last = range;
    }
  }
  module_.finish(std::move(body));
}

// --- Imports ---------------------------------------------------------------------------------

void Lowering::importStatement(const Node& node, std::vector<StmtId>& out) {
  Import common;
  common.range = node.range();
  common.typeOnly = node.has(Kind::kTokenType) || node.has(Kind::kTokenTypeof);
  if (const Node* require = node.child(Kind::kImportRequireClause)) {
    const Node* local = require->child(Kind::kIdentifier);
    const Node* source = require->child(Kind::kString);
    if (local != nullptr && source != nullptr) {
      common.kind = ImportKind::kNamespace;
      common.local = name(*local);
      common.specifier = stringValue(*source);
      module_.addImport(common);
    }
    return;
  }
  const Node* source = node.child(Kind::kString);
  if (source == nullptr) {
    out.push_back(unknownStatement(node));
    return;
  }
  common.specifier = stringValue(*source);
  if (const Node* clause = node.child(Kind::kImportClause)) {
    importClause(*clause, common);
  } else {
    common.kind = ImportKind::kSideEffect;
    module_.addImport(common);
  }
}

void Lowering::importClause(const Node& clause, Import common) {
  for (const Node& part : clause.children()) {
    switch (part.kind) {
      case Kind::kIdentifier: {
        Import import = common;
        import.kind = ImportKind::kDefault;
        import.local = name(part);
        import.range = part.range();
        module_.addImport(import);
        break;
      }
      case Kind::kNamespaceImport: {
        if (const Node* local = part.child(Kind::kIdentifier)) {
          Import import = common;
          import.kind = ImportKind::kNamespace;
          import.local = name(*local);
          import.range = part.range();
          module_.addImport(import);
        }
        break;
      }
      case Kind::kNamedImports:
        for (const Node& specifier : part.children()) {
          const Node* imported = specifier.operand(0);
          if (!specifier.is(Kind::kImportSpecifier) || imported == nullptr) {
            continue;
          }
          const Node* alias = specifier.operand(1);
          Import import = common;
          import.imported = exportedName(*imported);
          import.local = alias != nullptr ? name(*alias) : import.imported;
          import.typeOnly |= specifier.has(Kind::kTokenType) || specifier.has(Kind::kTokenTypeof);
          import.range = specifier.range();
          // `{ default as x }` is the default import by another spelling.
          import.kind = import.imported == "default" ? ImportKind::kDefault : ImportKind::kNamed;
          if (import.kind == ImportKind::kDefault) {
            import.imported = {};
          }
          module_.addImport(import);
        }
        break;
      default:
        break;
    }
  }
}

void Lowering::importAlias(const Node& node, std::vector<StmtId>& out) {
  const Node* local = node.operand(0);
  const Node* target = node.operand(1);
  if (local == nullptr || target == nullptr) {
    out.push_back(unknownStatement(node));
    return;
  }
  const Range range = node.range();
  const Declarator declarator{pattern(*local), {}, expr(*target), range};
  out.push_back(module_.add(
      range, DeclareStmt{DeclareKind::kConst, module_.list(std::vector<Declarator>{declarator})}));
}

// --- Exports ---------------------------------------------------------------------------------

std::string_view Lowering::exportedName(const Node& node) {
  return node.is(Kind::kString) ? stringValue(node) : name(node);
}

void Lowering::exportLocal(std::string_view exported, std::string_view local, Range range) {
  if (!isTopLevel_) {
    return;
  }
  Export value;
  value.kind = ExportKind::kLocal;
  value.exported = exported;
  value.local = local;
  value.range = range;
  module_.addExport(value);
  exportedLocals_.insert(local);
}

void Lowering::exportStatement(const Node& node, std::vector<StmtId>& out) {
  if (node.has(Kind::kTokenDefault)) {
    exportDefault(node, decoratorsOf(node), out);
    return;
  }
  if (node.has(Kind::kTokenAssign)) {
    const Node* value = node.operand(0);
    Export whole;
    whole.kind = ExportKind::kWhole;
    whole.value = requiredExpr(value, node);
    whole.range = node.range();
    module_.addExport(whole);
    return;
  }
  if (node.has(Kind::kTokenAs)) {
    // `export as namespace X` is about scripts that load the file without modules.
    return;
  }
  const Node* source = node.child(Kind::kString);
  if (const Node* clause = node.child(Kind::kExportClause)) {
    exportClause(*clause, source, node.range());
    return;
  }
  if (source != nullptr) {
    Export value;
    value.kind = ExportKind::kReexportAll;
    value.specifier = stringValue(*source);
    value.range = node.range();
    if (const Node* namespaceExport = node.child(Kind::kNamespaceExport)) {
      const Node* exported = namespaceExport->operand(0);
      value.kind = ExportKind::kReexport;
      value.exported = exported != nullptr ? exportedName(*exported) : std::string_view();
      value.imported = "*";
    }
    if (isTopLevel_) {
      module_.addExport(value);
    }
    return;
  }
  const std::vector<ExprId> decorators = decoratorsOf(node);
  for (const Node& child : node.children()) {
    if (!isToken(child.kind) && !child.is(Kind::kDecorator)) {
      exportDeclaration(child, node.range(), decorators, out);
    }
  }
}

void Lowering::exportClause(const Node& clause, const Node* source, Range range) {
  for (const Node& specifier : clause.children()) {
    const Node* local = specifier.operand(0);
    if (!specifier.is(Kind::kExportSpecifier) || local == nullptr) {
      continue;
    }
    const Node* alias = specifier.operand(1);
    const std::string_view localName = exportedName(*local);
    const std::string_view exported = alias != nullptr ? exportedName(*alias) : localName;
    if (source == nullptr) {
      exportLocal(exported, localName, specifier.range());
      continue;
    }
    Export value;
    value.kind = ExportKind::kReexport;
    value.exported = exported;
    value.imported = localName;
    value.specifier = stringValue(*source);
    value.range = specifier.range();
    if (isTopLevel_) {
      module_.addExport(value);
    }
  }
  if (source != nullptr && clause.size == 1 && isTopLevel_) {
    // `export {} from "x"` still runs the other module.
    Import import;
    import.kind = ImportKind::kSideEffect;
    import.specifier = stringValue(*source);
    import.range = range;
    module_.addImport(import);
  }
}

void Lowering::exportDefault(const Node& node, const std::vector<ExprId>& decorators,
                             std::vector<StmtId>& out) {
  const Range range = node.range();
  for (const Node& child : node.children()) {
    if (isToken(child.kind) || child.is(Kind::kDecorator) || child.is(Kind::kError)) {
      continue;
    }
    switch (child.kind) {
      case Kind::kFunctionDeclaration:
      case Kind::kGeneratorFunctionDeclaration:
      case Kind::kClassDeclaration:
      case Kind::kAbstractClassDeclaration: {
        const Node* named = child.child(Kind::kIdentifier);
        named = named != nullptr ? named : child.child(Kind::kTypeIdentifier);
        if (child.is(Kind::kClassDeclaration) || child.is(Kind::kAbstractClassDeclaration)) {
          const ClassId id = classOf(child, decorators);
          out.push_back(module_.add(module_.classOf(id).range, ClassStmt{id}));
        } else {
          statement(child, out);
        }
        if (named != nullptr) {
          exportLocal("default", name(*named), range);
        }
        return;
      }
      case Kind::kInterfaceDeclaration:
        typeDeclaration(child, isTopLevel_);
        if (const Node* named = child.child(Kind::kTypeIdentifier)) {
          exportLocal("default", name(*named), range);
        }
        return;
      case Kind::kFunctionSignature:
        // An overload: what it is one of follows.
        return;
      default: {
        Export value;
        value.kind = ExportKind::kExpression;
        value.exported = "default";
        value.value = child.is(Kind::kClass) ? classExpression(child, decorators) : expr(child);
        value.range = range;
        if (isTopLevel_) {
          module_.addExport(value);
        } else {
          out.push_back(module_.add(child.range(), ExpressionStmt{value.value}));
        }
        return;
      }
    }
  }
}

void Lowering::exportDeclaration(const Node& declaration, Range range,
                                 const std::vector<ExprId>& decorators, std::vector<StmtId>& out) {
  switch (declaration.kind) {
    case Kind::kClassDeclaration:
    case Kind::kAbstractClassDeclaration: {
      const ClassId id = classOf(declaration, decorators);
      const Class& value = module_.classOf(id);
      out.push_back(module_.add(value.range, ClassStmt{id}));
      exportLocal(value.name, value.name, range);
      return;
    }
    case Kind::kTypeAliasDeclaration:
    case Kind::kInterfaceDeclaration:
      typeDeclaration(declaration, isTopLevel_);
      return;
    case Kind::kAmbientDeclaration:
      for (const Node& child : declaration.children()) {
        if (!isToken(child.kind)) {
          exportDeclaration(child, range, decorators, out);
        }
      }
      return;
    default:
      break;
  }
  const size_t first = out.size();
  statement(declaration, out);
  for (size_t i = first; i < out.size(); ++i) {
    if (const auto* declare = module_.as<DeclareStmt>(out[i])) {
      for (const Declarator& declarator : declare->declarators) {
        exportNames(declarator.target, range);
      }
    } else if (const auto* function = module_.as<FunctionStmt>(out[i])) {
      const std::string_view local = module_.function(function->function).name;
      exportLocal(local, local, range);
    }
  }
}

void Lowering::exportNames(PatternId pattern, Range range) {
  std::vector<PatternId> pending{pattern};
  while (!pending.empty()) {
    const PatternId id = pending.back();
    pending.pop_back();
    if (!id) {
      continue;
    }
    if (const auto* named = module_.as<NamePattern>(id)) {
      exportLocal(named->name, named->name, range);
    } else if (const auto* object = module_.as<ObjectPattern>(id)) {
      for (size_t i = object->properties.size(); i > 0; --i) {
        pending.push_back(object->properties[i - 1].value);
      }
    } else if (const auto* array = module_.as<ArrayPattern>(id)) {
      pending.insert(pending.end(), array->elements.rbegin(), array->elements.rend());
    } else if (const auto* rest = module_.as<RestPattern>(id)) {
      pending.push_back(rest->target);
    } else if (const auto* withDefault = module_.as<DefaultPattern>(id)) {
      pending.push_back(withDefault->target);
    }
  }
}

// --- CommonJS --------------------------------------------------------------------------------

bool Lowering::isModuleExports(ExprId expr) const {
  const auto* member = module_.as<MemberExpr>(expr);
  if (member == nullptr || member->name != "exports") {
    return false;
  }
  const auto* object = module_.as<NameExpr>(member->object);
  return object != nullptr && object->name == "module";
}

void Lowering::commonJsExports(ExprId assignment) {
  // `exports.a = exports.b = e` and `module.exports = exports = e` export e more than once.
  std::vector<Export> found;
  ExprId value = assignment;
  while (const auto* assign = module_.as<AssignExpr>(value)) {
    if (assign->op != AssignOp::kAssign) {
      return;
    }
    const auto* target = module_.as<TargetPattern>(assign->target);
    if (target != nullptr) {
      Export item;
      item.range = module_.range(value);
      const auto* member = module_.as<MemberExpr>(target->expr);
      const auto* object = member != nullptr ? module_.as<NameExpr>(member->object) : nullptr;
      if (isModuleExports(target->expr)) {
        item.kind = ExportKind::kWhole;
        found.push_back(item);
      } else if (member != nullptr && ((object != nullptr && object->name == "exports") ||
                                       isModuleExports(member->object))) {
        item.kind = ExportKind::kExpression;
        item.exported = member->name;
        found.push_back(item);
      }
    }
    value = assign->value;
  }
  if (module_.as<UndefinedLiteral>(value) != nullptr) {
    // Compilers announce names so (`exports.a = void 0`); the real value follows.
    return;
  }
  for (Export& item : found) {
    item.value = value;
    module_.addExport(item);
  }
}

}  // namespace envelint::typescript
