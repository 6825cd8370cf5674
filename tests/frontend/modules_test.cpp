#include <gtest/gtest.h>

#include "frontend/dump.h"

namespace envelint {
namespace {

TEST(TypescriptModules, Imports) {
  expectLowered({
      {"import 'a';", "import effect \"a\""},
      {"import a from 'b';", "import default a \"b\""},
      {"import * as a from 'b';", "import * a \"b\""},
      {"import { a, b as c, 'd e' as f } from 'g';",
       "import named a as a \"g\"\nimport named b as c \"g\"\nimport named d e as f \"g\""},
      {"import { default as a } from 'b';", "import default a \"b\""},
      {"import a, { b } from 'c';", "import default a \"c\"\nimport named b as b \"c\""},
      {"import a, * as b from 'c';", "import default a \"c\"\nimport * b \"c\""},
      {"import type { A } from 'b';", "import named type A as A \"b\""},
      {"import type A from 'b';", "import default type A \"b\""},
      {"import { type A, b } from 'c';",
       "import named type A as A \"c\"\nimport named b as b \"c\""},
      {"import a from './b.json' with { type: 'json' };", "import default a \"./b.json\""},
      {"import a = require('b');", "import * a \"b\""},
  });
}

TEST(TypescriptModules, ExportedDeclarations) {
  expectLowered({
      {"export const a = 1, { b, c: [d, ...e], ...f } = x;",
       "(const (a = 1) ({b: b, c: [d, ...e], ...f} = x))\n"
       "export a as a\nexport b as b\nexport d as d\nexport e as e\nexport f as f"},
      {"export function f() {}", "(fn f () (block))\nexport f as f"},
      {"export async function* f() {}", "(async fn* f () (block))\nexport f as f"},
      {"export abstract class A {}", "(class A)\nexport A as A"},
      {"export enum E { A }", "(const (E = {A: 0}))\nexport E as E"},
      {"export declare const a: T;", "(const (a: T))\nexport a as a"},
      {"export function f(a: string): void; export function f(a: any) {}",
       "(fn f (a: any) (block))\nexport f as f"},
      {"export import a = b.c;", "(const (a = (. b c)))\nexport a as a"},
  });
}

TEST(TypescriptModules, ExportLists) {
  expectLowered({
      {"export { a, b as c, d as default, e as 'f g' };",
       "export a as a\nexport b as c\nexport d as default\nexport e as f g"},
      {"export { a, b as c, default as d } from 'x';",
       "export \"x\" a as a\nexport \"x\" b as c\nexport \"x\" default as d"},
      {"export type { A } from 'x';", "export \"x\" A as A"},
      {"export { type A, b } from 'x';", "export \"x\" A as A\nexport \"x\" b as b"},
      {"export * from 'x';", "export * \"x\""},
      {"export * as a from 'x';", "export \"x\" * as a"},
      {"export {};", ""},
      {"export {} from 'x';", "import effect \"x\""},
  });
}

TEST(TypescriptModules, DefaultExports) {
  expectLowered({
      {"export default a;", "export a as default"},
      {"export default { a: 1 };", "export {a: 1} as default"},
      {"export default 'a';", "export \"a\" as default"},
      {"export default f({ a }) satisfies T;", "export (satisfies (call f {=a}) T) as default"},
      {"export default function () {}", "export (fn () (block)) as default"},
      {"export default async () => a;", "export (async => () a) as default"},
      {"export default function f() {}", "(fn f () (block))\nexport f as default"},
      {"export default class {}", "export (class) as default"},
      {"export default class A {}", "(class A)\nexport A as default"},
      {"export default abstract class A {}", "(class A)\nexport A as default"},
  });
}

TEST(TypescriptModules, WholeModules) {
  expectLowered({
      {"export = a;", "export = a"},
      {"export as namespace A;", ""},
  });
}

TEST(TypescriptModules, CommonJs) {
  expectLowered(
      {
          {"const { a, b: c } = require('x');", "(const ({a: a, b: c} = (import \"x\")))"},
          {"module.exports = { a };", "(= (. module exports) {=a});\nexport = {=a}"},
          {"exports.a = 1; module.exports.b = 2; module.exports['c'] = 3;",
           "(= (. exports a) 1);\n(= (. (. module exports) b) 2);\n"
           "(= (. (. module exports) c) 3);\nexport 1 as a\nexport 2 as b\nexport 3 as c"},
          {"exports.a = exports.b = f;",
           "(= (. exports a) (= (. exports b) f));\nexport f as a\nexport f as b"},
          {"exports = module.exports = f;", "(= exports (= (. module exports) f));\nexport = f"},
          {"exports.a = void 0;", "(= (. exports a) undefined);"},
          {"if (x) { exports.a = 1; }", "(if x (block (= (. exports a) 1);) _)\nexport 1 as a"},
          {"function f() { exports.a = 1; }", "(fn f () (block (= (. exports a) 1);))"},
          {"x.exports = 1; exports.a += 1;", "(= (. x exports) 1);\n(+= (. exports a) 1);"},
      },
      "/test/file.cjs");
}

TEST(TypescriptModules, AnExportedAssignmentOwnsItsValue) {
  const Module& module = moduleOf("exports.a = f(1);", "/test/file.js");
  const Export& item = module.exports()[0];
  ASSERT_TRUE(item.value);
  EXPECT_TRUE(module.owner(item.value).expr());
  EXPECT_EQ(module.statementOf(item.value), module.body()[0]);
}

TEST(TypescriptModules, CommentsAreListed) {
  const Module& module = moduleOf("// a\nf(/* b */ x); /** c */ // d");
  ASSERT_EQ(module.comments().size(), 4u);
  EXPECT_EQ(module.file().text(module.comments()[0].range), "// a");
  EXPECT_FALSE(module.comments()[0].block);
  EXPECT_EQ(module.file().text(module.comments()[1].range), "/* b */");
  EXPECT_TRUE(module.comments()[1].block);
  EXPECT_EQ(dump(module), "(call f x);");
}

}  // namespace
}  // namespace envelint
