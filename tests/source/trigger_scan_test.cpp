#include "source/trigger_scan.h"

#include <gtest/gtest.h>

#include <string>

namespace envelint {
namespace {

using Word = TriggerScan::Word;

TEST(TriggerScan, FindsWordsAnywhere) {
  const Word words[] = {{"limit"}, {"slice("}};
  const TriggerScan scan(words);
  EXPECT_TRUE(scan.containsAny("limit"));
  EXPECT_TRUE(scan.containsAny("xs.slice(0, 3)"));
  EXPECT_TRUE(scan.containsAny("unlimited"));
  EXPECT_FALSE(scan.containsAny("slice"));
  EXPECT_FALSE(scan.containsAny("Limit"));
  EXPECT_FALSE(scan.containsAny(""));
}

TEST(TriggerScan, FindsWordsThatOverlapAndContainOneAnother) {
  const Word words[] = {{"he", 0}, {"she", 1}, {"hers", 2}, {"his", 3}};
  const TriggerScan scan(words);
  EXPECT_EQ(scan.groupsIn("ushers"), 0b0111u);
  EXPECT_EQ(scan.groupsIn("shis"), 0b1000u);
  EXPECT_EQ(scan.groupsIn("sher"), 0b0011u);
}

TEST(TriggerScan, AWordIsFoundAfterAFalseStart) {
  const Word words[] = {{"aab"}, {"abac", 1}};
  const TriggerScan scan(words);
  EXPECT_EQ(scan.groupsIn("aaab"), 0b01u);
  EXPECT_EQ(scan.groupsIn("ababac"), 0b10u);
}

TEST(TriggerScan, GroupsAreTold) {
  const Word words[] = {{"mcp", 0}, {"McpServer", 0}, {"limit", 5}, {"page", 63}};
  const TriggerScan scan(words);
  EXPECT_EQ(scan.groupsIn("new McpServer()"), 1u);
  EXPECT_EQ(scan.groupsIn("limit of mcp"), 1u | 1u << 5);
  EXPECT_EQ(scan.groupsIn("a page"), uint64_t{1} << 63);
  EXPECT_EQ(scan.groupsIn("nothing"), 0u);
}

TEST(TriggerScan, NoWordsAndEmptyWordsAreInNoText) {
  EXPECT_FALSE(TriggerScan({}).containsAny("abc"));
  const Word words[] = {{""}};
  EXPECT_FALSE(TriggerScan(words).containsAny("abc"));
}

TEST(TriggerScan, EveryByteMayBeInAWord) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) {
    all += static_cast<char>(byte);
  }
  const Word words[] = {{all}};
  const TriggerScan scan(words);
  EXPECT_TRUE(scan.containsAny("x" + all + "y"));
  all[255] = 'x';
  EXPECT_FALSE(scan.containsAny(all));
}

TEST(TriggerScan, AgreesWithASearchForEachWord) {
  const std::string_view texts[] = {"abcabd", "aabaabaa", "bababb", "", "abbbbbbba", "cab"};
  const Word words[] = {{"abab", 0}, {"ba", 1}, {"abd", 2}, {"bb", 3}, {"aabaa", 4}, {"c", 5}};
  const TriggerScan scan(words);
  for (const std::string_view text : texts) {
    uint64_t expected = 0;
    for (const Word& word : words) {
      expected |= uint64_t{text.find(word.text) != std::string_view::npos} << word.group;
    }
    EXPECT_EQ(scan.groupsIn(text), expected) << text;
    EXPECT_EQ(scan.containsAny(text), expected != 0) << text;
  }
}

TEST(TriggerScan, AWordIsFoundAtEveryPlaceOfATextOfAnyLength) {
  const Word words[] = {{"needle", 0}, {"x", 1}};
  const TriggerScan scan(words);
  for (size_t size = 0; size < 70; ++size) {
    EXPECT_EQ(scan.groupsIn(std::string(size, '-')), 0u) << size;
    for (size_t at = 0; at + 6 <= size; ++at) {
      std::string text(size, '-');
      text.replace(at, 6, "needle");
      EXPECT_EQ(scan.groupsIn(text), 1u) << at << " of " << size;
      EXPECT_TRUE(scan.containsAny(text)) << at << " of " << size;
    }
  }
}

}  // namespace
}  // namespace envelint
