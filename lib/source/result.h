#pragma once

#include <string>
#include <utility>
#include <variant>

namespace envelint {

/// Why an operation failed, as one sentence for the user (lower case, no full stop).
struct Error {
  std::string message;
};

/// Either a value or the reason there is none. Stands in for `std::expected`, which C++20 lacks.
/// Not thread safe; accessing the side that is not held is a programming error.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }
  T& value() { return std::get<T>(state_); }
  const T& value() const { return std::get<T>(state_); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  const std::string& error() const { return std::get<Error>(state_).message; }

 private:
  std::variant<T, Error> state_;
};

}  // namespace envelint
