#include "mcp/handler_input.h"

namespace envelint {
namespace {

/// Paths from a value to the caller's input inside it.
void pathsToInput(const Value* value, AccessPath& prefix, std::vector<AccessPath>& out) {
  if (value->is(ValueKind::kInput)) {
    out.push_back(prefix);
  } else if (value->is(ValueKind::kRecord)) {
    for (const auto& [key, field] : value->fields) {
      prefix.push_back(key);
      pathsToInput(field, prefix, out);
      prefix.pop_back();
    }
  }
}

}  // namespace

bool followInput(Flow& flow, const Frame* entry, const AccessPath& path,
                 const Flow::Visitor& visitor) {
  bool isComplete = true;
  for (uint32_t i = 0; i < entry->arguments.size(); ++i) {
    AccessPath prefix;
    std::vector<AccessPath> inputs;
    pathsToInput(entry->arguments[i], prefix, inputs);
    for (AccessPath& input : inputs) {
      input.insert(input.end(), path.begin(), path.end());
      isComplete &= flow.followParameter(entry, i, input, visitor);
    }
  }
  return isComplete;
}

}  // namespace envelint
