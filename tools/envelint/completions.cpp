#include <fmt/format.h>

#include "engine/suggestion.h"
#include "rule/rule.h"
#include "usage.h"

namespace envelint {
namespace {

constexpr std::string_view kHead = "made by `envelint --generate`";

/// A word in single quotes, for any of the three shells.
std::string quoted(std::string_view text) { return "'" + replaceAll(text, "'", R"('\'')") + "'"; }

std::string firstLines(std::string_view description) { return replaceAll(description, "\n", " "); }

std::string commandNames() {
  std::string names;
  for (const CommandText& command : kCommandTexts) {
    names += fmt::format("{}{}", names.empty() ? "" : " ", command.name);
  }
  return names;
}

/// The options after which a file is completed, for a `case` of the shell.
std::string fileOptions() {
  std::string names;
  for (const OptionText& option : optionTexts()) {
    if (option.value == "FILE") {
      names += (names.empty() ? "" : "|") + option.longName;
    }
  }
  return names;
}

/// The options whose values nobody can list.
std::string freeOptions() {
  std::string names;
  for (const OptionText& option : optionTexts()) {
    if (!option.value.empty() && option.value != "FILE" && option.choices.empty()) {
      names += (names.empty() ? "" : "|") + option.longName;
    }
  }
  return names;
}

std::string allOptionNames() {
  std::string names;
  for (const OptionText& option : optionTexts()) {
    for (const std::string& name : {option.shortName, option.longName}) {
      if (!name.empty()) {
        names += (names.empty() ? "" : " ") + name;
      }
    }
  }
  return names;
}

/// A specification of zsh's `_arguments`, in which these characters have a meaning.
std::string zshText(std::string_view text) {
  std::string escaped = replaceAll(text, "\\", "\\\\");
  for (const std::string_view special : {"[", "]", ":"}) {
    escaped = replaceAll(escaped, special, fmt::format("\\{}", special));
  }
  return escaped;
}

std::string zshOption(const OptionText& option) {
  if (option.value.empty()) {
    std::string lines;
    for (const std::string& name : {option.shortName, option.longName}) {
      if (!name.empty()) {
        lines +=
            "    " + quoted(fmt::format("{}[{}]", name, zshText(option.description))) + " \\\n";
      }
    }
    return lines;
  }
  const std::string action = option.value == "FILE" ? "_files"
                             : option.choices.empty()
                                 ? " "
                                 : fmt::format("({})", fmt::join(option.choices, " "));
  // The star lets it be given again.
  return "    " +
         quoted(fmt::format("*{}=[{}]:{}:{}", option.longName, zshText(option.description),
                            zshText(option.value), action)) +
         " \\\n";
}

std::string fishOption(const OptionText& option) {
  std::string line = fmt::format("complete -c envelint -l {}", option.longName.substr(2));
  if (!option.shortName.empty()) {
    line += fmt::format(" -s {}", option.shortName.substr(1));
  }
  if (option.value == "FILE") {
    line += " -r -F";
  } else if (!option.value.empty()) {
    line += " -x";
  }
  if (!option.choices.empty()) {
    line += fmt::format(" -a {}", quoted(fmt::format("{}", fmt::join(option.choices, " "))));
  }
  return line + " -d " + quoted(option.description) + "\n";
}

}  // namespace

std::string bashCompletions() {
  std::string values;
  for (const OptionText& option : optionTexts()) {
    if (!option.choices.empty()) {
      values += fmt::format("    {})\n      words='{}'\n      ;;\n", option.longName,
                            fmt::join(option.choices, " "));
    }
  }
  std::string text = fmt::format("# bash completion for envelint, {}\n", kHead);
  // `--option=value` is three words to readline, which breaks words at the equals sign.
  text += R"(_envelint() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
  if [[ $current == = ]]; then
    current=
  elif [[ $before == = ]] && ((COMP_CWORD > 1)); then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  case $before in
)";
  text += values;
  text += fmt::format("    explain)\n      words='{}'\n      ;;\n", fmt::join(ruleIds(), " "));
  text += fmt::format("    {})\n      compopt -o default 2> /dev/null\n      return\n      ;;\n",
                      fileOptions());
  text += fmt::format("    {})\n      return\n      ;;\n", freeOptions());
  text += fmt::format("    *)\n      if [[ $current == -* ]]; then\n        words='{}'\n",
                      allOptionNames());
  text += fmt::format(
      "      else\n        compopt -o default 2> /dev/null\n"
      "        if ((COMP_CWORD == 1)); then\n          words='{}'\n        fi\n      fi\n"
      "      ;;\n  esac\n",
      commandNames());
  text += R"(  local IFS=$' \n'
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _envelint envelint
)";
  return text;
}

std::string zshCompletions() {
  std::string text = fmt::format("#compdef envelint\n# {}\n\n_envelint() {{\n", kHead);
  text += "  local context state state_descr line ret=1\n  typeset -A opt_args\n";
  text += "  local -a commands=(\n";
  for (const CommandText& command : kCommandTexts) {
    text += "    " +
            quoted(fmt::format("{}:{}", command.name,
                               replaceAll(firstLines(command.description), ":", "\\:"))) +
            "\n";
  }
  text += "  )\n  _arguments -S \\\n";
  for (const OptionText& option : optionTexts()) {
    text += zshOption(option);
  }
  text += fmt::format(R"(    '1: :->first' \
    '*: :->operand' && ret=0
  case $state in
    first)
      _describe -t commands command commands && ret=0
      _files && ret=0
      ;;
    operand)
      if [[ $line[1] == explain ]]; then
        compadd {} && ret=0
      else
        _files && ret=0
      fi
      ;;
  esac
  return ret
}}

# Called by the completion system, or sourced.
if [[ $funcstack[1] == _envelint ]]; then
  _envelint "$@"
else
  compdef _envelint envelint
fi
)",
                      fmt::join(ruleIds(), " "));
  return text;
}

std::string fishCompletions() {
  std::string text = fmt::format("# fish completion for envelint, {}\n", kHead);
  for (const CommandText& command : kCommandTexts) {
    text += fmt::format("complete -c envelint -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        quoted(firstLines(command.description)));
  }
  text += fmt::format("complete -c envelint -n '__fish_seen_subcommand_from explain' -f -a '{}'\n",
                      fmt::join(ruleIds(), " "));
  for (const OptionText& option : optionTexts()) {
    text += fishOption(option);
  }
  return text;
}

}  // namespace envelint
