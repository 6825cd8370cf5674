#include "source/paths.h"

#include <gtest/gtest.h>

namespace envelint {
namespace {

TEST(Paths, Normalises) {
  EXPECT_EQ(normalisePath(""), ".");
  EXPECT_EQ(normalisePath("."), ".");
  EXPECT_EQ(normalisePath("./a//b/./c/"), "a/b/c");
  EXPECT_EQ(normalisePath("a/../b"), "b");
  EXPECT_EQ(normalisePath("a/.."), ".");
  EXPECT_EQ(normalisePath("../a/../../b"), "../../b");
  EXPECT_EQ(normalisePath("/"), "/");
  EXPECT_EQ(normalisePath("//a/"), "/a");
  EXPECT_EQ(normalisePath("/../../a"), "/a");
  EXPECT_EQ(normalisePath("/a/..."), "/a/...");
}

TEST(Paths, Joins) {
  EXPECT_EQ(joinPath("/a/b", "c"), "/a/b/c");
  EXPECT_EQ(joinPath("/a/b", "../c"), "/a/c");
  EXPECT_EQ(joinPath("/a/b", "/c"), "/c");
  EXPECT_EQ(joinPath("/", "c"), "/c");
  EXPECT_EQ(joinPath("", "c"), "c");
  EXPECT_EQ(joinPath("a", "."), "a");
}

TEST(Paths, TellsWhatLiesWithin) {
  EXPECT_TRUE(isWithin("/a", "/a"));
  EXPECT_TRUE(isWithin("/a/b", "/a"));
  EXPECT_TRUE(isWithin("/a", "/"));
  EXPECT_FALSE(isWithin("/ab", "/a"));
  EXPECT_FALSE(isWithin("/", "/a"));
  EXPECT_TRUE(isWithin("a", "."));
  EXPECT_TRUE(isWithin("..a", "."));
  EXPECT_FALSE(isWithin("../a", "."));
  EXPECT_FALSE(isWithin("..", "."));
  EXPECT_FALSE(isWithin("/a", "."));
}

TEST(Paths, WritesPathsAsSeenFromAFolder) {
  EXPECT_EQ(relativePath("/a/b", "/a"), "b");
  EXPECT_EQ(relativePath("/a", "/a"), ".");
  EXPECT_EQ(relativePath("/a/b", "/"), "a/b");
  EXPECT_EQ(relativePath("/a/b", "/a/c/d"), "../../b");
  EXPECT_EQ(relativePath("/a", "/a/c"), "..");
  EXPECT_EQ(relativePath("/ab", "/a"), "../ab");
}

TEST(Paths, TakesPathsApart) {
  EXPECT_EQ(fileName("a/b.ts"), "b.ts");
  EXPECT_EQ(fileName("b.ts"), "b.ts");
  EXPECT_EQ(fileName("/"), "");
  EXPECT_EQ(parentPath("a/b.ts"), "a");
  EXPECT_EQ(parentPath("b.ts"), ".");
  EXPECT_EQ(parentPath("/b.ts"), "/");
  EXPECT_EQ(parentPath("/"), "/");
  EXPECT_EQ(extension("a.b/c"), "");
  EXPECT_EQ(extension("a/b.d.ts"), ".ts");
  EXPECT_EQ(extension(".env"), "");
  EXPECT_EQ(extension("a."), ".");
}

}  // namespace
}  // namespace envelint
