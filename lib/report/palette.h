#pragma once

#include <string>
#include <string_view>

#include "rule/finding.h"

namespace envelint {

/// The colours of the text report. With colours off every function gives the text back unchanged,
/// so that the report holds no escape sequence at all.
class Palette {
 public:
  explicit Palette(bool enabled) : enabled_(enabled) {}

  std::string severity(Severity severity, std::string_view text) const {
    return paint(severityCode(severity), text);
  }
  std::string strong(std::string_view text) const { return paint("1", text); }
  /// The frame around the code: gutter, arrows.
  std::string frame(std::string_view text) const { return paint("1;34", text); }

 private:
  static std::string_view severityCode(Severity severity) {
    switch (severity) {
      case Severity::kError:
        return "1;31";
      case Severity::kWarning:
        return "1;33";
      case Severity::kNote:
      case Severity::kOff:
        break;
    }
    return "1;36";
  }
  std::string paint(std::string_view code, std::string_view text) const {
    if (!enabled_ || text.empty()) {
      return std::string(text);
    }
    return std::string("\x1b[").append(code).append("m").append(text).append("\x1b[0m");
  }

  bool enabled_;
};

}  // namespace envelint
