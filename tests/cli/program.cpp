#include "cli/program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iterator>

#include "source/descriptor.h"

namespace envelint {
namespace {

std::vector<char*> pointersTo(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& string : strings) {
    pointers.push_back(string.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

/// The attributes and file actions of one spawn.
class Spawn {
 public:
  Spawn() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    // The program must deal with a closed pipe itself, whatever this process has inherited.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
  }
  ~Spawn() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  Spawn(const Spawn&) = delete;
  Spawn& operator=(const Spawn&) = delete;

  void open(int descriptor, const std::string& path, int flags) {
    posix_spawn_file_actions_addopen(&actions_, descriptor, path.c_str(), flags, 0600);
  }
  void close(int descriptor) { posix_spawn_file_actions_addclose(&actions_, descriptor); }
  void copy(int from, int to) { posix_spawn_file_actions_adddup2(&actions_, from, to); }
  void enter(const std::string& folder) {
    posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
  }

  int run(std::vector<std::string> arguments, std::vector<std::string> environment) {
    pid_t child = 0;
    const int failure = posix_spawn(&child, ENVELINT_BINARY, &actions_, &attributes_,
                                    pointersTo(arguments).data(), pointersTo(environment).data());
    EXPECT_EQ(failure, 0) << ENVELINT_BINARY;
    if (failure != 0) {
      return -1;
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

std::string readText(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  EXPECT_TRUE(stream.good()) << path;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

Outcome runProgram(const std::vector<std::string>& arguments, const RunOptions& options) {
  const TempFolder streams;
  std::vector<std::string> all = {"envelint"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<std::string> environment = options.environment;
  environment.push_back("PATH=/usr/local/bin:/usr/bin:/bin");

  Spawn spawn;
  int ends[2] = {-1, -1};
  const std::string out = options.stdoutPath.empty() ? streams.path("out") : options.stdoutPath;
  if (options.closedOutput) {
    spawn.close(STDOUT_FILENO);
  } else if (options.closedPipe) {
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    ::close(ends[0]);
    spawn.copy(ends[1], STDOUT_FILENO);
  } else {
    spawn.open(STDOUT_FILENO, out, O_WRONLY | O_CREAT | O_NOCTTY);
  }
  spawn.open(STDERR_FILENO, streams.path("err"), O_WRONLY | O_CREAT);
  if (options.input.empty()) {
    spawn.open(STDIN_FILENO, "/dev/null", O_RDONLY);
  } else {
    streams.write("in", options.input);
    spawn.open(STDIN_FILENO, streams.path("in"), O_RDONLY);
  }
  // Last, since the paths above may be seen from this process's folder.
  spawn.enter(options.folder);
  Outcome outcome;
  outcome.exitCode = spawn.run(std::move(all), std::move(environment));
  if (ends[1] >= 0) {
    ::close(ends[1]);
  }
  if (!options.closedPipe && !options.closedOutput && options.stdoutPath.empty()) {
    outcome.out = readText(out);
  }
  outcome.err = readText(streams.path("err"));
  return outcome;
}

Outcome runOnTerminal(const std::vector<std::string>& arguments, RunOptions options) {
  const Descriptor master(::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
  EXPECT_TRUE(master.valid());
  EXPECT_EQ(::grantpt(master.get()), 0);
  EXPECT_EQ(::unlockpt(master.get()), 0);
  options.stdoutPath = ::ptsname(master.get());
  // Without a holder of the other end what was written is gone when the program ends.
  const Descriptor slave(::open(options.stdoutPath.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  EXPECT_TRUE(slave.valid());
  termios settings;
  EXPECT_EQ(::tcgetattr(slave.get(), &settings), 0);
  settings.c_oflag &= ~static_cast<tcflag_t>(OPOST);
  EXPECT_EQ(::tcsetattr(slave.get(), TCSANOW, &settings), 0);

  Outcome outcome = runProgram(arguments, options);
  char buffer[4096];
  for (ssize_t size; (size = ::read(master.get(), buffer, sizeof(buffer))) > 0;) {
    outcome.out.append(buffer, static_cast<size_t>(size));
  }
  return outcome;
}

}  // namespace envelint
