#include <gtest/gtest.h>

#include "frontend/dump.h"

namespace envelint {
namespace {

TEST(TypescriptFunctions, EverySort) {
  expectLowered({
      {"function f() {}", "(fn f () (block))"},
      {"async function* f() {}", "(async fn* f () (block))"},
      {"x = function () {};", "(= x (fn () (block)));"},
      {"x = function f() {};", "(= x (fn f () (block)));"},
      {"x = function* () {};", "(= x (fn* () (block)));"},
      {"x = () => a;", "(= x (=> () a));"},
      {"x = a => b;", "(= x (=> (a) b));"},
      {"x = async a => { b; };", "(= x (async => (a) (block b;)));"},
      {"x = async <T>(a: T): Promise<T> => a;", "(= x (async => 'T (a: T): Promise<T> a));"},
      {"function f<T extends U, V = W>(a: T): V {}", "(fn f 'T 'V (a: T): V (block))"},
      {"x = () => ({ a });", "(= x (=> () {=a}));"},
      {"x = a => b => c;", "(= x (=> (a) (=> (b) c)));"},
  });
}

TEST(TypescriptFunctions, Parameters) {
  expectLowered({
      {"function f(a, b?: string, c = 1, ...d: T[]) {}",
       "(fn f (a, b: string, c = 1, ...d: T[]) (block))"},
      {"function f({ a, b = 2 }: X = {}, [c]) {}",
       "(fn f ({a: a, b: b = 2} = {}: X, [c]) (block))"},
      {"function f(this: Foo, a) {}", "(fn f (a) (block))"},
      {"function f(@p a) {}", "(fn f (@p a) (block))"},
      {"x = ({ a }) => a;", "(= x (=> ({a: a}) a));"},
  });
}

TEST(TypescriptFunctions, WrittenResults) {
  expectLowered({
      {"function f(): string[] {}", "(fn f (): string[] (block))"},
      {"function f(a): a is string {}", "(fn f (a): boolean (block))"},
      {"function f(a): asserts a {}", "(fn f (a): void (block))"},
  });
}

TEST(TypescriptClasses, HeritageAndNames) {
  expectLowered({
      {"class A {}", "(class A)"},
      {"class A<T> { m<U>(a: T): U {} }", "(class A 'T (method m (fn m 'U (a: T): U (block))))"},
      {"class A extends B<T> implements C, D<E> {}", "(class A extends B <T> implements C, D<E>)"},
      {"abstract class A extends mixin(B) {}", "(class A extends (call mixin B))"},
      {"x = class {};", "(= x (class));"},
      {"x = class A {};", "(= x (class A));"},
  });
}

TEST(TypescriptClasses, Fields) {
  expectLowered({
      {"class A { a; b: T; c = 1; static d = 2; readonly e = 3; private f?: string; #g = 4; }",
       "(class A (field a) (field b: T) (field c = 1) (static field d = 2) (field e = 3) "
       "(field f: string) (field #g = 4))"},
      {"class A { 'a-b' = 1; [c] = 2; 3 = 4; declare e: T; accessor f = 5; }",
       "(class A (field a-b = 1) (field [c] = 2) (field 3 = 4) (field e: T) (field f = 5))"},
      {"class A { handler = async (a) => b; }", "(class A (field handler = (async => (a) b)))"},
      {"class A { static accessor a = 1; static accessor = 2; }",
       "(class A (static field a = 1) (static field accessor = 2))"},
  });
}

TEST(TypescriptClasses, MethodsBelongToTheirClass) {
  expectLowered({
      {"class A { constructor(private readonly a: T, public b = 1, c) { super(); } }",
       "(class A (constructor constructor (fn constructor (field a: T, field b = 1, c) (block "
       "(call "
       "super);))))"},
      {"class A { m() {} static async *n() {} get o() { return 1; } set o(v) {} [p]() {} #q() {} }",
       "(class A (method m (fn m () (block))) (static method n (async fn* n () (block))) "
       "(get o (fn o () (block (return 1)))) (set o (fn o (v) (block))) "
       "(method [p] (fn () (block))) (method #q (fn #q () (block))))"},
      {"class A { static { f(); } }", "(class A (static method (fn () (block (call f);))))"},
      {"class A { m() { return class B { n() {} }; } o() {} }",
       "(class A (method m (fn m () (block (return (class B (method n (fn n () (block)))))))) "
       "(method o (fn o () (block))))"},
  });
}

TEST(TypescriptClasses, SignaturesAreLeftOut) {
  expectLowered({
      {"abstract class A { abstract m(): void; n(a: string): void; n(a: any) {} [k: string]: T; }",
       "(class A (method n (fn n (a: any) (block))))"},
  });
}

TEST(TypescriptClasses, Decorators) {
  expectLowered({
      {"@a @b.c @d({ e: 1 }) class A {}", "(class @a @(. b c) @(call d {e: 1}) A)"},
      {"@a export class A {}", "(class @a A)\nexport A as A"},
      {"export @a class A {}", "(class @a A)\nexport A as A"},
      {"@a @b export default class A {}", "(class @a @b A)\nexport A as default"},
      {"class A { @a() b: T = 1; @c @d() m(@e() f: T, @g h) {} n() {} }",
       "(class A (@(call a) field b: T = 1) (@c @(call d) method m (fn m (@(call e) f: T, @g h) "
       "(block))) (method n (fn n () (block))))"},
      {"class A { @Tool({ name: 'x' }) async run() {} }",
       "(class A (@(call Tool {name: \"x\"}) method run (async fn run () (block))))"},
  });
}

TEST(TypescriptFunctions, KnowWhereTheirNamesAre) {
  const Module& module = moduleOf("function list() {} class A { find() {} }");
  EXPECT_EQ(module.file().text(module.function(FunctionId{0}).nameRange), "list");
  EXPECT_EQ(module.file().text(module.function(FunctionId{1}).nameRange), "find");
  EXPECT_EQ(module.file().text(module.classOf(ClassId{0}).nameRange), "A");
}

}  // namespace
}  // namespace envelint
