#include "mcp/test_cases.h"

#include <algorithm>
#include <array>
#include <set>

#include "analysis/syntax.h"
#include "mcp/code_index.h"
#include "mcp/project.h"
#include "mcp/test_checks.h"
#include "program/children.h"

namespace envelint {
namespace {

/// Suites in suites, helpers in helpers, blocks in blocks: more than anybody writes.
constexpr int kDepth = 60;
constexpr int kHelperDepth = 6;
constexpr size_t kMaxCases = 5000;
/// Steps of the evaluator that the tests of one module may take; one step is about 3 microseconds.
constexpr uint64_t kStepsPerModule = 150'000;
/// Rows of a parametrised test that are told apart.
constexpr size_t kMaxRows = 100;
/// Statements and calls that one test may lead to.
constexpr uint32_t kMaxVisits = 20000;

enum class Block : uint8_t { kNone, kSuite, kTest };

Block blockNamed(std::string_view name) {
  if (name == "describe" || name == "suite" || name == "context") {
    return Block::kSuite;
  }
  return name == "it" || name == "test" || name == "specify" ? Block::kTest : Block::kNone;
}

/// The direct callees, conditions and children that a walk over a test's code meets.
class TestWalk {
 public:
  TestWalk(Evaluator& evaluator, TestAnswers& answers, TestCase& test)
      : evaluator_(evaluator), answers_(answers), checks_(evaluator, answers), test_(test) {}

  void walkFunction(FunctionRef function, const Frame* frame) { walkBody(function, frame, {}); }

 private:
  /// Where in the test the walk is.
  struct Position {
    bool isVacuous = false;
    bool isHandler = false;  ///< in the `catch` of a failed call
    CodePlace from;          ///< of the statement in the test itself, when in a helper
    int helpers = 0;
    int depth = 0;
    Position inner() const {
      Position next = *this;
      ++next.depth;
      return next;
    }
  };

  void walkBody(FunctionRef function, const Frame* frame, Position at) {
    const Function& code = function.module->function(function.id);
    if (!active_.insert({function.module, function.id.value}).second) {
      return;
    }
    walked_.insert({function.module, function.id.value});
    if (code.body) {
      walk({function.module, code.body}, frame, at.inner());
    } else if (code.expressionBody) {
      walkExpr({function.module, code.expressionBody}, frame, at.inner());
    }
    active_.erase({function.module, function.id.value});
  }

  void walkAll(const Module* module, std::span<const StmtId> body, const Frame* frame,
               Position at) {
    for (const StmtId id : body) {
      walk({module, id}, frame, at);
      if (const auto* branch = module->as<IfStmt>(id)) {
        // `if (items.length === 0) return;`: what follows isn't reached for an empty answer.
        at.isVacuous = at.isVacuous || (leaves({module, branch->consequent}) &&
                                        checks_.asksForEmpty({module, branch->test}, frame));
      }
    }
  }

  /// Whether a branch ends the test quietly.
  static bool leaves(StmtRef branch) {
    if (const auto* block = branch.as<BlockStmt>()) {
      return !block->body.empty() && branch.module->as<ReturnStmt>(block->body.back()) != nullptr;
    }
    return branch.as<ReturnStmt>() != nullptr;
  }

  /// Whether a branch fails the test: `throw`, `expect.fail()`, `assert.fail()`.
  static bool fails(StmtRef branch) {
    if (const auto* block = branch.as<BlockStmt>()) {
      return std::ranges::any_of(block->body, [&](StmtId id) { return fails(branch.with(id)); });
    }
    if (const auto* statement = branch.as<ExpressionStmt>()) {
      const ExprRef call = withoutCasts({branch.module, statement->expr});
      const auto* node = call.as<CallExpr>();
      return node != nullptr && lastNameOf(call.with(node->callee)) == "fail";
    }
    return branch.as<ThrowStmt>() != nullptr;
  }

  void walk(StmtRef stmt, const Frame* frame, const Position& at) {
    if (!stmt || at.depth > kDepth || ++visits_ > kMaxVisits) {
      return;
    }
    evaluator_.startQuery();
    const Module* module = stmt.module;
    if (const auto* statement = stmt.as<ExpressionStmt>()) {
      walkExpr({module, statement->expr}, frame, at);
    } else if (const auto* declare = stmt.as<DeclareStmt>()) {
      for (const Declarator& declarator : declare->declarators) {
        walkExpr({module, declarator.init}, frame, at);
      }
    } else if (const auto* block = stmt.as<BlockStmt>()) {
      walkAll(module, block->body, frame, at.inner());
    } else if (const auto* branch = stmt.as<IfStmt>()) {
      walkIf(stmt, *branch, frame, at);
    } else if (const auto* loop = stmt.as<LoopStmt>()) {
      walkLoop(stmt, *loop, frame, at);
    } else if (const auto* choice = stmt.as<SwitchStmt>()) {
      for (const SwitchCase& switchCase : choice->cases) {
        walkAll(module, switchCase.body, frame, at.inner());
      }
    } else if (const auto* attempt = stmt.as<TryStmt>()) {
      walk({module, attempt->block}, frame, at.inner());
      Position handler = at.inner();
      handler.isHandler = true;
      walk({module, attempt->handler}, frame, handler);
      walk({module, attempt->finalizer}, frame, at.inner());
    } else if (const auto* result = stmt.as<ReturnStmt>()) {
      walkExpr({module, result->value}, frame, at);
    }
  }

  void walkIf(StmtRef stmt, const IfStmt& branch, const Frame* frame, const Position& at) {
    walkExpr({stmt.module, branch.test}, frame, at);
    const StmtRef alternate{stmt.module, branch.alternate};
    const bool asks = checks_.asksAnswer({stmt.module, branch.test}, frame);
    Position inner = at.inner();
    inner.isVacuous = at.isVacuous || (asks && !(alternate && fails(alternate)));
    walk({stmt.module, branch.consequent}, frame, inner);
    walk(alternate, frame, inner);
  }

  void walkLoop(StmtRef stmt, const LoopStmt& loop, const Frame* frame, const Position& at) {
    Position inner = at.inner();
    const ExprRef iterable{stmt.module, loop.iterable};
    if (iterable && answers_.valueOf(iterable, frame)) {
      inner.isVacuous = true;
    } else if (iterable) {
      walkExpr(iterable, frame, at);
      bool isOpen = false;
      const auto elements = evaluator_.elements(evaluator_.valueOf(iterable, frame), &isOpen);
      if (!isOpen && !elements.empty() && elements.size() <= kMaxRows) {
        for (const Value* element : elements) {
          walk({stmt.module, loop.body}, evaluator_.inLoop(frame, stmt, element), inner);
        }
        return;
      }
    }
    const ExprRef test{stmt.module, loop.test};
    inner.isVacuous = inner.isVacuous || (test && checks_.asksAnswer(test, frame));
    walk({stmt.module, loop.body}, frame, inner);
  }

  void walkExpr(ExprRef expr, const Frame* frame, Position at) {
    expr = withoutCasts(expr);
    if (!expr || at.depth > kDepth || ++visits_ > kMaxVisits) {
      return;
    }
    const std::vector<Assertion> assertions = readAssertions(expr);
    for (const Assertion& assertion : assertions) {
      note(expr, assertion, frame, at);
    }
    if (!assertions.empty()) {
      // Its words were all read; what it is about may call the tool, or helpers.
      walkExpr(assertions.front().subject, frame, at.inner());
      walkExpr(assertions.front().expected, frame, at.inner());
    } else if (expr.as<CallExpr>() != nullptr) {
      walkCall(expr, frame, at);
    } else {
      walkParts(expr, frame, at);
    }
  }

  void walkParts(ExprRef expr, const Frame* frame, const Position& at) {
    const Position inner = at.inner();
    ChildVisitor parts{[&](ExprId id) { walkExpr(expr.with(id), frame, inner); }, [](StmtId) {},
                       [](PatternId) {}, [](FunctionId) {}, [](ClassId) {}};
    parts.children(expr.module->node(expr.id));
  }

  void walkCall(ExprRef call, const Frame* frame, const Position& at) {
    const auto* node = call.as<CallExpr>();
    if (const std::string_view tool = answers_.toolCalledBy(call, frame); !tool.empty()) {
      if (std::ranges::find(test_.tools, tool) == test_.tools.end()) {
        test_.tools.push_back(tool);
      }
    }
    const ExprRef callee = withoutCasts(call.with(node->callee));
    const auto* member = callee.as<MemberExpr>();
    if (member != nullptr && isIteration(member->name) && node->args.size() == 1) {
      const ExprRef rows = callee.with(member->object);
      walkExpr(rows, frame, at.inner());
      walkIteration(call, rows, frame, at);
      return;
    }
    walkParts(call, frame, at);
    const bool isOfAnswer =
        member != nullptr && answers_.valueOf(callee.with(member->object), frame);
    const Frame* helper =
        at.helpers < kHelperDepth && !isOfAnswer ? answers_.frameOfCall(call, frame) : nullptr;
    if (helper != nullptr && isTestFile(helper->function.module->file().displayPath())) {
      Position inner = at.inner();
      ++inner.helpers;
      inner.from = at.from ? at.from : placeOf(call);
      // What stands in the test's own function is the test's text.
      if (helper->function.module->function(helper->function.id).name.empty() &&
          answers_.expressionOf(helper->function) == ExprRef{}) {
        inner.from = at.from;
      }
      walkBody(helper->function, helper, inner);
    } else if (checks_.looksLikeCheck(call, frame)) {
      test_.checksOther = true;
    }
    for (const ExprId argument : node->args) {
      const ExprRef callback = withoutCasts(call.with(argument));
      if (const auto* function = callback.as<FunctionExpr>();
          function != nullptr && !walked_.contains({callback.module, function->function.value})) {
        walkCallback(callback, {}, frame, at);
      }
    }
  }

  void walkCallback(ExprRef callback, const std::vector<const Value*>& arguments,
                    const Frame* frame, const Position& at) {
    const Value* value = evaluator_.valueOf(callback, frame);
    if (value->is(ValueKind::kFunction)) {
      if (const Frame* entered = evaluator_.enter(value, arguments)) {
        walkBody(value->function, entered, at.inner());
      }
    }
  }

  /// `items.forEach((item) => expect(...))`: nothing is checked when there are no items.
  void walkIteration(ExprRef call, ExprRef rows, const Frame* frame, const Position& at) {
    const ExprRef callback = withoutCasts(call.with(call.as<CallExpr>()->args[0]));
    if (callback.as<FunctionExpr>() == nullptr) {
      walkExpr(callback, frame, at.inner());
      return;
    }
    Position inner = at.inner();
    if (answers_.valueOf(rows, frame)) {
      inner.isVacuous = true;
      walkCallback(callback, {}, frame, inner);
      return;
    }
    bool isOpen = false;
    const auto elements = evaluator_.elements(evaluator_.valueOf(rows, frame), &isOpen);
    if (isOpen || elements.empty() || elements.size() > kMaxRows) {
      walkCallback(callback, {}, frame, inner);
      return;
    }
    for (const Value* element : elements) {
      walkCallback(callback, {element}, frame, inner);
    }
  }

  void note(ExprRef expr, const Assertion& assertion, const Frame* frame, const Position& at) {
    const Judgement judgement = checks_.judge(assertion, frame, at.helpers > 0);
    switch (judgement.about) {
      case Judgement::About::kCalls:
        test_.checksCalls = true;
        return;
      case Judgement::About::kOther:
        test_.checksOther = test_.checksOther || !at.isHandler;
        return;
      case Judgement::About::kNothing:
        return;
      case Judgement::About::kAnswer:
        break;
    }
    if (judgement.proof == Proof::kFailure) {
      test_.expectsFailure = true;
    }
    // A helper that every test calls checks what all answers have in common; it is no test's own
    // shape assertion, but what it proves about the data counts.
    if (at.from && judgement.proof == Proof::kShape && !judgement.isTelling) {
      return;
    }
    test_.checks.push_back({at.from ? at.from : placeOf(expr), judgement.proof, at.isVacuous,
                            judgement.isTelling, judgement.tool});
  }

  using FunctionKey = std::pair<const Module*, uint32_t>;
  Evaluator& evaluator_;
  TestAnswers& answers_;
  TestChecks checks_;
  TestCase& test_;
  std::set<FunctionKey> active_;  ///< functions the walk is in: no recursion
  std::set<FunctionKey> walked_;
  uint32_t visits_ = 0;
};

/// Finds the suites and tests of a module and walks through each test.
class TestCaseReader {
 public:
  TestCaseReader(Evaluator& evaluator, const TestedTools& tools, const Module& module)
      : evaluator_(evaluator),
        answers_(evaluator, tools),
        module_(module),
        firstStep_(evaluator.steps()) {}

  std::vector<TestCase> read(bool* isWhole) {
    collectAll(module_.body(), nullptr, 0);
    *isWhole = !isOverBudget_ && cases_.size() < kMaxCases;
    // A test that wasn't read might be the one that asserts data.
    return *isWhole ? std::move(cases_) : std::vector<TestCase>();
  }

 private:
  void collectAll(std::span<const StmtId> body, const Frame* frame, int depth) {
    for (const StmtId id : body) {
      collect(id, frame, depth + 1);
    }
  }

  void collect(StmtId id, const Frame* frame, int depth) {
    if (!id || depth > kDepth) {
      return;
    }
    if (const auto* statement = module_.as<ExpressionStmt>(id)) {
      collectCall(withoutCasts({&module_, statement->expr}), frame, depth);
    } else if (const auto* block = module_.as<BlockStmt>(id)) {
      collectAll(block->body, frame, depth);
    } else if (const auto* branch = module_.as<IfStmt>(id)) {
      collect(branch->consequent, frame, depth + 1);
      collect(branch->alternate, frame, depth + 1);
    } else if (const auto* loop = module_.as<LoopStmt>(id)) {
      collectLoop(id, *loop, frame, depth);
    }
  }

  void collectLoop(StmtId id, const LoopStmt& loop, const Frame* frame, int depth) {
    bool isOpen = true;
    std::vector<const Value*> elements;
    if (loop.iterable) {
      elements = evaluator_.elements(evaluator_.valueOf({&module_, loop.iterable}, frame), &isOpen);
    }
    if (isOpen || elements.size() > kMaxRows) {
      collect(loop.body, frame, depth + 1);
      return;
    }
    for (const Value* element : elements) {
      collect(loop.body, evaluator_.inLoop(frame, {&module_, id}, element), depth + 1);
    }
  }

  void collectCall(ExprRef call, const Frame* frame, int depth) {
    const auto* node = call.as<CallExpr>();
    if (node == nullptr) {
      return;
    }
    const ExprRef callee = withoutCasts(call.with(node->callee));
    const Block block = blockOf(callee, 0);
    const auto* member = callee.as<MemberExpr>();
    const bool isTable = block == Block::kNone && member != nullptr && isIteration(member->name);
    if (block == Block::kNone && !isTable) {
      collectArguments(call, frame, depth);
      return;
    }
    const ExprRef function = lastFunction(call);
    if (!function) {
      return;
    }
    const ExprRef table = isTable ? callee.with(member->object) : tableOf(callee);
    for (const std::vector<const Value*>& row : rowsOf(table, frame, isTable)) {
      evaluator_.startQuery();
      const Value* value = evaluator_.valueOf(function, frame);
      const Frame* entered =
          value->is(ValueKind::kFunction) ? evaluator_.enter(value, row) : nullptr;
      if (entered == nullptr) {
        continue;
      }
      if (block == Block::kTest) {
        readTest(call, value->function, entered);
      } else {
        collectBody(value->function, entered, depth + 1);
      }
    }
  }

  /// `withServer((call) => { it(...) })`: a function that takes its tests as an argument.
  void collectArguments(ExprRef call, const Frame* frame, int depth) {
    if (const ExprRef function = lastFunction(call)) {
      const Value* value = evaluator_.valueOf(function, frame);
      if (value->is(ValueKind::kFunction)) {
        collectBody(value->function, evaluator_.enter(value, {}), depth + 1);
      }
    }
  }

  void collectBody(FunctionRef function, const Frame* frame, int depth) {
    const Function& code = function.module->function(function.id);
    if (function.module == &module_ && code.body && depth < kDepth) {
      collect(code.body, frame, depth + 1);
    } else if (function.module == &module_ && code.expressionBody) {
      collectCall(withoutCasts({&module_, code.expressionBody}), frame, depth + 1);
    }
  }

  void readTest(ExprRef call, FunctionRef function, const Frame* frame) {
    if (isOverBudget_ || cases_.size() >= kMaxCases) {
      return;
    }
    TestCase test;
    test.place = placeOf(call);
    answers_.startTest();
    TestWalk(evaluator_, answers_, test).walkFunction(function, frame);
    for (const Check& check : test.checks) {
      if (!check.tool.empty() && std::ranges::find(test.tools, check.tool) == test.tools.end()) {
        test.tools.push_back(check.tool);
      }
    }
    if (!test.tools.empty()) {
      cases_.push_back(std::move(test));
    }
    isOverBudget_ = evaluator_.steps() - firstStep_ > kStepsPerModule;
  }

  /// Whether a callee begins a suite or a test: `it`, `describe.skip`, `test.each(table)`, and a
  /// variable that is one of these under a condition.
  Block blockOf(ExprRef callee, int depth) {
    for (int i = 0; i < 8; ++i) {
      callee = withoutCasts(callee);
      if (const auto* member = callee.as<MemberExpr>()) {
        // `t.test(...)` of node:test, `Deno.test`.
        if (member->name == "test" && callee.with(member->object).as<NameExpr>() != nullptr) {
          return Block::kTest;
        }
        callee = callee.with(member->object);
      } else if (const auto* call = callee.as<CallExpr>()) {
        callee = callee.with(call->callee);
      } else if (const auto* tagged = callee.as<TaggedTemplateExpr>()) {
        callee = callee.with(tagged->tag);
      } else {
        break;
      }
    }
    if (const auto* either = callee.as<ConditionalExpr>()) {
      return blockOf(callee.with(either->consequent), depth + 1);
    }
    const auto* name = callee.as<NameExpr>();
    if (name == nullptr || depth > 4) {
      return Block::kNone;
    }
    const Bindings& bindings = evaluator_.program().bindings(module_);
    const BindingId id = bindings.resolve(callee.id);
    if (!id) {
      return blockNamed(name->name);
    }
    const Binding& binding = bindings.binding(id);
    if (binding.kind == BindingKind::kImport) {
      const Import& import = module_.imports()[binding.import];
      return blockNamed(import.kind == ImportKind::kNamed ? import.imported : import.local);
    }
    for (const BindingWrite& write : binding.writes) {
      if (write.source && write.target == write.root) {
        return blockOf({&module_, write.source}, depth + 1);
      }
    }
    return binding.kind == BindingKind::kVariable ? blockNamed(name->name) : Block::kNone;
  }

  /// The last function among a call's arguments; a timeout or options may stand beside it.
  static ExprRef lastFunction(ExprRef call) {
    ExprRef last;
    for (const ExprId argument : argumentsOf(call)) {
      if (const ExprRef value = withoutCasts(call.with(argument)); value.as<FunctionExpr>()) {
        last = value;
      }
    }
    return last;
  }

  /// The table of `it.each(table)`; none for other callees.
  static ExprRef tableOf(ExprRef callee) {
    const auto* call = callee.as<CallExpr>();
    const ExprRef inner = call != nullptr ? withoutCasts(callee.with(call->callee)) : ExprRef{};
    const auto* member = inner.as<MemberExpr>();
    const bool isEach = member != nullptr && (member->name == "each" || member->name == "for");
    return isEach && !call->args.empty() ? callee.with(call->args[0]) : ExprRef{};
  }

  /// What a test's function is called with, once for each row of its table: the row's elements, or
  /// the row itself when it is none or `asOne`. One row of nothing where there is no known table.
  std::vector<std::vector<const Value*>> rowsOf(ExprRef table, const Frame* frame, bool asOne) {
    if (!table) {
      return {{}};
    }
    bool isOpen = false;
    const auto elements = evaluator_.elements(evaluator_.valueOf(table, frame), &isOpen);
    if (isOpen || elements.empty() || elements.size() > kMaxRows) {
      return {{}};
    }
    std::vector<std::vector<const Value*>> rows;
    for (const Value* element : elements) {
      bool isRowOpen = false;
      std::vector<const Value*> cells;
      if (!asOne && element->is(ValueKind::kArray)) {
        cells = evaluator_.elements(element, &isRowOpen);
      }
      rows.push_back(cells.empty() ? std::vector<const Value*>{element} : std::move(cells));
    }
    return rows;
  }

  Evaluator& evaluator_;
  TestAnswers answers_;
  const Module& module_;
  uint64_t firstStep_;
  bool isOverBudget_ = false;
  std::vector<TestCase> cases_;
};

}  // namespace

std::vector<TestCase> readTestCases(Evaluator& evaluator, const TestedTools& tools,
                                    const Module& module, bool* isWhole) {
  return TestCaseReader(evaluator, tools, module).read(isWhole);
}

}  // namespace envelint
