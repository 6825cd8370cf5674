#include "engine/parallel.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace envelint {
namespace {

TEST(ParallelFor, DoesEachPieceOnce) {
  for (const unsigned threads : {1u, 4u, 100u}) {
    std::vector<int> done(1000);
    parallelFor(done.size(), threads, [&](size_t i) { ++done[i]; });
    EXPECT_EQ(done, std::vector<int>(1000, 1)) << threads;
  }
}

TEST(ParallelFor, DoesNothingForNothing) {
  parallelFor(0, 4, [](size_t) { FAIL(); });
}

TEST(ParallelFor, HandsOnAnException) {
  for (const unsigned threads : {1u, 4u}) {
    EXPECT_THROW(parallelFor(100, threads,
                             [](size_t i) {
                               if (i == 50) {
                                 throw std::runtime_error("50");
                               }
                             }),
                 std::runtime_error);
  }
}

}  // namespace
}  // namespace envelint
