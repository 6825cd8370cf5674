#include "program/module.h"

#include <cstring>

#include "program/children.h"

namespace envelint {

Module::Module(const SourceFile& file) : file_(file), arena_(file.text().size() + 1024) {}

ExprId Module::add(Range range, ExprNode node) {
  exprs_.push_back({node, range, {}, {}});
  return {static_cast<uint32_t>(exprs_.size() - 1)};
}

StmtId Module::add(Range range, StmtNode node) {
  stmts_.push_back({node, range, {}, {}});
  return {static_cast<uint32_t>(stmts_.size() - 1)};
}

PatternId Module::add(Range range, PatternNode node) {
  patterns_.push_back({node, range, {}, {}, {}});
  return {static_cast<uint32_t>(patterns_.size() - 1)};
}

TypeId Module::add(Range range, TypeNode node) {
  types_.push_back({node, range});
  return {static_cast<uint32_t>(types_.size() - 1)};
}

FunctionId Module::addFunction(Function function) {
  functions_.push_back(function);
  return {static_cast<uint32_t>(functions_.size() - 1)};
}

ClassId Module::addClass(Class value) {
  classes_.push_back(value);
  return {static_cast<uint32_t>(classes_.size() - 1)};
}

std::string_view Module::intern(std::string_view text) {
  if (text.empty()) {
    return {};
  }
  char* copy = static_cast<char*>(arena_.allocate(text.size(), 1));
  std::memcpy(copy, text.data(), text.size());
  return {copy, text.size()};
}

/// Fills in owners, parents and enclosing functions from the top down, with a stack of its own:
/// the depth of the tree is the input's to choose.
class StructureBuilder {
 public:
  explicit StructureBuilder(Module& module) : module_(module) {}

  void run() {
    for (StmtId id : module_.body_) {
      pending_.push_back({Kind::kStmt, id.value, {}, {}});
    }
    for (const Export& value : module_.exports_) {
      // An export's expression that also stands in a statement is claimed again from there.
      if (value.value) {
        pending_.push_back({Kind::kExpr, value.value.value, {}, {}});
      }
    }
    while (!pending_.empty()) {
      const Work work = pending_.back();
      pending_.pop_back();
      enter(work);
    }
  }

 private:
  enum class Kind : uint8_t { kExpr, kStmt, kPattern, kFunction, kClass };
  struct Work {
    Kind kind;
    uint32_t id;
    FunctionId function;
    StmtId statement;
  };

  void enter(const Work& work) {
    FunctionId function = work.function;
    StmtId statement = work.statement;
    ExprOwner owner;
    PatternId patternParent;
    StmtId stmtParent;
    switch (work.kind) {
      case Kind::kExpr:
        module_.exprs_[work.id].function = function;
        owner = {ExprOwner::Kind::kExpr, work.id};
        break;
      case Kind::kStmt:
        module_.stmts_[work.id].function = function;
        owner = {ExprOwner::Kind::kStmt, work.id};
        statement = {work.id};
        stmtParent = {work.id};
        break;
      case Kind::kPattern:
        module_.patterns_[work.id].function = function;
        module_.patterns_[work.id].statement = statement;
        owner = {ExprOwner::Kind::kPattern, work.id};
        patternParent = {work.id};
        break;
      case Kind::kFunction:
        module_.functionParents_[work.id] = function;
        owner = {ExprOwner::Kind::kFunction, work.id};
        function = {work.id};
        statement = {};
        break;
      case Kind::kClass:
        owner = {ExprOwner::Kind::kClass, work.id};
        statement = {};
        break;
    }
    ChildVisitor visitor{
        [&](ExprId id) {
          module_.exprs_[id.value].owner = owner;
          pending_.push_back({Kind::kExpr, id.value, function, statement});
        },
        [&](StmtId id) {
          module_.stmts_[id.value].parent = stmtParent;
          pending_.push_back({Kind::kStmt, id.value, function, statement});
        },
        [&](PatternId id) {
          module_.patterns_[id.value].parent = patternParent;
          pending_.push_back({Kind::kPattern, id.value, function, statement});
        },
        [&](FunctionId id) {
          pending_.push_back({Kind::kFunction, id.value, function, statement});
        },
        [&](ClassId id) {
          pending_.push_back({Kind::kClass, id.value, function, statement});
        },
    };
    switch (work.kind) {
      case Kind::kExpr:
        visitor.children(module_.exprs_[work.id].node);
        break;
      case Kind::kStmt:
        visitor.children(module_.stmts_[work.id].node);
        break;
      case Kind::kPattern:
        visitor.children(module_.patterns_[work.id].node);
        break;
      case Kind::kFunction:
        visitor.children(module_.functions_[work.id]);
        break;
      case Kind::kClass:
        visitor.children(module_.classes_[work.id]);
        break;
    }
  }

  Module& module_;
  std::vector<Work> pending_;
};

void Module::finish(std::vector<StmtId> body) {
  body_ = std::move(body);
  functionParents_.assign(functions_.size(), FunctionId{});
  StructureBuilder(*this).run();
}

StmtId Module::statementOf(ExprId id) const {
  while (id) {
    const ExprOwner by = owner(id);
    if (by.stmt()) {
      return by.stmt();
    }
    if (by.pattern()) {
      return patterns_[by.id].statement;
    }
    id = by.expr();
  }
  return {};
}

}  // namespace envelint
