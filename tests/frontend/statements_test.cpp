#include <gtest/gtest.h>

#include "frontend/dump.h"

namespace envelint {
namespace {

TEST(TypescriptStatements, Declarations) {
  expectLowered({
      {"const a = 1, b: T = 2;", "(const (a = 1) (b: T = 2))"},
      {"let a; var b = 1;", "(let (a))\n(var (b = 1))"},
      {"let a!: string;", "(let (a: string))"},
      {"using a = f(); await using b = g();", "(const (a = (call f)))\n(const (b = (call g)))"},
  });
}

TEST(TypescriptStatements, PatternsInDeclarations) {
  expectLowered({
      {"const { a, b: c, d = 1, e: { f } = {}, 'g-h': i, [j]: k, ...l } = x;",
       "(const ({a: a, b: c, d: d = 1, e: {f: f} = {}, g-h: i, [j]: k, ...l} = x))"},
      {"const [a, , b = 1, [c], { d }, ...e] = x;",
       "(const ([a, _, b = 1, [c], {d: d}, ...e] = x))"},
      {"const { rows } = await q(), [first] = rows;",
       "(const ({rows: rows} = (await (call q))) ([first] = rows))"},
  });
}

TEST(TypescriptStatements, PatternsInAssignments) {
  expectLowered({
      {"[a, b.c, d[0], , ...e] = x;", "(= [a, (. b c), ([] d 0), _, ...e] x);"},
      {"({ a, b: c.d, e = 1, f: { g }, ...h } = x);",
       "(= {a: a, b: (. c d), e: e = 1, f: {g: g}, ...h} x);"},
      {"[a, b] = [b, a];", "(= [a, b] [b, a]);"},
  });
}

TEST(TypescriptStatements, Branches) {
  expectLowered({
      {"if (a) b; else c;", "(if a b; c;)"},
      {"if (a) { b; } else if (c) { d; } else { e; }",
       "(if a (block b;) (if c (block d;) (block e;)))"},
      {"if (a) ;", "(if a (block) _)"},
      {"switch (a) { case 1: case 'b': f(); break; default: g(); }",
       "(switch a (case 1) (case \"b\" (call f); (break)) (case _ (call g);))"},
      {"switch (a) { case 'x': { return; } }", "(switch a (case \"x\" (block (return _))))"},
  });
}

TEST(TypescriptStatements, Loops) {
  expectLowered({
      {"for (let i = 0, n = 5; i < n; i++) f(i);",
       "(for (let (i = 0) (n = 5)) (< i n) (++ i) (call f i);)"},
      {"for (;;) {}", "(for _ _ _ (block))"},
      {"for (i = 0; ; i++, j--) ;", "(for (= i 0); _ (, (++ i) (-- j)) (block))"},
      {"for (const [k, v] of x) {}", "(for-of declare [k, v] x (block))"},
      {"for (a.b of x) {}", "(for-of (. a b) x (block))"},
      {"for await (const a of b()) {}", "(for-of declare a (call b) (block))"},
      {"for (var k in x) {}", "(for-in declare k x (block))"},
      {"for (k in x) {}", "(for-in k x (block))"},
      {"while (a) { continue; }", "(while a (block (continue)))"},
      {"do { a; } while (b);", "(do-while b (block a;))"},
      {"outer: for (;;) { break outer; }", "(for _ _ _ (block (break)))"},
  });
}

TEST(TypescriptStatements, LoopsKnowTheirHeads) {
  const auto head = [](std::string_view text) {
    const Module& module = moduleOf(text);
    return std::string(module.file().text(module.as<LoopStmt>(module.body()[0])->headRange));
  };
  EXPECT_EQ(head("for (let i = 0; i < n; i++) { f(); }"), "for (let i = 0; i < n; i++)");
  EXPECT_EQ(head("for (const a of b) { f(); }"), "for (const a of b)");
  EXPECT_EQ(head("while (a) { f(); }"), "while (a)");
  EXPECT_EQ(head("do { f(); } while (a);"), "while (a)");
}

TEST(TypescriptStatements, EndBeforeTheCommentBehindThem) {
  for (const std::string_view text :
       {"return a // b\n", "if (a) { b } // c\n", "f(() => {}) /* c */\n", "const a = 1 // b",
        "function f() {} // a\n g()"}) {
    const Module& module = moduleOf(text);
    const std::string_view written = module.file().text(module.range(module.body()[0]));
    EXPECT_EQ(written.find("//"), std::string_view::npos) << text;
    EXPECT_EQ(written.find("/*"), std::string_view::npos) << text;
  }
}

TEST(TypescriptStatements, JumpsAndErrors) {
  expectLowered({
      {"throw new Error('a');", "(throw (new Error \"a\"))"},
      {"try { a; } catch (e) { b; } finally { c; }", "(try (block a;) e (block b;) (block c;))"},
      {"try { a; } catch { b; }", "(try (block a;) _ (block b;) _)"},
      {"try { a; } catch ({ message }: any) { b; }",
       "(try (block a;) {message: message} (block b;) _)"},
      {"function f() { return; return a, b; }", "(fn f () (block (return _) (return (, a b))))"},
  });
}

TEST(TypescriptStatements, NothingAndUnknown) {
  expectLowered({
      {"", ""},
      {";;", ""},
      {"debugger;", "(?stmt)"},
      {"#!/usr/bin/env node\na;", "a;"},
  });
  expectLowered({{"with (a.b) { c(); }", "(?stmt (. a b); (block (call c);))"}}, "/test/file.js");
}

TEST(TypescriptStatements, EnumsAreConstantObjects) {
  expectLowered({
      {"enum E { A, B, C }", "(const (E = {A: 0, B: 1, C: 2}))"},
      {"const enum E { A = 5, B, C = 'x', D = -2, E2, F = A | B, G }",
       "(const (E = {A: 5, B: 6, C: \"x\", D: (minus 2), E2: -1, F: (bits A B), G: ?}))"},
      {"declare enum E { 'a-b' = 1 }", "(const (E = {a-b: 1}))"},
  });
}

TEST(TypescriptStatements, NamespacesAreBlocks) {
  expectLowered({
      {"namespace A.B { export const a = 1; export function f() {} }",
       "(block (const (a = 1)) (fn f () (block)))"},
      {"declare module 'x' { const a: string; }", "(block (const (a: string)))"},
      {"declare global { interface I {} }", "(block)\ntype I = {}"},
      {"import A = B.C;", "(const (A = (. B C)))"},
  });
}

TEST(TypescriptStatements, DeclarationsWithoutABodyAreLeftOut) {
  expectLowered({
      {"declare function f(): void;", ""},
      {"declare const a: T;", "(const (a: T))"},
      {"function f(a: string): void; function f(a: any) {}", "(fn f (a: any) (block))"},
  });
}

}  // namespace
}  // namespace envelint
