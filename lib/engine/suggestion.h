#pragma once

#include <span>
#include <string>
#include <string_view>

namespace envelint {

/// The name most like `wrong` when one is like it at all: at most a third of its letters, and never
/// more than three, are added, left out, changed or swapped with their neighbour. Case doesn't
/// count. Empty when none is close; the first of equals otherwise. A view into `names`.
std::string_view closestName(std::string_view wrong, std::span<const std::string_view> names);

/// "; did you mean `x`?" for the end of a message about a wrong name, or nothing.
std::string didYouMean(std::string_view wrong, std::span<const std::string_view> names);

/// The ids of all registered rules, sorted: what a rule's name is compared with.
std::span<const std::string_view> ruleIds();

}  // namespace envelint
