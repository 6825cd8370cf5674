#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "mcp/server.h"
#include "rule/rule.h"

namespace envelint {
namespace {

/// Tests of a list tool that an empty answer passes.
///
///   Before: expect(Array.isArray(parsed.items)).toBe(true)
///   After:  expect(parsed.items).toHaveLength(2)
class ShapeOnlyTest final : public Rule {
 public:
  const RuleInfo& info() const override {
    static constexpr RuleInfo kInfo{
        "shape-only-test", Severity::kWarning,
        "the tests of a list tool check the answer's shape and never its rows"};
    return kInfo;
  }

  void check(const Server& server, Report& report) const override {
    std::map<std::string_view, Tool> lists;
    for (const Tool& tool : server.listTools()) {
      lists.emplace(tool.name(), tool);
    }
    std::map<Key, std::vector<const Tested*>> byPlace;
    const std::map<Suite, Tested> suites = testedBySuite(server);
    for (const auto& [suite, tested] : suites) {
      if (lists.contains(suite.second) && !tested.isProven && tested.shape.place) {
        const CodePlace& place = tested.shape.place;
        byPlace[{suite.first, place.range.begin}].push_back(&tested);
      }
    }
    for (const auto& [key, tested] : byPlace) {
      tell(report, tested, lists);
    }
  }

 private:
  using Key = std::pair<std::string_view, uint32_t>;
  /// The tests of one tool in one file.
  using Suite = std::pair<std::string_view, std::string_view>;
  struct Tested {
    std::string_view tool;
    Check shape;            ///< the first check that an empty answer passes
    size_t tests = 0;       ///< with such a check
    bool isProven = false;  ///< some test fails for an empty answer, or may
  };

  static std::map<Suite, Tested> testedBySuite(const Server& server) {
    std::map<Suite, Tested> suites;
    for (const TestCase& test : server.testCases()) {
      for (const std::string_view tool : test.tools) {
        addTest(test, suites[{test.place.file->displayPath(), tool}], tool);
      }
    }
    return suites;
  }

  static void addTest(const TestCase& test, Tested& tested, std::string_view tool) {
    tested.tool = tool;
    tested.isProven = tested.isProven || test.checksOther;
    const Check* shape = nullptr;
    for (const Check& check : test.checks) {
      if (check.tool != tool) {
        continue;
      }
      const bool isData = check.proof == Proof::kData;
      tested.isProven = tested.isProven || (isData && !check.isVacuous);
      // That there is `content` at all is the protocol's matter and proves nothing of a list.
      const bool isShape = check.proof == Proof::kShape && check.isTelling;
      if (shape == nullptr && (isData || isShape)) {
        shape = &check;
      }
    }
    // A test of an error, or of what the backend is asked for, is about something else.
    if (shape == nullptr || test.expectsFailure || test.checksCalls) {
      return;
    }
    ++tested.tests;
    if (!tested.shape.place) {
      tested.shape = *shape;
    }
  }

  static void tell(Report& report, const std::vector<const Tested*>& tested,
                   const std::map<std::string_view, Tool>& lists) {
    constexpr size_t kNamedTools = 3;
    const Tested& first = *tested.front();
    const std::string tools =
        tested.size() > kNamedTools
            ? fmt::format("`{}` and {} others", first.tool, tested.size() - 1)
            : [&] {
                std::string names;
                for (const Tested* each : tested) {
                  names += fmt::format("{}`{}`", names.empty() ? "" : ", ", each->tool);
                }
                return names;
              }();
    const bool isVacuous = first.shape.proof == Proof::kData;
    auto entry = report.at(first.shape.place);
    const bool isOne = first.tests == 1;
    entry
        .say(fmt::format("{} of tool{} {} check{} {}: {} on an empty list, so lost rows go "
                         "unnoticed",
                         isOne ? "the test" : fmt::format("the {} tests", first.tests),
                         tested.size() == 1 ? "" : "s", tools, isOne ? "s" : "",
                         isVacuous ? "rows only where there are some" : "nothing but the shape",
                         isOne ? "it passes" : "they pass"))
        .help("seed rows and assert on them: `toHaveLength(2)`, or a field of the first row");
    for (const Tested* each : tested) {
      entry.alsoAt(lists.at(each->tool).registration(), "the tool is registered here");
    }
  }
};

ENVELINT_REGISTER_RULE(ShapeOnlyTest)

}  // namespace
}  // namespace envelint
