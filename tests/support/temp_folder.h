#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace envelint {

/// A fresh folder for one test, removed with all it holds at the end of the scope. Its path has no
/// symbolic link in it.
class TempFolder {
 public:
  TempFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "envelint-XXXXXX").native();
    if (::mkdtemp(pattern.data()) == nullptr) {
      throw std::runtime_error("can't make a folder for the test");
    }
    path_ = std::filesystem::canonical(pattern).native();
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }
  /// The absolute path of something in the folder.
  std::string path(std::string_view relative) const { return path_ + "/" + std::string(relative); }

  /// Writes a file, making the folders on the way. Returns its absolute path.
  std::string write(std::string_view relative, std::string_view text = "") const {
    const std::filesystem::path file = path(relative);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.native();
  }

  void makeFolder(std::string_view relative) const {
    std::filesystem::create_directories(path(relative));
  }

  void link(std::string_view relative, const std::string& target) const {
    const std::filesystem::path file = path(relative);
    std::filesystem::create_directories(file.parent_path());
    std::filesystem::create_symlink(target, file);
  }

 private:
  std::string path_;
};

}  // namespace envelint
