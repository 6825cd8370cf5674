#pragma once

#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdint>

namespace envelint::typescript {

/// The memory of one run of the tree-sitter parser, given back as a whole.
///
/// While an object of this class lives, all the parser core allocates on this thread comes from it.
/// That is faster than freeing a tree node by node, and it is what makes the parser stoppable: some
/// of its phases are quadratic in hostile text and ask nobody whether to go on (`a<b,` repeated
/// 100,000 times keeps it busy for minutes and takes gigabytes), but they all copy. So the bytes it
/// asks for count as its work, and the allocation that breaks the budget jumps out of the parser.
///
/// One at a time on a thread; not to be shared between threads.
class ParserMemory {
 public:
  ParserMemory();
  ~ParserMemory();
  ParserMemory(const ParserMemory&) = delete;
  ParserMemory& operator=(const ParserMemory&) = delete;

  /// Calls `work(argument)`, which must use the parser only and own nothing that has a destructor.
  /// False when it was cut short because it asked for more than `budget` bytes, counting a byte
  /// each time it is asked for, or because the system has no more.
  bool run(void (*work)(void*), void* argument, uint64_t budget);

  /// Bytes asked for so far.
  uint64_t spent() const { return spent_; }

 private:
  struct Header;
  struct Slab;
  struct Large;
  static constexpr size_t kGranule = 16;
  static constexpr size_t kMaxSmall = 1024;
  static constexpr size_t kSlabBytes = size_t{256} << 10;

  void* allocate(size_t size);
  void* reallocate(void* pointer, size_t size);
  void release(void* pointer);
  void* allocateSmall(size_t granules);
  void* allocateLarge(size_t size);
  void link(Large* block);
  void charge(size_t size);
  void* fromSystem(void* pointer);

  // The parser core has one allocator for the process; these find the thread's object.
  static void* hookMalloc(size_t size);
  static void* hookCalloc(size_t count, size_t size);
  static void* hookRealloc(void* pointer, size_t size);
  static void hookFree(void* pointer);
  static thread_local ParserMemory* current_;

  std::array<Header*, kMaxSmall / kGranule + 1> free_{};  ///< by size in granules
  Slab* slabs_ = nullptr;
  std::byte* slabAt_ = nullptr;
  std::byte* slabEnd_ = nullptr;
  Large* large_ = nullptr;
  uint64_t spent_ = 0;
  uint64_t budget_ = 0;
  bool armed_ = false;
  std::jmp_buf escape_;
};

}  // namespace envelint::typescript
