#include "analysis/module_resolver_files.h"

#include <sys/stat.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "source/file_reader.h"
#include "source/paths.h"

namespace envelint {
namespace {

/// What is added to a path without an extension, best first: sources before what they compile to.
constexpr std::array<std::string_view, 10> kExtensions = {".ts",  ".tsx", ".mts", ".cts",  ".js",
                                                          ".jsx", ".mjs", ".cjs", ".json", ".d.ts"};
/// Those of `kExtensions` that hold code.
constexpr std::span kCodeExtensions = std::span(kExtensions).first(8);

constexpr std::array<std::string_view, 3> kDeclarationExtensions = {".d.ts", ".d.mts", ".d.cts"};

/// TypeScript imports name the file that the compiler will write. When both are there, the source
/// is what a person reads and fixes.
struct WrittenExtension {
  std::string_view written;
  std::array<std::string_view, 4> means;
};
constexpr std::array<WrittenExtension, 4> kWrittenExtensions = {{
    {".js", {".ts", ".tsx", ".js", ".jsx"}},
    {".jsx", {".tsx", ".jsx"}},
    {".mjs", {".mts", ".mjs"}},
    {".cjs", {".cts", ".cjs"}},
}};

/// Takes comments and trailing commas out of a JSON text, by blanks of the same length. False when
/// it is nested too deeply. Broken JSON stays broken, for the parser to refuse.
bool toPlainJson(std::string& text) {
  uint32_t nesting = 0;
  size_t trailingComma = std::string::npos;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      continue;
    }
    if (c == '/' && i + 1 < text.size() && (text[i + 1] == '/' || text[i + 1] == '*')) {
      const bool block = text[i + 1] == '*';
      size_t end = block ? text.find("*/", i + 2) : text.find('\n', i);
      end = end == std::string::npos ? text.size() : end + (block ? 2 : 0);
      text.replace(i, end - i, end - i, ' ');
      i = end - 1;
      continue;
    }
    if (c == '"') {
      while (++i < text.size() && text[i] != '"') {
        i += text[i] == '\\' ? 1 : 0;
      }
    } else if (c == '{' || c == '[') {
      if (++nesting > ResolverFiles::kMaxJsonNesting) {
        return false;
      }
    } else if (c == '}' || c == ']') {
      nesting -= nesting > 0 ? 1 : 0;
      if (trailingComma != std::string::npos) {
        text[trailingComma] = ' ';
      }
    }
    trailingComma = c == ',' ? i : std::string::npos;
  }
  return true;
}

bool isRegularFile(const std::string& path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

/// The path without the extension of a script or a declaration file.
std::string_view withoutCodeExtension(std::string_view path) {
  for (std::string_view ending : kDeclarationExtensions) {
    if (path.ends_with(ending)) {
      return path.substr(0, path.size() - ending.size());
    }
  }
  for (std::string_view ending : kCodeExtensions) {
    if (path.ends_with(ending)) {
      return path.substr(0, path.size() - ending.size());
    }
  }
  return path;
}

}  // namespace

bool isDeclarationFile(std::string_view path) {
  for (std::string_view ending : kDeclarationExtensions) {
    if (path.ends_with(ending)) {
      return true;
    }
  }
  return false;
}

ResolverFiles::ResolverFiles(std::string_view root)
    : root_(normalisePath(root)), realRoot_(realPath(root_)) {}

std::string ResolverFiles::find(const std::string& path) const {
  if (!isWithin(path, root_) || path.size() >= PATH_MAX) {
    return {};
  }
  {
    const std::lock_guard lock(mutex_);
    if (const auto it = found_.find(path); it != found_.end()) {
      return it->second;
    }
  }
  std::string found = findUncached(path);
  const std::lock_guard lock(mutex_);
  return found_.try_emplace(path, std::move(found)).first->second;
}

std::string ResolverFiles::findUncached(const std::string& path) const {
  if (realRoot_.empty() || !isRegularFile(path)) {
    return {};
  }
  const std::string real = realPath(path);
  if (real.empty() || !isWithin(real, realRoot_)) {
    return {};
  }
  return joinPath(root_, relativePath(real, realRoot_));
}

std::string ResolverFiles::findSource(std::string_view path) const {
  for (const WrittenExtension& row : kWrittenExtensions) {
    if (!path.ends_with(row.written)) {
      continue;
    }
    const std::string stem(path.substr(0, path.size() - row.written.size()));
    for (std::string_view ending : row.means) {
      if (ending.empty()) {
        break;
      }
      if (std::string found = find(stem + std::string(ending)); !found.empty()) {
        return found;
      }
    }
  }
  // `./user.service` means user.service.ts: a dot doesn't make an extension. A path that ends in a
  // known one is first taken as it is.
  const bool exactFirst = withoutCodeExtension(path).size() != path.size();
  if (exactFirst) {
    if (std::string found = find(std::string(path)); !found.empty()) {
      return found;
    }
  }
  for (std::string_view ending : kExtensions) {
    if (std::string found = find(std::string(path) + std::string(ending)); !found.empty()) {
      return found;
    }
  }
  return exactFirst ? std::string() : find(std::string(path));
}

std::string ResolverFiles::findIndex(std::string_view folder) const {
  for (std::string_view ending : kExtensions) {
    std::string found = find(joinPath(folder, "index" + std::string(ending)));
    if (!found.empty()) {
      return found;
    }
  }
  return {};
}

std::string ResolverFiles::findAnySource(std::string_view path) const {
  const std::string stem(withoutCodeExtension(path));
  for (std::string_view folder : {"", "/index"}) {
    for (std::string_view ending : kCodeExtensions) {
      std::string found = find(stem + std::string(folder) + std::string(ending));
      if (!found.empty() && !isDeclarationFile(found)) {
        return found;
      }
    }
  }
  return {};
}

std::optional<nlohmann::json> ResolverFiles::readJson(const std::string& path) const {
  const std::string real = find(path);
  if (real.empty()) {
    return std::nullopt;
  }
  Result<std::string> text = readFile(real, kMaxJsonBytes);
  if (!text.ok() || jsonBytes_.fetch_add(text->size()) + text->size() > kMaxTotalJsonBytes ||
      !toPlainJson(text.value())) {
    return std::nullopt;
  }
  nlohmann::json json = nlohmann::json::parse(text.value(), nullptr, false);
  if (!json.is_object()) {
    return std::nullopt;
  }
  return json;
}

}  // namespace envelint
