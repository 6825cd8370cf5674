#include "source/glob.h"

#include <gtest/gtest.h>

#include <chrono>

namespace envelint {
namespace {

bool matches(std::string_view pattern, std::string_view path,
             GlobSyntax syntax = GlobSyntax::kBraces) {
  const Result<Glob> glob = Glob::compile(pattern, syntax);
  EXPECT_TRUE(glob.ok()) << pattern << (glob.ok() ? "" : glob.error());
  return glob.ok() && glob->matches(path);
}

TEST(Glob, MatchesWhatItShould) {
  struct Case {
    std::string_view pattern;
    std::string_view path;
  };
  const Case cases[] = {
      {"a.ts", "a.ts"},
      {"*.ts", "a.ts"},
      {"*.ts", ".ts"},
      {"*", ".hidden"},
      {"a*c", "ac"},
      {"a*b*c", "aXbYbZc"},
      {"a?c", "abc"},
      {"src/*/x.ts", "src/a/x.ts"},
      {"**", "a/b"},
      {"***/x", "a/b/x"},
      {"**/x.ts", "x.ts"},
      {"**/x.ts", "a/b/x.ts"},
      {"a/**", "a/b"},
      {"a/**", "a/b/c"},
      {"a/**/b", "a/b"},
      {"a/**/b", "a/x/y/b"},
      {"**/a/**/b", "x/a/a/y/b"},
      {"**/*.test.*", "a/b.test/c.test.ts"},
      {"**/a*/b", "ax/c/ay/b"},
      {"a**b", "axxb"},
      {"[a-c]x", "bx"},
      {"[!a-c]x", "dx"},
      {"[^a-c]x", "dx"},
      {"[]]", "]"},
      {"[]-]", "-"},
      {"[!]]", "a"},
      {"[a-]", "-"},
      {"[\\]]", "]"},
      {"[[:digit:]x]", "7"},
      {"[[:digit:]x]", "x"},
      {"\\*", "*"},
      {"\\a", "a"},
      {"{a,b}.ts", "b.ts"},
      {"*.{ts,tsx}", "x.tsx"},
      {"{src,lib/{a,b}}/**", "lib/b/x"},
      {"a{,b}", "a"},
      {"a{b}", "ab"},
      {"[{]x", "{x"},
      {"\\{a,b}", "{a,b}"},
      {"", ""},
  };
  for (const Case& test : cases) {
    EXPECT_TRUE(matches(test.pattern, test.path)) << test.pattern << " on " << test.path;
  }
}

TEST(Glob, MatchesNothingElse) {
  struct Case {
    std::string_view pattern;
    std::string_view path;
  };
  const Case cases[] = {
      {"a.ts", "axts"},
      {"*.ts", "a/b.ts"},
      {"*.ts", "a.tsx"},
      {"a?c", "a/c"},
      {"a?c", "ac"},
      {"a[!x]c", "a/c"},
      {"src/*/x.ts", "src/x.ts"},
      {"src/*/x.ts", "src/a/b/x.ts"},
      {"a/**", "a"},
      {"a/**", "a/"},
      {"a/**/b", "ab"},
      {"a/**/b", "a/xb"},
      {"**/x.ts", "ax.ts"},
      {"a**b", "a/b"},
      {"[a-c]x", "dx"},
      {"[c-a]x", "bx"},
      {"[[:digit:]]", "a"},
      {"[[:nonsense:]]", "a"},
      {"{a,b}.ts", "c.ts"},
      {"", "a"},
      {"a", ""},
  };
  for (const Case& test : cases) {
    EXPECT_FALSE(matches(test.pattern, test.path)) << test.pattern << " on " << test.path;
  }
}

TEST(Glob, BracesAreOrdinaryInPlainPatterns) {
  EXPECT_TRUE(matches("{a,b}", "{a,b}", GlobSyntax::kPlain));
  EXPECT_FALSE(matches("{a,b}", "a", GlobSyntax::kPlain));
}

TEST(Glob, SaysWhatIsWrongWithAPattern) {
  EXPECT_EQ(Glob::compile("a[b").error(), "has a `[` that isn't closed");
  EXPECT_EQ(Glob::compile("a{b,c").error(), "has a `{` that isn't closed");
  EXPECT_EQ(Glob::compile("a\\").error(), "ends in a backslash");
  std::string many;
  for (int i = 0; i < 40; ++i) {
    many += "{a,b}";
  }
  EXPECT_EQ(Glob::compile(many).error(), "has braces that stand for more than 256 patterns");
}

TEST(Glob, HostilePatternsTakeNoExponentialTime) {
  std::string stars;
  std::string parts;
  for (int i = 0; i < 40; ++i) {
    stars += "a*";
    parts += "**/*a*/";
  }
  const std::string name(4000, 'a');
  std::string path;
  for (int i = 0; i < 2000; ++i) {
    path += "a/";
  }
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(matches(stars + "b", name));
  EXPECT_FALSE(matches(parts + "b", path));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

}  // namespace
}  // namespace envelint
