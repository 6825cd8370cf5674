#include "mcp/silent_cuts.h"

#include <algorithm>

#include "mcp/backend_calls.h"
#include "mcp/more_signals.h"
#include "mcp/naming.h"
#include "mcp/paging_gaps.h"
#include "mcp/row_trace.h"

namespace envelint {
namespace {

/// Lists of one tool that are looked at.
constexpr size_t kMaxLists = 24;

template <typename Predicate>
bool anyParameter(const std::vector<SchemaParameter>& parameters, const Predicate& accepts,
                  int depth = 0) {
  return std::ranges::any_of(parameters, [&](const SchemaParameter& parameter) {
    return accepts(parameter) || (depth < 4 && anyParameter(parameter.nested, accepts, depth + 1));
  });
}

class CutFinder {
 public:
  CutFinder(Evaluator& evaluator, const DomainConfig& config, const CutQuestion& question)
      : evaluator_(evaluator),
        question_(question),
        signals_(evaluator, question.answer),
        backend_(evaluator, config, question.schema) {}

  std::vector<SilentCut> find() {
    if (question_.answer.isOpen || canGoOn()) {
      return {};
    }
    size_t lists = 0;
    for (const AnswerRows& rows : question_.answer.rows) {
      if (rows.isMain && ++lists <= kMaxLists) {
        evaluator_.startQuery();
        judge(rows);
      }
    }
    return std::move(found_);
  }

 private:
  /// Whether the caller says where to go on: then what is left out now comes with the next call.
  bool canGoOn() {
    return question_.schema.open ||
           anyParameter(question_.schema.parameters, [&](const SchemaParameter& parameter) {
             return isContinuationName(parameter.name) && !isHandedOut(parameter.name) &&
                    readsInput(evaluator_, question_.handler, {parameter.name});
           });
  }
  bool canNarrowByTime() const {
    return anyParameter(question_.schema.parameters, [](const SchemaParameter& parameter) {
      return isDateFilterName(parameter.name);
    });
  }

  void judge(const AnswerRows& rows) {
    const RowTrace trace = traceRows(evaluator_, rows.expr, rows.frame, rows.loop);
    if (trace.isPaged) {
      return;
    }
    CodePlace origin;
    for (const Source& source : trace.origins) {
      if (!origin && source.expr.as<CallExpr>() != nullptr) {
        origin = placeOf(source.expr);
      }
    }
    for (const RowCut& cut : trace.cuts) {
      if (!signals_.tellOf(cut.at)) {
        add({SilentCut::Kind::kCut, cut.place, origin, placeOf(rows.expr)});
      }
    }
    if (!trace.cuts.empty() || question_.isSearch || canNarrowByTime() || !question_.schema.known) {
      return;
    }
    for (const Source& source : trace.origins) {
      if (source.expr.as<ArrayExpr>() != nullptr) {
        continue;
      }
      const BackendPaging paging = backend_.pagingOf(source.expr, source.frame);
      if (paging.limit && !paging.continues && !paging.isOpen && !signals_.tellOf(source.expr)) {
        add({SilentCut::Kind::kBackendLimit, paging.place, placeOf(source.expr),
             placeOf(rows.expr)});
      }
    }
  }

  void add(SilentCut cut) {
    const bool isKnown =
        std::ranges::any_of(found_, [&](const SilentCut& other) { return other.at == cut.at; });
    if (!isKnown) {
      found_.push_back(std::move(cut));
    }
  }

  Evaluator& evaluator_;
  const CutQuestion& question_;
  MoreSignals signals_;
  BackendCalls backend_;
  std::vector<SilentCut> found_;
};

}  // namespace

std::vector<SilentCut> findSilentCuts(Evaluator& evaluator, const DomainConfig& config,
                                      const CutQuestion& question) {
  return CutFinder(evaluator, config, question).find();
}

}  // namespace envelint
