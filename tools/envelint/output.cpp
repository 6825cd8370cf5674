#include "output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "report/visible_text.h"
#include "source/descriptor.h"
#include "source/file_reader.h"
#include "source/paths.h"

namespace envelint {
namespace {

Error failure(const std::string& path, int errorNumber) {
  return Error{fmt::format("can't write `{}`: {}", path, systemErrorText(errorNumber))};
}

/// Where the bytes go in the end: links resolved, as far as there is something.
std::string targetOf(const std::string& path) {
  const std::string real = realPath(path);
  if (!real.empty()) {
    return real;
  }
  const std::string folder = realPath(std::string(parentPath(path)));
  return folder.empty() ? path : joinPath(folder, fileName(path));
}

std::optional<Error> writeInPlace(const std::string& path, std::string_view text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!file.valid()) {
    return failure(path, errno);
  }
  if (const std::optional<Error> error = writeDescriptor(file.get(), text)) {
    return Error{fmt::format("can't write `{}`: {}", path, error->message)};
  }
  return std::nullopt;
}

/// A new file that takes its name at the end and is gone if it never does.
class NewFile {
 public:
  explicit NewFile(const std::string& target)
      : target_(target), path_(fmt::format("{}.envelint-{}", target, ::getpid())) {}
  ~NewFile() {
    if (isThere_) {
      ::unlink(path_.c_str());
    }
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  std::optional<Error> write(std::string_view text, std::optional<mode_t> mode) {
    Descriptor file(
        ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (!file.valid()) {
      return failure(target_, errno);
    }
    isThere_ = true;
    if (mode) {
      // A file that stays with the permissions of a new one is still a report.
      static_cast<void>(::fchmod(file.get(), *mode));
    }
    if (const std::optional<Error> error = writeDescriptor(file.get(), text)) {
      return Error{fmt::format("can't write `{}`: {}", target_, error->message)};
    }
    file.reset();
    if (::rename(path_.c_str(), target_.c_str()) != 0) {
      return failure(target_, errno);
    }
    isThere_ = false;
    return std::nullopt;
  }

 private:
  std::string target_;
  std::string path_;
  bool isThere_ = false;
};

}  // namespace

void reserveStandardDescriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) {
      // The lowest number that is free is this one, as the lower ones are open.
      static_cast<void>(::open("/dev/null", O_RDONLY));
    }
  }
}

std::optional<Error> writeDescriptor(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EPIPE) {
      return std::nullopt;
    } else if (errno != EINTR) {
      return Error{systemErrorText(errno)};
    }
  }
  return std::nullopt;
}

void complain(std::string_view message) {
  std::string text;
  while (!message.empty()) {
    const size_t end = std::min(message.find('\n'), message.size());
    text += "envelint: " + visibleText(message.substr(0, end)) + "\n";
    message.remove_prefix(std::min(end + 1, message.size()));
  }
  static_cast<void>(writeDescriptor(STDERR_FILENO, text));
}

std::optional<Error> writeFile(const std::string& path, std::string_view text) {
  const std::string target = targetOf(joinPath(currentFolder(), path));
  struct stat status;
  const bool exists = ::stat(target.c_str(), &status) == 0;
  // A descriptor's name (/dev/stdout) stands for what is open already, even when that is a file.
  const bool isDevice = joinPath(currentFolder(), path).starts_with("/dev/") ||
                        joinPath(currentFolder(), path).starts_with("/proc/");
  if (isDevice || (exists && !S_ISREG(status.st_mode))) {
    return writeInPlace(path, text);
  }
  return NewFile(target).write(
      text, exists ? std::optional<mode_t>(status.st_mode & 0777) : std::nullopt);
}

std::optional<Error> checkOutputPath(const std::string& path) {
  const std::string folder = currentFolder();
  const std::string absolute = joinPath(folder, path);
  struct stat status;
  if (::stat(std::string(parentPath(absolute)).c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
    return Error{
        fmt::format("can't write `{}`: there is no folder `{}`", path, parentPath(absolute))};
  }
  if (::stat(absolute.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
    return Error{fmt::format("can't write `{}`: it is a folder", path)};
  }
  const bool leaves = isWithin(absolute, folder) && !isWithin(targetOf(absolute), realPath(folder));
  if (leaves) {
    return Error{fmt::format("can't write `{}`: a symbolic link leads out of this folder", path)};
  }
  return std::nullopt;
}

}  // namespace envelint
