#include "source/file_reader.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/temp_folder.h"

namespace envelint {
namespace {

TEST(FileReader, ReadsTheBytesAsTheyAre) {
  const TempFolder folder;
  const std::string text("a\0b\r\n\xFF", 6);
  EXPECT_EQ(*readFile(folder.write("a", text), 100), text);
  EXPECT_EQ(*readFile(folder.write("empty"), 100), "");
}

TEST(FileReader, HoldsToTheBound) {
  const TempFolder folder;
  const std::string file = folder.write("a", std::string(2048, 'x'));
  EXPECT_EQ(readFile(file, 2048)->size(), 2048u);
  EXPECT_EQ(readFile(file, 2047).error(), "is larger than 2.0 KiB");
  EXPECT_EQ(readFile(file, 1024).error(), "is larger than 1 KiB");
}

TEST(FileReader, ReadsFilesThatTellNoSize) {
  // Files of /proc say they are empty.
  const Result<std::string> text = readFile("/proc/self/status", 1024 * 1024);
  ASSERT_TRUE(text.ok());
  EXPECT_NE(text->find("Pid:"), std::string::npos);
  EXPECT_FALSE(readFile("/proc/self/status", 10).ok());
}

TEST(FileReader, NeverWaitsForAPipe) {
  const TempFolder folder;
  ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(readFile(folder.path("pipe"), 100).error(), "is not a regular file");
  EXPECT_EQ(readFile("/dev/zero", 100).error(), "is not a regular file");
}

TEST(FileReader, FollowsALinkOnlyWhenAsked) {
  const TempFolder folder;
  folder.link("link", folder.write("a", "text"));
  EXPECT_EQ(readFile(folder.path("link"), 100).error(), "is a symbolic link");
  EXPECT_EQ(*readFile(folder.path("link"), 100, Links::kFollow), "text");
}

TEST(FileReader, SaysWhyItFailed) {
  const TempFolder folder;
  EXPECT_EQ(readFile(folder.path("none"), 100).error(), "no such file or directory");
  EXPECT_EQ(readFile(folder.path(), 100).error(), "is a folder");
}

TEST(FileReader, WritesSizesForPeople) {
  EXPECT_EQ(sizeText(0), "0 bytes");
  EXPECT_EQ(sizeText(1), "1 byte");
  EXPECT_EQ(sizeText(4 * 1024 * 1024), "4 MiB");
  EXPECT_EQ(sizeText(1536), "1.5 KiB");
}

}  // namespace
}  // namespace envelint
