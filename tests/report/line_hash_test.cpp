// The expected hashes come from an independent implementation of GitHub's algorithm.

#include "report/line_hash.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace envelint {
namespace {

using testing::ElementsAre;

std::vector<std::string> hashesOf(std::string text) {
  return lineHashes(SourceFile("/root/a.ts", "a.ts", std::move(text)));
}

TEST(LineHashes, AreThoseOfGithub) {
  EXPECT_THAT(hashesOf(""), ElementsAre("c129715d7a2bc9a3:1"));
  EXPECT_THAT(hashesOf("a\n"), ElementsAre("243cbaa4685aab12:1", "c129715d7a2bc9a3:1"));
}

TEST(LineHashes, DoNotSeeBlanksAndTheKindOfLineBreak) {
  EXPECT_EQ(hashesOf("  a\t\n"), hashesOf("a\n"));
  EXPECT_EQ(hashesOf("a\r\nb\rc\n"), hashesOf("a\nb\nc\n"));
  EXPECT_THAT(hashesOf("a\r\nb\rc\n"), ElementsAre("52668e89249e7477:1", "9ed7939040abc6c0:1",
                                                   "3791504be0bd17cc:1", "c129715d7a2bc9a3:1"));
  // A line feed is part of a line break only right behind its carriage return.
  EXPECT_THAT(hashesOf("\r \n\n"), ElementsAre("4e5d562094661a0d:1", "5b5d4caf73a13177:1",
                                               "3c5bef55b72b93c9:1", "c129715d7a2bc9a3:1"));
}

TEST(LineHashes, CountUtf16CodeUnits) {
  EXPECT_EQ(hashesOf("\xF0\x9F\x98\x80 f(\xC3\xA9);\n")[0], "30d40494b202e3f9:1");
}

TEST(LineHashes, LookAtAHundredCharacters) {
  std::string text;
  for (int i = 0; i < 60; ++i) {
    text += "abc";
  }
  EXPECT_THAT(hashesOf(text + "\nend"), ElementsAre("4c3a2dbd70c5b5bf:1", "43b6461eda086fe2:1"));
}

TEST(LineHashes, NumberLinesThatAreAlike) {
  const std::string block(120, 'x');
  const std::vector<std::string> hashes = hashesOf(block + "\n" + block + "\n");
  ASSERT_EQ(hashes.size(), 3u);
  EXPECT_TRUE(hashes[0].ends_with(":1"));
  EXPECT_EQ(hashes[1], hashes[0].substr(0, hashes[0].size() - 1) + "2");
}

}  // namespace
}  // namespace envelint
