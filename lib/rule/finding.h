#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/edit.h"
#include "source/range.h"
#include "source/source_file.h"

namespace envelint {

/// How bad a finding is, after the doctrine's rubric: HIGH (data is lost or callers break) is an
/// error, MEDIUM (risk at scale) a warning, LOW a note. kOff silences a rule and is never the
/// severity of a finding.
enum class Severity : uint8_t { kOff, kNote, kWarning, kError };

/// All severities, mildest first.
inline constexpr Severity kSeverities[] = {Severity::kOff, Severity::kNote, Severity::kWarning,
                                           Severity::kError};
/// "off", "note", "warning" or "error": how users write and read it.
std::string_view severityName(Severity severity);
/// The severity of a name; none when it names none.
std::optional<Severity> severityOf(std::string_view name);

/// A range in a file with what is to be seen there. The file outlives the finding.
struct Place {
  const SourceFile* file = nullptr;
  Range range;
  std::string message;
  /// Of a related place: a step of the way that the primary place's value takes, in order.
  bool isStep = false;
};

/// Whether a fix may be applied without looking at it.
enum class Safety : uint8_t {
  kSafe,    ///< nobody who uses the tool as it is meant to be used notices
  kUnsafe,  ///< callers get another answer, or the edit may need a second one elsewhere
};

/// Edits that mend a finding, all of them or none. The code parses afterwards, and the rule finds
/// nothing there any more.
struct Fix {
  Safety safety = Safety::kSafe;
  std::vector<Edit> edits;  ///< at least one; none overlaps another
};

/// What a rule has to say about one place. `primary.message` is one sentence: lower case, no full
/// stop, code in backticks, with the consequence for the server's users.
struct Finding {
  std::string_view rule;  ///< id of a registered rule, which outlives the finding
  Severity severity = Severity::kWarning;
  Place primary;
  std::string help;  ///< the next action, in the imperative; may be empty
  /// The way the values took, nearest first: registration, helper, backend call.
  std::vector<Place> related;
  std::optional<Fix> fix;
};

/// Something the run could not see or do. Never a finding and never a failing exit code by itself
/// (except under `--strict`).
struct Notification {
  std::string id;                    ///< e.g. "unparsed-range", "tools-not-discoverable"
  std::string message;               ///< one sentence for the user
  const SourceFile* file = nullptr;  ///< null when it is about the run
  Range range;
};

/// `a` before `b` in every report: by display path, position, rule, message. Total over distinct
/// findings, so that the order never depends on threads.
bool reportsBefore(const Finding& a, const Finding& b);

/// `a` before `b` in every report: by display path (the run's own first), position, id, message.
bool notifiesBefore(const Notification& a, const Notification& b);

}  // namespace envelint
