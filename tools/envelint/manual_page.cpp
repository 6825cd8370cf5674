#include <fmt/format.h>

#include "rule/rule.h"
#include "source/version.h"
#include "usage.h"

namespace envelint {
namespace {

/// Text as roff takes it: a hyphen that can be copied, no line that is taken for a macro.
std::string roff(std::string_view text) {
  std::string escaped = replaceAll(replaceAll(text, "\\", "\\e"), "-", "\\-");
  escaped = replaceAll(replaceAll(escaped, "\n.", "\n\\&."), "\n'", "\n\\&'");
  const bool beginsLikeMacro = escaped.starts_with('.') || escaped.starts_with('\'');
  return beginsLikeMacro ? "\\&" + escaped : escaped;
}

/// An entry of a list: what it is about, in bold and italics, then what it means.
std::string entry(std::string_view bold, std::string_view italic, std::string_view meaning) {
  const std::string tail = italic.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(italic));
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(bold), tail, roff(meaning));
}

std::string commands() {
  std::string text;
  for (const CommandText& command : kCommandTexts) {
    text += entry(fmt::format("envelint {}", command.name), command.operands, command.description);
  }
  return text;
}

std::string options() {
  std::string text;
  for (const OptionText& option : optionTexts()) {
    const std::string names = fmt::format("{}{}{}", option.shortName,
                                          option.shortName.empty() ? "" : ", ", option.longName);
    text += entry(names, option.value, option.description);
  }
  return text;
}

std::string rules() {
  std::string text;
  for (const Rule* rule : allRules()) {
    const RuleInfo& info = rule->info();
    text += entry(info.id, fmt::format("({})", severityName(info.severity)), info.summary);
  }
  return text;
}

std::string exitCodes() {
  std::string text;
  for (const ExitCodeText& exit : kExitCodeTexts) {
    text += entry(std::to_string(exit.code), "", exit.meaning);
  }
  return text;
}

constexpr std::string_view kEnvironment[][2] = {
    {"NO_COLOR", "when it is set and not empty, text isn't coloured unless --color says so"},
    {"TERM", "when it is \"dumb\", text isn't coloured unless --color says so"},
};

constexpr std::string_view kExamples[][2] = {
    {"envelint check src", "Lint a folder."},
    {"envelint check --fix src", "Write the safe fixes, then report what is left."},
    {"envelint check --format sarif --output envelint.sarif --format text",
     "Two reports of one run: one for code scanning, one to read."},
    {"envelint audit --checklist tools.json", "Judge a saved tools/list answer."},
};

}  // namespace

std::string manualPage() {
  // No date: the same sources make the same page.
  std::string page =
      fmt::format(".TH ENVELINT 1 \"\" \"envelint {}\" \"User Commands\"\n", roff(kVersion));
  page +=
      ".SH NAME\nenvelint \\- lint MCP servers for tools that lose data or flood their "
      "caller\n.SH SYNOPSIS\n";
  page += "\\fBenvelint\\fR [\\fICOMMAND\\fR] [\\fIOPTION\\fR ...] [\\fIPATH\\fR ...]\n";
  page += fmt::format(
      ".SH DESCRIPTION\n{}\nIt reads sources and runs nothing of them.\n"
      "\\fBcheck\\fR is what it does when no command is named; a folder that is called like a "
      "command is written ./check.\n",
      roff(kDescription));
  page += ".SH COMMANDS\n" + commands();
  page += ".SH OPTIONS\n\\fB\\-\\-option=value\\fR works too, \\fB\\-\\-\\fR ends the options.\n" +
          options();
  page += ".SH RULES\nEach has a page: \\fBenvelint explain\\fR \\fIRULE\\fR.\n" + rules();
  page += ".SH EXIT STATUS\n" + exitCodes();
  page += ".SH FILES\n" + entry(".envelint.json", "", kConfigurationText);
  page += ".SH ENVIRONMENT\n";
  for (const auto& [name, meaning] : kEnvironment) {
    page += entry(name, "", meaning);
  }
  page += ".SH EXAMPLES\n";
  for (const auto& [command, meaning] : kExamples) {
    page += entry(command, "", meaning);
  }
  return page;
}

}  // namespace envelint
