#pragma once

#include <string>
#include <string_view>

#include "rule/rule.h"

namespace envelint {

/// The first paragraph of a Markdown page that is text: no heading, list, quote, table or code. Its
/// lines are joined, its emphasis and links are plain text. Empty when the page has none.
std::string firstParagraph(std::string_view page);

/// "UnboundedLimit" of "unbounded-limit".
std::string pascalCase(std::string_view id);

/// A text as a sentence: with a capital letter and a full stop.
std::string sentence(std::string_view text);

}  // namespace envelint
