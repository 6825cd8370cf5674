#pragma once

#include <optional>

#include "frontend/typescript/syntax_tree.h"
#include "program/nodes.h"

namespace envelint::typescript {

/// The operator of an operation: the first token among the node's children, `kDropped` without one.
Kind operatorOf(const SyntaxNode& node);

std::optional<BinaryOp> binaryOp(Kind token);
std::optional<LogicalOp> logicalOp(Kind token);
std::optional<UnaryOp> unaryOp(Kind token);
/// Of an augmented assignment.
AssignOp assignOp(Kind token);

/// `x as T` or `x satisfies T`.
bool isCast(const SyntaxNode& node);

/// Whether the operation `link`, whose first operand is `left`, belongs to the last operand of
/// `left` by the language, though the grammar has it the other way round. Precedence is wrong in
/// the grammar where types are involved: `await f<T>(x)` becomes `(await f)<T>(x)`, `a && b!.c`
/// becomes
/// `(a && b)!.c`, `a || b as T` becomes `(a || b) as T`.
/// What was in brackets is a node of its own, so `left` never was.
bool bindsTighter(const SyntaxNode& link, const SyntaxNode& left);

/// The operand at the right end of an operation; null when the parser found none.
const SyntaxNode* lastOperand(const SyntaxNode& node);

}  // namespace envelint::typescript
