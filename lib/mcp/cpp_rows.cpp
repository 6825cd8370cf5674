#include "mcp/cpp_rows.h"

#include <algorithm>
#include <array>

namespace envelint {
namespace {

/// Callers of the call that are looked at.
constexpr int kCallers = 6;

constexpr auto kSteps = std::to_array<std::string_view>({
    "step",
    "fetch",
    "Fetch",
    "next",
    "Next",
    "SQLITE_ROW",
    "ntuples",
    "row",
    "Row",
    "result",
});
/// Words by which a loop says that it may stop at a number.
constexpr auto kBounds =
    std::to_array<std::string_view>({"limit", "Limit", "LIMIT", "max", "Max", "MAX", "cap"});

template <size_t kCount>
bool holdsAny(std::string_view text, const std::array<std::string_view, kCount>& words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

bool keepsRows(std::string_view body) {
  return body.find("push_back(") != std::string_view::npos ||
         body.find("emplace_back(") != std::string_view::npos ||
         body.find("append(") != std::string_view::npos ||
         body.find("+=") != std::string_view::npos || body.find("<<") != std::string_view::npos;
}

/// The first loop behind an expression, in its function, that steps through rows.
StmtId loopBehind(ExprRef call) {
  const Module& module = *call.module;
  const FunctionId function = module.enclosingFunction(call.id);
  const uint32_t begin = module.range(call.id).end;
  StmtId best;
  for (uint32_t i = 0; i < module.stmtCount(); ++i) {
    const auto* loop = module.as<LoopStmt>(StmtId{i});
    if (loop == nullptr || module.enclosingFunction(StmtId{i}) != function ||
        module.range(StmtId{i}).end < begin) {
      continue;
    }
    const bool isNearer = !best || module.range(StmtId{i}).begin < module.range(best).begin;
    if (isNearer && holdsAny(module.file().text(loop->headRange), kSteps)) {
      best = StmtId{i};
    }
  }
  return best;
}

}  // namespace

RowFlow followCppRows(const QueryCall& query) {
  RowFlow flow;
  ExprRef call = query.call;
  const Frame* frame = query.frame;
  for (int hops = 0; call && hops < kCallers; ++hops) {
    const Module& module = *call.module;
    if (const StmtId loop = loopBehind(call)) {
      const std::string_view text = module.file().text(module.range(loop));
      flow.reachAnswer = keepsRows(text) && !holdsAny(text, kBounds) &&
                         text.find("break;") == std::string_view::npos;
      return flow;
    }
    if (frame == nullptr) {
      return flow;
    }
    call = frame->call;
    frame = frame->caller;
  }
  return flow;
}

}  // namespace envelint
