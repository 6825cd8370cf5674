#include "analysis/program.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <system_error>
#include <thread>
#include <unordered_map>

#include "analysis/module_resolver_files.h"
#include "frontend/frontend.h"
#include "source/file_reader.h"
#include "source/paths.h"

namespace envelint {
namespace {

/// How many files are looked into for classes that implement an interface.
constexpr size_t kSearchedFiles = 20'000;

bool isWordByte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte == '$';
}

/// The names after each `implements` of a text, generic arguments' included; good enough to tell
/// which files are worth parsing.
std::vector<std::string> implementedNames(std::string_view text) {
  constexpr std::string_view kKeyword = "implements ";
  std::vector<std::string> names;
  for (size_t at = text.find(kKeyword); at != std::string_view::npos;
       at = text.find(kKeyword, at)) {
    at += kKeyword.size();
    const std::string_view clause = text.substr(at, text.find('{', at) - at);
    for (size_t begin = 0; begin < clause.size();) {
      size_t end = begin;
      while (end < clause.size() && isWordByte(clause[end])) {
        ++end;
      }
      if (end > begin) {
        names.emplace_back(clause.substr(begin, end - begin));
      }
      begin = end + 1;
    }
  }
  return names;
}

/// What became of a file: a module, or the reason there is none.
struct LoadResult {
  LoadedModule loaded;
  std::string error;  ///< empty for a module
};

}  // namespace

struct Program::State {
  explicit State(ProgramOptions given)
      : options(std::move(given)),
        files(options.root),
        resolver(files.root(), options.packageFiles) {
    options.root = files.root();
  }

  /// Reads and lowers a file. Touches nothing that other threads write.
  LoadResult read(const std::string& path) const {
    if (options.overlay && options.overlay->first == path) {
      return lowered(path, options.overlay->second);
    }
    const std::string real = files.find(path);
    if (real.empty()) {
      return {{},
              isWithin(path, files.root()) ? "is no file inside the root" : "is outside the root"};
    }
    Result<std::string> text = readFile(real, options.maxFileBytes);
    if (!text.ok()) {
      return {{}, text.error()};
    }
    return lowered(path, std::move(text.value()));
  }

  LoadResult lowered(const std::string& path, std::string text) const {
    LoadedModule loaded;
    loaded.file =
        std::make_unique<SourceFile>(path, relativePath(path, files.root()), std::move(text));
    loaded.module = frontendFor(path)->lower(*loaded.file);
    loaded.bindings = std::make_unique<Bindings>(*loaded.module);
    return {std::move(loaded), {}};
  }

  const Module* add(const std::string& path, LoadResult result) {
    if (!result.error.empty()) {
      const std::pair entry(path, std::move(result.error));
      unreadable.insert(std::ranges::upper_bound(unreadable, entry), entry);
    } else {
      bytesRead += result.loaded.file->text().size();
      bindings.emplace(result.loaded.module.get(), result.loaded.bindings.get());
    }
    return byPath.emplace(path, std::move(result.loaded)).first->second.module.get();
  }

  ProgramOptions options;
  ResolverFiles files;
  ModuleResolver resolver;
  /// By path; without a module for a file that couldn't be read.
  std::map<std::string, LoadedModule, std::less<>> byPath;
  std::unordered_map<const Module*, const Bindings*> bindings;
  std::vector<std::pair<std::string, std::string>> unreadable;
  uint64_t bytesRead = 0;
  /// The files that implement an interface, by its name; made when first asked for.
  std::optional<std::map<std::string, std::vector<std::string>, std::less<>>> implementers;
};

Program::Program(ProgramOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Program::~Program() = default;

void Program::preload(const std::vector<std::string>& paths) {
  std::vector<std::string> wanted;
  for (const std::string& path : paths) {
    std::string normal = normalisePath(path);
    if (frontendFor(normal) != nullptr && !state_->byPath.contains(normal)) {
      wanted.push_back(std::move(normal));
    }
  }
  std::ranges::sort(wanted);
  const auto repeated = std::ranges::unique(wanted);
  wanted.erase(repeated.begin(), repeated.end());

  std::vector<LoadResult> results(wanted.size());
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < wanted.size(); i = next++) {
      results[i] = state_->read(wanted[i]);
    }
  };
  {
    const size_t helpers = std::min<size_t>(std::max(state_->options.threads, 1u), wanted.size());
    std::vector<std::jthread> threads;
    try {
      for (size_t i = 1; i < helpers; ++i) {
        threads.emplace_back(work);
      }
    } catch (const std::system_error&) {
      // No more threads to be had: those there are do the work.
    }
    work();
  }
  // In the order of the paths, whichever thread was first.
  for (size_t i = 0; i < wanted.size(); ++i) {
    state_->add(wanted[i], std::move(results[i]));
  }
}

const Module* Program::load(std::string_view path) {
  const std::string normal = normalisePath(path);
  if (const auto it = state_->byPath.find(normal); it != state_->byPath.end()) {
    return it->second.module.get();
  }
  if (frontendFor(normal) == nullptr) {
    return nullptr;
  }
  return state_->add(normal, state_->read(normal));
}

const Module* Program::loadIfThere(std::string_view path) {
  const std::string normal = normalisePath(path);
  return state_->byPath.contains(normal) || !state_->files.find(normal).empty() ? load(normal)
                                                                                : nullptr;
}

const Module* Program::import(const Module& importer, std::string_view specifier) {
  const std::string path = state_->resolver.resolve(importer.file().path(), specifier);
  return path.empty() ? nullptr : load(path);
}

std::vector<const Module*> Program::loadImplementersOf(std::string_view interface) {
  if (!state_->implementers) {
    auto& implementers = state_->implementers.emplace();
    std::vector<std::string> paths =
        state_->options.sourceFiles ? state_->options.sourceFiles() : std::vector<std::string>{};
    paths.resize(std::min(paths.size(), kSearchedFiles));
    for (const std::string& path : paths) {
      const std::string real = state_->files.find(normalisePath(path));
      const Result<std::string> text = real.empty() ? Result<std::string>(Error{"is not there"})
                                                    : readFile(real, state_->options.maxFileBytes);
      if (text.ok()) {
        for (std::string& name : implementedNames(*text)) {
          std::vector<std::string>& files = implementers[std::move(name)];
          if (files.empty() || files.back() != path) {
            files.push_back(path);
          }
        }
      }
    }
  }
  const auto found = state_->implementers->find(interface);
  std::vector<const Module*> modules;
  if (found != state_->implementers->end()) {
    for (const std::string& path : found->second) {
      if (const Module* module = load(path)) {
        modules.push_back(module);
      }
    }
  }
  return modules;
}

const Bindings& Program::bindings(const Module& module) const {
  return *state_->bindings.at(&module);
}

std::vector<const Module*> Program::modules() const {
  std::vector<const Module*> modules;
  for (const auto& [path, loaded] : state_->byPath) {
    if (loaded.module != nullptr) {
      modules.push_back(loaded.module.get());
    }
  }
  return modules;
}

const ModuleResolver& Program::resolver() const { return state_->resolver; }
const std::string& Program::root() const { return state_->options.root; }

const std::vector<std::pair<std::string, std::string>>& Program::unreadable() const {
  return state_->unreadable;
}

uint64_t Program::bytesRead() const { return state_->bytesRead; }

}  // namespace envelint
