#include "frontend/dump.h"

#include <gtest/gtest.h>

#include <charconv>
#include <deque>
#include <memory>

#include "frontend/frontend.h"
#include "program/children.h"

namespace envelint {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      default:
        out += c;
    }
  }
  return out + "\"";
}

std::string numeral(double value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof(buffer), value);
  return std::string(buffer, result.ptr);
}

template <typename Op>
std::string_view nameAt(Op op, std::initializer_list<std::string_view> names) {
  return *(names.begin() + static_cast<size_t>(op));
}

class Dumper {
 public:
  explicit Dumper(const Module& module) : module_(module) {}

  std::string module() {
    std::string out;
    for (StmtId id : module_.body()) {
      out += stmt(id) + "\n";
    }
    for (const Import& value : module_.imports()) {
      out += import(value) + "\n";
    }
    for (const Export& value : module_.exports()) {
      out += exportLine(value) + "\n";
    }
    for (const TypeDeclaration& value : module_.typeDeclarations()) {
      out += typeDeclaration(value) + "\n";
    }
    if (!out.empty()) {
      out.pop_back();
    }
    return out;
  }

  // --- Expressions ---------------------------------------------------------------------------
  std::string expr(ExprId id) {
    return id ? std::visit([this](const auto& node) { return of(node); }, module_.node(id)) : "_";
  }

  std::string type(TypeId id) {
    return id ? std::visit([this](const auto& node) { return of(node); }, module_.node(id)) : "_";
  }

 private:
  std::string stmt(StmtId id) {
    return id ? std::visit([this](const auto& node) { return of(node); }, module_.node(id)) : "_";
  }
  std::string pattern(PatternId id) {
    return id ? std::visit([this](const auto& node) { return of(node); }, module_.node(id)) : "_";
  }

  std::string exprs(std::span<const ExprId> ids, std::string_view separator = " ") {
    std::string out;
    for (const ExprId& id : ids) {
      out += std::string(&id == ids.data() ? "" : separator) + expr(id);
    }
    return out;
  }
  std::string types(std::span<const TypeId> ids, std::string_view separator) {
    std::string out;
    for (TypeId id : ids) {
      out += (out.empty() ? "" : std::string(separator)) + type(id);
    }
    return out;
  }
  static std::string spaced(std::string text) { return text.empty() ? text : " " + text; }

  std::string of(const UnknownExpr& node) {
    return node.children.empty() ? "?" : "(?" + spaced(exprs(node.children)) + ")";
  }
  std::string of(const NumberLiteral& node) { return numeral(node.value); }
  std::string of(const StringLiteral& node) { return quoted(node.value); }
  std::string of(const TemplateLiteral& node) {
    std::string out = "`";
    for (size_t i = 0; i < node.texts.size(); ++i) {
      out += quoted(node.texts[i]);
      out += i < node.holes.size() ? " " + expr(node.holes[i]) + " " : "";
    }
    return out + "`";
  }
  std::string of(const BooleanLiteral& node) { return node.value ? "true" : "false"; }
  std::string of(const NullLiteral&) { return "null"; }
  std::string of(const UndefinedLiteral&) { return "undefined"; }
  std::string of(const RegexLiteral& node) {
    return "/" + std::string(node.pattern) + "/" + std::string(node.flags);
  }
  std::string of(const NameExpr& node) { return std::string(node.name); }
  std::string of(const ThisExpr&) { return "this"; }
  std::string of(const SuperExpr&) { return "super"; }
  std::string of(const MemberExpr& node) {
    return (node.optional ? "(?. " : "(. ") + expr(node.object) + " " + std::string(node.name) +
           ")";
  }
  std::string of(const IndexExpr& node) {
    return (node.optional ? "(?.[] " : "([] ") + expr(node.object) + " " + expr(node.index) + ")";
  }
  std::string of(const CallExpr& node) {
    return (node.optional ? "(?.call " : "(call ") + expr(node.callee) + typeArgs(node.typeArgs) +
           spaced(exprs(node.args)) + ")";
  }
  std::string of(const NewExpr& node) {
    return "(new " + expr(node.callee) + typeArgs(node.typeArgs) + spaced(exprs(node.args)) + ")";
  }
  static std::string typeParameters(std::span<const std::string_view> names) {
    std::string out;
    for (std::string_view name : names) {
      out += " '" + std::string(name);
    }
    return out;
  }
  std::string typeArgs(std::span<const TypeId> ids) {
    return ids.empty() ? "" : " <" + types(ids, ", ") + ">";
  }
  std::string of(const TaggedTemplateExpr& node) {
    return "(tag " + expr(node.tag) + " " + expr(node.quasi) + ")";
  }
  std::string of(const ObjectExpr& node) {
    std::string out;
    for (const Property& property : node.properties) {
      const std::string key =
          property.computedKey ? "[" + expr(property.computedKey) + "]" : std::string(property.key);
      out += out.empty() ? "" : ", ";
      switch (property.kind) {
        case PropertyKind::kValue:
          out += key + ": " + expr(property.value);
          break;
        case PropertyKind::kShorthand:
          out += "=" + expr(property.value);
          break;
        case PropertyKind::kSpread:
          out += "..." + expr(property.value);
          break;
        case PropertyKind::kMethod:
          out += "method " + key + ": " + expr(property.value);
          break;
        case PropertyKind::kGetter:
          out += "get " + key + ": " + expr(property.value);
          break;
        case PropertyKind::kSetter:
          out += "set " + key + ": " + expr(property.value);
          break;
      }
    }
    return "{" + out + "}";
  }
  std::string of(const ArrayExpr& node) { return "[" + exprs(node.elements, ", ") + "]"; }
  std::string of(const SpreadExpr& node) { return "..." + expr(node.argument); }
  std::string of(const FunctionExpr& node) { return function(node.function); }
  std::string of(const ClassExpr& node) { return classText(node.classId); }
  std::string of(const ConditionalExpr& node) {
    return "(?: " + expr(node.test) + " " + expr(node.consequent) + " " + expr(node.alternate) +
           ")";
  }
  std::string of(const BinaryExpr& node) {
    const std::string_view op = nameAt(node.op, {"+", "-", "*", "/", "%", "**", "==", "!=", "<",
                                                 "<=", ">", ">=", "in", "instanceof", "bits"});
    return "(" + std::string(op) + " " + expr(node.left) + " " + expr(node.right) + ")";
  }
  std::string of(const LogicalExpr& node) {
    return "(" + std::string(nameAt(node.op, {"&&", "||", "??"})) + " " + expr(node.left) + " " +
           expr(node.right) + ")";
  }
  std::string of(const UnaryExpr& node) {
    const std::string_view op =
        nameAt(node.op, {"!", "minus", "plus", "~", "typeof", "void", "delete"});
    return "(" + std::string(op) + " " + expr(node.operand) + ")";
  }
  std::string of(const UpdateExpr& node) {
    return (node.increment ? "(++ " : "(-- ") + expr(node.operand) + ")";
  }
  std::string of(const AssignExpr& node) {
    const std::string_view op = nameAt(node.op, {"=", "+=", "op=", "&&=", "||=", "?\?="});
    return "(" + std::string(op) + " " + pattern(node.target) + " " + expr(node.value) + ")";
  }
  std::string of(const SequenceExpr& node) { return "(, " + exprs(node.expressions) + ")"; }
  std::string of(const CastExpr& node) {
    const std::string_view kind = nameAt(node.kind, {"as", "satisfies", "nonnull", "const"});
    return "(" + std::string(kind) + " " + expr(node.operand) +
           (node.type ? " " + type(node.type) : "") + ")";
  }
  std::string of(const AwaitExpr& node) { return "(await " + expr(node.operand) + ")"; }
  std::string of(const YieldExpr& node) {
    return (node.delegate ? "(yield* " : "(yield ") + expr(node.operand) + ")";
  }
  std::string of(const ImportExpr& node) { return "(import " + quoted(node.specifier) + ")"; }

  // --- Patterns ------------------------------------------------------------------------------
  std::string of(const UnknownPattern&) { return "?"; }
  std::string of(const NamePattern& node) { return std::string(node.name); }
  std::string of(const ObjectPattern& node) {
    std::string out;
    for (const PatternProperty& property : node.properties) {
      out += out.empty() ? "" : ", ";
      if (property.rest) {
        out += "..." + pattern(property.value);
      } else if (property.computedKey) {
        out += "[" + expr(property.computedKey) + "]: " + pattern(property.value);
      } else {
        out += std::string(property.key) + ": " + pattern(property.value);
      }
    }
    return "{" + out + "}";
  }
  std::string of(const ArrayPattern& node) {
    std::string out;
    for (PatternId id : node.elements) {
      out += (out.empty() ? "" : ", ") + pattern(id);
    }
    return "[" + out + "]";
  }
  std::string of(const RestPattern& node) { return "..." + pattern(node.target); }
  std::string of(const DefaultPattern& node) {
    return pattern(node.target) + " = " + expr(node.value);
  }
  std::string of(const TargetPattern& node) { return expr(node.expr); }

  // --- Statements ----------------------------------------------------------------------------
  std::string stmts(std::span<const StmtId> ids) {
    std::string out;
    for (StmtId id : ids) {
      out += " " + stmt(id);
    }
    return out;
  }
  std::string of(const UnknownStmt& node) { return "(?stmt" + stmts(node.children) + ")"; }
  std::string of(const ExpressionStmt& node) { return expr(node.expr) + ";"; }
  std::string of(const DeclareStmt& node) {
    std::string out = "(" + std::string(nameAt(node.kind, {"const", "let", "var"}));
    for (const Declarator& declarator : node.declarators) {
      out += " (" + pattern(declarator.target) +
             (declarator.type ? ": " + type(declarator.type) : "") +
             (declarator.init ? " = " + expr(declarator.init) : "") + ")";
    }
    return out + ")";
  }
  std::string of(const BlockStmt& node) { return "(block" + stmts(node.body) + ")"; }
  std::string of(const IfStmt& node) {
    return "(if " + expr(node.test) + " " + stmt(node.consequent) + " " + stmt(node.alternate) +
           ")";
  }
  std::string of(const LoopStmt& node) {
    const std::string_view kind =
        nameAt(node.kind, {"for", "while", "do-while", "for-of", "for-in"});
    std::string out = "(" + std::string(kind);
    if (node.kind == LoopKind::kFor) {
      out += " " + stmt(node.init) + " " + expr(node.test) + " " + expr(node.update);
    } else if (node.element) {
      out +=
          (node.declares ? " declare " : " ") + pattern(node.element) + " " + expr(node.iterable);
    } else {
      out += " " + expr(node.test);
    }
    return out + " " + stmt(node.body) + ")";
  }
  std::string of(const SwitchStmt& node) {
    std::string out = "(switch " + expr(node.subject);
    for (const SwitchCase& item : node.cases) {
      out += " (case " + expr(item.test) + stmts(item.body) + ")";
    }
    return out + ")";
  }
  std::string of(const ReturnStmt& node) { return "(return " + expr(node.value) + ")"; }
  std::string of(const ThrowStmt& node) { return "(throw " + expr(node.value) + ")"; }
  std::string of(const TryStmt& node) {
    return "(try " + stmt(node.block) + " " + pattern(node.parameter) + " " + stmt(node.handler) +
           " " + stmt(node.finalizer) + ")";
  }
  std::string of(const BreakStmt&) { return "(break)"; }
  std::string of(const ContinueStmt&) { return "(continue)"; }
  std::string of(const FunctionStmt& node) { return function(node.function); }
  std::string of(const ClassStmt& node) { return classText(node.classId); }

  // --- Functions and classes -----------------------------------------------------------------
  std::string function(FunctionId id) {
    const Function& value = module_.function(id);
    std::string out = "(";
    out += value.isAsync ? "async " : "";
    out += value.isArrow ? "=>" : "fn";
    out += value.isGenerator ? "*" : "";
    out += value.name.empty() ? "" : " " + std::string(value.name);
    out += typeParameters(value.typeParameters);
    out += " (";
    for (const Parameter& parameter : value.parameters) {
      out += &parameter == value.parameters.data() ? "" : ", ";
      for (ExprId decorator : parameter.decorators) {
        out += "@" + expr(decorator) + " ";
      }
      out += std::string(parameter.isField ? "field " : "") + (parameter.rest ? "..." : "") +
             pattern(parameter.pattern) + (parameter.type ? ": " + type(parameter.type) : "");
    }
    out += ")";
    out += value.returnType ? ": " + type(value.returnType) : "";
    out += value.body ? " " + stmt(value.body) : "";
    out += value.expressionBody ? " " + expr(value.expressionBody) : "";
    return out + ")";
  }

  std::string classText(ClassId id) {
    const Class& value = module_.classOf(id);
    std::string out = "(class";
    for (ExprId decorator : value.decorators) {
      out += " @" + expr(decorator);
    }
    out += value.name.empty() ? "" : " " + std::string(value.name);
    out += typeParameters(value.typeParameters);
    out += value.superclass ? " extends " + expr(value.superclass) : "";
    out += typeArgs(value.superTypeArgs);
    out += value.interfaces.empty() ? "" : " implements " + types(value.interfaces, ", ");
    for (const ClassMember& item : value.members) {
      out += " (" + member(item, id) + ")";
    }
    return out + ")";
  }

  std::string member(const ClassMember& item, ClassId owner) {
    std::string out;
    for (ExprId decorator : item.decorators) {
      out += "@" + expr(decorator) + " ";
    }
    out += item.isStatic ? "static " : "";
    out += nameAt(item.kind, {"field", "method", "get", "set", "constructor"});
    out += item.computedKey ? " [" + expr(item.computedKey) + "]" : spaced(std::string(item.key));
    out += item.type ? ": " + type(item.type) : "";
    out += item.value ? " = " + expr(item.value) : "";
    if (item.function) {
      out += " " + function(item.function);
      out += module_.function(item.function).owner == owner ? "" : " !owner";
    }
    return out;
  }

  // --- Types ---------------------------------------------------------------------------------
  std::string of(const UnknownType&) { return "?"; }
  std::string of(const KeywordType& node) {
    return std::string(
        nameAt(node.keyword, {"any", "unknown", "string", "number", "boolean", "object", "void",
                              "null", "undefined", "never", "other"}));
  }
  std::string of(const NamedType& node) {
    return std::string(node.name) + (node.args.empty() ? "" : "<" + types(node.args, ", ") + ">");
  }
  std::string of(const ArrayType& node) { return type(node.element) + "[]"; }
  std::string of(const TupleType& node) { return "[" + types(node.elements, ", ") + "]"; }
  std::string of(const ObjectType& node) {
    std::string out;
    for (const TypeMember& member : node.members) {
      out += out.empty() ? "" : ", ";
      out += std::string(member.key) + (member.optional ? "?" : "") + ": " + type(member.type);
    }
    if (node.indexed) {
      out += (out.empty() ? "[]: " : ", []: ") + type(node.indexed);
    }
    return "{" + out + "}";
  }
  std::string of(const UnionType& node) { return "(" + types(node.members, " | ") + ")"; }
  std::string of(const IntersectionType& node) { return "(" + types(node.members, " & ") + ")"; }
  std::string of(const LiteralType& node) { return expr(node.literal); }
  std::string of(const FunctionType& node) { return "(=> " + type(node.result) + ")"; }
  std::string of(const TypeofType& node) { return "(typeof " + expr(node.expr) + ")"; }
  std::string of(const IndexedType& node) {
    return type(node.object) + "[" + quoted(node.key) + "]";
  }

  std::string typeDeclaration(const TypeDeclaration& value) {
    std::string out = value.exported ? "type! " : "type ";
    out += value.name;
    out += typeParameters(value.parameters);
    out += value.bases.empty() ? "" : " extends " + types(value.bases, ", ");
    return out + " = " + type(value.type);
  }

  // --- Modules -------------------------------------------------------------------------------
  std::string import(const Import& value) {
    std::string out = "import ";
    out += nameAt(value.kind, {"named ", "default ", "* ", "effect "});
    out += value.typeOnly ? "type " : "";
    out += value.kind == ImportKind::kNamed ? std::string(value.imported) + " as " : "";
    out += value.kind == ImportKind::kSideEffect ? "" : std::string(value.local) + " ";
    return out + quoted(value.specifier);
  }
  std::string exportLine(const Export& value) {
    const std::string as = " as " + std::string(value.exported);
    switch (value.kind) {
      case ExportKind::kLocal:
        return "export " + std::string(value.local) + as;
      case ExportKind::kExpression:
        return "export " + expr(value.value) + as;
      case ExportKind::kReexport:
        return "export " + quoted(value.specifier) + " " + std::string(value.imported) + as;
      case ExportKind::kReexportAll:
        return "export * " + quoted(value.specifier);
      case ExportKind::kWhole:
        return "export = " + expr(value.value);
    }
    return "";
  }

  const Module& module_;
};

struct Kept {
  SourceFile file;
  std::unique_ptr<Module> module;
};

}  // namespace

std::string dump(const Module& module) { return Dumper(module).module(); }
std::string dump(const Module& module, ExprId id) { return Dumper(module).expr(id); }
std::string dump(const Module& module, TypeId id) { return Dumper(module).type(id); }

const Module& moduleOf(std::string_view text, std::string_view fileName) {
  static std::deque<Kept> kept;
  kept.push_back({SourceFile(std::string(fileName), std::string(fileName), std::string(text)), {}});
  kept.back().module = frontendFor(fileName)->lower(kept.back().file);
  return *kept.back().module;
}

std::string lowered(std::string_view text, std::string_view fileName) {
  return dump(moduleOf(text, fileName));
}

void expectLowered(std::initializer_list<Lowered> cases, std::string_view fileName) {
  for (const Lowered& item : cases) {
    const Module& module = moduleOf(item.source, fileName);
    EXPECT_EQ(dump(module), item.dump) << "of " << item.source;
    EXPECT_EQ(rangeErrors(module), "") << "of " << item.source;
    EXPECT_TRUE(module.unparsed().empty()) << item.source;
  }
}

std::string rangeErrors(const Module& module) {
  std::string out;
  const Range whole{0, static_cast<uint32_t>(module.file().text().size())};
  const auto check = [&](std::string_view what, Range inner, Range outer) {
    if (inner.begin > inner.end || !outer.contains(inner)) {
      out += std::string(what) + " `" + std::string(module.file().text(inner)) + "` at " +
             std::to_string(inner.begin) + " is outside of `" +
             std::string(module.file().text(outer)) + "`\n";
    }
  };
  const auto checkChildren = [&](const auto& node, Range outer) {
    ChildVisitor visitor{
        [&](ExprId id) { check("expression", module.range(id), outer); },
        [&](StmtId id) { check("statement", module.range(id), outer); },
        [&](PatternId id) { check("pattern", module.range(id), outer); },
        [&](FunctionId id) { check("function", module.function(id).range, outer); },
        [&](ClassId id) { check("class", module.classOf(id).range, outer); },
    };
    visitor.children(node);
  };
  for (uint32_t i = 0; i < module.exprCount(); ++i) {
    const ExprId id{i};
    check("expression", module.range(id), whole);
    checkChildren(module.node(id), module.range(id));
    if (const auto* member = module.as<MemberExpr>(id)) {
      check("member name", member->nameRange, module.range(id));
    }
    if (const auto* object = module.as<ObjectExpr>(id)) {
      for (const Property& property : object->properties) {
        check("property", property.range, module.range(id));
        check("key", property.keyRange, property.range);
        check("value", module.range(property.value), property.range);
      }
    }
  }
  for (uint32_t i = 0; i < module.stmtCount(); ++i) {
    const StmtId id{i};
    check("statement", module.range(id), whole);
    checkChildren(module.node(id), module.range(id));
    if (const auto* loop = module.as<LoopStmt>(id)) {
      check("loop head", loop->headRange, module.range(id));
    }
  }
  for (uint32_t i = 0; i < module.patternCount(); ++i) {
    checkChildren(module.node(PatternId{i}), module.range(PatternId{i}));
  }
  for (uint32_t i = 0; i < module.functionCount(); ++i) {
    const Function& function = module.function(FunctionId{i});
    check("function", function.range, whole);
    checkChildren(function, function.range);
    if (!function.name.empty()) {
      check("function name", function.nameRange, function.range);
    }
  }
  for (uint32_t i = 0; i < module.classCount(); ++i) {
    const Class& value = module.classOf(ClassId{i});
    check("class", value.range, whole);
    checkChildren(value, value.range);
    for (const ClassMember& member : value.members) {
      check("class member", member.range, value.range);
      check("class member key", member.keyRange, member.range);
    }
  }
  return out;
}

}  // namespace envelint
