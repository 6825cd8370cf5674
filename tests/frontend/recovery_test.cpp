#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontend/dump.h"
#include "frontend/frontend.h"

namespace envelint {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(TypescriptRecovery, TheRestOfABrokenFileCounts) {
  const Module& module = moduleOf(
      "import { a } from 'x';\n"
      "const b = ;\n"
      "server.tool('list', {}, async () => ({ content: [] }));\n"
      "export const c = 1;\n");
  EXPECT_THAT(module.unparsed(), Not(IsEmpty()));
  EXPECT_THAT(dump(module), HasSubstr("(call (. server tool) \"list\" {} (async => () "));
  EXPECT_THAT(dump(module), HasSubstr("import named a as a \"x\""));
  EXPECT_THAT(dump(module), HasSubstr("export c as c"));
  EXPECT_EQ(rangeErrors(module), "");
}

TEST(TypescriptRecovery, StatementsInsideOfSkippedTextCount) {
  const Module& module = moduleOf(
      "export const a = {\n"
      "function f() { return g(1); }\n"
      "const h = list.slice(0, 10);\n");
  EXPECT_THAT(module.unparsed(), Not(IsEmpty()));
  EXPECT_THAT(dump(module), HasSubstr("slice"));
  EXPECT_THAT(dump(module), HasSubstr("(call g 1)"));
  EXPECT_EQ(rangeErrors(module), "");
}

TEST(TypescriptRecovery, AnObjectWithSkippedTextIsNotClosed) {
  const Module& module = moduleOf("f({ a: 1, @@ b: 2 });");
  EXPECT_THAT(module.unparsed(), Not(IsEmpty()));
  EXPECT_THAT(dump(module), HasSubstr("...?"));
}

TEST(TypescriptRecovery, UnparsedRangesAreInOrderAndOutermost) {
  const Module& module = moduleOf("a = ; b(; c = { ) ;\n@ d");
  Range last;
  for (const Range& range : module.unparsed()) {
    EXPECT_GE(range.begin, last.begin);
    last = range;
  }
}

// Gaps of the grammar, see lib/frontend/typescript/grammar_gaps.h.

TEST(TypescriptGaps, TypedTemplatesAreNoComparisons) {
  expectLowered({
      {"sql<Row>`a ${b}`;", "(tag sql `\"a \" b \"\"`);"},
      {"await sql<{ a: string; b: T[] }[]>`a`.execute(db);",
       "(await (call (. (tag sql `\"a\"`) execute) db));"},
      {"f(x)<() => void>`a`;", "(tag (call f x) `\"a\"`);"},
      {"a < b > `c`;", "(> (< a b) \"c\");"},
      {"x = `<b>${a}</b>`;", "(= x `\"<b>\" a \"</b>\"`);"},
      {"f('a<b', '>`');", "(call f \"a<b\" \">`\");"},
  });
}

TEST(TypescriptGaps, ImportsAsTypes) {
  expectLowered({
      {"await f<typeof import('x')>();", "(await (call f <?>));"},
      {"await f<typeof import('x')>('y');", "(await (call f <?> \"y\"));"},
      {"const a: import('x').T[] = [];", "(const (a: ?[] = []))"},
      {"const a: import('x').T[] = await import('x');",
       "(const (a: ?[] = (await (import \"x\"))))"},
      {"const a: Map<string, import('./x.js').T> = b;", "(const (a: Map<string, ?> = b))"},
  });
}

TEST(TypescriptGaps, NewerSyntax) {
  expectLowered({
      {"export type * from 'x';", "export * \"x\""},
      {"export type * as a from 'x';", "export \"x\" * as a"},
      {"export { a } from './a.json' with { type: 'json' };", "export \"./a.json\" a as a"},
      {"for (using a of b) {}", "(for-of declare a b (block))"},
      {"for (await using a of b) {}", "(for-of declare a b (block))"},
  });
}

TEST(TypescriptGaps, NamesThatAreKeywordsElsewhere) {
  expectLowered({
      {"function f(using: string, check?: T) { return g(using, `a ${using}`); }",
       "(fn f (using: string, check: T) (block (return (call g using `\"a \" using \"\"`))))"},
      {"f(using); using a = g();", "(call f using);\n(const (a = (call g)))"},
      {"interface A { abstract: string; abstract?: T }",
       "type A = {abstract: string, abstract?: T}"},
      {"abstract class A { abstract b: T; abstract = 1; abstract() {} }",
       "(class A (field b: T) (field abstract = 1) (method abstract (fn abstract () (block))))"},
      {"class A { accessor: T; accessor accessor = 1; }",
       "(class A (field accessor: T) (field accessor = 1))"},
      {"interface.a(); interface B {}", "(call (. interface a));\ntype B = {}"},
  });
}

TEST(TypescriptGaps, NulBytesDontEndAFile) {
  using namespace std::string_view_literals;
  expectLowered({
      {"// a \0 b\nf();"sv, "(call f);"},
      {"x = `${a}\0${b}`;"sv, "(= x `\"\" a \"\0\" b \"\"`);"sv},
  });
}

// Names of files.

TEST(TypescriptFrontend, ReadsScriptsOnly) {
  for (const std::string_view name : {"a.ts", "a.tsx", "a.mts", "a.cts", "a.js", "a.jsx", "a.mjs",
                                      "a.cjs", "a.d.ts", "/x/y.ts"}) {
    EXPECT_EQ(frontendFor(name), &typescriptFrontend()) << name;
  }
  for (const std::string_view name : {"a.json", "a.md", "ts", "a.ts.bak", "a.TS.txt", ""}) {
    EXPECT_EQ(frontendFor(name), nullptr) << name;
  }
}

TEST(TypescriptFrontend, TheExtensionPicksTheGrammar) {
  EXPECT_EQ(lowered("x = <T>a;", "/test/file.mts"), "(= x (as a T));");
  EXPECT_EQ(lowered("x = <T>a</T>;", "/test/file.jsx"), "(= x (? T));");
}

}  // namespace
}  // namespace envelint
