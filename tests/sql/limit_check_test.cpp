// How a server's own check for LIMIT is graded.

#include "sql/limit_check.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "sql/pattern.h"

namespace envelint {
namespace {

TEST(SqlLimitCheck, GradesPatterns) {
  struct Case {
    std::string_view pattern;
    SqlLimitGrade grade;
  };
  const Case cases[] = {
      {R"(limit)", SqlLimitGrade::kSubstring},
      {R"(LIMIT)", SqlLimitGrade::kSubstring},
      {R"(limit\b)", SqlLimitGrade::kSubstring},
      {R"((limit|top))", SqlLimitGrade::kSubstring},
      {R"(l[i]mit)", SqlLimitGrade::kSubstring},
      {R"(.*limit.*)", SqlLimitGrade::kSubstring},
      {R"(\blimit)", SqlLimitGrade::kSubstring},
      {R"(\bLIMIT\b)", SqlLimitGrade::kWord},
      {R"(\b(limit|top|fetch)\b)", SqlLimitGrade::kWord},
      {R"(\b(?:limit)\b)", SqlLimitGrade::kWord},
      {R"(\slimit\s)", SqlLimitGrade::kWord},
      {R"(\blimit\s+\S)", SqlLimitGrade::kWord},
      {R"(\blimit\s+\d+)", SqlLimitGrade::kClause},
      {R"(\bLIMIT\s+(\d+|\?|\$\d+|:\w+))", SqlLimitGrade::kClause},
      {R"(limit\s+\d+)", SqlLimitGrade::kClause},
      {R"(limit\s+[0-9]+\s*;?\s*$)", SqlLimitGrade::kClause},
      {R"(^\s*select\b.*\blimit\s+\d+$)", SqlLimitGrade::kClause},
      {R"(\blimit\s+\d{1,5}\b)", SqlLimitGrade::kClause},
      {R"(\bLIMIT\s+(?<rows>\d+))", SqlLimitGrade::kClause},
      {R"(\b(LIMIT\s+\d+|TOP\s*\(?\d+|FETCH\s+(FIRST|NEXT)))", SqlLimitGrade::kClause},
      {R"((?i)\blimit[ \t\r\n]+\d+?)", SqlLimitGrade::kClause},
      {R"(\blimit +[\d?$]+)", SqlLimitGrade::kClause},
      {R"(^\s*select)", SqlLimitGrade::kNone},
      {R"(offset\s+5)", SqlLimitGrade::kNone},
      {R"()", SqlLimitGrade::kNone},
      {R"(\bdelimiter\b)", SqlLimitGrade::kNone},
      {R"(^(?!.*limit))", SqlLimitGrade::kUnknown},
      {R"(limit(?=\s))", SqlLimitGrade::kUnknown},
      {R"((limit)\1)", SqlLimitGrade::kUnknown},
      {R"(\p{L}imit)", SqlLimitGrade::kUnknown},
      {R"(limit()", SqlLimitGrade::kUnknown},
      {R"(limit))", SqlLimitGrade::kUnknown},
      {R"([limit)", SqlLimitGrade::kUnknown},
      {R"(*limit)", SqlLimitGrade::kUnknown},
      {R"(limit\)", SqlLimitGrade::kUnknown},
      {R"(limit{3,2})", SqlLimitGrade::kUnknown},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(static_cast<int>(checkLimitPattern(one.pattern).grade), static_cast<int>(one.grade))
        << one.pattern;
  }
}

TEST(SqlLimitCheck, GradesFixedTexts) {
  EXPECT_EQ(checkLimitText("limit").grade, SqlLimitGrade::kSubstring);
  EXPECT_EQ(checkLimitText("LIMIT").grade, SqlLimitGrade::kSubstring);
  EXPECT_EQ(checkLimitText("limit ").grade, SqlLimitGrade::kSubstring);
  EXPECT_EQ(checkLimitText(" limit").grade, SqlLimitGrade::kSubstring);
  EXPECT_EQ(checkLimitText(" LIMIT ").grade, SqlLimitGrade::kWord);
  EXPECT_EQ(checkLimitText("select").grade, SqlLimitGrade::kNone);
  EXPECT_EQ(checkLimitText("offset 7").grade, SqlLimitGrade::kNone);
  EXPECT_EQ(checkLimitText("").grade, SqlLimitGrade::kNone);
}

TEST(SqlLimitCheck, TellsWhatElseSatisfies) {
  const SqlLimitCheck loose = checkLimitPattern(R"(\blimit\s+\d+)");
  EXPECT_TRUE(loose.acceptsSubquery);
  EXPECT_TRUE(loose.acceptsComment);
  EXPECT_TRUE(loose.acceptsString);
  const SqlLimitCheck anchored = checkLimitPattern(R"(\blimit\s+(\d+|\?|\$\d+)\s*;?\s*$)");
  EXPECT_EQ(anchored.grade, SqlLimitGrade::kClause);
  EXPECT_FALSE(anchored.acceptsSubquery);
  EXPECT_TRUE(anchored.acceptsComment);
  EXPECT_FALSE(anchored.acceptsString);
}

TEST(SqlPattern, MatchesAsOthersDo) {
  struct Case {
    std::string_view pattern;
    std::string_view text;
    bool matches;
  };
  const Case cases[] = {
      {"abc", "xxABCxx", true},
      {"^abc", "xabc", false},
      {"abc$", "abcx", false},
      {"a|b|c", "c", true},
      {"a(b|c)*d", "abcbcd", true},
      {"a(b|c)*d", "ad", true},
      {"a(b|c)+d", "ad", false},
      {"ab?c", "ac", true},
      {"a{3}", "aa", false},
      {"a{3}", "aaa", true},
      {"^a{2,3}$", "aaaa", false},
      {"^a{2,}$", "aaaa", true},
      {"^(a|b){2}$", "ab", true},
      {"^(ab){2,3}$", "ababab", true},
      {"^(ab){2,3}$", "ab", false},
      {"^(a*)*$", "aaa", true},
      {"(a|)b", "b", true},
      {"[^a-c]", "abc", false},
      {"[^a-c]", "d", true},
      {"[a-]", "-", true},
      {"[]]", "]", true},
      {"\\d\\D\\w\\W\\s\\S", "1aa- a", true},
      {"\\bx\\b", "a x b", true},
      {"\\bx\\b", "axb", false},
      {"a\\Bx", "ax", true},
      {"a.b", "a\nb", false},
      {"a.b", "a-b", true},
      {"a\\.b", "a-b", false},
      {"a{x", "a{x", true},
      {"(((a)))", "a", true},
      {"a|", "", true},
      {"\\n", "\n", true},
      {"x*y*z", "z", true},
      {"(a+)+b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac", false},
  };
  for (const Case& one : cases) {
    const std::optional<sql::Pattern> pattern = sql::Pattern::compile(one.pattern);
    ASSERT_TRUE(pattern.has_value()) << one.pattern;
    EXPECT_EQ(pattern->matches(one.text), one.matches) << one.pattern << " on " << one.text;
  }
}

TEST(SqlPattern, RefusesWhatWouldTakeLong) {
  std::string nested = "a";
  for (int i = 0; i < 12; ++i) {
    nested = "(" + nested + "){9}";
  }
  EXPECT_FALSE(sql::Pattern::compile(nested).has_value());
  EXPECT_FALSE(sql::Pattern::compile(std::string(3000, 'a')).has_value());
  EXPECT_FALSE(sql::Pattern::compile("a{99999999999999999999}").has_value());
  EXPECT_FALSE(sql::Pattern::compile(std::string(1500, '(')).has_value());
}

}  // namespace
}  // namespace envelint
