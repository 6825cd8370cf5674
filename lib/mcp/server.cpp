#include "mcp/server.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "mcp/discovery.h"
#include "mcp/naming.h"
#include "mcp/project.h"
#include "mcp/query_calls.h"
#include "source/file_reader.h"
#include "source/trigger_scan.h"
#include "source/words.h"

namespace envelint {
namespace {

/// Larger tests are made by programs.
constexpr uint64_t kMaxTestBytes = 4u << 20;
/// Steps of the evaluator that all tests may take: one or two seconds. The rest isn't read then.
constexpr uint64_t kMaxTestSteps = 500'000;

}  // namespace

/// What was computed about one tool so far.
struct Server::Facts {
  std::optional<InputSchema> schema;
  std::optional<std::vector<Payload>> payloads;
  std::optional<Answer> answer;
  std::optional<ListEvidence> evidence;
  std::optional<std::vector<CallersSql>> callersSql;
};

Server::Server(Program& program, DomainConfig config, std::vector<std::string> testFiles)
    : config_(std::move(config)),
      testFiles_(std::move(testFiles)),
      evaluator_(std::make_unique<Evaluator>(program)) {
  Discovery discovery = discoverTools(*evaluator_, config_);
  records_ = std::move(discovery.tools);
  for (DiscoveryGap& gap : discovery.gaps) {
    if (gap.handler) {
      unnamed_.push_back({gap.place, gap.handler});
    }
    blindness_.push_back({std::move(gap.id), std::move(gap.message), gap.place});
  }
  tools_.reserve(records_.size());
  facts_.resize(records_.size());
  for (const ToolRecord& record : records_) {
    tools_.emplace_back(*this, record);
  }
}

Server::~Server() = default;

Server::Facts& Server::facts(const ToolRecord& record) const {
  std::unique_ptr<Facts>& slot = facts_[static_cast<size_t>(&record - records_.data())];
  if (slot == nullptr) {
    slot = std::make_unique<Facts>();
  }
  return *slot;
}

std::vector<const Module*> Server::modulesOf(
    const std::function<bool(const Tool&)>& accepts) const {
  std::vector<const Module*> modules;
  for (size_t i = 0; i < records_.size(); ++i) {
    if (records_[i].handler && accepts(tools_[i])) {
      // A wrapper around the handler may live elsewhere than the tool.
      modules.push_back(records_[i].handler.frame->function.module);
      modules.push_back(evaluator_->program().load(records_[i].namePlace.file->path()));
      if (records_[i].registration) {
        modules.push_back(evaluator_->program().load(records_[i].registration.file->path()));
      }
    }
  }
  return modules;
}

const CallIndex& Server::queryIndex() const {
  if (queryIndex_ == nullptr) {
    const auto mayQuery = [this](ExprRef expr) { return QueryCalls::mayBe(expr, config_); };
    queryIndex_ = std::make_unique<CallIndex>(
        *evaluator_, mayQuery, modulesOf([](const Tool& tool) { return tool.isListTool(); }));
  }
  return *queryIndex_;
}

const CallIndex& Server::convexIndex() const {
  if (convexIndex_ == nullptr) {
    convexIndex_ = std::make_unique<CallIndex>(*evaluator_, mayGiveConvexResult,
                                               modulesOf([](const Tool&) { return true; }));
  }
  return *convexIndex_;
}

const CallIndex& Server::pageIndex() const {
  if (pageIndex_ == nullptr) {
    std::vector<const Module*> modules =
        modulesOf([](const Tool& tool) { return !tool.isNamedAsMutation(); });
    for (const UnnamedTools& tools : unnamed_) {
      modules.push_back(tools.handler.frame->function.module);
    }
    pageIndex_ = std::make_unique<CallIndex>(*evaluator_, mayFetchPages, std::move(modules));
  }
  return *pageIndex_;
}

std::vector<Tool> Server::listTools() const {
  std::vector<Tool> lists;
  for (const Tool& tool : tools_) {
    if (!tool.hasException() && tool.isListTool()) {
      lists.push_back(tool);
    }
  }
  return lists;
}

const std::vector<TestCase>& Server::testCases() const {
  if (testCases_.has_value()) {
    return *testCases_;
  }
  testCases_.emplace();
  if (testFiles_.empty()) {
    return *testCases_;
  }
  testedTools_ = std::make_unique<TestedTools>(*evaluator_, records_);
  std::vector<std::string_view> lists;
  for (const Tool& tool : listTools()) {
    lists.push_back(tool.name());
  }
  std::vector<TriggerScan::Word> words;
  for (const std::string_view word : testedTools_->wordsFor(lists)) {
    words.push_back({word});
  }
  if (words.empty()) {
    return *testCases_;
  }
  const TriggerScan scan(words);
  std::vector<std::string> naming;
  for (const std::string& path : testFiles_) {
    const Result<std::string> text = readFile(path, kMaxTestBytes);
    if (!text.ok()) {
      blindness_.push_back({"unread-test", text.error(), {}});
    } else if (scan.containsAny(*text)) {
      naming.push_back(path);
    }
  }
  evaluator_->program().preload(naming);
  // Tests have a budget of their own: however many there are, the rules about tools keep theirs.
  Evaluator evaluator(evaluator_->program());
  for (const std::string& path : naming) {
    const Module* module = evaluator_->program().load(path);
    if (module == nullptr) {
      continue;
    }
    bool isWhole = evaluator.steps() <= kMaxTestSteps;
    if (isWhole) {
      std::vector<TestCase> cases = readTestCases(evaluator, *testedTools_, *module, &isWhole);
      std::ranges::move(cases, std::back_inserter(*testCases_));
    }
    if (!isWhole) {
      blindness_.push_back({"unread-test",
                            "the tests in this file took too long to follow: some weren't judged",
                            {&module->file(), {}}});
    }
  }
  return *testCases_;
}

bool Tool::hasException() const {
  return record_->exception.has_value() && !record_->exception->empty();
}

std::vector<SharedLimit> Server::sharedLimits(
    const std::function<bool(const Tool&, const LimitParameter&)>& accepts) const {
  std::vector<SharedLimit> shared;
  std::map<std::pair<const SourceFile*, uint32_t>, size_t> bySchema;
  for (const Tool& tool : tools_) {
    if (tool.hasException() || !tool.readsRows()) {
      continue;
    }
    for (const LimitParameter& limit : tool.limitParameters()) {
      const CodePlace& key = limit.parameter->declaration;
      if (!key || !accepts(tool, limit)) {
        continue;
      }
      const CodePlace& schema = limit.parameter->definition ? limit.parameter->definition : key;
      const auto [it, isNew] =
          bySchema.try_emplace({schema.file, schema.range.begin}, shared.size());
      if (isNew) {
        shared.push_back({limit, key, {}, {}});
      }
      SharedLimit& one = shared[it->second];
      if (one.place != key) {
        one.place = schema;
      }
      one.tools.push_back(tool);
      one.uses.push_back(key);
    }
  }
  for (SharedLimit& one : shared) {
    for (size_t i = 0; i < one.tools.size(); ++i) {
      one.uses[i] = one.uses[i] == one.place ? one.tools[i].registration() : one.uses[i];
    }
  }
  return shared;
}

namespace {

/// Limit names that count other things as often as rows: `roll_dice(count)`, `get_pixel(top)`.
bool isAmbiguousLimit(std::string_view name) {
  static constexpr std::string_view kNames[] = {"n",    "count", "size", "rows",   "top", "first",
                                                "last", "num",   "take", "number", "max"};
  return std::ranges::find(kNames, normalizedName(name)) != std::end(kNames);
}

bool isPlainLimit(std::string_view name) {
  static constexpr std::string_view kNames[] = {"limit",    "maxresults", "perpage",
                                                "pagesize", "maxrows",    "rowlimit"};
  return std::ranges::find(kNames, normalizedName(name)) != std::end(kNames);
}

}  // namespace

bool Tool::isNamedAsMutation() const { return verbOf(name()) == Verb::kMutation; }

bool Tool::reportsOnRows() const {
  return listEvidence() == ListEvidence::kPayload && verbOf(name()) == Verb::kAction;
}

bool Tool::readsRows() const {
  if (isListTool()) {
    return true;
  }
  const std::vector<LimitParameter> limits = limitParameters();
  // An action's `max_entries` may bound its work; only the plain names ask for rows there.
  const bool isAction = verbOf(name()) == Verb::kAction;
  return verbOf(name()) != Verb::kMutation && !record_->saysItWrites &&
         std::ranges::any_of(limits, [&](const LimitParameter& limit) {
           return isAction ? isPlainLimit(limit.parameter->name)
                           : !isAmbiguousLimit(limit.parameter->name);
         });
}

const InputSchema& Tool::schema() const {
  Server::Facts& facts = server_->facts(*record_);
  if (!facts.schema.has_value()) {
    server_->evaluator().startQuery();
    if (record_->schemaValue != nullptr) {
      facts.schema = readSchema(server_->evaluator(), record_->schemaValue);
    } else {
      facts.schema.emplace();
      // A registration that shows all its parts and no schema takes no parameters.
      facts.schema->known = record_->schemaExpected;
    }
  }
  return *facts.schema;
}

const std::vector<Payload>& Tool::payloads() const {
  Server::Facts& facts = server_->facts(*record_);
  if (!facts.payloads.has_value()) {
    facts.payloads = findPayloads(server_->evaluator(), record_->handler);
  }
  return *facts.payloads;
}

const Answer& Tool::answer() const {
  Server::Facts& facts = server_->facts(*record_);
  if (!facts.answer.has_value()) {
    facts.answer = readAnswer(server_->evaluator(), payloads());
  }
  return *facts.answer;
}

std::vector<SilentCut> Tool::silentCuts() const {
  return findSilentCuts(server_->evaluator(), server_->config(),
                        {answer(), schema(), record_->handler, isSearchTool()});
}

std::vector<RawCursor> Tool::rawCursors() const {
  return findRawCursors(server_->evaluator(), server_->config(), answer());
}

std::vector<EmptyCursor> Tool::emptyCursors() const {
  return findEmptyCursors(server_->evaluator(), answer());
}

std::vector<PagingGap> Tool::pagingGaps() const {
  return findPagingGaps(server_->evaluator(), record_->handler, schema(), answer(),
                        limitParameters());
}

bool Tool::schemaIsWhole() const { return schema().known && !schema().open; }

SchemaDialect Tool::dialect() const {
  // An empty shape says nothing of its notation; what registers the tool does.
  const SchemaDialect written = schema().dialect;
  return written == SchemaDialect::kNone && record_->takesShapes ? SchemaDialect::kZod : written;
}

bool Tool::isSearchTool() const { return envelint::isSearchTool(name()); }

bool Tool::hasHandler() const { return static_cast<bool>(record_->handler); }

namespace {

void collectLimits(const std::vector<SchemaParameter>& parameters, const DomainConfig& config,
                   std::vector<std::string>& path, std::vector<LimitParameter>& out) {
  for (const SchemaParameter& parameter : parameters) {
    path.push_back(parameter.name);
    const bool isNumber =
        parameter.type == ParameterType::kNumber || parameter.type == ParameterType::kUnknown;
    // A number that may be negative counts no rows: `connectionLimit`, -1 for none.
    const bool mayBeNegative =
        parameter.minimum.value_or(0) < 0 && std::isfinite(parameter.minimum.value_or(0));
    if (isNumber && !mayBeNegative && isLimitName(parameter.name, config.limitParameters) &&
        !describesOtherUnit(parameter.description) && !describesWork(parameter.description)) {
      out.push_back({&parameter, path});
    }
    if (path.size() < 4) {
      collectLimits(parameter.nested, config, path, out);
    }
    path.pop_back();
  }
}

bool hasStrategy(const std::vector<SchemaParameter>& parameters, const DomainConfig& config,
                 int depth) {
  return std::ranges::any_of(parameters, [&](const SchemaParameter& parameter) {
    return isLimitName(parameter.name, config.limitParameters) ||
           isContinuationName(parameter.name) || isDateFilterName(parameter.name) ||
           (depth < 4 && hasStrategy(parameter.nested, config, depth + 1));
  });
}

}  // namespace

std::vector<LimitParameter> Tool::limitParameters() const {
  std::vector<LimitParameter> limits;
  std::vector<std::string> path;
  collectLimits(schema().parameters, server_->config(), path, limits);
  return limits;
}

bool Tool::hasLimitingStrategy() const {
  return hasStrategy(schema().parameters, server_->config(), 0);
}

Bound Tool::bound(const LimitParameter& limit) const {
  return boundOf(server_->evaluator(), record_->handler, limit, server_->config().maxLimit);
}

CodePlace Tool::rowsPlace() const {
  for (const Payload& payload : payloads()) {
    if (payload.hasRows && payload.expr) {
      return placeOf(payload.expr);
    }
  }
  return {};
}

int64_t Tool::safeDefault() const {
  if (isSearchTool()) {
    return 10;
  }
  const std::vector<std::string> words = splitName(name());
  const bool isLight = std::ranges::any_of(words, [](const std::string& word) {
    return word == "messages" || word == "message" || word == "comments" || word == "query" ||
           word == "sql" || word == "rows" || word == "channels";
  });
  return isLight ? 50 : 20;
}

bool Tool::runsCallersSql() const {
  return std::ranges::any_of(schema().parameters,
                             [&](const SchemaParameter& parameter) {
                               return saysItIsSql(parameter, description());
                             }) ||
         !callersSql().empty();
}

const std::vector<CallersSql>& Tool::callersSql() const {
  Server::Facts& facts = server_->facts(*record_);
  if (!facts.callersSql.has_value()) {
    facts.callersSql = findCallersSql(server_->evaluator(), server_->config(), record_->handler,
                                      schema(), description());
  }
  return *facts.callersSql;
}

std::vector<UnboundedQuery> Tool::unboundedQueries() const {
  return findUnboundedQueries(server_->evaluator(), server_->queryIndex(), server_->config(),
                              record_->handler, schema());
}

std::vector<ConvexMisread> Tool::misreadConvexResults() const {
  return envelint::misreadConvexResults(server_->evaluator(), server_->convexIndex(),
                                        record_->handler, server_->config().convexRowsField);
}

std::vector<PageLoop> Server::pageLoops() const {
  std::vector<PageLoop> loops;
  for (const Module* module : evaluator_->program().modules()) {
    if (!isTestFile(module->file().displayPath())) {
      std::ranges::move(pageLoopsIn(*evaluator_, *module), std::back_inserter(loops));
    }
  }
  return loops;
}

bool Tool::isNamedAsTransfer() const {
  static constexpr auto kVerbs = std::to_array<std::string_view>(
      {"archive", "backup", "download", "dump", "export", "mirror", "sync"});
  return isOneOf(readToolName(name()).verbWord, kVerbs);
}

std::vector<PageLoop> Server::mergedPagesOf(const UnnamedTools& tools) const {
  return mergedPages(*evaluator_, pageIndex(), tools.handler);
}

std::vector<PageLoop> Tool::mergedPages() const {
  return envelint::mergedPages(server_->evaluator(), server_->pageIndex(), record_->handler);
}

bool Tool::runsCallersGraphql() const {
  const auto speaks = [](std::string_view text) {
    return text.find("GraphQL") != std::string_view::npos ||
           text.find("graphql") != std::string_view::npos;
  };
  const bool isAboutIt = speaks(name()) || speaks(description());
  return std::ranges::any_of(schema().parameters, [&](const SchemaParameter& parameter) {
    const std::string bare = normalizedName(parameter.name);
    const bool isDocument =
        bare == "query" || bare == "document" || bare.find("graphql") != std::string::npos;
    return isDocument && (isAboutIt || speaks(bare) || speaks(parameter.description));
  });
}

std::optional<double> Tool::defaultOf(const LimitParameter& limit) const {
  if (limit.parameter->hasDefault) {
    return limit.parameter->defaultNumber;
  }
  return defaultInHandler(server_->evaluator(), record_->handler, limit);
}

// --- What a list tool is -------------------------------------------------------------------------

namespace {

/// Tools that make their answer instead of looking it up, or push rows as they come.
bool makesItsAnswer(const ToolName& name) {
  static constexpr std::string_view kMaking[] = {
      "generate",  "complete", "chat",   "ask",   "transcribe", "translate",
      "summarize", "test",     "scrape", "crawl", "manage",
  };
  return std::ranges::find(kMaking, name.verbWord) != std::end(kMaking) ||
         std::ranges::any_of(name.words, [](const std::string& word) {
           return word == "stream" || word == "streaming" || word == "subscribe" || word == "watch";
         });
}

/// Whether a tool that answers rows in one case answers something else in others: `get_resource`
/// of many types, `describe` of a list or of one thing. Notes ("none found") are no case of their
/// own.
bool hasOtherModes(const std::vector<Payload>& answers) {
  return std::ranges::any_of(answers, [](const Payload& p) {
    if (p.hasRows || p.isFixed || p.shape == PayloadShape::kError) {
      return false;
    }
    const bool isNote = p.value->is(ValueKind::kString) &&
                        (p.value->isConstant || p.value->site.as<TemplateLiteral>() != nullptr);
    return !isNote;
  });
}

}  // namespace

ListEvidence Tool::computeEvidence() const {
  const ToolName read = readToolName(name());
  const bool writes = record_->saysItWrites && read.verb != Verb::kCollection;
  if (read.verb == Verb::kMutation || writes || makesItsAnswer(read)) {
    return ListEvidence::kNone;
  }
  const std::vector<Payload>& answers = payloads();
  // Beside fixed rows a plain text says that there are none, or what went wrong.
  const bool allFixed = std::ranges::any_of(answers, [](const Payload& p) { return p.isFixed; }) &&
                        std::ranges::all_of(answers, [](const Payload& p) {
                          return p.isFixed || (p.shape == PayloadShape::kText && !p.hasRows);
                        });
  if (allFixed) {
    return ListEvidence::kNone;
  }
  if (namesItsItems(read)) {
    return ListEvidence::kNone;
  }
  if (read.verb == Verb::kCollection) {
    // `search_feedback` that says it writes takes feedback; one that lists shows its rows.
    const bool showsRows = std::ranges::any_of(answers, &Payload::hasRows);
    return record_->saysItWrites && !showsRows ? ListEvidence::kNone : ListEvidence::kName;
  }
  const bool plural = hasPluralHead(name());
  // Lines joined to a text may be rows or a document: a verb that lists nothing makes it a
  // document.
  const bool rows = std::ranges::any_of(answers, [&](const Payload& p) {
    return p.hasRows && (p.shape != PayloadShape::kText || read.verb == Verb::kNone);
  });
  // `analyze_dependencies` may list them; what `analyze` answers with is a verdict.
  const bool isOneMode = !hasOtherModes(answers);
  // `describe` alone describes one thing, which may have many parts.
  const bool isOfOne = read.verb == Verb::kAction || read.verbWord == "describe";
  const bool lists = isOfOne ? plural && isOneMode : plural || isOneMode;
  if (rows && lists && !takesSingleItemKey()) {
    return ListEvidence::kPayload;
  }
  if (read.verb == Verb::kAction) {
    return ListEvidence::kNone;
  }
  // The answer can't be followed: the name and the description, where there is one, must agree.
  const bool bare = schema().known && !schema().open && schema().parameters.empty();
  const bool isAbout = description().empty() || descriptionOpensWith(description(), read.headNoun);
  const bool says = descriptionListsAll(description()) || (bare && isAbout);
  const bool answersSeen = std::ranges::any_of(answers, [](const Payload& p) {
    return p.shape == PayloadShape::kFlat || (p.shape == PayloadShape::kEnvelope && !p.isOpaque);
  });
  const bool isDocument = answers.size() == 1 && answers[0].value->is(ValueKind::kString) &&
                          answers[0].value->isConstant;
  if (!answersSeen && !isDocument && plural && says && !takesSingleItemKey()) {
    return ListEvidence::kDescription;
  }
  return ListEvidence::kNone;
}

namespace {

/// `baseId` of `get_base_schema`, `actor` of `fetch_actor_details`: what a tool with a singular
/// noun is about, by its own name.
bool namesPartOfTool(std::string_view parameter, std::string_view tool) {
  if (hasPluralHead(tool)) {
    return false;
  }
  std::vector<std::string> words = splitName(parameter);
  if (words.size() > 1 &&
      (words.back() == "id" || words.back() == "key" || words.back() == "name")) {
    words.pop_back();
  }
  const std::vector<std::string> toolWords = splitName(tool);
  return words.size() == 1 && std::ranges::find(toolWords, words.front()) != toolWords.end();
}

}  // namespace

bool Tool::namesItsItems(const ToolName& read) const {
  // What a batch's queries are is the caller's business; so it is with `metricIds` of
  // `list_metrics_from_metric_ids`.
  static constexpr std::string_view kInputs[] = {"ids",   "queries", "urls",
                                                 "paths", "items",   "keys"};
  const bool isBatch = std::ranges::find(read.words, "batch") != read.words.end();
  return std::ranges::any_of(schema().parameters, [&](const SchemaParameter& parameter) {
    if (!parameter.required || parameter.type != ParameterType::kArray) {
      return false;
    }
    if (read.verb != Verb::kCollection || isBatch) {
      return true;
    }
    const std::vector<std::string> words = splitName(parameter.name);
    const bool isInput =
        !words.empty() && std::ranges::find(kInputs, words.back()) != std::end(kInputs);
    return isInput && (words.size() == 1 ||
                       std::ranges::find(read.words, words[words.size() - 2]) != read.words.end());
  });
}

bool Tool::takesSingleItemKey() const {
  return std::ranges::any_of(schema().parameters, [&](const SchemaParameter& parameter) {
    return parameter.required &&
           (isSingleItemKey(parameter.name, name()) || namesPartOfTool(parameter.name, name()));
  });
}

ListEvidence Tool::listEvidence() const {
  Server::Facts& facts = server_->facts(*record_);
  if (!facts.evidence.has_value()) {
    server_->evaluator().startQuery();
    facts.evidence = computeEvidence();
  }
  return *facts.evidence;
}

}  // namespace envelint
