#include "mcp/reached_calls.h"

#include <algorithm>

#include "analysis/syntax.h"
#include "mcp/code_index.h"
#include "mcp/project.h"

namespace envelint {
namespace {

/// Files that are read for the sake of queries alone; a larger program is looked at in part.
constexpr size_t kMaxModules = 3000;
/// Frames one handler's walk enters, and of them those of one function.
constexpr size_t kMaxFrames = 600;
constexpr size_t kMaxFramesOfFunction = 24;

ExprRef calleeOf(ExprRef call) {
  if (const auto* node = call.as<CallExpr>()) {
    return withoutCasts(call.with(node->callee));
  }
  if (const auto* node = call.as<NewExpr>()) {
    return withoutCasts(call.with(node->callee));
  }
  return {};
}

}  // namespace

// --- The index -----------------------------------------------------------------------------------

CallIndex::CallIndex(Evaluator& evaluator, const Filter& mayBeWanted,
                     std::vector<const Module*> entries)
    : evaluator_(evaluator) {
  for (const Module* module : loadImports(evaluator.program(), std::move(entries))) {
    addModule(*module, mayBeWanted);
    nameFunctions(*module);
  }
  spread();
}

std::vector<const Module*> CallIndex::loadImports(Program& program,
                                                  std::vector<const Module*> entries) {
  std::vector<const Module*> found;
  std::unordered_set<const Module*> seen;
  const auto add = [&](const Module* module) {
    if (module != nullptr && found.size() < kMaxModules && seen.insert(module).second &&
        !isTestFile(module->file().displayPath())) {
      found.push_back(module);
    }
  };
  for (const Module* entry : entries) {
    add(entry);
  }
  // What C++ calls may be in any of its files.
  if (std::ranges::any_of(entries, [](const Module* entry) { return entry->isCpp(); })) {
    for (const Module* module : program.modules()) {
      if (module->isCpp()) {
        add(module);
      }
    }
  }
  for (size_t next = 0; next < found.size(); ++next) {
    const Module& module = *found[next];
    for (const Import& import : module.imports()) {
      add(program.import(module, import.specifier));
    }
    // What is reached through an interface is in the classes behind it, wherever they are.
    for (const TypeDeclaration& declaration : module.typeDeclarations()) {
      if (module.as<ObjectType>(declaration.type) != nullptr) {
        std::ranges::for_each(program.loadImplementersOf(declaration.name), add);
      }
    }
    for (const Export& value : module.exports()) {
      if (!value.specifier.empty()) {
        add(program.import(module, value.specifier));
      }
    }
    // `require("./db")`, and modules that are imported when they are needed.
    for (uint32_t i = 0; i < module.exprCount(); ++i) {
      if (const auto* late = module.as<ImportExpr>(ExprId{i})) {
        add(program.import(module, late->specifier));
      }
    }
  }
  return found;
}

void CallIndex::addModule(const Module& module, const Filter& mayBeWanted) {
  for (uint32_t i = 0; i < module.exprCount(); ++i) {
    const ExprRef expr{&module, ExprId{i}};
    const FunctionRef function{&module, module.enclosingFunction(expr.id)};
    if (const auto* inner = expr.as<FunctionExpr>()) {
      code_[function].functions.push_back(expr.id);
      code_[{&module, inner->function}].parent = function;
      continue;
    }
    const bool isCall = expr.as<CallExpr>() != nullptr || expr.as<NewExpr>() != nullptr;
    if (isCall) {
      code_[function].calls.push_back(expr.id);
    }
    if ((isCall || expr.as<TaggedTemplateExpr>() != nullptr) && mayBeWanted(expr)) {
      code_[function].wanted.push_back(expr.id);
      hasWanted_ = true;
    }
  }
}

void CallIndex::nameFunctions(const Module& module) {
  for (uint32_t i = 0; i < module.functionCount(); ++i) {
    std::string_view name = module.function(FunctionId{i}).name;
    if (module.isCpp()) {
      // `C::f#1` is called as `f`.
      name = name.substr(0, name.find('#', 1));
      name = name.substr(name.rfind(':') == std::string_view::npos ? 0 : name.rfind(':') + 1);
    }
    const auto it = code_.find({&module, FunctionId{i}});
    if (it != code_.end() && !name.empty()) {
      it->second.names.push_back(name);
    }
  }
  for (uint32_t i = 0; i < module.classCount(); ++i) {
    const Class& one = module.classOf(ClassId{i});
    for (const ClassMember& member : one.members) {
      const FunctionExpr* field = module.as<FunctionExpr>(member.value);
      const FunctionId function = member.function    ? member.function
                                  : field != nullptr ? field->function
                                                     : FunctionId{};
      const auto it = function ? code_.find({&module, function}) : code_.end();
      if (it != code_.end()) {
        const bool isConstructor = member.kind == ClassMemberKind::kConstructor;
        it->second.names.push_back(isConstructor ? one.name : member.key);
      }
    }
  }
  for (uint32_t i = 0; i < module.exprCount(); ++i) {
    const auto* object = module.as<ObjectExpr>(ExprId{i});
    for (const Property& property :
         object != nullptr ? object->properties : std::span<const Property>{}) {
      const auto* value = module.as<FunctionExpr>(property.value);
      const auto it = value != nullptr ? code_.find({&module, value->function}) : code_.end();
      if (it != code_.end() && !property.key.empty()) {
        it->second.names.push_back(property.key);
      }
    }
  }
  for (uint32_t i = 0; i < module.stmtCount(); ++i) {
    const auto* declare = module.as<DeclareStmt>(StmtId{i});
    for (const Declarator& one :
         declare != nullptr ? declare->declarators : std::span<const Declarator>{}) {
      const auto* target = module.as<NamePattern>(one.target);
      const auto* value = module.as<FunctionExpr>(one.init);
      const auto it = value != nullptr ? code_.find({&module, value->function}) : code_.end();
      if (target != nullptr && it != code_.end()) {
        it->second.names.push_back(target->name);
      }
    }
  }
}

bool CallIndex::mayCall(const Module& module, ExprId call) const {
  const ExprRef callee = calleeOf({&module, call});
  const std::string_view name = lastNameOf(callee);
  if (name.empty() || leadingNames_.contains(name)) {
    return true;
  }
  if (callee.as<NameExpr>() == nullptr) {
    return false;
  }
  // What a parameter, or a variable that is given something, calls isn't told by its name.
  const Bindings& bindings = evaluator_.program().bindings(module);
  const BindingId id = bindings.resolve(callee.id);
  if (!id) {
    return false;
  }
  const Binding& binding = bindings.binding(id);
  if (binding.kind == BindingKind::kImport) {
    const Import& import = module.imports()[binding.import];
    return import.kind == ImportKind::kDefault || leadingNames_.contains(import.imported);
  }
  return binding.kind == BindingKind::kParameter || binding.kind == BindingKind::kVariable ||
         binding.kind == BindingKind::kLoop;
}

void CallIndex::spread() {
  const auto lead = [&](Code& code) {
    code.isLeading = true;
    leadingNames_.insert(code.names.begin(), code.names.end());
  };
  for (auto& [function, code] : code_) {
    // `handlers[name](args)` may lead anywhere.
    const bool isOpen = std::ranges::any_of(code.calls, [&](ExprId call) {
      return calleeOf({function.module, call}).as<IndexExpr>() != nullptr;
    });
    if (!code.wanted.empty() || isOpen) {
      lead(code);
    }
  }
  // Each round adds what calls, by name, or contains something that leads to a wanted call.
  for (bool grows = true; grows;) {
    grows = false;
    for (auto& [function, code] : code_) {
      if (code.isLeading) {
        const auto parent = code.parent.module != nullptr ? code_.find(code.parent) : code_.end();
        if (parent != code_.end() && !parent->second.isLeading) {
          lead(parent->second);
          grows = true;
        }
        continue;
      }
      const bool calls = std::ranges::any_of(code.calls, [&](ExprId call) {
        const std::string_view name = lastNameOf(calleeOf({function.module, call}));
        return !name.empty() && leadingNames_.contains(name);
      });
      if (calls) {
        lead(code);
        grows = true;
      }
    }
  }
  for (auto& [function, code] : code_) {
    Body& body = bodies_[function];
    body.wanted = code.wanted;
    for (ExprId call : code.calls) {
      if (mayCall(*function.module, call)) {
        body.calls.push_back(call);
      }
    }
    body.functions = code.functions;
  }
}

const CallIndex::Body& CallIndex::bodyOf(FunctionRef function) const {
  static const Body kNone;
  const auto it = bodies_.find(function);
  return it != bodies_.end() ? it->second : kNone;
}

// --- The walk ------------------------------------------------------------------------------------

namespace {

class Walk {
 public:
  Walk(Evaluator& evaluator, const CallIndex& index) : evaluator_(evaluator), index_(index) {}

  std::vector<ReachedCall> from(const Frame* entry) {
    enter(entry);
    for (size_t next = 0; next < frames_.size(); ++next) {
      visit(frames_[next]);
    }
    return std::move(found_);
  }

 private:
  void enter(const Frame* frame) {
    if (frame == nullptr || frames_.size() >= kMaxFrames || !seen_.insert(frame).second ||
        ++ofFunction_[frame->function] > kMaxFramesOfFunction) {
      return;
    }
    frames_.push_back(frame);
  }

  void visit(const Frame* frame) {
    const Module& module = *frame->function.module;
    const CallIndex::Body& body = index_.bodyOf(frame->function);
    const auto each = [&](const std::vector<ExprId>& list, auto act) {
      for (ExprId id : list) {
        const ExprRef expr{&module, id};
        evaluator_.startQuery();
        if (evaluator_.isLive(expr, frame)) {
          act(expr);
        }
      }
    };
    each(body.wanted, [&](ExprRef call) { found_.push_back({call, frame}); });
    each(body.calls, [&](ExprRef call) {
      if (const Frame* called = evaluator_.frameOfCall(call, frame)) {
        enter(called);
        return;
      }
      for (const Frame* called : evaluator_.framesOfInterfaceCall(call, frame)) {
        enter(called);
      }
    });
    each(body.functions, [&](ExprRef expr) {
      const Value* function = evaluator_.valueOf(expr, frame);
      if (function->is(ValueKind::kFunction)) {
        enter(evaluator_.enter(function, {}));
      }
    });
  }

  Evaluator& evaluator_;
  const CallIndex& index_;
  std::vector<ReachedCall> found_;
  std::vector<const Frame*> frames_;
  std::unordered_set<const Frame*> seen_;
  std::unordered_map<FunctionRef, size_t> ofFunction_;
};

}  // namespace

std::vector<ReachedCall> reachedCalls(Evaluator& evaluator, const CallIndex& index,
                                      const Handler& handler) {
  if (!handler || index.isEmpty()) {
    return {};
  }
  return Walk(evaluator, index).from(handler.frame);
}

}  // namespace envelint
