#include "report/rule_text.h"

#include <gtest/gtest.h>

namespace envelint {
namespace {

TEST(FirstParagraph, SkipsWhatIsNoText) {
  EXPECT_EQ(firstParagraph(
                "# Title\n\n> quote\n\n```ts\ncode\n\nmore\n```\n- item\n\nOne\ntwo.\n\nThree.\n"),
            "One two.");
  EXPECT_EQ(firstParagraph("# Title\nText right below.\n"), "Text right below.");
  EXPECT_EQ(firstParagraph("# Title\n"), "");
  EXPECT_EQ(firstParagraph(""), "");
}

TEST(FirstParagraph, TakesOutMarkupButNotCode) {
  EXPECT_EQ(firstParagraph("A **list** tool's [limit](limit.md), `a[0](b)` and `**`.\n"),
            "A list tool's limit, `a[0](b)` and `**`.");
}

TEST(PascalCase, JoinsTheWords) {
  EXPECT_EQ(pascalCase("unbounded-limit"), "UnboundedLimit");
  EXPECT_EQ(pascalCase("sql"), "Sql");
}

TEST(Sentence, BeginsLargeAndEndsInAStop) {
  EXPECT_EQ(sentence("mend it"), "Mend it.");
  EXPECT_EQ(sentence("did you mean `x`?"), "Did you mean `x`?");
  EXPECT_EQ(sentence("`x` is it"), "`x` is it.");
  EXPECT_EQ(sentence(""), "");
}

}  // namespace
}  // namespace envelint
