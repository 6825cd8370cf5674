#pragma once

#include "analysis/refs.h"

namespace envelint {

/// An expression without the casts and awaits around its value.
ExprRef withoutCasts(ExprRef expr);

/// The innermost class whose text contains an offset; none outside classes.
ClassRef classAt(const Module& module, uint32_t offset);

}  // namespace envelint
