#include "mcp/cursor_origins.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "analysis/sources.h"
#include "analysis/syntax.h"
#include "mcp/code_index.h"
#include "mcp/naming.h"
#include "source/words.h"

namespace envelint {
namespace {

constexpr size_t kMaxSteps = 160;

/// Names that only backends give to their cursors: Convex, AWS, Google, GraphQL connections,
/// CouchDB, Elasticsearch, Azure; without case and separators.
constexpr auto kBackendNames = std::to_array<std::string_view>({
    "bookmark",
    "continuecursor",
    "continuationtoken",
    "endcursor",
    "lastevaluatedkey",
    "nextcontinuationtoken",
    "nextmarker",
    "nextpagetoken",
    "nexttoken",
    "scrollid",
});
/// Names that a project's own functions use as well: of a known backend's answer only.
constexpr auto kCommonNames =
    std::to_array<std::string_view>({"cursor", "nextcursor", "nextpagecursor", "paginationtoken"});
/// Headers of HTTP answers that carry a cursor.
constexpr auto kHeaders =
    std::to_array<std::string_view>({"link", "x-next-cursor", "x-next-page-token"});
/// Words of functions that make a cursor of the server's own.
constexpr auto kEncoders = std::to_array<std::string_view>({
    "base64",   "base64url", "btoa",    "compose", "digest",    "encipher", "encode",
    "encoded",  "encrypt",   "format",  "hash",    "hex",       "issue",    "make",
    "opaque",   "pack",      "protect", "seal",    "serialize", "sign",     "store",
    "tokenize", "wrap",      "to",      "create",  "build",     "mint",
});
/// Methods and functions whose result shows what they are given.
constexpr auto kPassing = std::to_array<std::string_view>({
    "at",        "decodeURIComponent",
    "exec",      "find",
    "filter",    "json",
    "map",       "match",
    "parse",     "pop",
    "replace",   "replaceAll",
    "shift",     "slice",
    "split",     "String",
    "stringify", "substring",
    "then",      "toString",
    "trim",
});

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

bool isEncoder(std::string_view name) {
  const std::vector<std::string> words = splitName(name);
  return std::ranges::any_of(words, [](const std::string& word) {
    return isOneOf(word, kEncoders) || word.find("encode") != std::string::npos ||
           word.find("encrypt") != std::string::npos;
  });
}

class CursorTracer {
 public:
  CursorTracer(Evaluator& evaluator, const DomainConfig& config)
      : evaluator_(evaluator), config_(config), sources_(evaluator) {}

  /// The backend's cursor that a value is; `name` is empty when it isn't known to be one.
  RawCursor trace(ExprRef value, const Frame* frame) {
    RawCursor found;
    found.value = value;
    found.frame = frame;
    pending_ = {{value, frame}};
    isTested_ = false;
    for (size_t next = 0; next < pending_.size() && next < kMaxSteps; ++next) {
      const Source at = pending_[next];
      isTested_ |= asksForEnd(at.expr);
      if (step(at, found)) {
        found.via = callFrom(at.frame, frame);
        break;
      }
    }
    // A shared helper builds answers for many: what a tool hands to it is the tool's own.
    const auto [source, sourceFrame] = evaluator_.outermostSource(value, frame);
    found.at = placeOf(source);
    found.isUntested = normalizedName(found.name) == "continuecursor" && !isTested_;
    return found;
  }

  /// The call in `outer`'s function that led to `inner`.
  static CodePlace callFrom(const Frame* inner, const Frame* outer) {
    for (const Frame* at = inner; at != nullptr; at = at->caller) {
      if (at->call && outer != nullptr && at->caller != nullptr &&
          at->caller->function == outer->function) {
        return placeOf(at->call);
      }
    }
    return {};
  }

  /// Whether an object is what a backend gave, with its cursor in it.
  RawCursor traceWhole(ExprRef object, const Frame* frame) {
    RawCursor found;
    found.way = RawCursor::Way::kTaken;
    found.value = object;
    found.at = placeOf(object);
    found.frame = frame;
    pending_ = {{object, frame}};
    for (size_t next = 0; next < pending_.size() && next < kMaxSteps; ++next) {
      const Source at = pending_[next];
      if (const auto* call = at.expr.as<CallExpr>()) {
        const std::string_view name = lastNameOf(withoutCasts(at.expr.with(call->callee)));
        if (sources_.of(at.expr, at.frame).empty()) {
          if (name == "paginate" || (name == "query" && readsPage(object))) {
            found.name = "continueCursor";
            found.call = placeOf(at.expr);
            return found;
          }
          continue;
        }
      }
      addAll(sources_.of(at.expr, at.frame));
    }
    return found;
  }

 private:
  void add(ExprRef expr, const Frame* frame) {
    const Source source{expr, frame};
    if (expr && std::ranges::find(pending_, source) == pending_.end()) {
      pending_.push_back(source);
    }
  }
  bool addAll(const std::vector<Source>& sources) {
    for (const Source& source : sources) {
      add(source.expr, source.frame);
    }
    return !sources.empty();
  }

  /// True when the backend's cursor is found.
  bool step(const Source& at, RawCursor& found) {
    if (const auto* call = at.expr.as<CallExpr>()) {
      return called(at, *call, found);
    }
    if (const auto* index = at.expr.as<IndexExpr>()) {
      add(at.expr.with(index->object), at.frame);
      return false;
    }
    if (const Binding* binding = sources_.variableOf(at.expr)) {
      for (const BindingWrite& write : binding->writes) {
        const auto* loop = write.loop ? at.expr.module->as<LoopStmt>(write.loop) : nullptr;
        if (loop != nullptr && loop->iterable) {
          add(at.expr.with(loop->iterable), at.frame);
        }
      }
    }
    if (addAll(sources_.of(at.expr, at.frame))) {
      return false;
    }
    const Sources::Part part = sources_.partOf(at.expr, at.frame);
    if (!part.object.expr) {
      return false;
    }
    const std::string bare = normalizedName(part.key);
    const bool isConfigured = std::ranges::any_of(
        config_.rawCursors, [&](const std::string& name) { return normalizedName(name) == bare; });
    const bool isBackends = isConfigured || isOneOf(bare, kBackendNames);
    if (!isBackends && !isOneOf(bare, kCommonNames)) {
      // Of an answer's part: `response.meta.next_cursor` was looked at before.
      return false;
    }
    const Source root = rootOf(part.object);
    if (root.expr && (isBackends || isRemote(root))) {
      found.name = std::string(part.key);
      found.origin = placeOf(at.expr);
      found.call = placeOf(root.expr);
      return true;
    }
    return false;
  }

  bool called(const Source& at, const CallExpr& call, RawCursor& found) {
    const ExprRef callee = withoutCasts(at.expr.with(call.callee));
    const auto* member = callee.as<MemberExpr>();
    const std::string_view name = lastNameOf(callee);
    if (name == "get" && member != nullptr && call.args.size() == 1) {
      const std::string header =
          lower(evaluator_.constantText(evaluator_.valueOf(at.expr.with(call.args[0]), at.frame)));
      if (isOneOf(header, kHeaders) && lastNameOf(callee.with(member->object)) == "headers") {
        found.name = header;
        found.origin = placeOf(at.expr);
        return true;
      }
      return false;
    }
    const bool isRadix = name == "toString" && !call.args.empty();
    if (isRadix || (!isOneOf(name, kPassing) && isEncoder(name))) {
      return false;
    }
    if (addAll(sources_.of(at.expr, at.frame))) {
      return false;
    }
    if (isOneOf(name, kPassing)) {
      if (member != nullptr) {
        add(callee.with(member->object), at.frame);
      }
      for (const ExprId arg : call.args) {
        add(at.expr.with(arg), at.frame);
      }
    }
    return false;
  }

  /// The call of the backend whose answer an object is a part of; none when it is something else.
  Source rootOf(Source object) {
    std::vector<Source> pending{object};
    for (size_t next = 0; next < pending.size() && next < kMaxSteps; ++next) {
      const Source at = pending[next];
      std::vector<Source> further = sources_.of(at.expr, at.frame);
      const auto* call = at.expr.as<CallExpr>();
      if (further.empty() && call != nullptr) {
        const ExprRef callee = withoutCasts(at.expr.with(call->callee));
        const auto* member = callee.as<MemberExpr>();
        const std::string_view name = lastNameOf(callee);
        if (name == "parse" || name == "safeParse" || name == "parseAsync") {
          further.push_back(
              {call->args.empty() ? ExprRef{} : at.expr.with(call->args[0]), at.frame});
        } else if (name == "json" && member != nullptr) {
          further.push_back({callee.with(member->object), at.frame});
        } else {
          return isEncoder(name) && name != "paginate" ? Source{} : at;
        }
      }
      if (further.empty()) {
        const Sources::Part part = sources_.partOf(at.expr, at.frame);
        if (part.object.expr) {
          further.push_back(part.object);
        }
      }
      for (const Source& source : further) {
        if (source.expr && std::ranges::find(pending, source) == pending.end()) {
          pending.push_back(source);
        }
      }
    }
    return {};
  }

  /// Whether a call goes to something outside the program for sure: `fetch`, a package's client.
  bool isRemote(const Source& root) {
    const Value* value = evaluator_.valueOf(root.expr, root.frame);
    for (int hops = 0; value != nullptr && hops < 32; ++hops) {
      if (value->is(ValueKind::kExternal)) {
        return value->text == "global:fetch" ||
               (!value->text.starts_with("global:") && !value->text.starts_with("."));
      }
      value = value->base;
    }
    return false;
  }

  /// Whether what is done with a value depends on the end of the pages.
  static bool asksForEnd(ExprRef expr) {
    const Module& module = *expr.module;
    const auto speaks = [&](ExprId test) {
      const std::string text = lower(module.file().text(module.range(test)));
      return text.find("done") != std::string::npos || text.find("more") != std::string::npos ||
             text.find("last") != std::string::npos;
    };
    ExprId at = expr.id;
    for (ExprId owner = module.owner(at).expr(); owner; owner = module.owner(at).expr()) {
      if (const auto* node = module.as<ConditionalExpr>(owner);
          node != nullptr && speaks(node->test)) {
        return true;
      }
      if (const auto* node = module.as<LogicalExpr>(owner);
          node != nullptr && node->op == LogicalOp::kAnd && speaks(node->left)) {
        return true;
      }
      at = owner;
    }
    for (StmtId id = module.statementOf(expr.id); id; id = module.parent(id)) {
      const auto* test = module.as<IfStmt>(id);
      if (test != nullptr && speaks(test->test)) {
        return true;
      }
    }
    return false;
  }

  /// Whether Convex's fields are read from a result somewhere.
  bool readsPage(ExprRef object) {
    const Binding* binding = sources_.variableOf(withoutCasts(object));
    return binding != nullptr && std::ranges::any_of(binding->reads, [&](ExprId read) {
             ExprId at = read;
             while (object.module->as<CastExpr>(object.module->owner(at).expr()) != nullptr) {
               at = object.module->owner(at).expr();
             }
             const auto* member = object.module->as<MemberExpr>(object.module->owner(at).expr());
             return member != nullptr && (member->name == "page" || member->name == "isDone" ||
                                          member->name == "continueCursor");
           });
  }

  Evaluator& evaluator_;
  const DomainConfig& config_;
  Sources sources_;
  std::vector<Source> pending_;
  bool isTested_ = false;
};

/// Whether a field tells the caller itself that the pages have ended.
bool tellsEnd(const Answer& answer) {
  return std::ranges::any_of(answer.fields, [](const AnswerField& field) {
    const std::string bare = normalizedName(field.key);
    return bare == "isdone" || bare == "done" || bare == "hasmore" || bare == "hasnextpage";
  });
}

}  // namespace

bool isCursorKey(std::string_view key) {
  const std::string bare = normalizedName(key);
  return isOpaqueCursorName(key) || bare.ends_with("cursor") || bare.ends_with("pagetoken") ||
         bare == "nexttoken" || bare == "continuationtoken" || bare == "lastevaluatedkey";
}

bool leadsToCursor(std::string_view text) {
  std::string bare = lower(text);
  while (!bare.empty() && std::isalnum(static_cast<unsigned char>(bare.back())) == 0) {
    bare.pop_back();
  }
  return bare.ends_with("cursor") || bare.ends_with("page_token") || bare.ends_with("pagetoken") ||
         bare.ends_with("next_token") || bare.ends_with("page token");
}

std::vector<RawCursor> findRawCursors(Evaluator& evaluator, const DomainConfig& config,
                                      const Answer& answer) {
  CursorTracer tracer(evaluator, config);
  std::vector<RawCursor> found;
  const auto add = [&](RawCursor cursor) {
    const bool isKnown =
        std::ranges::any_of(found, [&](const RawCursor& other) { return other.at == cursor.at; });
    if (!cursor.name.empty() && !isKnown) {
      found.push_back(std::move(cursor));
    }
  };
  for (const AnswerField& field : answer.fields) {
    if (isCursorKey(field.key) && field.value) {
      evaluator.startQuery();
      RawCursor cursor = tracer.trace(field.value, field.frame);
      cursor.isUntested &= !tellsEnd(answer);
      add(std::move(cursor));
    }
  }
  for (const AnswerPiece& piece : answer.pieces) {
    if (piece.hole && leadsToCursor(piece.text)) {
      evaluator.startQuery();
      add(tracer.trace(piece.hole, piece.frame));
    }
  }
  for (const AnswerRows& object : answer.taken) {
    evaluator.startQuery();
    add(tracer.traceWhole(object.expr, object.frame));
  }
  return found;
}

}  // namespace envelint
