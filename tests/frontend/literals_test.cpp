#include <gtest/gtest.h>

#include "frontend/dump.h"

namespace envelint {
namespace {

TEST(TypescriptLiterals, NumbersAreReadInEveryNotation) {
  expectLowered({
      {"0;", "0;"},
      {"200;", "200;"},
      {"1_000_000;", "1e+06;"},
      {"0xFF;", "255;"},
      {"0o17;", "15;"},
      {"0b1_01;", "5;"},
      {"017;", "15;"},
      {"019;", "19;"},
      {"1.5e3;", "1500;"},
      {".25;", "0.25;"},
      {"10n;", "10;"},
      {"0x10n;", "16;"},
      {"1e999;", "inf;"},
      {"1e-999;", "0;"},
  });
}

TEST(TypescriptLiterals, StringsAreCooked) {
  expectLowered({
      {R"('a';)", R"("a";)"},
      {R"("it's";)", R"("it's";)"},
      {R"('\n\t\\\'\"';)", "\"\\n\t\\\\'\\\"\";"},
      {R"('\x41\u0042\u{43}\103';)", R"("ABCC";)"},
      {R"('\u{1F600}';)", "\"\U0001F600\";"},
      {R"('\ud83d\ude00';)", "\"\U0001F600\";"},
      {R"('a\
b';)",
       R"("ab";)"},
      {R"('\d\q';)", R"("dq";)"},
      {R"('';)", R"("";)"},
  });
}

TEST(TypescriptLiterals, ALoneSurrogateBecomesTheReplacementCharacter) {
  expectLowered({{R"('\ud83dx';)", "\"\uFFFDx\";"}, {R"('\udc00';)", "\"\uFFFD\";"}});
}

TEST(TypescriptLiterals, TemplatesHaveCookedTextsAndHoles) {
  expectLowered({
      {"`a`;", R"("a";)"},
      {"``;", R"("";)"},
      {R"(`a\`b`;)", R"("a`b";)"},
      {"`${a}`;", R"(`"" a ""`;)"},
      {"`x${a}y\\n${b.c}z`;", R"(`"x" a "y\n" (. b c) "z"`;)"},
      {"`${a, b}`;", R"(`"" (, a b) ""`;)"},
      {"`${`${a}`}`;", R"(`"" `"" a ""` ""`;)"},
      {"`a\r\nb`;", R"("a\nb";)"},
  });
}

TEST(TypescriptLiterals, TaggedTemplatesKeepTheirTemplate) {
  expectLowered({
      {"sql`a`;", R"((tag sql `"a"`);)"},
      {"sql`a ${b}`;", R"((tag sql `"a " b ""`);)"},
      {"db.sql`a`;", R"((tag (. db sql) `"a"`);)"},
      {"sql`a`.execute(db);", R"((call (. (tag sql `"a"`) execute) db);)"},
  });
}

TEST(TypescriptLiterals, ConstantsAndRegularExpressions) {
  expectLowered({
      {"true; false; null; undefined;", "true;\nfalse;\nnull;\nundefined;"},
      {"void 0;", "undefined;"},
      {"void f();", "(void (call f));"},
      {"/a[/]b\\/c/gi;", "/a[/]b\\/c/gi;"},
      {"/a/;", "/a/;"},
  });
}

TEST(TypescriptLiterals, ArraysHaveHolesAndSpreads) {
  expectLowered({
      {"x = [];", "(= x []);"},
      {"x = [1, 'a', b];", R"((= x [1, "a", b]);)"},
      {"x = [, 1, , ...a, ];", "(= x [_, 1, _, ...a]);"},
  });
}

TEST(TypescriptLiterals, ObjectsHaveEverySortOfProperty) {
  expectLowered({
      {"x = {};", "(= x {});"},
      {"x = { a: 1, 'b-c': 2, 0x10: 3, 1.50: 4 };", "(= x {a: 1, b-c: 2, 16: 3, 1.5: 4});"},
      {"x = { a, ...b, [c]: 1, ['d']: 2, };", "(= x {=a, ...b, [c]: 1, d: 2});"},
      {"x = { get a() { return 1; }, set a(v) {}, async *b() {}, 'c'() {} };",
       "(= x {get a: (fn a () (block (return 1))), set a: (fn a (v) (block)), "
       "method b: (async fn* b () (block)), method c: (fn c () (block))});"},
      {"x = { get: 1, set: 2, async: 3, static() {} };",
       "(= x {get: 1, set: 2, async: 3, method static: (fn static () (block))});"},
      {"x = { __proto__: a, type: b, of: c };", "(= x {__proto__: a, type: b, of: c});"},
  });
}

TEST(TypescriptLiterals, NamesWithEscapesAreResolved) {
  expectLowered({{R"(\u0061b.c\u{64};)", "(. ab cd);"}});
}

TEST(TypescriptLiterals, KeysKnowTheirRanges) {
  const Module& module = moduleOf("x = { limit: 1, 'of fset': 2 };");
  const auto* assign = module.as<AssignExpr>(module.as<ExpressionStmt>(module.body()[0])->expr);
  const auto* object = module.as<ObjectExpr>(assign->value);
  EXPECT_EQ(module.file().text(object->properties[0].keyRange), "limit");
  EXPECT_EQ(module.file().text(object->properties[0].range), "limit: 1");
  EXPECT_EQ(module.file().text(object->properties[1].keyRange), "'of fset'");
}

TEST(TypescriptLiterals, ElementsAreUnknownWithTheirExpressions) {
  expectLowered(
      {
          {"x = <div id=\"a\" />;", R"((= x (? "a"));)"},
          {"x = <Row {...p} limit={5} on>{a} text {b.c()} <b/></Row>;",
           "(= x (? Row ...p 5 a (call (. b c)) ?));"},
          {"x = <A.B>{/* nothing */}</A.B>;", "(= x (? (. A B)));"},
          {"x = <></>;", "(= x ?);"},
      },
      "/test/file.tsx");
}

}  // namespace
}  // namespace envelint
