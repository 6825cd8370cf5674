#pragma once

#include <string>
#include <vector>

#include "rule/finding.h"

namespace envelint {

/// A fingerprint for each finding, in their order: 16 hexadecimal digits and `:n`. It is made of
/// the rule, the display path and the first 256 bytes of the primary line without its blanks, so it
/// survives when lines move and code is indented anew; `n` counts the findings that agree in all of
/// these, from 1 in the order of the report. No two of a report are alike.
std::vector<std::string> fingerprints(const std::vector<Finding>& findings);

}  // namespace envelint
