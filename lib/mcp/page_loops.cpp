#include "mcp/page_loops.h"

#include <algorithm>
#include <array>
#include <set>

#include "analysis/syntax.h"
#include "mcp/code_index.h"
#include "mcp/naming.h"
#include "mcp/row_flow.h"
#include "source/words.h"

namespace envelint {
namespace {

/// Expressions of a loop that is looked at, and loops of a module: more are no page loops.
constexpr size_t kMaxExpressions = 5000;
constexpr size_t kMaxLoops = 300;
/// So many pages at most are as good as one.
constexpr double kFewPages = 10;

constexpr auto kContinuations = std::to_array<std::string_view>({
    "after",
    "continuation",
    "continuationtoken",
    "continuecursor",
    "cursor",
    "endcursor",
    "from",
    "hasmore",
    "hasnextpage",
    "lastevaluatedkey",
    "link",
    "marker",
    "more",
    "next",
    "nextcursor",
    "nextlink",
    "nextmarker",
    "nextoffset",
    "nextpage",
    "nextpagetoken",
    "nextpageurl",
    "nexttoken",
    "nexturl",
    "odatanextlink",
    "offset",
    "page",
    "pagenumber",
    "pagetoken",
    "exclusivestartkey",
    "skip",
    "start",
    "startat",
    "startcursor",
    "currentpage",
    "token",
});

/// Those of them that count rows or pages.
constexpr auto kPositions = std::to_array<std::string_view>(
    {"currentpage", "from", "link", "offset", "page", "pagenumber", "skip", "start", "startat"});

const LoopStmt* asPageLoop(const Module& module, StmtId id) {
  const auto* loop = module.as<LoopStmt>(id);
  return loop != nullptr && loop->kind != LoopKind::kForOf && loop->kind != LoopKind::kForIn
             ? loop
             : nullptr;
}

/// The innermost loop around an expression, inside its own function.
StmtId loopAround(const Module& module, ExprId expr) {
  const FunctionId function = module.enclosingFunction(expr);
  for (StmtId id = module.statementOf(expr); id; id = module.parent(id)) {
    if (module.enclosingFunction(id) != function) {
      break;
    }
    if (asPageLoop(module, id) != nullptr) {
      return id;
    }
  }
  return {};
}

/// What one loop does, read off its text.
class LoopReader {
 public:
  LoopReader(Evaluator& evaluator, StmtRef loop)
      : evaluator_(evaluator),
        module_(*loop.module),
        bindings_(evaluator.program().bindings(module_)),
        loop_(loop),
        node_(*loop.as<LoopStmt>()),
        range_(module_.range(loop.id)) {
    for (uint32_t i = 0; i < module_.exprCount() && inside_.size() <= kMaxExpressions; ++i) {
      if (isInside(ExprId{i})) {
        inside_.push_back(ExprId{i});
      }
    }
  }

  PageLoop read() {
    PageLoop found;
    if (inside_.size() > kMaxExpressions || !findNext(found)) {
      return {};
    }
    found.loop = loop_;
    found.head = {&module_.file(), node_.headRange};
    if (node_.kind == LoopKind::kDoWhile) {
      constexpr uint32_t kDoBytes = 2;
      found.head.range = {range_.begin, range_.begin + kDoBytes};
    }
    findMerge(found);
    found.isBounded = isBounded(found);
    if (!testsContinuation() && isOpaque_) {
      found.endsOnRows = endOnRows();
    }
    return found;
  }

 private:
  bool isInside(Range range) const { return range_.contains(range); }
  bool isInside(ExprId id) const { return isInside(module_.range(id)); }

  /// Whether a variable was there before the loop.
  bool isOutside(const Binding& binding) const {
    if (binding.kind != BindingKind::kVariable && binding.kind != BindingKind::kParameter) {
      return false;
    }
    return std::ranges::none_of(binding.writes, [&](const BindingWrite& write) {
      return !write.site && write.target && isInside(module_.range(write.target)) &&
             !(node_.init && module_.range(node_.init).contains(module_.range(write.target)));
    });
  }

  /// Looks for a variable, or a member of one, that gets the continuation in the loop and goes to a
  /// call there.
  bool findNext(PageLoop& found) {
    for (const Binding& binding : bindings_.all()) {
      if (binding.writes.empty() && binding.memberWrites.empty()) {
        continue;
      }
      for (const BindingWrite& write : binding.writes) {
        if (write.site && isInside(write.site) && isOutside(binding) &&
            takesNext(binding.name, write.source, write.site) && isGivenToCall(binding)) {
          note(found, binding, write.site, write.source);
        }
      }
      for (const MemberWrite& write : binding.memberWrites) {
        if (isInside(write.site) && isOutside(binding) && namesContinuation(write.key) &&
            takesNext(write.key, write.value, write.site) && isGivenToCall(binding)) {
          note(found, binding, write.site, write.value);
        }
      }
    }
    return static_cast<bool>(found.next);
  }

  /// The first that is found counts, unless a later one is a cursor.
  void note(PageLoop& found, const Binding& binding, ExprId site, ExprId source) {
    const bool opaque = isOpaque(site, source);
    if (!found.next || (opaque && !isOpaque_)) {
      isOpaque_ = opaque;
      nextName_ = binding.name;
      found.next = placeOf({&module_, site});
    }
  }

  /// Whether what is assigned is the continuation of a page: `page.nextCursor`, or the next number.
  bool takesNext(std::string_view name, ExprId source, ExprId site) const {
    const ExprRef at{&module_, site};
    if (const auto* update = at.as<UpdateExpr>()) {
      return update->increment && namesContinuation(name);
    }
    const auto* assign = at.as<AssignExpr>();
    if (assign == nullptr || !source) {
      return false;
    }
    if (assign->op == AssignOp::kAdd) {
      return namesContinuation(name);
    }
    return assign->op == AssignOp::kAssign && holdsContinuation(source, namesContinuation(name));
  }

  /// Whether an expression reads a continuation: from a member or a variable that is called so, or,
  /// where the name it is given says enough, from anything.
  bool holdsContinuation(ExprId source, bool isNamedSo) const {
    const Range range = module_.range(source);
    bool readsAnything = false;
    for (const ExprId id : inside_) {
      if (!range.contains(module_.range(id))) {
        continue;
      }
      if (const auto* member = module_.as<MemberExpr>(id)) {
        if (namesContinuation(member->name)) {
          return true;
        }
        readsAnything = true;
      } else if (const auto* name = module_.as<NameExpr>(id)) {
        // `page` of `page.items` is no number of a page.
        if (namesContinuation(name->name) && isTruth(id)) {
          return true;
        }
        readsAnything |= name->name != "undefined";
      } else if (module_.as<CallExpr>(id) != nullptr) {
        readsAnything = true;
      }
    }
    return isNamedSo && readsAnything;
  }

  /// Whether what is assigned is a member of the page that is called a cursor or a token: something
  /// that is there exactly while there are more pages.
  bool isOpaque(ExprId site, ExprId source) const {
    const auto* assign = module_.as<AssignExpr>(site);
    const ExprRef value = source ? withoutCasts({&module_, source}) : ExprRef{};
    const auto* member = value ? value.as<MemberExpr>() : nullptr;
    const std::string name = member != nullptr ? normalizedName(member->name) : "";
    return assign != nullptr && assign->op == AssignOp::kAssign &&
           (name.find("cursor") != std::string::npos || name.find("token") != std::string::npos);
  }

  /// Whether a test in the loop looks at a continuation: `while (cursor)`, `if (!page.hasMore)`.
  bool testsContinuation() const {
    for (const ExprId id : inside_) {
      const ExprRef expr{&module_, id};
      const auto* member = expr.as<MemberExpr>();
      const auto* name = expr.as<NameExpr>();
      // A `page` that is tested is the page itself, as a rule: what it has in it is no sign.
      const auto tellsOfMore = [](std::string_view word) {
        return namesContinuation(word) && !isOneOf(normalizedName(word), kPositions);
      };
      const bool isNamedSo = (member != nullptr && tellsOfMore(member->name)) ||
                             (name != nullptr && (tellsOfMore(name->name) ||
                                                  (nextName_ == name->name && isTruth(expr.id))));
      if (isNamedSo && isInside(expr.id) && isTested(expr)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a name stands for itself, not for a member of it.
  bool isTruth(ExprId name) const {
    return module_.as<MemberExpr>(module_.owner(name).expr()) == nullptr;
  }

  /// Whether an expression is part of a condition.
  bool isTested(ExprRef expr) const {
    for (ExprId at = expr.id; at;) {
      const ExprOwner owner = module_.owner(at);
      if (const StmtId statement = owner.stmt()) {
        const auto* branch = module_.as<IfStmt>(statement);
        const auto* loop = module_.as<LoopStmt>(statement);
        return (branch != nullptr && branch->test == at) || (loop != nullptr && loop->test == at);
      }
      const ExprId around = owner.expr();
      const auto* choice = module_.as<ConditionalExpr>(around);
      const bool decides =
          (choice != nullptr && choice->test == at) || module_.as<LogicalExpr>(around) != nullptr ||
          module_.as<UnaryExpr>(around) != nullptr || module_.as<BinaryExpr>(around) != nullptr;
      if (decides && (choice != nullptr || module_.as<UnaryExpr>(around) != nullptr)) {
        return true;
      }
      at = around;
    }
    return false;
  }

  /// The test on the number of rows, or of pages, that ends the loop; none when there is none.
  CodePlace endOnRows() const {
    for (const ExprId id : inside_) {
      const ExprRef expr{&module_, id};
      const auto* member = expr.as<MemberExpr>();
      if (member == nullptr || member->name != "length" || !isInside(expr.id) || !isTested(expr)) {
        continue;
      }
      const StmtId statement = module_.statementOf(expr.id);
      const auto* branch = module_.as<IfStmt>(statement);
      if (branch == nullptr) {
        return placeOf(expr);
      }
      if (leavesLoop(branch->consequent)) {
        return {&module_.file(), module_.range(branch->test)};
      }
    }
    return {};
  }

  bool leavesLoop(StmtId statement) const {
    const auto* block = module_.as<BlockStmt>(statement);
    const StmtId last = block != nullptr && !block->body.empty() ? block->body.back() : statement;
    return module_.as<BreakStmt>(last) != nullptr || module_.as<ReturnStmt>(last) != nullptr;
  }

  /// Whether a variable is read for a call in the loop, not only in its test.
  bool isGivenToCall(const Binding& binding) const {
    return std::ranges::any_of(binding.reads, [&](ExprId read) {
      if (!isInside(read)) {
        return false;
      }
      for (ExprId at = read; at;) {
        const ExprId around = module_.owner(at).expr();
        if (const auto* call = module_.as<CallExpr>(around)) {
          if (call->callee != at && !isNegligible(*call)) {
            return true;
          }
        } else if (module_.as<NewExpr>(around) != nullptr ||
                   module_.as<TemplateLiteral>(around) != nullptr) {
          return true;
        } else if (module_.as<AssignExpr>(around) != nullptr) {
          return false;
        }
        at = around;
      }
      // `const params = { cursor }`, which goes to the call.
      const auto* declare = module_.as<DeclareStmt>(module_.statementOf(read));
      return declare != nullptr;
    });
  }

  /// Calls that write a log or look at a number.
  bool isNegligible(const CallExpr& call) const {
    static constexpr auto kNames = std::to_array<std::string_view>(
        {"log", "info", "debug", "warn", "error", "trace", "min", "max", "push", "Boolean"});
    return isOneOf(lastNameOf({&module_, call.callee}), kNames);
  }

  void findMerge(PageLoop& found) const {
    for (const ExprId id : inside_) {
      if (!isInside(id)) {
        continue;
      }
      const BindingId kept = keptBy(id);
      if (kept && isOutside(bindings_.binding(kept))) {
        found.merge = {&module_, id};
        found.rows = kept;
        return;
      }
    }
  }

  /// The variable that an expression adds rows to: `all.push(...page)`, `all = all.concat(page)`,
  /// `all = [...all, ...page]`.
  BindingId keptBy(ExprId id) const {
    if (const auto* call = module_.as<CallExpr>(id)) {
      const ExprRef callee = withoutCasts({&module_, call->callee});
      const auto* member = callee.as<MemberExpr>();
      return member != nullptr && !call->args.empty() && member->name == "push"
                 ? bindings_.throughCasts(member->object)
                 : BindingId{};
    }
    const auto* assign = module_.as<AssignExpr>(id);
    const auto* target = assign != nullptr && assign->op == AssignOp::kAssign
                             ? module_.as<NamePattern>(assign->target)
                             : nullptr;
    if (target == nullptr) {
      return {};
    }
    const BindingId binding = bindings_.resolve(assign->target);
    const ExprRef source = withoutCasts({&module_, assign->value});
    if (const auto* call = source.as<CallExpr>()) {
      const auto* member = module_.as<MemberExpr>(call->callee);
      return member != nullptr && member->name == "concat" &&
                     bindings_.throughCasts(member->object) == binding
                 ? binding
                 : BindingId{};
    }
    const auto* array = source.as<ArrayExpr>();
    const bool keepsItself =
        array != nullptr && std::ranges::any_of(array->elements, [&](ExprId element) {
          const auto* spread = module_.as<SpreadExpr>(element);
          return spread != nullptr && bindings_.throughCasts(spread->argument) == binding;
        });
    return keepsItself ? binding : BindingId{};
  }

  /// Whether a comparison in the loop holds the rows down, or the pages to a few.
  bool isBounded(const PageLoop& found) const {
    for (const ExprId id : inside_) {
      const auto* binary = module_.as<BinaryExpr>(id);
      if (binary == nullptr || binary->op < BinaryOp::kLess ||
          binary->op > BinaryOp::kGreaterEqual || !isInside(id)) {
        continue;
      }
      for (const auto& [side, other] :
           {std::pair{binary->left, binary->right}, std::pair{binary->right, binary->left}}) {
        if ((isSizeOf(side, found.rows) || countsRows(side)) && !comesFromPage(other)) {
          return true;
        }
        if (isSizeOfShrinking(side)) {
          return true;
        }
        const Value* most = evaluator_.valueOf({&module_, other}, nullptr);
        const BindingId counter = bindings_.throughCasts(side);
        if (counter && most->isExactNumber() && most->high <= kFewPages && growsByOne(counter)) {
          return true;
        }
      }
    }
    return false;
  }

  bool isSizeOf(ExprId expr, BindingId rows) const {
    const auto* member = withoutCasts({&module_, expr}).as<MemberExpr>();
    return rows && member != nullptr && (member->name == "length" || member->name == "size") &&
           bindings_.throughCasts(member->object) == rows;
  }

  /// `wanted.size`, where what was found is taken out of `wanted`: the caller named them all.
  bool isSizeOfShrinking(ExprId expr) const {
    const auto* member = withoutCasts({&module_, expr}).as<MemberExpr>();
    const BindingId id = member != nullptr && (member->name == "size" || member->name == "length")
                             ? bindings_.throughCasts(member->object)
                             : BindingId{};
    return id && std::ranges::any_of(bindings_.binding(id).reads, [&](ExprId read) {
             const auto* method = module_.as<MemberExpr>(module_.owner(read).expr());
             return isInside(read) && method != nullptr &&
                    (method->name == "delete" || method->name == "shift" || method->name == "pop");
           });
  }

  /// `remaining`, which gets smaller, or `collected`, which grows, by what a page held.
  bool countsRows(ExprId expr) const {
    const BindingId id = bindings_.throughCasts(expr);
    if (!id || !isOutside(bindings_.binding(id)) || namesContinuation(bindings_.binding(id).name)) {
      return false;
    }
    return std::ranges::any_of(bindings_.binding(id).writes, [&](const BindingWrite& write) {
      const auto* assign =
          write.site && isInside(write.site) ? module_.as<AssignExpr>(write.site) : nullptr;
      return assign != nullptr &&
             (assign->op == AssignOp::kAdd || assign->op == AssignOp::kNumeric);
    });
  }

  bool growsByOne(BindingId id) const {
    return std::ranges::any_of(bindings_.binding(id).writes, [&](const BindingWrite& write) {
      return write.site && isInside(write.site) && module_.as<UpdateExpr>(write.site) != nullptr;
    });
  }

  /// `total`, which a page says: no bound of anybody's.
  bool comesFromPage(ExprId expr) const {
    const Range range = module_.range(expr);
    for (const ExprId id : inside_) {
      if (module_.as<NameExpr>(id) == nullptr || !range.contains(module_.range(id))) {
        continue;
      }
      const BindingId binding = bindings_.resolve(id);
      const bool isWrittenInside =
          binding &&
          std::ranges::any_of(bindings_.binding(binding).writes, [&](const BindingWrite& write) {
            return (write.site && isInside(write.site)) ||
                   (write.target && isInside(module_.range(write.target)));
          });
      if (isWrittenInside) {
        return true;
      }
    }
    return false;
  }

  Evaluator& evaluator_;
  const Module& module_;
  const Bindings& bindings_;
  StmtRef loop_;
  const LoopStmt& node_;
  Range range_;
  std::vector<ExprId> inside_;  ///< the expressions of the loop
  bool isOpaque_ = false;
  std::string_view nextName_;  ///< the variable that gets the continuation
};

/// Whether all the rows that a loop kept reach the handler's answer.
bool reachAnswer(Evaluator& evaluator, const Handler& handler, const PageLoop& loop,
                 const Frame* frame) {
  const Module& module = *loop.loop.module;
  const Range range = module.range(loop.loop.id);
  const Binding& rows = evaluator.program().bindings(module).binding(loop.rows);
  for (const ExprId read : rows.reads) {
    if (range.contains(module.range(read)) || module.range(read).begin < range.begin) {
      continue;
    }
    const RowFlow flow = followRows(evaluator, handler, {&module, read}, frame);
    if (flow.reachAnswer) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool namesContinuation(std::string_view name) {
  return isOneOf(normalizedName(name), kContinuations);
}

bool mayFetchPages(ExprRef call) {
  if (call.as<CallExpr>() == nullptr || !loopAround(*call.module, call.id)) {
    return false;
  }
  const ExprId around = call.module->owner(call.id).expr();
  return call.module->as<AwaitExpr>(around) != nullptr;
}

PageLoop pageLoopAround(Evaluator& evaluator, ExprRef call) {
  const StmtId loop = loopAround(*call.module, call.id);
  return loop ? LoopReader(evaluator, {call.module, loop}).read() : PageLoop{};
}

std::vector<PageLoop> pageLoopsIn(Evaluator& evaluator, const Module& module) {
  std::vector<PageLoop> found;
  std::set<uint32_t> seen;
  for (uint32_t i = 0; i < module.exprCount(); ++i) {
    const ExprRef call{&module, ExprId{i}};
    if (seen.size() >= kMaxLoops || !mayFetchPages(call) ||
        !seen.insert(loopAround(module, call.id).value).second) {
      continue;
    }
    evaluator.startQuery();
    if (const PageLoop loop = pageLoopAround(evaluator, call); loop.loop.id) {
      found.push_back(loop);
    }
  }
  return found;
}

std::vector<PageLoop> mergedPages(Evaluator& evaluator, const CallIndex& index,
                                  const Handler& handler) {
  std::vector<PageLoop> found;
  std::set<std::pair<const Module*, uint32_t>> seen;
  std::set<std::pair<const Module*, uint32_t>> looked;
  for (const ReachedCall& reached : reachedCalls(evaluator, index, handler)) {
    evaluator.startQuery();
    const StmtId id = loopAround(*reached.call.module, reached.call.id);
    if (looked.size() >= kMaxLoops) {
      break;
    }
    looked.emplace(reached.call.module, id.value);
    if (!id || seen.contains({reached.call.module, id.value})) {
      continue;
    }
    const PageLoop loop = pageLoopAround(evaluator, reached.call);
    if (loop.loop.id && loop.rows && !loop.isBounded &&
        reachAnswer(evaluator, handler, loop, reached.frame)) {
      seen.emplace(reached.call.module, id.value);
      found.push_back(loop);
    }
  }
  return found;
}

}  // namespace envelint
