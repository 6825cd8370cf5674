#include <gtest/gtest.h>

#include "frontend/dump.h"

namespace envelint {
namespace {

TEST(TypescriptTypes, Keywords) {
  expectLowered({
      {"type A = [any, unknown, string, number, boolean, object, void, null, undefined, never];",
       "type A = [any, unknown, string, number, boolean, object, void, null, undefined, never]"},
      {"type A = [symbol, bigint, unique symbol];", "type A = [other, other, other]"},
  });
}

TEST(TypescriptTypes, Arrays) {
  expectLowered({
      {"type A = string[];", "type A = string[]"},
      {"type A = readonly T[][];", "type A = T[][]"},
      {"type A = Array<T>;", "type A = T[]"},
      {"type A = ReadonlyArray<Array<T>>;", "type A = T[][]"},
      {"type A = (A | B)[];", "type A = (A | B)[]"},
      {"type A = [a: string, b?: number, ...c: T[]];", "type A = [string, number, T[]]"},
      {"type A = [string, number?, ...T[]];", "type A = [string, number, ?]"},
  });
}

TEST(TypescriptTypes, Names) {
  expectLowered({
      {"type A = B;", "type A = B"},
      {"type A = z.infer<typeof S>;", "type A = z.infer<(typeof S)>"},
      {"type A = Promise<T[]>;", "type A = Promise<T[]>"},
      {"type A = a . b . C;", "type A = a.b.C"},
      {"type A = this;", "type A = this"},
  });
}

TEST(TypescriptTypes, Combinations) {
  expectLowered({
      {"type A = B | C | D;", "type A = (B | C | D)"},
      {"type A = | B | C;", "type A = (B | C)"},
      {"type A = | B;", "type A = B"},
      {"type A = B & { a: T };", "type A = (B & {a: T})"},
      {"type A = 'a' | 1 | -2 | true | null | `x${B}`;",
       "type A = (\"a\" | 1 | (minus 2) | true | null | string)"},
  });
}

TEST(TypescriptTypes, Objects) {
  expectLowered({
      {"type A = { a: T; b?: U, readonly 'c-d': V; m(x: T): W; n?(): X };",
       "type A = {a: T, b?: U, c-d: V, m: (=> W), n?: (=> X)}"},
      {"type A = { [k: string]: T };", "type A = {[]: T}"},
      {"type A = { readonly [K in B]?: T };", "type A = {[]: T}"},
      {"type A = { a };", "type A = {a: _}"},
  });
}

TEST(TypescriptTypes, Others) {
  expectLowered({
      {"type A = (a: T) => U;", "type A = (=> U)"},
      {"type A = (a) => a is T;", "type A = (=> boolean)"},
      {"type A = typeof a.b;", "type A = (typeof (. a b))"},
      {"type A = B['c'];", "type A = B[\"c\"]"},
      {"type A = B[number];", "type A = ?"},
      {"type A = keyof B;", "type A = ?"},
      {"type A = B extends C ? D : E;", "type A = ?"},
      {"type A = new () => B;", "type A = ?"},
      {"type A = typeof import('x');", "type A = ?"},
      {"type A = import('x').B<C>;", "type A = ?"},
  });
}

TEST(TypescriptTypes, Declarations) {
  expectLowered({
      {"type A<T, U = V> = T;", "type A 'T 'U = T"},
      {"interface A<T> extends B<T>, c.D { a: T }", "type A 'T extends B<T>, c.D = {a: T}"},
      {"export type A = B; export interface C {}", "type! A = B\ntype! C = {}"},
      {"function f() { type A = B; }", "(fn f () (block))\ntype A = B"},
      {"namespace N { export interface A {} }", "(block)\ntype A = {}"},
      {"interface A {} export type { A as B };", "export A as B\ntype! A = {}"},
      {"export default interface A {}", "export A as default\ntype! A = {}"},
  });
}

}  // namespace
}  // namespace envelint
