#pragma once

#include <string>
#include <string_view>

// Paths as text. Nothing here asks the file system, except `currentFolder` and `realPath`. Paths
// are POSIX: parts are separated by `/`, and a part may be any bytes.

namespace envelint {

/// Takes out empty parts, `.`, and what `..` cancels; keeps the `..` that lead out of a relative
/// path, drops those that lead out of `/`. No slash at the end; the empty path is ".".
std::string normalisePath(std::string_view path);

/// `path` seen from the folder `base`, normalised. An absolute `path` stays what it is.
std::string joinPath(std::string_view base, std::string_view path);

/// Whether `path` is `folder` or lies below it. Both must be normalised and of one kind, absolute
/// or relative.
bool isWithin(std::string_view path, std::string_view folder);

/// How to write `path` seen from the folder `base`: "." for the folder itself, with leading `..`
/// for what lies outside. Both must be normalised and absolute.
std::string relativePath(std::string_view path, std::string_view base);

/// The last part: "c.ts" of "a/b/c.ts". A view into the argument.
std::string_view fileName(std::string_view path);

/// All but the last part: "a/b" of "a/b/c.ts", "." of "c.ts", "/" of "/" and "/c.ts". A view into
/// the argument or into static storage.
std::string_view parentPath(std::string_view path);

/// From the last dot of the file name on: ".ts" of "a/b.d.ts"; empty without one, and for names
/// that only begin with a dot (".env").
std::string_view extension(std::string_view path);

/// The path with every symbolic link resolved; empty when it leads nowhere.
std::string realPath(const std::string& path);

/// The working folder, absolute; "/" when it can't be told.
std::string currentFolder();

}  // namespace envelint
