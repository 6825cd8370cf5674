# Writes OUTPUT, a C++ file that holds the text of every page listed in PAGES, sorted by rule id.
cmake_minimum_required(VERSION 3.25)
file(READ "${PAGES}" pages)
set(by_id "")
foreach(page IN LISTS pages)
  get_filename_component(id "${page}" NAME_WE)
  list(APPEND by_id "${id}=${page}")
endforeach()
list(SORT by_id)

set(entries "")
set(ids "")
foreach(entry IN LISTS by_id)
  string(REGEX MATCH "^[^=]*" id "${entry}")
  string(REGEX REPLACE "^[^=]*=" "" page "${entry}")
  file(READ "${page}" text)
  if(text MATCHES "\\)envelint-page\"")
    message(FATAL_ERROR "${page} holds the delimiter of the raw string it is embedded in")
  endif()
  string(APPEND entries "    {\"${id}\", R\"envelint-page(${text})envelint-page\"},\n")
  string(APPEND ids "    \"${id}\",\n")
endforeach()
# An array can't be empty, so both end in a sentinel that isn't counted.
file(WRITE "${OUTPUT}.new" "// Generated from rules/*.md; edit those.
#include \"rule/rule_pages.h\"

namespace envelint {
namespace {

struct Page {
  std::string_view id;
  std::string_view text;
};
constexpr Page kPages[] = {
${entries}    {{}, {}},
};
constexpr std::string_view kIds[] = {
${ids}    {},
};

}  // namespace

std::string_view rulePage(std::string_view id) {
  for (const Page& page : kPages) {
    if (page.id == id) {
      return page.text;
    }
  }
  return {};
}

std::span<const std::string_view> rulePageIds() {
  return std::span(kIds).first(std::size(kIds) - 1);
}

}  // namespace envelint
")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
