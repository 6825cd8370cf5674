#include "mcp/query_calls.h"

#include <algorithm>

#include "analysis/syntax.h"
#include "mcp/code_index.h"

namespace envelint {
namespace {

/// Links of one chain of calls; longer ones aren't followed to their beginning.
constexpr int kChain = 64;
constexpr int kTypeDepth = 8;

ExprRef calleeOf(ExprRef call) {
  if (const auto* node = call.as<CallExpr>()) {
    return withoutCasts(call.with(node->callee));
  }
  if (const auto* node = call.as<NewExpr>()) {
    return withoutCasts(call.with(node->callee));
  }
  if (const auto* node = call.as<TaggedTemplateExpr>()) {
    return withoutCasts(call.with(node->tag));
  }
  return {};
}

/// Whether an expression is a text that begins with SELECT or WITH, whatever function gets it.
bool beginsAsQuery(ExprRef expr) {
  const auto* literal = expr.as<StringLiteral>();
  const auto* pattern = expr.as<TemplateLiteral>();
  std::string_view text = literal != nullptr   ? literal->value
                          : pattern != nullptr ? pattern->texts[0]
                                               : std::string_view{};
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
  return text.starts_with("SELECT ") || text.starts_with("select ") || text.starts_with("WITH ") ||
         text.starts_with("with ");
}

/// `pg` of `pg:Pool`, `D1Database` stays itself, a global has none.
std::string_view packageOfExternal(std::string_view text) {
  const std::string_view package = text.substr(0, text.rfind(':'));
  return text.starts_with("global:") ? std::string_view{} : package;
}

}  // namespace

bool QueryCalls::mayBe(ExprRef call, const DomainConfig& config) {
  if (call.as<TaggedTemplateExpr>() != nullptr) {
    return true;
  }
  const std::string_view name = lastNameOf(calleeOf(call));
  if (call.module->isCpp()) {
    return findCppQueryFunction(name) != nullptr;
  }
  if (name.empty() || argumentsOf(call).empty()) {
    return call.as<CallExpr>() != nullptr &&
           (name == "all" || name == "iterate" || name == "values" || name == "raw" ||
            name == "execute");
  }
  return isQueryMethod(name) || beginsAsQuery(call.with(argumentsOf(call)[0])) ||
         std::ranges::any_of(config.sql.queryFunctions,
                             [&](const SqlFunction& own) { return own.callee == name; });
}

std::optional<QueryCall> QueryCalls::at(ExprRef call, const Frame* frame) {
  if (const auto* tagged = call.as<TaggedTemplateExpr>()) {
    return ofTag(call, *tagged, frame);
  }
  const ExprRef callee = calleeOf(call);
  if (!callee) {
    return {};
  }
  if (std::optional<QueryCall> own = configured(call, lastNameOf(callee), frame)) {
    return own;
  }
  return call.module->isCpp() ? ofCppCall(call, callee, frame) : ofCall(call, callee, frame);
}

std::optional<QueryCall> QueryCalls::ofCppCall(ExprRef call, ExprRef callee, const Frame* frame) {
  const CppQueryFunction* row = findCppQueryFunction(lastNameOf(callee));
  const std::span<const ExprId> args = argumentsOf(call);
  if (row == nullptr || row->text >= args.size() ||
      (!row->isKnown && isOwnFunction(evaluator_.valueOf(callee, frame)))) {
    return {};
  }
  QueryCall query{call, frame, {}, frame, RowShape::kRows, row->dialect, row->isKnown, {}, false};
  query.text = call.with(args[row->text]);
  return query;
}

std::optional<QueryCall> QueryCalls::configured(ExprRef call, std::string_view name,
                                                const Frame* frame) {
  const std::span<const ExprId> args = argumentsOf(call);
  for (const SqlFunction& own : config_.sql.queryFunctions) {
    const int position = own.text < 0 ? own.text + static_cast<int>(args.size()) : own.text;
    if (own.callee != name || position < 0 || static_cast<size_t>(position) >= args.size()) {
      continue;
    }
    QueryCall query{call, frame, {}, frame, RowShape::kUnknown, SqlDialect::kAny, true, {}, false};
    query.shape = own.answersOneRow ? RowShape::kOne : RowShape::kUnknown;
    setText(query, call.with(args[static_cast<size_t>(position)]), frame);
    return query;
  }
  return {};
}

std::optional<QueryCall> QueryCalls::ofTag(ExprRef call, const TaggedTemplateExpr& node,
                                           const Frame* frame) {
  const ExprRef tag = calleeOf(call);
  const Value* value = evaluator_.valueOf(tag, frame);
  const auto* member = tag.as<MemberExpr>();
  const std::string_view package =
      packageOf(member != nullptr ? evaluator_.valueOf(tag.with(member->object), frame) : value);
  const QueryFunction* row = findQueryFunction(package, lastNameOf(tag), {}, true);
  if (row == nullptr && !package.empty()) {
    row = findQueryFunction(package, {}, {}, true);
  }
  const bool isKnown = row != nullptr && !row->package.empty();
  // A tag of the project's own called `sql` runs what it is given when its result is awaited.
  const bool isAwaited = call.module->as<AwaitExpr>(call.module->owner(call.id).expr()) != nullptr;
  if (row == nullptr && package.empty() && isAwaited && lastNameOf(tag) == "sql") {
    static constexpr QueryFunction kOwnTag{{}, "sql", RowShape::kRows, SqlDialect::kAny, {}, true};
    row = &kOwnTag;
  }
  if (row == nullptr) {
    return {};
  }
  return QueryCall{call, frame, call.with(node.quasi), frame, row->shape, row->dialect, isKnown,
                   {},   false};
}

std::optional<QueryCall> QueryCalls::ofCall(ExprRef call, ExprRef callee, const Frame* frame) {
  const std::string_view name = lastNameOf(callee);
  const auto* member = callee.as<MemberExpr>();
  if (member == nullptr) {
    const Value* value = evaluator_.valueOf(callee, frame);
    const std::string_view package = packageOf(value);
    const QueryFunction* row = package.empty() || isOwnFunction(value)
                                   ? nullptr
                                   : findQueryFunction(package, name, {}, false);
    if (row == nullptr && !package.empty() && value->is(ValueKind::kCall)) {
      row = findQueryFunction(package, {}, {}, false);
    }
    return row != nullptr ? made(*row, call, frame, {}) : std::nullopt;
  }
  const std::vector<const Value*> receivers =
      evaluator_.alternatives(evaluator_.valueOf(callee.with(member->object), frame));
  if (std::ranges::any_of(receivers, [&](const Value* receiver) {
        return isOwnFunction(evaluator_.member(receiver, name));
      })) {
    return {};
  }
  // What is known of one alternative (a statement of a cache is either old or new) tells of all.
  const QueryFunction* unknown = nullptr;
  for (const Value* receiver : receivers) {
    if (receiver->is(ValueKind::kArray) || receiver->isNullish()) {
      continue;
    }
    const std::string_view package = packageOf(receiver);
    const Statement statement = statementOf(receiver);
    const QueryFunction* row = findQueryFunction(package, name, statement.method, false);
    if (row == nullptr && statement.call && !isSqlPackage(package)) {
      row = findQueryFunction({}, name, statement.method, false);
    }
    if (row != nullptr && (!row->package.empty() || !row->statement.empty())) {
      return made(*row, call, frame, row->statement.empty() ? Statement{} : statement);
    }
    if (!isSqlPackage(package)) {
      unknown = findQueryFunction({}, name, {}, false);
    }
  }
  return unknown != nullptr ? made(*unknown, call, frame, {}) : std::nullopt;
}

std::optional<QueryCall> QueryCalls::made(const QueryFunction& row, ExprRef call,
                                          const Frame* frame, const Statement& statement) {
  QueryCall query{call, frame, {}, frame, row.shape, row.dialect, !row.package.empty(), {}, false};
  const std::span<const ExprId> args = argumentsOf(call);
  for (ExprId arg : args) {
    const ExprRef bare = withoutCasts(call.with(arg));
    if (bare.as<FunctionExpr>() != nullptr) {
      query.callback = bare;
      query.shape = query.shape == RowShape::kUnknown ? RowShape::kCallback : query.shape;
    }
  }
  if (const auto* tagged = statement.call.as<TaggedTemplateExpr>()) {
    query.text = statement.call.with(tagged->quasi);
    query.textFrame = statement.frame;
    return query;
  }
  const ExprRef source = statement.call ? statement.call : call;
  const std::span<const ExprId> texts = argumentsOf(source);
  if (texts.empty() || call.module->as<SpreadExpr>(texts[0]) != nullptr) {
    return {};
  }
  setText(query, source.with(texts[0]), statement.call ? statement.frame : frame);
  if (!query.text) {
    return {};
  }
  for (ExprId arg : args) {
    readOptions(query, call.with(arg), frame);
  }
  return query;
}

void QueryCalls::setText(QueryCall& query, ExprRef argument, const Frame* frame) {
  query.text = argument;
  query.textFrame = frame;
  for (const Value* option : evaluator_.alternatives(evaluator_.valueOf(argument, frame))) {
    if (!option->is(ValueKind::kObject)) {
      continue;
    }
    query.text = {};
    for (const KnownProperty& property : evaluator_.properties(option).properties) {
      if (isTextKey(property.key) && property.value) {
        query.text = property.value;
        query.textFrame = property.frame;
      }
      if (property.key == "complete" && property.value) {
        query.callback = withoutCasts(property.value);
      }
    }
    return;
  }
}

void QueryCalls::readOptions(QueryCall& query, ExprRef object, const Frame* frame) {
  const Value* options = evaluator_.valueOf(object, frame);
  if (!options->is(ValueKind::kObject)) {
    return;
  }
  for (const KnownProperty& property : evaluator_.properties(options).properties) {
    // Zero is no cap: oracledb's `maxRows: 0` means every row.
    if (isRowCapKey(property.key)) {
      const Value* value = evaluator_.valueOf(property);
      query.isCapped |= !value->isNullish() && !(value->isExactNumber() && value->low <= 0);
    }
  }
}

// --- Receivers -----------------------------------------------------------------------------------

bool QueryCalls::isOwnFunction(const Value* callee) const {
  const std::vector<const Value*> options = evaluator_.alternatives(callee);
  return std::ranges::any_of(options,
                             [](const Value* one) { return one->is(ValueKind::kFunction); });
}

QueryCalls::Statement QueryCalls::statementOf(const Value* value) const {
  for (int links = 0; value != nullptr && links < kChain; ++links) {
    if (value->is(ValueKind::kCall) && isStatementMaker(value->text) && value->site) {
      return {value->text, value->site, value->frame};
    }
    if (!value->is(ValueKind::kCall) && !value->is(ValueKind::kMember)) {
      break;
    }
    value = value->base;
  }
  return {};
}

std::string_view QueryCalls::packageOf(const Value* value) {
  for (const Value* option : evaluator_.alternatives(value)) {
    for (int links = 0; option != nullptr && links < kChain; ++links) {
      if (option->is(ValueKind::kExternal)) {
        return packageOfExternal(option->text);
      }
      if (const std::string_view package = packageOfType(option->type); !package.empty()) {
        return package;
      }
      if (!option->is(ValueKind::kCall) && !option->is(ValueKind::kMember)) {
        break;
      }
      option = option->base;
    }
  }
  return {};
}

std::string_view QueryCalls::packageOfType(TypeRef type) const {
  std::vector<TypeRef> pending{type};
  for (int steps = 0; !pending.empty() && steps < kTypeDepth; ++steps) {
    const TypeRef at = pending.back();
    pending.pop_back();
    if (!at) {
      continue;
    }
    if (const auto* either = at.module->as<UnionType>(at.id)) {
      for (TypeId member : either->members) {
        pending.push_back({at.module, member, at.substitution});
      }
      continue;
    }
    const auto* named = at.module->as<NamedType>(at.id);
    if (named == nullptr) {
      continue;
    }
    if (named->name == "Promise" && !named->args.empty()) {
      pending.push_back({at.module, named->args[0], at.substitution});
      continue;
    }
    const std::string_view first = named->name.substr(0, named->name.find('.'));
    for (const Import& import : at.module->imports()) {
      if (import.local == first && !import.specifier.starts_with(".")) {
        return import.specifier;
      }
    }
    if (isSqlPackage(first)) {
      return first;
    }
  }
  return {};
}

}  // namespace envelint
