#include "mcp/cpp_tools.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "analysis/syntax.h"
#include "mcp/registrations.h"
#include "mcp/schema.h"
#include "mcp/sdk_table.h"

namespace envelint {
namespace {

/// Names in C++ servers hold no spaces; a sentence in the first place is something else's.
bool isCppToolName(std::string_view name) {
  return name.size() > 1 && name.size() <= 64 &&
         std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
         std::ranges::all_of(name, [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' ||
                  c == '.' || c == '/';
         });
}

/// Members that hold a schema by name: `j.emplace("inputSchema", {...})`.
bool isMemberName(std::string_view name) {
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"properties", "items", "outputSchema", "output_schema", "type", "default", "text", "name"});
  return isSureSchemaKey(name) || std::ranges::find(kNames, name) != kNames.end() ||
         std::ranges::find(schemaKeys(), name) != schemaKeys().end();
}

/// Words a function has in its name when it is given a tool to keep.
bool registersTools(std::string_view callee) {
  std::string lower;
  for (const char c : callee) {
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return lower.find("tool") != std::string::npos || lower == "register" || lower == "route" ||
         lower == "add";
}

bool isObjectSchema(Evaluator& evaluator, const Value* value) {
  for (const Value* option : evaluator.alternatives(value)) {
    if (option->is(ValueKind::kObject) &&
        evaluator.constantText(evaluator.member(option, "type")) == "object") {
      return true;
    }
  }
  return false;
}

}  // namespace

void CppTools::find(std::vector<ToolRecord>& out) {
  for (const Module* module : index_.modules()) {
    if (!module->isCpp() || !projects_.speaksMcp(*module)) {
      continue;
    }
    for (uint32_t i = 0; i < module->exprCount(); ++i) {
      const ExprRef expr{module, ExprId{i}};
      if (const auto* call = expr.as<CallExpr>()) {
        const std::string_view callee = lastNameOf(expr.with(call->callee));
        if (!findRegistered(expr, call->args, out)) {
          findInParts(expr, call->args, callee, out);
        }
      } else if (const auto* list = expr.as<ArrayExpr>()) {
        findInParts(expr, list->elements, {}, out);
      } else if (const auto* object = expr.as<ObjectExpr>();
                 object != nullptr && object->properties.empty()) {
        findFilled(expr, out);
      }
    }
  }
}

void CppTools::findInParts(ExprRef whole, std::span<const ExprId> parts, std::string_view callee,
                           std::vector<ToolRecord>& out) {
  if (parts.size() < 2 || parts.size() > 12) {
    return;
  }
  const auto* first = whole.module->as<StringLiteral>(parts[0]);
  if (first == nullptr || !isCppToolName(first->value) || isMemberName(first->value)) {
    return;
  }
  if (parts.size() == 2 && !registersTools(callee)) {
    return;
  }
  evaluator_.startQuery();
  ToolRecord record;
  const Value* handler = nullptr;
  for (size_t i = 1; i < parts.size(); ++i) {
    if (!parts[i]) {
      continue;
    }
    const ExprRef part = whole.with(parts[i]);
    const Value* value = evaluator_.valueOf(part);
    if (record.schemaValue == nullptr && isObjectSchema(evaluator_, value)) {
      record.schemaValue = value;
    } else if (value->is(ValueKind::kString) && record.description.empty()) {
      record.description = descriptionText(evaluator_, value);
    } else if (handler == nullptr && part.as<StringLiteral>() == nullptr) {
      for (const Value* option : evaluator_.alternatives(value)) {
        handler = option->is(ValueKind::kFunction) ? option : handler;
      }
    }
  }
  if (record.schemaValue == nullptr) {
    return;
  }
  record.name = std::string(first->value);
  record.namePlace = placeOf(whole.with(parts[0]));
  record.registration = placeOf(whole);
  record.handler = makeHandler(evaluator_, handler);
  const StmtId statement = whole.module->statementOf(whole.id);
  readException(
      *whole.module,
      {whole.module->range(whole.id).begin, statement ? whole.module->range(statement).begin : 0},
      record);
  out.push_back(std::move(record));
}

bool CppTools::findRegistered(ExprRef call, std::span<const ExprId> parts,
                              std::vector<ToolRecord>& out) {
  const std::string_view callee = lastNameOf(call.with(call.as<CallExpr>()->callee));
  if (parts.empty() || parts.size() > 3 || !registersTools(callee) ||
      call.module->as<StringLiteral>(parts[0]) != nullptr) {
    return false;
  }
  evaluator_.startQuery();
  const Value* definition = evaluator_.valueOf(call.with(parts[0]));
  if (!definition->is(ValueKind::kObject)) {
    return false;
  }
  const PropertyLookup name = evaluator_.lookup(definition, "name");
  const std::string_view text = evaluator_.constantText(name.value);
  if (name.presence == PropertyLookup::Presence::kAbsent || !isCppToolName(text)) {
    return false;
  }
  ToolRecord record;
  for (std::string_view key : schemaKeys()) {
    const PropertyLookup found = evaluator_.lookup(definition, key);
    if (record.schemaValue == nullptr && found.presence == PropertyLookup::Presence::kPresent &&
        isObjectSchema(evaluator_, found.value)) {
      record.schemaValue = found.value;
    }
  }
  if (record.schemaValue == nullptr) {
    return false;
  }
  const Value* handler = nullptr;
  for (std::string_view key : handlerKeys()) {
    const PropertyLookup found = evaluator_.lookup(definition, key);
    if (handler == nullptr && found.presence == PropertyLookup::Presence::kPresent) {
      handler = handlerFunction(evaluator_, found.value);
    }
  }
  for (size_t i = 1; i < parts.size(); ++i) {
    if (const Value* function =
            handlerFunction(evaluator_, evaluator_.valueOf(call.with(parts[i])))) {
      handler = function;
    }
  }
  record.name = std::string(text);
  record.namePlace = placeOf(name.value->site);
  record.registration = placeOf(call);
  record.description = descriptionText(evaluator_, evaluator_.member(definition, "description"));
  record.saysItWrites = definesWriting(evaluator_, definition);
  record.handler = makeHandler(evaluator_, handler);
  readException(*call.module, {call.module->range(call.id).begin}, record);
  out.push_back(std::move(record));
  return true;
}

/// `json t; t["name"] = "list_films"; t["inputSchema"] = {...};`
void CppTools::findFilled(ExprRef object, std::vector<ToolRecord>& out) {
  evaluator_.startQuery();
  const Module& module = *object.module;
  const auto* declare = module.as<DeclareStmt>(module.statementOf(object.id));
  if (declare == nullptr) {
    return;
  }
  const Bindings& bindings = evaluator_.program().bindings(module);
  for (const Declarator& declarator : declare->declarators) {
    const BindingId id =
        declarator.init == object.id ? bindings.resolve(declarator.target) : BindingId{};
    if (!id) {
      continue;
    }
    const MemberWrite* name = nullptr;
    const MemberWrite* schema = nullptr;
    const MemberWrite* handler = nullptr;
    const MemberWrite* description = nullptr;
    for (const MemberWrite& write : bindings.binding(id).memberWrites) {
      if (write.key == "name") {
        name = &write;
      } else if (isSureSchemaKey(write.key) || write.key == "schema" || write.key == "parameters") {
        schema = &write;
      } else if (write.key == "description") {
        description = &write;
      } else if (std::ranges::find(handlerKeys(), write.key) != handlerKeys().end()) {
        handler = &write;
      }
    }
    if (name == nullptr || schema == nullptr) {
      continue;
    }
    const Value* text = evaluator_.valueOf(object.with(name->value));
    const Value* schemaValue = evaluator_.valueOf(object.with(schema->value));
    if (!isCppToolName(evaluator_.constantText(text)) || !isObjectSchema(evaluator_, schemaValue)) {
      continue;
    }
    ToolRecord record;
    record.name = std::string(evaluator_.constantText(text));
    record.namePlace = placeOf(object.with(name->value));
    record.registration = placeOf(object.with(name->site));
    record.schemaValue = schemaValue;
    if (description != nullptr) {
      record.description =
          descriptionText(evaluator_, evaluator_.valueOf(object.with(description->value)));
    }
    if (handler != nullptr) {
      record.handler = makeHandler(
          evaluator_, handlerFunction(evaluator_, evaluator_.valueOf(object.with(handler->value))));
    }
    out.push_back(std::move(record));
  }
}

}  // namespace envelint
