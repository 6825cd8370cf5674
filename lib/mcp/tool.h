#pragma once

// A tool as its server registers it, and where in the code it comes from.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/evaluator.h"
#include "analysis/flow.h"
#include "mcp/schema.h"

namespace envelint {

/// The code that runs when a tool is called, as far as it was found.
struct Handler {
  const Value* function = nullptr;  ///< kFunction; null when no handler was found
  /// An entry into the function in which its caller's arguments are `Evaluator::input()` and, in a
  /// dispatcher, the tool's name is known.
  const Frame* frame = nullptr;
  /// A dispatcher's function entered with a name that no tool has: what happens here as well isn't
  /// this tool's. Null for a function of the tool's own.
  const Frame* anyTool = nullptr;
  explicit operator bool() const { return frame != nullptr; }
};

/// What discovery found out about one tool. Owned by the `Server`.
struct ToolRecord {
  std::string name;         ///< never empty; tools without a constant name aren't listed
  CodePlace namePlace;      ///< the name's expression; where missing things are reported
  CodePlace registration;   ///< the call or the definition object
  std::string description;  ///< constant text, else what is constant of it, else empty
  /// `annotations.destructiveHint: true`, or `readOnlyHint: false`: the tool says it changes
  /// things.
  bool saysItWrites = false;
  /// A definition that nothing in sight takes up: see `CodeIndex::isLoose`.
  bool isLoose = false;
  /// Registered by a call of the SDK's that takes Zod shapes.
  bool takesShapes = false;
  const Value* schemaValue = nullptr;  ///< null when the registration has none
  bool schemaExpected = true;          ///< false where the registration can't show a schema at all
  Handler handler;
  /// `@cursorPagingException <reason>` before the registration: the reason, maybe empty.
  std::optional<std::string> exception;
  CodePlace exceptionPlace;
};

}  // namespace envelint
