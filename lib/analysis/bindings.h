#pragma once

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/refs.h"

namespace envelint {

using BindingId = Id<struct BindingTag>;

enum class BindingKind : uint8_t {
  kVariable,
  kParameter,  ///< bound by a parameter's pattern, at any depth of it
  kFunction,
  kClass,
  kImport,
  kCatch,
  kLoop,  ///< declared by the head of a for-of or for-in loop
};

/// One write to a binding: its declaration or an assignment.
struct BindingWrite {
  PatternId target;  ///< the NamePattern that is written; none for `++`/`--`
  PatternId root;    ///< the outermost pattern `target` is part of
  ExprId source;     ///< what `root` is matched with; none for parameters, catch, no initializer
  ExprId site;       ///< the AssignExpr or UpdateExpr; none for a declaration
  StmtId loop;       ///< the for-of/for-in loop whose elements `root` is matched with
  TypeId type;       ///< of a declaration with an annotation on `root`
};

/// `binding.key = value`, or `binding[expr] = value` with an empty key.
struct MemberWrite {
  std::string_view key;
  ExprId site;  ///< the AssignExpr
  ExprId value;
};

struct Binding {
  BindingKind kind = BindingKind::kVariable;
  std::string_view name;
  FunctionId scopeFunction;  ///< the function whose code it lives in; none at top level
  FunctionId function;       ///< kFunction: the one declared; kParameter: the one it belongs to
  uint32_t parameter = 0;    ///< kParameter: position in the function's list
  PatternId pattern;         ///< kParameter: the parameter's whole pattern
  ClassId classId;           ///< kClass
  uint32_t import = 0;       ///< kImport: index into Module::imports()
  bool constant = false;     ///< declared `const`
  std::vector<BindingWrite> writes;
  std::vector<ExprId> reads;  ///< every NameExpr that reads it, in the order of the text
  std::vector<MemberWrite> memberWrites;
};

/// The names of one module, resolved lexically. Immutable after construction.
class Bindings {
 public:
  /// The module must outlive the table. Time is linear in the module.
  explicit Bindings(const Module& module);

  const Module& module() const { return module_; }
  const Binding& binding(BindingId id) const { return bindings_[id.value]; }
  std::span<const Binding> all() const { return bindings_; }
  /// What a NameExpr refers to; none for a global name.
  BindingId resolve(ExprId name) const;
  /// What a NamePattern declares or writes; none for a global name.
  BindingId resolve(PatternId name) const;
  /// A name at the top level of the module; none if there is none.
  BindingId topLevel(std::string_view name) const;
  /// The binding an expression of the form `name` refers to through casts and non-null marks.
  BindingId throughCasts(ExprId expr) const;

 private:
  friend class BindingsBuilder;
  const Module& module_;
  std::vector<Binding> bindings_;
  std::vector<BindingId> ofExpr_;
  std::vector<BindingId> ofPattern_;
  std::unordered_map<std::string_view, BindingId> topLevel_;
};

}  // namespace envelint
