#include "source/file_reader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <system_error>

#include "source/descriptor.h"

namespace envelint {
namespace {

/// How much is read at once when a file grew past the size it told, or told none.
constexpr size_t kChunkBytes = 64 * 1024;

Error tooLarge(uint64_t maxBytes) { return Error{"is larger than " + sizeText(maxBytes)}; }

}  // namespace

Result<std::string> readFile(const std::string& path, uint64_t maxBytes, Links links) {
  // A pipe opened without O_NONBLOCK would wait for a writer that may never come.
  const int flags =
      O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (links == Links::kRefuse ? O_NOFOLLOW : 0);
  const Descriptor file(::open(path.c_str(), flags));
  if (!file.valid()) {
    return Error{errno == ELOOP ? "is a symbolic link" : systemErrorText(errno)};
  }
  struct stat status;
  if (::fstat(file.get(), &status) != 0) {
    return Error{systemErrorText(errno)};
  }
  if (!S_ISREG(status.st_mode)) {
    return Error{S_ISDIR(status.st_mode) ? "is a folder" : "is not a regular file"};
  }
  const uint64_t size = static_cast<uint64_t>(status.st_size);
  if (size > maxBytes) {
    return tooLarge(maxBytes);
  }
  // One byte more than it should have, so that the end is seen without another round.
  std::string text(std::max<uint64_t>(size, 1) + 1, '\0');
  size_t filled = 0;
  while (true) {
    const ssize_t count = ::read(file.get(), text.data() + filled, text.size() - filled);
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      return Error{systemErrorText(errno)};
    }
    filled += static_cast<size_t>(count);
    if (filled > maxBytes) {
      return tooLarge(maxBytes);
    }
    if (count == 0) {
      break;
    }
    if (filled == text.size()) {
      text.resize(text.size() + kChunkBytes);
    }
  }
  text.resize(filled);
  return text;
}

std::string systemErrorText(int errorNumber) {
  std::string text = std::generic_category().message(errorNumber);
  if (!text.empty()) {
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  }
  return text;
}

std::string sizeText(uint64_t bytes) {
  constexpr uint64_t kKibi = 1024;
  constexpr uint64_t kMebi = 1024 * kKibi;
  const auto inUnits = [bytes](uint64_t unit, const char* name) {
    return bytes % unit == 0 ? fmt::format("{} {}", bytes / unit, name)
                             : fmt::format("{:.1f} {}", double(bytes) / double(unit), name);
  };
  if (bytes >= kMebi) {
    return inUnits(kMebi, "MiB");
  }
  if (bytes >= kKibi) {
    return inUnits(kKibi, "KiB");
  }
  return fmt::format("{} {}", bytes, bytes == 1 ? "byte" : "bytes");
}

}  // namespace envelint
