#include "source/git.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "source/paths.h"
#include "source/process.h"

namespace envelint {
namespace {

/// Everything git gets to see of the environment. A folder above that is a work tree too must not
/// answer for this one when its `.git` is broken.
std::vector<std::string> hardenedEnvironment(std::string_view workTree) {
  std::vector<std::string> environment = {
      "GIT_CONFIG_NOSYSTEM=1",
      "GIT_CONFIG_GLOBAL=/dev/null",
      // A listing may want an object that is missing, and fetch it by whatever transport the
      // repository's own settings name, a program included. No setting overrides these two.
      "GIT_ALLOW_PROTOCOL=",
      "GIT_NO_LAZY_FETCH=1",
      "GIT_LITERAL_PATHSPECS=1",
      "GIT_NO_REPLACE_OBJECTS=1",
      "GIT_OPTIONAL_LOCKS=0",
      "GIT_TERMINAL_PROMPT=0",
      "LC_ALL=C",
      std::string("GIT_CEILING_DIRECTORIES=").append(parentPath(workTree)),
  };
  for (const char* name : {"PATH", "HOME"}) {
    if (const char* value = std::getenv(name)) {
      environment.push_back(std::string(name) + "=" + value);
    }
  }
  return environment;
}

/// Takes "160000 <object id> 0\t" off the front of an entry and returns its mode; empty for an
/// untracked entry, which has none of this.
std::string_view takeMode(std::string_view& entry) {
  const size_t tab = entry.find('\t');
  const std::string_view head = entry.substr(0, tab);
  constexpr size_t kModeSize = 6;
  const bool isTracked =
      tab != std::string_view::npos && head.size() > kModeSize + 40 && head[kModeSize] == ' ' &&
      head[head.size() - 2] == ' ' &&
      head.substr(0, kModeSize).find_first_not_of("01234567") == std::string_view::npos;
  if (!isTracked) {
    return {};
  }
  entry.remove_prefix(tab + 1);
  return head.substr(0, kModeSize);
}

}  // namespace

bool isWorkTreeTop(std::string_view folder) {
  struct stat status;
  const std::string entry = joinPath(folder, ".git");
  return ::lstat(entry.c_str(), &status) == 0 && !S_ISLNK(status.st_mode);
}

std::string findWorkTree(std::string_view folder) {
  while (true) {
    if (isWorkTreeTop(folder)) {
      return std::string(folder);
    }
    if (folder == "/" || folder == ".") {
      return "";
    }
    folder = parentPath(folder);
  }
}

Result<std::string> runGit(const std::string& workTree, const std::vector<std::string>& arguments) {
  ProgramCall call;
  call.program = findProgram("git", workTree);
  if (call.program.empty()) {
    return Error{"git is not installed"};
  }
  call.environment = hardenedEnvironment(workTree);
  // Naming the work tree overrides a `core.worktree` that would point git at another folder.
  call.arguments = {"-C", workTree, "--work-tree=" + workTree, "--no-pager"};
  for (const char* setting :
       {"core.fsmonitor=false", "core.hooksPath=/dev/null", "core.excludesFile=/dev/null",
        "core.attributesFile=/dev/null", "core.quotePath=false", "protocol.allow=never"}) {
    call.arguments.push_back("-c");
    call.arguments.push_back(setting);
  }
  call.arguments.insert(call.arguments.end(), arguments.begin(), arguments.end());
  Result<std::string> output = runProgram(call);
  constexpr std::string_view kFatal = "fatal: ";
  if (!output && output.error().starts_with(kFatal)) {
    return Error{output.error().substr(kFatal.size())};
  }
  return output;
}

Result<std::vector<GitEntry>> listWorkTree(const std::string& workTree, const std::string& folder) {
  const Result<std::string> listed =
      runGit(workTree, {"ls-files", "--cached", "--others", "--exclude-standard", "--stage", "-z",
                        "--", relativePath(folder, workTree)});
  if (!listed) {
    return Error{listed.error()};
  }
  std::vector<GitEntry> entries;
  std::string_view rest = *listed;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\0'), rest.size());
    std::string_view entry = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const bool isSubmodule = takeMode(entry) == "160000";
    const bool isUnknownRepository = entry.ends_with('/');
    // Only a damaged or forged index could lead out of the work tree.
    std::string path = normalisePath(entry);
    if (isWithin(path, ".")) {
      entries.push_back({std::move(path), isSubmodule || isUnknownRepository});
    }
  }
  return entries;
}

namespace {

/// Arguments that turn off every content filter the repository's own configuration names: comparing
/// a work tree with a commit would run them.
std::vector<std::string> withoutFilters(const std::string& workTree) {
  std::vector<std::string> arguments;
  // git exits with 1 when there is none.
  const Result<std::string> names = runGit(
      workTree, {"config", "-z", "--name-only", "--get-regexp", "^filter\\..*\\.(clean|process)$"});
  std::string_view rest = names.ok() ? std::string_view(*names) : std::string_view();
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\0'), rest.size());
    const std::string name(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::string filter = name.substr(0, name.rfind('.'));
    for (const std::string& setting : {name + "=", filter + ".required=false"}) {
      arguments.push_back("-c");
      arguments.push_back(setting);
    }
  }
  return arguments;
}

/// Runs git and adds the paths it prints, each ended by a NUL.
std::optional<Error> addPaths(const std::string& workTree,
                              const std::vector<std::string>& arguments,
                              std::set<std::string>& paths) {
  const Result<std::string> listed = runGit(workTree, arguments);
  if (!listed) {
    return Error{listed.error()};
  }
  std::string_view rest = *listed;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\0'), rest.size());
    std::string path = normalisePath(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (isWithin(path, ".")) {
      paths.insert(std::move(path));
    }
  }
  return std::nullopt;
}

std::string trimmedLine(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

Result<std::set<std::string>> changedFiles(const std::string& workTree,
                                           const std::string& revision) {
  const Result<std::string> commit = runGit(
      workTree, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
  if (!commit) {
    return Error{"git knows no revision `" + revision + "`"};
  }
  std::string base = trimmedLine(*commit);
  // In a shallow clone there may be none; the revision itself has to do then.
  if (const Result<std::string> common = runGit(workTree, {"merge-base", base, "HEAD"})) {
    base = trimmedLine(*common);
  }
  std::vector<std::string> difference = withoutFilters(workTree);
  for (const std::string& argument :
       {std::string("diff"), std::string("--name-only"), std::string("--no-ext-diff"),
        std::string("--no-textconv"), std::string("--no-renames"),
        std::string("--ignore-submodules"), std::string("--diff-filter=d"), std::string("-z"), base,
        std::string("--")}) {
    difference.push_back(argument);
  }
  std::set<std::string> paths;
  for (const std::vector<std::string>& arguments :
       {difference, std::vector<std::string>{"ls-files", "--others", "--exclude-standard", "-z"}}) {
    if (std::optional<Error> error = addPaths(workTree, arguments, paths)) {
      return *error;
    }
  }
  return paths;
}

}  // namespace envelint
