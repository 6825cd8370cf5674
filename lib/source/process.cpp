#include "source/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>

#include "source/descriptor.h"
#include "source/file_reader.h"
#include "source/paths.h"

namespace envelint {
namespace {

using Clock = std::chrono::steady_clock;

/// How much of what a program says about its failure is kept.
constexpr size_t kMaxErrorBytes = 4096;

struct Pipe {
  Descriptor readEnd;
  Descriptor writeEnd;
};

Result<Pipe> makePipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return Error{systemErrorText(errno)};
  }
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// The file actions of a spawn, freed at the end of the scope.
class FileActions {
 public:
  FileActions() { ::posix_spawn_file_actions_init(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

/// The null-terminated array of C strings that exec wants. The strings must outlive it.
std::vector<char*> pointersOf(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const std::string& string : strings) {
    pointers.push_back(const_cast<char*>(string.c_str()));
  }
  pointers.push_back(nullptr);
  return pointers;
}

/// Starts the program with both outputs going to the pipes.
Result<pid_t> start(const ProgramCall& call, const Pipe& output, const Pipe& errors) {
  std::vector<std::string> arguments = {call.program};
  arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
  FileActions actions;
  ::posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(actions.get(), output.writeEnd.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(actions.get(), errors.writeEnd.get(), STDERR_FILENO);
  pid_t process = 0;
  const int failure =
      ::posix_spawn(&process, call.program.c_str(), actions.get(), nullptr,
                    pointersOf(arguments).data(), pointersOf(call.environment).data());
  if (failure != 0) {
    return Error{systemErrorText(failure)};
  }
  return process;
}

/// Reads what is there. Returns whether the stream goes on.
bool readSome(int descriptor, std::string& into, size_t maxBytes) {
  std::array<char, 64 * 1024> buffer;
  const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
  if (count < 0) {
    return errno == EINTR;
  }
  const size_t room = into.size() < maxBytes ? maxBytes - into.size() : 0;
  into.append(buffer.data(), std::min(room, static_cast<size_t>(count)));
  return count > 0;
}

struct Outputs {
  std::string output;
  std::string errors;
};

/// Reads both streams to their ends, or until a bound is exceeded.
Result<Outputs> readOutputs(const ProgramCall& call, int output, int errors) {
  const Clock::time_point deadline = Clock::now() + call.timeLimit;
  Outputs read;
  std::array<pollfd, 2> streams = {pollfd{output, POLLIN, 0}, pollfd{errors, POLLIN, 0}};
  while (streams[0].fd >= 0 || streams[1].fd >= 0) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) {
      return Error{fmt::format("took longer than {} s", double(call.timeLimit.count()) / 1000)};
    }
    if (::poll(streams.data(), streams.size(), static_cast<int>(left)) < 0 && errno != EINTR) {
      return Error{systemErrorText(errno)};
    }
    // Poll passes over negative descriptors: a stream that has ended is set to one. The output may
    // grow one byte past its bound, by which it is known to exceed it.
    if (streams[0].revents != 0 && !readSome(output, read.output, call.maxOutputBytes + 1)) {
      streams[0].fd = -1;
    }
    if (streams[1].revents != 0 && !readSome(errors, read.errors, kMaxErrorBytes)) {
      streams[1].fd = -1;
    }
    for (pollfd& stream : streams) {
      stream.revents = 0;
    }
    if (read.output.size() > call.maxOutputBytes) {
      return Error{"wrote more than " + sizeText(call.maxOutputBytes)};
    }
  }
  return read;
}

int waitFor(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::string firstLine(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

}  // namespace

Result<std::string> runProgram(const ProgramCall& call) {
  Result<Pipe> output = makePipe();
  Result<Pipe> errors = makePipe();
  if (!output || !errors) {
    return Error{output ? errors.error() : output.error()};
  }
  const Result<pid_t> process = start(call, *output, *errors);
  if (!process) {
    return Error{process.error()};
  }
  // Ours would keep the streams from ever ending.
  output->writeEnd.reset();
  errors->writeEnd.reset();
  Result<Outputs> read = readOutputs(call, output->readEnd.get(), errors->readEnd.get());
  if (!read) {
    ::kill(*process, SIGKILL);
  }
  const int status = waitFor(*process);
  if (!read) {
    return Error{read.error()};
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    const std::string reason = firstLine(read->errors);
    return Error{reason.empty() ? "failed without saying why" : reason};
  }
  return std::move(read->output);
}

std::string findProgram(std::string_view name, std::string_view untrusted) {
  const char* variable = std::getenv("PATH");
  std::string_view folders = variable == nullptr ? "" : variable;
  while (!folders.empty()) {
    const size_t end = std::min(folders.find(':'), folders.size());
    const std::string_view folder = folders.substr(0, end);
    folders.remove_prefix(std::min(end + 1, folders.size()));
    if (!folder.starts_with('/')) {
      continue;
    }
    const std::string candidate = joinPath(folder, name);
    if (!isWithin(candidate, untrusted) && ::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return "";
}

}  // namespace envelint
