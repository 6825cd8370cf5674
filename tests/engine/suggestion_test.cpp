#include "engine/suggestion.h"

#include <gtest/gtest.h>

#include <array>

namespace envelint {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"flat-array", "missing-limit", "toolWrappers",
                                                    "unbounded-limit"};

TEST(ClosestName, ForgivesASlip) {
  EXPECT_EQ(closestName("flat-aray", kNames), "flat-array");
  EXPECT_EQ(closestName("flat-arrray", kNames), "flat-array");
  EXPECT_EQ(closestName("falt-array", kNames), "flat-array");
  EXPECT_EQ(closestName("flat_array", kNames), "flat-array");
  EXPECT_EQ(closestName("toolwrappers", kNames), "toolWrappers");
}

TEST(ClosestName, KeepsQuietWhenNothingIsClose) {
  EXPECT_EQ(closestName("array", kNames), "");
  EXPECT_EQ(closestName("", kNames), "");
  EXPECT_EQ(closestName(std::string(100000, 'a'), kNames), "");
}

TEST(ClosestName, CountsASwapOfNeighboursAsOneSlip) {
  // Of two letters one may be wrong: a swap is found, two substitutions aren't.
  constexpr std::array<std::string_view, 1> kShort = {"ab"};
  EXPECT_EQ(closestName("ba", kShort), "ab");
  EXPECT_EQ(closestName("xy", kShort), "");
}

TEST(DidYouMean, EndsAMessage) {
  EXPECT_EQ(didYouMean("missing-limt", kNames), "; did you mean `missing-limit`?");
  EXPECT_EQ(didYouMean("something-else", kNames), "");
}

}  // namespace
}  // namespace envelint
