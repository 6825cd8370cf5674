#include "mcp/answer.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "analysis/sources.h"
#include "analysis/syntax.h"
#include "mcp/code_index.h"
#include "mcp/naming.h"
#include "source/words.h"

namespace envelint {
namespace {

constexpr size_t kMaxSteps = 800;
constexpr int kMaxDepth = 5;

/// Lists that comment on an answer and aren't its rows.
bool isReportKey(std::string_view key) {
  static constexpr auto kKeys = std::to_array<std::string_view>(
      {"alerts", "errors", "hints", "notes", "recommendations", "suggestions", "warnings"});
  return isOneOf(normalizedName(key), kKeys);
}

class AnswerReader {
 public:
  explicit AnswerReader(Evaluator& evaluator) : evaluator_(evaluator), sources_(evaluator) {}

  Answer read(const std::vector<Payload>& payloads) {
    for (const Payload& payload : payloads) {
      if (payload.shape == PayloadShape::kError || !payload.expr) {
        continue;
      }
      hasRows_ = payload.hasRows;
      isOptional_ = false;
      if (payload.shape == PayloadShape::kText) {
        addText(payload.expr, payload.frame);
      } else {
        value(payload.value, payload.expr, payload.frame, {}, 0);
      }
    }
    for (size_t next = 0; next < texts_.size(); ++next) {
      if (next >= kMaxSteps) {
        answer_.isOpen = true;
        break;
      }
      const Text at = texts_[next];
      isOfRow_ = at.isOfRow;
      text(at.expr, at.frame);
    }
    return std::move(answer_);
  }

 private:
  // --- Values ------------------------------------------------------------------------------------

  void value(const Value* joined, ExprRef expr, const Frame* frame, std::string_view key,
             int depth) {
    if (depth > kMaxDepth) {
      answer_.isOpen = true;
      return;
    }
    const std::vector<const Value*> options = evaluator_.alternatives(joined);
    bool isRows = false;
    for (const Value* option : options) {
      if (evaluator_.isArray(option)) {
        isRows |= !option->isNullish();
      }
    }
    if (isRows) {
      answer_.rows.push_back({expr, frame, key, hasRows_ && depth <= 1 && !isReportKey(key)});
    }
    const bool wasOptional = isOptional_;
    isOptional_ |= std::ranges::any_of(options, [](const Value* one) { return one->isNullish(); });
    for (const Value* option : options) {
      if (option->isNullish() || evaluator_.isArray(option)) {
        continue;
      }
      switch (option->kind) {
        case ValueKind::kObject:
          object(option, depth);
          break;
        case ValueKind::kString:
          addText(expr, frame);
          break;
        case ValueKind::kNumber:
        case ValueKind::kBoolean:
          break;
        case ValueKind::kCall:
          if (option->text == "stringify" && !argumentsOf(option->site).empty()) {
            const ExprRef given = option->site.with(argumentsOf(option->site).front());
            value(evaluator_.valueOf(given, option->frame), given, option->frame, key, depth);
            break;
          }
          [[fallthrough]];
        default:
          if (option->is(ValueKind::kMember) && option->text == "message") {
            break;  // What went wrong.
          }
          // A single value beside others is no place for more of them; an answer is.
          if (depth == 0) {
            answer_.taken.push_back({expr, frame, {}, false});
            answer_.isOpen = true;
          }
      }
    }
    isOptional_ = wasOptional;
  }

  void object(const Value* made, int depth) {
    const KnownProperties known = evaluator_.properties(made);
    answer_.isOpen |= known.open;
    for (const KnownProperty& property : known.properties) {
      answer_.fields.push_back(
          {property.key, property.value, property.frame, property.place, depth, isOptional_});
      if (property.value) {
        value(evaluator_.valueOf(property), property.value, property.frame, property.key,
              depth + 1);
      }
    }
    const auto* node = made->site.as<ObjectExpr>();
    for (const Property& property : node->properties) {
      if (property.kind == PropertyKind::kSpread) {
        answer_.taken.push_back({made->site.with(property.value), made->frame, "...", false});
      }
    }
  }

  struct Text {
    ExprRef expr;
    const Frame* frame;
    bool isOfRow;
  };

  // --- Texts -------------------------------------------------------------------------------------

  void addText(ExprRef expr, const Frame* frame) {
    if (expr && seen_.emplace(expr.module, expr.id.value, frame).second) {
      texts_.push_back({expr, frame, isOfRow_});
    }
  }

  void text(ExprRef expr, const Frame* frame) {
    if (const auto* literal = expr.as<StringLiteral>()) {
      answer_.pieces.push_back({literal->value, {}, frame, isOfRow_});
      return;
    }
    if (const auto* literal = expr.as<TemplateLiteral>()) {
      for (size_t i = 0; i < literal->texts.size(); ++i) {
        const bool hasHole = i < literal->holes.size();
        answer_.pieces.push_back({literal->texts[i],
                                  hasHole ? expr.with(literal->holes[i]) : ExprRef{}, frame,
                                  isOfRow_});
        if (hasHole) {
          hole(expr.with(literal->holes[i]), frame);
        }
      }
      return;
    }
    if (const auto* sum = expr.as<BinaryExpr>()) {
      added(expr, *sum, frame);
      return;
    }
    if (const auto* array = expr.as<ArrayExpr>()) {
      elements(expr, *array, frame);
      return;
    }
    if (const auto* call = expr.as<CallExpr>()) {
      called(expr, *call, frame);
      return;
    }
    if (const Binding* binding = sources_.variableOf(expr)) {
      grown(expr, *binding, frame);
    }
    const std::vector<Source> sources = sources_.of(expr, frame);
    for (const Source& source : sources) {
      addText(source.expr, source.frame);
    }
  }

  void added(ExprRef expr, const BinaryExpr& sum, const Frame* frame) {
    if (sum.op != BinaryOp::kAdd) {
      return;
    }
    const auto* literal = expr.module->as<StringLiteral>(sum.left);
    answer_.pieces.push_back({literal != nullptr ? literal->value : std::string_view(),
                              expr.with(sum.right), frame, isOfRow_});
    if (literal == nullptr) {
      hole(expr.with(sum.left), frame);
    }
    hole(expr.with(sum.right), frame);
  }

  /// A hole that is a text itself goes on; of a value only what is around it says more.
  void hole(ExprRef expr, const Frame* frame) { addText(expr, frame); }

  void elements(ExprRef expr, const ArrayExpr& array, const Frame* frame) {
    for (const ExprId element : array.elements) {
      if (!element) {
        continue;
      }
      const auto* spread = expr.module->as<SpreadExpr>(element);
      addText(expr.with(spread != nullptr ? spread->argument : element), frame);
    }
  }

  void called(ExprRef expr, const CallExpr& call, const Frame* frame) {
    const ExprRef callee = withoutCasts(expr.with(call.callee));
    const auto* member = callee.as<MemberExpr>();
    const std::string_view name = lastNameOf(callee);
    if (member != nullptr && (name == "map" || name == "flatMap")) {
      answer_.rows.push_back({callee.with(member->object), frame, {}, true});
      return;
    }
    if (name == "stringify" && !call.args.empty()) {
      const ExprRef given = expr.with(call.args[0]);
      // Inside a text only lists and the objects around them are of interest.
      value(evaluator_.valueOf(given, frame), given, frame, {}, 1);
      return;
    }
    const std::vector<Source> sources = sources_.of(expr, frame);
    for (const Source& source : sources) {
      addText(source.expr, source.frame);
    }
    if (!sources.empty()) {
      return;
    }
    if (member != nullptr) {
      addText(callee.with(member->object), frame);
    }
    for (const ExprId arg : call.args) {
      if (evaluator_.mayBeArray(evaluator_.valueOf(expr.with(arg), frame))) {
        // A formatter of a package gets the rows: what it writes about them isn't known.
        answer_.isOpen |= name != "join";
      }
    }
  }

  /// What is pushed to an array of lines, in loops over rows.
  void grown(ExprRef expr, const Binding& binding, const Frame* frame) {
    const Module& module = *expr.module;
    const Frame* home = Sources::frameOf(frame, module, binding.scopeFunction);
    if (!grown_.emplace(&binding, home).second) {
      return;
    }
    for (const ExprId read : binding.reads) {
      const ExprRef method{&module, module.owner(read).expr()};
      const auto* member = method.as<MemberExpr>();
      const ExprRef call =
          member != nullptr ? method.with(module.owner(method.id).expr()) : ExprRef{};
      const auto* node = call ? call.as<CallExpr>() : nullptr;
      if (node == nullptr || node->callee != method.id ||
          (member->name != "push" && member->name != "unshift")) {
        if (node == nullptr || node->callee != method.id) {
          handedOn(read, module, home);
        }
        continue;
      }
      const Frame* here = Sources::frameOf(frame, module, module.enclosingFunction(read));
      const bool wasOfRow = isOfRow_;
      isOfRow_ |= inLoop(call, frame);
      for (const ExprId arg : node->args) {
        const auto* spread = module.as<SpreadExpr>(arg);
        addText(call.with(spread != nullptr ? spread->argument : arg), here);
      }
      isOfRow_ = wasOfRow;
    }
    for (const BindingWrite& write : binding.writes) {
      const auto* assign = write.site ? module.as<AssignExpr>(write.site) : nullptr;
      if (assign != nullptr && assign->op == AssignOp::kAdd) {
        const Frame* here = Sources::frameOf(frame, module, module.enclosingFunction(write.site));
        const bool wasOfRow = isOfRow_;
        isOfRow_ |= inLoop({&module, write.site}, frame);
        addText({&module, write.source}, here);
        isOfRow_ = wasOfRow;
      }
    }
  }

  /// `appendRows(lines, rows)`: what the function pushes counts, too.
  void handedOn(ExprId read, const Module& module, const Frame* frame) {
    const ExprRef owner{&module, module.owner(read).expr()};
    const auto* call = owner.as<CallExpr>();
    if (call == nullptr || call->callee == read) {
      return;
    }
    const Frame* called = evaluator_.frameOfCall(owner, frame);
    if (called == nullptr) {
      return;
    }
    const Module& other = *called->function.module;
    const Bindings& bindings = evaluator_.program().bindings(other);
    for (uint32_t i = 0; i < call->args.size(); ++i) {
      if (call->args[i] != read) {
        continue;
      }
      for (const Binding& binding : bindings.all()) {
        if (binding.kind == BindingKind::kParameter && binding.parameter == i &&
            binding.function == called->function.id && !binding.reads.empty()) {
          grown({&other, binding.reads.front()}, binding, called);
        }
      }
    }
  }

  /// Lines that are made in a loop are made of the rows it goes through.
  bool inLoop(ExprRef at, const Frame* frame) {
    const Sources::Turns turns = Sources::turnsAround(at, frame, false);
    const Source& rows = turns.iterable;
    if (!rows.expr) {
      return false;
    }
    if (!isOfRow_ && looped_.emplace(rows.expr.module, rows.expr.id.value, rows.frame).second) {
      answer_.rows.push_back({rows.expr, rows.frame, {}, true, turns.loop});
    }
    return true;
  }

  Evaluator& evaluator_;
  Sources sources_;
  Answer answer_;
  bool hasRows_ = false;
  bool isOptional_ = false;
  std::vector<Text> texts_;
  bool isOfRow_ = false;
  std::set<std::tuple<const Module*, uint32_t, const Frame*>> seen_;
  std::set<std::tuple<const Module*, uint32_t, const Frame*>> looped_;
  std::set<std::pair<const Binding*, const Frame*>> grown_;
};

}  // namespace

Answer readAnswer(Evaluator& evaluator, const std::vector<Payload>& payloads) {
  evaluator.startQuery();
  return AnswerReader(evaluator).read(payloads);
}

}  // namespace envelint
