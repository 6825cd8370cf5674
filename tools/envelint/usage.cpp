#include "usage.h"

#include <fmt/format.h>

namespace envelint {
namespace {

/// The column that the descriptions of commands begin at.
constexpr size_t kDescriptionColumn = 37;

std::string usageText() {
  std::string text;
  for (const CommandText& command : kCommandTexts) {
    const bool isFirst = text.empty();
    const std::string name =
        isFirst ? fmt::format("[{}]", command.name) : std::string(command.name);
    const std::string line =
        fmt::format("{}envelint {} {}", isFirst ? "Usage: " : "       ", name, command.operands);
    const std::string indent = "\n" + std::string(kDescriptionColumn, ' ');
    text += fmt::format("{:<{}}{}\n", line, kDescriptionColumn,
                        replaceAll(command.description, "\n", indent));
  }
  return text;
}

std::string optionsText() {
  std::string text;
  for (const OptionText& option : optionTexts()) {
    const std::string left =
        fmt::format("{}{}{}{}{}", option.shortName, option.shortName.empty() ? "" : ",",
                    option.longName, option.value.empty() ? "" : " ", option.value);
    text += fmt::format("  {:<22} {}\n", left, option.description);
  }
  return text;
}

std::string exitCodesText() {
  std::string text;
  for (const ExitCodeText& exit : kExitCodeTexts) {
    text += fmt::format("  {}  {}\n", exit.code, replaceAll(exit.meaning, "\n", "\n     "));
  }
  return text;
}

}  // namespace

std::string replaceAll(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  size_t begin = 0;
  for (size_t at = text.find(from); at != std::string_view::npos; at = text.find(from, begin)) {
    result.append(text.substr(begin, at - begin)).append(to);
    begin = at + from.size();
  }
  return result.append(text.substr(begin));
}

std::string helpText() {
  return fmt::format(
      "{}\n\n{}\nOptions (`--option=value` works too, `--` ends them):\n{}\n"
      "A folder that is called like a command is written ./check.\n\nExit codes:\n{}\n"
      "Configuration: {}\n",
      kDescription, usageText(), optionsText(), exitCodesText(), kConfigurationText);
}

std::span<const std::string_view> generatedKinds() {
  static constexpr std::string_view kKinds[] = {"bash", "fish", "man", "zsh"};
  return kKinds;
}

std::string generatedText(std::string_view kind) {
  if (kind == "bash") {
    return bashCompletions();
  }
  if (kind == "fish") {
    return fishCompletions();
  }
  if (kind == "zsh") {
    return zshCompletions();
  }
  return kind == "man" ? manualPage() : std::string();
}

}  // namespace envelint
