#include <fmt/format.h>
#include <sys/stat.h>

#include "commands.h"
#include "engine/described_configuration.h"
#include "output.h"

namespace envelint {
namespace {

/// A configuration that changes nothing and shows what may stand in it.
constexpr std::string_view kTemplate = R"({
  // Rule id to "off", "note", "warning" or "error"; `envelint rules` lists them.
  "rules": {},
  // Severities for some of the files.
  "overrides": [],
  // Files and folders to leave out, written as in .gitignore.
  "ignore": []
}
)";

}  // namespace

int runInit() {
  const std::string path(kConfigurationName);
  struct stat status;
  if (::lstat(path.c_str(), &status) == 0) {
    complain(fmt::format("`{}` is there already", path));
    return kWrongUse;
  }
  if (const std::optional<Error> error = writeFile(path, kTemplate)) {
    complain(error->message);
    return kFailure;
  }
  return print(fmt::format("wrote {}\n", path), kNothingFound);
}

int runPrintConfiguration(const CommandLine& line) {
  const Result<std::string> text = describeConfiguration(line.lint);
  if (!text.ok()) {
    complain(text.error());
    return kWrongUse;
  }
  return print(*text, kNothingFound);
}

}  // namespace envelint
