// How long a statement takes to judge. The aim is below 3 microseconds.

#include <benchmark/benchmark.h>

#include <fstream>
#include <string>
#include <vector>

#include "sql/bounds.h"
#include "sql/limit_check.h"
#include "sql/support.h"

namespace envelint {
namespace {

// The third columns of the tables in tests/sql: some 600 statements of all dialects, of which those of
// real_life.tsv are the usual mix. The backslashes before quotes are left as they are; they are few.
std::vector<std::string> readStatements() {
  std::vector<std::string> statements;
  for (const std::string table : {"cases.tsv", "real_life.tsv"}) {
    std::ifstream file(ENVELINT_SOURCE_DIR "/tests/sql/" + table);
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
      const size_t begin = line.find('\t', line.find('\t') + 1) + 1;
      statements.push_back(withHoles(line.substr(begin, line.find('\t', begin) - begin)));
    }
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

void BM_JudgeMix(benchmark::State& state) { judgeAll(state, SqlDialect::kAny); }
BENCHMARK(BM_JudgeMix);

void BM_JudgeMixAsPostgres(benchmark::State& state) { judgeAll(state, SqlDialect::kPostgres); }
BENCHMARK(BM_JudgeMixAsPostgres);

// What an object-relational mapper makes of a filter over three tables: 1 KiB.
void BM_JudgeMapperStatement(benchmark::State& state) {
  std::string text = "SELECT ";
  for (const std::string table : {"Order", "Customer", "Address"}) {
    for (const std::string column : {"id", "createdAt", "updatedAt", "deletedAt", "status", "note"}) {
      text += "\"" + table + "\".\"" + column + "\" AS \"" + table + "_" + column + "\", ";
    }
  }
  text +=
      "COUNT(*) OVER () AS \"total\" FROM \"public\".\"Order\" \"Order\" LEFT JOIN "
      "\"public\".\"Customer\" \"Customer\" ON \"Customer\".\"id\" = \"Order\".\"customerId\" "
      "AND (\"Customer\".\"deletedAt\" IS NULL) LEFT JOIN \"public\".\"Address\" \"Address\" ON "
      "\"Address\".\"customerId\" = \"Customer\".\"id\" WHERE (\"Order\".\"status\" IN ($1, $2) AND "
      "\"Order\".\"createdAt\" > $3) ORDER BY \"Order\".\"createdAt\" DESC LIMIT 50 OFFSET $4";
  for (auto _ : state) {
    benchmark::DoNotOptimize(sqlBounds(text));
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(text.size()));
}
BENCHMARK(BM_JudgeMapperStatement);

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
