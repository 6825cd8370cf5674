#pragma once

#include <cstdint>
#include <vector>

struct TSLanguage;

namespace envelint::typescript {

/// The two grammars: `<T>x` is a cast in the one and an element in the other.
enum class Dialect : uint8_t { kTypescript, kTsx };

/// What a syntax node is: the node types of the grammars that the lowering tells apart. The names
/// are the grammar's; tokens (its anonymous nodes) come last.
enum class Kind : uint8_t {
  kOther,  ///< a named node of any other type
  kError,  ///< text the parser had to skip

  // Module items.
  kProgram,
  kExportStatement,
  kExportClause,
  kExportSpecifier,
  kNamespaceExport,
  kImportStatement,
  kImportClause,
  kImportRequireClause,
  kImportSpecifier,
  kNamedImports,
  kNamespaceImport,
  kImportAlias,

  // Declarations and statements.
  kAbstractClassDeclaration,
  kAmbientDeclaration,
  kBreakStatement,
  kCatchClause,
  kClassDeclaration,
  kContinueStatement,
  kDebuggerStatement,
  kDoStatement,
  kElseClause,
  kEmptyStatement,
  kEnumAssignment,
  kEnumBody,
  kEnumDeclaration,
  kExpressionStatement,
  kFinallyClause,
  kForInStatement,
  kForStatement,
  kFunctionDeclaration,
  kFunctionSignature,
  kGeneratorFunctionDeclaration,
  kIfStatement,
  kInterfaceDeclaration,
  kInternalModule,
  kLabeledStatement,
  kLexicalDeclaration,
  kModule,
  kReturnStatement,
  kStatementBlock,
  kStatementIdentifier,
  kSwitchBody,
  kSwitchCase,
  kSwitchDefault,
  kSwitchStatement,
  kThrowStatement,
  kTryStatement,
  kTypeAliasDeclaration,
  kVariableDeclaration,
  kVariableDeclarator,
  kWhileStatement,
  kWithStatement,

  // Expressions.
  kArguments,
  kArray,
  kArrowFunction,
  kAsExpression,
  kAssignmentExpression,
  kAugmentedAssignmentExpression,
  kAwaitExpression,
  kBinaryExpression,
  kCallExpression,
  kClass,
  kFalse,
  kFunctionExpression,
  kGeneratorFunction,
  kIdentifier,
  kImport,
  kInstantiationExpression,
  kJsxAttribute,
  kJsxClosingElement,
  kJsxElement,
  kJsxExpression,
  kJsxOpeningElement,
  kJsxSelfClosingElement,
  kMemberExpression,
  kMetaProperty,
  kNestedIdentifier,
  kNewExpression,
  kNonNullExpression,
  kNull,
  kNumber,
  kObject,
  kOptionalChain,
  kPair,
  kParenthesizedExpression,
  kRegex,
  kSatisfiesExpression,
  kSequenceExpression,
  kShorthandPropertyIdentifier,
  kSpreadElement,
  kString,
  kSubscriptExpression,
  kSuper,
  kTemplateString,
  kTemplateSubstitution,
  kTernaryExpression,
  kThis,
  kTrue,
  kTypeAssertion,
  kUnaryExpression,
  kUndefined,
  kUpdateExpression,
  kYieldExpression,

  // Names of properties.
  kComputedPropertyName,
  kPrivatePropertyIdentifier,
  kPropertyIdentifier,

  // Patterns.
  kArrayPattern,
  kAssignmentPattern,
  kObjectAssignmentPattern,
  kObjectPattern,
  kPairPattern,
  kRestPattern,
  kShorthandPropertyIdentifierPattern,

  // Functions and classes.
  kAccessibilityModifier,
  kClassBody,
  kClassHeritage,
  kClassStaticBlock,
  kDecorator,
  kExtendsClause,
  kFormalParameters,
  kImplementsClause,
  kMethodDefinition,
  kOptionalParameter,
  kOverrideModifier,
  kPublicFieldDefinition,
  kRequiredParameter,

  // Types.
  kAddingTypeAnnotation,
  kArrayType,
  kAsserts,
  kAssertsAnnotation,
  kConstructorType,
  kExtendsTypeClause,
  kFunctionType,
  kGenericType,
  kIndexSignature,
  kInterfaceBody,
  kIntersectionType,
  kLiteralType,
  kLookupType,
  kMappedTypeClause,
  kMethodSignature,
  kNestedTypeIdentifier,
  kObjectType,
  kOmittingTypeAnnotation,
  kOptingTypeAnnotation,
  kOptionalType,
  kParenthesizedType,
  kPredefinedType,
  kPropertySignature,
  kReadonlyType,
  kRestType,
  kTemplateLiteralType,
  kTemplateType,
  kThisType,
  kTupleType,
  kTypeAnnotation,
  kTypeArguments,
  kTypeIdentifier,
  kTypeParameter,
  kTypeParameters,
  kTypePredicate,
  kTypePredicateAnnotation,
  kTypeQuery,
  kUnionType,

  // Never part of a tree: the reader takes them out.
  kComment,
  kHashBangLine,
  kText,  ///< pieces of strings, regular expressions and elements, which are read from the text

  // Tokens.
  kFirstToken,
  kTokenAs = kFirstToken,
  kTokenAsync,
  kTokenConst,
  kTokenDefault,
  kTokenGet,
  kTokenGlobal,
  kTokenLet,
  kTokenReadonly,
  kTokenSet,
  kTokenStatic,
  kTokenType,
  kTokenUsing,
  kTokenVar,
  kTokenComma,
  kTokenQuestion,
  kTokenQuestionDot,
  kTokenIn,
  kTokenInstanceof,
  kTokenTypeof,
  kTokenVoid,
  kTokenDelete,
  kTokenNot,
  kTokenBitNot,
  kTokenPlus,
  kTokenMinus,
  kTokenStar,
  kTokenSlash,
  kTokenPercent,
  kTokenStarStar,
  kTokenPlusPlus,
  kTokenMinusMinus,
  kTokenEqual,
  kTokenNotEqual,
  kTokenLess,
  kTokenLessEqual,
  kTokenGreater,
  kTokenGreaterEqual,
  kTokenBitAnd,
  kTokenBitOr,
  kTokenBitXor,
  kTokenShift,
  kTokenAnd,
  kTokenOr,
  kTokenNullish,
  kTokenAssign,
  kTokenAssignPlus,
  kTokenAssignNumeric,
  kTokenAssignAnd,
  kTokenAssignOr,
  kTokenAssignNullish,

  kDropped,  ///< a token that says nothing its parent doesn't
};

constexpr bool isToken(Kind kind) { return kind >= Kind::kFirstToken; }

/// One of the grammars with the kinds of its symbols. Immutable, shared by all threads.
struct Grammar {
  const TSLanguage* language = nullptr;
  std::vector<Kind> kinds;  ///< by symbol id

  /// The parser's own symbol for an error lies outside the table.
  Kind kind(uint16_t symbol) const { return symbol < kinds.size() ? kinds[symbol] : Kind::kError; }
};

/// Built at the first use.
const Grammar& grammar(Dialect dialect);

}  // namespace envelint::typescript
