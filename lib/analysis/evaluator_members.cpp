// The Evaluator's properties and elements: what is inside objects, instances, modules and arrays.

#include <algorithm>
#include <cmath>

#include "analysis/evaluator_state.h"

namespace envelint {
namespace {

constexpr int kPropertyDepth = 24;

PropertyLookup absent(const Value* undefined) {
  return {PropertyLookup::Presence::kAbsent, undefined, {}};
}

std::string_view keyOf(Evaluator& evaluator, const Property& property, ExprRef site,
                       const Frame* frame) {
  return property.computedKey
             ? evaluator.constantText(evaluator.valueOf(site.with(property.computedKey), frame))
             : property.key;
}

}  // namespace

// --- Properties ----------------------------------------------------------------------------------

PropertyLookup Evaluator::State::lookup(const Value* object, std::string_view key, int depth) {
  const PropertyLookup dontKnow{PropertyLookup::Presence::kMaybe, unknown, {}};
  if (depth > kPropertyDepth) {
    return dontKnow;
  }
  if (!object->is(ValueKind::kObject) && !object->is(ValueKind::kUnion)) {
    return lookupKind(object, key, depth);
  }
  // Objects spread into one another in a loop would be asked again and again; an object that is
  // asked for a key while answering for it says nothing new.
  const std::pair<const void*, std::string_view> at{object, intern(key)};
  const auto [it, inserted] = lookups.try_emplace(at, dontKnow);
  if (!inserted) {
    return it->second;
  }
  if (!spend()) {
    lookups.erase(at);
    return dontKnow;
  }
  const PropertyLookup found = lookupKind(object, key, depth);
  if (querySteps > EvaluatorLimits::kStepsPerQuery) {
    lookups.erase(at);
  } else {
    lookups[at] = found;
  }
  return found;
}

PropertyLookup Evaluator::State::lookupKind(const Value* object, std::string_view key, int depth) {
  switch (object->kind) {
    case ValueKind::kUndefined:
    case ValueKind::kNull:
    case ValueKind::kBoolean:
      return absent(undefined);
    case ValueKind::kObject:
      return lookupObject(object, key, depth);
    case ValueKind::kInstance:
      return lookupInstance(object, key, depth);
    case ValueKind::kClass:
      return lookupClass(object, object->classRef, object->frame, key, true, depth);
    case ValueKind::kNamespace: {
      const Value* value = exportOf(*object->module, key, 0);
      return {value->isUnknown() ? PropertyLookup::Presence::kMaybe
                                 : PropertyLookup::Presence::kPresent,
              value,
              {}};
    }
    case ValueKind::kArray:
      if (key == "length") {
        return {PropertyLookup::Presence::kPresent,
                number(0, INFINITY, object->site, object->frame),
                {}};
      }
      return {PropertyLookup::Presence::kMaybe, memberOf(object, key, {}), {}};
    case ValueKind::kRecord:
      for (const auto& [name, value] : object->fields) {
        if (name == key) {
          return {PropertyLookup::Presence::kPresent, value, {}};
        }
      }
      return {PropertyLookup::Presence::kMaybe, unknown, {}};
    case ValueKind::kUnion: {
      std::vector<const Value*> options;
      bool always = true;
      bool ever = false;
      CodePlace place;
      for (const Value* option : object->options) {
        const PropertyLookup found = lookup(option, key, depth + 1);
        always &= found.presence == PropertyLookup::Presence::kPresent;
        ever |= found.presence != PropertyLookup::Presence::kAbsent;
        if (!option->isNullish()) {
          options.push_back(found.value);
        }
        place = place ? place : found.place;
      }
      return {always ? PropertyLookup::Presence::kPresent
              : ever ? PropertyLookup::Presence::kMaybe
                     : PropertyLookup::Presence::kAbsent,
              join(std::move(options)), place};
    }
    case ValueKind::kCall:
      if (object->text == "Object.assign") {
        return lookupMerged(object, key, depth);
      }
      return lookupTyped(object, key);
    default:
      return lookupTyped(object, key);
  }
}

const Value* Evaluator::State::propertyValue(const Value* object, const Property& property) {
  const Value* value = evaluate(object->site.with(property.value), object->frame);
  if (property.kind == PropertyKind::kGetter && value->is(ValueKind::kFunction)) {
    Frame entry;
    entry.function = value->function;
    entry.lexical = value->frame;
    entry.self = object;
    return resultOf(frame(std::move(entry)));
  }
  // A method or a plain function called later as `object.key()` has the object as its `this`.
  if (value->is(ValueKind::kFunction) && value->base == nullptr) {
    Value copy = *value;
    copy.base = object;
    return make(std::move(copy));
  }
  return value;
}

PropertyLookup Evaluator::State::lookupObject(const Value* object, std::string_view key,
                                              int depth) {
  std::vector<const Value*> written;
  bool opaqueWrites = false;
  if (object->binding) {
    const Bindings& bindings = program.bindings(*object->module);
    for (const MemberWrite& write : bindings.binding(object->binding).memberWrites) {
      if (write.key == key) {
        const FunctionId inside = object->module->enclosingFunction(write.site);
        written.push_back(evaluate({object->module, write.value},
                                   frameFor(object->frame, *object->module, inside)));
      } else if (write.key.empty()) {
        opaqueWrites = true;
      }
    }
  }
  const auto* node = object->site.as<ObjectExpr>();
  bool maybe = opaqueWrites || (object->binding && self.mayChange(object));
  for (size_t i = node->properties.size(); i-- > 0;) {
    const Property& property = node->properties[i];
    if (property.kind == PropertyKind::kSpread) {
      const Value* spread = evaluate(object->site.with(property.value), object->frame);
      const PropertyLookup found = lookup(spread, key, depth + 1);
      if (found.presence == PropertyLookup::Presence::kPresent && written.empty()) {
        return found;
      }
      if (found.presence != PropertyLookup::Presence::kAbsent) {
        written.push_back(found.value);
        maybe |= found.presence == PropertyLookup::Presence::kMaybe;
        // `...(condition && {key})`: spreading nothing leaves the key out.
        const std::vector<const Value*> spreads = self.alternatives(spread);
        if (std::ranges::any_of(spreads, [](const Value* one) { return one->isNullish(); })) {
          written.push_back(undefined);
        }
      }
      continue;
    }
    const std::string_view name = keyOf(self, property, object->site, object->frame);
    if (name.empty() && property.computedKey) {
      maybe = true;
      continue;
    }
    if (name == key && property.kind != PropertyKind::kSetter) {
      const Value* value = propertyValue(object, property);
      const CodePlace place{&object->site.module->file(), property.keyRange};
      if (written.empty()) {
        return {PropertyLookup::Presence::kPresent, value, place};
      }
      written.push_back(value);
      return {PropertyLookup::Presence::kPresent, join(std::move(written)), place};
    }
  }
  if (!written.empty()) {
    return {maybe ? PropertyLookup::Presence::kMaybe : PropertyLookup::Presence::kPresent,
            join(std::move(written)),
            {}};
  }
  return maybe ? PropertyLookup{PropertyLookup::Presence::kMaybe, unknown, {}} : absent(undefined);
}

PropertyLookup Evaluator::State::lookupMerged(const Value* call, std::string_view key, int depth) {
  const auto* node = call->site.as<CallExpr>();
  if (node == nullptr) {
    return {PropertyLookup::Presence::kMaybe, unknown, {}};
  }
  std::vector<const Value*> options;
  bool maybe = false;
  for (size_t i = node->args.size(); i-- > 0;) {
    if (call->site.module->as<SpreadExpr>(node->args[i]) != nullptr) {
      maybe = true;
      continue;
    }
    const PropertyLookup found =
        lookup(evaluate(call->site.with(node->args[i]), call->frame), key, depth + 1);
    if (found.presence == PropertyLookup::Presence::kPresent && options.empty()) {
      return found;
    }
    if (found.presence != PropertyLookup::Presence::kAbsent) {
      options.push_back(found.value);
      maybe |= found.presence == PropertyLookup::Presence::kMaybe;
    }
  }
  if (options.empty() && !maybe) {
    return absent(undefined);
  }
  return {PropertyLookup::Presence::kMaybe, join(std::move(options)), {}};
}

// --- Classes -------------------------------------------------------------------------------------

ClassRef Evaluator::State::superclass(ClassRef classRef, const Frame* frame) {
  const Class& code = classRef.module->classOf(classRef.id);
  if (!code.superclass) {
    return {};
  }
  const Value* value = evaluate({classRef.module, code.superclass}, frame);
  for (const Value* option : self.alternatives(value)) {
    if (option->is(ValueKind::kClass) && option->classRef != classRef) {
      return option->classRef;
    }
  }
  return {};
}

const Value* Evaluator::State::fieldWrites(const Value* object, ClassRef classRef,
                                           std::string_view key) {
  const Module& module = *classRef.module;
  const auto [it, inserted] = thisWrites.try_emplace(&module);
  if (inserted) {
    for (uint32_t i = 0; i < module.exprCount(); ++i) {
      const auto* assign = module.as<AssignExpr>(ExprId{i});
      if (assign == nullptr) {
        continue;
      }
      const auto* target = module.as<TargetPattern>(assign->target);
      const auto* member = target != nullptr ? module.as<MemberExpr>(target->expr) : nullptr;
      if (member != nullptr && module.as<ThisExpr>(member->object) != nullptr) {
        it->second.push_back(
            {member->name, {&module, assign->value}, module.range(ExprId{i}).begin});
      }
    }
  }
  std::vector<const Value*> options;
  for (const ThisWrite& write : it->second) {
    if (write.key != key || classAt(module, write.offset) != classRef) {
      continue;
    }
    // The constructor's own writes are read with the arguments of `new`, where these are known.
    const Frame* frame = nullptr;
    if (object->site.as<NewExpr>() != nullptr) {
      const Frame* construct = self.frameOfCall(object->site, object->frame);
      const FunctionId inside = module.enclosingFunction(write.value.id);
      if (construct != nullptr && construct->function == FunctionRef{&module, inside}) {
        frame = construct;
      }
    }
    options.push_back(evaluate(write.value, frame));
  }
  return options.empty() ? nullptr : join(std::move(options));
}

PropertyLookup Evaluator::State::lookupClass(const Value* object, ClassRef classRef,
                                             const Frame* frame, std::string_view key,
                                             bool isStatic, int depth) {
  const Module& module = *classRef.module;
  const Class& code = module.classOf(classRef.id);
  for (const ClassMember& member : code.members) {
    if (member.key != key || member.isStatic != isStatic ||
        member.kind == ClassMemberKind::kSetter || member.kind == ClassMemberKind::kConstructor) {
      continue;
    }
    const CodePlace place{&module.file(), member.keyRange};
    if (member.kind == ClassMemberKind::kField) {
      const TypeRef type{&module, member.type};
      std::vector<const Value*> options;
      if (member.value) {
        options.push_back(evaluate({&module, member.value}, frame));
        // Any method may fill a field's array.
        if (options.back()->is(ValueKind::kArray) && !isStatic) {
          Value open = *options.back();
          open.isOpen = true;
          options.back() = make(std::move(open));
        }
      }
      if (const Value* written = isStatic ? nullptr : fieldWrites(object, classRef, key)) {
        options.push_back(written);
      }
      const Value* value = options.empty() ? unknownOf(type) : typed(join(options), type);
      return {PropertyLookup::Presence::kPresent, value, place};
    }
    Value value;
    value.kind = ValueKind::kFunction;
    value.function = {&module, member.function};
    value.frame = frame;
    value.base = object;
    if (member.kind == ClassMemberKind::kMethod) {
      return {PropertyLookup::Presence::kPresent, make(value), place};
    }
    Frame entry;
    entry.function = value.function;
    entry.lexical = frame;
    entry.self = object;
    return {PropertyLookup::Presence::kPresent, resultOf(this->frame(std::move(entry))), place};
  }
  if (const ClassRef base = superclass(classRef, frame); base && depth < kPropertyDepth) {
    return lookupClass(object, base, nullptr, key, isStatic, depth + 1);
  }
  return {code.superclass ? PropertyLookup::Presence::kMaybe : PropertyLookup::Presence::kAbsent,
          memberOf(object, key, {}),
          {}};
}

PropertyLookup Evaluator::State::lookupInstance(const Value* object, std::string_view key,
                                                int depth) {
  // Written fields count before a base class's declaration of them.
  const Module& module = *object->classRef.module;
  const Class& code = module.classOf(object->classRef.id);
  const bool declared = std::ranges::any_of(
      code.members, [&](const ClassMember& member) { return member.key == key; });
  if (!declared) {
    for (const ClassMember& member : code.members) {
      if (member.kind != ClassMemberKind::kConstructor) {
        continue;
      }
      const Function& constructor = module.function(member.function);
      for (uint32_t i = 0; i < constructor.parameters.size(); ++i) {
        const Parameter& parameter = constructor.parameters[i];
        PatternId pattern = parameter.pattern;
        if (const auto* withDefault = module.as<DefaultPattern>(pattern)) {
          pattern = withDefault->target;
        }
        const auto* name = module.as<NamePattern>(pattern);
        if (parameter.isField && name != nullptr && name->name == key) {
          const Frame* construct = object->site.as<NewExpr>() != nullptr
                                       ? self.frameOfCall(object->site, object->frame)
                                       : nullptr;
          return {PropertyLookup::Presence::kPresent,
                  parameterValue({&module, member.function}, i, construct),
                  {&module.file(), module.range(pattern)}};
        }
      }
    }
    if (const Value* written = fieldWrites(object, object->classRef, key)) {
      return {PropertyLookup::Presence::kPresent, written, {}};
    }
  }
  return lookupClass(object, object->classRef, nullptr, key, false, depth);
}

PropertyLookup Evaluator::State::lookupTyped(const Value* object, std::string_view key) {
  if (const ClassRef typeClass = classOfType(object->type)) {
    return lookup(ambientInstance(typeClass), key, 1);
  }
  if (object->is(ValueKind::kCall) && isRowsProperty(object->text, key)) {
    Value rows;
    rows.kind = ValueKind::kArray;
    rows.site = object->site;
    rows.frame = object->frame;
    rows.text = "rows";
    return {PropertyLookup::Presence::kPresent, make(std::move(rows)), {}};
  }
  const TypeRef type = memberType(object->type, key);
  return {PropertyLookup::Presence::kMaybe, memberOf(object, key, type), {}};
}

void Evaluator::State::collect(const Value* object, KnownProperties& out, int depth) {
  if (depth > kPropertyDepth || !spend()) {
    out.open = true;
    return;
  }
  const auto set = [&](KnownProperty property) {
    std::erase_if(out.properties,
                  [&](const KnownProperty& known) { return known.key == property.key; });
    out.properties.push_back(std::move(property));
  };
  switch (object->kind) {
    case ValueKind::kUndefined:
    case ValueKind::kNull:
    case ValueKind::kBoolean:
      return;
    case ValueKind::kObject: {
      const auto* node = object->site.as<ObjectExpr>();
      for (const Property& property : node->properties) {
        if (property.kind == PropertyKind::kSpread) {
          collect(evaluate(object->site.with(property.value), object->frame), out, depth + 1);
          continue;
        }
        const std::string_view key = keyOf(self, property, object->site, object->frame);
        if (key.empty()) {
          out.open = true;
          continue;
        }
        set({key,
             object->site.with(property.value),
             object->frame,
             nullptr,
             {&object->site.module->file(), property.keyRange}});
      }
      if (object->binding) {
        const Bindings& bindings = program.bindings(*object->module);
        for (const MemberWrite& write : bindings.binding(object->binding).memberWrites) {
          if (write.key.empty()) {
            out.open = true;
            continue;
          }
          const FunctionId inside = object->module->enclosingFunction(write.site);
          set({write.key,
               {object->module, write.value},
               frameFor(object->frame, *object->module, inside),
               nullptr,
               {&object->module->file(), object->module->range(write.site)}});
        }
      }
      return;
    }
    case ValueKind::kInstance:
    case ValueKind::kClass: {
      const Module& module = *object->classRef.module;
      const bool isStatic = object->is(ValueKind::kClass);
      if (const ClassRef base = superclass(object->classRef, nullptr)) {
        Value inherited = *object;
        inherited.classRef = base;
        collect(make(inherited), out, depth + 1);
      } else if (module.classOf(object->classRef.id).superclass) {
        out.open = true;
      }
      for (const ClassMember& member : module.classOf(object->classRef.id).members) {
        if (member.isStatic == isStatic && !member.key.empty() &&
            member.kind != ClassMemberKind::kConstructor) {
          set({member.key,
               {&module, member.value},
               nullptr,
               member.value ? nullptr : lookup(object, member.key, depth + 1).value,
               {&module.file(), member.keyRange}});
        }
      }
      return;
    }
    case ValueKind::kNamespace:
      for (const Export& value : object->module->exports()) {
        if (value.kind == ExportKind::kReexportAll) {
          const Module* target = program.import(*object->module, value.specifier);
          if (target != nullptr && target != object->module) {
            Value other;
            other.kind = ValueKind::kNamespace;
            other.module = target;
            collect(make(other), out, depth + 1);
          } else {
            out.open = true;
          }
        } else if (!value.exported.empty() && value.exported != "default") {
          set({value.exported,
               {},
               nullptr,
               exportOf(*object->module, value.exported, 0),
               {&object->module->file(), value.range}});
        }
      }
      return;
    case ValueKind::kUnion:
      for (const Value* option : object->options) {
        collect(option, out, depth + 1);
      }
      return;
    case ValueKind::kCall:
      if (object->text == "Object.assign" && object->site.as<CallExpr>() != nullptr) {
        for (ExprId arg : object->site.as<CallExpr>()->args) {
          collect(evaluate(object->site.with(arg), object->frame), out, depth + 1);
        }
        return;
      }
      out.open = true;
      return;
    default:
      out.open = true;
  }
}

// --- Elements ------------------------------------------------------------------------------------

void Evaluator::State::pushedElements(const Value* array, std::vector<const Value*>& out,
                                      int depth) {
  if (!array->binding) {
    return;
  }
  const Module& module = *array->module;
  for (ExprId read : program.bindings(module).binding(array->binding).reads) {
    const ExprId memberId = module.owner(read).expr();
    const auto* member = module.as<MemberExpr>(memberId);
    if (member == nullptr || member->object != read ||
        (member->name != "push" && member->name != "unshift")) {
      continue;
    }
    const auto* call = module.as<CallExpr>(module.owner(memberId).expr());
    if (call == nullptr || call->callee != memberId) {
      continue;
    }
    const Frame* frame = frameFor(array->frame, module, module.enclosingFunction(read));
    for (ExprId arg : call->args) {
      if (const auto* spread = module.as<SpreadExpr>(arg)) {
        bool open = false;
        for (const Value* element :
             elementsOf(evaluate({&module, spread->argument}, frame), &open, depth + 1)) {
          out.push_back(element);
        }
        if (open || out.empty()) {
          out.push_back(elementOf(evaluate({&module, spread->argument}, frame), depth + 1));
        }
      } else {
        out.push_back(evaluate({&module, arg}, frame));
      }
    }
  }
}

/// Whether elements are put in, taken out or replaced in a way that `pushedElements` doesn't see.
bool Evaluator::State::isRewritten(const Value* array) {
  const Module& module = *array->module;
  const Binding& binding = program.bindings(module).binding(array->binding);
  return !binding.memberWrites.empty() || std::ranges::any_of(binding.reads, [&](ExprId read) {
    const auto* member = module.as<MemberExpr>(module.owner(read).expr());
    return member != nullptr && (member->name == "splice" || member->name == "fill");
  });
}

std::vector<const Value*> Evaluator::State::elementsOf(const Value* array, bool* open, int depth) {
  if (depth > kPropertyDepth || !spend()) {
    *open = true;
    return {};
  }
  if (array->is(ValueKind::kUnion)) {
    std::vector<const Value*> all;
    for (const Value* option : array->options) {
      const std::vector<const Value*> some = elementsOf(option, open, depth + 1);
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }
  if (!array->is(ValueKind::kArray)) {
    *open |= !array->isNullish();
    return {};
  }
  if (!array->options.empty()) {
    return array->options;
  }
  std::vector<const Value*> found;
  const auto* call = array->site.as<CallExpr>();
  if (const auto* literal = array->site.as<ArrayExpr>()) {
    for (ExprId element : literal->elements) {
      if (!element) {
        found.push_back(undefined);
      } else if (const auto* spread = array->site.module->as<SpreadExpr>(element)) {
        const std::vector<const Value*> some =
            elementsOf(evaluate(array->site.with(spread->argument), array->frame), open, depth + 1);
        found.insert(found.end(), some.begin(), some.end());
      } else {
        found.push_back(evaluate(array->site.with(element), array->frame));
      }
      if (found.size() > EvaluatorLimits::kElements) {
        *open = true;
        break;
      }
    }
    pushedElements(array, found, depth);
    *open |= array->isOpen || (array->binding && (self.mayChange(array) || isRewritten(array)));
    return found;
  }
  if (call != nullptr && array->base != nullptr &&
      (array->text == "map" || array->text == "flatMap")) {
    const Value* callback = argument(array->site, call->args, 0, array->frame);
    for (const Value* element : elementsOf(array->base, open, depth + 1)) {
      const Value* mapped = self.returnOf(callback, {element});
      if (array->text == "map") {
        found.push_back(mapped);
      } else {
        const std::vector<const Value*> some = elementsOf(mapped, open, depth + 1);
        found.insert(found.end(), some.begin(), some.end());
      }
    }
    return found;
  }
  if (call != nullptr && array->base != nullptr && array->text == "concat") {
    found = elementsOf(array->base, open, depth + 1);
    for (size_t i = 0; i < call->args.size(); ++i) {
      const Value* other =
          argument(array->site, call->args, static_cast<uint32_t>(i), array->frame);
      const std::vector<const Value*> some = elementsOf(other, open, depth + 1);
      found.insert(found.end(), some.begin(), some.end());
    }
    return found;
  }
  if (array->base != nullptr) {
    // A filter keeps some: which ones isn't known, so the list isn't exact.
    found = elementsOf(array->base, open, depth + 1);
    *open |= array->text != "toSorted" && array->text != "toReversed";
    return found;
  }
  if (call != nullptr && array->text == "Object.values") {
    KnownProperties known;
    collect(argument(array->site, call->args, 0, array->frame), known, depth + 1);
    for (const KnownProperty& property : known.properties) {
      found.push_back(self.valueOf(property));
    }
    *open |= known.open;
    return found;
  }
  if (call != nullptr && array->text == "Object.entries") {
    KnownProperties known;
    collect(argument(array->site, call->args, 0, array->frame), known, depth + 1);
    for (const KnownProperty& property : known.properties) {
      Value pair;
      pair.kind = ValueKind::kArray;
      pair.site = array->site;
      pair.options = {constantView(intern(property.key), array->site, nullptr),
                      self.valueOf(property)};
      found.push_back(make(std::move(pair)));
    }
    *open |= known.open;
    return found;
  }
  *open = true;
  return {};
}

const Value* Evaluator::State::elementOf(const Value* array, int depth) {
  if (depth > kPropertyDepth || !spend()) {
    return unknown;
  }
  if (array->is(ValueKind::kUnion)) {
    std::vector<const Value*> options;
    for (const Value* option : array->options) {
      if (!option->isNullish()) {
        options.push_back(elementOf(option, depth + 1));
      }
    }
    return join(std::move(options));
  }
  if (!array->is(ValueKind::kArray)) {
    return unknownOf(elementType(array->type));
  }
  if (array->base != nullptr && array->site.as<CallExpr>() != nullptr &&
      (array->text == "map" || array->text == "flatMap")) {
    const Value* callback =
        argument(array->site, array->site.as<CallExpr>()->args, 0, array->frame);
    const Value* mapped = self.returnOf(callback, {elementOf(array->base, depth + 1)});
    return array->text == "map" ? mapped : elementOf(mapped, depth + 1);
  }
  if (array->base != nullptr) {
    return elementOf(array->base, depth + 1);
  }
  bool open = false;
  std::vector<const Value*> options = elementsOf(array, &open, depth + 1);
  if (open) {
    options.push_back(unknownOf(elementType(array->type)));
  }
  return join(std::move(options));
}

// --- The public face -----------------------------------------------------------------------------

PropertyLookup Evaluator::lookup(const Value* object, std::string_view key) {
  return state_->lookup(object, key, 0);
}

const Value* Evaluator::member(const Value* object, std::string_view key) {
  return state_->lookup(object, key, 0).value;
}

KnownProperties Evaluator::properties(const Value* object) {
  KnownProperties known;
  state_->collect(object, known, 0);
  return known;
}

const Value* Evaluator::valueOf(const KnownProperty& property) {
  return property.known != nullptr ? property.known
                                   : state_->evaluate(property.value, property.frame);
}

const Value* Evaluator::element(const Value* array) { return state_->elementOf(array, 0); }

std::vector<const Value*> Evaluator::elements(const Value* array, bool* open) {
  *open = false;
  return state_->elementsOf(array, open, 0);
}

bool Evaluator::mayChange(const Value* object) {
  return object->binding && state_->mayChange(*object->module, object->binding);
}

bool Evaluator::State::mayChange(const Module& module, BindingId id) {
  const Bindings& bindings = program.bindings(module);
  const Binding& binding = bindings.binding(id);
  const auto [it, inserted] = changes.try_emplace(&binding, false);
  if (!inserted) {
    return it->second;
  }
  const bool found =
      std::ranges::any_of(binding.reads, [&](ExprId read) { return handsOn(module, read); });
  changes[&binding] = found;
  return found;
}

/// Whether a read of an object lets other code change it.
bool Evaluator::State::handsOn(const Module& module, ExprId read) {
  // Functions that only look at what they are given.
  static constexpr std::string_view kReaders[] = {"stringify", "keys",  "values", "entries",
                                                  "freeze",    "from",  "log",    "error",
                                                  "isArray",   "parse", "push",   "resolve"};
  const ExprRef owner{&module, module.owner(read).expr()};
  if (const auto* call = owner.as<CallExpr>()) {
    const auto* member = module.as<MemberExpr>(call->callee);
    return call->callee != read &&
           (member == nullptr || std::ranges::find(kReaders, member->name) == std::end(kReaders));
  }
  if (owner.as<NewExpr>() != nullptr) {
    return true;
  }
  if (const auto* assign = owner.as<AssignExpr>()) {
    return assign->value == read;
  }
  const auto* declare = module.as<DeclareStmt>(module.owner(read).stmt());
  if (declare == nullptr) {
    return false;
  }
  // Another name for it: what is done under that name counts.
  for (const Declarator& declarator : declare->declarators) {
    const BindingId alias = module.as<NamePattern>(declarator.target) != nullptr
                                ? program.bindings(module).resolve(declarator.target)
                                : BindingId{};
    if (declarator.init != read || !alias) {
      continue;
    }
    const Binding& other = program.bindings(module).binding(alias);
    const bool grows = std::ranges::any_of(other.reads, [&](ExprId at) {
      const auto* member = module.as<MemberExpr>(module.owner(at).expr());
      return member != nullptr && (member->name == "push" || member->name == "unshift" ||
                                   member->name == "splice" || member->name == "fill");
    });
    if (grows || !other.memberWrites.empty() || mayChange(module, alias)) {
      return true;
    }
  }
  return false;
}

bool Evaluator::isArray(const Value* value) {
  bool any = false;
  for (const Value* option : alternatives(value)) {
    if (option->isNullish()) {
      continue;
    }
    if (!option->is(ValueKind::kArray) && !isArrayType(option->type)) {
      return false;
    }
    any = true;
  }
  return any;
}

bool Evaluator::mayBeArray(const Value* value) {
  return std::ranges::any_of(alternatives(value), [&](const Value* option) {
    return option->is(ValueKind::kArray) || isArrayType(option->type);
  });
}

}  // namespace envelint
