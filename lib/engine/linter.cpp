#include "engine/linter.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "analysis/program.h"
#include "engine/baseline.h"
#include "engine/judge.h"
#include "engine/parallel.h"
#include "engine/source_set.h"
#include "engine/suppressions.h"
#include "frontend/frontend.h"
#include "mcp/project.h"
#include "mcp/server.h"
#include "source/bundle.h"
#include "source/file_reader.h"
#include "source/git.h"
#include "source/paths.h"
#include "source/trigger_scan.h"

namespace envelint {
namespace {

constexpr uint64_t kMaxFileBytes = 4u << 20;
/// More threads than any machine this runs on has; a larger number is a slip.
constexpr unsigned kMaxThreads = 256;

/// Groups of the words that a file is searched for before it is parsed.
constexpr uint32_t kRegistrationGroup = 0;
constexpr uint32_t kSuppressionGroup = 1;
constexpr uint32_t kAssertionGroup = 2;
constexpr uint32_t kProtocolGroup = 3;
/// A test that asserts anything holds one of these.
constexpr std::string_view kAssertionWords[] = {"expect", "assert",  "EXPECT",
                                                "ASSERT", "REQUIRE", "CHECK"};
/// A C++ program without any of these speaks no MCP, and none of its files is parsed.
constexpr std::string_view kProtocolWords[] = {"tools/call",   "tools/list", "inputSchema",
                                               "input_schema", "mcp::",      "register_tool"};
/// Larger C++ files are generated, or a library in one header.
constexpr size_t kMaxCppBytes = 700'000;

/// What a first look at a file's bytes told.
struct Glance {
  bool isRead = false;
  bool mayRegister = false;
  bool maySuppress = false;
  bool isTest = false;  ///< a test's file, which is parsed only when a rule asks for it
  bool mayAssert = false;
  bool isCpp = false;
  bool speaksProtocol = false;
  std::string error;             ///< why it isn't read
  std::string_view productKind;  ///< of a build product, see `bundleKind`
};

/// Everything of a run that outlives it, because findings point into it.
struct Kept {
  std::unique_ptr<Configurations> configurations;
  std::unique_ptr<Program> program;
  /// Stand-ins for files that notifications name and nobody read; their text is empty.
  std::vector<std::unique_ptr<SourceFile>> unreadFiles;
};

std::string_view notificationId(SkipReason reason) {
  switch (reason) {
    case SkipReason::kUnknownLanguage:
      return "unknown-language";
    case SkipReason::kTooLarge:
      return "file-too-large";
    case SkipReason::kNotRegular:
      return "no-regular-file";
    case SkipReason::kLeavesRoot:
      return "link-leaves-root";
    case SkipReason::kUnreadable:
      return "unreadable";
    case SkipReason::kNestedRepository:
      return "nested-repository";
  }
  return "unreadable";
}

/// One call of `lint`, phase by phase.
class Run {
 public:
  Run(const LintOptions& options, RuleSelection selection)
      : selection_(std::move(selection)), kept_(std::make_shared<Kept>()) {
    const unsigned wanted =
        options.threads != 0 ? options.threads : std::thread::hardware_concurrency();
    result_.stats.threads = std::clamp(wanted, 1u, kMaxThreads);
  }

  Result<LintResult> lint(const LintOptions& options) {
    Result<SourceSet> sources = collectSources(options, kept_->configurations);
    if (!sources.ok()) {
      return Error{sources.error()};
    }
    sources_ = std::move(*sources);
    text_ = options.text;
    result_.root = sources_.root;
    result_.stats.files = static_cast<uint32_t>(sources_.files.size());
    for (const std::optional<Error>& error : {readChanges(options), readBaseline(options)}) {
      if (error) {
        return *error;
      }
    }
    endPhase("find");
    glanceAtFiles();
    endPhase("scan");
    parse();
    endPhase("parse");
    std::vector<Finding> findings = runRules(options.audit);
    judgeFindings(std::move(findings));
    judgeTools(result_.tools, result_.findings);
    applyBaseline(options.updateBaseline);
    notifyOfSkipped();
    notifyOfUnread();
    notifyOfUnparsed();
    finish();
    endPhase("judge");
    return std::move(result_);
  }

 private:
  void endPhase(std::string name) {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double, std::milli> passed = now - phaseBegin_;
    result_.stats.phases.emplace_back(std::move(name), passed.count());
    phaseBegin_ = now;
  }

  /// Asks git for the files that differ from the revision the user named.
  std::optional<Error> readChanges(const LintOptions& options) {
    if (!options.changedSince) {
      return std::nullopt;
    }
    const std::string top = findWorkTree(sources_.root);
    if (top.empty()) {
      return Error{"`--changed-since` needs a git work tree"};
    }
    Result<std::set<std::string>> changed = changedFiles(top, *options.changedSince);
    if (!changed.ok()) {
      return Error{changed.error()};
    }
    changed_.emplace();
    for (const std::string& path : *changed) {
      changed_->insert(joinPath(top, path));
    }
    result_.stats.files = static_cast<uint32_t>(
        std::count_if(sources_.files.begin(), sources_.files.end(),
                      [&](const SourceEntry& file) { return changed_->count(file.path) > 0; }));
    return std::nullopt;
  }

  std::optional<Error> readBaseline(const LintOptions& options) {
    if (!options.baseline) {
      return std::nullopt;
    }
    const std::string folder =
        options.workingFolder.empty() ? currentFolder() : options.workingFolder;
    const std::string path = joinPath(folder, *options.baseline);
    // What a link leads to may be anybody's file, and a mistake in it would be quoted.
    const std::string real = realPath(path);
    if (isWithin(path, folder) && !real.empty() && !isWithin(real, realPath(folder))) {
      return Error{
          fmt::format("baseline `{}` can't be read: a symbolic link leads out of this folder",
                      *options.baseline)};
    }
    const Result<std::string> text = readFile(path, kMaxFileBytes, Links::kFollow);
    if (!text.ok()) {
      struct stat status;
      const bool isNew = options.updateBaseline && ::stat(path.c_str(), &status) != 0;
      return isNew ? std::nullopt
                   : std::optional(Error{fmt::format("baseline `{}` can't be read: {}",
                                                     *options.baseline, text.error())});
    }
    Result<Baseline> baseline = Baseline::parse(*text, *options.baseline);
    if (!baseline.ok()) {
      return Error{baseline.error()};
    }
    baseline_ = std::move(*baseline);
    return std::nullopt;
  }

  /// Takes out what the baseline allows and tells which of its entries allow too much; or makes a
  /// new one, which keeps what the old one says of files that this run can't judge.
  void applyBaseline(bool isUpdate) {
    std::set<std::string_view> judged;
    for (const SourceEntry& entry : sources_.files) {
      if (isReported(entry)) {
        judged.insert(entry.displayPath);
      }
    }
    const auto isJudged = [&](const std::string& file) {
      struct stat status;
      return judged.count(file) > 0 || ::stat(joinPath(result_.root, file).c_str(), &status) != 0;
    };
    if (isUpdate) {
      Baseline baseline = Baseline::of(result_.findings);
      baseline.keepFrom(baseline_, [&](const std::string& file) { return !isJudged(file); });
      result_.newBaseline = baseline.text();
      return;
    }
    for (std::string& sentence : baseline_.stale(result_.findings, isJudged)) {
      notify("stale-baseline", std::move(sentence));
    }
    result_.stats.baselined = baseline_.apply(result_.findings);
  }

  /// Whether findings in the file are reported.
  bool isReported(const SourceEntry& entry) const {
    return !changed_ || changed_->count(entry.path) > 0;
  }

  void glanceAtFiles() {
    std::vector<TriggerScan::Word> words = {{kSuppressionMarker, kSuppressionGroup}};
    for (const std::string_view word : triggerWords()) {
      words.push_back({word, kRegistrationGroup});
    }
    for (const ToolWrapper& wrapper : sources_.configuration->domain.toolWrappers) {
      words.push_back({wrapper.callee, kRegistrationGroup});
    }
    for (const std::string_view word : kAssertionWords) {
      words.push_back({word, kAssertionGroup});
    }
    for (const std::string_view word : kProtocolWords) {
      words.push_back({word, kProtocolGroup});
    }
    const TriggerScan scan(words);
    glances_.resize(sources_.files.size());
    parallelFor(glances_.size(), result_.stats.threads, [&](size_t i) {
      Glance& glance = glances_[i];
      const Result<std::string> text =
          text_ ? Result<std::string>(*text_) : readFile(sources_.files[i].path, kMaxFileBytes);
      glance.isRead = text.ok();
      if (!text.ok()) {
        glance.error = text.error();
        return;
      }
      const uint64_t groups = scan.groupsIn(*text);
      glance.mayRegister = (groups >> kRegistrationGroup & 1) != 0;
      glance.maySuppress = (groups >> kSuppressionGroup & 1) != 0;
      glance.mayAssert = (groups >> kAssertionGroup & 1) != 0;
      glance.isTest = isTestFile(sources_.files[i].displayPath);
      glance.isCpp = isCppFile(sources_.files[i].path);
      glance.speaksProtocol = (groups >> kProtocolGroup & 1) != 0;
      if (glance.isCpp && text->size() > kMaxCppBytes) {
        glance.productKind = "generated";
      }
      if (glance.mayRegister || glance.maySuppress) {
        glance.productKind = bundleKind(*text);
      }
    });
  }

  void parse() {
    std::vector<std::string> paths;
    // What a C++ file calls is found in any other one of the program, so all are read or none.
    const bool readsCpp = std::any_of(glances_.begin(), glances_.end(), [](const Glance& glance) {
      return glance.isCpp && !glance.isTest && glance.speaksProtocol;
    });
    for (size_t i = 0; i < glances_.size(); ++i) {
      const Glance& glance = glances_[i];
      const bool registers = (glance.isCpp ? readsCpp : glance.mayRegister) && !glance.isTest;
      if (glance.productKind.empty() && (registers || glance.maySuppress)) {
        paths.push_back(sources_.files[i].path);
      }
    }
    ProgramOptions options;
    options.root = sources_.root;
    options.packageFiles = std::move(sources_.packageFiles);
    options.maxFileBytes = kMaxFileBytes;
    options.threads = result_.stats.threads;
    options.sourceFiles = [root = sources_.root] { return productSources(root); };
    if (text_ && sources_.files.size() == 1) {
      options.overlay.emplace(sources_.files[0].path, *text_);
    }
    kept_->program = std::make_unique<Program>(std::move(options));
    kept_->program->preload(paths);
  }

  /// The tests that assert something.
  std::vector<std::string> testFiles() const {
    std::vector<std::string> paths;
    for (size_t i = 0; i < glances_.size(); ++i) {
      if (glances_[i].isTest && glances_[i].mayAssert && glances_[i].productKind.empty()) {
        paths.push_back(sources_.files[i].path);
      }
    }
    return paths;
  }

  /// Whether the rule may report in some file of the run.
  bool runsAnywhere(const Rule& rule) const {
    std::set<const Configuration*> configurations;
    for (const SourceEntry& file : sources_.files) {
      configurations.insert(file.configuration);
    }
    return std::any_of(configurations.begin(), configurations.end(),
                       [&](const Configuration* configuration) {
                         return selection_.severityOf(rule, *configuration) != Severity::kOff;
                       });
  }

  std::vector<Finding> runRules(bool isAudit) {
    const Server server(*kept_->program, sources_.configuration->domain, testFiles());
    result_.stats.tools = static_cast<uint32_t>(server.tools().size());
    endPhase("discover");
    std::vector<Finding> findings;
    for (const Rule* rule : allRules()) {
      if (!runsAnywhere(*rule)) {
        continue;
      }
      // The severity is a ceiling here; what is configured for the finding's file comes later.
      Report report(rule->info().id, Severity::kError);
      rule->check(server, report);
      std::vector<Finding> found = report.take();
      std::move(found.begin(), found.end(), std::back_inserter(findings));
    }
    if (isAudit) {
      result_.tools = auditTools(server);
    }
    for (const Server::Blindness& blindness : server.blindness()) {
      blindness_.push_back(
          {blindness.id, blindness.message, blindness.place.file, blindness.place.range});
    }
    endPhase("rules");
    return findings;
  }

  void judgeFindings(std::vector<Finding> findings) {
    std::vector<LintedFile> files;
    for (size_t i = 0; i < sources_.files.size(); ++i) {
      const SourceEntry& entry = sources_.files[i];
      // Files nobody loaded hold no finding, and those with a suppression were loaded.
      const auto module = modules().find(entry.path);
      if (module != modules().end() && isReported(entry)) {
        files.push_back({&module->second->file(), entry.configuration,
                         glances_[i].maySuppress ? module->second : nullptr, !entry.isNamed});
      }
    }
    Judgement judgement = judge(std::move(findings), files, selection_);
    result_.findings = std::move(judgement.findings);
    result_.stats.suppressed = static_cast<uint32_t>(judgement.suppressed.size());
    result_.suppressed = std::move(judgement.suppressed);
    for (const LintedFile& file : files) {
      linted_.insert(file.file);
    }
  }

  /// The loaded modules by path. Loading is over when this is first called.
  const std::map<std::string, const Module*>& modules() {
    if (modules_.empty()) {
      for (const Module* module : kept_->program->modules()) {
        modules_.emplace(module->file().path(), module);
      }
    }
    return modules_;
  }

  void notify(std::string_view id, std::string message, const SourceFile* file = nullptr,
              Range range = {}) {
    result_.notifications.push_back({std::string(id), std::move(message), file, range});
  }

  const SourceFile* unreadFile(const std::string& displayPath) {
    kept_->unreadFiles.push_back(
        std::make_unique<SourceFile>(joinPath(sources_.root, displayPath), displayPath, ""));
    return kept_->unreadFiles.back().get();
  }

  void notifyOfSkipped() {
    for (const SkippedPath& skipped : sources_.skipped) {
      notify(notificationId(skipped.reason),
             fmt::format("`{}` {}, so it was not linted", skipped.displayPath, skipped.message),
             unreadFile(skipped.displayPath));
    }
    if (!sources_.gitFailure.empty()) {
      notify("git-unavailable",
             fmt::format("the folders were searched without git's list of files, "
                         "because {}",
                         sources_.gitFailure));
    }
  }

  void notifyOfUnread() {
    size_t unread = 0;
    for (size_t i = 0; i < glances_.size(); ++i) {
      const Glance& glance = glances_[i];
      const SourceEntry& entry = sources_.files[i];
      if (!glance.isRead) {
        ++unread;
        notify("unreadable",
               fmt::format("`{}` could not be read: {}", entry.displayPath, glance.error),
               unreadFile(entry.displayPath));
      } else if (!glance.productKind.empty() && entry.isNamed) {
        // Found in a folder it is passed over like any other build product.
        notify(
            "build-product",
            fmt::format("`{}` is {}, so it was not linted", entry.displayPath, glance.productKind),
            unreadFile(entry.displayPath));
      }
    }
    notifyOfUnreadImports();
    const bool nothingElse =
        sources_.files.empty() && std::any_of(sources_.skipped.begin(), sources_.skipped.end(),
                                              [](const SkippedPath& skipped) {
                                                return skipped.reason == SkipReason::kUnreadable;
                                              });
    result_.nothingWasRead = nothingElse || (unread > 0 && unread == glances_.size());
  }

  /// Files that only an import led to.
  void notifyOfUnreadImports() {
    std::set<std::string_view> own;
    for (const SourceEntry& entry : sources_.files) {
      own.insert(entry.path);
    }
    for (const auto& [path, reason] : kept_->program->unreadable()) {
      if (own.count(path) == 0 && isWithin(path, sources_.root)) {
        const std::string displayPath = relativePath(path, sources_.root);
        notify("unreadable",
               fmt::format("`{}`, which is imported, could not be read: {}", displayPath, reason),
               unreadFile(displayPath));
      }
    }
  }

  void notifyOfUnparsed() {
    // Macros make a place unreadable in every third C++ file; where no tool is, nobody is helped by
    // hearing of it.
    std::set<std::string_view> speaking;
    for (size_t i = 0; i < glances_.size(); ++i) {
      if (glances_[i].speaksProtocol) {
        speaking.insert(sources_.files[i].path);
      }
    }
    for (const auto& [path, module] : modules()) {
      const auto unparsed = module->unparsed();
      if (unparsed.empty() || linted_.count(&module->file()) == 0 ||
          (module->isCpp() && speaking.count(path) == 0)) {
        continue;
      }
      const std::string more = unparsed.size() == 1
                                   ? std::string()
                                   : fmt::format(" and {} more place{}", unparsed.size() - 1,
                                                 unparsed.size() == 2 ? "" : "s");
      notify("unparsed-range",
             fmt::format("this place{} could not be parsed; the rest of the file was linted", more),
             &module->file(), unparsed[0]);
    }
    for (Notification& blindness : blindness_) {
      if (blindness.file == nullptr || linted_.count(blindness.file) > 0) {
        result_.notifications.push_back(std::move(blindness));
      }
    }
  }

  void finish() {
    std::sort(result_.notifications.begin(), result_.notifications.end(), notifiesBefore);
    result_.stats.modules = static_cast<uint32_t>(modules().size());
    result_.stats.bytesRead = kept_->program->bytesRead();
    result_.keepAlive = kept_;
  }

  RuleSelection selection_;
  SourceSet sources_;
  std::optional<std::string> text_;               ///< of the one file, see `LintOptions::text`
  std::optional<std::set<std::string>> changed_;  ///< absolute; none when all files count
  Baseline baseline_;
  std::vector<Glance> glances_;  ///< of `sources_.files`, in their order
  std::map<std::string, const Module*> modules_;
  std::set<const SourceFile*> linted_;
  std::vector<Notification> blindness_;
  std::shared_ptr<Kept> kept_;
  LintResult result_;
  std::chrono::steady_clock::time_point phaseBegin_ = std::chrono::steady_clock::now();
};

}  // namespace

uint32_t LintResult::count(Severity severity) const {
  return static_cast<uint32_t>(
      std::count_if(findings.begin(), findings.end(),
                    [&](const Finding& finding) { return finding.severity == severity; }));
}

Result<LintResult> lint(const LintOptions& options) {
  Result<RuleSelection> selection = RuleSelection::create(options.selection);
  if (!selection.ok()) {
    return Error{selection.error()};
  }
  return Run(options, std::move(*selection)).lint(options);
}

}  // namespace envelint
