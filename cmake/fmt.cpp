// fmt's own code for a program that takes it along, see Portable.cmake: what is used here, in the
// form that needs no library, is there for all other files as well.
#define FMT_HEADER_ONLY 1
#include <fmt/format.h>

#include <string>

namespace envelint {

/// Never called. Numbers bring the formatting of floating point, the rest comes with any format.
std::string takeFmtAlong(const std::string& format, double number) {
  const float single = static_cast<float>(number);
  return fmt::vformat(format, fmt::make_format_args(format, number, single));
}

}  // namespace envelint
