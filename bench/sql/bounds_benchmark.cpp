// How long a statement takes to judge. The aim is below 3 microseconds.

#include <benchmark/benchmark.h>

#include <fstream>
#include <string>
#include <vector>

#include "sql/bounds.h"
#include "sql/limit_check.h"

namespace envelint {
namespace {

// The third column of tests/sql/cases.tsv: 173 statements of all dialects. Its escapes are left as
// they are; they are few.
std::vector<std::string> readStatements() {
  std::vector<std::string> statements;
  std::ifstream file(ENVELINT_SOURCE_DIR "/tests/sql/cases.tsv");
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const size_t begin = line.find('\t', line.find('\t') + 1) + 1;
    statements.push_back(line.substr(begin, line.find('\t', begin) - begin));
  }
  return statements;
}

void judgeAll(benchmark::State& state, SqlDialect dialect) {
  const std::vector<std::string> statements = readStatements();
  SqlOptions options;
  options.dialect = dialect;
  size_t bytes = 0;
  for (const std::string& statement : statements) {
    bytes += statement.size();
  }
  for (auto _ : state) {
    for (const std::string& statement : statements) {
      benchmark::DoNotOptimize(sqlBounds(statement, options));
    }
  }
  const auto rounds = static_cast<double>(state.iterations());
  const auto count = static_cast<double>(statements.size());
  // Prints as "seconds a statement", in n or u.
  state.counters["each"] =
      benchmark::Counter(rounds * count, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["bytes"] = static_cast<double>(bytes) / count;
}

void BM_JudgeCases(benchmark::State& state) { judgeAll(state, SqlDialect::kAny); }
BENCHMARK(BM_JudgeCases);

void BM_JudgeCasesAsPostgres(benchmark::State& state) { judgeAll(state, SqlDialect::kPostgres); }
BENCHMARK(BM_JudgeCasesAsPostgres);

void BM_JudgeLongStatement(benchmark::State& state) {
  std::string text = "SELECT id";
  for (int64_t i = 0; i < state.range(0); ++i) {
    text += ", coalesce(column_" + std::to_string(i) + ", 0) AS c" + std::to_string(i);
  }
  text += " FROM t WHERE a = 1 ORDER BY id LIMIT 10";
  for (auto _ : state) {
    benchmark::DoNotOptimize(sqlBounds(text));
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(text.size()));
}
BENCHMARK(BM_JudgeLongStatement)->Arg(10)->Arg(1000)->Arg(100000);

void BM_RefuseProse(benchmark::State& state) {
  const std::string text = "Lists the user's open tasks, newest first, at most one page of them.";
  for (auto _ : state) {
    benchmark::DoNotOptimize(sqlBounds(text));
  }
}
BENCHMARK(BM_RefuseProse);

void BM_GradeLimitPattern(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(checkLimitPattern(R"(\bLIMIT\s+(\d+|\?|\$\d+)\s*;?\s*$)"));
  }
}
BENCHMARK(BM_GradeLimitPattern);

}  // namespace
}  // namespace envelint
