#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace envelint {

/// Calls `work(i)` once for each `i` below `count`, on up to `threads` threads, this one among
/// them. Returns when all are done. `work` must not throw, and whatever it writes must belong to
/// its `i`.
template <typename Work>
void parallelFor(size_t count, unsigned threads, const Work& work) {
  std::atomic<size_t> next = 0;
  const auto workThrough = [&] {
    for (size_t i = next++; i < count; i = next++) {
      work(i);
    }
  };
  std::vector<std::jthread> helpers;
  try {
    for (size_t i = 1; i < std::min<size_t>(threads, count); ++i) {
      helpers.emplace_back(workThrough);
    }
  } catch (const std::system_error&) {
    // No more threads to be had: those there are do the work.
  }
  workThrough();
}

}  // namespace envelint
