#include "rule/finding.h"

#include <algorithm>
#include <compare>
#include <tuple>

namespace envelint {
namespace {

std::string_view displayPathOf(const SourceFile* file) {
  return file == nullptr ? std::string_view() : std::string_view(file->displayPath());
}

auto keyOf(const Place& place) {
  return std::tuple(displayPathOf(place.file), place.range.begin, place.range.end);
}

std::strong_ordering compareRelated(const Finding& a, const Finding& b) {
  const size_t shared = std::min(a.related.size(), b.related.size());
  for (size_t i = 0; i < shared; ++i) {
    const Place& left = a.related[i];
    const Place& right = b.related[i];
    if (const auto order = keyOf(left) <=> keyOf(right); order != 0) {
      return order;
    }
    if (const auto order = left.message <=> right.message; order != 0) {
      return order;
    }
  }
  return a.related.size() <=> b.related.size();
}

}  // namespace

std::string_view severityName(Severity severity) {
  switch (severity) {
    case Severity::kOff:
      return "off";
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      return "error";
  }
  return "off";
}

std::optional<Severity> severityOf(std::string_view name) {
  for (const Severity severity : kSeverities) {
    if (severityName(severity) == name) {
      return severity;
    }
  }
  return std::nullopt;
}

bool reportsBefore(const Finding& a, const Finding& b) {
  // What a reader sees decides first; the rest only makes the order total.
  const auto keyOfFinding = [](const Finding& finding) {
    return std::tuple(displayPathOf(finding.primary.file), finding.primary.range.begin,
                      finding.rule, std::string_view(finding.primary.message),
                      finding.primary.range.end, finding.severity, std::string_view(finding.help));
  };
  if (const auto order = keyOfFinding(a) <=> keyOfFinding(b); order != 0) {
    return order < 0;
  }
  return compareRelated(a, b) < 0;
}

bool notifiesBefore(const Notification& a, const Notification& b) {
  const auto keyOfNotification = [](const Notification& value) {
    return std::tuple(displayPathOf(value.file), value.range.begin, value.range.end,
                      std::string_view(value.id), std::string_view(value.message));
  };
  return keyOfNotification(a) < keyOfNotification(b);
}

}  // namespace envelint
