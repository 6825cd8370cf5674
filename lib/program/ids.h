#pragma once

#include <cstdint>
#include <functional>

namespace envelint {

/// A 32-bit index into one of a `Module`'s tables. Only meaningful together with that module; a
/// default-constructed id is "none".
template <typename Tag>
struct Id {
  static constexpr uint32_t kNone = 0xFFFFFFFF;
  uint32_t value = kNone;

  constexpr bool valid() const { return value != kNone; }
  explicit constexpr operator bool() const { return valid(); }
  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;
};

using ExprId = Id<struct ExprTag>;
using StmtId = Id<struct StmtTag>;
using PatternId = Id<struct PatternTag>;
using FunctionId = Id<struct FunctionTag>;
using ClassId = Id<struct ClassTag>;
using TypeId = Id<struct TypeTag>;

}  // namespace envelint

template <typename Tag>
struct std::hash<envelint::Id<Tag>> {
  size_t operator()(envelint::Id<Tag> id) const noexcept { return id.value * 0x9E3779B1u; }
};
