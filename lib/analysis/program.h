#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/bindings.h"
#include "analysis/module_resolver.h"
#include "analysis/refs.h"

namespace envelint {

/// A module with its names: what the program holds per file.
struct LoadedModule {
  std::unique_ptr<SourceFile> file;
  std::unique_ptr<Module> module;
  std::unique_ptr<Bindings> bindings;
};

struct ProgramOptions {
  std::string root;                       ///< absolute; nothing outside it is read
  std::vector<std::string> packageFiles;  ///< package.json files below the root, absolute
  uint64_t maxFileBytes = 4u << 20;
  unsigned threads = 1;  ///< at least 1
  /// A file (absolute path) whose text is this instead of what is on the disk, if it is there.
  std::optional<std::pair<std::string, std::string>> overlay;
  /// Lists the project's source files (absolute paths) whichever of them are linted; tests needn't
  /// be among them. Called once, and only when a class has to be looked for that no import leads
  /// to. May be empty.
  std::function<std::vector<std::string>()> sourceFiles;
};

/// All modules of a run. Files named in `preload` are read and lowered on several threads; others
/// are loaded when an import leads to them. `preload` first; from then on one thread at a time.
/// Modules, once loaded, stay until the program goes.
class Program {
 public:
  explicit Program(ProgramOptions options);
  ~Program();

  /// Loads the files (absolute paths) that a front end reads, in parallel. Files that can't be read
  /// are listed in `unreadable()`.
  void preload(const std::vector<std::string>& paths);

  /// The module of a file, loading it when needed; null when it can't be read or lowered.
  const Module* load(std::string_view path);
  /// The same for a path that may be wrong: a file that isn't there is no failure to be told.
  const Module* loadIfThere(std::string_view path);
  /// The module that `specifier` means in `importer`; null for one outside the program.
  const Module* import(const Module& importer, std::string_view specifier);
  /// Loads the project's files in which a class says that it implements this interface; the modules
  /// of those that can be read.
  std::vector<const Module*> loadImplementersOf(std::string_view interface);
  const Bindings& bindings(const Module& module) const;

  /// The loaded modules sorted by path.
  std::vector<const Module*> modules() const;
  const ModuleResolver& resolver() const;
  const std::string& root() const;
  /// Paths that could not be read, with the reason, sorted.
  const std::vector<std::pair<std::string, std::string>>& unreadable() const;
  /// Bytes of source text read so far.
  uint64_t bytesRead() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace envelint
