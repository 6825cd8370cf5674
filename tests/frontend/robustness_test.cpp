#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

#include "frontend/dump.h"
#include "frontend/frontend.h"

namespace envelint {
namespace {

std::string repeated(std::string_view piece, size_t count) {
  std::string out;
  out.reserve(piece.size() * count);
  for (size_t i = 0; i < count; ++i) {
    out += piece;
  }
  return out;
}

/// The longest path down the expressions of a module, as its structure says.
uint32_t deepestExpression(const Module& module) {
  // Children are added before what contains them, so one pass from the back sees owners first.
  std::vector<uint32_t> depth(module.exprCount(), 1);
  uint32_t deepest = 0;
  for (uint32_t i = module.exprCount(); i > 0; --i) {
    const ExprOwner owner = module.owner(ExprId{i - 1});
    if (owner.expr() && owner.id > i - 1) {
      depth[i - 1] = depth[owner.id] + 1;
    }
    deepest = std::max(deepest, depth[i - 1]);
  }
  return deepest;
}

/// Lowers without dumping, which recurses.
const Module& read(const std::string& text, std::string_view name = "/test/file.ts") {
  return moduleOf(text, name);
}

TEST(TypescriptRobustness, DeepNestingIsCutAndTold) {
  constexpr size_t kDepth = 30'000;
  const std::pair<std::string_view, std::string_view> kPairs[] = {
      {"[", "]"},    {"f(", ")"},   {"{a:", "}"},    {"!", ""},      {"-", ""},
      {"a=", "1"},   {"a=>", "1"},  {"await ", "a"}, {"(a=>", "1)"}, {"1+(", "1)"},
      {"`${", "}`"}, {"new ", "A"}, {"a?b:(", "c)"}, {"x[", "1]"},   {"{a(){", "}}"},
  };
  for (const auto& [open, close] : kPairs) {
    const size_t depth = kDepth / std::max<size_t>(open.size(), 1);
    const std::string text = "x = " + repeated(open, depth) + "1" +
                             repeated(close, close.size() == 1 && close != "a" ? depth : 1);
    const Module& module = read(text);
    EXPECT_FALSE(module.unparsed().empty()) << open;
    EXPECT_LE(deepestExpression(module), 6000u) << open;
  }
}

TEST(TypescriptRobustness, DeepStatementsAreCutAndTold) {
  constexpr size_t kDepth = 5'000;
  for (const auto& [open, close] : {std::pair<std::string_view, std::string_view>{"{", "}"},
                                    {"if (a) {", "}"},
                                    {"function f() {", "}"},
                                    {"class A { m() {", "}}"},
                                    {"for (;;) ", ";"},
                                    {"switch (a) { case 1: ", "}"},
                                    {"namespace N {", "}"},
                                    {"try {", "} catch {}"}}) {
    const Module& module =
        read(repeated(open, kDepth) + repeated(close, close == ";" ? 1 : kDepth));
    EXPECT_FALSE(module.unparsed().empty()) << open;
  }
}

TEST(TypescriptRobustness, DeepTypesAndPatternsAreCutAndTold) {
  constexpr size_t kDepth = 20'000;
  for (const std::string& text :
       {"type A = " + repeated("B<", kDepth) + "C" + repeated(">", kDepth) + ";",
        "type A = B" + repeated("[]", kDepth) + ";",
        "type A = " + repeated("(", kDepth) + "B" + repeated(")", kDepth) + ";",
        "type A = " + repeated("{a:", kDepth) + "B" + repeated("}", kDepth) + ";",
        "let " + repeated("{a:", kDepth) + "b" + repeated("}", kDepth) + " = x;",
        "let " + repeated("[", kDepth) + "b" + repeated("]", kDepth) + " = x;"}) {
    EXPECT_FALSE(read(text).unparsed().empty()) << text.substr(0, 20);
  }
}

TEST(TypescriptRobustness, BracketsAreNoNesting) {
  EXPECT_EQ(lowered(repeated("(", 100'000) + "a" + repeated(")", 100'000) + ";"), "a;");
}

TEST(TypescriptRobustness, LongChainsAreReadWhole) {
  const std::string texts[] = {
      "x" + repeated(".a()", 2'000) + ";",
      "x" + repeated(".a", 4'000) + ";",
      "x = 'a'" + repeated(" +\n  'b'", 500) + ";",
      "x = 'a'" + repeated(" || b", 4'000) + ";",
      "x" + repeated("[0]!", 2'000) + ";",
      "x" + repeated(" as T", 2'000) + ";",
      repeated("if (a) { b(); } else ", 2'000) + "{ c(); }",
      "x = " + repeated("a ? b : ", 2'000) + "c;",
      "type A = 'a'" + repeated(" | 'b'", 20'000) + ";",
      repeated("a: ", 20'000) + ";",
  };
  for (const std::string& text : texts) {
    const Module& module = read(text);
    EXPECT_TRUE(module.unparsed().empty()) << text.substr(0, 20);
    EXPECT_EQ(rangeErrors(module), "");
  }
  EXPECT_EQ(read(texts[0]).exprCount(), 4'001u);
}

TEST(TypescriptRobustness, EndlessChainsAreCutAndTold) {
  for (const std::string& text :
       {"x = 1" + repeated("+1", 50'000) + ";", "x" + repeated(".b()", 10'000) + ";",
        repeated("if(a){b}else ", 20'000) + "{}", "x = " + repeated("a?b:", 20'000) + "c;",
        "x = f(" + repeated("a.b.c.d.e.f.g(", 1'000) + repeated(")", 1'000) + ");"}) {
    const Module& module = read(text);
    EXPECT_FALSE(module.unparsed().empty()) << text.substr(0, 20);
    EXPECT_LE(deepestExpression(module), 6'000u);
    EXPECT_GT(module.exprCount(), 1'000u);
  }
}

TEST(TypescriptRobustness, LongListsAreReadInLinearTime) {
  const std::string text = "x = [" + repeated("{a:1,b:'x',c:[1,2]},", 20'000) + "];";
  const Module& module = read(text);
  EXPECT_TRUE(module.unparsed().empty());
  EXPECT_EQ(module.exprCount(), 1u + 20'000u * 6 + 1u);
}

// Each of these kept an unguarded parser busy for minutes.
TEST(TypescriptRobustness, TextThatTheParserNeedsAgesForIsGivenUp) {
  for (const std::string& text : {repeated("a<b,", 100'000), repeated("/*x\n", 100'000),
                                  repeated("\"", 500'001), repeated("/[", 40'000)}) {
    const auto start = std::chrono::steady_clock::now();
    const Module& module = read(text);
    const auto took = std::chrono::steady_clock::now() - start;
    ASSERT_EQ(module.unparsed().size(), 1u) << text.substr(0, 4);
    EXPECT_EQ(module.unparsed()[0], (Range{0, static_cast<uint32_t>(text.size())}));
    EXPECT_TRUE(module.body().empty());
    EXPECT_LT(took, std::chrono::minutes(1)) << text.substr(0, 4);
  }
}

TEST(TypescriptRobustness, AnyBytesWillDo) {
  using namespace std::string_view_literals;
  for (const std::string_view text : {""sv,
                                      "\xEF\xBB\xBF"sv,
                                      "\0"sv,
                                      "\xFF\xFE\x80"sv,
                                      "const a = \"\xFF\xC3\";"sv,
                                      "\xC3"sv,
                                      "'"sv,
                                      "`"sv,
                                      "`${"sv,
                                      "/"sv,
                                      "/*"sv,
                                      "a?."sv,
                                      "@"sv,
                                      "#"sv,
                                      "\\"sv,
                                      "'\\"sv,
                                      "'\\u"sv,
                                      "'\\x4'"sv,
                                      "'\\u{110000}'"sv,
                                      "'\\u{99999999999}'"sv,
                                      "export"sv,
                                      "import"sv,
                                      "export default"sv,
                                      "import("sv,
                                      "class"sv,
                                      "class A {"sv,
                                      "enum E {"sv,
                                      "f(,,)"sv,
                                      "x = {,}"sv,
                                      "type A ="sv,
                                      "interface"sv,
                                      "for (;"sv,
                                      "switch (a) {"sv,
                                      "if"sv,
                                      "try {} "sv,
                                      "async"sv,
                                      "=>"sv,
                                      "() =>"sv,
                                      "<a>"sv,
                                      "`${}`"sv,
                                      "a[]"sv,
                                      "new"sv}) {
    for (const std::string_view name : {"/test/file.ts", "/test/file.tsx"}) {
      const Module& module = moduleOf(text, name);
      EXPECT_EQ(rangeErrors(module), "") << text;
    }
  }
  EXPECT_EQ(lowered("\xEF\xBB\xBF"
                    "a;"),
            "a;");
}

TEST(TypescriptRobustness, EveryPrefixOfAProgramIsReadWithSoundRanges) {
  const std::string text = R"(import { z } from "zod";
@Tool({ name: "x" })
export class A extends B<T> { private x?: T = 1; constructor(private a: string) { super(); } }
export default async function* f<T>({ a, b = [1, , ...c] }: X = {}, ...d: T[]): Promise<void> {
  for await (const [k, v] of x) { if (k) { continue; } else if (v!.w) { break; } }
  const q = await sql<Row>`SELECT ${a ?? b as T} FROM t LIMIT ${"$" + n}`;
  switch (q) { case "a": return (r) => ({ ...r, [k]: `v${1}`, get y() { return -1; } }); }
  try { throw new Error(`x`); } catch (e) { e?.f?.["g"]?.(h) } finally { ; }
}
enum E { A = 1, B } export * as ns from "m"; type U = { [k: string]: V[] } | "a"; x ||= /re/g;
)";
  for (size_t size = 0; size <= text.size(); ++size) {
    const SourceFile file("/test/file.ts", "file.ts", text.substr(0, size));
    EXPECT_EQ(rangeErrors(*typescriptFrontend().lower(file)), "") << text.substr(0, size);
  }
}

TEST(TypescriptRobustness, ThreadsDontDisturbOneAnother) {
  const std::string good = repeated("server.tool('a', { b: c.d(1) }, async () => `x${y}`);\n", 200);
  const std::string bad = repeated("a<b,", 3'000);
  const std::string expected = lowered(good);
  std::vector<std::thread> threads;
  std::vector<int> failures(4, 0);
  for (size_t i = 0; i < failures.size(); ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 5; ++round) {
        const SourceFile goodFile("/test/a.ts", "a.ts", good);
        failures[i] += dump(*typescriptFrontend().lower(goodFile)) == expected ? 0 : 1;
        const SourceFile badFile("/test/b.ts", "b.ts", bad);
        failures[i] += typescriptFrontend().lower(badFile)->unparsed().size() == 1 ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(failures, std::vector<int>(4, 0));
}

// Some systems give a thread no more than 512 KB; sanitizers make frames several times as large.
TEST(TypescriptRobustness, TheDeepestNestingFitsTheSmallStackOfAThread) {
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
  constexpr size_t kStackBytes = 4 << 20;
#else
  constexpr size_t kStackBytes = 512 << 10;
#endif
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, kStackBytes), 0);
  pthread_t thread;
  const auto work = [](void*) -> void* {
    for (const std::string_view open :
         {"[", "{a:", "!", "a=>", "`${", "{a(){", "f(", "class{a(){x=", "function(){x="}) {
      read("x=" + repeated(open, 1'000));
    }
    for (const std::string_view open : {"{", "class A{m(){", "function f(){", "if(a){"}) {
      read(repeated(open, 1'000) + repeated("}", 2'000));
    }
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, work, nullptr), 0);
  EXPECT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

}  // namespace
}  // namespace envelint
