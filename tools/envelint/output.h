#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "source/result.h"

namespace envelint {

/// Opens what is closed of the three standard descriptors, in a way that lets no writing succeed. A
/// file opened later would otherwise get such a number and receive what is meant for the user.
void reserveStandardDescriptors();

/// Writes all of it to a descriptor. A reader who went away (a closed pipe) is no failure: nobody
/// misses the rest. The error is the reason alone.
std::optional<Error> writeDescriptor(int descriptor, std::string_view text);

/// Puts a line `envelint: message` on standard error, each line of the message for itself, with
/// control characters made visible. What can't be written there is lost.
void complain(std::string_view message);

/// Writes a report to a file: into a new file beside it, which then takes its name, so that a
/// reader sees the old report or the new one and never half of one. Devices and pipes are written
/// to as they are. The error is a sentence.
std::optional<Error> writeFile(const std::string& path, std::string_view text);

/// Whether a report may be written to `path`, told before any work is done. It may not when its
/// folder doesn't exist, when it is a folder itself, or when it lies below the working folder by
/// its name but, through a symbolic link, elsewhere in truth: whoever wrote the project then chose
/// a place that the user didn't see.
std::optional<Error> checkOutputPath(const std::string& path);

}  // namespace envelint
