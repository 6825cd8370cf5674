#include "mcp/definitions.h"

#include <algorithm>

#include "analysis/syntax.h"
#include "mcp/registrations.h"
#include "mcp/schema.h"
#include "mcp/sdk_table.h"

namespace envelint {
namespace {

bool hasKey(const ObjectExpr& object, std::string_view key) {
  return std::ranges::any_of(object.properties,
                             [&](const Property& property) { return property.key == key; });
}

bool hasAnyKey(const ObjectExpr& object, std::span<const std::string_view> keys) {
  return std::ranges::any_of(keys, [&](std::string_view key) { return hasKey(object, key); });
}

bool hasSpread(const ObjectExpr& object) {
  return std::ranges::any_of(object.properties, [](const Property& property) {
    return property.kind == PropertyKind::kSpread;
  });
}

/// Resources and prompts have names, descriptions and handlers, too.
bool isOtherPrimitive(const ObjectExpr& object) {
  return hasKey(object, "uri") || hasKey(object, "uriTemplate") || hasKey(object, "mimeType") ||
         hasKey(object, "messages");
}

}  // namespace

struct Definitions::NameFound {
  std::string text;
  CodePlace place;
  uint32_t offset = 0;  ///< where the member begins, in the object's module
};

void Definitions::find(std::vector<ToolRecord>& out) {
  for (const Module* module : index_.modules()) {
    if (!projects_.speaksMcp(*module)) {
      continue;
    }
    for (uint32_t i = 0; i < module->exprCount(); ++i) {
      const ExprRef expr{module, ExprId{i}};
      if (expr.as<ObjectExpr>() != nullptr) {
        evaluator_.startQuery();
        findInObject(expr, out);
      }
    }
    for (uint32_t i = 0; i < module->classCount(); ++i) {
      evaluator_.startQuery();
      findDecorated({module, ClassId{i}}, out);
      findInClass({module, ClassId{i}}, out);
    }
    findFileTool(*module, out);
  }
}

const Value* Definitions::schemaOf(const Value* definition, bool* sure) {
  for (std::string_view key : schemaKeys()) {
    const PropertyLookup found = evaluator_.lookup(definition, key);
    if (found.presence == PropertyLookup::Presence::kAbsent) {
      continue;
    }
    if (found.presence == PropertyLookup::Presence::kPresent && isSureSchemaKey(key)) {
      *sure = true;
      return found.value;
    }
    if (looksLikeSchema(evaluator_, found.value)) {
      *sure = true;
      return found.value;
    }
  }
  return nullptr;
}

const Value* Definitions::handlerOf(const Value* definition) {
  for (std::string_view key : handlerKeys()) {
    const PropertyLookup found = evaluator_.lookup(definition, key);
    if (found.presence == PropertyLookup::Presence::kAbsent) {
      continue;
    }
    if (const Value* function = handlerFunction(evaluator_, found.value)) {
      return function;
    }
    // `handler: ListThingsHandler`, a class whose instance does the work.
    for (const Value* option : evaluator_.alternatives(found.value)) {
      if (!option->is(ValueKind::kClass) && !option->is(ValueKind::kInstance)) {
        continue;
      }
      const Class& code = option->classRef.module->classOf(option->classRef.id);
      for (const ClassMember& member : code.members) {
        if (member.kind == ClassMemberKind::kMethod &&
            std::ranges::find(handlerKeys(), member.key) != handlerKeys().end()) {
          const Value* method =
              evaluator_.member(evaluator_.instanceOf(option->classRef), member.key);
          if (method->is(ValueKind::kFunction)) {
            return method;
          }
        }
      }
    }
  }
  return nullptr;
}

const Value* Definitions::factoryHandler(ExprRef object) {
  ExprRef inner = object;
  ExprRef call = inner.with(inner.module->owner(inner.id).expr());
  for (int casts = 0; casts < 4 && call.as<CastExpr>() != nullptr; ++casts) {
    inner = call;
    call = inner.with(inner.module->owner(inner.id).expr());
  }
  if (call.as<CallExpr>() == nullptr || evaluator_.frameOfCall(call, nullptr) == nullptr) {
    return nullptr;
  }
  const Value* made = evaluator_.valueOf(call);
  return made->is(ValueKind::kObject) || made->is(ValueKind::kInstance) ? handlerOf(made) : nullptr;
}

const Value* Definitions::siblingHandler(ExprRef object) {
  const ExprRef parent = object.with(object.module->owner(object.id).expr());
  return parent.as<ObjectExpr>() != nullptr ? handlerOf(evaluator_.valueOf(parent)) : nullptr;
}

bool Definitions::isUsed(ExprRef object) {
  const Module& module = *object.module;
  StmtId statement = module.statementOf(object.id);
  while (statement && module.parent(statement)) {
    statement = module.parent(statement);
  }
  const auto* declare = module.as<DeclareStmt>(statement);
  if (declare == nullptr || module.enclosingFunction(object.id)) {
    return true;
  }
  const Bindings& bindings = evaluator_.program().bindings(module);
  for (const Declarator& declarator : declare->declarators) {
    const auto* name = module.as<NamePattern>(declarator.target);
    if (name == nullptr || !declarator.init ||
        !module.range(declarator.init).contains(module.range(object.id))) {
      continue;
    }
    const BindingId id = bindings.resolve(declarator.target);
    return (id && !bindings.binding(id).reads.empty()) || index_.isImported(module, name->name);
  }
  return true;
}

Definitions::NameFound Definitions::nameOf(ExprRef object, const Value* definition) {
  const auto* node = object.as<ObjectExpr>();
  for (std::string_view key : nameKeys()) {
    const PropertyLookup found = evaluator_.lookup(definition, key);
    if (found.presence == PropertyLookup::Presence::kAbsent) {
      continue;
    }
    const std::string_view text = evaluator_.constantText(found.value);
    if (!isToolName(text)) {
      continue;
    }
    for (const Property& property : node->properties) {
      if (property.key == key) {
        return {std::string(text), placeOf(object.with(property.value)), property.range.begin};
      }
    }
    return {std::string(text), found.place ? found.place : placeOf(object)};
  }
  // `{ list_things: tool({ description, parameters, execute }) }`: the key is the name.
  ExprRef inner = object;
  for (int hops = 0; hops < 4; ++hops) {
    const ExprRef parent = inner.with(inner.module->owner(inner.id).expr());
    if (const auto* outer = parent.as<ObjectExpr>()) {
      for (const Property& property : outer->properties) {
        if (property.value == inner.id && isToolName(property.key)) {
          return {std::string(property.key),
                  {&object.module->file(), property.keyRange},
                  property.range.begin};
        }
      }
      return {};
    }
    if (parent.as<CallExpr>() == nullptr && parent.as<CastExpr>() == nullptr) {
      return {};
    }
    inner = parent;
  }
  return {};
}

void Definitions::findInObject(ExprRef object, std::vector<ToolRecord>& out) {
  const auto* node = object.as<ObjectExpr>();
  // A cheap look at the keys first: most objects are no definitions.
  const bool mayName = hasAnyKey(*node, nameKeys());
  const bool mayHandle = hasAnyKey(*node, handlerKeys());
  const bool maySchema = hasAnyKey(*node, schemaKeys()) || (hasSpread(*node) && mayHandle);
  if (!maySchema || (!mayName && !mayHandle) || isOtherPrimitive(*node)) {
    return;
  }
  // `new McpServer({name, version})`, `{type: "function", function: {name, parameters}}`: another
  // notation for the same, or something else altogether.
  if (hasKey(*node, "version") && !mayHandle) {
    return;
  }
  const ExprRef parent = object.with(object.module->owner(object.id).expr());
  if (const auto* outer = parent.as<ObjectExpr>(); outer != nullptr && hasKey(*outer, "function")) {
    return;
  }
  const Value* definition = evaluator_.valueOf(object);
  bool sure = false;
  const Value* schema = schemaOf(definition, &sure);
  if (schema == nullptr || !sure) {
    return;
  }
  const Value* handler = handlerOf(definition);
  if (handler != nullptr) {
    const Value* wrapped = factoryHandler(object);
    handler = wrapped != nullptr ? wrapped : handler;
  }
  const PropertyLookup description = evaluator_.lookup(definition, "description");
  const bool described = description.presence != PropertyLookup::Presence::kAbsent;
  if (handler == nullptr) {
    handler = siblingHandler(object);
  }
  const bool named = mayName || handler != nullptr;
  if (!named || (!described && handler == nullptr)) {
    return;
  }
  const NameFound name = nameOf(object, definition);
  if (name.text.empty() || (handler == nullptr ? !isUsed(object) : index_.isAbandoned(object))) {
    return;
  }
  ToolRecord record;
  record.name = name.text;
  record.namePlace = name.place;
  record.registration = placeOf(object);
  record.description = descriptionText(evaluator_, description.value);
  record.schemaValue = schema;
  record.saysItWrites = definesWriting(evaluator_, definition);
  record.handler = makeHandler(evaluator_, handler);
  record.isLoose = index_.isLoose(object);
  const Module& module = *object.module;
  const StmtId statement = module.statementOf(object.id);
  readException(
      module,
      {name.offset, module.range(object.id).begin, statement ? module.range(statement).begin : 0},
      record);
  out.push_back(std::move(record));
}

void Definitions::findInClass(ClassRef classRef, std::vector<ToolRecord>& out) {
  const Module& module = *classRef.module;
  const Class& code = module.classOf(classRef.id);
  const Value* instance = evaluator_.instanceOf(classRef);
  const Value* self = evaluator_.classValue(classRef);
  const ClassMember* nameMember = nullptr;
  std::string name;
  for (const ClassMember& member : code.members) {
    if (std::ranges::find(nameKeys(), member.key) == nameKeys().end() || member.key == "id") {
      continue;
    }
    const std::string_view text =
        evaluator_.constantText(evaluator_.member(member.isStatic ? self : instance, member.key));
    if (isToolName(text)) {
      nameMember = &member;
      name = text;
    }
  }
  if (nameMember == nullptr) {
    return;
  }
  const Value* schema = nullptr;
  bool sure = false;
  for (const Value* from : {instance, self}) {
    for (std::string_view key : schemaKeys()) {
      const PropertyLookup found = evaluator_.lookup(from, key);
      if (schema == nullptr && found.presence == PropertyLookup::Presence::kPresent) {
        sure = isSureSchemaKey(key) || looksLikeSchema(evaluator_, found.value);
        schema = sure ? found.value : nullptr;
      }
    }
  }
  const Value* handler = handlerOf(instance);
  if (schema == nullptr || handler == nullptr) {
    return;
  }
  ToolRecord record;
  record.name = std::move(name);
  record.namePlace = {&module.file(),
                      nameMember->value ? module.range(nameMember->value) : nameMember->keyRange};
  record.registration = {&module.file(), code.nameRange};
  record.description = descriptionText(evaluator_, evaluator_.member(instance, "description"));
  record.schemaValue = schema;
  record.saysItWrites = definesWriting(evaluator_, instance);
  record.handler = makeHandler(evaluator_, handler);
  readException(module, {nameMember->range.begin, code.range.begin}, record);
  out.push_back(std::move(record));
}

void Definitions::findDecorated(ClassRef classRef, std::vector<ToolRecord>& out) {
  const Module& module = *classRef.module;
  const Class& code = module.classOf(classRef.id);
  const auto visit = [&](std::span<const ExprId> decorators, const ClassMember* member) {
    for (ExprId id : decorators) {
      const ExprRef decorator{&module, id};
      const auto* call = decorator.as<CallExpr>();
      if (call == nullptr || lastNameOf(decorator.with(call->callee)) != "Tool" ||
          call->args.empty()) {
        continue;
      }
      const ExprRef argument = decorator.with(call->args.front());
      const Value* definition = evaluator_.valueOf(argument);
      bool sure = false;
      ToolRecord record;
      record.schemaValue = schemaOf(definition, &sure);
      const PropertyLookup name = evaluator_.lookup(definition, "name");
      record.name = std::string(evaluator_.constantText(name.value));
      record.namePlace = placeOf(name.value->site);
      if (record.name.empty() && member != nullptr) {
        record.name = std::string(member->key);
        record.namePlace = {&module.file(), member->keyRange};
      }
      if (!isToolName(record.name)) {
        continue;
      }
      record.registration = placeOf(decorator);
      record.description =
          descriptionText(evaluator_, evaluator_.member(definition, "description"));
      const Value* instance = evaluator_.instanceOf(classRef);
      const Value* function = member != nullptr ? evaluator_.member(instance, member->key)
                                                : evaluator_.member(instance, "execute");
      record.handler =
          makeHandler(evaluator_, function->is(ValueKind::kFunction) ? function : nullptr);
      readException(module, {module.range(id).begin, module.range(id).begin - 1}, record);
      out.push_back(std::move(record));
    }
  };
  visit(code.decorators, nullptr);
  for (const ClassMember& member : code.members) {
    if (member.kind == ClassMemberKind::kMethod) {
      visit(member.decorators, &member);
    }
  }
}

void Definitions::findFileTool(const Module& module, std::vector<ToolRecord>& out) {
  // xmcp and its like: `export const schema`, `export const metadata`, `export default handler`.
  const auto exportsName = [&](std::string_view name) {
    return std::ranges::any_of(module.exports(),
                               [&](const Export& value) { return value.exported == name; });
  };
  if (!exportsName("metadata") || !exportsName("default")) {
    return;
  }
  evaluator_.startQuery();
  const Value* metadata = evaluator_.exportOf(module, "metadata");
  const PropertyLookup name = evaluator_.lookup(metadata, "name");
  const Value* handler = handlerFunction(evaluator_, evaluator_.exportOf(module, "default"));
  ToolRecord record;
  record.name = std::string(evaluator_.constantText(name.value));
  if (!isToolName(record.name) || handler == nullptr || !name.value->site) {
    return;
  }
  record.namePlace = placeOf(name.value->site);
  record.registration = placeOf(metadata->site);
  record.description = descriptionText(evaluator_, evaluator_.member(metadata, "description"));
  if (exportsName("schema")) {
    record.schemaValue = evaluator_.exportOf(module, "schema");
  }
  record.handler = makeHandler(evaluator_, handler);
  const StmtId statement = metadata->site.module->statementOf(metadata->site.id);
  if (statement) {
    readException(module, {module.range(statement).begin}, record);
  }
  out.push_back(std::move(record));
}

}  // namespace envelint
