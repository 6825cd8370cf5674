#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <vector>

#include "program/nodes.h"
#include "source/source_file.h"

namespace envelint {

/// What directly contains an expression: another expression (an object's property value is
/// contained by the ObjectExpr), a statement, a pattern (default value, computed key, written
/// target), a function (expression body, decorator of a parameter), a class (superclass, field
/// value, decorator), or nothing (an export's expression).
struct ExprOwner {
  enum class Kind : uint8_t { kNone, kExpr, kStmt, kPattern, kFunction, kClass };
  Kind kind = Kind::kNone;
  uint32_t id = 0;

  ExprId expr() const { return kind == Kind::kExpr ? ExprId{id} : ExprId{}; }
  StmtId stmt() const { return kind == Kind::kStmt ? StmtId{id} : StmtId{}; }
  PatternId pattern() const { return kind == Kind::kPattern ? PatternId{id} : PatternId{}; }
  FunctionId function() const { return kind == Kind::kFunction ? FunctionId{id} : FunctionId{}; }
  ClassId classId() const { return kind == Kind::kClass ? ClassId{id} : ClassId{}; }
};

/// What a module is written in, where that matters above the front ends.
enum class Language : uint8_t { kTypescript, kCpp };

/// One file in the program model: its nodes, imports, exports and comments. A front end builds it
/// through the `add...` functions and ends with `finish`; from then on it is immutable and safe to
/// share between threads. Ids are valid for the module that gave them only.
class Module {
 public:
  /// The file must outlive the module.
  explicit Module(const SourceFile& file);
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  // --- Reading -------------------------------------------------------------------------------
  const SourceFile& file() const { return file_; }
  Language language() const { return language_; }
  bool isCpp() const { return language_ == Language::kCpp; }
  const ExprNode& node(ExprId id) const { return exprs_[id.value].node; }
  const StmtNode& node(StmtId id) const { return stmts_[id.value].node; }
  const PatternNode& node(PatternId id) const { return patterns_[id.value].node; }
  const TypeNode& node(TypeId id) const { return types_[id.value].node; }
  const Function& function(FunctionId id) const { return functions_[id.value]; }
  const Class& classOf(ClassId id) const { return classes_[id.value]; }

  /// The node as a `T`, or null when it is something else or the id is none.
  template <typename T, typename Tag>
  const T* as(Id<Tag> id) const {
    return id.valid() ? std::get_if<T>(&node(id)) : nullptr;
  }

  Range range(ExprId id) const { return exprs_[id.value].range; }
  Range range(StmtId id) const { return stmts_[id.value].range; }
  Range range(PatternId id) const { return patterns_[id.value].range; }
  Range range(TypeId id) const { return types_[id.value].range; }

  uint32_t exprCount() const { return static_cast<uint32_t>(exprs_.size()); }
  uint32_t stmtCount() const { return static_cast<uint32_t>(stmts_.size()); }
  uint32_t patternCount() const { return static_cast<uint32_t>(patterns_.size()); }
  uint32_t functionCount() const { return static_cast<uint32_t>(functions_.size()); }
  uint32_t classCount() const { return static_cast<uint32_t>(classes_.size()); }

  std::span<const StmtId> body() const { return body_; }
  std::span<const Import> imports() const { return imports_; }
  std::span<const Export> exports() const { return exports_; }
  std::span<const TypeDeclaration> typeDeclarations() const { return typeDeclarations_; }
  /// In the order of the text.
  std::span<const Comment> comments() const { return comments_; }
  /// Ranges the parser could not read, in the order of the text.
  std::span<const Range> unparsed() const { return unparsed_; }

  // --- Structure, available after finish() ----------------------------------------------------
  /// What directly contains the expression.
  ExprOwner owner(ExprId id) const { return exprs_[id.value].owner; }
  /// The innermost function the node lies in; none at the top level of the module and of classes.
  FunctionId enclosingFunction(ExprId id) const { return exprs_[id.value].function; }
  FunctionId enclosingFunction(StmtId id) const { return stmts_[id.value].function; }
  FunctionId enclosingFunction(PatternId id) const { return patterns_[id.value].function; }
  /// The function that contains this one; none at the top level.
  FunctionId enclosingFunction(FunctionId id) const { return functionParents_[id.value]; }
  /// The statement that directly contains this one; none for the outermost of a function or module.
  StmtId parent(StmtId id) const { return stmts_[id.value].parent; }
  /// The pattern this one is part of; none for an outermost one.
  PatternId parent(PatternId id) const { return patterns_[id.value].parent; }
  /// The statement an expression belongs to, through expressions and patterns but not out of its
  /// function; none in an expression body, a class field or an export.
  StmtId statementOf(ExprId id) const;

  // --- Building, for front ends ---------------------------------------------------------------
  void setLanguage(Language language) { language_ = language; }
  ExprId add(Range range, ExprNode node);
  StmtId add(Range range, StmtNode node);
  PatternId add(Range range, PatternNode node);
  TypeId add(Range range, TypeNode node);
  FunctionId addFunction(Function function);
  ClassId addClass(Class value);
  void addImport(Import value) { imports_.push_back(value); }
  void addExport(Export value) { exports_.push_back(value); }
  void addTypeDeclaration(TypeDeclaration value) { typeDeclarations_.push_back(value); }
  void addComment(Comment value) { comments_.push_back(value); }
  void addUnparsed(Range range) { unparsed_.push_back(range); }
  /// Replaces a node that was added as a stand-in, keeping its id.
  void replace(ExprId id, ExprNode node) { exprs_[id.value].node = node; }
  /// Copies text into the module; the view lives as long as the module.
  std::string_view intern(std::string_view text);
  /// Copies a list into the module; the span lives as long as the module.
  template <typename T>
  std::span<const T> list(const std::vector<T>& values) {
    if (values.empty()) {
      return {};
    }
    T* copy = static_cast<T*>(arena_.allocate(sizeof(T) * values.size(), alignof(T)));
    std::uninitialized_copy(values.begin(), values.end(), copy);
    return {copy, values.size()};
  }
  /// Sets the top-level statements and computes owners, parents and enclosing functions. Called
  /// once, after everything was added.
  void finish(std::vector<StmtId> body);

 private:
  friend class StructureBuilder;
  struct ExprEntry {
    ExprNode node;
    Range range;
    ExprOwner owner;
    FunctionId function;
  };
  struct StmtEntry {
    StmtNode node;
    Range range;
    StmtId parent;
    FunctionId function;
  };
  struct PatternEntry {
    PatternNode node;
    Range range;
    PatternId parent;
    FunctionId function;
    StmtId statement;
  };
  struct TypeEntry {
    TypeNode node;
    Range range;
  };

  const SourceFile& file_;
  Language language_ = Language::kTypescript;
  std::pmr::monotonic_buffer_resource arena_;
  std::vector<ExprEntry> exprs_;
  std::vector<StmtEntry> stmts_;
  std::vector<PatternEntry> patterns_;
  std::vector<TypeEntry> types_;
  std::vector<Function> functions_;
  std::vector<FunctionId> functionParents_;
  std::vector<Class> classes_;
  std::vector<StmtId> body_;
  std::vector<Import> imports_;
  std::vector<Export> exports_;
  std::vector<TypeDeclaration> typeDeclarations_;
  std::vector<Comment> comments_;
  std::vector<Range> unparsed_;
};

}  // namespace envelint
