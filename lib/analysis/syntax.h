#pragma once

#include "analysis/refs.h"

namespace envelint {

/// An expression without the casts and awaits around its value.
ExprRef withoutCasts(ExprRef expr);

/// The innermost class whose text contains an offset; none outside classes.
ClassRef classAt(const Module& module, uint32_t offset);

/// Whether two expressions of one module read the same: the same name, or the same members of one.
inline bool readsTheSame(const Module& module, ExprId a, ExprId b) {
  while (true) {
    const auto* memberA = module.as<MemberExpr>(a);
    const auto* memberB = module.as<MemberExpr>(b);
    if (memberA == nullptr || memberB == nullptr) {
      const auto* nameA = module.as<NameExpr>(a);
      const auto* nameB = module.as<NameExpr>(b);
      return nameA != nullptr && nameB != nullptr && nameA->name == nameB->name;
    }
    if (memberA->name != memberB->name) {
      return false;
    }
    a = memberA->object;
    b = memberB->object;
  }
}

}  // namespace envelint
