#pragma once

// What the names of tools and parameters say: the first, cheapest evidence of what a tool does.
//
// Everything here is a pure function over small word lists. The lists come from `rules.md`
// ("Vocabulary") and from the tool and parameter names of about 100 public servers; each list says
// in naming.cpp what it is for. Names in other languages than English say nothing.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace envelint {

// ---------------------------------------------------------------------------------------------
// Words

/// The words of a name in lower case: split at `_ - . / :` and spaces, and where the case changes.
/// A run of capitals is one word (`getPRDiff` is get, pr, diff; `listURLs` is list, urls), digits
/// stay with the word before them, and compounds such as `play list` or `data set`, whose second
/// half would be taken for a verb, are one word.
std::vector<std::string> splitName(std::string_view name);

/// The name in lower case without separators: equal for `maxResults`, `max_results`, `max-results`.
std::string normalizedName(std::string_view name);

/// Whether a lower-case English noun is the plural of things there can be many rows of. `status`,
/// `address`, `details`, `settings`, `stats`, `metadata` and their like are none.
bool isPluralNoun(std::string_view word);

/// The singular of a lower-case noun; the word itself when it is no plural.
std::string singularOf(std::string_view word);

// ---------------------------------------------------------------------------------------------
// Tools

/// What the verb of a tool's name says it does.
enum class Verb : uint8_t {
  kNone,        ///< no verb, or a word that is as often a noun (`git_log`)
  kCollection,  ///< lists or searches
  kGetter,      ///< reads: one thing or many, only the answer tells
  kMutation,    ///< changes something
  kAction,      ///< does something else: runs, exports, counts
};

/// A tool's name taken apart.
struct ToolName {
  std::vector<std::string> words;
  Verb verb = Verb::kNone;
  size_t verbIndex = 0;  ///< of the deciding verb in `words`; meaningless for kNone
  std::string verbWord;  ///< the deciding verb; empty for kNone
  std::string
      headNoun;  ///< what the tool is about (`issues` of `get_issues_for_user`); may be empty
};

/// Takes a tool's name apart. Of several verbs the one nearest the front decides, after any service
/// prefix, except where the name is built the other way round (`todo_list_create`, `commit_list`).
ToolName readToolName(std::string_view name);

/// The class of `readToolName`.
Verb verbOf(std::string_view toolName);

/// Whether the head noun is a plural, or a list of something (`get_user_list`).
bool hasPluralHead(std::string_view toolName);

/// Whether the tool searches by relevance rather than lists: its verb, or the noun of its getter,
/// is "search". `find_*` and `query_*` list what matches and aren't meant.
bool isSearchTool(std::string_view toolName);

// ---------------------------------------------------------------------------------------------
// Parameters

/// Whether a parameter of this name caps the number of rows. `extra` are further names
/// (`limitParameters` of the configuration), compared like all names without case and separators.
bool isLimitName(std::string_view name, const std::vector<std::string>& extra = {});

/// Whether a parameter looks like a limit and isn't one: it bounds a size, a depth, a time or some
/// other value (`max_depth`, `max_tokens`, `context_lines`, `tail_lines`, `rate_limit`).
bool isTwinName(std::string_view name);

/// Whether a parameter says where to go on: a cursor, a token, a page or an offset.
bool isContinuationName(std::string_view name);

/// Whether a continuation is an opaque one that the answer has to hand out first; pages and offsets
/// the caller can count himself. `after` and `before` are opaque.
bool isOpaqueCursorName(std::string_view name);

/// Whether a parameter restricts rows by time. `after` and `before` alone are continuations unless
/// they are described as times: see `describesTime`.
bool isDateFilterName(std::string_view name);

/// Whether a parameter picks the one thing that a tool is about: `id`, `name`, `path`, `key` and
/// their like, or those of its head noun (`issue_id` and `issue` of `get_issue`, not `project_id`
/// of `get_issues`).
bool isSingleItemKey(std::string_view name, std::string_view toolName);

// ---------------------------------------------------------------------------------------------
// Descriptions

/// Whether a parameter's description says that it counts something other than rows: lines, bytes,
/// characters, tokens, seconds, levels, pixels, ... The first thing it names decides.
bool describesOtherUnit(std::string_view description);

/// Whether a parameter's description says that it bounds work instead of rows: "Max tables to
/// scan", "Nodes to render".
bool describesWork(std::string_view description);

/// Whether a parameter's description says that it is a date or a time.
bool describesTime(std::string_view description);

/// Whether a tool's description says that it answers with all of something or with several: "List
/// the projects", "Returns all comments of ...", "Get a list of ...".
bool descriptionListsAll(std::string_view description);

/// Whether a description opens with a verb and, as what it is about, a noun: "Get deployments data
/// from ..." with `deployments`. "Fetch the resources index" and "Get paths and settings" are about
/// other things.
bool descriptionOpensWith(std::string_view description, std::string_view noun);

}  // namespace envelint
