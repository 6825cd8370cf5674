#include <fmt/format.h>

#include "mcp/server.h"
#include "rule/rule.h"

namespace envelint {
namespace {

/// `@cursorPagingException` that doesn't say why.
///
///   Before: /** @cursorPagingException */
///   After:  /** @cursorPagingException one status object, never a list */
class ExceptionWithoutReason final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{"exception-without-reason", Severity::kWarning,
                                    "an exception marker gives no reason, so it exempts nothing"};
    return kInfo;
  }

  void check(const Server& server, Report& report) const override {
    for (const ToolRecord& tool : server.records()) {
      if (!tool.exception.has_value() || !tool.exception->empty()) {
        continue;
      }
      report.at(tool.exceptionPlace)
          .say(fmt::format("`@cursorPagingException` of tool `{}` gives no reason: it exempts "
                           "nothing",
                           tool.name))
          .help("say after the marker why this tool needs no paging, or remove it")
          .alsoAt(tool.registration, "the tool is registered here");
    }
  }
};

ENVELINT_REGISTER_RULE(ExceptionWithoutReason)

}  // namespace
}  // namespace envelint
