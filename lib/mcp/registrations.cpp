#include "mcp/registrations.h"

#include <algorithm>
#include <cctype>

#include "analysis/syntax.h"
#include "mcp/schema.h"
#include "mcp/sdk_table.h"

namespace envelint {
namespace {

constexpr int kExpansionDepth = 5;
constexpr size_t kMaxTools = 20000;
/// Loops inside loops may multiply; a server has no reason to.
constexpr size_t kMaxExpansions = 20000;
/// What a description says, it says at its start.
constexpr size_t kDescriptionBytes = 8192;
constexpr size_t kMaxCallers = 2000;

/// Whether a name's text is a member of an object that defines a tool, or of a class.
bool standsInDefinition(ExprRef text) {
  if (text.as<StringLiteral>() == nullptr) {
    return false;
  }
  ExprOwner owner = text.module->owner(text.id);
  while (text.module->as<CastExpr>(owner.expr()) != nullptr) {
    owner = text.module->owner(owner.expr());
  }
  if (owner.classId()) {
    return true;
  }
  const auto* object = text.module->as<ObjectExpr>(owner.expr());
  return object != nullptr && std::ranges::any_of(object->properties, [](const Property& property) {
           return property.key == "description" || isSureSchemaKey(property.key) ||
                  std::ranges::find(handlerKeys(), property.key) != handlerKeys().end();
         });
}

/// Whether only white space and words that may stand before a declaration are between a comment and
/// what it is about.
bool isBlankBetween(std::string_view text) {
  static constexpr std::string_view kWords[] = {"export", "default", "abstract", "async"};
  size_t at = 0;
  while (at < text.size()) {
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
      ++at;
      continue;
    }
    const auto word = std::ranges::find_if(
        kWords, [&](std::string_view candidate) { return text.substr(at).starts_with(candidate); });
    if (word == std::end(kWords)) {
      return false;
    }
    at += word->size();
  }
  return true;
}

/// Collects the constant texts of a concatenation or template.
void collectText(Evaluator& evaluator, ExprRef expr, const Frame* frame, std::string& out,
                 int depth) {
  expr = withoutCasts(expr);
  if (depth > 40 || out.size() > kDescriptionBytes) {
    return;
  }
  if (const auto* text = expr.as<TemplateLiteral>()) {
    for (size_t i = 0; i < text->texts.size(); ++i) {
      out += text->texts[i];
      if (i < text->holes.size()) {
        collectText(evaluator, expr.with(text->holes[i]), frame, out, depth + 1);
      }
    }
  } else if (const auto* sum = expr.as<BinaryExpr>(); sum != nullptr && sum->op == BinaryOp::kAdd) {
    collectText(evaluator, expr.with(sum->left), frame, out, depth + 1);
    collectText(evaluator, expr.with(sum->right), frame, out, depth + 1);
  } else if (expr) {
    out += evaluator.constantText(evaluator.valueOf(expr, frame));
  }
}

/// A member of an object, where it is `true` or `false`.
std::optional<bool> flag(Evaluator& evaluator, const Value* object, std::string_view key) {
  const Value* value = evaluator.member(object, key);
  return value->is(ValueKind::kBoolean) && value->isConstant ? std::optional(value->boolean)
                                                             : std::nullopt;
}

}  // namespace

bool isToolName(std::string_view name) {
  return !name.empty() && name.size() <= 128 && std::ranges::all_of(name, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_-./: ").find(c) != std::string_view::npos;
  }) && std::ranges::count(name, ' ') <= 5;
}

bool readsAsWriting(Evaluator& evaluator, const Value* annotations) {
  // The specification's default for destructiveHint is true, but only where readOnlyHint is false.
  return flag(evaluator, annotations, "readOnlyHint") != std::optional(true) &&
         (flag(evaluator, annotations, "destructiveHint") == std::optional(true) ||
          flag(evaluator, annotations, "readOnlyHint") == std::optional(false));
}

bool definesWriting(Evaluator& evaluator, const Value* definition) {
  return readsAsWriting(evaluator, evaluator.member(definition, "annotations")) ||
         readsAsWriting(evaluator, definition) ||
         flag(evaluator, definition, "mutating") == std::optional(true) ||
         flag(evaluator, definition, "readOnly") == std::optional(false) ||
         flag(evaluator, definition, "readonly") == std::optional(false);
}

std::string descriptionText(Evaluator& evaluator, const Value* value) {
  for (const Value* option : evaluator.alternatives(value)) {
    if (const std::string_view text = evaluator.constantText(option); !text.empty()) {
      return std::string(text.substr(0, kDescriptionBytes));
    }
    if (option->is(ValueKind::kString)) {
      std::string text;
      collectText(evaluator, option->site, option->frame, text, 0);
      return text;
    }
    // `[...lines].join("\n")`, `"...".trim()`: the words are what counts.
    if (const auto* call = option->site.as<CallExpr>()) {
      std::string text;
      collectText(evaluator, option->site.with(call->callee), option->frame, text, 0);
      return text;
    }
  }
  return {};
}

void readException(const Module& module, std::initializer_list<uint32_t> offsets,
                   ToolRecord& record) {
  const std::string_view text = module.file().text();
  for (uint32_t offset : offsets) {
    const std::span<const Comment> comments = module.comments();
    const auto after = std::ranges::partition_point(
        comments, [&](const Comment& comment) { return comment.range.end <= offset; });
    for (auto it = std::make_reverse_iterator(after); it != comments.rend(); ++it) {
      const std::string_view between = text.substr(it->range.end, offset - it->range.end);
      if (!isBlankBetween(between)) {
        break;
      }
      const std::string_view comment = module.file().text(it->range);
      const size_t at = comment.find("@cursorPagingException");
      if (at == std::string_view::npos) {
        offset = it->range.begin;
        continue;
      }
      std::string_view reason =
          comment.substr(at + std::string_view("@cursorPagingException").size());
      reason = reason.substr(0, reason.find('\n'));
      if (reason.ends_with("*/")) {
        reason.remove_suffix(2);
      }
      const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == ':'; };
      while (!reason.empty() && isBlank(reason.front())) {
        reason.remove_prefix(1);
      }
      while (!reason.empty() && isBlank(reason.back())) {
        reason.remove_suffix(1);
      }
      record.exception = std::string(reason);
      record.exceptionPlace = {&module.file(), it->range};
      return;
    }
  }
}

const Value* handlerFunction(Evaluator& evaluator, const Value* value) {
  for (int hops = 0; hops < 6; ++hops) {
    for (const Value* option : evaluator.alternatives(value)) {
      if (option->is(ValueKind::kFunction)) {
        return option;
      }
    }
    const Value* next = nullptr;
    for (const Value* option : evaluator.alternatives(value)) {
      if (!option->is(ValueKind::kCall)) {
        continue;
      }
      // `withTelemetry("list_things", async (args) => ...)` of a package: the function inside.
      for (ExprId arg : argumentsOf(option->site)) {
        const Value* inner = evaluator.valueOf(option->site.with(arg), option->frame);
        if (inner->is(ValueKind::kFunction) || inner->is(ValueKind::kCall)) {
          next = inner;
        }
      }
    }
    if (next == nullptr) {
      return nullptr;
    }
    value = next;
  }
  return nullptr;
}

Handler makeHandler(Evaluator& evaluator, const Value* function) {
  if (function == nullptr) {
    return {};
  }
  const Module& module = *function->function.module;
  const Function& code = module.function(function->function.id);
  uint32_t position = 0;
  const auto nameOf = [&](const Parameter& parameter) -> std::string_view {
    PatternId pattern = parameter.pattern;
    if (const auto* withDefault = module.as<DefaultPattern>(pattern)) {
      pattern = withDefault->target;
    }
    const auto* name = module.as<NamePattern>(pattern);
    return name != nullptr ? name->name : std::string_view{};
  };
  while (position + 1 < code.parameters.size() &&
         isContextParameterName(nameOf(code.parameters[position]))) {
    ++position;
  }
  const Value* input = evaluator.input();
  if (position < code.parameters.size()) {
    PatternId pattern = code.parameters[position].pattern;
    if (const auto* withDefault = module.as<DefaultPattern>(pattern)) {
      pattern = withDefault->target;
    }
    const auto* object = module.as<ObjectPattern>(pattern);
    // `({ context }) => ...`: the framework hands the input over inside an object.
    if (object != nullptr && !object->properties.empty() &&
        std::ranges::any_of(object->properties, [](const PatternProperty& property) {
          return isInputEnvelopeKey(property.key);
        })) {
      std::vector<std::pair<std::string_view, const Value*>> fields;
      for (const PatternProperty& property : object->properties) {
        if (isInputEnvelopeKey(property.key)) {
          fields.emplace_back(property.key, input);
        }
      }
      input = evaluator.record(std::move(fields));
    }
  }
  std::vector<const Value*> arguments(position, evaluator.unknown());
  arguments.push_back(input);
  return {function, evaluator.enter(function, arguments)};
}

// --- Registration calls --------------------------------------------------------------------------

struct Registrations::Site {
  ExprRef call;
  const RegistrationApi* api = nullptr;
  const ToolWrapper* wrapper = nullptr;
};

Registrations::Registrations(Evaluator& evaluator, const CodeIndex& index,
                             const McpProjects& projects, const DomainConfig& config,
                             std::vector<DiscoveryGap>& gaps)
    : evaluator_(evaluator), index_(index), projects_(projects), config_(config), gaps_(gaps) {}

void Registrations::find(std::vector<ToolRecord>& out) {
  out_ = &out;
  findConfigured();
  for (const RegistrationApi& api : registrationApis()) {
    for (const ExprRef& call : index_.callsNamed(api.method)) {
      if (argumentsOf(call).size() < 2 || call.as<CallExpr>() == nullptr || call.module->isCpp() ||
          !projects_.speaksMcp(*call.module)) {
        continue;
      }
      evaluator_.startQuery();
      // A function of the program is a wrapper: the registration inside it is the one that counts.
      if (evaluator_.frameOfCall(call, nullptr) != nullptr || index_.isAbandoned(call)) {
        continue;
      }
      expand({call, &api, nullptr}, nullptr, 0);
    }
  }
}

void Registrations::findConfigured() {
  for (const ToolWrapper& wrapper : config_.toolWrappers) {
    for (const ExprRef& call : index_.callsNamed(wrapper.callee)) {
      evaluator_.startQuery();
      expand({call, nullptr, &wrapper}, nullptr, 0);
    }
  }
}

void Registrations::expand(const Site& site, const Frame* frame, int depth) {
  if (depth > kExpansionDepth || emitted_ > kMaxTools || ++expansions_ > kMaxExpansions) {
    return;
  }
  const std::span<const ExprId> args = argumentsOf(site.call);
  size_t position = 0;
  if (site.wrapper != nullptr) {
    const int wanted = site.wrapper->name;
    position = wanted < 0 ? args.size() + static_cast<size_t>(wanted) : static_cast<size_t>(wanted);
  }
  if (position >= args.size()) {
    return;
  }
  const ExprRef nameExpr = site.call.with(args[position]);
  const Value* name = evaluator_.valueOf(nameExpr, frame);
  if (const std::string_view text = evaluator_.constantText(name); !text.empty()) {
    if (isToolName(text)) {
      emit(site, frame, name, nameExpr);
    }
    return;
  }
  if (expandLoop(site, frame, depth) || expandCallers(site, frame, depth)) {
    return;
  }
  // `name || "fallback"`: the constant alternative is the name it has by default.
  for (const Value* option : evaluator_.alternatives(name)) {
    if (isToolName(evaluator_.constantText(option))) {
      emit(site, frame, option, nameExpr);
      return;
    }
  }
  if (depth == 0) {
    const Value* handler =
        partOf(site, site.wrapper != nullptr ? site.wrapper->handler : -1, frame);
    const Value* function = handler != nullptr ? handlerFunction(evaluator_, handler) : nullptr;
    gaps_.push_back({"tool-name-unknown",
                     "a tool is registered here under a name that can't be read from the code; "
                     "its limits and answers are not checked",
                     placeOf(site.call), makeHandler(evaluator_, function)});
  }
}

bool Registrations::expandLoop(const Site& site, const Frame* frame, int depth) {
  const Module& module = *site.call.module;
  // A for-of loop around the call, in the same function.
  for (StmtId id = module.statementOf(site.call.id); id; id = module.parent(id)) {
    const auto* loop = module.as<LoopStmt>(id);
    if (loop == nullptr || loop->kind != LoopKind::kForOf ||
        (frame != nullptr && frame->loop == StmtRef{&module, id})) {
      continue;
    }
    bool open = false;
    const std::vector<const Value*> elements =
        evaluator_.elements(evaluator_.valueOf({&module, loop->iterable}, frame), &open);
    if (elements.empty()) {
      continue;
    }
    for (const Value* element : elements) {
      evaluator_.startQuery();
      expand(site, evaluator_.inLoop(frame, {&module, id}, element), depth + 1);
    }
    return true;
  }
  // `tools.forEach((tool) => server.registerTool(...))`.
  const FunctionRef function{&module, module.enclosingFunction(site.call.id)};
  if (!function) {
    return false;
  }
  const ExprRef callback = index_.expressionOf(function);
  const ExprRef call = callback ? callback.with(module.owner(callback.id).expr()) : ExprRef{};
  const auto* node = call.as<CallExpr>();
  const auto* member = node != nullptr ? module.as<MemberExpr>(node->callee) : nullptr;
  if (member == nullptr || node->args.empty() || node->args.front() != callback.id ||
      (member->name != "forEach" && member->name != "map" && member->name != "flatMap")) {
    return false;
  }
  bool open = false;
  const std::vector<const Value*> elements =
      evaluator_.elements(evaluator_.valueOf(call.with(member->object), frame), &open);
  const Value* callbackValue = evaluator_.valueOf(callback, frame);
  if (elements.empty() || !callbackValue->is(ValueKind::kFunction)) {
    return false;
  }
  for (const Value* element : elements) {
    evaluator_.startQuery();
    expand(site, evaluator_.enter(callbackValue, {element}), depth + 1);
  }
  return true;
}

bool Registrations::expandCallers(const Site& site, const Frame* frame, int depth) {
  if (frame != nullptr) {
    return false;
  }
  const Module& module = *site.call.module;
  FunctionId inner = module.enclosingFunction(site.call.id);
  bool found = false;
  for (FunctionId id = inner; id && !found; id = module.enclosingFunction(id)) {
    const std::vector<ExprRef> callers = index_.callersOf({&module, id});
    for (size_t i = 0; i < callers.size() && i < kMaxCallers; ++i) {
      evaluator_.startQuery();
      const Frame* called = evaluator_.frameOfCall(callers[i], nullptr);
      if (called == nullptr) {
        continue;
      }
      if (id == inner) {
        found = true;
        expand(site, called, depth + 1);
        continue;
      }
      // The call stands in a function inside the one that is called.
      const ExprRef expr = index_.expressionOf({&module, inner});
      const Value* nested = expr ? evaluator_.valueOf(expr, called) : evaluator_.unknown();
      if (nested->is(ValueKind::kFunction)) {
        found = true;
        expand(site, evaluator_.enter(nested, {}), depth + 1);
      }
    }
  }
  return found;
}

const Value* Registrations::partOf(const Site& site, int position, const Frame* frame) const {
  const std::span<const ExprId> args = argumentsOf(site.call);
  const int index = position < 0 ? static_cast<int>(args.size()) + position : position;
  if (position == ToolWrapper::kAbsent || index < 0 || index >= static_cast<int>(args.size())) {
    return nullptr;
  }
  return evaluator_.valueOf(site.call.with(args[static_cast<size_t>(index)]), frame);
}

void Registrations::emit(const Site& site, const Frame* frame, const Value* name,
                         ExprRef nameExpr) {
  const std::span<const ExprId> args = argumentsOf(site.call);
  ToolRecord record;
  record.name = std::string(evaluator_.constantText(name));
  record.takesShapes = site.api != nullptr;
  const Value* handler = partOf(site, site.wrapper != nullptr ? site.wrapper->handler : -1, frame);
  if (site.wrapper != nullptr) {
    record.schemaValue = partOf(site, site.wrapper->schema, frame);
    record.schemaExpected = record.schemaValue != nullptr;
  } else if (site.api->form == RegistrationForm::kConfig) {
    const Value* config = partOf(site, 1, frame);
    record.description = descriptionText(evaluator_, evaluator_.member(config, "description"));
    record.saysItWrites = definesWriting(evaluator_, config);
    for (std::string_view key : schemaKeys()) {
      const PropertyLookup found = evaluator_.lookup(config, key);
      if (found.presence == PropertyLookup::Presence::kPresent) {
        record.schemaValue = found.value;
        break;
      }
      record.schemaExpected &=
          !(key == "inputSchema" && found.presence == PropertyLookup::Presence::kMaybe);
    }
    // `registerToolTask` takes its handler inside an object.
    if (handler != nullptr && handler->is(ValueKind::kObject)) {
      handler = evaluator_.member(handler, "createTask");
    }
  } else {
    for (size_t i = 1; i + 1 < args.size(); ++i) {
      const Value* part = partOf(site, static_cast<int>(i), frame);
      if (part->is(ValueKind::kString)) {
        record.description = descriptionText(evaluator_, part);
      } else if (record.schemaValue == nullptr && looksLikeSchema(evaluator_, part)) {
        record.schemaValue = part;
      } else if (part->is(ValueKind::kObject)) {
        record.saysItWrites = readsAsWriting(evaluator_, part);
      } else {
        record.schemaExpected = false;
      }
    }
  }
  // Where the name stands: in a definition object the registration only reads, else in the call.
  const ExprRef source = evaluator_.outermostSource(nameExpr, frame).first;
  record.namePlace = placeOf(source);
  if (name->site != source && standsInDefinition(name->site)) {
    record.namePlace = placeOf(name->site);
  }
  ExprRef outermost = site.call;
  for (const Frame* at = frame; at != nullptr && at->call; at = at->caller) {
    outermost = at->call;
  }
  record.registration = placeOf(outermost);
  record.handler =
      makeHandler(evaluator_, handler != nullptr ? handlerFunction(evaluator_, handler) : nullptr);
  const StmtId statement = outermost.module->statementOf(outermost.id);
  readException(*outermost.module,
                {outermost.module->range(outermost.id).begin,
                 statement ? outermost.module->range(statement).begin : 0},
                record);
  ++emitted_;
  out_->push_back(std::move(record));
}

}  // namespace envelint
