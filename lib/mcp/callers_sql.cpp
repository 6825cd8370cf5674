// SQL that a tool's caller sends: follows it from the input to the calls that run it, and notes
// what looks at it on the way.

#include <algorithm>
#include <array>
#include <deque>
#include <optional>

#include "analysis/flow.h"
#include "analysis/syntax.h"
#include "mcp/code_index.h"
#include "mcp/handler_input.h"
#include "mcp/naming.h"
#include "mcp/row_flow.h"
#include "mcp/sql_facts.h"
#include "mcp/sql_guards.h"
#include "mcp/sql_text.h"
#include "source/words.h"
#include "sql/limit_check.h"

namespace envelint {
namespace {

constexpr size_t kMaxStarts = 8;

/// Methods of a string that give it back, whole but for its ends or its case.
constexpr auto kSameText = std::to_array<std::string_view>({
    "concat", "normalize", "padEnd",    "replace",     "replaceAll", "slice",
    "split",  "substr",    "substring", "toLowerCase", "toString",   "toUpperCase",
    "trim",   "trimEnd",   "trimStart", "valueOf",     "at",         "filter",
    "map",    "pop",       "shift",     "find",
});
/// Methods that look for something in a text.
constexpr auto kSearches = std::to_array<std::string_view>({
    "includes",
    "indexOf",
    "lastIndexOf",
    "match",
    "matchAll",
    "search",
    "endsWith",
    "startsWith",
});
/// Methods of a statement that was made of a text.
constexpr auto kStatementRuns =
    std::to_array<std::string_view>({"all", "execute", "iterate", "raw", "values"});
constexpr auto kStatementSteps = std::to_array<std::string_view>(
    {"bind", "pluck", "safeIntegers", "setReadOnly", "expand", "raw"});
constexpr auto kSqlParsers = std::to_array<std::string_view>(
    {"astify", "parse", "parseAsync", "parseFirst", "parseSync", "parseQuery", "tableList"});
/// Words in the name of a function outside the project that says it looks at what it is given.
constexpr auto kGuardWords = std::to_array<std::string_view>({
    "valid",
    "Valid",
    "check",
    "Check",
    "ensure",
    "enforce",
    "limit",
    "Limit",
    "guard",
    "Guard",
    "sanitiz",
    "Sanitiz",
    "rewrite",
    "wrap",
    "transform",
    "analyz",
});

/// A search for LIMIT in the caller's text.
struct Check {
  ExprRef expr;
  const Frame* frame = nullptr;
  SqlLimitCheck found;
};
/// A text with the caller's inside that is bounded.
struct Limiter {
  ExprRef expr;
  const Frame* frame = nullptr;
  bool fallsToComment = false;
};

class CallersSqlWalk {
 public:
  CallersSqlWalk(Evaluator& evaluator, const DomainConfig& config, const Handler& handler,
                 const InputSchema& schema, bool isDeclared)
      : evaluator_(evaluator),
        handler_(handler),
        calls_(evaluator, config),
        judge_(evaluator, schema),
        texts_(evaluator, judge_),
        flow_(evaluator),
        isDeclared_(isDeclared) {}

  std::optional<CallersSql> follow(const SchemaParameter& parameter) {
    const Flow::Visitor visitor = [this](const Use& use) { return visit(use); };
    bool isComplete = followInput(flow_, handler_.frame, {parameter.name}, visitor);
    while (!starts_.empty()) {
      const Start at = std::move(starts_.front());
      starts_.pop_front();
      isComplete &= flow_.follow(at.expr, at.frame, at.path, visitor);
    }
    if (sinks_.empty() && !limiterRuns_) {
      return {};
    }
    CallersSql found;
    found.parameter = parameter.name;
    judge(found, isComplete);
    return found;
  }

 private:
  struct Start {
    ExprRef expr;
    const Frame* frame;
    AccessPath path;
  };

  // --- What happens to the text ---------------------------------------------------------------

  UseAction visit(const Use& use) {
    switch (use.kind) {
      case UseKind::kArgument:
        return argument(use);
      case UseKind::kMember:
        return member(use);
      case UseKind::kTemplateHole:
        return inText(use, use.parent);
      case UseKind::kArithmetic:
        return use.parent.as<BinaryExpr>() != nullptr || use.parent.as<AssignExpr>() != nullptr
                   ? inText(use, use.parent)
                   : UseAction::kStop;
      case UseKind::kIterated:
        return UseAction::kFollowResult;
      default:
        return UseAction::kStop;
    }
  }

  UseAction argument(const Use& use) {
    const ExprId calleeId = use.parent.as<CallExpr>() != nullptr ? use.parent.as<CallExpr>()->callee
                            : use.parent.as<NewExpr>() != nullptr ? use.parent.as<NewExpr>()->callee
                                                                  : ExprId{};
    if (!calleeId) {
      return UseAction::kStop;
    }
    const ExprRef callee = withoutCasts(use.parent.with(calleeId));
    const std::string_view name = lastNameOf(callee);
    const auto* method = callee.as<MemberExpr>();
    if (method != nullptr && (name == "test" || name == "exec") &&
        looksFor(evaluator_.valueOf(callee.with(method->object), use.frame), use)) {
      return UseAction::kStop;
    }
    if (runs(use)) {
      return UseAction::kStop;
    }
    if (isStatementMaker(name) || name == "String" || isFragmentMaker(name)) {
      return UseAction::kFollowResult;
    }
    if (name.starts_with("safeParse")) {
      AccessPath path{"data"};
      path.insert(path.end(), use.path.begin(), use.path.end());
      start(use.parent, use.frame, std::move(path));
      return UseAction::kStop;
    }
    if (isOneOf(name, kSqlParsers)) {
      // What a parser makes of it is followed for a look at its `limit`.
      return UseAction::kFollowResult;
    }
    if (use.path.empty() && std::ranges::any_of(kGuardWords, [&](std::string_view word) {
          return name.find(word) != std::string_view::npos;
        })) {
      isOpaque_ = true;
    }
    return UseAction::kStop;
  }

  void start(ExprRef expr, const Frame* frame, AccessPath path) {
    if (started_++ < kMaxStarts) {
      starts_.push_back({expr, frame, std::move(path)});
    }
  }

  /// Whether a call runs the text, which is one of its arguments or stands in one.
  bool runs(const Use& use) {
    const std::string_view step = use.path.empty() ? std::string_view{} : use.path.back();
    if (use.path.size() > 1 || (!step.empty() && !isTextKey(step))) {
      return false;
    }
    const std::optional<QueryCall> query = calls_.at(use.parent, use.frame);
    if (query && query->shape != RowShape::kNone && query->shape != RowShape::kOne &&
        isTextOf(*query, use) && (query->isKnown || isDeclared_)) {
      if (query->callback || !isResultUnused(use.parent)) {
        addSink(*query, use.frame);
      }
      return true;
    }
    const auto* call = use.parent.as<CallExpr>();
    if (query || call == nullptr || !isDeclared_ ||
        !namesSqlExecution(lastNameOf(use.parent.with(call->callee))) ||
        isResultUnused(use.parent)) {
      return query.has_value();
    }
    QueryCall named;
    named.call = use.parent;
    named.frame = use.frame;
    named.text = use.value;
    addSink(named, use.frame);
    return true;
  }

  /// Whether what is followed is the query's text: the argument itself, or the text in it.
  static bool isTextOf(const QueryCall& query, const Use& use) {
    return use.path.empty() ? withoutCasts(query.text) == withoutCasts(use.value) : true;
  }

  static bool isResultUnused(ExprRef call) {
    const Module& module = *call.module;
    ExprId at = call.id;
    for (ExprId around = module.owner(at).expr();
         module.as<AwaitExpr>(around) != nullptr || module.as<CastExpr>(around) != nullptr;
         around = module.owner(at).expr()) {
      at = around;
    }
    return module.as<ExpressionStmt>(module.owner(at).stmt()) != nullptr;
  }

  void addSink(const QueryCall& query, const Frame* frame) {
    const bool isSeen = std::ranges::any_of(
        sinks_, [&](const QueryCall& known) { return known.call == query.call; });
    if (!isSeen) {
      sinks_.push_back(query);
      sinks_.back().frame = frame;
    }
  }

  UseAction member(const Use& use) {
    const auto* call = use.parent.as<CallExpr>();
    if (use.name == "limit") {
      // The part of a syntax tree that says whether there is one.
      isParsed_ = true;
      return UseAction::kStop;
    }
    if (call == nullptr) {
      return use.name == "length" ? UseAction::kStop : UseAction::kFollowResult;
    }
    if (isOneOf(use.name, kSearches) && !call->args.empty()) {
      looksFor(evaluator_.valueOf(use.parent.with(call->args[0]), use.frame), use);
      return UseAction::kStop;
    }
    if (isOneOf(use.name, kStatementRuns)) {
      return statementRun(use);
    }
    if (use.name.starts_with("replace") && mentionsLimit(use.parent)) {
      isOpaque_ = true;
    }
    return isOneOf(use.name, kSameText) || isOneOf(use.name, kStatementSteps)
               ? UseAction::kFollowResult
               : UseAction::kStop;
  }

  /// `db.prepare(sql).all()`: the statement's receiver is a call that had the text.
  UseAction statementRun(const Use& use) {
    const std::optional<QueryCall> query = calls_.at(use.parent, use.frame);
    if (query && query->shape != RowShape::kNone && query->shape != RowShape::kOne) {
      addSink(*query, use.frame);
      return UseAction::kStop;
    }
    return use.name == "raw" ? UseAction::kFollowResult : UseAction::kStop;
  }

  static bool mentionsLimit(ExprRef call) {
    const std::string_view text = call.module->file().text(call.module->range(call.id));
    return text.find("limit") != std::string_view::npos ||
           text.find("LIMIT") != std::string_view::npos;
  }

  /// Notes a search of the text for LIMIT. False when the value searches for nothing.
  bool looksFor(const Value* what, const Use& use) {
    std::string_view searched;
    bool isPattern = true;
    if (what->is(ValueKind::kRegex)) {
      const auto* literal = what->site.as<RegexLiteral>();
      searched = literal != nullptr ? literal->pattern : std::string_view{};
    } else if (what->is(ValueKind::kString) && what->isConstant) {
      searched = what->text;
      isPattern = false;
    } else if (what->is(ValueKind::kCall) && what->text == "RegExp" &&
               !argumentsOf(what->site).empty()) {
      searched = evaluator_.constantText(
          evaluator_.valueOf(what->site.with(argumentsOf(what->site)[0]), what->frame));
    } else if (use.kind == UseKind::kArgument) {
      return false;
    }
    refusesSelect_ |= (meansSelect(searched) && refusesWhatItFinds(use.parent)) ||
                      (meansWrite(searched) && admitsOnlyWrites(use.parent));
    if (!mentionsBound(searched)) {
      return true;
    }
    const SqlLimitCheck found = isPattern ? checkLimitPattern(searched) : checkLimitText(searched);
    if (found.grade == SqlLimitGrade::kUnknown) {
      isOpaque_ = true;
    } else if (found.grade != SqlLimitGrade::kNone) {
      checks_.push_back({use.parent, use.frame, found});
    }
    return true;
  }

  /// The text is part of a larger one.
  UseAction inText(const Use& use, ExprRef around) {
    const auto* assign = around.as<AssignExpr>();
    if (use.path.size() > 1) {
      return UseAction::kStop;
    }
    std::vector<SqlText> texts;
    if (assign != nullptr) {
      texts = texts_.textsOf(around.with(assign->value), use.frame);
      for (SqlText& text : texts) {
        text.text.insert(0, 1, kSqlHole);
      }
    } else {
      texts = texts_.textsOf(around, use.frame);
    }
    bool isHeld = !texts.empty();
    bool fallsToComment = false;
    bool isBounded = false;
    for (const SqlText& text : texts) {
      const SqlBounds bounds = sqlBounds(text.text);
      isBounded |= bounds.bound == SqlBound::kBounded;
      isHeld &= bounds.bound == SqlBound::kBounded || bounds.bound == SqlBound::kNotRows;
      fallsToComment |= bounds.bound == SqlBound::kBounded && limitIsInReachOfComment(text.text);
    }
    if (!isHeld) {
      return UseAction::kFollowResult;
    }
    if (isBounded) {
      limiters_.push_back({around, use.frame, fallsToComment});
      limiterRuns_ = true;
    }
    return UseAction::kStop;
  }

  // --- The judgement --------------------------------------------------------------------------

  void judge(CallersSql& found, bool isComplete) {
    found.kind = SqlGuard::kEnough;
    if (isOpaque_ || isParsed_ || refusesSelect_ || !isComplete) {
      return;
    }
    // Where one way is for statements that read and another for those that write, the first counts.
    if (!std::ranges::all_of(sinks_, isForWrites)) {
      std::erase_if(sinks_, isForWrites);
    }
    for (const QueryCall& sink : sinks_) {
      judgeSink(found, sink);
      if (found.kind != SqlGuard::kEnough) {
        found.way = wayTo(sink);
        return;
      }
    }
    // Every way goes through a limiter.
    for (const Limiter& limiter : limiters_) {
      if (sinks_.empty() && limiter.fallsToComment) {
        found.kind = SqlGuard::kComment;
        found.guard = placeOf(limiter.expr);
        found.way = {found.guard};
        return;
      }
    }
  }

  /// The calls from what runs the text outwards to the handler.
  static std::vector<CodePlace> wayTo(const QueryCall& sink) {
    std::vector<CodePlace> way{placeOf(sink.call)};
    for (const Frame* at = sink.frame; at != nullptr; at = at->call ? at->caller : at->lexical) {
      if (at->call) {
        way.push_back(placeOf(at->call));
      }
    }
    return way;
  }

  static bool isForWrites(const QueryCall& sink) {
    for (const Frame* at = sink.frame; at != nullptr; at = at->call ? at->caller : at->lexical) {
      const std::string_view name = at->function.module->function(at->function.id).name;
      if (name.find("rite") != std::string_view::npos ||
          name.find("utat") != std::string_view::npos) {
        return true;
      }
    }
    return false;
  }

  void judgeSink(CallersSql& found, const QueryCall& sink) {
    if (sink.isCapped) {
      return;
    }
    const RowFlow rows = followRows(evaluator_, handler_, sink);
    if (rows.cut && rows.isCounted) {
      return;
    }
    if (!rows.reachAnswer) {
      found.kind = rows.cut ? SqlGuard::kSilentCut : SqlGuard::kEnough;
      found.guard = rows.cut;
      return;
    }
    judgeChecks(found, sink);
  }

  void judgeChecks(CallersSql& found, const QueryCall& sink) {
    found.kind = SqlGuard::kNone;
    for (const Check& check : checks_) {
      found.guard = placeOf(check.expr);
      if (check.found.grade != SqlLimitGrade::kClause) {
        found.kind = SqlGuard::kWord;
      } else if (isOnOtherBranch(check, sink)) {
        found.kind = SqlGuard::kOneBranch;
      } else {
        const bool isFooled = !limiters_.empty() && check.found.acceptsSubquery;
        found.kind = isFooled ? SqlGuard::kInnerLimit : SqlGuard::kEnough;
        return;
      }
    }
    if (found.kind == SqlGuard::kNone && !limiters_.empty()) {
      const bool isEnough = std::ranges::any_of(
          limiters_, [](const Limiter& limiter) { return isForSelects(limiter.expr); });
      found.kind = isEnough ? SqlGuard::kEnough : SqlGuard::kOneBranch;
      found.guard = placeOf(limiters_[0].expr);
    }
  }

  /// Whether a check stands in a branch that the sink isn't in, so that there is a way around it.
  static bool isOnOtherBranch(const Check& check, const QueryCall& sink) {
    // Out of the functions that were called, to the one that the sink is in, or is called from.
    std::vector<std::pair<FunctionRef, ExprRef>> sinkWay;
    ExprRef at = sink.call;
    for (const Frame* frame = sink.frame; frame != nullptr; frame = frame->caller) {
      sinkWay.emplace_back(frame->function, at);
      at = frame->call;
    }
    at = check.expr;
    for (const Frame* frame = check.frame; frame != nullptr; frame = frame->caller) {
      const auto common =
          std::ranges::find(sinkWay, frame->function, [](const auto& step) { return step.first; });
      if (common != sinkWay.end()) {
        return isInBranchWithout(at, common->second);
      }
      if (isInBranch(at)) {
        return true;
      }
      at = frame->call;
    }
    return false;
  }

  Evaluator& evaluator_;
  const Handler& handler_;
  QueryCalls calls_;
  BranchJudge judge_;
  SqlTextBuilder texts_;
  Flow flow_;
  bool isDeclared_;
  std::deque<Start> starts_;
  size_t started_ = 0;
  std::vector<QueryCall> sinks_;
  std::vector<Check> checks_;
  std::vector<Limiter> limiters_;
  bool limiterRuns_ = false;
  bool isOpaque_ = false;
  bool isParsed_ = false;
  bool refusesSelect_ = false;
};

/// Names under which a caller's SQL is taken; what decides is the call that it reaches.
bool mayBeSql(const SchemaParameter& parameter) {
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"command", "q", "query", "querytext", "rawquery", "rawsql", "select", "selectquery", "sql",
       "sqlquery", "sqlstatement", "sqltext", "statement"});
  const bool isText =
      parameter.type == ParameterType::kString || parameter.type == ParameterType::kUnknown;
  return isText && (std::ranges::find(kNames, normalizedName(parameter.name)) != kNames.end() ||
                    parameter.description.find("SQL") != std::string::npos);
}

/// What a handler takes out of its input by name: of a schema that is made at run time nothing else
/// may be known.
void addHandlersParameters(const Handler& handler, std::vector<SchemaParameter>& parameters) {
  const Module& module = *handler.frame->function.module;
  const Function& code = module.function(handler.frame->function.id);
  const auto* object =
      code.parameters.empty() ? nullptr : module.as<ObjectPattern>(code.parameters[0].pattern);
  for (const PatternProperty& property :
       object != nullptr ? object->properties : std::span<const PatternProperty>{}) {
    const bool isKnown =
        std::ranges::find(parameters, property.key, &SchemaParameter::name) != parameters.end();
    if (!property.key.empty() && !isKnown) {
      SchemaParameter parameter;
      parameter.name = property.key;
      parameters.push_back(std::move(parameter));
    }
  }
}

}  // namespace

std::vector<CallersSql> findCallersSql(Evaluator& evaluator, const DomainConfig& config,
                                       const Handler& handler, const InputSchema& schema,
                                       std::string_view toolDescription) {
  std::vector<CallersSql> found;
  if (!handler) {
    return found;
  }
  std::vector<SchemaParameter> parameters = schema.parameters;
  addHandlersParameters(handler, parameters);
  for (const SchemaParameter& parameter : parameters) {
    if (!mayBeSql(parameter)) {
      continue;
    }
    evaluator.startQuery();
    const bool isDeclared = saysItIsSql(parameter, toolDescription);
    if (std::optional<CallersSql> one =
            CallersSqlWalk(evaluator, config, handler, schema, isDeclared).follow(parameter)) {
      found.push_back(std::move(*one));
    }
  }
  return found;
}

}  // namespace envelint
