#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
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
  std::mutex mutex;
  std::exception_ptr failure;
  const auto workThrough = [&] {
    try {
      for (size_t i = next++; i < count; i = next++) {
        work(i);
      }
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
    }
  };
  {
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
  if (failure) {
    std::rethrow_exception(failure);
  }
}

}  // namespace envelint
