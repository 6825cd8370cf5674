#include "input.h"

#include <unistd.h>

#include <cerrno>

#include "source/file_reader.h"

namespace envelint {

Result<std::string> readStandardInput(uint64_t maxBytes) {
  std::string text;
  char buffer[65536];
  while (true) {
    const ssize_t size = ::read(STDIN_FILENO, buffer, sizeof(buffer));
    if (size == 0) {
      return text;
    }
    if (size < 0 && errno != EINTR) {
      return Error{"standard input can't be read: " + systemErrorText(errno)};
    }
    if (size > 0) {
      text.append(buffer, static_cast<size_t>(size));
    }
    if (text.size() > maxBytes) {
      return Error{"standard input is larger than " + sizeText(maxBytes)};
    }
  }
}

}  // namespace envelint
