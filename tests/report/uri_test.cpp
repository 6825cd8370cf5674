#include "report/uri.h"

#include <gtest/gtest.h>

namespace envelint {
namespace {

TEST(PathUri, EncodesWhatAUriMayNotHold) {
  EXPECT_EQ(pathUri("src/a.ts"), "src/a.ts");
  EXPECT_EQ(pathUri("a b/100%/[id].ts"), "a%20b/100%25/%5Bid%5D.ts");
  EXPECT_EQ(pathUri("c:d.ts"), "c%3Ad.ts");
  EXPECT_EQ(pathUri("a#b?c\\d\"<>^`{|}"), "a%23b%3Fc%5Cd%22%3C%3E%5E%60%7B%7C%7D");
  EXPECT_EQ(pathUri("\xC3\xA9\xFF"), "%C3%A9%FF");
  EXPECT_EQ(pathUri("(group)/@scope/~x/$y,z"), "(group)/@scope/~x/$y,z");
}

TEST(IsInsideRoot, TellsWhatClimbsOut) {
  EXPECT_TRUE(isInsideRoot("a.ts"));
  EXPECT_TRUE(isInsideRoot("..a/b.ts"));
  EXPECT_FALSE(isInsideRoot("../a.ts"));
  EXPECT_FALSE(isInsideRoot(".."));
  EXPECT_FALSE(isInsideRoot("/etc/passwd"));
}

}  // namespace
}  // namespace envelint
