#include "mcp/sql_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/syntax.h"
#include "mcp/code_index.h"
#include "mcp/sql_drivers.h"
#include "mcp/sql_text_parts.h"
#include "mcp/sql_text_steps.h"
#include "sql/bounds.h"

namespace envelint {

using namespace sqltext;

namespace {

constexpr uint32_t kSteps = 3000;
constexpr int kDepth = 60;
/// Alternatives of a value that a template names; more make the template's texts too many.
constexpr size_t kAlternatives = 4;

/// The frame of a function that code in `frame` is written inside of; null at the top level.
const Frame* frameOf(const Frame* frame, const Module& module, FunctionId function) {
  while (frame != nullptr &&
         (frame->function.module != &module || frame->function.id != function)) {
    frame = frame->lexical;
  }
  return frame;
}

/// Methods of strings that change nothing a query would mean something else for.
bool keepsText(std::string_view method) {
  static constexpr auto kMethods = std::to_array<std::string_view>(
      {"toString", "trim", "trimEnd", "trimStart", "valueOf", "compile", "toLowerCase"});
  return std::ranges::find(kMethods, method) != kMethods.end();
}

}  // namespace

std::vector<SqlText> SqlTextBuilder::textsOf(ExprRef expr, const Frame* frame) {
  steps_ = 0;
  depth_ = 0;
  held_.clear();
  evaluator_.startQuery();
  return eval(expr, frame);
}

SqlTextBuilder::Texts SqlTextBuilder::eval(ExprRef expr, const Frame* frame) {
  expr = withoutCasts(expr);
  if (!expr || depth_ >= kDepth || ++steps_ > kSteps) {
    return hole();
  }
  ++depth_;
  Texts texts = evalNode(expr, frame);
  --depth_;
  return texts.empty() ? hole() : texts;
}

SqlTextBuilder::Texts SqlTextBuilder::evalNode(ExprRef expr, const Frame* frame) {
  if (const auto* string = expr.as<StringLiteral>()) {
    return constant(string->value, expr);
  }
  if (const auto* pattern = expr.as<TemplateLiteral>()) {
    return evalTemplate(expr, *pattern, frame);
  }
  if (const auto* tagged = expr.as<TaggedTemplateExpr>()) {
    return eval(expr.with(tagged->quasi), frame);
  }
  if (const auto* binary = expr.as<BinaryExpr>();
      binary != nullptr && binary->op == BinaryOp::kAdd) {
    return concat(eval(expr.with(binary->left), frame), eval(expr.with(binary->right), frame));
  }
  if (const auto* conditional = expr.as<ConditionalExpr>()) {
    return evalConditional(expr, *conditional, frame);
  }
  if (const auto* logical = expr.as<LogicalExpr>()) {
    const Texts right = eval(expr.with(logical->right), frame);
    if (logical->op != LogicalOp::kAnd) {
      return unite(eval(expr.with(logical->left), frame), right);
    }
    const ExprRef test = expr.with(logical->left);
    return merge(right, judge_.can(test, frame, true), constant("", {}),
                 judge_.can(test, frame, false));
  }
  if (const auto* array = expr.as<ArrayExpr>()) {
    return evalArray(expr, *array, frame);
  }
  if (const auto* call = expr.as<CallExpr>()) {
    return evalCall(expr, *call, frame);
  }
  if (expr.as<NameExpr>() != nullptr) {
    return evalName(expr, frame);
  }
  if (const auto* member = expr.as<MemberExpr>()) {
    const Texts found =
        evalProperty(evaluator_.valueOf(expr.with(member->object), frame), member->name, 0);
    return found.empty() ? ofValue(expr, frame) : found;
  }
  return ofValue(expr, frame);
}

SqlTextBuilder::Texts SqlTextBuilder::evalTemplate(ExprRef expr, const TemplateLiteral& node,
                                                   const Frame* frame) {
  Texts texts = constant("", {});
  for (size_t i = 0; i < node.texts.size(); ++i) {
    texts = concat(texts, constant(node.texts[i], expr));
    if (i < node.holes.size()) {
      texts = concat(texts, eval(expr.with(node.holes[i]), frame));
    }
  }
  return texts;
}

SqlTextBuilder::Texts SqlTextBuilder::evalConditional(ExprRef expr, const ConditionalExpr& node,
                                                      const Frame* frame) {
  const ExprRef test = expr.with(node.test);
  const Possible canTake = judge_.can(test, frame, true);
  const Possible canSkip = judge_.can(test, frame, false);
  return merge(eval(expr.with(node.consequent), frame), canTake,
               eval(expr.with(node.alternate), frame), canSkip);
}

SqlTextBuilder::Texts SqlTextBuilder::evalArray(ExprRef expr, const ArrayExpr& node,
                                                const Frame* frame) {
  Texts array = constant("", {});
  for (ExprId id : node.elements) {
    if (!id) {
      continue;
    }
    const auto* spread = expr.module->as<SpreadExpr>(id);
    const Texts element = eval(expr.with(spread != nullptr ? spread->argument : id), frame);
    Texts grown;
    for (const SqlText& one : element) {
      // `...(limit ? ["LIMIT ?"] : [])`: an empty list adds no element.
      const bool addsNothing = spread != nullptr && one.text.empty();
      Texts added = addsNothing ? array : append(array, {one});
      for (SqlText& text : added) {
        text.isCertain &= one.isCertain;
      }
      grown = unite(std::move(grown), added);
    }
    array = std::move(grown);
  }
  return array;
}

// --- Calls ---------------------------------------------------------------------------------------

SqlTextBuilder::Texts SqlTextBuilder::evalCall(ExprRef expr, const CallExpr& node,
                                               const Frame* frame) {
  const ExprRef callee = withoutCasts(expr.with(node.callee));
  if (const Frame* called = evaluator_.frameOfCall(expr, frame)) {
    Texts texts;
    for (const ExprRef& returned : evaluator_.liveReturns(called)) {
      texts = unite(std::move(texts), eval(returned, called));
    }
    return texts;
  }
  if (const auto* member = callee.as<MemberExpr>()) {
    return evalMethod(expr, node, *member, frame);
  }
  const std::string_view name = lastNameOf(callee);
  if ((name == "String" || isFragmentMaker(name)) && node.args.size() == 1) {
    return eval(expr.with(node.args[0]), frame);
  }
  return ofValue(expr, frame);
}

SqlTextBuilder::Texts SqlTextBuilder::evalMethod(ExprRef expr, const CallExpr& node,
                                                 const MemberExpr& member, const Frame* frame) {
  const ExprRef object = expr.with(member.object);
  const auto arg = [&](size_t index) { return expr.with(node.args[index]); };
  if (keepsText(member.name)) {
    return eval(object, frame);
  }
  if (member.name == "join" && node.args.size() <= 1) {
    const Texts separators = node.args.empty() ? constant(",", {}) : eval(arg(0), frame);
    return separators.size() == 1 ? join(eval(object, frame), separators[0].text) : hole();
  }
  if (member.name == "filter" && node.args.size() == 1 && lastNameOf(arg(0)) == "Boolean") {
    return eval(object, frame);
  }
  if (member.name == "concat" && !node.args.empty()) {
    Texts texts = eval(object, frame);
    for (size_t i = 0; i < node.args.size(); ++i) {
      texts = concat(texts, eval(arg(i), frame));
    }
    return texts;
  }
  if (isFragmentMaker(member.name) && node.args.size() == 1) {
    return eval(arg(0), frame);
  }
  return ofValue(expr, frame);
}

// --- Names and values ----------------------------------------------------------------------------

SqlTextBuilder::Texts SqlTextBuilder::evalName(ExprRef expr, const Frame* frame) {
  const Module& module = *expr.module;
  const Bindings& bindings = evaluator_.program().bindings(module);
  const BindingId id = bindings.resolve(expr.id);
  if (!id) {
    return ofValue(expr, frame);
  }
  for (auto it = held_.rbegin(); it != held_.rend(); ++it) {
    if (it->module == &module && it->binding == id) {
      return it->texts;
    }
  }
  const Binding& binding = bindings.binding(id);
  if (binding.kind != BindingKind::kVariable && binding.kind != BindingKind::kParameter) {
    return ofValue(expr, frame);
  }
  const Frame* at = frameOf(frame, module, binding.scopeFunction);
  if (SqlTextSteps::areSeveral(module, binding)) {
    return SqlTextSteps(*this, evaluator_, judge_, module, id, at).before(expr);
  }
  if (binding.kind == BindingKind::kParameter) {
    return evalParameter(expr, binding, at);
  }
  if (binding.writes.size() != 1 || !binding.writes[0].source || binding.writes[0].loop) {
    return ofValue(expr, frame);
  }
  const BindingWrite& write = binding.writes[0];
  if (write.target == write.root) {
    return eval({&module, write.source}, at);
  }
  if (const auto* object = module.as<ObjectPattern>(write.root)) {
    for (const PatternProperty& property : object->properties) {
      if (property.value == write.target && !property.rest && !property.computedKey) {
        const Value* source = evaluator_.valueOf({&module, write.source}, at);
        Texts found = evalProperty(source, property.key, 0);
        return found.empty() ? ofValue(expr, frame) : found;
      }
    }
  }
  return ofValue(expr, frame);
}

SqlTextBuilder::Texts SqlTextBuilder::evalParameter(ExprRef expr, const Binding& binding,
                                                    const Frame* frame) {
  const auto* call = frame != nullptr ? frame->call.as<CallExpr>() : nullptr;
  const bool isPlain =
      binding.writes.size() == 1 && binding.writes[0].target == binding.pattern && call != nullptr;
  if (!isPlain || binding.parameter >= call->args.size()) {
    return ofValue(expr, frame);
  }
  const bool isSpread = std::ranges::any_of(
      call->args.first(binding.parameter + 1),
      [&](ExprId arg) { return frame->call.module->as<SpreadExpr>(arg) != nullptr; });
  return isSpread ? ofValue(expr, frame)
                  : eval(frame->call.with(call->args[binding.parameter]), frame->caller);
}

SqlTextBuilder::Texts SqlTextBuilder::evalProperty(const Value* object, std::string_view key,
                                                   int depth) {
  Texts texts;
  for (const Value* option : evaluator_.alternatives(object)) {
    if (option->isNullish()) {
      continue;
    }
    if (!option->is(ValueKind::kObject) || depth > 4) {
      return {};
    }
    const KnownProperties known = evaluator_.properties(option);
    const auto it = std::ranges::find(known.properties, key, &KnownProperty::key);
    if (it == known.properties.end() || !it->value) {
      return {};
    }
    texts = unite(std::move(texts), eval(it->value, it->frame));
  }
  return texts;
}

SqlTextBuilder::Texts SqlTextBuilder::ofValue(ExprRef expr, const Frame* frame) {
  const std::vector<const Value*> options =
      evaluator_.alternatives(evaluator_.valueOf(expr, frame));
  if (options.size() > kAlternatives) {
    return hole();
  }
  Texts texts;
  for (const Value* option : options) {
    if (!option->isNullish() || options.size() == 1) {
      texts = unite(std::move(texts), ofOption(option, expr));
    }
  }
  return texts;
}

SqlTextBuilder::Texts SqlTextBuilder::ofOption(const Value* option, ExprRef expr) {
  if (option->is(ValueKind::kString) && option->isConstant) {
    return constant(option->text, option->site ? option->site : expr);
  }
  if (option->isExactNumber() && option->low == std::floor(option->low) &&
      std::abs(option->low) < 1e15) {
    return constant(std::to_string(static_cast<long long>(option->low)), {});
  }
  const bool isBuilt = option->is(ValueKind::kString) || option->is(ValueKind::kCall) ||
                       (option->is(ValueKind::kArray) && option->base == nullptr);
  const bool isElsewhere = option->site && withoutCasts(option->site) != withoutCasts(expr);
  return isBuilt && isElsewhere ? eval(option->site, option->frame) : hole();
}

}  // namespace envelint
