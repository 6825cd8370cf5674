#include "mcp/sql_guards.h"

#include <gtest/gtest.h>

#include <string>

#include "analysis/program_fixture.h"

namespace envelint {
namespace {

/// The marked expression of a text that is a module.
class Marked {
 public:
  explicit Marked(std::string code) : fixture_({{"main.ts", std::move(code)}}) {}
  ExprRef expr() {
    const Module& module = fixture_.module("main.ts");
    return ProgramFixture::exprAt(module, ProgramFixture::markedRange(module));
  }

 private:
  ProgramFixture fixture_;
};

TEST(SqlGuards, TellPatternsThatLookForABoundFromOthers) {
  EXPECT_TRUE(mentionsBound("\\bLIMIT\\s+\\d+"));
  EXPECT_TRUE(mentionsBound("fetch first"));
  EXPECT_FALSE(mentionsBound(" where "));
  EXPECT_FALSE(mentionsBound("\n"));
}

TEST(SqlGuards, TellReadsFromWrites) {
  EXPECT_TRUE(meansSelect("select"));
  EXPECT_TRUE(meansSelect("^\\s*SELECT\\b"));
  EXPECT_FALSE(meansSelect("^(insert|update)"));
  EXPECT_TRUE(meansWrite("^(insert|update)"));
  EXPECT_FALSE(meansWrite("^(select|insert)"));
}

TEST(SqlGuards, KnowWhatTurnsSelectsAway) {
  EXPECT_TRUE(refusesWhatItFinds(
      Marked("if (/*<*/sql.startsWith('select')/*>*/) { throw new Error('no'); }").expr()));
  EXPECT_TRUE(refusesWhatItFinds(
      Marked("function f() { if (/*<*/a.test(sql)/*>*/ || b) return null; }").expr()));
  EXPECT_FALSE(refusesWhatItFinds(
      Marked("if (!/*<*/sql.startsWith('select')/*>*/) { throw new Error('no'); }").expr()));
  EXPECT_FALSE(refusesWhatItFinds(
      Marked("if (/*<*/sql.startsWith('select')/*>*/ && strict) { throw new Error(); }").expr()));
  EXPECT_FALSE(
      refusesWhatItFinds(Marked("if (/*<*/sql.startsWith('select')/*>*/) { log(sql); }").expr()));
}

TEST(SqlGuards, KnowWhatLetsOnlyWritesPass) {
  EXPECT_TRUE(admitsOnlyWrites(
      Marked("if (!(/*<*/s.startsWith('insert')/*>*/ || s.startsWith('update'))) throw 1;")
          .expr()));
  EXPECT_TRUE(admitsOnlyWrites(Marked("if (/*<*/s.startsWith('insert')/*>*/) { kind = 'i'; }\n"
                                      "else if (s.startsWith('update')) { kind = 'u'; }\n"
                                      "else { throw 1; }")
                                   .expr()));
  EXPECT_FALSE(admitsOnlyWrites(
      Marked("if (!(/*<*/s.startsWith('insert')/*>*/ || s.startsWith('select'))) throw 1;")
          .expr()));
  EXPECT_FALSE(admitsOnlyWrites(
      Marked("if (/*<*/s.startsWith('insert')/*>*/) { throw new Error('only reads'); }").expr()));
}

TEST(SqlGuards, SeeALimitThatACommentSwallows) {
  EXPECT_TRUE(limitIsInReachOfComment("\x1A LIMIT 10"));
  EXPECT_FALSE(limitIsInReachOfComment("\x1A\nLIMIT 10"));
  EXPECT_FALSE(limitIsInReachOfComment("SELECT * FROM (\x1A) q LIMIT 10"));
  EXPECT_FALSE(limitIsInReachOfComment("SELECT 1 LIMIT 10"));
}

TEST(SqlGuards, TakeABranchForSelectsForTheWholeWay) {
  Marked forSelects("if (isSelect) { if (x) {} run(/*<*/check/*>*/); }\nrun(sql);");
  EXPECT_TRUE(isForSelects(forSelects.expr()));
  EXPECT_FALSE(isInBranch(forSelects.expr()));
  Marked other("if (isProduction) { run(/*<*/check/*>*/); }\nrun(sql);");
  EXPECT_FALSE(isForSelects(other.expr()));
  EXPECT_TRUE(isInBranch(other.expr()));
}

}  // namespace
}  // namespace envelint
