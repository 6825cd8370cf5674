#pragma once

// The nodes of the program model. Language-neutral: every front end lowers into these, and nothing
// above lib/frontend ever sees a syntax tree of a parser.
//
// Nodes are small values held by a `Module`; they refer to one another by id and to lists by
// `std::span`s into the module's arena. What a front end can't express becomes the Unknown node of
// its family, with its range, and never disappears.

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "program/ids.h"
#include "source/range.h"

namespace envelint {

// ---------------------------------------------------------------------------------------------
// Expressions

/// Something the front end can't express. `children` are the expressions inside it that it could.
struct UnknownExpr {
  std::span<const ExprId> children;
};
struct NumberLiteral {
  double value = 0;
};
/// `value` is cooked: escapes are resolved, quotes are gone.
struct StringLiteral {
  std::string_view value;
};
/// A string with holes; `texts` (cooked) has one element more than `holes`.
struct TemplateLiteral {
  std::span<const std::string_view> texts;
  std::span<const ExprId> holes;
};
struct BooleanLiteral {
  bool value = false;
};
struct NullLiteral {};
struct UndefinedLiteral {};
struct RegexLiteral {
  std::string_view pattern;
  std::string_view flags;
};
struct NameExpr {
  std::string_view name;
};
struct ThisExpr {};
struct SuperExpr {};
/// `object.name`, also `object["name"]` with a literal.
struct MemberExpr {
  ExprId object;
  std::string_view name;
  Range nameRange;
  bool optional = false;
};
/// `object[index]` where the index is no string literal.
struct IndexExpr {
  ExprId object;
  ExprId index;
  bool optional = false;
};
/// Arguments may be `SpreadExpr`.
struct CallExpr {
  ExprId callee;
  std::span<const ExprId> args;
  std::span<const TypeId> typeArgs;
  bool optional = false;
};
struct NewExpr {
  ExprId callee;
  std::span<const ExprId> args;
  std::span<const TypeId> typeArgs;
};
/// `tag` applied to `quasi`, which is a TemplateLiteral.
struct TaggedTemplateExpr {
  ExprId tag;
  ExprId quasi;
};

enum class PropertyKind : uint8_t {
  kValue,      ///< `key: value`
  kShorthand,  ///< `key`, whose value is a NameExpr
  kSpread,     ///< `...value`, without a key
  kMethod,     ///< `key() {}`, whose value is a FunctionExpr
  kGetter,     ///< `get key() {}`
  kSetter,     ///< `set key(v) {}`
};
struct Property {
  PropertyKind kind = PropertyKind::kValue;
  std::string_view key;  ///< empty for a spread and for a computed key
  ExprId computedKey;    ///< set only for `[expr]: value`
  ExprId value;
  Range keyRange;
  Range range;
};
struct ObjectExpr {
  std::span<const Property> properties;
};
/// An element may be `SpreadExpr`; a hole is an id that isn't valid.
struct ArrayExpr {
  std::span<const ExprId> elements;
};
/// `...argument` in an array or in call arguments.
struct SpreadExpr {
  ExprId argument;
};
struct FunctionExpr {
  FunctionId function;
};
struct ClassExpr {
  ClassId classId;
};
struct ConditionalExpr {
  ExprId test;
  ExprId consequent;
  ExprId alternate;
};
enum class BinaryOp : uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kPower,
  kEqual,     ///< `==` and `===`
  kNotEqual,  ///< `!=` and `!==`
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kIn,
  kInstanceof,
  kBitwise,  ///< `& | ^ << >> >>>`
};
struct BinaryExpr {
  BinaryOp op = BinaryOp::kAdd;
  ExprId left;
  ExprId right;
};
enum class LogicalOp : uint8_t { kAnd, kOr, kNullish };
struct LogicalExpr {
  LogicalOp op = LogicalOp::kAnd;
  ExprId left;
  ExprId right;
};
enum class UnaryOp : uint8_t { kNot, kMinus, kPlus, kBitNot, kTypeof, kVoid, kDelete };
struct UnaryExpr {
  UnaryOp op = UnaryOp::kNot;
  ExprId operand;
};
/// `++x`, `x--`: the operand is read and written.
struct UpdateExpr {
  ExprId operand;
  bool increment = true;
};
enum class AssignOp : uint8_t {
  kAssign,   ///< `=`
  kAdd,      ///< `+=`
  kNumeric,  ///< `-= *= /= %= **= &= |= ^= <<= >>= >>>=`
  kAnd,      ///< `&&=`
  kOr,       ///< `||=`
  kNullish,  ///< `??=`
};
/// The target is a NamePattern, a TargetPattern (member, index) or a destructuring pattern.
struct AssignExpr {
  AssignOp op = AssignOp::kAssign;
  PatternId target;
  ExprId value;
};
/// `a, b, c`; its value is the last one's.
struct SequenceExpr {
  std::span<const ExprId> expressions;
};
enum class CastKind : uint8_t { kAs, kSatisfies, kNonNull, kConst };
/// Transparent for values, but remembered: `as any` hides a shape from the type checker. `type` is
/// none for kNonNull and kConst.
struct CastExpr {
  CastKind kind = CastKind::kAs;
  ExprId operand;
  TypeId type;
};
struct AwaitExpr {
  ExprId operand;
};
/// `operand` may be none.
struct YieldExpr {
  ExprId operand;
  bool delegate = false;
};
/// The namespace object of another module: `import("x")`, `require("x")`.
struct ImportExpr {
  std::string_view specifier;
};

using ExprNode =
    std::variant<UnknownExpr, NumberLiteral, StringLiteral, TemplateLiteral, BooleanLiteral,
                 NullLiteral, UndefinedLiteral, RegexLiteral, NameExpr, ThisExpr, SuperExpr,
                 MemberExpr, IndexExpr, CallExpr, NewExpr, TaggedTemplateExpr, ObjectExpr,
                 ArrayExpr, SpreadExpr, FunctionExpr, ClassExpr, ConditionalExpr, BinaryExpr,
                 LogicalExpr, UnaryExpr, UpdateExpr, AssignExpr, SequenceExpr, CastExpr, AwaitExpr,
                 YieldExpr, ImportExpr>;

// ---------------------------------------------------------------------------------------------
// Patterns: what a declaration, a parameter, a loop or an assignment writes to

struct UnknownPattern {};
struct NamePattern {
  std::string_view name;
};
struct PatternProperty {
  std::string_view key;  ///< empty for the rest element and for a computed key
  ExprId computedKey;
  PatternId value;
  bool rest = false;
};
struct ObjectPattern {
  std::span<const PatternProperty> properties;
};
/// A hole is an id that isn't valid; the rest element is a RestPattern.
struct ArrayPattern {
  std::span<const PatternId> elements;
};
struct RestPattern {
  PatternId target;
};
/// `target = value`: the value counts where the matched one is undefined.
struct DefaultPattern {
  PatternId target;
  ExprId value;
};
/// A member or an index that is written to.
struct TargetPattern {
  ExprId expr;
};

using PatternNode = std::variant<UnknownPattern, NamePattern, ObjectPattern, ArrayPattern,
                                 RestPattern, DefaultPattern, TargetPattern>;

// ---------------------------------------------------------------------------------------------
// Statements

/// Something the front end can't express; `children` are the statements inside it that it could.
struct UnknownStmt {
  std::span<const StmtId> children;
};
struct ExpressionStmt {
  ExprId expr;
};
enum class DeclareKind : uint8_t { kConst, kLet, kVar };
struct Declarator {
  PatternId target;
  TypeId type;  ///< none when not annotated
  ExprId init;  ///< none when there is no initializer
  Range range;
};
struct DeclareStmt {
  DeclareKind kind = DeclareKind::kConst;
  std::span<const Declarator> declarators;
};
struct BlockStmt {
  std::span<const StmtId> body;
};
struct IfStmt {
  ExprId test;
  StmtId consequent;
  StmtId alternate;  ///< none without `else`
};
enum class LoopKind : uint8_t { kFor, kWhile, kDoWhile, kForOf, kForIn };
/// One shape for all loops; the parts a kind doesn't have are none.
struct LoopStmt {
  LoopKind kind = LoopKind::kFor;
  StmtId init;            ///< kFor
  ExprId test;            ///< kFor, kWhile, kDoWhile
  ExprId update;          ///< kFor
  PatternId element;      ///< kForOf, kForIn: written at each turn
  bool declares = false;  ///< whether `element` declares its names
  ExprId iterable;        ///< kForOf, kForIn
  StmtId body;
  Range headRange;  ///< from the keyword to the end of the head
};
struct SwitchCase {
  ExprId test;  ///< none for `default`
  std::span<const StmtId> body;
  Range range;
};
struct SwitchStmt {
  ExprId subject;
  std::span<const SwitchCase> cases;
};
/// `value` is none for a bare `return`.
struct ReturnStmt {
  ExprId value;
};
struct ThrowStmt {
  ExprId value;
};
struct TryStmt {
  StmtId block;
  PatternId parameter;  ///< none without a binding
  StmtId handler;       ///< none without `catch`
  StmtId finalizer;     ///< none without `finally`
};
struct BreakStmt {};
struct ContinueStmt {};
struct FunctionStmt {
  FunctionId function;
};
struct ClassStmt {
  ClassId classId;
};

using StmtNode =
    std::variant<UnknownStmt, ExpressionStmt, DeclareStmt, BlockStmt, IfStmt, LoopStmt, SwitchStmt,
                 ReturnStmt, ThrowStmt, TryStmt, BreakStmt, ContinueStmt, FunctionStmt, ClassStmt>;

// ---------------------------------------------------------------------------------------------
// Types, as far as they say something about values. Written types are claims of the author: the
// analysis asks them only where it can't see the value itself.

struct UnknownType {};
enum class TypeKeyword : uint8_t {
  kAny,
  kUnknown,
  kString,
  kNumber,
  kBoolean,
  kObject,
  kVoid,
  kNull,
  kUndefined,
  kNever,
  kOther,
};
struct KeywordType {
  TypeKeyword keyword = TypeKeyword::kOther;
};
/// `name` may be dotted (`z.infer`).
struct NamedType {
  std::string_view name;
  std::span<const TypeId> args;
};
/// `T[]`, `readonly T[]`, `Array<T>`, `ReadonlyArray<T>`.
struct ArrayType {
  TypeId element;
};
struct TupleType {
  std::span<const TypeId> elements;
};
struct TypeMember {
  std::string_view key;
  TypeId type;
  bool optional = false;
};
struct ObjectType {
  std::span<const TypeMember> members;
  TypeId indexed;  ///< the value type of an index signature, none without one
};
struct UnionType {
  std::span<const TypeId> members;
};
struct IntersectionType {
  std::span<const TypeId> members;
};
/// A string, number or boolean literal as a type.
struct LiteralType {
  ExprId literal;
};
struct FunctionType {
  TypeId result;
  std::span<const TypeId> parameters;  ///< none for one without a type
};
/// `typeof expr`; the expression is a name or a member chain.
struct TypeofType {
  ExprId expr;
};
/// `object[index]` with a literal key.
struct IndexedType {
  TypeId object;
  std::string_view key;
};

using TypeNode =
    std::variant<UnknownType, KeywordType, NamedType, ArrayType, TupleType, ObjectType, UnionType,
                 IntersectionType, LiteralType, FunctionType, TypeofType, IndexedType>;

/// `type Name<params> = type` or an interface, whose `bases` are what it extends.
struct TypeDeclaration {
  std::string_view name;
  std::span<const std::string_view> parameters;
  TypeId type;
  std::span<const TypeId> bases;
  Range range;
  bool exported = false;
};

// ---------------------------------------------------------------------------------------------
// Functions and classes

struct Parameter {
  PatternId pattern;  ///< a DefaultPattern when it has a default
  TypeId type;
  bool rest = false;
  bool isField = false;  ///< a constructor's `private x: T`, which is a field of the class too
  std::span<const ExprId> decorators;
};

struct Function {
  std::string_view name;  ///< empty for an anonymous one
  Range range;
  Range nameRange;
  std::span<const Parameter> parameters;
  TypeId returnType;
  std::span<const std::string_view> typeParameters;
  StmtId body;            ///< a BlockStmt; none for an expression body and for a declaration only
  ExprId expressionBody;  ///< `x => expr`
  bool isAsync = false;
  bool isGenerator = false;
  bool isArrow = false;  ///< has no `this` of its own
  ClassId owner;         ///< the class whose member it is
};

enum class ClassMemberKind : uint8_t { kField, kMethod, kGetter, kSetter, kConstructor };
struct ClassMember {
  ClassMemberKind kind = ClassMemberKind::kField;
  std::string_view key;  ///< empty for a computed key; `#x` keeps its `#`
  ExprId computedKey;
  bool isStatic = false;
  FunctionId function;  ///< of everything but a field
  ExprId value;         ///< of a field with an initializer
  TypeId type;          ///< of a field
  std::span<const ExprId> decorators;
  Range range;
  Range keyRange;
};

struct Class {
  std::string_view name;
  Range range;
  Range nameRange;
  ExprId superclass;  ///< none without one
  std::span<const TypeId> superTypeArgs;
  std::span<const TypeId> interfaces;
  std::span<const std::string_view> typeParameters;
  std::span<const ClassMember> members;
  std::span<const ExprId> decorators;
};

// ---------------------------------------------------------------------------------------------
// What a module takes from and gives to others

enum class ImportKind : uint8_t { kNamed, kDefault, kNamespace, kSideEffect };
struct Import {
  ImportKind kind = ImportKind::kNamed;
  std::string_view specifier;
  std::string_view imported;  ///< kNamed: the name over there
  std::string_view local;     ///< empty for a side effect
  bool typeOnly = false;
  Range range;
};

enum class ExportKind : uint8_t {
  kLocal,        ///< `exported` is the local binding `local`
  kExpression,   ///< `exported` is the expression `value` (`export default expr`, `exports.x = e`)
  kReexport,     ///< `exported` is `imported` of `specifier`; a namespace when `imported` is "*"
  kReexportAll,  ///< everything but the default of `specifier`
  kWhole,        ///< the module itself is `value` (`module.exports = e`, `export = e`)
};
/// A default export is called "default".
struct Export {
  ExportKind kind = ExportKind::kLocal;
  std::string_view exported;
  std::string_view local;
  std::string_view specifier;
  std::string_view imported;
  ExprId value;
  Range range;
};

/// A comment with its delimiters.
struct Comment {
  Range range;
  bool block = false;
};

}  // namespace envelint
