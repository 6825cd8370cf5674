#include "analysis/flow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analysis/program_fixture.h"

namespace envelint {
namespace {

using Files = ProgramFixture::Files;

/// Results of these calls hold their argument, for the tests.
bool isTransparent(std::string_view callee) {
  return callee == "Number" || callee == "JSON.stringify" || callee == "schema.parse" ||
         callee == "pRetry";
}

/// Methods that put their argument into their object.
bool isSetter(std::string_view callee) {
  return callee.ends_with(".set") || callee.ends_with(".append");
}

std::string_view textOf(ExprRef ref) {
  return ref ? ref.module->file().text(ref.module->range(ref.id)) : std::string_view();
}

std::string_view calleeText(ExprRef call) {
  if (const auto* node = call.as<CallExpr>()) {
    return textOf(call.with(node->callee));
  }
  if (const auto* node = call.as<NewExpr>()) {
    return textOf(call.with(node->callee));
  }
  return {};
}

constexpr std::string_view kKindNames[] = {"argument", "comparison", "arithmetic", "condition",
                                           "hole",     "index",      "member",     "returned",
                                           "thrown",   "iterated",   "stored",     "other"};

/// `argument fetch#0 @3 (limit.[])`: kind, what it is used by, line, what of it counts.
std::string render(const Use& use) {
  std::string text(kKindNames[static_cast<size_t>(use.kind)]);
  if (use.kind == UseKind::kArgument) {
    text += " " + std::string(calleeText(use.parent)) + "#" + std::to_string(use.index);
  } else if (use.kind == UseKind::kMember) {
    text += " " + std::string(use.name);
  }
  CodePlace place = placeOf(use.value);
  if (use.pattern) {
    place = placeOf(use.pattern);
  }
  if (place) {
    text += " @" + std::to_string(place.file->position(place.range.begin).line);
    if (place.file->displayPath() != "main.ts") {
      text += " " + place.file->displayPath();
    }
  }
  if (!use.path.empty()) {
    text += " (";
    for (std::string_view step : use.path) {
      text += (text.back() == '(' ? "" : ".") + std::string(step);
    }
    text += ")";
  }
  return text;
}

struct Result {
  std::vector<std::string> uses;
  bool complete = false;
};

UseAction decide(const Use& use) {
  if (use.kind == UseKind::kArgument) {
    const std::string_view callee = calleeText(use.parent);
    if (isTransparent(callee)) {
      return UseAction::kFollowResult;
    }
    if (isSetter(callee)) {
      return UseAction::kFollowReceiver;
    }
  }
  if (use.kind == UseKind::kMember && (use.name == "toString" || use.name == "join")) {
    return UseAction::kFollowResult;
  }
  return UseAction::kStop;
}

/// Follows the marked expression of main.ts, or else the first parameter of `handler`, which is
/// entered from outside.
Result follow(ProgramFixture& fixture, const AccessPath& path, uint32_t budget = 20000) {
  const Module& module = fixture.module("main.ts");
  Evaluator& evaluator = fixture.evaluator();
  const Value* handler = evaluator.exportOf(module, "handler");
  const Frame* frame =
      handler->is(ValueKind::kFunction) ? evaluator.enter(handler, {evaluator.input()}) : nullptr;
  Result result;
  const auto visitor = [&](const Use& use) {
    result.uses.push_back(render(use));
    return decide(use);
  };
  Flow flow(evaluator, budget);
  const Range marked = ProgramFixture::markedRange(module);
  if (marked.empty()) {
    EXPECT_NE(frame, nullptr) << "no handler";
    result.complete = frame != nullptr && flow.followParameter(frame, 0, path, visitor);
  } else {
    const ExprRef start = ProgramFixture::exprAt(module, marked);
    EXPECT_TRUE(start.valid()) << "no expression at the marks";
    result.complete = start.valid() && flow.follow(start, frame, path, visitor);
  }
  return result;
}

struct Case {
  const char* name;
  Files files;
  AccessPath path;
  std::vector<std::string> expected;
};

/// A program of one file.
Files one(const std::string& text) { return {{"main.ts", text}}; }

void check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    ProgramFixture fixture(c.files);
    const Result result = follow(fixture, c.path);
    EXPECT_EQ(result.uses, c.expected) << c.name;
    EXPECT_TRUE(result.complete) << c.name;
  }
}

TEST(Flow, TellsWhatHoldsTheValue) {
  check({
      {"argument", one("export function handler(x) { fetch(1, x); }"), {}, {"argument fetch#1 @1"}},
      {"constructor",
       one("export function handler(x) { new Client(x); }"),
       {},
       {"argument Client#0 @1"}},
      {"method", one("export function handler(x) { db.run(x); }"), {}, {"argument db.run#0 @1"}},
      {"comparison", one("export function handler(x) { if (x > 3) {} }"), {}, {"comparison @1"}},
      {"arithmetic", one("export function handler(x) { const y = x + 1; }"), {}, {"arithmetic @1"}},
      {"compound assignment",
       one("export function handler(x) { let y = 1; y += x; }"),
       {},
       {"arithmetic @1"}},
      {"compound assignment to it",
       one("export function handler(x) { x += 1; }"),
       {},
       {"arithmetic @1"}},
      {"increment", one("export function handler(x) { x++; }"), {}, {"arithmetic @1"}},
      {"condition",
       one("export function handler(x) { if (x) {} while (!x) {} x && y(); }"),
       {},
       {"condition @1", "condition @1", "condition @1"}},
      {"ternary", one("export function handler(x) { x ? 1 : 2; }"), {}, {"condition @1"}},
      {"template", one("export function handler(x) { log(`LIMIT ${x}`); }"), {}, {"hole @1"}},
      {"tagged template", one("export function handler(x) { sql`LIMIT ${x}`; }"), {}, {"hole @1"}},
      {"index", one("export function handler(x) { rows[x]; }"), {}, {"index @1"}},
      {"member",
       one("export function handler(x) { x.length; x.trim(); x['a']; }"),
       {},
       {"member length @1", "member trim @1", "member a @1"}},
      {"destructured",
       one("export function handler(x) { const {a, b: {c}} = x; }"),
       {},
       {"member a @1", "member b @1"}},
      {"returned", one("export function handler(x) { return x; }"), {}, {"returned @1"}},
      {"returned by an arrow", one("export const handler = (x) => x;"), {}, {"returned @1"}},
      {"thrown", one("export function handler(x) { throw x; }"), {}, {"thrown @1"}},
      {"iterated",
       one("export function handler(x) { for (const y of x) { f(y); } }"),
       {},
       {"iterated @1"}},
      {"spread into an array",
       one("export function handler(x) { f([...x]); }"),
       {},
       {"iterated @1"}},
      {"spread into a call", one("export function handler(x) { f(...x); }"), {}, {"iterated @1"}},
      {"stored in an unknown object",
       one("export function handler(x) { globalThis.y = x; }"),
       {},
       {"stored @1"}},
      {"stored under a computed key",
       one("export function handler(x) { f({[key()]: x}); }"),
       {},
       {"stored @1"}},
      {"called", one("export function handler(x) { x(1); }"), {}, {"other @1"}},
      {"typeof", one("export function handler(x) { typeof x; }"), {}, {"other @1"}},
      {"switch",
       one("export function handler(x) { switch (x) { case 1: break; } }"),
       {},
       {"comparison @1"}},
      {"not at all", one("export function handler(x) { x; void x; y = 1; }"), {}, {}},
      {"not where it is written", one("export function handler(x) { x.a = 1; x = 2; }"), {}, {}},
  });
}

TEST(Flow, GoesThroughExpressionsAndVariables) {
  check({
      {"variable",
       one("export function handler(x) {\nconst y = x;\nlet z;\nz = y;\nf(z);\n}"),
       {},
       {"argument f#0 @5"}},
      {"cast, await, default",
       one("export async function handler(x) { f(await ((x as any) ?? 20)!); }"),
       {},
       {"argument f#0 @1"}},
      {"branches",
       one("export function handler(x) { f(y ? x : 1); f(1 || x); f(y && x); }"),
       {},
       {"argument f#0 @1", "argument f#0 @1", "argument f#0 @1"}},
      {"comma",
       one("export function handler(x) { f((1, x)); f((x, 1)); }"),
       {},
       {"argument f#0 @1"}},
      {"assignment as a value",
       one("export function handler(x) { f(y = x); }"),
       {},
       {"stored @1", "argument f#0 @1"}},
      {"from a marked call",
       one("export function handler(x) {\nconst rows = /*<*/load()/*>*/;\n"
           "return rows;\n}"),
       {},
       {"returned @3"}},
      {"only what comes after the assignment",
       one("export function handler(x) {\nf(x);\nx = clamp(x);\ng(x);\n}"),
       {},
       {"argument f#0 @2", "argument clamp#0 @3"}},
      {"also what comes after an assignment that may not happen",
       one("export function handler(x) {\nif (x > 9) { x = 9; }\ng(x);\n}"),
       {},
       {"comparison @2", "argument g#0 @3"}},
      {"closures after the assignment",
       one("export function handler(x) {\nx = clamp(x);\nrun(() => g(x));\n}"),
       {},
       {"argument clamp#0 @2"}},
      {"the next turn of a loop",
       one("export function handler(x) {\nlet c;\nwhile (more()) {\nf(c);\nc = 1;\nc = x;\n}\n}"),
       {},
       {"argument f#0 @4"}},
      {"result the visitor asks for",
       one("export function handler(x) { const n = Number(x); f(n); g(schema.parse(n)); }"),
       {},
       {"argument Number#0 @1", "argument f#0 @1", "argument schema.parse#0 @1",
        "argument g#0 @1"}},
  });
}

TEST(Flow, FollowsPropertiesByPath) {
  check({
      {"read",
       one("export function handler(args) { f(args.limit); g(args.other); h(args); }"),
       {"limit"},
       {"argument f#0 @1", "argument h#0 @1 (limit)"}},
      {"read by name",
       one("export function handler(args) { f(args['limit']); }"),
       {"limit"},
       {"argument f#0 @1"}},
      {"destructured",
       one("export function handler(args) { const {limit} = args; f(limit); }"),
       {"limit"},
       {"argument f#0 @1"}},
      {"destructured parameter, renamed, with a default",
       one("export function handler({limit: n = 20, other}) { f(n); g(other); }"),
       {"limit"},
       {"argument f#0 @1"}},
      {"rest of a destructuring",
       one("export function handler({limit, ...rest}) { f(rest); }"),
       {"limit"},
       {}},
      {"rest that has it",
       one("export function handler({a, ...rest}) { f(rest.limit); }"),
       {"limit"},
       {"argument f#0 @1"}},
      {"object",
       one("export function handler(x) { const o = {a: {b: x}}; f(o.a.b); g(o.c); }"),
       {},
       {"argument f#0 @1"}},
      {"object, shorthand",
       one("export function handler(x) { f({x}); }"),
       {},
       {"argument f#0 @1 (x)"}},
      {"spread",
       one("export function handler(args) { f({...args}); g({...args, limit: 1}); }"),
       {"limit"},
       {"argument f#0 @1 (limit)"}},
      {"spread of the value itself",
       one("export function handler(x) { return {...x, a: 1}; }"),
       {},
       {"returned @1"}},
      {"written into an object",
       one("export function handler(x) { const o = {}; o.limit = x; f(o); }"),
       {},
       {"argument f#0 @1 (limit)"}},
      {"written into a nested object",
       one("export function handler(x) { const o = {}; o.a.b = x; f(o.a); }"),
       {},
       {"argument f#0 @1 (b)"}},
      {"overwritten in the object",
       one("export function handler(args) {\nargs.limit = clamp(args.limit);\nf(args);\n}"),
       {"limit"},
       {"argument clamp#0 @2"}},
      {"in an argument of the caller",
       one("function fill(o, v) { o.limit = v; }\n"
           "export function handler(x) { const q = {}; fill(q, x); f(q); }"),
       {},
       {"argument f#0 @2 (limit)"}},
      {"any key",
       one("export function handler(args) { f(args[key]); }"),
       {"limit"},
       {"argument f#0 @1"}},
      {"known computed key",
       one("const K = 'limit';\nexport function handler(args) { f(args[K]); f({[K]: args.limit}); "
           "}"),
       {"limit"},
       {"argument f#0 @2", "argument f#0 @2 (limit)"}},
      {"merged",
       one("export function handler(args) { const o = {}; Object.assign(o, args); f(o); "
           "g(Object.assign({}, args)); }"),
       {"limit"},
       {"argument f#0 @1 (limit)", "argument g#0 @1 (limit)"}},
      {"copies",
       one("export function handler(args) { f(structuredClone(Object.freeze(args))); }"),
       {"limit"},
       {"argument f#0 @1 (limit)"}},
      {"a test of the container says nothing",
       one("export function handler(args) { if (args && args !== 1) {} }"),
       {"limit"},
       {}},
      {"text of the container",
       one("export function handler(args) { f(`${JSON.stringify(args)}`); }"),
       {"limit"},
       {"argument JSON.stringify#0 @1 (limit)", "hole @1 (limit)"}},
      {"receiver the visitor asks for",
       one("export function handler(x) {\nconst p = new URLSearchParams();\np.set('limit', x);\n"
           "fetch(`/api?${p}`);\nfetch('/b', p.toString());\n}"),
       {},
       {"argument p.set#1 @3", "member set @3", "hole @4", "member toString @5",
        "argument fetch#1 @5"}},
  });
}

TEST(Flow, FollowsElements) {
  check({
      {"array", one("export function handler(x) { f([x]); }"), {}, {"argument f#0 @1 ([0])"}},
      {"by place",
       one("export function handler(x) { const [a, b] = [1, x]; f(a); g(b); }"),
       {},
       {"argument g#0 @1"}},
      {"by index",
       one("export function handler(x) { const a = [1, x]; f(a[0]); g(a[1]); h(a[i]); }"),
       {},
       {"argument g#0 @1", "argument h#0 @1"}},
      {"rest",
       one("export function handler(x) { const [a, ...b] = [1, x]; f(b[0]); }"),
       {},
       {"argument f#0 @1"}},
      {"promises",
       one("export async function handler(x) {\n"
           "const [a, b] = await Promise.all([load(), x]);\nf(a);\ng(b);\n}"),
       {},
       {"argument g#0 @4"}},
      {"for of",
       one("export function handler(rows) { for (const {id} of rows) { f(id); } }"),
       {"[]", "id"},
       {"argument f#0 @1"}},
      {"pushed",
       one("export function handler(x) { const a = []; a.push(x); return a; }"),
       {},
       {"returned @1 ([])"}},
      {"spread",
       one("export function handler(rows) { const a = [0, ...rows]; f(a[2]); }"),
       {"[]"},
       {"argument f#0 @1"}},
      {"map",
       one("export function handler(rows) {\n"
           "const b = rows.map((row) => ({id: row.id}));\nreturn b;\n}"),
       {"[]", "id"},
       {"returned @3 ([].id)"}},
      {"for each",
       one("export function handler(rows) { rows.forEach((row) => f(row)); }"),
       {"[]"},
       {"argument f#0 @1"}},
      {"filter and slice",
       one("export function handler(rows) { return rows.filter((r) => r.ok).slice(0, 3); }"),
       {"[]"},
       {"member ok @1", "returned @1 ([])"}},
      {"find",
       one("export function handler(rows) { f(rows.find((r) => g(r))); }"),
       {"[]"},
       {"argument g#0 @1", "argument f#0 @1"}},
      {"flatMap",
       one("export function handler(rows) { f(rows.flatMap((r) => [r, r])); }"),
       {"[]"},
       {"argument f#0 @1 ([])"}},
      {"reduce",
       one("export function handler(rows) {\n"
           "f(rows.reduce((all, r) => all.concat(r), []));\n}"),
       {"[]"},
       {"argument all.concat#0 @2"}},
      {"named callback",
       one("function toItem(row) { return {id: row}; }\n"
           "export function handler(rows) { f(rows.map(toItem)); g(other.map(toItem)); }"),
       {"[]"},
       {"argument f#0 @2 ([].id)"}},
      {"callback from elsewhere",
       one("export function handler(rows) { f(rows.map(String)); }"),
       {"[]"},
       {"member map @1 ([])"}},
      {"join",
       one("export function handler(rows) { f(rows.join(',')); }"),
       {"[]"},
       {"member join @1 ([])", "argument f#0 @1 ([])"}},
      {"entries",
       one("export function handler(args) {\n"
           "for (const [k, v] of Object.entries(args)) { f(k); g(v); }\n}"),
       {"limit"},
       {"argument g#0 @2"}},
      {"generator",
       one("function* each(x) { yield x; }\n"
           "export function handler(x) { for (const y of each(x)) { f(y); } }"),
       {},
       {"argument f#0 @2"}},
  });
}

TEST(Flow, EntersFunctions) {
  check({
      {"parameter",
       one("function run(a, b) {\nf(b);\n}\n"
           "export function handler(x) { run(1, x); }"),
       {},
       {"argument f#0 @2"}},
      {"return",
       one("function id(a) { return a; }\n"
           "export function handler(x) { f(id(x)); g(id(1)); }"),
       {},
       {"argument f#0 @2"}},
      {"object there and back",
       one("const wrap = ({limit}) => ({n: limit});\n"
           "export function handler(x) { f(wrap({limit: x}).n); }"),
       {},
       {"argument f#0 @2"}},
      {"rest parameter",
       one("function run(a, ...rest) { f(rest[1]); g(rest[0]); }\n"
           "export function handler(x) { run(1, 2, x); }"),
       {},
       {"argument f#0 @1"}},
      {"spread argument",
       one("function run(a, b, c) { f(a); g(b); h(c); }\n"
           "export function handler(xs) { run(1, ...xs); }"),
       {"[]"},
       {"argument g#0 @1", "argument h#0 @1"}},
      {"other file",
       {{"main.ts", "import {run} from './lib.js';\nexport function handler(x) { run(x); }"},
        {"lib.ts", "\nexport const run = (x) => f(x);"}},
       {},
       {"argument f#0 @2 lib.ts"}},
      {"namespace import",
       {{"main.ts", "import * as lib from './lib';\nexport function handler(x) { f(lib.id(x)); }"},
        {"lib.ts", "export function id(x) { return x; }"}},
       {},
       {"argument f#0 @2"}},
      {"async",
       one("async function load(x) { return x; }\n"
           "export async function handler(x) { f(await load(x)); }"),
       {},
       {"argument f#0 @2"}},
      {"recursion",
       one("function walk(x, n) {\nif (n) { return walk(x, n - 1); }\nreturn x;\n}\n"
           "export function handler(x) { f(walk(x, 3)); }"),
       {},
       {"argument f#0 @5"}},
      {"recursion of the handler, which is entered once more",
       one("export function handler(x) { f(x); handler(x); }"),
       {},
       {"argument f#0 @1", "argument f#0 @1"}},
      {"default value",
       one("function run(a = b()) { f(a); }\n"
           "export function handler(x) { run(x); }"),
       {},
       {"argument f#0 @1"}},
      {"dead branch",
       one("function call(name, x) {\nswitch (name) {\ncase 'a': f(x); break;\n"
           "case 'b': g(x); break;\n}\n}\n"
           "export function handler(x) { call('b', x); }"),
       {},
       {"argument g#0 @4"}},
  });
}

TEST(Flow, FollowsClosuresAndCallbacks) {
  check({
      {"closure",
       one("export function handler(x) { later(() => f(x)); }"),
       {},
       {"argument f#0 @1"}},
      {"closure called by a function of the program",
       one("async function retry(fn) {\nreturn await fn();\n}\n"
           "export async function handler(x) {\nconst y = await retry(() => x);\nf(y);\n}"),
       {},
       {"argument f#0 @6"}},
      {"closure called by a package",
       one("export async function handler(x) { f(await pRetry(() => x)); }"),
       {},
       {"argument pRetry#0 @1 (())", "argument f#0 @1"}},
      {"closure with a name",
       one("export function handler(x) { const get = () => x; f(get()); }"),
       {},
       {"argument f#0 @1"}},
      {"declared inside",
       one("export function handler(x) { f(get()); function get() { return x; } }"),
       {},
       {"argument f#0 @1"}},
      {"called at once",
       one("export function handler(x) { f((() => x)()); }"),
       {},
       {"argument f#0 @1"}},
      {"then",
       one("export function handler(x) { return x.then((y) => f(y)); }"),
       {},
       {"argument f#0 @1"}},
      {"then, on",
       one("export function handler(x) { x.then((y) => ({y})).then((z) => f(z.y)); }"),
       {},
       {"argument f#0 @1"}},
      {"then, returned",
       one("export function handler(x) { return x.then((y) => ({y})); }"),
       {},
       {"returned @1 (y)"}},
      {"catch and finally",
       one("export function handler(x) { return x.catch(() => 1).finally(() => {}); }"),
       {},
       {"returned @1"}},
      {"from inside a callback",
       one("export function handler(x) { return q.then(() => ({a: /*<*/load()/*>*/})); }"),
       {},
       {"returned @1 (a)"}},
      {"from inside a closure",
       one("async function retry(fn) { return fn(); }\n"
           "export function handler(x) { return retry(() => /*<*/load()/*>*/); }"),
       {},
       {"returned @2"}},
      {"variable of the function around",
       one("export async function handler(x) {\nlet out;\nawait run(() => {\nout = x;\n});\n"
           "f(out);\n}"),
       {},
       {"argument f#0 @6"}},
      {"method of an object",
       one("const api = {list(x) { return f(x); }};\nexport function handler(x) { api.list(x); }"),
       {},
       {"argument f#0 @1"}},
  });
}

TEST(Flow, FollowsFieldsOfClasses) {
  check({
      {"method",
       one("class A { list(x) { f(x); } }\nconst a = new A();\n"
           "export function handler(x) { a.list(x); }"),
       {},
       {"argument f#0 @1"}},
      {"constructor to method",
       one("class A {\nconstructor(x) { this.x = x; }\nlist() { f(this.x); g(this.y); }\n}\n"
           "export function handler(x) { const a = new A(x); a.list(); }"),
       {},
       {"argument f#0 @3"}},
      {"parameter property",
       one("class A {\nconstructor(private x: number) {}\nlist() { f(this.x); }\n}\n"
           "export function handler(x) { new A(x).list(); }"),
       {},
       {"argument f#0 @3"}},
      {"read from outside",
       one("class A { constructor(x) { this.x = x; } }\n"
           "export function handler(x) { f(new A(x).x); }"),
       {},
       {"argument f#0 @2"}},
      {"through another method",
       one("class A {\nconstructor(x) { this.x = x; }\nget() { return this.x; }\n"
           "list() { f(this.get()); }\n}\n"
           "export function handler(x) { new A(x).list(); }"),
       {},
       {"argument f#0 @4"}},
      {"between methods of a class whose making isn't seen",
       one("export class A {\nload() { this.rows = /*<*/fetchAll()/*>*/; }\n"
           "list() { return f(this.rows); }\n}"),
       {},
       {"argument f#0 @3"}},
      {"field",
       one("export class A {\nrows = /*<*/fetchAll()/*>*/;\nlist = () => f(this.rows);\n}"),
       {},
       {"argument f#0 @3"}},
      {"result of a method, used by another",
       one("export class A {\nload() { this.rows = /*<*/fetchAll()/*>*/; }\n"
           "get() { return this.rows; }\nlist() { f(this.get()); }\n}"),
       {},
       {"returned @3", "argument f#0 @4"}},
  });
}

TEST(Flow, FollowsALimitThroughAServer) {
  const Files client = {
      {"client.ts",
       "import {withRetry} from './retry.js';\n"
       "export interface Page { limit?: number; cursor?: string }\n"
       "export class Client {\n"
       "  constructor(private readonly base: string, private readonly options: Options) {}\n"
       "  async list({limit = 20, cursor}: Page = {}) {\n"
       "    const url = new URL('/items', this.base);\n"
       "    url.searchParams.set('limit', String(limit));\n"
       "    if (cursor) url.searchParams.set('cursor', cursor);\n"
       "    return withRetry(async () => {\n"
       "      const response = await fetch(url.toString(), {headers: this.options.headers});\n"
       "      const body = await response.json();\n"
       "      return body.items;\n"
       "    });\n"
       "  }\n"
       "}\n"},
      {"retry.ts",
       "export async function withRetry<T>(task: () => Promise<T>, times = 3): Promise<T> {\n"
       "  for (let i = 0; i < times; i++) {\n"
       "    try { return await task(); } catch (error) { log(error); }\n"
       "  }\n"
       "  throw new Error('gave up');\n"
       "}\n"}};
  const std::string main =
      "import {Client} from './client';\n"
      "const client = new Client(process.env.BASE!, {headers: {}});\n"
      "export async function handler(request: Request) {\n"
      "  const {name, arguments: args} = request.params;\n"
      "  switch (name) {\n"
      "    case 'list': {\n"
      "      const parsed = schema.parse(args ?? {});\n"
      "      const rows = await client.list({limit: parsed.limit, ...extra});\n"
      "      return {content: [{type: 'text', text: JSON.stringify(rows)}]};\n"
      "    }\n"
      "  }\n"
      "}\n";
  Files files = client;
  files["main.ts"] = main;
  check({{"the limit",
          files,
          {"params", "arguments", "limit"},
          {"argument schema.parse#0 @7 (limit)", "argument String#0 @7 client.ts"}}});
  std::string marked = client.at("client.ts");
  marked.replace(marked.find("await fetch"), 0, "/*<*/");
  marked.replace(marked.find(";\n", marked.find("await fetch")), 0, "/*>*/");
  files["client.ts"] = marked;
  // The frame of `list` as the tool calls it leads the response back out to the tool's answer.
  ProgramFixture fixture(files);
  Evaluator& evaluator = fixture.evaluator();
  const Module& module = fixture.module("main.ts");
  const Frame* handler =
      evaluator.enter(evaluator.exportOf(module, "handler"), {evaluator.input()});
  ExprRef call;
  for (uint32_t i = 0; i < module.exprCount(); ++i) {
    if (calleeText({&module, ExprId{i}}) == "client.list") {
      call = {&module, ExprId{i}};
    }
  }
  ASSERT_TRUE(call.valid());
  const Frame* list = evaluator.frameOfCall(call, handler);
  ASSERT_NE(list, nullptr);
  const Module& other = fixture.module("client.ts");
  std::vector<std::string> uses;
  Flow flow(evaluator);
  const bool complete =
      flow.follow(ProgramFixture::exprAt(other, ProgramFixture::markedRange(other)), list, {},
                  [&](const Use& use) {
                    uses.push_back(render(use));
                    return use.kind == UseKind::kMember ? UseAction::kFollowResult : decide(use);
                  });
  EXPECT_TRUE(complete);
  EXPECT_EQ(uses, (std::vector<std::string>{
                      "member json @11 client.ts", "member items @12 client.ts",
                      "argument JSON.stringify#0 @9", "returned @9 (content.[0].text)"}));
}

TEST(Flow, StopsWhereTheBudgetEnds) {
  std::string text = "export function handler(x0) {\n";
  for (int i = 0; i < 50; ++i) {
    text += "const x" + std::to_string(i + 1) + " = x" + std::to_string(i) + ";\n";
  }
  text += "f(x50);\n}";
  ProgramFixture fixture(one(text));
  EXPECT_FALSE(follow(fixture, {}, 20).complete);
  const Result whole = follow(fixture, {}, 1000);
  EXPECT_TRUE(whole.complete);
  EXPECT_EQ(whole.uses, std::vector<std::string>{"argument f#0 @52"});
}

TEST(Flow, EndsOnCodeThatGrowsItsValues) {
  for (const char* text : {
           "export function handler(x) { let n = x; while (1) { n = {next: n}; } f(n); }",
           "export function handler(x) { let n = x; while (1) { n = [n]; } }",
           "export function handler(x) { let n = x; while (1) { const m = n; n = () => m; } }",
           "function f(x) { return () => f(x); }\nexport function handler(x) { return f({x}); }",
           "function f(x) { f({x}); g(x); }\nfunction g(x) { f(x); }\n"
           "export function handler(x) { f(x); }",
           "export function handler(x) { this.a = x; this.b = this; x.y = x; x.z = this; }",
           "function* f(x) { yield* f(x); yield f(x); }\nexport function handler(x) { f(x); }",
       }) {
    ProgramFixture fixture(one(text));
    EXPECT_TRUE(follow(fixture, {}).complete) << text;
  }
}

TEST(Flow, IsTheSameEveryTime) {
  const Files files =
      one("function a(x) { b(x); f(x); return x; }\nfunction b(x) { g(x, {x}); }\n"
          "export function handler({p, q, ...r}) { a(p); b(q); h(a(r)); for (const k of p) { a(k); "
          "} }");
  ProgramFixture first(files);
  ProgramFixture second(files);
  const std::vector<std::string> uses = follow(first, {}).uses;
  EXPECT_FALSE(uses.empty());
  EXPECT_EQ(follow(second, {}).uses, uses);
  EXPECT_EQ(follow(first, {}).uses, uses);
}

}  // namespace
}  // namespace envelint
