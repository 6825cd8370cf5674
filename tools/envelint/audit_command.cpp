#include <fmt/format.h>

#include <algorithm>

#include "commands.h"
#include "input.h"
#include "output.h"
#include "report/audit_report.h"
#include "source/file_reader.h"
#include "source/paths.h"

namespace envelint {
namespace {

/// Definitions of ten thousand tools; more are none.
constexpr uint64_t kMaxDefinitionBytes = 64u << 20;

bool isDefinitions(const std::string& path) { return path == "-" || path.ends_with(".json"); }

Result<std::vector<ToolAudit>> readDefinitions(const std::vector<std::string>& paths) {
  std::vector<ToolAudit> tools;
  for (const std::string& path : paths) {
    Result<std::string> text = path == "-" ? readStandardInput(kMaxDefinitionBytes)
                                           : readFile(path, kMaxDefinitionBytes, Links::kFollow);
    if (!text.ok()) {
      return Error{path == "-" ? text.error()
                               : fmt::format("`{}` can't be read: {}", path, text.error())};
    }
    Result<std::vector<ToolAudit>> found =
        auditDefinitions(*text, path == "-" ? "standard input" : path, DomainConfig{}.maxLimit);
    if (!found.ok()) {
      return found;
    }
    std::move(found->begin(), found->end(), std::back_inserter(tools));
  }
  return tools;
}

}  // namespace

int runAudit(const CommandLine& line) {
  const std::vector<std::string>& paths = line.lint.paths;
  const auto definitions = std::count_if(paths.begin(), paths.end(), isDefinitions);
  if (definitions > 0 && static_cast<size_t>(definitions) != paths.size()) {
    complain("`envelint audit` takes tool definitions (.json, -) or sources, not both at once");
    return kWrongUse;
  }
  const OutputRequest& output = line.outputs[0];
  if (output.file) {
    if (const std::optional<Error> error = checkOutputPath(*output.file)) {
      complain(error->message);
      return kWrongUse;
    }
  }
  std::vector<ToolAudit> tools;
  // Faults point to files that the result keeps alive.
  std::optional<LintResult> kept;
  if (definitions > 0) {
    Result<std::vector<ToolAudit>> found = readDefinitions(paths);
    if (!found.ok()) {
      complain(found.error());
      return kWrongUse;
    }
    tools = std::move(*found);
  } else {
    LintOptions options = line.lint;
    options.audit = true;
    Result<LintResult> result = lint(options);
    if (!result.ok()) {
      complain(result.error());
      return kWrongUse;
    }
    kept = std::move(*result);
    tools = std::move(kept->tools);
  }
  // Definitions alone are what the skill's script was asked about: it tells pass and fail.
  const bool isVerdict = line.checklist || definitions > 0;
  const bool isFailed =
      isVerdict && std::any_of(tools.begin(), tools.end(), [](const ToolAudit& tool) {
        return fails(tool, Severity::kWarning);
      });
  const std::string text =
      line.checklist ? checklistText(checklistOf(tools), output.format)
      : definitions > 0 && output.format == "text"
          ? toolLines(tools)
          : auditMatrix(tools, kept ? kept->notifications : std::vector<Notification>(),
                        output.format);
  const int exitCode = kept && kept->nothingWasRead ? kFailure : isFailed ? kFound : kNothingFound;
  if (!output.file) {
    return print(text, exitCode);
  }
  if (const std::optional<Error> error = writeFile(*output.file, text)) {
    complain(error->message);
    return kFailure;
  }
  return exitCode;
}

}  // namespace envelint
