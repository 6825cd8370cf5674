#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace envelint {

// What the program says of its own use: `--help`, the manual page and the shells' completions are
// made of the same commands, options and exit codes, so that none of them can go stale.

/// A command as it is told of. Line breaks in the description are those of `--help`.
struct CommandText {
  std::string_view name;
  std::string_view operands;
  std::string_view description;
};

/// In the order of `--help`; the first one may be left out on the command line.
inline constexpr CommandText kCommandTexts[] = {
    {"check", "[PATH ...]", "lint files and folders; default: the folder you are in"},
    {"audit", "[PATH ...]",
     "every tool with its paging facts and a verdict; PATH may also\n"
     "be a saved tools/list answer (FILE.json, - for stdin)"},
    {"rules", "", "list the rules"},
    {"explain", "RULE", "what a rule means and how to mend what it finds"},
    {"init", "", "write a .envelint.json to begin with"},
};

/// What an exit code means; line breaks are those of `--help`.
struct ExitCodeText {
  int code;
  std::string_view meaning;
};

inline constexpr ExitCodeText kExitCodeTexts[] = {
    {0, "nothing found at or over --fail-on"},
    {1, "findings, or something could not be seen under --strict"},
    {2,
     "wrong usage or configuration: an unknown option or rule, a path that doesn't exist,\n"
     "a broken .envelint.json or baseline, a revision git doesn't know"},
    {3, "internal failure, a report that can't be written, or nothing could be read"},
};

inline constexpr std::string_view kDescription =
    "Finds where an MCP server's list and search tools lose data or flood their caller.";

inline constexpr std::string_view kConfigurationText =
    "the nearest .envelint.json upwards from each file, up to the top of the git\n"
    "work tree (without one: the folder envelint is started in). Files aren't merged.";

/// An option as it is told of.
struct OptionText {
  std::string longName;   ///< with its dashes
  std::string shortName;  ///< with its dash; mostly empty
  std::string value;      ///< what its value is called, `FILE` for a path; empty: it takes none
  std::string description;
  std::span<const std::string_view> choices;  ///< its values, where they can be listed
};

/// All options, as `parseCommandLine` declares them.
std::vector<OptionText> optionTexts();

/// The text of `--help`.
std::string helpText();

/// What `--generate` takes.
std::span<const std::string_view> generatedKinds();

/// What `--generate` prints; empty for anything that isn't one of its kinds.
std::string generatedText(std::string_view kind);

/// The manual page, in the man macros of roff.
std::string manualPage();

/// Completion scripts. They need nothing but their shell.
std::string bashCompletions();
std::string zshCompletions();
std::string fishCompletions();

/// The text with each `from` in it replaced.
std::string replaceAll(std::string_view text, std::string_view from, std::string_view to);

}  // namespace envelint
