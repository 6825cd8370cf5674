#pragma once

#include <unistd.h>

#include <utility>

namespace envelint {

/// Owns a file descriptor and closes it. A negative one is none.
class Descriptor {
 public:
  explicit Descriptor(int descriptor = -1) : descriptor_(descriptor) {}
  Descriptor(Descriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~Descriptor() { reset(); }

  int get() const { return descriptor_; }
  bool valid() const { return descriptor_ >= 0; }
  void reset() {
    if (valid()) {
      ::close(std::exchange(descriptor_, -1));
    }
  }

 private:
  int descriptor_;
};

}  // namespace envelint
