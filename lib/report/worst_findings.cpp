#include "report/worst_findings.h"

#include <algorithm>
#include <numeric>

namespace envelint {

std::vector<size_t> worstFindings(const std::vector<Finding>& findings, size_t room) {
  std::vector<size_t> indices(findings.size());
  std::iota(indices.begin(), indices.end(), size_t{0});
  if (indices.size() > room) {
    std::sort(indices.begin(), indices.end(), [&](size_t a, size_t b) {
      const Severity first = findings[a].severity;
      const Severity second = findings[b].severity;
      return first != second ? first > second : a < b;
    });
    indices.resize(room);
    std::sort(indices.begin(), indices.end());
  }
  return indices;
}

}  // namespace envelint
