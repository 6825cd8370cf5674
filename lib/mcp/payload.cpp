#include "mcp/payload.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "analysis/syntax.h"
#include "mcp/code_index.h"
#include "mcp/fixed_rows.h"
#include "mcp/naming.h"
#include "mcp/schema.h"
#include "program/children.h"

namespace envelint {
namespace {

constexpr size_t kMaxPayloads = 64;

/// Keys of an envelope that speak about the rows instead of being the answer's substance.
constexpr auto kMetaKeys = std::to_array<std::string_view>({
    "count",      "cursor",     "error",  "errors",     "filter",    "filters",  "from",
    "has_more",   "hasmore",    "limit",  "links",      "message",   "meta",     "metadata",
    "next",       "nextcursor", "offset", "ok",         "page",      "pageinfo", "pagesize",
    "pagination", "perpage",    "query",  "source",     "status",    "success",  "summary",
    "timestamp",  "to",         "total",  "totalcount", "truncated", "type",     "warning",
    "warnings",   "note",       "hint",   "returned",   "start",
});

bool isMetaKey(std::string_view key) {
  std::string bare = normalizedName(key);
  return std::ranges::find(kMetaKeys, bare) != kMetaKeys.end() || bare.starts_with("total") ||
         bare.starts_with("next") || bare.ends_with("count") || bare.starts_with("has") ||
         bare.ends_with("id") || bare.ends_with("name");
}

/// Lists that comment on an answer and aren't its rows: a linter's verdict is no list of errors.
bool isReportKey(std::string_view key) {
  static constexpr auto kKeys = std::to_array<std::string_view>(
      {"alerts", "errors", "hints", "notes", "recommendations", "suggestions", "warnings"});
  return std::ranges::find(kKeys, normalizedName(key)) != kKeys.end();
}

class PayloadFinder {
 public:
  PayloadFinder(Evaluator& evaluator, const Handler& handler)
      : evaluator_(evaluator), handler_(handler), fixed_(evaluator) {}

  std::vector<Payload> find() {
    for (const ExprRef& expr : evaluator_.liveReturns(handler_.frame)) {
      answer(evaluator_.valueOf(expr, handler_.frame), expr, handler_.frame, 0);
    }
    return std::move(found_);
  }

 private:
  /// A value the handler gives back: an MCP result, or what a framework makes one of.
  void answer(const Value* value, ExprRef expr, const Frame* frame, int depth) {
    if (depth > 12 || found_.size() >= kMaxPayloads) {
      return;
    }
    if (value->is(ValueKind::kUnion)) {
      for (const Value* option : value->options) {
        answer(option, sourceOf(option, expr, frame), frameOf(option, frame), depth + 1);
      }
      return;
    }
    if (value->isNullish()) {
      return;
    }
    const PropertyLookup content = evaluator_.lookup(value, "content");
    const PropertyLookup structured = evaluator_.lookup(value, "structuredContent");
    const bool isResult = (value->is(ValueKind::kObject) || isMerged(value)) &&
                          (content.presence == PropertyLookup::Presence::kPresent ||
                           structured.presence == PropertyLookup::Presence::kPresent) &&
                          looksLikeContent(content.value);
    if (isResult) {
      result(value, content, structured, expr, frame);
      return;
    }
    if (isTextBlock(value)) {
      textBlock(value, false);
      return;
    }
    if (value->is(ValueKind::kArray) && isContentArray(value)) {
      contentArray(value, false);
      return;
    }
    // A toolkit's own result object around ours: `{ result: {...} }` of a JSON-RPC router.
    const PropertyLookup inner = evaluator_.lookup(value, "result");
    if (value->is(ValueKind::kObject) && inner.presence == PropertyLookup::Presence::kPresent &&
        evaluator_.lookup(value, "jsonrpc").presence == PropertyLookup::Presence::kPresent) {
      answer(inner.value, sourceOf(inner.value, expr, frame), frameOf(inner.value, frame),
             depth + 1);
      return;
    }
    json(value, expr, frame, PayloadSlot::kText, false, depth);
  }

  static bool isMerged(const Value* value) {
    return value->is(ValueKind::kCall) && value->text == "Object.assign";
  }

  /// Whether a function is called, over however many others, by another.
  static bool isCalledFrom(const Frame* called, const Frame* frame) {
    while (called != nullptr && frame != nullptr && called->function != frame->function) {
      called = called->call ? called->caller : called->lexical;
    }
    return called != nullptr && frame != nullptr;
  }
  /// Whether an alternative of a union is to be shown where it is made, instead of where the union
  /// stands: whichever is nearer to the handler says more. A dispatcher's own is every tool's.
  bool isShownWhereMade(const Value* option, const Frame* of) const {
    return option->site &&
           (handler_.anyTool != nullptr || option->frame == nullptr || of == nullptr ||
            option->frame->function == of->function || !isCalledFrom(option->frame, of));
  }
  ExprRef sourceOf(const Value* option, ExprRef expr, const Frame* frame) const {
    if (!isShownWhereMade(option, frame)) {
      return expr;
    }
    const ExprRef returned = option->frame != nullptr ? returnOf(option) : ExprRef{};
    return returned ? returned : option->site;
  }
  /// What the function that made a value returns it as: `return rows` says more than the call that
  /// filled `rows`.
  ExprRef returnOf(const Value* option) const {
    for (const ExprRef returned : evaluator_.liveReturns(option->frame)) {
      const std::vector<const Value*> values =
          evaluator_.alternatives(evaluator_.valueOf(returned, option->frame));
      if (std::ranges::find(values, option) != values.end()) {
        return returned;
      }
    }
    return {};
  }
  const Frame* frameOf(const Value* option, const Frame* frame) const {
    return isShownWhereMade(option, frame) ? option->frame : frame;
  }

  bool looksLikeContent(const Value* content) {
    return content->isUnknown() || !content->is(ValueKind::kString);
  }

  bool isTextBlock(const Value* value) {
    return value->is(ValueKind::kObject) &&
           evaluator_.constantText(evaluator_.member(value, "type")) == "text" &&
           evaluator_.lookup(value, "text").presence != PropertyLookup::Presence::kAbsent;
  }

  bool isContentArray(const Value* value) {
    bool open = false;
    std::vector<const Value*> elements = evaluator_.elements(value, &open);
    elements.push_back(evaluator_.element(value));
    return std::ranges::any_of(elements, [&](const Value* element) {
      return std::ranges::any_of(evaluator_.alternatives(element),
                                 [&](const Value* one) { return isTextBlock(one); });
    });
  }

  void result(const Value* value, const PropertyLookup& content, const PropertyLookup& structured,
              ExprRef expr, const Frame* frame) {
    const PropertyLookup isError = evaluator_.lookup(value, "isError");
    if (isError.presence == PropertyLookup::Presence::kPresent &&
        isError.value->is(ValueKind::kBoolean) && isError.value->isConstant &&
        isError.value->boolean) {
      return;
    }
    bool hasObject = false;
    if (structured.presence != PropertyLookup::Presence::kAbsent &&
        !structured.value->isNullish()) {
      const size_t before = found_.size();
      structuredContent(value, structured, expr, frame);
      hasObject = found_.size() > before && found_.back().shape == PayloadShape::kEnvelope;
    }
    contentArray(content.value, hasObject);
  }

  void structuredContent(const Value* value, const PropertyLookup& structured, ExprRef expr,
                         const Frame* frame) {
    ExprRef at = expr;
    const Frame* in = frame;
    if (const auto* node = value->site.as<ObjectExpr>()) {
      for (const Property& property : node->properties) {
        if (property.key == "structuredContent") {
          at = value->site.with(property.value);
          in = value->frame;
        }
      }
    }
    json(structured.value, at, in, PayloadSlot::kStructured, false, 0);
  }

  void contentArray(const Value* content, bool hasStructuredObject) {
    bool open = false;
    for (const Value* block : evaluator_.elements(content, &open)) {
      for (const Value* option : evaluator_.alternatives(block)) {
        textBlock(option, hasStructuredObject);
      }
    }
    if (open && content->is(ValueKind::kArray) && content->text == "map") {
      blockPerRow(content);
    }
  }

  /// `content: rows.map((row) => ({ type: "text", text: ... }))`
  void blockPerRow(const Value* blocks) {
    const bool hasText =
        std::ranges::any_of(evaluator_.alternatives(evaluator_.element(blocks)),
                            [&](const Value* block) { return isTextBlock(block); });
    if (!hasText || found_.size() >= kMaxPayloads) {
      return;
    }
    Payload payload;
    payload.shape = PayloadShape::kText;
    payload.expr = blocks->site;
    payload.frame = blocks->frame;
    payload.value = blocks;
    payload.origin = placeOf(blocks->site);
    payload.isFixed = fixed_.isArray(blocks);
    payload.hasRows = !payload.isFixed;
    found_.push_back(std::move(payload));
  }

  void textBlock(const Value* block, bool hasStructuredObject) {
    const PropertyLookup text = evaluator_.lookup(block, "text");
    if (text.presence == PropertyLookup::Presence::kAbsent) {
      return;
    }
    ExprRef at = block->site;
    const Frame* in = block->frame;
    if (const auto* node = block->site.as<ObjectExpr>()) {
      for (const Property& property : node->properties) {
        if (property.key == "text") {
          at = block->site.with(property.value);
        }
      }
    }
    if (isNoText(text.value)) {
      return;
    }
    const auto [source, sourceFrame] = evaluator_.outermostSource(at, in);
    json(text.value, source, sourceFrame, PayloadSlot::kText, hasStructuredObject, 0);
  }

  /// What can't be the text of a block, however the code got there.
  bool isNoText(const Value* value) const {
    return value->is(ValueKind::kObject) || evaluator_.isArray(value);
  }

  /// What stands in one slot: sees through JSON.stringify.
  void json(const Value* value, ExprRef expr, const Frame* frame, PayloadSlot slot,
            bool hasStructuredObject, int depth) {
    if (found_.size() >= kMaxPayloads || depth > 12) {
      return;
    }
    if (isStringify(value)) {
      const ExprRef argument = value->site.with(argumentsOf(value->site).front());
      const auto [source, sourceFrame] = evaluator_.outermostSource(argument, value->frame);
      builtAt_ = placeOf(value->site);
      json(evaluator_.valueOf(argument, value->frame), source, sourceFrame, slot,
           hasStructuredObject, depth + 1);
      builtAt_ = {};
      return;
    }
    if (value->is(ValueKind::kUnion)) {
      std::vector<const Value*> options = value->options;
      std::erase_if(options, [](const Value* option) { return option->isNullish(); });
      const bool anyStringified = std::ranges::any_of(options, isStringify);
      if (anyStringified) {
        for (const Value* option : options) {
          // `typeof x === "string" ? x : JSON.stringify(x)`: what isn't made a string is one.
          if (!isStringify(option) && isNoText(option)) {
            continue;
          }
          json(option, sourceOf(option, expr, frame), frameOf(option, frame), slot,
               hasStructuredObject, depth + 1);
        }
        return;
      }
    }
    Payload payload;
    payload.slot = slot;
    payload.expr = expr;
    payload.frame = frame;
    payload.value = value;
    payload.hasStructuredTwin = hasStructuredObject;
    payload.builtAt = builtAt_;
    payload.origin = originOf(expr, frame);
    payload.shape = shapeOf(value);
    describe(payload);
    found_.push_back(std::move(payload));
  }

  /// Follows a dispatcher's variable to the call that filled it, and into that call's function.
  /// Where that returns in several places, the tool's own call says more.
  CodePlace originOf(ExprRef expr, const Frame* frame) {
    if (frame != handler_.frame) {
      return placeOf(expr);
    }
    ExprRef at = withoutCasts(expr);
    bool isOneOfMany = false;
    if (at.as<NameExpr>() != nullptr) {
      const ExprRef written = onlyWrite(at, frame, &isOneOfMany);
      at = written ? withoutCasts(written) : at;
    }
    const Frame* called =
        at.as<CallExpr>() != nullptr ? evaluator_.frameOfCall(at, frame) : nullptr;
    const std::vector<ExprRef> returns =
        called != nullptr ? evaluator_.liveReturns(called) : std::vector<ExprRef>();
    if (returns.size() == 1 || (!isOneOfMany && !returns.empty())) {
      return placeOf(returns.back());
    }
    return placeOf(isOneOfMany ? at : expr);
  }

  /// What a variable holds when all but one of its assignments are dead in a frame; none otherwise.
  /// `isOneOfMany`: another frame may have another of them.
  ExprRef onlyWrite(ExprRef name, const Frame* frame, bool* isOneOfMany) {
    const Bindings& bindings = evaluator_.program().bindings(*name.module);
    const BindingId id = bindings.resolve(name.id);
    ExprRef found;
    bool isAnyDead = false;
    for (const BindingWrite& write :
         id ? bindings.binding(id).writes : std::vector<BindingWrite>{}) {
      const bool dead = write.site && !evaluator_.isLive(name.with(write.site), frame);
      isAnyDead |= dead;
      if (dead || !write.source) {
        continue;
      }
      if (found || write.target != write.root) {
        return {};
      }
      found = name.with(write.source);
    }
    *isOneOfMany = found && isAnyDead;
    return found;
  }

  static bool isStringify(const Value* value) {
    if (!value->is(ValueKind::kCall) || argumentsOf(value->site).empty()) {
      return false;
    }
    // `JSON.stringify`, and serializers of packages that are named after what they do.
    return value->text == "stringify" || value->text == "safeStringify" ||
           value->text == "stringifyJson";
  }

  PayloadShape shapeOf(const Value* value) {
    std::vector<const Value*> options = evaluator_.alternatives(value);
    std::erase_if(options, [](const Value* option) { return option->isNullish(); });
    if (options.empty()) {
      return PayloadShape::kUnknown;
    }
    PayloadShape joined = shapeOfOne(options.front());
    for (const Value* option : options) {
      if (shapeOfOne(option) != joined) {
        return PayloadShape::kUnknown;
      }
    }
    return joined;
  }

  PayloadShape shapeOfOne(const Value* value) {
    if (evaluator_.isArray(value)) {
      return PayloadShape::kFlat;
    }
    switch (value->kind) {
      case ValueKind::kObject:
      case ValueKind::kInstance:
      case ValueKind::kRecord:
      case ValueKind::kNamespace:
        return PayloadShape::kEnvelope;
      case ValueKind::kString:
      case ValueKind::kNumber:
      case ValueKind::kBoolean:
        return PayloadShape::kText;
      case ValueKind::kCall:
        if (isMerged(value)) {
          return PayloadShape::kEnvelope;
        }
        // What a schema lets through has the schema's shape.
        if ((value->text == "parse" || value->text == "parseAsync") &&
            value->base->is(ValueKind::kMember)) {
          return describesArray(evaluator_, value->base->base) ? PayloadShape::kFlat
                                                               : typedShape(value);
        }
        return typedShape(value);
      default:
        return typedShape(value);
    }
  }

  PayloadShape typedShape(const Value* value) {
    const TypeRef type = evaluator_.resolvedType(value->type);
    if (!type) {
      return PayloadShape::kUnknown;
    }
    if (type.module->as<ObjectType>(type.id) != nullptr) {
      return PayloadShape::kEnvelope;
    }
    const auto* keyword = type.module->as<KeywordType>(type.id);
    if (keyword != nullptr &&
        (keyword->keyword == TypeKeyword::kString || keyword->keyword == TypeKeyword::kNumber ||
         keyword->keyword == TypeKeyword::kBoolean)) {
      return PayloadShape::kText;
    }
    return PayloadShape::kUnknown;
  }

  void describe(Payload& payload) {
    switch (payload.shape) {
      case PayloadShape::kFlat:
        payload.isFixed = fixed_.isArray(payload.value);
        payload.hasRows = !payload.isFixed;
        break;
      case PayloadShape::kEnvelope:
        describeEnvelope(payload);
        break;
      case PayloadShape::kText:
        describeText(payload);
        break;
      default:
        break;
    }
  }

  void describeEnvelope(Payload& payload) {
    size_t rows = 0;
    size_t fixed = 0;
    size_t others = 0;
    bool opaque = false;
    bool open = false;
    for (const Value* option : evaluator_.alternatives(payload.value)) {
      if (option->isNullish()) {
        continue;
      }
      const KnownProperties known = evaluator_.properties(option);
      open |= known.open;
      for (const KnownProperty& property : known.properties) {
        const Value* value = evaluator_.valueOf(property);
        if (evaluator_.isArray(value) && (isReportKey(property.key) || isContentArray(value) ||
                                          (listsKeys(value) && !fixed_.isArray(value)))) {
          continue;
        }
        if (evaluator_.isArray(value)) {
          (fixed_.isArray(value) ? fixed : rows) += 1;
        } else if (!isMetaKey(property.key)) {
          ++others;
          opaque |= isOpaque(value);
        }
      }
    }
    payload.hasRows = rows > 0 && rows <= 2 && others <= 1 && !open;
    payload.isFixed = fixed > 0 && rows == 0 && !open && !opaque;
    payload.isOpaque = rows == 0 && (open || opaque) && others <= 1;
  }

  /// Whether nothing at all is known of a value, so that it may be rows.
  bool isOpaque(const Value* value) {
    return std::ranges::any_of(evaluator_.alternatives(value), [&](const Value* option) {
      return (option->isUnknown() || option->is(ValueKind::kCall) ||
              option->is(ValueKind::kMember)) &&
             shapeOfOne(option) == PayloadShape::kUnknown;
    });
  }

  /// `Object.keys(preferences)`: the names of one thing's parts, not rows.
  bool listsKeys(const Value* value) {
    return std::ranges::all_of(evaluator_.alternatives(value), [](const Value* option) {
      return option->is(ValueKind::kArray) && option->base == nullptr &&
             option->text == "Object.keys";
    });
  }

  /// A text is made of rows when some `.join(...)` in it has one line for each of something before
  /// it; a list of lines that the source writes is a document.
  void describeText(Payload& payload) {
    std::vector<ExprRef> pending{payload.value->site};
    int steps = 0;
    while (!pending.empty() && ++steps < 200) {
      const ExprRef expr = pending.back();
      pending.pop_back();
      if (!expr) {
        continue;
      }
      if (const auto* call = expr.as<CallExpr>()) {
        const auto* member = expr.module->as<MemberExpr>(call->callee);
        if (member != nullptr && member->name == "join") {
          const Value* lines = evaluator_.valueOf(expr.with(member->object), payload.value->frame);
          if (lines->is(ValueKind::kArray) && lines->text == "map") {
            (fixed_.isArray(lines) ? payload.isFixed : payload.hasRows) = true;
          }
        }
      }
      if (const auto* name = expr.as<NameExpr>(); name != nullptr && steps < 60) {
        const Value* value = evaluator_.valueOf(expr, payload.value->frame);
        if (value->is(ValueKind::kString) && value->site && value->site != expr &&
            value->site.module == expr.module) {
          pending.push_back(value->site);
        }
      }
      ChildVisitor visitor{[&](ExprId child) { pending.push_back(expr.with(child)); },
                           [](StmtId) {}, [](PatternId) {}, [](FunctionId) {}, [](ClassId) {}};
      visitor.children(expr.module->node(expr.id));
    }
    payload.isFixed &= !payload.hasRows;
  }

  Evaluator& evaluator_;
  const Handler& handler_;
  FixedRows fixed_;
  std::vector<Payload> found_;
  CodePlace builtAt_;
};

}  // namespace

std::vector<Payload> findPayloads(Evaluator& evaluator, const Handler& handler) {
  if (!handler) {
    return {};
  }
  evaluator.startQuery();
  return PayloadFinder(evaluator, handler).find();
}

}  // namespace envelint
