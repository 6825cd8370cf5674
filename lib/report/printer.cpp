#include "report/printer.h"

namespace envelint {
namespace {

constexpr std::string_view kNames[] = {"text",   "json",  "sarif",    "github",
                                       "gitlab", "junit", "markdown", "agent"};

}  // namespace

const Printer* findPrinter(std::string_view format) {
  const Printer* const printers[] = {&textPrinter(),     &jsonPrinter(),   &sarifPrinter(),
                                     &githubPrinter(),   &gitlabPrinter(), &junitPrinter(),
                                     &markdownPrinter(), &agentPrinter()};
  for (const Printer* printer : printers) {
    if (printer->name() == format) {
      return printer;
    }
  }
  return nullptr;
}

std::span<const std::string_view> printerNames() { return kNames; }

}  // namespace envelint
