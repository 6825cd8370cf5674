// Calls through interfaces and abstract classes: which classes of the program implement them.

#include <algorithm>
#include <set>

#include "analysis/evaluator_state.h"

namespace envelint {
namespace {

/// How far interfaces that extend others, and classes above a class, are followed.
constexpr int kAncestors = 8;

}  // namespace

const TypeDeclaration* Evaluator::State::interfaceOfType(TypeRef type) {
  for (int depth = 0; type && depth < kAncestors; ++depth) {
    const auto* named = type.module->as<NamedType>(type.id);
    if (named == nullptr) {
      return nullptr;
    }
    const Module* where = nullptr;
    const TypeDeclaration* declaration = findType(*type.module, named->name, &where, 0);
    if (declaration == nullptr || !declaration->type) {
      return nullptr;
    }
    if (where->as<ObjectType>(declaration->type) != nullptr) {
      return declaration;
    }
    type = {where, declaration->type, nullptr};
  }
  return nullptr;
}

void Evaluator::State::indexImplementers() {
  const std::vector<const Module*> modules = program.modules();
  if (indexedModules == modules.size()) {
    return;
  }
  indexedModules = modules.size();
  implementers.clear();
  subclasses.clear();
  const auto add = [](std::vector<ClassRef>& classes, ClassRef implementer) {
    if (std::ranges::find(classes, implementer) == classes.end()) {
      classes.push_back(implementer);
    }
  };
  for (const Module* module : modules) {
    for (uint32_t i = 0; i < module->classCount(); ++i) {
      const ClassRef implementer{module, ClassId{i}};
      ClassRef at = implementer;
      for (int above = 0; at && above < kAncestors; ++above) {
        for (const TypeId written : at.module->classOf(at.id).interfaces) {
          std::vector<TypeRef> open{{at.module, written, nullptr}};
          for (int depth = 0; !open.empty() && depth < kAncestors; ++depth) {
            const TypeRef type = open.back();
            open.pop_back();
            const Module* where = nullptr;
            const auto* named = type.module->as<NamedType>(type.id);
            const TypeDeclaration* declaration =
                named != nullptr ? findType(*type.module, named->name, &where, 0) : nullptr;
            if (declaration == nullptr) {
              continue;
            }
            add(implementers[declaration], implementer);
            for (const TypeId base : declaration->bases) {
              open.push_back({where, base, nullptr});
            }
          }
        }
        at = superclass(at, nullptr);
        if (at) {
          add(subclasses[at], implementer);
        }
      }
    }
  }
}

const std::vector<ClassRef>& Evaluator::State::implementersOf(const TypeDeclaration* interface) {
  if (searchedInterfaces.insert(interface).second) {
    program.loadImplementersOf(interface->name);
  }
  indexImplementers();
  static const std::vector<ClassRef> kNone;
  const auto it = implementers.find(interface);
  return it != implementers.end() ? it->second : kNone;
}

const std::vector<ClassRef>& Evaluator::State::implementersOf(ClassRef base) {
  indexImplementers();
  static const std::vector<ClassRef> kNone;
  const auto it = subclasses.find(base);
  return it != subclasses.end() ? it->second : kNone;
}

std::vector<const Frame*> Evaluator::framesOfInterfaceCall(ExprRef call, const Frame* caller) {
  const auto* node = call.as<CallExpr>();
  const ExprRef callee = node != nullptr ? withoutCasts(call.with(node->callee)) : ExprRef{};
  const auto* member = callee.as<MemberExpr>();
  if (member == nullptr || (caller != nullptr && caller->depth >= EvaluatorLimits::kFrameDepth)) {
    return {};
  }
  std::vector<ClassRef> classes;
  for (const Value* option : alternatives(valueOf(callee.with(member->object), caller))) {
    if (const TypeDeclaration* interface = state_->interfaceOfType(option->type)) {
      classes = state_->implementersOf(interface);
    } else if (const ClassRef typeClass = state_->classOfType(option->type)) {
      classes = state_->implementersOf(typeClass);
    } else if (option->is(ValueKind::kInstance)) {
      classes = state_->implementersOf(option->classRef);
    }
    if (!classes.empty()) {
      break;
    }
  }
  std::vector<const Frame*> frames;
  std::set<std::pair<const Module*, uint32_t>> seen;
  if (classes.size() > kImplementations) {
    return frames;
  }
  for (const ClassRef implementer : classes) {
    const Value* self = instanceOf(implementer);
    const Value* method = this->member(self, member->name);
    if (!method->is(ValueKind::kFunction) || state_->isRecursive(method->function, caller) ||
        !seen.emplace(method->function.module, method->function.id.value).second) {
      continue;
    }
    Frame frame;
    frame.function = method->function;
    frame.caller = caller;
    frame.call = call;
    frame.lexical = method->frame;
    frame.self = state_->selfFor(method, self);
    frames.push_back(state_->frame(std::move(frame)));
  }
  return frames;
}

}  // namespace envelint
