#pragma once

#include <span>
#include <string_view>

namespace envelint {

/// The Markdown page of a rule, as it is in rules/<id>.md; empty when there is none. The pages are
/// embedded at build time, so the view lives as long as the program.
std::string_view rulePage(std::string_view id);

/// The ids of all rules that have a page, sorted.
std::span<const std::string_view> rulePageIds();

}  // namespace envelint
