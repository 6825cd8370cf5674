#include "mcp/convex_functions.h"

#include <algorithm>
#include <array>

#include "analysis/syntax.h"
#include "mcp/code_index.h"
#include "source/paths.h"
#include "source/words.h"

namespace envelint {
namespace {

constexpr auto kClientMethods =
    std::to_array<std::string_view>({"query", "action", "mutation", "runQuery", "runAction",
                                     "runMutation", "fetchQuery", "fetchAction", "fetchMutation"});
constexpr auto kExtensions = std::to_array<std::string_view>({".ts", ".js", ".tsx", ".mjs"});
constexpr std::string_view kGenerated = "_generated/api";
constexpr std::string_view kBackendFolder = "convex";
/// How far spreads are opened, and folders are climbed.
constexpr int kDepth = 8;

bool isNameByte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_';
}

/// Whether a text names a function as Convex's string form does: `folder/module:function`.
bool isFunctionName(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) {
    return false;
  }
  const std::string_view path = text.substr(0, colon);
  const std::string_view name = text.substr(colon + 1);
  return std::ranges::all_of(path, [](char c) { return isNameByte(c) || c == '/'; }) &&
         std::ranges::all_of(name, isNameByte) && path.front() != '/';
}

/// Where a module's `api` comes from: the specifier of a generated module, with the members read of
/// it joined into a function's name.
struct ApiReference {
  std::string specifier;
  std::string name;
};

std::optional<ApiReference> apiReference(Evaluator& evaluator, ExprRef expr) {
  std::vector<std::string_view> members;
  expr = withoutCasts(expr);
  while (const auto* member = expr.as<MemberExpr>()) {
    members.insert(members.begin(), member->name);
    expr = withoutCasts(expr.with(member->object));
  }
  if (expr.as<NameExpr>() == nullptr || members.size() < 2) {
    return std::nullopt;
  }
  const Bindings& bindings = evaluator.program().bindings(*expr.module);
  const BindingId id = bindings.resolve(expr.id);
  if (!id || bindings.binding(id).kind != BindingKind::kImport) {
    return std::nullopt;
  }
  const Import& import = expr.module->imports()[bindings.binding(id).import];
  const bool isGenerated = import.specifier.find(kGenerated) != std::string_view::npos;
  if (!isGenerated && !(import.imported == "anyApi" && import.specifier == "convex/server")) {
    return std::nullopt;
  }
  ApiReference reference{std::string(isGenerated ? import.specifier : ""), {}};
  for (size_t i = 0; i < members.size(); ++i) {
    reference.name += i == 0 ? "" : i + 1 == members.size() ? ":" : "/";
    reference.name += members[i];
  }
  return reference;
}

/// The module of the backend that has a function; null when it isn't in the project.
const Module* backendModule(Evaluator& evaluator, const Module& caller, std::string_view specifier,
                            std::string_view name) {
  const std::string_view path = name.substr(0, name.find(':'));
  const auto loadFrom = [&](const std::string& folder) -> const Module* {
    for (const std::string_view extension : kExtensions) {
      std::string file = joinPath(folder, path);
      file += extension;
      if (const Module* module = evaluator.program().loadIfThere(file)) {
        return module;
      }
    }
    return nullptr;
  };
  std::string folder(parentPath(caller.file().path()));
  if (const size_t at = specifier.find(kGenerated); at != std::string_view::npos) {
    if (specifier.starts_with(".")) {
      return loadFrom(joinPath(folder, specifier.substr(0, at)));
    }
  }
  // The folder `convex` of the caller's package, or of one around it.
  for (int climbed = 0; climbed < kDepth && isWithin(folder, evaluator.program().root());
       ++climbed) {
    if (const Module* module = loadFrom(joinPath(folder, kBackendFolder))) {
      return module;
    }
    const std::string parent(parentPath(folder));
    if (parent == folder) {
      break;
    }
    folder = parent;
  }
  return nullptr;
}

/// Reads what a value that a function returns can hold.
class AnswerReader {
 public:
  explicit AnswerReader(Evaluator& evaluator) : evaluator_(evaluator) {}

  ConvexAnswer read(ExprRef definition) {
    const auto* call = definition.as<CallExpr>();
    if (call == nullptr || call->args.empty()) {
      return {};
    }
    ExprRef handler = withoutCasts(definition.with(call->args.front()));
    if (const auto* object = handler.as<ObjectExpr>()) {
      const ExprRef whole = handler;
      handler = {};
      for (const Property& property : object->properties) {
        if (property.key == "returns" && validator(whole.with(property.value))) {
          return answer_;
        }
        if (property.key == "handler") {
          handler = whole.with(property.value);
        }
      }
    }
    if (!handler) {
      return {};
    }
    const Value* function = evaluator_.valueOf(handler, nullptr);
    if (!function->is(ValueKind::kFunction)) {
      return {};
    }
    answer_ = {{}, true};
    const std::vector<ExprRef> returns = evaluator_.returns(function->function);
    for (const ExprRef returned : returns) {
      value(evaluator_.valueOf(returned, nullptr), 0);
    }
    answer_.isKnown = answer_.isKnown && !returns.empty();
    return answer_;
  }

 private:
  /// `v.object({...})`: a function that answers with anything else fails.
  bool validator(ExprRef expr) {
    expr = withoutCasts(expr);
    const auto* call = expr.as<CallExpr>();
    const auto* object =
        call != nullptr && !call->args.empty() && lastNameOf(expr.with(call->callee)) == "object"
            ? expr.with(call->args.front()).as<ObjectExpr>()
            : nullptr;
    if (object == nullptr) {
      return false;
    }
    answer_ = {{}, true};
    for (const Property& property : object->properties) {
      if (property.key.empty()) {
        return false;
      }
      add(property.key);
    }
    return true;
  }

  void value(const Value* value, int depth) {
    if (depth > kDepth) {
      answer_.isKnown = false;
      return;
    }
    for (const Value* option : evaluator_.alternatives(value)) {
      if (option->isNullish()) {
        continue;
      }
      if (option->is(ValueKind::kCall) && option->text == "paginate") {
        for (const std::string& field : nativePage().fields) {
          add(field);
        }
        continue;
      }
      const auto* object = option->is(ValueKind::kObject) ? option->site.as<ObjectExpr>() : nullptr;
      if (object == nullptr) {
        answer_.isKnown = false;
        continue;
      }
      for (const Property& property : object->properties) {
        if (property.kind == PropertyKind::kSpread) {
          this->value(evaluator_.valueOf(option->site.with(property.value), option->frame),
                      depth + 1);
        } else if (property.key.empty()) {
          answer_.isKnown = false;
        } else {
          add(property.key);
        }
      }
    }
  }

  void add(std::string_view field) {
    if (!answer_.has(field)) {
      answer_.fields.emplace_back(field);
    }
  }

  Evaluator& evaluator_;
  ConvexAnswer answer_;
};

/// What an exported constant of a module is made by; none when that isn't visible.
ExprRef exportedExpression(Evaluator& evaluator, const Module& module, std::string_view name) {
  for (const Export& value : module.exports()) {
    if (value.exported != name) {
      continue;
    }
    if (value.kind == ExportKind::kExpression) {
      return withoutCasts({&module, value.value});
    }
    const Bindings& bindings = evaluator.program().bindings(module);
    const BindingId id =
        value.kind == ExportKind::kLocal ? bindings.topLevel(value.local) : BindingId{};
    if (id && bindings.binding(id).writes.size() == 1 && bindings.binding(id).writes[0].source) {
      return withoutCasts({&module, bindings.binding(id).writes[0].source});
    }
  }
  return {};
}

}  // namespace

bool ConvexAnswer::has(std::string_view field) const {
  return std::ranges::find(fields, field) != fields.end();
}

std::string ConvexAnswer::text() const {
  std::string text = "{";
  for (const std::string& field : fields) {
    text += (text.size() > 1 ? ", " : "") + field;
  }
  return text + "}";
}

bool mayCallConvex(ExprRef call) {
  const auto* node = call.as<CallExpr>();
  return node != nullptr && !node->args.empty() &&
         isOneOf(lastNameOf(withoutCasts(call.with(node->callee))), kClientMethods);
}

std::optional<ConvexFunction> convexFunctionOf(Evaluator& evaluator, ExprRef call,
                                               const Frame* frame) {
  if (!mayCallConvex(call)) {
    return std::nullopt;
  }
  const ExprRef written = call.with(call.as<CallExpr>()->args.front());
  // A helper that is given the function: what its caller names counts.
  const ExprRef argument = withoutCasts(evaluator.outermostSource(written, frame).first);
  ConvexFunction function;
  std::string specifier;
  if (std::optional<ApiReference> reference = apiReference(evaluator, argument)) {
    function.name = std::move(reference->name);
    specifier = std::move(reference->specifier);
  } else {
    const Value* value = evaluator.valueOf(written, frame);
    const std::string_view text = value->isConstant ? evaluator.constantText(value) : "";
    if (!value->is(ValueKind::kString) || !isFunctionName(text)) {
      return std::nullopt;
    }
    function.name = text;
    function.isByString = true;
  }
  const Module* module = backendModule(evaluator, *argument.module, specifier, function.name);
  const ExprRef definition =
      module != nullptr
          ? exportedExpression(evaluator, *module,
                               std::string_view(function.name).substr(function.name.find(':') + 1))
          : ExprRef{};
  if (definition) {
    function.definition = placeOf(definition);
    function.answer = AnswerReader(evaluator).read(definition);
  }
  return function;
}

ConvexAnswer nativePage() { return {{"page", "isDone", "continueCursor"}, true}; }

bool isConvexPaginate(ExprRef call) {
  const auto* node = call.as<CallExpr>();
  ExprRef at = node != nullptr ? withoutCasts(call.with(node->callee)) : ExprRef{};
  const auto* member = at.as<MemberExpr>();
  if (member == nullptr || member->name != "paginate") {
    return false;
  }
  // `ctx.db.query("tasks").withIndex(...).order("desc").paginate(...)`
  for (int depth = 0; depth < 2 * kDepth && at; ++depth) {
    if (const auto* inner = at.as<MemberExpr>()) {
      if (inner->name == "db") {
        return true;
      }
      at = withoutCasts(at.with(inner->object));
    } else if (const auto* inside = at.as<CallExpr>()) {
      at = withoutCasts(at.with(inside->callee));
    } else {
      break;
    }
  }
  return false;
}

}  // namespace envelint
