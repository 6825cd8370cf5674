#include "source/paths.h"

#include <stdlib.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

namespace envelint {

std::string normalisePath(std::string_view path) {
  const bool absolute = path.starts_with('/');
  std::vector<std::string_view> parts;
  size_t begin = 0;
  while (begin <= path.size()) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty() || part == ".") {
      continue;
    }
    if (part != "..") {
      parts.push_back(part);
    } else if (!parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!absolute) {
      parts.push_back(part);
    }
  }
  std::string result = absolute ? "/" : "";
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) {
      result += '/';
    }
    result += parts[i];
  }
  return result.empty() ? "." : result;
}

std::string joinPath(std::string_view base, std::string_view path) {
  if (path.starts_with('/')) {
    return normalisePath(path);
  }
  std::string joined(base);
  joined += '/';
  joined += path;
  // An empty base is the current folder, and must not make the path absolute.
  return normalisePath(base.empty() ? path : std::string_view(joined));
}

bool isWithin(std::string_view path, std::string_view folder) {
  if (folder == "/") {
    return path.starts_with('/');
  }
  if (folder == ".") {
    return !path.starts_with('/') && path != ".." && !path.starts_with("../");
  }
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

std::string relativePath(std::string_view path, std::string_view base) {
  std::string up;
  while (!isWithin(path, base)) {
    up += "../";
    base = parentPath(base);
  }
  std::string_view down = path.substr(base.size());
  if (down.starts_with('/')) {
    down.remove_prefix(1);
  }
  if (down.empty()) {
    return up.empty() ? "." : up.substr(0, up.size() - 1);
  }
  return up.append(down);
}

std::string_view fileName(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view parentPath(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) {
    return ".";
  }
  return slash == 0 ? path.substr(0, 1) : path.substr(0, slash);
}

std::string_view extension(std::string_view path) {
  const std::string_view name = fileName(path);
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot);
}

std::string realPath(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr),
                                                             &std::free);
  return resolved ? std::string(resolved.get()) : std::string();
}

std::string currentFolder() {
  std::error_code failure;
  const std::filesystem::path folder = std::filesystem::current_path(failure);
  return failure ? "/" : normalisePath(folder.native());
}

}  // namespace envelint
