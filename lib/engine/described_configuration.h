#pragma once

#include <string>

#include "engine/linter.h"
#include "source/result.h"

namespace envelint {

/// What counts for one file, as JSON: the configuration found for it by the same search that a run
/// makes, and the severity of every rule there, command line included. `options.paths` is that one
/// file. The error is a mistake of the user's.
Result<std::string> describeConfiguration(const LintOptions& options);

}  // namespace envelint
