#include "analysis/evaluator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "analysis/program_fixture.h"

namespace envelint {
namespace {

using Files = ProgramFixture::Files;

std::string numberText(double value) {
  if (std::isinf(value)) {
    return value < 0 ? "-inf" : "inf";
  }
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

/// A value as a test writes it: `{a: 1, ...}`, `[1, 2]`, `'x' | undefined`, `0..inf`,
/// `zod:z.number().max()`.
class Renderer {
 public:
  explicit Renderer(Evaluator& evaluator) : evaluator_(evaluator) {}

  std::string operator()(const Value* value, int depth = 0) {
    if (depth > 5) {
      return "_";
    }
    switch (value->kind) {
      case ValueKind::kUnknown:
        return "?";
      case ValueKind::kUndefined:
        return "undefined";
      case ValueKind::kNull:
        return "null";
      case ValueKind::kBoolean:
        return !value->isConstant ? "boolean" : value->boolean ? "true" : "false";
      case ValueKind::kNumber:
        return value->isExactNumber() ? numberText(value->low)
                                      : numberText(value->low) + ".." + numberText(value->high);
      case ValueKind::kString:
        return value->isConstant ? "'" + std::string(value->text) + "'" : "string";
      case ValueKind::kRegex:
        return "regex";
      case ValueKind::kObject:
      case ValueKind::kRecord:
      case ValueKind::kNamespace:
        return object(value, depth);
      case ValueKind::kArray:
        return array(value, depth);
      case ValueKind::kFunction:
        return "function";
      case ValueKind::kClass:
        return "class " + std::string(value->classRef.module->classOf(value->classRef.id).name);
      case ValueKind::kInstance:
        return "new " + std::string(value->classRef.module->classOf(value->classRef.id).name);
      case ValueKind::kExternal:
        return std::string(value->text);
      case ValueKind::kMember:
        return (*this)(value->base, depth + 1) + "." + std::string(value->text);
      case ValueKind::kCall:
        return (*this)(value->base, depth + 1) + "()";
      case ValueKind::kInput:
        return "input";
      case ValueKind::kParameter:
        return "parameter";
      case ValueKind::kUnion:
        break;
    }
    std::string text;
    for (const Value* option : value->options) {
      text += (text.empty() ? "" : " | ") + (*this)(option, depth + 1);
    }
    return text;
  }

 private:
  std::string object(const Value* value, int depth) {
    const KnownProperties known = evaluator_.properties(value);
    std::string text;
    for (const KnownProperty& property : known.properties) {
      text += (text.empty() ? "" : ", ") + std::string(property.key) + ": " +
              (*this)(evaluator_.valueOf(property), depth + 1);
    }
    if (known.open) {
      text += text.empty() ? "..." : ", ...";
    }
    return "{" + text + "}";
  }

  std::string array(const Value* value, int depth) {
    bool open = false;
    std::string text;
    for (const Value* element : evaluator_.elements(value, &open)) {
      text += (text.empty() ? "" : ", ") + (*this)(element, depth + 1);
    }
    if (open) {
      text += text.empty() ? "..." : ", ...";
    }
    return "[" + text + "]";
  }

  Evaluator& evaluator_;
};

struct Case {
  const char* name;
  Files files;
  const char* expected;  ///< of the export `x` of main.ts
};

Files one(const std::string& text) { return {{"main.ts", text}}; }

void check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    ProgramFixture fixture(c.files);
    Evaluator& evaluator = fixture.evaluator();
    Renderer render(evaluator);
    EXPECT_EQ(render(evaluator.exportOf(fixture.module("main.ts"), "x")), c.expected) << c.name;
  }
}

/// `export const x = <text>`.
Files value(const std::string& text) { return one("export const x = " + text + ";"); }

TEST(Evaluator, ReadsLiterals) {
  check({
      {"number", value("200"), "200"},
      {"negative number", value("-0.5"), "-0.5"},
      {"separators", value("1_000"), "1000"},
      {"string", value("'a' + `b${'c'}`"), "'abc'"},
      {"string with a hole", value("`a${f()}`"), "string"},
      {"template with a number", value("`LIMIT ${200}`"), "'LIMIT 200'"},
      {"boolean", value("!0"), "true"},
      {"null", value("null"), "null"},
      {"undefined", value("undefined"), "undefined"},
      {"void", value("void 0"), "undefined"},
      {"regex", value("/a/g"), "regex"},
      {"object", value("{a: 1, 'b-c': 'x', [`d`]: {e: null}}"), "{a: 1, b-c: 'x', d: {e: null}}"},
      {"object with a computed key", value("{a: 1, [key()]: 2}"), "{a: 1, ...}"},
      {"array", value("[1, , 'a', ...[2, 3]]"), "[1, undefined, 'a', 2, 3]"},
      {"array, open", value("[1, ...rest()]"), "[1, ...]"},
      {"function", value("() => 1"), "function"},
      {"class", value("class A {}"), "class A"},
      {"casts", value("({a: 1} as const)!"), "{a: 1}"},
      {"satisfies", value("(5 satisfies number) as unknown as string"), "5"},
      {"comma", value("(1, 2)"), "2"},
      {"frozen", value("Object.freeze({a: 1})"), "{a: 1}"},
      {"awaited", one("export const x = await Promise.resolve(1);"), "1"},
  });
}

TEST(Evaluator, Calculates) {
  check({
      {"sum", value("1 + 2 * 3 - 4 / 2"), "5"},
      {"power", value("2 ** 10"), "1024"},
      {"division by zero", value("1 / 0"), "-inf..inf"},
      {"minimum", value("Math.min(n(), 200)"), "-inf..200"},
      {"maximum", value("Math.max(1, Math.min(200, n()))"), "1..200"},
      {"a bound that isn't known", value("Math.min(n(), Number.MAX_SAFE_INTEGER)"), "-inf..inf"},
      {"infinity", value("Math.min(n(), Infinity)"), "-inf..inf"},
      {"one of several spread", value("Math.min(...ns())"), "-inf..inf"},
      {"rounded", value("Math.floor(Math.min(n(), 10.5))"), "-inf..11"},
      {"parsed", value("Math.min(Number(n()), 50)"), "-inf..50"},
      {"negated", value("-Math.min(n(), 50)"), "-50..inf"},
      {"unknown plus one may be text", value("n() + 1"), "?"},
      {"unknown minus one is a number", value("n() - 1"), "-inf..inf"},
      {"conditional", value("flag() ? 1 : 2"), "1 | 2"},
      {"decided conditional", value("1 ? 'a' : 'b'"), "'a'"},
      {"comparison", value("a() > 3"), "boolean"},
      {"equality", value("'a' === 'a'"), "true"},
      {"inequality", value("1 !== 2"), "true"},
      {"undecided equality", value("a() === 'a'"), "boolean"},
      {"default", value("undefined ?? 20"), "20"},
      {"no default", value("0 ?? 20"), "0"},
      {"or", value("0 || 20"), "20"},
      {"and", value("1 && 20"), "20"},
      {"undecided default", value("f() ?? 20"), "global:f() | 20"},
      {"not", value("!f()"), "boolean"},
      {"typeof", value("[typeof 'a', typeof 1, typeof {}, typeof null, typeof (() => 1)]"),
       "['string', 'number', 'object', 'object', 'function']"},
      {"typeof of what isn't known", value("typeof f()"), "string"},
      {"typeof of one of two kinds", value("typeof (f() ? 1 : 'a')"), "string"},
      {"typeof of one kind", value("typeof (f() ? 1 : 2) === 'number'"), "true"},
      {"an array", value("Array.isArray(f().map((r) => r))"), "true"},
      {"no array", value("Array.isArray('a')"), "false"},
      {"perhaps an array", value("Array.isArray(f())"), "boolean"},
      {"an array or none", value("Array.isArray(f() ? [] : 'a')"), "boolean"},
      {"clamp by a conditional",
       value("(() => { const n = Number(f()); return n > 200 ? 200 : n; })()"), "200 | -inf..200"},
  });
}

TEST(Evaluator, ReadsVariables) {
  check({
      {"constant", one("const a = 1;\nexport const x = a;"), "1"},
      {"later constant", one("export const f = () => a;\nconst a = 1;\nexport const x = f();"),
       "1"},
      {"several writes", one("let a = 1;\nif (f()) a = 2;\nexport const x = a;"), "1 | 2"},
      {"counter", one("let a = 1;\na++;\nexport const x = a;"), "1 | -inf..inf"},
      {"compound", one("let a = 1;\na += 2;\nexport const x = a;"), "1 | ?"},
      {"destructured",
       one("const {a, b: {c = 5}, ...rest} = {a: 1, b: {}, d: 2};\n"
           "export const x = [a, c];"),
       "[1, 5]"},
      {"array pattern", one("const [a, , b] = [1, 2, 3];\nexport const x = [a, b];"), "[1, 3]"},
      {"for of", one("let x;\nfor (const a of [1, 2]) { x = a; }\nexport {x};"),
       "undefined | 1 | 2"},
      {"shadowed",
       one("const a = 1;\nfunction f() { const a = 2; return a; }\nexport const x = f();"), "2"},
      {"var in a block",
       one("function f() { if (1) { var a = 2; } return a; }\n"
           "export const x = f();"),
       "2"},
      {"catch", one("let x = 1;\ntry { f(); } catch (e) { x = e; }\nexport {x};"), "1 | ?"},
      {"itself", one("export const x = x;"), "?"},
      {"a circle", one("const a = b;\nconst b = a;\nexport const x = a;"), "?"},
      {"enum-like object", one("const Limits = {MAX: 200} as const;\nexport const x = Limits.MAX;"),
       "200"},
      {"enum", one("enum Limits { Max = 200 }\nexport const x = Limits.Max;"), "200"},
  });
}

TEST(Evaluator, ReadsObjects) {
  check({
      {"spread", value("{a: 1, ...{a: 2, b: 3}, b: 4}"), "{a: 2, b: 4}"},
      {"conditional spread", value("({...(f() ? {a: 1} : {}), b: 2}).a"), "1 | undefined"},
      {"unknown spread after", value("({a: 1, ...f()}).a"), "global:f().a | 1"},
      {"unknown spread before", value("({...f(), a: 1}).a"), "1"},
      {"assign", value("Object.assign({a: 1}, {b: 2}).b"), "2"},
      {"absent", value("({a: 1}).b"), "undefined"},
      {"optional", value("({a: {b: 1}})?.a?.b"), "1"},
      {"by constant key", one("const k = 'a';\nexport const x = ({a: 1})[k];"), "1"},
      {"by unknown key", value("({a: 1})[f()]"), "?"},
      {"written later", one("const o: any = {a: 1};\no.b = 2;\nexport const x = o;"),
       "{a: 1, b: 2}"},
      {"written under an unknown key",
       one("const o: any = {};\no[f()] = 2;\nexport const x = o.a;"), "?"},
      {"method", value("({a() { return 1; }}).a()"), "1"},
      {"method with this", value("({n: 5, a() { return this.n; }}).a()"), "5"},
      {"getter", value("({get a() { return 1; }}).a"), "1"},
      {"keys of an unknown object", value("f().a.b"), "global:f().a.b"},
  });
}

TEST(Evaluator, KnowsNothingOfObjectsThatOthersChange) {
  // What a function does with an object it is given, and writes through another name, can't be seen
  // in the literal.
  check({
      {"filled by a function",
       one("function fill(o) { o.a = 1; }\nconst o: any = {};\nfill(o);\n"
           "export const x = o.a;"),
       "?"},
      {"merged into", one("const o: any = {};\nObject.assign(o, {a: 1});\nexport const x = o.a;"),
       "?"},
      {"given to something unknown", one("const o: any = {};\nf(o);\nexport const x = o.a;"), "?"},
      {"written through another name",
       one("const o: any = {};\nconst p = o;\np.a = 1;\n"
           "export const x = o.a;"),
       "?"},
      {"array filled by a function", one("const a: any[] = [];\nf(a);\nexport const x = a;"),
       "[...]"},
      {"array written by index", one("const a: any[] = [];\na[0] = 1;\nexport const x = a;"),
       "[...]"},
      {"array that grows by splice",
       one("const a: any[] = [];\na.splice(0, 0, 1);\n"
           "export const x = a;"),
       "[...]"},
      {"array field that grows",
       one("class A { rows: any[] = []; add(r) { this.rows.push(r); } }\n"
           "export const x = new A().rows;"),
       "[...]"},
  });
}

// Bound arguments and `super` aren't followed: no guess is made of them.
TEST(Evaluator, StaysUnknownWhereItCannotFollow) {
  check({
      {"bound argument",
       one("function f(a, b) { return b; }\nexport const x = f.bind(null, 0)(1);"), "?()"},
      {"super",
       one("class A { m() { return 1; } }\nclass B extends A { m() { return super.m(); } }\n"
           "export const x = new B().m();"),
       "?"},
      {"super constructor",
       one("class A { n; constructor(n) { this.n = n; } }\n"
           "class B extends A { constructor() { super(4); } }\n"
           "export const x = new B().n;"),
       "parameter"},
  });
}

TEST(Evaluator, FollowsPatternsSpreadsAndPackages) {
  check({
      {"array pattern", one("const [a, , b = 3, ...c] = [1, 2];\nexport const x = [a, b];"),
       "[1, 3]"},
      {"and spread", value("({...(f() && {a: 1})}).a"), "1 | undefined"},
      {"all of a package",
       {{"main.ts", "import {z} from './lib';\nexport const x = z;"},
        {"lib.ts", "export * from 'zod';"}},
       "zod:z"},
  });
}

TEST(Evaluator, ReadsArrays) {
  check({
      {"element", value("[1, 2][0]"), "1 | 2"},
      {"pushed", one("const a = [1];\na.push(2, 3);\nexport const x = a;"), "[1, 2, 3]"},
      {"pushed in a loop",
       one("const a = [];\nfor (const b of [1, 2]) a.push(b);\n"
           "export const x = a;"),
       "[1 | 2]"},
      {"mapped", value("[1, 2].map((n) => n * 10)"), "[10, 20]"},
      {"filtered", value("[1, 2].filter(Boolean)"), "[1, 2, ...]"},
      {"concatenated", value("[1].concat([2], 3)"), "[1, 2, ...]"},
      {"found", value("[{n: 'a', v: 1}, {n: 'b', v: 2}].find((o) => o.n === 'b').v"), "2"},
      {"flat mapped", value("[1, 2].flatMap((n) => [n, n])"), "[1, 1, 2, 2]"},
      {"values", value("Object.values({a: 1, b: 2})"), "[1, 2]"},
      {"entries", value("Object.entries({a: 1})"), "[['a', 1]]"},
      {"keys", value("Object.keys({a: 1, b: 2})"), "[...]"},
      {"from", value("Array.from([1, 2])"), "[1, 2, ...]"},
      {"length", value("[1, 2].length"), "0..inf"},
      {"sliced, of something unknown", value("f().slice(0, 10)"), "global:f().slice()"},
      {"all", value("await Promise.all([1, f()])"), "[1, global:f()]"},
      {"joined", value("['a', 'b'].join(',')"), "string"},
  });
}

TEST(Evaluator, EntersFunctions) {
  check({
      {"return", one("function f(a, b = 2) { return [a, b]; }\nexport const x = f(1);"), "[1, 2]"},
      {"several returns",
       one("function f(a) { if (a()) return 1; return 2; }\nexport const x = f(g);"), "1 | 2"},
      {"decided return",
       one("function f(a) { if (a) { return 1; } return 2; }\nexport const x = f(0);"), "2"},
      {"no return", one("function f() {}\nexport const x = f();"), "undefined"},
      {"destructured parameter",
       one("const f = ({a, ...rest}) => [a, rest.b];\n"
           "export const x = f({a: 1, b: 2});"),
       "[1, 2]"},
      {"rest parameter", one("const f = (a, ...rest) => rest;\nexport const x = f(1, 2, 3);"),
       "[2, 3]"},
      {"spread argument", one("const f = (a, b) => b;\nexport const x = f(...[1, 2]);"), "2"},
      {"argument after a spread", one("const f = (a, b) => b;\nexport const x = f(...g(), 2);"),
       "?"},
      {"closure", one("const make = (n) => () => n;\nexport const x = make(3)();"), "3"},
      {"two closures",
       one("const make = (n) => () => n;\nconst a = make(1);\nconst b = make(2);\n"
           "export const x = [a(), b()];"),
       "[1, 2]"},
      {"async", one("async function f() { return 1; }\nexport const x = await f();"), "1"},
      {"then", value("f().then(() => 1)"), "1"},
      {"then of a known value", value("Promise.resolve(2).then((n) => n + 1)"), "3"},
      {"recursion", one("function f(n) { return n ? f(n - 1) : 1; }\nexport const x = f(g());"),
       "? | 1"},
      {"mutual recursion", one("const a = () => b();\nconst b = () => a();\nexport const x = a();"),
       "?"},
      {"generator", one("function* f() { yield 1; return 2; }\nexport const x = f();"), "?"},
      {"call", one("function f(a) { return a; }\nexport const x = f.call(null, 1);"), "1"},
      {"bind", one("function f(a) { return a; }\nexport const x = f.bind(null)(1);"), "1"},
      {"switch",
       one("function f(n) { switch (n) { case 'a': return 1; case 'b': return 2;\n"
           "default: return 3; } }\nexport const x = [f('b'), f('c')];"),
       "[2, 3]"},
      {"finally", one("function f() { try { return 1; } finally { g(); } }\nexport const x = f();"),
       "1"},
      {"overloads",
       one("function f(a: string): string;\nfunction f(a: number): number;\n"
           "function f(a: any) { return a; }\nexport const x = f(1);"),
       "1"},
      {"default that reads another parameter",
       one("const f = (a, b = a) => b;\nexport const x = f(7);"), "7"},
      {"called at once", value("(function () { return 4; })()"), "4"},
      {"tagged template", value("sql`SELECT ${1}`"), "global:sql()"},
  });
}

TEST(Evaluator, ReadsClasses) {
  check({
      {"instance", one("class A {}\nexport const x = new A();"), "new A"},
      {"field", one("class A { n = 5; }\nexport const x = new A().n;"), "5"},
      {"static", one("class A { static MAX = 5; }\nexport const x = A.MAX;"), "5"},
      {"constructor",
       one("class A { n; constructor(n) { this.n = n; } }\nexport const x = new A(3).n;"), "3"},
      {"parameter property",
       one("class A { constructor(private n: number) {} }\n"
           "export const x = new A(3).n;"),
       "3"},
      {"method",
       one("class A { constructor(private n: number) {} get() { return this.n; } }\n"
           "export const x = new A(3).get();"),
       "3"},
      {"getter", one("class A { get n() { return 1; } }\nexport const x = new A().n;"), "1"},
      {"arrow field",
       one("class A { n = 2; get = () => this.n; }\nexport const x = new A().get();"), "2"},
      {"inherited",
       one("class A { m() { return 1; } }\nclass B extends A {}\n"
           "export const x = new B().m();"),
       "1"},
      {"overridden",
       one("class A { m() { return this.k(); } k() { return 1; } }\n"
           "class B extends A { k() { return 2; } }\nexport const x = new B().m();"),
       "2"},
      {"from a package", one("import {Client} from 'pg';\nexport const x = new Client();"),
       "pg:Client()"},
      {"written elsewhere too",
       one("class A { n = 1; set() { this.n = 2; } }\n"
           "export const x = new A().n;"),
       "1 | 2"},
  });
}

TEST(Evaluator, CrossesModules) {
  const auto two = [](const char* main, const char* lib) {
    return Files{{"main.ts", main}, {"lib.ts", lib}};
  };
  check({
      {"named", two("import {a} from './lib';\nexport const x = a;", "export const a = 1;"), "1"},
      {"renamed",
       two("import {a as b} from './lib';\nexport const x = b;", "const c = 1;\nexport {c as a};"),
       "1"},
      {"default", two("import a from './lib';\nexport const x = a;", "export default 1;"), "1"},
      {"default function",
       two("import f from './lib';\nexport const x = f();",
           "export default function () { return 1; }"),
       "1"},
      {"namespace",
       two("import * as lib from './lib';\nexport const x = lib.a;", "export const a = 1;"), "1"},
      {"re-exported", two("export {a as x} from './lib';", "export const a = 1;"), "1"},
      {"re-exported namespace", two("export * as x from './lib';", "export const a = 1;"),
       "{a: 1}"},
      {"all", two("export * from './lib';", "export const x = 1;"), "1"},
      {"of all, the own one first",
       two("export * from './lib';\nexport const x = 2;", "export const x = 1;"), "2"},
      {"imported and exported",
       two("import {a} from './lib';\nexport {a as x};", "export const a = 1;"), "1"},
      {"a circle",
       two("import {b} from './lib';\nexport const x = b;",
           "import {x} from './main';\nexport const b = x;"),
       "?"},
      {"circle of export all", two("export * from './lib';", "export * from './main';"), "?"},
      {"dynamic", two("export const x = (await import('./lib')).a;", "export const a = 1;"), "1"},
      {"required",
       {{"main.ts", "const lib = require('./lib');\nexport const x = lib.a;"},
        {"lib.js", "module.exports = {a: 1};"}},
       "1"},
      {"required, by exports",
       {{"main.ts", "const {a} = require('./lib');\nexport const x = a;"},
        {"lib.js", "exports.a = 1;"}},
       "1"},
      {"CommonJS by default",
       {{"main.ts", "import lib from './lib.js';\nexport const x = lib.a;"},
        {"lib.js", "module.exports = {a: 1};"}},
       "1"},
      {"missing file", one("import {a} from './gone';\nexport const x = a;"), "?"},
      {"missing name", two("import {b} from './lib';\nexport const x = b;", "export const a = 1;"),
       "?"},
      {"workspace package",
       {{"main.ts", "import {a} from '@acme/lib';\nexport const x = a;"},
        {"packages/lib/package.json", R"({"name": "@acme/lib", "main": "dist/index.js"})"},
        {"packages/lib/src/index.ts", "export const a = 1;"}},
       "1"},
      {"function with its own module's names",
       two("import {f} from './lib';\nconst n = 2;\nexport const x = f();",
           "const n = 1;\nexport const f = () => n;"),
       "1"},
  });
}

TEST(Evaluator, NamesWhatComesFromOutside) {
  check({
      {"named", one("import {z} from 'zod';\nexport const x = z.number().max(200);"),
       "zod:z.number().max()"},
      {"namespace", one("import * as z from 'zod';\nexport const x = z.string();"),
       "zod:*.string()"},
      {"default", one("import z from 'zod';\nexport const x = z;"), "zod:default"},
      {"required", one("const {z} = require('zod');\nexport const x = z.a;"), "zod:*.z.a"},
      {"global", value("process.env.LIMIT"), "global:process.env.LIMIT"},
      {"re-exported",
       {{"main.ts", "import {z} from './lib';\nexport const x = z;"},
        {"lib.ts", "export {z} from 'zod';"}},
       "zod:z"},
      {"type import", one("import type {A} from 'a';\nexport const x = f() as A;"), "global:f()"},
  });
}

/// Whether the export `x` of a text is an array.
bool isArray(const std::string& text) {
  ProgramFixture fixture(one(text));
  Evaluator& evaluator = fixture.evaluator();
  return evaluator.isArray(evaluator.exportOf(fixture.module("main.ts"), "x"));
}

TEST(Evaluator, KnowsArraysByTheirType) {
  EXPECT_TRUE(isArray("export const x = [];"));
  EXPECT_TRUE(isArray("export const x = [].concat(f());"));
  EXPECT_TRUE(isArray("export const x: string[] = f();"));
  EXPECT_TRUE(isArray("export const x = f() as Array<string>;"));
  EXPECT_TRUE(isArray("type Rows = ReadonlyArray<Row>;\nexport const x: Rows = f();"));
  EXPECT_TRUE(isArray("interface A { rows: Row[] }\nconst a: A = f();\nexport const x = a.rows;"));
  EXPECT_TRUE(
      isArray("async function g(): Promise<Row[]> { return f(); }\nexport const x = await g();"));
  EXPECT_TRUE(isArray("export const x = f().map((r) => r.id);"));
  EXPECT_TRUE(isArray("export const x = g() ? [] : undefined;"));
  EXPECT_TRUE(
      isArray("class Db { all(): Row[] { return []; } }\n"
              "function g(db: Db) { return db.all(); }\nexport const x = g(open());"));
  EXPECT_FALSE(isArray("export const x = f();"));
  EXPECT_FALSE(isArray("export const x = f().filter((r) => r);"));
  EXPECT_FALSE(isArray("export const x: string = f();"));
  EXPECT_FALSE(isArray("export const x = g() ? [] : {};"));
  EXPECT_FALSE(isArray("export const x: any = f();"));
}

// The client method that most servers have.
TEST(Evaluator, KnowsArraysByTypeArguments) {
  EXPECT_TRUE(
      isArray("class Api { async get<T>(path: string): Promise<T> { return f(path); } }\n"
              "export const x = await new Api().get<Row[]>('/rows');"));
  EXPECT_TRUE(
      isArray("class Api { async get<T>(path: string) { return (await f(path)) as T; } }\n"
              "export const x = await new Api().get<Row[]>('/rows');"));
  EXPECT_TRUE(
      isArray("class Api { async get<T>(path: string): Promise<T> { return f() as any; } }\n"
              "export const x = await new Api().get<Row[]>('/rows');"));
}

TEST(Evaluator, FindsTheFrameOfACall) {
  ProgramFixture fixture(
      one("function f(a) { return g(a); }\nfunction g(b) { return b; }\n"
          "export const x = /*<*/f(5)/*>*/;"));
  Evaluator& evaluator = fixture.evaluator();
  const Module& module = fixture.module("main.ts");
  const ExprRef call = ProgramFixture::exprAt(module, ProgramFixture::markedRange(module));
  const Frame* outer = evaluator.frameOfCall(call, nullptr);
  ASSERT_NE(outer, nullptr);
  EXPECT_EQ(outer->call, call);
  const std::vector<ExprRef> returns = evaluator.returns(outer->function);
  ASSERT_EQ(returns.size(), 1u);
  const Frame* inner = evaluator.frameOfCall(returns[0], outer);
  ASSERT_NE(inner, nullptr);
  EXPECT_EQ(inner->caller, outer);
  // The same question has the same answer.
  EXPECT_EQ(evaluator.frameOfCall(returns[0], evaluator.frameOfCall(call, nullptr)), inner);
  const auto [source, frame] =
      evaluator.outermostSource(evaluator.returns(inner->function)[0], inner);
  EXPECT_EQ(frame, nullptr);
  EXPECT_EQ(module.file().text(module.range(source.id)), "5");
}

TEST(Evaluator, LeavesDeadBranchesOut) {
  ProgramFixture fixture(one(
      "export function f(name, n) {\nswitch (name) {\ncase 'a': return 1;\ncase 'b': return 2;\n}\n"
      "if (name === 'c') { return 3; } else { return 4; }\n}"));
  Evaluator& evaluator = fixture.evaluator();
  const Value* function = evaluator.exportOf(fixture.module("main.ts"), "f");
  const auto liveLines = [&](const Value* name) {
    std::vector<uint32_t> lines;
    for (const ExprRef& expr : evaluator.liveReturns(evaluator.enter(function, {name}))) {
      const Module& module = *expr.module;
      lines.push_back(module.file().position(module.range(expr.id).begin).line);
    }
    return lines;
  };
  EXPECT_EQ(liveLines(evaluator.text("b")), std::vector<uint32_t>{4});
  EXPECT_EQ(liveLines(evaluator.text("c")), std::vector<uint32_t>{6});
  EXPECT_EQ(liveLines(evaluator.unknown()).size(), 4u);
}

TEST(Evaluator, EndsOnTypesThatGrow) {
  ProgramFixture fixture(
      one("type A<T> = A<[T, T]> | B<A<T>>;\ntype B<T> = { x: A<B<T>> };\n"
          "const r: A<1> = f();\nexport const x = r.x.y;"));
  Evaluator& evaluator = fixture.evaluator();
  EXPECT_NE(evaluator.exportOf(fixture.module("main.ts"), "x"), nullptr);
  EXPECT_LT(evaluator.steps(), 100000u);
}

TEST(Evaluator, EndsOnEveryInput) {
  std::string chain = "export const x0 = 1;\n";
  for (int i = 1; i < 3000; ++i) {
    chain += "export const x" + std::to_string(i) + " = x" + std::to_string(i - 1) + " + 1;\n";
  }
  chain += "export const x = x2999;";
  std::string doubling = "const f0 = () => 1;\n";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    doubling += "const f" + std::to_string(i) + " = () => " + before + "() + " + before + "();\n";
  }
  doubling += "export const x = f39();";
  for (const std::string& text :
       {chain, doubling,
        std::string("export const x = ") + std::string(2000, '(') + "1" + std::string(2000, ')'),
        std::string("const f = (g) => g(g);\nexport const x = f(f);"),
        std::string(
            "class A extends A { m() { return super.m(); } }\nexport const x = new A().m();"),
        std::string("type A = B; type B = A;\nexport const x: A = f();"),
        std::string("const o: any = {}; o.o = o; o.p = {...o};\nexport const x = o.o.p.o;")}) {
    ProgramFixture fixture(one(text));
    Evaluator& evaluator = fixture.evaluator();
    const Value* value = evaluator.exportOf(fixture.module("main.ts"), "x");
    ASSERT_NE(value, nullptr);
    evaluator.isArray(value);
    evaluator.properties(value);
    evaluator.element(value);
    bool open = false;
    evaluator.elements(value, &open);
    EXPECT_LT(evaluator.steps(), 200000u) << text.substr(0, 60);
  }
}

// A lookup goes through each spread anew and counts no steps: 2^24 of them.
TEST(Evaluator, BoundsLookupsThroughSpreads) {
  std::string text = "const o0 = {a: 1};\n";
  for (int i = 1; i < 60; ++i) {
    const std::string before = "o" + std::to_string(i - 1);
    text += "const o" + std::to_string(i) + " = {..." + before + ", ..." + before + "};\n";
  }
  ProgramFixture fixture(one(text + "export const x = o59.b;"));
  Evaluator& evaluator = fixture.evaluator();
  evaluator.exportOf(fixture.module("main.ts"), "x");
  EXPECT_LT(evaluator.steps(), 200000u);
}

TEST(Evaluator, EndsOnArraysThatHoldThemselves) {
  for (const char* text : {"const a: any = [];\na.push(...a);\nexport const x = a;",
                           "const a: any = [];\nconst b: any = [];\na.push(...b);\n"
                           "b.push(...a);\nexport const x = a;"}) {
    ProgramFixture fixture(one(text));
    Evaluator& evaluator = fixture.evaluator();
    bool open = false;
    evaluator.elements(evaluator.exportOf(fixture.module("main.ts"), "x"), &open);
  }
}

}  // namespace
}  // namespace envelint
