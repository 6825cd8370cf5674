#include "analysis/bindings.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "program/children.h"

namespace envelint {

/// Two passes: the first walks the module, opens scopes and declares names; the second looks up the
/// names that were met. Declarations are hoisted to their scope as a whole, so order doesn't
/// matter.
class BindingsBuilder {
 public:
  explicit BindingsBuilder(Bindings& out) : out_(out), module_(out.module_) {}

  void run() {
    out_.ofExpr_.assign(module_.exprCount(), BindingId{});
    out_.ofPattern_.assign(module_.patternCount(), BindingId{});
    const uint32_t top = openScope(kNoScope, FunctionId{}, true);
    declareImports(top);
    for (auto it = module_.body().rbegin(); it != module_.body().rend(); ++it) {
      pending_.push_back({Kind::kStmt, it->value, top, {}});
    }
    for (const Export& value : module_.exports()) {
      // Others also stand in a statement, and are met there.
      if (value.value && module_.owner(value.value).kind == ExprOwner::Kind::kNone) {
        pending_.push_back({Kind::kExpr, value.value.value, top, {}});
      }
    }
    while (!pending_.empty()) {
      const Work work = pending_.back();
      pending_.pop_back();
      enter(work);
    }
    resolveNames();
    for (const auto& [name, id] : scopes_[top].names) {
      out_.topLevel_.emplace(name, id);
    }
    sortReads();
  }

 private:
  static constexpr uint32_t kNoScope = 0xFFFFFFFF;
  enum class Kind : uint8_t { kExpr, kStmt, kPattern, kFunction, kClass };

  /// What the pattern about to be walked is matched with, and what it declares.
  struct PatternUse {
    bool declares = false;
    bool isVar = false;
    BindingKind kind = BindingKind::kVariable;
    bool constant = false;
    FunctionId function;
    uint32_t parameter = 0;
    PatternId root;
    ExprId source;
    ExprId site;
    StmtId loop;
    TypeId type;
  };
  struct Work {
    Kind kind;
    uint32_t id;
    uint32_t scope;
    PatternUse use;
  };
  struct Scope {
    uint32_t parent;
    FunctionId function;
    bool isFunctionScope;
    std::map<std::string_view, BindingId> names;
  };
  struct NameAt {
    ExprId expr;
    uint32_t scope;
  };
  struct WriteAt {
    PatternId pattern;
    uint32_t scope;
    BindingWrite write;
  };
  struct MemberWriteAt {
    ExprId object;
    MemberWrite write;
  };

  uint32_t openScope(uint32_t parent, FunctionId function, bool isFunctionScope) {
    scopes_.push_back({parent, function, isFunctionScope, {}});
    return static_cast<uint32_t>(scopes_.size() - 1);
  }

  BindingId declare(uint32_t scope, Binding binding) {
    binding.scopeFunction = scopes_[scope].function;
    auto [it, inserted] = scopes_[scope].names.try_emplace(binding.name, BindingId{});
    if (inserted) {
      it->second = BindingId{static_cast<uint32_t>(out_.bindings_.size())};
      out_.bindings_.push_back(std::move(binding));
      return it->second;
    }
    Binding& known = out_.bindings_[it->second.value];
    // A function's implementation stands over what only declares the name before it.
    if (binding.kind == BindingKind::kFunction && known.kind == BindingKind::kFunction) {
      known.function = binding.function;
    }
    return it->second;
  }

  void declareImports(uint32_t top) {
    uint32_t index = 0;
    for (const Import& import : module_.imports()) {
      if (!import.local.empty()) {
        Binding binding;
        binding.kind = BindingKind::kImport;
        binding.name = import.local;
        binding.import = index;
        binding.constant = true;
        declare(top, std::move(binding));
      }
      ++index;
    }
  }

  uint32_t functionScope(uint32_t scope) const {
    while (!scopes_[scope].isFunctionScope) {
      scope = scopes_[scope].parent;
    }
    return scope;
  }

  void enter(const Work& work) {
    switch (work.kind) {
      case Kind::kExpr:
        enterExpr(ExprId{work.id}, work.scope);
        break;
      case Kind::kStmt:
        enterStmt(StmtId{work.id}, work.scope);
        break;
      case Kind::kPattern:
        enterPattern(PatternId{work.id}, work.scope, work.use);
        break;
      case Kind::kFunction:
        enterFunction(FunctionId{work.id}, work.scope);
        break;
      case Kind::kClass:
        enterClass(ClassId{work.id}, work.scope);
        break;
    }
  }

  auto childVisitor(uint32_t scope) {
    return ChildVisitor{
        [this, scope](ExprId id) {
          pending_.push_back({Kind::kExpr, id.value, scope, {}});
        },
        [this, scope](StmtId id) {
          pending_.push_back({Kind::kStmt, id.value, scope, {}});
        },
        [this, scope](PatternId id) {
          pending_.push_back({Kind::kPattern, id.value, scope, {}});
        },
        [this, scope](FunctionId id) {
          pending_.push_back({Kind::kFunction, id.value, scope, {}});
        },
        [this, scope](ClassId id) {
          pending_.push_back({Kind::kClass, id.value, scope, {}});
        },
    };
  }

  void enterExpr(ExprId id, uint32_t scope) {
    const ExprNode& node = module_.node(id);
    if (std::holds_alternative<NameExpr>(node)) {
      names_.push_back({id, scope});
      return;
    }
    if (const auto* assign = std::get_if<AssignExpr>(&node)) {
      PatternUse use;
      use.root = assign->target;
      use.source = assign->value;
      use.site = id;
      pending_.push_back({Kind::kPattern, assign->target.value, scope, use});
      pending_.push_back({Kind::kExpr, assign->value.value, scope, {}});
      return;
    }
    if (const auto* update = std::get_if<UpdateExpr>(&node)) {
      updates_.push_back({id, update->operand});
    }
    childVisitor(scope).children(node);
  }

  void enterStmt(StmtId id, uint32_t scope) {
    const StmtNode& node = module_.node(id);
    if (std::holds_alternative<BlockStmt>(node) || std::holds_alternative<SwitchStmt>(node) ||
        std::holds_alternative<UnknownStmt>(node)) {
      childVisitor(openScope(scope, scopes_[scope].function, false)).children(node);
      return;
    }
    if (const auto* declare = std::get_if<DeclareStmt>(&node)) {
      for (const Declarator& declarator : declare->declarators) {
        PatternUse use;
        use.declares = true;
        use.isVar = declare->kind == DeclareKind::kVar;
        use.constant = declare->kind == DeclareKind::kConst;
        use.root = declarator.target;
        use.source = declarator.init;
        use.type = declarator.type;
        pending_.push_back({Kind::kPattern, declarator.target.value, scope, use});
        if (declarator.init) {
          pending_.push_back({Kind::kExpr, declarator.init.value, scope, {}});
        }
      }
      return;
    }
    if (const auto* loop = std::get_if<LoopStmt>(&node)) {
      enterLoop(id, *loop, scope);
      return;
    }
    if (const auto* attempt = std::get_if<TryStmt>(&node)) {
      pushStmt(attempt->block, scope);
      pushStmt(attempt->finalizer, scope);
      const uint32_t inner = openScope(scope, scopes_[scope].function, false);
      if (attempt->parameter) {
        PatternUse use;
        use.declares = true;
        use.kind = BindingKind::kCatch;
        use.root = attempt->parameter;
        pending_.push_back({Kind::kPattern, attempt->parameter.value, inner, use});
      }
      pushStmt(attempt->handler, inner);
      return;
    }
    if (const auto* function = std::get_if<FunctionStmt>(&node)) {
      declareFunction(function->function, scope);
    } else if (const auto* classStmt = std::get_if<ClassStmt>(&node)) {
      Binding binding;
      binding.kind = BindingKind::kClass;
      binding.name = module_.classOf(classStmt->classId).name;
      binding.classId = classStmt->classId;
      binding.constant = true;
      declare(scope, std::move(binding));
      declaredClasses_.insert(classStmt->classId);
    }
    childVisitor(scope).children(node);
  }

  void pushStmt(StmtId id, uint32_t scope) {
    if (id) {
      pending_.push_back({Kind::kStmt, id.value, scope, {}});
    }
  }

  void declareFunction(FunctionId id, uint32_t scope) {
    Binding binding;
    binding.kind = BindingKind::kFunction;
    binding.name = module_.function(id).name;
    binding.function = id;
    declare(scope, std::move(binding));
    declaredFunctions_.insert(id);
  }

  void enterLoop(StmtId id, const LoopStmt& loop, uint32_t scope) {
    const uint32_t inner = openScope(scope, scopes_[scope].function, false);
    pushStmt(loop.init, inner);
    for (ExprId part : {loop.test, loop.update, loop.iterable}) {
      if (part) {
        pending_.push_back({Kind::kExpr, part.value, inner, {}});
      }
    }
    if (loop.element) {
      PatternUse use;
      use.declares = loop.declares;
      use.kind = BindingKind::kLoop;
      use.root = loop.element;
      use.loop = id;
      pending_.push_back({Kind::kPattern, loop.element.value, inner, use});
    }
    pushStmt(loop.body, inner);
  }

  void enterPattern(PatternId id, uint32_t scope, const PatternUse& use) {
    const PatternNode& node = module_.node(id);
    if (const auto* name = std::get_if<NamePattern>(&node)) {
      BindingWrite write{id, use.root, use.source, use.site, use.loop, use.type};
      if (use.declares) {
        Binding binding;
        binding.kind = use.kind;
        binding.name = name->name;
        binding.constant = use.constant;
        binding.function = use.function;
        binding.parameter = use.parameter;
        binding.pattern = use.root;
        const BindingId declared =
            declare(use.isVar ? functionScope(scope) : scope, std::move(binding));
        out_.ofPattern_[id.value] = declared;
        out_.bindings_[declared.value].writes.push_back(write);
      } else {
        writes_.push_back({id, scope, write});
      }
      return;
    }
    if (const auto* target = std::get_if<TargetPattern>(&node)) {
      recordMemberWrite(*target, use);
    }
    ChildVisitor visitor{
        [&](ExprId child) {
          pending_.push_back({Kind::kExpr, child.value, scope, {}});
        },
        [](StmtId) {},
        [&](PatternId child) {
          pending_.push_back({Kind::kPattern, child.value, scope, use});
        },
        [](FunctionId) {},
        [](ClassId) {},
    };
    visitor.children(node);
  }

  void recordMemberWrite(const TargetPattern& target, const PatternUse& use) {
    if (!use.source || !use.site) {
      return;
    }
    if (const auto* member = module_.as<MemberExpr>(target.expr)) {
      memberWrites_.push_back({member->object, {member->name, use.site, use.source}});
    } else if (const auto* index = module_.as<IndexExpr>(target.expr)) {
      memberWrites_.push_back({index->object, {{}, use.site, use.source}});
    }
  }

  void enterFunction(FunctionId id, uint32_t scope) {
    const Function& function = module_.function(id);
    const uint32_t inner = openScope(scope, id, true);
    // A named function expression sees itself; a declaration was declared outside already.
    if (!function.name.empty() && !function.owner && !declaredFunctions_.contains(id)) {
      declareFunction(id, inner);
    }
    uint32_t position = 0;
    for (const Parameter& parameter : function.parameters) {
      if (parameter.pattern) {
        PatternUse use;
        use.declares = true;
        use.kind = BindingKind::kParameter;
        use.function = id;
        use.parameter = position;
        use.root = parameter.pattern;
        use.type = parameter.type;
        pending_.push_back({Kind::kPattern, parameter.pattern.value, inner, use});
      }
      for (ExprId decorator : parameter.decorators) {
        pending_.push_back({Kind::kExpr, decorator.value, scope, {}});
      }
      ++position;
    }
    if (function.expressionBody) {
      pending_.push_back({Kind::kExpr, function.expressionBody.value, inner, {}});
    }
    // The body's block shares the parameters' scope, as far as names go.
    if (const auto* block = module_.as<BlockStmt>(function.body)) {
      for (auto it = block->body.rbegin(); it != block->body.rend(); ++it) {
        pending_.push_back({Kind::kStmt, it->value, inner, {}});
      }
    }
  }

  void enterClass(ClassId id, uint32_t scope) {
    const Class& value = module_.classOf(id);
    const uint32_t inner = openScope(scope, scopes_[scope].function, false);
    if (!value.name.empty() && !declaredClasses_.contains(id)) {
      Binding binding;
      binding.kind = BindingKind::kClass;
      binding.name = value.name;
      binding.classId = id;
      binding.constant = true;
      declare(inner, std::move(binding));
    }
    childVisitor(inner).children(value);
  }

  BindingId lookUp(uint32_t scope, std::string_view name) const {
    for (; scope != kNoScope; scope = scopes_[scope].parent) {
      if (auto it = scopes_[scope].names.find(name); it != scopes_[scope].names.end()) {
        return it->second;
      }
    }
    return {};
  }

  void resolveNames() {
    for (const NameAt& at : names_) {
      const BindingId id = lookUp(at.scope, module_.as<NameExpr>(at.expr)->name);
      out_.ofExpr_[at.expr.value] = id;
      if (id) {
        out_.bindings_[id.value].reads.push_back(at.expr);
      }
    }
    for (const WriteAt& at : writes_) {
      const BindingId id = lookUp(at.scope, module_.as<NamePattern>(at.pattern)->name);
      out_.ofPattern_[at.pattern.value] = id;
      if (id) {
        out_.bindings_[id.value].writes.push_back(at.write);
      }
    }
    for (const auto& [site, operand] : updates_) {
      if (const BindingId id = out_.throughCasts(operand)) {
        BindingWrite write;
        write.site = site;
        out_.bindings_[id.value].writes.push_back(write);
      }
    }
    for (const MemberWriteAt& at : memberWrites_) {
      if (const BindingId id = out_.throughCasts(at.object)) {
        out_.bindings_[id.value].memberWrites.push_back(at.write);
      }
    }
  }

  void sortReads() {
    for (Binding& binding : out_.bindings_) {
      std::sort(binding.reads.begin(), binding.reads.end(), [&](ExprId a, ExprId b) {
        return module_.range(a).begin < module_.range(b).begin;
      });
      std::stable_sort(binding.memberWrites.begin(), binding.memberWrites.end(),
                       [&](const MemberWrite& a, const MemberWrite& b) {
                         return module_.range(a.site).begin < module_.range(b.site).begin;
                       });
    }
  }

  Bindings& out_;
  const Module& module_;
  std::vector<Scope> scopes_;
  std::vector<Work> pending_;
  std::vector<NameAt> names_;
  std::vector<WriteAt> writes_;
  std::vector<MemberWriteAt> memberWrites_;
  std::vector<std::pair<ExprId, ExprId>> updates_;
  std::unordered_set<FunctionId> declaredFunctions_;
  std::unordered_set<ClassId> declaredClasses_;
};

Bindings::Bindings(const Module& module) : module_(module) { BindingsBuilder(*this).run(); }

BindingId Bindings::resolve(ExprId name) const {
  return name.valid() ? ofExpr_[name.value] : BindingId{};
}

BindingId Bindings::resolve(PatternId name) const {
  return name.valid() ? ofPattern_[name.value] : BindingId{};
}

BindingId Bindings::topLevel(std::string_view name) const {
  const auto it = topLevel_.find(name);
  return it == topLevel_.end() ? BindingId{} : it->second;
}

BindingId Bindings::throughCasts(ExprId expr) const {
  while (const auto* cast = module_.as<CastExpr>(expr)) {
    expr = cast->operand;
  }
  return module_.as<NameExpr>(expr) != nullptr ? resolve(expr) : BindingId{};
}

}  // namespace envelint
