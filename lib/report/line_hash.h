#pragma once

#include <string>
#include <vector>

#include "source/source_file.h"

namespace envelint {

/// The `primaryLocationLineHash` of each line of a file, the first line's first: what the upload
/// action of GitHub code scanning computes where a report has none, and compares with where it has
/// one (github/codeql-action, src/fingerprints.ts). A rolling hash over the 100 UTF-16 code units
/// from the line's beginning that are neither blanks nor tabs, and behind a colon which of the
/// lines of equal hash it is. Alerts keep their identity by it when lines move. An empty last line
/// has one too.
std::vector<std::string> lineHashes(const SourceFile& file);

}  // namespace envelint
