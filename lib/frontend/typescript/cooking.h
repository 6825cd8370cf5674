#pragma once

#include <string>
#include <string_view>

namespace envelint::typescript {

/// The value of a piece of a string or template literal: escape sequences are resolved, a line
/// break after a backslash is gone. A wrong escape stands for itself, a lone surrogate becomes
/// U+FFFD. In a template, CR LF and CR are LF, as the language has it.
std::string cook(std::string_view raw, bool isTemplate);

/// The value of a numeric literal: decimal, hex, octal, binary, with separators; a bigint is
/// rounded to a double, and so is any other integer that has no exact one.
double numberValue(std::string_view raw);

/// How a number is written as a property's name: `0x10` is "16", `1.50` is "1.5".
std::string numberKey(double value);

}  // namespace envelint::typescript
