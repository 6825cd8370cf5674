#pragma once

#include <compare>
#include <cstddef>
#include <functional>

#include "analysis/place.h"
#include "program/module.h"

namespace envelint {

/// An id together with the module it belongs to: a node anywhere in the program.
template <typename IdType>
struct Ref {
  const Module* module = nullptr;
  IdType id;

  bool valid() const { return module != nullptr && id.valid(); }
  explicit operator bool() const { return valid(); }
  friend bool operator==(const Ref&, const Ref&) = default;

  /// The node as a `T`, or null when it is something else or the reference is none.
  template <typename T>
  const T* as() const {
    return valid() ? module->as<T>(id) : nullptr;
  }
  /// The same module with another id.
  template <typename Other>
  Ref<Other> with(Other other) const {
    return {module, other};
  }
};

using ExprRef = Ref<ExprId>;
using StmtRef = Ref<StmtId>;
using PatternRef = Ref<PatternId>;
using FunctionRef = Ref<FunctionId>;
using ClassRef = Ref<ClassId>;

inline CodePlace placeOf(ExprRef ref) {
  return ref ? CodePlace{&ref.module->file(), ref.module->range(ref.id)} : CodePlace{};
}
inline CodePlace placeOf(StmtRef ref) {
  return ref ? CodePlace{&ref.module->file(), ref.module->range(ref.id)} : CodePlace{};
}
inline CodePlace placeOf(PatternRef ref) {
  return ref ? CodePlace{&ref.module->file(), ref.module->range(ref.id)} : CodePlace{};
}

}  // namespace envelint

template <typename IdType>
struct std::hash<envelint::Ref<IdType>> {
  size_t operator()(const envelint::Ref<IdType>& ref) const noexcept {
    return std::hash<const void*>{}(ref.module) * 31 + ref.id.value;
  }
};
