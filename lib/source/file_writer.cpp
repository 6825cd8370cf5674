#include "source/file_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "source/descriptor.h"
#include "source/file_reader.h"
#include "source/paths.h"

namespace envelint {
namespace {

/// A new file beside the old one, which is gone unless it took the old one's place.
class Replacement {
 public:
  explicit Replacement(const std::string& path) : path_(path + ".envelint-XXXXXX") {
    file_ = Descriptor(::mkostemp(path_.data(), O_CLOEXEC));
  }
  ~Replacement() {
    if (file_.valid()) {
      ::unlink(path_.c_str());
    }
  }
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;

  bool fill(std::string_view text, mode_t mode) {
    if (!file_.valid() || ::fchmod(file_.get(), mode) != 0) {
      return false;
    }
    while (!text.empty()) {
      const ssize_t written = ::write(file_.get(), text.data(), text.size());
      if (written < 0 && errno != EINTR) {
        return false;
      }
      text.remove_prefix(written < 0 ? 0 : static_cast<size_t>(written));
    }
    return ::fsync(file_.get()) == 0;
  }

  bool takePlaceOf(const std::string& path) {
    if (::rename(path_.c_str(), path.c_str()) != 0) {
      return false;
    }
    file_.reset();
    return true;
  }

 private:
  std::string path_;
  Descriptor file_;
};

}  // namespace

std::optional<Error> replaceFile(const std::string& path, const std::string& root,
                                 std::string_view expected, std::string_view text) {
  if (!isWithin(path, root) || path == root) {
    return Error{"is outside the root"};
  }
  // With a link anywhere below the root the two ways to the file differ.
  const std::string realRoot = realPath(root);
  if (realRoot.empty() || realPath(path) != joinPath(realRoot, relativePath(path, root))) {
    return Error{"is reached through a symbolic link"};
  }
  const Result<std::string> current = readFile(path, expected.size() + 1, Links::kRefuse);
  if (!current.ok() || *current != expected) {
    return Error{"has changed since it was read"};
  }
  struct stat status;
  if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return Error{"is not a regular file"};
  }
  Replacement replacement(path);
  if (!replacement.fill(text, status.st_mode & 07777) || !replacement.takePlaceOf(path)) {
    return Error{systemErrorText(errno)};
  }
  return std::nullopt;
}

}  // namespace envelint
