#include "frontend/typescript/parser_memory.h"

#include <tree_sitter/api.h>

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

namespace envelint::typescript {

/// Lies before each piece of memory handed out.
struct alignas(16) ParserMemory::Header {
  size_t size = 0;         ///< of the content; for a small one rounded up to granules
  Header* next = nullptr;  ///< in the free list, while it is there

  void* content() { return this + 1; }
  static Header* of(void* pointer) { return static_cast<Header*>(pointer) - 1; }
};

/// A stretch that small pieces are cut from.
struct alignas(16) ParserMemory::Slab {
  Slab* next = nullptr;
};

/// A piece with memory of its own, in a list so that it can be freed when the parser was left half
/// way. The header comes last: it is right before the content.
struct alignas(16) ParserMemory::Large {
  Large* previous = nullptr;
  Large* next = nullptr;
  Header header;

  static Large* of(void* pointer) {
    return reinterpret_cast<Large*>(static_cast<std::byte*>(pointer) - sizeof(Large));
  }
};

thread_local ParserMemory* ParserMemory::current_ = nullptr;

ParserMemory::ParserMemory() {
  static std::once_flag once;
  std::call_once(once, [] { ts_set_allocator(hookMalloc, hookCalloc, hookRealloc, hookFree); });
  current_ = this;
}

ParserMemory::~ParserMemory() {
  current_ = nullptr;
  while (slabs_ != nullptr) {
    Slab* next = slabs_->next;
    std::free(slabs_);
    slabs_ = next;
  }
  while (large_ != nullptr) {
    Large* next = large_->next;
    std::free(large_);
    large_ = next;
  }
}

bool ParserMemory::run(void (*work)(void*), void* argument, uint64_t budget) {
  budget_ = budget;
  if (setjmp(escape_) != 0) {
    return false;
  }
  armed_ = true;
  work(argument);
  armed_ = false;
  return true;
}

void ParserMemory::charge(size_t size) {
  spent_ += size;
  if (armed_ && spent_ > budget_) {
    armed_ = false;
    std::longjmp(escape_, 1);
  }
}

void* ParserMemory::fromSystem(void* pointer) {
  if (pointer == nullptr) {
    if (!armed_) {
      // The parser core can't be told, and an exception must not cross it.
      std::abort();
    }
    armed_ = false;
    std::longjmp(escape_, 1);
  }
  return pointer;
}

void* ParserMemory::allocate(size_t size) {
  charge(size);
  return size <= kMaxSmall ? allocateSmall((size + kGranule - 1) / kGranule) : allocateLarge(size);
}

void* ParserMemory::allocateSmall(size_t granules) {
  if (Header* reused = free_[granules]) {
    free_[granules] = reused->next;
    return reused->content();
  }
  const size_t bytes = sizeof(Header) + granules * kGranule;
  if (static_cast<size_t>(slabEnd_ - slabAt_) < bytes) {
    slabs_ = new (fromSystem(std::malloc(kSlabBytes))) Slab{slabs_};
    slabAt_ = reinterpret_cast<std::byte*>(slabs_ + 1);
    slabEnd_ = reinterpret_cast<std::byte*>(slabs_) + kSlabBytes;
  }
  auto* header = new (slabAt_) Header{granules * kGranule, nullptr};
  slabAt_ += bytes;
  return header->content();
}

void* ParserMemory::allocateLarge(size_t size) {
  auto* block = new (fromSystem(std::malloc(sizeof(Large) + size))) Large{};
  block->header.size = size;
  block->next = large_;
  link(block);
  return block->header.content();
}

void ParserMemory::link(Large* block) {
  if (block->previous != nullptr) {
    block->previous->next = block;
  } else {
    large_ = block;
  }
  if (block->next != nullptr) {
    block->next->previous = block;
  }
}

void* ParserMemory::reallocate(void* pointer, size_t size) {
  if (pointer == nullptr) {
    return allocate(size);
  }
  const size_t oldSize = Header::of(pointer)->size;
  if (size <= oldSize) {
    return pointer;
  }
  if (oldSize > kMaxSmall) {
    charge(size);
    void* moved = fromSystem(std::realloc(Large::of(pointer), sizeof(Large) + size));
    auto* block = static_cast<Large*>(moved);
    block->header.size = size;
    link(block);
    return block->header.content();
  }
  void* copy = allocate(size);
  std::memcpy(copy, pointer, oldSize);
  release(pointer);
  return copy;
}

void ParserMemory::release(void* pointer) {
  if (pointer == nullptr) {
    return;
  }
  Header* header = Header::of(pointer);
  if (header->size <= kMaxSmall) {
    Header*& list = free_[header->size / kGranule];
    header->next = list;
    list = header;
    return;
  }
  Large* block = Large::of(pointer);
  if (block->previous != nullptr) {
    block->previous->next = block->next;
  } else {
    large_ = block->next;
  }
  if (block->next != nullptr) {
    block->next->previous = block->previous;
  }
  std::free(block);
}

void* ParserMemory::hookMalloc(size_t size) {
  return current_ != nullptr ? current_->allocate(size) : std::malloc(size);
}

void* ParserMemory::hookCalloc(size_t count, size_t size) {
  if (current_ == nullptr) {
    return std::calloc(count, size);
  }
  void* pointer = current_->allocate(count * size);
  std::memset(pointer, 0, count * size);
  return pointer;
}

void* ParserMemory::hookRealloc(void* pointer, size_t size) {
  return current_ != nullptr ? current_->reallocate(pointer, size) : std::realloc(pointer, size);
}

void ParserMemory::hookFree(void* pointer) {
  if (current_ != nullptr) {
    current_->release(pointer);
  } else {
    std::free(pointer);
  }
}

}  // namespace envelint::typescript
