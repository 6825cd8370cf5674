#pragma once

#include <cstddef>
#include <vector>

#include "rule/finding.h"

namespace envelint {

/// The indices of at most `room` findings, ascending: of the worst severities as many as there is
/// room for, the first ones of a severity.
std::vector<size_t> worstFindings(const std::vector<Finding>& findings, size_t room);

}  // namespace envelint
