#pragma once

#include <type_traits>

#include "program/module.h"

namespace envelint {

/// The direct children of a node, each family through its own callable. The order is that of the
/// text, but for parts that run in another order (a loop's update follows its test).
/// Functions and classes are reported by id and not entered.
template <typename OnExpr, typename OnStmt, typename OnPattern, typename OnFunction,
          typename OnClass>
struct ChildVisitor {
  OnExpr onExpr;
  OnStmt onStmt;
  OnPattern onPattern;
  OnFunction onFunction;
  OnClass onClass;

  void expr(ExprId id) {
    if (id) {
      onExpr(id);
    }
  }
  void stmt(StmtId id) {
    if (id) {
      onStmt(id);
    }
  }
  void pattern(PatternId id) {
    if (id) {
      onPattern(id);
    }
  }

  void children(const ExprNode& node) {
    std::visit(
        [&](const auto& value) {
          using T = std::decay_t<decltype(value)>;
          if constexpr (std::is_same_v<T, UnknownExpr>) {
            each(value.children);
          } else if constexpr (std::is_same_v<T, TemplateLiteral>) {
            each(value.holes);
          } else if constexpr (std::is_same_v<T, MemberExpr>) {
            expr(value.object);
          } else if constexpr (std::is_same_v<T, IndexExpr>) {
            expr(value.object);
            expr(value.index);
          } else if constexpr (std::is_same_v<T, CallExpr> || std::is_same_v<T, NewExpr>) {
            expr(value.callee);
            each(value.args);
          } else if constexpr (std::is_same_v<T, TaggedTemplateExpr>) {
            expr(value.tag);
            expr(value.quasi);
          } else if constexpr (std::is_same_v<T, ObjectExpr>) {
            for (const Property& property : value.properties) {
              expr(property.computedKey);
              expr(property.value);
            }
          } else if constexpr (std::is_same_v<T, ArrayExpr>) {
            each(value.elements);
          } else if constexpr (std::is_same_v<T, SpreadExpr>) {
            expr(value.argument);
          } else if constexpr (std::is_same_v<T, FunctionExpr>) {
            onFunction(value.function);
          } else if constexpr (std::is_same_v<T, ClassExpr>) {
            onClass(value.classId);
          } else if constexpr (std::is_same_v<T, ConditionalExpr>) {
            expr(value.test);
            expr(value.consequent);
            expr(value.alternate);
          } else if constexpr (std::is_same_v<T, BinaryExpr> || std::is_same_v<T, LogicalExpr>) {
            expr(value.left);
            expr(value.right);
          } else if constexpr (std::is_same_v<T, UnaryExpr> || std::is_same_v<T, UpdateExpr> ||
                               std::is_same_v<T, CastExpr> || std::is_same_v<T, AwaitExpr> ||
                               std::is_same_v<T, YieldExpr>) {
            expr(value.operand);
          } else if constexpr (std::is_same_v<T, AssignExpr>) {
            pattern(value.target);
            expr(value.value);
          } else if constexpr (std::is_same_v<T, SequenceExpr>) {
            each(value.expressions);
          }
        },
        node);
  }

  void children(const PatternNode& node) {
    std::visit(
        [&](const auto& value) {
          using T = std::decay_t<decltype(value)>;
          if constexpr (std::is_same_v<T, ObjectPattern>) {
            for (const PatternProperty& property : value.properties) {
              expr(property.computedKey);
              pattern(property.value);
            }
          } else if constexpr (std::is_same_v<T, ArrayPattern>) {
            for (PatternId element : value.elements) {
              pattern(element);
            }
          } else if constexpr (std::is_same_v<T, RestPattern>) {
            pattern(value.target);
          } else if constexpr (std::is_same_v<T, DefaultPattern>) {
            pattern(value.target);
            expr(value.value);
          } else if constexpr (std::is_same_v<T, TargetPattern>) {
            expr(value.expr);
          }
        },
        node);
  }

  void children(const StmtNode& node) {
    std::visit(
        [&](const auto& value) {
          using T = std::decay_t<decltype(value)>;
          if constexpr (std::is_same_v<T, UnknownStmt>) {
            eachStmt(value.children);
          } else if constexpr (std::is_same_v<T, ExpressionStmt>) {
            expr(value.expr);
          } else if constexpr (std::is_same_v<T, DeclareStmt>) {
            for (const Declarator& declarator : value.declarators) {
              pattern(declarator.target);
              expr(declarator.init);
            }
          } else if constexpr (std::is_same_v<T, BlockStmt>) {
            eachStmt(value.body);
          } else if constexpr (std::is_same_v<T, IfStmt>) {
            expr(value.test);
            stmt(value.consequent);
            stmt(value.alternate);
          } else if constexpr (std::is_same_v<T, LoopStmt>) {
            stmt(value.init);
            expr(value.test);
            expr(value.update);
            pattern(value.element);
            expr(value.iterable);
            stmt(value.body);
          } else if constexpr (std::is_same_v<T, SwitchStmt>) {
            expr(value.subject);
            for (const SwitchCase& switchCase : value.cases) {
              expr(switchCase.test);
              eachStmt(switchCase.body);
            }
          } else if constexpr (std::is_same_v<T, ReturnStmt> || std::is_same_v<T, ThrowStmt>) {
            expr(value.value);
          } else if constexpr (std::is_same_v<T, TryStmt>) {
            stmt(value.block);
            pattern(value.parameter);
            stmt(value.handler);
            stmt(value.finalizer);
          } else if constexpr (std::is_same_v<T, FunctionStmt>) {
            onFunction(value.function);
          } else if constexpr (std::is_same_v<T, ClassStmt>) {
            onClass(value.classId);
          }
        },
        node);
  }

  void children(const Function& value) {
    for (const Parameter& parameter : value.parameters) {
      each(parameter.decorators);
      pattern(parameter.pattern);
    }
    expr(value.expressionBody);
    stmt(value.body);
  }

  void children(const Class& value) {
    each(value.decorators);
    expr(value.superclass);
    for (const ClassMember& member : value.members) {
      each(member.decorators);
      expr(member.computedKey);
      expr(member.value);
      if (member.function) {
        onFunction(member.function);
      }
    }
  }

 private:
  void each(std::span<const ExprId> list) {
    for (ExprId id : list) {
      expr(id);
    }
  }
  void eachStmt(std::span<const StmtId> list) {
    for (StmtId id : list) {
      stmt(id);
    }
  }
};

template <typename OnExpr, typename OnStmt, typename OnPattern, typename OnFunction,
          typename OnClass>
ChildVisitor(OnExpr, OnStmt, OnPattern, OnFunction, OnClass)
    -> ChildVisitor<OnExpr, OnStmt, OnPattern, OnFunction, OnClass>;

}  // namespace envelint
