#include "command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "engine/suggestion.h"
#include "report/printer.h"
#include "usage.h"

namespace envelint {
namespace {

constexpr auto kCommands = [] {
  std::array<std::string_view, std::size(kCommandTexts)> names;
  for (size_t i = 0; i < names.size(); ++i) {
    names[i] = kCommandTexts[i].name;
  }
  return names;
}();
constexpr std::string_view kFailOnNames[] = {"error", "warning", "note", "never"};
constexpr std::string_view kColourNames[] = {"auto", "always", "never"};
constexpr std::string_view kLevelNames[] = {"off", "note", "warning", "error"};
constexpr unsigned kMaxThreads = 256;

/// The options as they are written, before they are understood.
struct RawOptions {
  std::vector<std::string> formats;
  std::vector<std::string> outputs;
  std::vector<std::string> only;
  std::vector<std::string> disable;
  std::vector<std::string> severities;
  std::string configuration;
  std::string failOn;
  std::string threads;
  std::string colour;
  std::string baseline;
  std::string changedSince;
  std::string stdinFilename;
  bool updateBaseline = false;
  bool checklist = false;
  bool printConfiguration = false;
  std::string sarifCategory;
  bool sarifSuppressed = false;
  bool stats = false;
  bool quiet = false;
  bool strict = false;
  bool fix = false;
  bool unsafeFixes = false;
  bool diff = false;
  bool forceExclude = false;
  std::string generate;
  bool version = false;
  bool help = false;
};

/// A repeatable option that takes exactly one argument each time.
CLI::Option* addList(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                     const std::string& what) {
  return app.add_option(name, values, what)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

/// Declares the options. Paths are left to `remaining()`: a positional of CLI11 takes `[id]`, a
/// common folder name of web frameworks, for a list.
void declare(CLI::App& app, RawOptions& raw) {
  app.set_help_flag();
  app.allow_extras();
  addList(app, "--format", raw.formats,
          "text, json, sarif, github, gitlab, junit, markdown or agent; repeatable")
      ->type_name("FORMAT");
  addList(app, "--output", raw.outputs,
          "write the report of the --format before it to FILE, not to standard output")
      ->type_name("FILE");
  app.add_option("--config", raw.configuration,
                 "use this configuration for every file instead of looking for .envelint.json")
      ->type_name("FILE");
  addList(app, "--only", raw.only, "run these rules only; repeat it or separate them by commas")
      ->type_name("RULE");
  addList(app, "--disable", raw.disable, "don't run these rules")->type_name("RULE");
  addList(app, "--severity", raw.severities,
          "report a rule as off, note, warning or error; repeatable too")
      ->type_name("RULE=LEVEL");
  app.add_option("--fail-on", raw.failOn,
                 "error, warning (default), note or never: what costs exit code 1")
      ->type_name("LEVEL");
  app.add_option("--baseline", raw.baseline, "report only what goes beyond the counts in this file")
      ->type_name("FILE");
  app.add_flag("--update-baseline", raw.updateBaseline,
               "write today's counts to the --baseline instead; exits with 0");
  app.add_option("--changed-since", raw.changedSince,
                 "report only in files that differ from this commit, branch or tag")
      ->type_name("REV");
  app.add_option("--stdin-filename", raw.stdinFilename,
                 "check: read standard input as the text of this file, and lint it alone")
      ->type_name("FILE");
  app.add_flag("--print-config", raw.printConfiguration,
               "print what counts for the one file that is named, and lint nothing");
  app.add_flag("--checklist", raw.checklist,
               "audit: the pagination checklist, PASS or FAIL an item, with the fix");
  app.add_option("--sarif-category", raw.sarifCategory,
                 "file the SARIF report under this category in GitHub code scanning")
      ->type_name("NAME");
  app.add_flag("--sarif-suppressed", raw.sarifSuppressed,
               "put suppressed findings into the SARIF report, marked as suppressed");
  app.add_flag("--fix", raw.fix, "write the safe fixes into the files");
  app.add_flag("--unsafe-fixes", raw.unsafeFixes,
               "write the fixes too that may change what a tool answers");
  app.add_flag("--diff", raw.diff,
               "print the fixes as a unified diff instead of a report, and write nothing");
  app.add_flag("--strict", raw.strict, "something that could not be seen costs exit code 1 too");
  app.add_flag("--force-exclude", raw.forceExclude,
               "leave out ignored files even when they are named: for hooks");
  app.add_option("--threads", raw.threads, "use N threads; default: as many as the machine has")
      ->type_name("N");
  app.add_option("--color", raw.colour,
                 "auto (default: on a terminal, unless NO_COLOR is set), always or never")
      ->type_name("WHEN");
  app.add_flag("--quiet", raw.quiet, "print findings only, nothing at all when there are none");
  app.add_flag("--stats", raw.stats,
               "print times, counts and every notification to standard error");
  app.add_option("--generate", raw.generate,
                 "print the completions of a shell (bash, fish, zsh) or the manual page (man)")
      ->type_name("KIND");
  app.add_flag("--version", raw.version, "print the version and exit");
  app.add_flag("-h,--help", raw.help, "print this and exit");
}

std::vector<std::string> optionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return names;
}

Error unknownOption(const CLI::App& app, const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('='));
  const std::vector<std::string> names = optionNames(app);
  const std::vector<std::string_view> views(names.begin(), names.end());
  return Error{fmt::format("unknown option `{}`{}", name, didYouMean(name, views))};
}

Error unknownValue(std::string_view option, std::string_view value,
                   std::span<const std::string_view> values) {
  return Error{fmt::format("`{}` takes {}, not `{}`{}", option, fmt::join(values, ", "), value,
                           didYouMean(value, values))};
}

/// Checks that a value is one of a list; an empty one is the option left out.
std::optional<Error> checkValue(std::string_view option, std::string_view value,
                                std::span<const std::string_view> values) {
  const bool isKnown = std::find(values.begin(), values.end(), value) != values.end();
  return value.empty() || isKnown ? std::nullopt
                                  : std::optional(unknownValue(option, value, values));
}

/// The values that an option takes, where they can be listed.
std::span<const std::string_view> choicesOf(std::string_view option) {
  if (option == "--format") {
    return printerNames();
  }
  if (option == "--fail-on") {
    return kFailOnNames;
  }
  if (option == "--color") {
    return kColourNames;
  }
  if (option == "--generate") {
    return generatedKinds();
  }
  const bool isRule = option == "--only" || option == "--disable";
  return isRule ? ruleIds() : std::span<const std::string_view>();
}

std::vector<std::string> splitAtCommas(const std::vector<std::string>& values) {
  std::vector<std::string> parts;
  for (const std::string& value : values) {
    size_t begin = 0;
    while (begin <= value.size()) {
      const size_t end = std::min(value.find(',', begin), value.size());
      if (end > begin) {
        parts.push_back(value.substr(begin, end - begin));
      }
      begin = end + 1;
    }
  }
  return parts;
}

/// Gives an `--output` to the format before it.
std::optional<Error> addOutput(const std::string& file, std::vector<OutputRequest>& outputs) {
  if (file.empty()) {
    return Error{"`--output` needs the name of a file"};
  }
  if (outputs.empty()) {
    outputs.push_back({"text", std::nullopt});
  }
  if (outputs.back().file) {
    return Error{fmt::format("`--output {}` has no `--format` of its own before it", file)};
  }
  const bool isTaken = std::any_of(outputs.begin(), outputs.end(),
                                   [&](const OutputRequest& other) { return other.file == file; });
  if (isTaken) {
    return Error{fmt::format("two reports can't both go to `{}`", file)};
  }
  outputs.back().file = file;
  return std::nullopt;
}

/// Pairs each `--output` with the `--format` before it.
Result<std::vector<OutputRequest>> pairOutputs(const CLI::App& app, const RawOptions& raw) {
  std::vector<OutputRequest> outputs;
  size_t format = 0;
  size_t output = 0;
  const CLI::Option* const formatOption = app.get_option("--format");
  const CLI::Option* const outputOption = app.get_option("--output");
  for (const CLI::Option* option : app.parse_order()) {
    if (option == formatOption) {
      const std::string& name = raw.formats[format++];
      if (findPrinter(name) == nullptr) {
        return unknownValue("--format", name, printerNames());
      }
      outputs.push_back({name, std::nullopt});
    } else if (option == outputOption) {
      if (std::optional<Error> error = addOutput(raw.outputs[output++], outputs)) {
        return *error;
      }
    }
  }
  if (outputs.empty()) {
    outputs.push_back({"text", std::nullopt});
  }
  for (OutputRequest& request : outputs) {
    if (request.file == "-") {
      request.file.reset();
    }
  }
  const auto toStdout = std::count_if(outputs.begin(), outputs.end(),
                                      [](const OutputRequest& each) { return !each.file; });
  if (toStdout > 1) {
    return Error{"standard output carries one format; give the others an `--output FILE`"};
  }
  return outputs;
}

std::optional<Error> readSeverities(const RawOptions& raw, SelectionOptions& selection) {
  for (const std::string& entry : splitAtCommas(raw.severities)) {
    const size_t equals = entry.find('=');
    if (equals == std::string::npos) {
      return Error{fmt::format("`--severity` takes RULE=LEVEL, not `{}`", entry)};
    }
    const std::string level = entry.substr(equals + 1);
    const std::optional<Severity> severity = severityOf(level);
    if (!severity) {
      return unknownValue("--severity RULE=", level, kLevelNames);
    }
    selection.severities.emplace_back(entry.substr(0, equals), *severity);
  }
  return std::nullopt;
}

std::optional<Error> readThreads(const std::string& text, unsigned& threads) {
  if (text.empty()) {
    return std::nullopt;
  }
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, threads);
  if (status != std::errc() || stop != end || threads < 1 || threads > kMaxThreads) {
    return Error{
        fmt::format("`--threads` takes a number from 1 to {}, not `{}`", kMaxThreads, text)};
  }
  return std::nullopt;
}

/// What is left of the arguments when the options are taken out: a command, then its operands.
struct Words {
  std::optional<std::string> command;
  std::vector<std::string> operands;
};

Result<Words> readWords(const CLI::App& app) {
  Words words;
  bool optionsEnded = false;
  bool isFirst = true;
  for (const std::string& word : app.remaining()) {
    if (!optionsEnded && word == "--") {
      optionsEnded = true;
      continue;
    }
    if (!optionsEnded && word.size() > 1 && word[0] == '-') {
      return unknownOption(app, word);
    }
    const bool isCommand =
        isFirst && !optionsEnded &&
        std::find(std::begin(kCommands), std::end(kCommands), word) != std::end(kCommands);
    if (isCommand) {
      words.command = word;
    } else {
      words.operands.push_back(word);
    }
    isFirst = false;
  }
  return words;
}

/// The first option that only linting has, if one was given.
std::string checkOnlyOption(const CLI::App& app) {
  static constexpr std::string_view kShared[] = {"--format", "--output", "--color", "--quiet"};
  for (const CLI::Option* option : app.parse_order()) {
    const std::string name = option->get_name();
    if (std::find(std::begin(kShared), std::end(kShared), name) == std::end(kShared)) {
      return name;
    }
  }
  return {};
}

/// What `envelint audit` takes no other option than.
std::optional<Error> checkAudit(const CLI::App& app, const CommandLine& line) {
  static constexpr std::string_view kTaken[] = {"--format",  "--output",        "--config",
                                                "--threads", "--force-exclude", "--checklist"};
  static constexpr std::string_view kFormats[] = {"text", "markdown", "json"};
  for (const CLI::Option* option : app.parse_order()) {
    const std::string name = option->get_name();
    if (std::find(std::begin(kTaken), std::end(kTaken), name) == std::end(kTaken)) {
      return Error{fmt::format("`{}` says nothing to `envelint audit`", name)};
    }
  }
  if (line.outputs.size() > 1) {
    return Error{"`envelint audit` prints one format"};
  }
  return checkValue("--format", line.outputs[0].format, kFormats);
}

std::optional<Error> readCommand(const CLI::App& app, Words words, CommandLine& line) {
  if (words.command == "audit") {
    line.command = Command::kAudit;
    line.lint.paths = std::move(words.operands);
    return checkAudit(app, line);
  }
  if (line.checklist) {
    return Error{"`--checklist` belongs to `envelint audit`"};
  }
  if (!words.command || words.command == "check") {
    if (!words.command && !words.operands.empty()) {
      line.likelyCommand = closestName(words.operands[0], kCommands);
    }
    line.lint.paths = std::move(words.operands);
    const auto empty = std::find(line.lint.paths.begin(), line.lint.paths.end(), "");
    return empty == line.lint.paths.end() ? std::nullopt
                                          : std::optional(Error{"a path must not be empty"});
  }
  const std::string& command = *words.command;
  if (command == "init") {
    line.command = Command::kInit;
    const bool isAlone = words.operands.empty() && app.parse_order().empty();
    return isAlone ? std::nullopt
                   : std::optional(Error{"`envelint init` takes no options and no path"});
  }
  line.command = command == "rules" ? Command::kRules : Command::kExplain;
  if (const std::string option = checkOnlyOption(app); !option.empty()) {
    return Error{fmt::format("`{}` says nothing to `envelint {}`", option, command)};
  }
  if (line.outputs.size() > 1 || line.outputs[0].file) {
    return Error{fmt::format("`envelint {}` prints to standard output, in one format", command)};
  }
  if (line.command == Command::kRules) {
    if (line.outputs[0].format == "sarif") {
      return Error{"`envelint rules` prints text or json"};
    }
    return words.operands.empty() ? std::nullopt
                                  : std::optional(Error{"`envelint rules` takes no path"});
  }
  if (line.outputs[0].format != "text") {
    return Error{"`envelint explain` prints text"};
  }
  if (words.operands.size() != 1) {
    return Error{"`envelint explain` takes the name of one rule; `envelint rules` lists them"};
  }
  line.rule = words.operands[0];
  return std::nullopt;
}

/// An option written `--name=` would take the argument behind it.
std::optional<Error> checkEmptyValues(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--") {
      break;
    }
    if (argument.empty()) {
      return Error{"an argument is empty: a variable without a value, perhaps"};
    }
    if (argument.size() > 3 && argument.starts_with("--") && argument.ends_with('=') &&
        argument.find('=') == argument.size() - 1) {
      return Error{fmt::format("`{}` needs a value", argument)};
    }
  }
  return std::nullopt;
}

/// `--stdin-filename FILE`: the file is the only one that is linted, and is never written.
std::optional<Error> readStdinFilename(const RawOptions& raw, CommandLine& line) {
  if (line.command != Command::kCheck) {
    return Error{"`--stdin-filename` is of `check` only"};
  }
  if (!line.lint.paths.empty()) {
    return Error{"`--stdin-filename` names the one file to lint: leave out the paths"};
  }
  if (raw.fix || raw.unsafeFixes || raw.updateBaseline) {
    if (!raw.diff) {
      return Error{"with `--stdin-filename` nothing is written: `--diff` shows the fixes"};
    }
  }
  line.lint.paths = {raw.stdinFilename};
  line.readsStdin = true;
  return std::nullopt;
}

std::optional<Error> interpret(const CLI::App& app, const RawOptions& raw, CommandLine& line) {
  Result<Words> words = readWords(app);
  if (!words.ok()) {
    return Error{words.error()};
  }
  Result<std::vector<OutputRequest>> outputs = pairOutputs(app, raw);
  if (!outputs.ok()) {
    return Error{outputs.error()};
  }
  line.outputs = std::move(*outputs);
  for (std::optional<Error> error :
       {checkValue("--fail-on", raw.failOn, kFailOnNames),
        checkValue("--color", raw.colour, kColourNames), readSeverities(raw, line.lint.selection),
        readThreads(raw.threads, line.lint.threads)}) {
    if (error) {
      return error;
    }
  }
  if (raw.failOn == "never") {
    line.failOn.reset();
  } else if (!raw.failOn.empty()) {
    line.failOn = severityOf(raw.failOn);
  }
  if (!raw.colour.empty() && raw.colour != "auto") {
    line.colour = raw.colour == "always" ? ColourMode::kAlways : ColourMode::kNever;
  }
  line.hasFormat = !raw.formats.empty() || !raw.outputs.empty();
  line.sarifCategory = raw.sarifCategory;
  line.sarifSuppressed = raw.sarifSuppressed;
  line.stats = raw.stats;
  line.quiet = raw.quiet;
  line.strict = raw.strict;
  line.fix = raw.fix || raw.unsafeFixes;
  line.unsafeFixes = raw.unsafeFixes;
  line.diff = raw.diff;
  if (raw.diff &&
      (line.outputs.size() > 1 || line.outputs[0].file || line.outputs[0].format != "text")) {
    return Error{"`--diff` prints to standard output, in no other format"};
  }
  line.lint.forceExclude = raw.forceExclude;
  if (!raw.baseline.empty()) {
    line.lint.baseline = raw.baseline;
  }
  if (raw.updateBaseline && raw.baseline.empty()) {
    return Error{"`--update-baseline` needs `--baseline FILE`, the file to write"};
  }
  line.checklist = raw.checklist;
  if (raw.printConfiguration) {
    line.command = Command::kPrintConfiguration;
  }
  line.lint.updateBaseline = raw.updateBaseline;
  if (!raw.changedSince.empty()) {
    line.lint.changedSince = raw.changedSince;
  }
  line.lint.selection.only = splitAtCommas(raw.only);
  line.lint.selection.disable = splitAtCommas(raw.disable);
  if (!raw.configuration.empty()) {
    line.lint.configuration = raw.configuration;
  }
  if (std::optional<Error> error = readCommand(app, std::move(*words), line)) {
    return error;
  }
  return raw.stdinFilename.empty() ? std::nullopt : readStdinFilename(raw, line);
}

}  // namespace

Result<CommandLine> parseCommandLine(std::vector<std::string> arguments) {
  if (std::optional<Error> error = checkEmptyValues(arguments)) {
    return *error;
  }
  CLI::App app{std::string(kDescription), "envelint"};
  RawOptions raw;
  declare(app, raw);
  // CLI11 takes them from the back.
  std::reverse(arguments.begin(), arguments.end());
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    return Error{error.what()};
  }
  CommandLine line;
  if (raw.help || raw.version) {
    line.command = raw.help ? Command::kHelp : Command::kVersion;
    return line;
  }
  if (app.count("--generate") > 0) {
    const std::span<const std::string_view> kinds = generatedKinds();
    if (std::find(kinds.begin(), kinds.end(), raw.generate) == kinds.end()) {
      return unknownValue("--generate", raw.generate, kinds);
    }
    line.command = Command::kGenerate;
    line.generate = raw.generate;
    return line;
  }
  if (std::optional<Error> error = interpret(app, raw, line)) {
    return *error;
  }
  return line;
}

std::vector<OptionText> optionTexts() {
  CLI::App app{std::string(kDescription), "envelint"};
  RawOptions raw;
  declare(app, raw);
  std::vector<OptionText> texts;
  for (const CLI::Option* option : app.get_options()) {
    OptionText& text = texts.emplace_back();
    text.longName = "--" + option->get_lnames().front();
    if (!option->get_snames().empty()) {
      text.shortName = "-" + option->get_snames().front();
    }
    text.value = option->get_items_expected_max() > 0 ? option->get_type_name() : "";
    text.description = option->get_description();
    text.choices = choicesOf(text.longName);
  }
  return texts;
}

}  // namespace envelint
