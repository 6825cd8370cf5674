#include <gtest/gtest.h>

#include "frontend/dump.h"

namespace envelint {
namespace {

TEST(TypescriptExpressions, MembersAndIndexes) {
  expectLowered({
      {"a.b.c;", "(. (. a b) c);"},
      {"a['b'];", "(. a b);"},
      {"a[`b`];", "(. a b);"},
      {"a[b];", "([] a b);"},
      {"a[0];", "([] a 0);"},
      {"this.#x;", "(. this #x);"},
      {"a?.b;", "(?. a b);"},
      {"a?.['b'];", "(?. a b);"},
      {"a?.[b];", "(?.[] a b);"},
      {"a?.b.c;", "(. (?. a b) c);"},
      {"super.a;", "(. super a);"},
  });
}

TEST(TypescriptExpressions, AMemberKnowsWhereItsNameIs) {
  const Module& module = moduleOf("a . limit;");
  const auto* member = module.as<MemberExpr>(module.as<ExpressionStmt>(module.body()[0])->expr);
  EXPECT_EQ(module.file().text(member->nameRange), "limit");
}

TEST(TypescriptExpressions, CallsAndConstructions) {
  expectLowered({
      {"f();", "(call f);"},
      {"f(a, ...b);", "(call f a ...b);"},
      {"f<string, T[]>(a);", "(call f <string, T[]> a);"},
      {"f?.(a);", "(?.call f a);"},
      {"a.b?.(c)?.d;", "(?. (?.call (. a b) c) d);"},
      {"new A;", "(new A);"},
      {"new A(b);", "(new A b);"},
      {"new Map<string, T>();", "(new Map <string, T>);"},
      {"new a.B(c).d();", "(call (. (new (. a B) c) d));"},
      {"f<T>;", "f;"},
  });
}

TEST(TypescriptExpressions, Operators) {
  expectLowered({
      {"a + b - c;", "(- (+ a b) c);"},
      {"a * b / c % d;", "(% (/ (* a b) c) d);"},
      {"a ** b ** c;", "(** a (** b c));"},
      {"a == b; a === b; a != b; a !== b;", "(== a b);\n(== a b);\n(!= a b);\n(!= a b);"},
      {"a < b; a <= b; a > b; a >= b;", "(< a b);\n(<= a b);\n(> a b);\n(>= a b);"},
      {"a & b; a | b; a ^ b; a << b; a >> b; a >>> b;",
       "(bits a b);\n(bits a b);\n(bits a b);\n(bits a b);\n(bits a b);\n(bits a b);"},
      {"'k' in a; a instanceof B; #p in o;", "(in \"k\" a);\n(instanceof a B);\n(in \"#p\" o);"},
      {"a && b || c;", "(|| (&& a b) c);"},
      {"a ?? b;", "(?? a b);"},
      {"!a; -a; +a; ~a; typeof a; delete a.b;",
       "(! a);\n(minus a);\n(plus a);\n(~ a);\n(typeof a);\n(delete (. a b));"},
      {"a++; --a;", "(++ a);\n(-- a);"},
      {"a, b, c;", "(, a b c);"},
      {"a ? b : c;", "(?: a b c);"},
      {"a ? b : c ? d : e;", "(?: a b (?: c d e));"},
  });
}

TEST(TypescriptExpressions, Assignments) {
  expectLowered({
      {"a = b = c;", "(= a (= b c));"},
      {"a += 1; a -= 1; a **= 2; a >>>= 3;", "(+= a 1);\n(op= a 1);\n(op= a 2);\n(op= a 3);"},
      {"a &&= 1; a ||= 2; a ?\?= 3;", "(&&= a 1);\n(||= a 2);\n(?\?= a 3);"},
      {"a.b = 1; a[0] = 2;", "(= (. a b) 1);\n(= ([] a 0) 2);"},
      {"(a as any) = 1; a! = 2; a!.b = 3;", "(= a 1);\n(= a 2);\n(= (. (nonnull a) b) 3);"},
  });
}

TEST(TypescriptExpressions, CastsAreRemembered) {
  expectLowered({
      {"a as T;", "(as a T);"},
      {"a satisfies T;", "(satisfies a T);"},
      {"a!;", "(nonnull a);"},
      {"a as const;", "(const a);"},
      {"<any>a;", "(as a any);"},
      {"<const>['a'];", "(const [\"a\"]);"},
      {"a as unknown as T;", "(as (as a unknown) T);"},
  });
}

TEST(TypescriptExpressions, BracketsAreTransparent) {
  expectLowered({{"((a));", "a;"}, {"(a.b).c;", "(. (. a b) c);"}, {"(a, b);", "(, a b);"}});
  const Module& module = moduleOf("x = (  a  );");
  const auto* assign = module.as<AssignExpr>(module.as<ExpressionStmt>(module.body()[0])->expr);
  EXPECT_EQ(module.file().text(module.range(assign->value)), "a");
}

TEST(TypescriptExpressions, WaitingAndYielding) {
  expectLowered({
      {"await a;", "(await a);"},
      {"function* f() { yield; yield a; yield* b; }",
       "(fn* f () (block (yield _); (yield a); (yield* b);))"},
  });
}

TEST(TypescriptExpressions, OtherModulesOnDemand) {
  expectLowered({
      {"require('x');", "(import \"x\");"},
      {"import('x');", "(import \"x\");"},
      {"await import(`x`);", "(await (import \"x\"));"},
      {"require('x').y;", "(. (import \"x\") y);"},
      {"import('x').then(f);", "(call (. (import \"x\") then) f);"},
      {"import(path);", "(? path);"},
      {"import(f(a));", "(? (call f a));"},
      {"require(path);", "(call require path);"},
  });
}

TEST(TypescriptExpressions, WhatTheModelHasNoWordFor) {
  expectLowered({
      {"new.target;", "?;"},
      {"import.meta.url;", "(. ? url);"},
  });
}

// Precedence in the grammar is wrong where types are involved.

TEST(TypescriptPrecedence, TypeArgumentsBelongToTheCall) {
  expectLowered({
      {"await f<T>(x);", "(await (call f <T> x));"},
      {"await a.b<T>(x).c();", "(await (call (. (call (. a b) <T> x) c)));"},
      {"!f<T>(x);", "(! (call f <T> x));"},
      {"a + f<T>(x);", "(+ a (call f <T> x));"},
      {"a && !f<T>(x) && b;", "(&& (&& a (! (call f <T> x))) b);"},
      {"a || await f<T>(x) + 1;", "(|| a (+ (await (call f <T> x)) 1));"},
      {"(await f<T>(x)).y;", "(. (await (call f <T> x)) y);"},
      {"typeof f<T>(x);", "(typeof (call f <T> x));"},
  });
}

TEST(TypescriptPrecedence, ANonNullMarkBelongsToTheLastOperand) {
  expectLowered({
      {"a && b!;", "(&& a (nonnull b));"},
      {"a && b!.c;", "(&& a (. (nonnull b) c));"},
      {"a && b!.c && d;", "(&& (&& a (. (nonnull b) c)) d);"},
      {"!a!.b;", "(! (. (nonnull a) b));"},
      {"!!a!.b;", "(! (! (. (nonnull a) b)));"},
      {"a && !b!.c;", "(&& a (! (. (nonnull b) c)));"},
      {"a && b !== c!.d;", "(&& a (!= b (. (nonnull c) d)));"},
      {"a + b * c!.d;", "(+ a (* b (. (nonnull c) d)));"},
      {"a > b && c - d! < e;", "(&& (> a b) (< (- c (nonnull d)) e));"},
      {"a || b! && c;", "(|| a (&& (nonnull b) c));"},
      {"(a && b)!.c;", "(. (nonnull (&& a b)) c);"},
      {"a ? b : c!;", "(?: a b (nonnull c));"},
      {"await a!.b();", "(await (call (. (nonnull a) b)));"},
  });
}

TEST(TypescriptPrecedence, ACastBindsLikeAComparison) {
  expectLowered({
      {"a || b as T;", "(|| a (as b T));"},
      {"a ?? [] as T[];", "(?? a (as [] T[]));"},
      {"a === b as T;", "(== a (as b T));"},
      {"a || b && c as T;", "(|| a (&& b (as c T)));"},
      {"a && b as T && c;", "(&& (&& a (as b T)) c);"},
      {"a + b as T;", "(as (+ a b) T);"},
      {"await a as T;", "(as (await a) T);"},
      {"await a as unknown as T;", "(as (as (await a) unknown) T);"},
      {"!a as T;", "(as (! a) T);"},
      {"a || b satisfies T;", "(|| a (satisfies b T));"},
  });
}

}  // namespace
}  // namespace envelint
