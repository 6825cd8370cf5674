#include "analysis/global_names.h"

#include <algorithm>
#include <array>

namespace envelint {
namespace {

/// Methods of the containers and JSON classes of others: a program's own method of such a name
/// isn't meant by every call of it.
bool isCommonMethod(std::string_view name) {
  static constexpr auto kNames = std::to_array<std::string_view>({
      "at",    "back",  "begin",  "clear", "contains", "count",  "data",
      "empty", "end",   "find",   "front", "get",      "insert", "length",
      "push",  "reset", "resize", "size",  "str",      "value",  "values",
  });
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

std::string_view withoutNumber(std::string_view name) { return name.substr(0, name.find('#')); }

std::string_view lastOf(std::string_view name) {
  const size_t colon = name.rfind(':');
  return withoutNumber(colon == std::string_view::npos ? name : name.substr(colon + 1));
}

std::string_view ownerOf(std::string_view name) {
  const size_t colon = name.rfind("::");
  return colon == std::string_view::npos ? std::string_view() : name.substr(0, colon);
}

}  // namespace

void GlobalNames::build() {
  const std::vector<const Module*> modules = program_.modules();
  if (modules.size() == modulesSeen_) {
    return;
  }
  modulesSeen_ = modules.size();
  entries_.clear();
  for (const Module* module : modules) {
    if (!module->isCpp()) {
      continue;
    }
    const std::span<const Binding> all = program_.bindings(*module).all();
    for (uint32_t i = 0; i < all.size(); ++i) {
      const Binding& binding = all[i];
      if (binding.scopeFunction) {
        continue;
      }
      Entry entry{module, BindingId{i}, {}, binding.kind == BindingKind::kFunction, 0, 0};
      if (entry.isFunction) {
        entry.owner = ownerOf(binding.name);
        for (const Parameter& parameter : module->function(binding.function).parameters) {
          ++entry.accepted;
          entry.required += module->as<DefaultPattern>(parameter.pattern) == nullptr ? 1 : 0;
        }
        // Defaults often stand in the header only.
      } else if (!binding.constant) {
        continue;
      }
      entries_[lastOf(binding.name)].push_back(entry);
    }
  }
}

GlobalNames::Found GlobalNames::find(ExprRef expr) {
  if (!expr.module->isCpp()) {
    return {};
  }
  std::string_view name;
  std::string_view owner;
  bool isMethod = false;
  if (const auto* plain = expr.as<NameExpr>()) {
    name = plain->name;
  } else if (const auto* member = expr.as<MemberExpr>()) {
    name = member->name;
    isMethod = true;
    // `C::f`, written of the class itself: both have the same range.
    if (const auto* scope = expr.module->as<NameExpr>(member->object);
        scope != nullptr &&
        expr.module->range(member->object).end == expr.module->range(expr.id).end) {
      owner = scope->name;
      if (owner == "std") {
        return {};
      }
    }
  }
  build();
  const auto it = entries_.find(name);
  if (it == entries_.end() || (isMethod && owner.empty() && isCommonMethod(name))) {
    return {};
  }
  const auto* call = expr.module->as<CallExpr>(expr.module->owner(expr.id).expr());
  const bool isCalled = call != nullptr && call->callee == expr.id;
  std::vector<const Entry*> fitting;
  for (const Entry& entry : it->second) {
    const bool fits = !isCalled || !entry.isFunction || entry.accepted >= call->args.size();
    const bool isMember =
        !isMethod || (entry.isFunction && (!owner.empty() || !entry.owner.empty()));
    if (fits && isMember && (!isMethod || isCalled || !owner.empty())) {
      fitting.push_back(&entry);
    }
  }
  const auto keep = [&](const auto& isBetter) {
    std::vector<const Entry*> better;
    std::copy_if(fitting.begin(), fitting.end(), std::back_inserter(better), isBetter);
    if (!better.empty()) {
      fitting = std::move(better);
    }
  };
  if (!owner.empty()) {
    keep([&](const Entry* entry) { return entry->owner == owner; });
  } else if (!isMethod) {
    // A method's own class comes first, then the file.
    FunctionId around = expr.module->enclosingFunction(expr.id);
    while (around && expr.module->enclosingFunction(around)) {
      around = expr.module->enclosingFunction(around);
    }
    const std::string_view own =
        around ? ownerOf(expr.module->function(around).name) : std::string_view();
    keep([&](const Entry* entry) { return !own.empty() && entry->owner == own; });
    keep([&](const Entry* entry) { return entry->owner.empty() || entry->owner == own; });
  }
  keep([&](const Entry* entry) { return entry->module == expr.module; });
  if (isCalled) {
    keep([&](const Entry* entry) { return entry->accepted == call->args.size(); });
  }
  return fitting.size() == 1 ? Found{fitting[0]->module, fitting[0]->binding} : Found{};
}

}  // namespace envelint
