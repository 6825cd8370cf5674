#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mcp/answer.h"
#include "mcp/config.h"
#include "mcp/convex_reads.h"
#include "mcp/cursor_ends.h"
#include "mcp/cursor_origins.h"
#include "mcp/limits.h"
#include "mcp/page_loops.h"
#include "mcp/paging_gaps.h"
#include "mcp/payload.h"
#include "mcp/silent_cuts.h"
#include "mcp/sql_facts.h"
#include "mcp/test_cases.h"
#include "mcp/tool.h"

namespace envelint {

/// Why a tool counts as a list tool, for messages and the audit.
enum class ListEvidence : uint8_t {
  kNone,         ///< it isn't one, as far as can be seen
  kName,         ///< a collection verb in its name
  kPayload,      ///< its handler provably answers with rows
  kDescription,  ///< its name and description say so; the handler's answer can't be followed
};

/// A tool with everything rules ask of it. Answers are computed when first asked for. A light
/// handle, valid as long as its server.
class Tool {
 public:
  Tool(const class Server& server, const ToolRecord& record) : server_(&server), record_(&record) {}

  const std::string& name() const { return record_->name; }
  const std::string& description() const { return record_->description; }
  CodePlace namePlace() const { return record_->namePlace; }
  CodePlace registration() const { return record_->registration; }

  /// The parameters its callers are told of.
  const InputSchema& schema() const;
  /// The notation its parameters are, or would be, written in.
  SchemaDialect dialect() const;
  /// The parameters that ask for a number of rows, nested ones included.
  std::vector<LimitParameter> limitParameters() const;
  /// Whether a caller can narrow or continue the answer: a limit, a continuation or a date filter.
  bool hasLimitingStrategy() const;
  /// Whether every parameter is known, so that what is missing is missing indeed.
  bool schemaIsWhole() const;
  ListEvidence listEvidence() const;
  /// Whether its name says that it changes something: `delete_order`.
  bool isNamedAsMutation() const;
  /// Whether the rows of its answer are what an action found out about others: `validate_graph`.
  bool reportsOnRows() const;
  /// Whether it reads rows: a list tool, or one whose own limit parameter says that it does.
  bool readsRows() const;
  bool isListTool() const { return listEvidence() != ListEvidence::kNone; }
  bool isSearchTool() const;
  /// Whether its name says that it moves things to files or elsewhere: `export_orders`.
  bool isNamedAsTransfer() const;
  /// Whether the code that runs when the tool is called was found.
  bool hasHandler() const;
  /// Whether a `@cursorPagingException` with a reason takes it out of the pagination rules.
  bool hasException() const;
  /// What its caller gets, one for each way out of the handler that isn't an error.
  const std::vector<Payload>& payloads() const;
  /// What its answers carry, all of them taken together.
  const Answer& answer() const;
  /// Where it leaves rows out and its answers don't tell.
  std::vector<SilentCut> silentCuts() const;
  /// The backend's own cursors that its answers hand out.
  std::vector<RawCursor> rawCursors() const;
  /// Its next-cursor fields that are null or empty at the end.
  std::vector<EmptyCursor> emptyCursors() const;
  /// Where what it accepts for paging and what it answers don't meet.
  std::vector<PagingGap> pagingGaps() const;
  /// Where its rows are made, for a message; none when that isn't known.
  CodePlace rowsPlace() const;
  /// Rows to answer with when the caller names no number: search 10, messages and SQL rows 50, else
  /// 20 (the pagination skill's table of safe starting limits).
  int64_t safeDefault() const;
  /// Whether its rows come from SQL that its caller sends: a parameter named sql or query that says
  /// it is SQL, or one that a query call is seen to get.
  bool runsCallersSql() const;
  /// Whether its caller sends a GraphQL document, which asks for as many rows as it likes.
  bool runsCallersGraphql() const;
  /// The SQL that its caller sends and it runs, and what looks after it.
  const std::vector<CallersSql>& callersSql() const;
  /// The queries with its own SQL whose rows, however many, are in its answer.
  std::vector<UnboundedQuery> unboundedQueries() const;
  /// The results of Convex functions of which its code reads the wrong field.
  std::vector<ConvexMisread> misreadConvexResults() const;
  /// The loops whose merged pages are in its answer, all of them.
  std::vector<PageLoop> mergedPages() const;
  /// The number of rows it takes for a missing limit: the schema's default, else the one in the
  /// handler (`args.limit ?? 250`); none where that isn't known.
  std::optional<double> defaultOf(const LimitParameter& limit) const;
  /// How a limit parameter is bounded before the handler uses it.
  Bound bound(const LimitParameter& limit) const;

 private:
  ListEvidence computeEvidence() const;
  bool takesSingleItemKey() const;
  /// Whether its caller names each of the items that it wants, so that no answer grows by itself.
  bool namesItsItems(const struct ToolName& read) const;

  const class Server* server_;
  const ToolRecord* record_;
};

/// A limit parameter together with every tool that takes it from the same declaration.
struct SharedLimit {
  LimitParameter limit;
  /// Its key, or the expression of its schema where several keys take the same: `limit: PageLimit`.
  CodePlace place;
  std::vector<Tool> tools;  ///< at least one; the first is the one `limit` was read for
  /// Where each of the tools takes it: the key where that isn't `place`, else the registration.
  std::vector<CodePlace> uses;
};

/// The tools of a program. Built once; afterwards rules read it from one thread.
class Server {
 public:
  /// `testFiles` are the absolute paths of the tests that may be read; none is before
  /// `testCases()` is called.
  Server(Program& program, DomainConfig config, std::vector<std::string> testFiles = {});
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// All tools found, in the order of their registrations' paths and positions. Tools that tests
  /// and scripts register aren't among them.
  const std::vector<Tool>& tools() const { return tools_; }
  /// The list tools without an exception marker.
  std::vector<Tool> listTools() const;
  /// The limit parameters of all tools that read rows, one for each declaration, which may be a
  /// schema kept for several keys; `accepts` picks the tools that count. In the order of the tools.
  std::vector<SharedLimit> sharedLimits(
      const std::function<bool(const Tool&, const LimitParameter&)>& accepts) const;
  const std::vector<ToolRecord>& records() const { return records_; }
  /// Registrations of tools whose names are made at run time: nothing is known of them but the code
  /// that they all run.
  struct UnnamedTools {
    CodePlace registration;
    Handler handler;
  };
  const std::vector<UnnamedTools>& unnamedTools() const { return unnamed_; }
  /// The loops whose merged pages are in their answers, all of them.
  std::vector<PageLoop> mergedPagesOf(const UnnamedTools& tools) const;
  /// The loops that follow a cursor, anywhere in the modules that were read but tests.
  std::vector<PageLoop> pageLoops() const;
  /// The tests that call a tool, of the files that name a list tool or a function that answers for
  /// one; read when first asked for. In the order of the files.
  const std::vector<TestCase>& testCases() const;
  const DomainConfig& config() const { return config_; }
  Evaluator& evaluator() const { return *evaluator_; }
  /// Servers, files and registrations that could not be followed, for the report. What rules ask
  /// for may add to it, so it is whole when they are done.
  struct Blindness {
    std::string id;
    std::string message;
    CodePlace place;
  };
  const std::vector<Blindness>& blindness() const { return blindness_; }

 private:
  friend class Tool;
  struct Facts;
  Facts& facts(const ToolRecord& record) const;
  const CallIndex& queryIndex() const;
  const CallIndex& convexIndex() const;
  const CallIndex& pageIndex() const;
  /// The modules in which tools and their handlers are written; `accepts` picks the tools.
  std::vector<const Module*> modulesOf(const std::function<bool(const Tool&)>& accepts) const;

  DomainConfig config_;
  std::vector<std::string> testFiles_;
  std::unique_ptr<Evaluator> evaluator_;
  std::vector<ToolRecord> records_;
  std::vector<Tool> tools_;
  std::vector<UnnamedTools> unnamed_;
  mutable std::vector<Blindness> blindness_;
  mutable std::vector<std::unique_ptr<Facts>> facts_;
  mutable std::unique_ptr<CallIndex> queryIndex_;
  mutable std::unique_ptr<CallIndex> convexIndex_;
  mutable std::unique_ptr<CallIndex> pageIndex_;
  mutable std::unique_ptr<TestedTools> testedTools_;  ///< `testCases_` names tools by its views
  mutable std::optional<std::vector<TestCase>> testCases_;
};

}  // namespace envelint
