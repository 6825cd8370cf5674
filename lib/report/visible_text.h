#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace envelint {

/// Text that comes from the linted source (tool names, paths, code) must not reach a terminal as it
/// is: it may hold escape sequences, invisible characters or bytes that aren't UTF-8. These
/// functions make all of that visible. They hold no state and are safe to use from any thread.

/// One character as a terminal shows it.
struct VisibleCharacter {
  std::string text;    ///< valid UTF-8 without control characters; empty only for a tab
  uint32_t width = 0;  ///< columns of a terminal; 0 for a combining mark and for a tab
  uint32_t bytes = 0;  ///< length in the source
  bool isTab = false;  ///< how wide it is depends on the column it starts at
};

/// The first character of `text`, which must not be empty. C0 controls become their control picture
/// (U+2400..), other controls, invisible and direction-changing characters `\u{..}`, and bytes that
/// aren't UTF-8 `\x..`.
VisibleCharacter visibleCharacter(std::string_view text);

/// The whole text in that form; a tab becomes its control picture too.
std::string visibleText(std::string_view text);

}  // namespace envelint
