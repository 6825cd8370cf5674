#include "mcp/sql_guards.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "sql/bounds.h"

namespace envelint {
namespace {

/// `else if` links that are looked at for what they let pass.
constexpr int kMaxElses = 16;

constexpr auto kBoundWords = std::to_array<std::string_view>({"fetch", "limit", "rownum", "top"});

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

/// Whether a statement leaves its function. Blocks in blocks are looked into at their ends.
bool leaves(const Module& module, StmtId statement) {
  for (const auto* block = module.as<BlockStmt>(statement); block != nullptr;
       block = module.as<BlockStmt>(statement)) {
    if (block->body.empty()) {
      return false;
    }
    statement = block->body.back();
  }
  return module.as<ThrowStmt>(statement) != nullptr || module.as<ReturnStmt>(statement) != nullptr;
}

bool testsForSelect(const Module& module, ExprId test) {
  return lowerCase(module.file().text(module.range(test))).find("select") != std::string::npos;
}

}  // namespace

bool mentionsBound(std::string_view pattern) {
  const std::string lower = lowerCase(pattern);
  return std::ranges::any_of(
      kBoundWords, [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

bool meansSelect(std::string_view pattern) {
  std::string letters = lowerCase(pattern);
  std::erase_if(letters, [](unsigned char c) { return std::isalpha(c) == 0; });
  // `^\s*select`: the s of the blanks is a letter too.
  return letters.starts_with("select") || letters.starts_with("sselect");
}

bool meansWrite(std::string_view pattern) {
  const std::string lower = lowerCase(pattern);
  return lower.find("select") == std::string::npos &&
         (lower.find("insert") != std::string::npos || lower.find("update") != std::string::npos ||
          lower.find("delete") != std::string::npos);
}

bool refusesWhatItFinds(ExprRef search) {
  const Module& module = *search.module;
  ExprId at = search.id;
  for (ExprId around = module.owner(at).expr(); around; around = module.owner(at).expr()) {
    const auto* logical = module.as<LogicalExpr>(around);
    const bool isPart = logical != nullptr && logical->op == LogicalOp::kOr;
    if (!isPart && module.as<CastExpr>(around) == nullptr) {
      return false;
    }
    at = around;
  }
  const auto* branch = module.as<IfStmt>(module.owner(at).stmt());
  return branch != nullptr && branch->test == at && leaves(module, branch->consequent);
}

bool admitsOnlyWrites(ExprRef search) {
  const Module& module = *search.module;
  const auto* branch = module.as<IfStmt>(module.statementOf(search.id));
  if (branch == nullptr || !module.range(branch->test).contains(module.range(search.id))) {
    return false;
  }
  for (int links = 0; branch != nullptr && links < kMaxElses; ++links) {
    const std::string test = lowerCase(module.file().text(module.range(branch->test)));
    for (std::string_view reading : {"select", "with\"", "with'", "with|", "|with"}) {
      if (test.find(reading) != std::string::npos) {
        return false;
      }
    }
    if (links == 0 && test.starts_with('!')) {
      return leaves(module, branch->consequent);
    }
    if (branch->alternate && leaves(module, branch->alternate)) {
      return true;
    }
    branch = module.as<IfStmt>(branch->alternate);
  }
  return false;
}

bool isInBranchWithout(ExprRef expr, ExprRef other) {
  if (!expr || !other || expr.module != other.module) {
    return false;
  }
  const Module& module = *expr.module;
  StmtId inner = module.statementOf(expr.id);
  for (StmtId outer = inner ? module.parent(inner) : StmtId{}; outer;
       inner = outer, outer = module.parent(outer)) {
    const auto* branch = module.as<IfStmt>(outer);
    if (branch != nullptr && !testsForSelect(module, branch->test) &&
        !module.range(inner).contains(module.range(other.id))) {
      return true;
    }
  }
  return false;
}

bool isInBranch(ExprRef expr) {
  if (!expr) {
    return false;
  }
  const Module& module = *expr.module;
  StmtId inner = module.statementOf(expr.id);
  for (StmtId outer = inner ? module.parent(inner) : StmtId{}; outer;
       outer = module.parent(outer)) {
    const auto* branch = module.as<IfStmt>(outer);
    if (branch != nullptr && !testsForSelect(module, branch->test)) {
      return true;
    }
  }
  return false;
}

bool isForSelects(ExprRef expr) {
  const Module& module = *expr.module;
  for (ExprId at = module.owner(expr.id).expr(); at; at = module.owner(at).expr()) {
    const auto* conditional = module.as<ConditionalExpr>(at);
    if (conditional != nullptr && testsForSelect(module, conditional->test)) {
      return true;
    }
  }
  for (StmtId at = module.statementOf(expr.id); at; at = module.parent(at)) {
    const auto* branch = module.as<IfStmt>(at);
    if (branch != nullptr && testsForSelect(module, branch->test)) {
      return true;
    }
  }
  return false;
}

bool limitIsInReachOfComment(std::string_view text) {
  const size_t hole = text.find(kSqlHole);
  if (hole == std::string_view::npos || text.substr(0, hole).find('(') != std::string_view::npos) {
    return false;
  }
  const std::string_view behind = text.substr(hole + 1);
  const size_t limit = behind.find_first_of("lLfF");
  return limit != std::string_view::npos &&
         behind.substr(0, limit).find_first_of(")\n") == std::string_view::npos;
}

}  // namespace envelint
