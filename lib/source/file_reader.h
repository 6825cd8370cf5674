#pragma once

#include <cstdint>
#include <string>

#include "source/result.h"

namespace envelint {

/// Whether a path whose last part is a symbolic link is read. Links in its folders are the caller's
/// concern.
enum class Links : uint8_t { kRefuse, kFollow };

/// Reads a whole regular file. Never blocks on a pipe or device and never reads more than
/// `maxBytes`. The error is the reason alone, without the path ("permission denied", "is larger
/// than 4 MiB").
Result<std::string> readFile(const std::string& path, uint64_t maxBytes,
                             Links links = Links::kRefuse);

/// The reason an operating system call failed, as the user should read it.
std::string systemErrorText(int errorNumber);

/// A size for people: "512 bytes", "4 MiB", "1.5 MiB".
std::string sizeText(uint64_t bytes);

}  // namespace envelint
