#include "source/file_finder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>

#include "source/git.h"
#include "source/paths.h"
#include "source/process.h"
#include "support/temp_folder.h"

namespace envelint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

bool isScript(std::string_view path) {
  return extension(path) == ".ts" || extension(path) == ".js";
}

/// A project in a temporary folder, and what is found in it.
class FileFinder : public testing::Test {
 protected:
  /// Makes the folder, or one in it, a git work tree.
  void makeWorkTree(std::string_view relative = ".") { git(relative, {"init", "-q"}); }
  void git(std::string_view relative, std::vector<std::string> arguments) {
    ProgramCall call;
    call.program = findProgram("git", "/nowhere");
    call.arguments = {"-C", folder_.path(relative),      "-c", "user.name=test",
                      "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false"};
    call.arguments.insert(call.arguments.end(), arguments.begin(), arguments.end());
    call.environment = {std::string("PATH=") + std::getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1",
                        "GIT_CONFIG_GLOBAL=/dev/null"};
    const Result<std::string> output = runProgram(call);
    ASSERT_TRUE(output.ok()) << output.error();
  }

  /// Paths are seen from the folder, which is the working folder.
  FoundFiles find(std::vector<std::string> paths = {}) {
    options_.paths = std::move(paths);
    if (options_.workingFolder.empty()) {
      options_.workingFolder = folder_.path();
    }
    options_.accepts = isScript;
    Result<FoundFiles> found = findFiles(options_);
    EXPECT_TRUE(found.ok()) << (found.ok() ? "" : found.error());
    return found.ok() ? *found : FoundFiles();
  }

  static std::vector<std::string> names(const FoundFiles& found) {
    std::vector<std::string> names;
    for (const FoundFile& file : found.files) {
      names.push_back(file.displayPath);
    }
    return names;
  }
  static std::vector<std::string> skipped(const FoundFiles& found) {
    std::vector<std::string> lines;
    for (const SkippedPath& path : found.skipped) {
      lines.push_back(path.displayPath + " " + path.message);
    }
    return lines;
  }

  TempFolder folder_;
  FinderOptions options_;
};

TEST_F(FileFinder, WalksTheWorkingFolderByDefault) {
  folder_.write("b.ts", "12345");
  folder_.write("a/c.ts");
  folder_.write("a/readme.md");
  const FoundFiles found = find();
  EXPECT_EQ(found.root, folder_.path());
  EXPECT_THAT(names(found), ElementsAre("a/c.ts", "b.ts"));
  EXPECT_EQ(found.files[1].path, folder_.path("b.ts"));
  EXPECT_EQ(found.files[1].bytes, 5u);
  EXPECT_FALSE(found.files[1].named);
  EXPECT_THAT(skipped(found), IsEmpty());
}

TEST_F(FileFinder, DependenciesAndBuildProductsAreLeftOut) {
  for (const char* name : {"node_modules", "dist", "build", "out", "coverage", "vendor", "vendored",
                           "third_party", ".next", ".git"}) {
    folder_.write(std::string("packages/x/") + name + "/y/a.ts");
  }
  folder_.write("x.min.js");
  folder_.write("x.d.ts");
  folder_.write("x.js");
  EXPECT_THAT(names(find()), ElementsAre("x.js"));
}

TEST_F(FileFinder, AToolAboutBuildsIsNoBuildProduct) {
  folder_.write("src/tools/build/list.ts");
  folder_.write("src/node_modules/x.ts");
  folder_.write("build/src/list.ts");
  EXPECT_THAT(names(find()), ElementsAre("src/tools/build/list.ts"));
}

TEST_F(FileFinder, NamesAboveThePathGivenDoNotCount) {
  folder_.write("build/server/src/a.ts");
  folder_.write("build/server/dist/b.ts");
  EXPECT_THAT(names(find({"build/server"})), ElementsAre("build/server/src/a.ts"));
  EXPECT_THAT(names(find({"build"})), ElementsAre("build/server/src/a.ts"));
  EXPECT_THAT(names(find()), IsEmpty());
}

TEST_F(FileFinder, AFileThatIsNamedIsTakenWhateverItIsCalled) {
  folder_.write("node_modules/x/a.ts");
  folder_.write("b.d.ts");
  const FoundFiles found = find({"node_modules/x/a.ts", "./b.d.ts"});
  EXPECT_THAT(names(found), ElementsAre("b.d.ts", "node_modules/x/a.ts"));
  EXPECT_TRUE(found.files[0].named);
}

TEST_F(FileFinder, ForceExcludeJudgesWhatIsNamedToo) {
  folder_.write("node_modules/x/a.ts");
  folder_.write("b.d.ts");
  folder_.write("gen/c.ts");
  folder_.write("d.ts");
  options_.forceExclude = true;
  options_.ignoreGlobs = {"gen/"};
  const FoundFiles found = find({"node_modules/x/a.ts", "b.d.ts", "gen/c.ts", "gen", "d.ts"});
  EXPECT_THAT(names(found), ElementsAre("d.ts"));
}

TEST_F(FileFinder, ForceExcludeKeepsTheRest) {
  folder_.write("src/a.ts");
  folder_.write("src/dist/b.js");
  folder_.write("dist/c.js");
  options_.forceExclude = true;
  EXPECT_THAT(names(find({"src/a.ts", "dist/c.js"})), ElementsAre("src/a.ts"));
}

TEST_F(FileFinder, IgnoreGlobsAreSeenFromTheRoot) {
  folder_.write("gen/a.ts");
  folder_.write("x/gen/b.ts");
  folder_.write("x/c.gen.ts");
  folder_.write("x/d.ts");
  options_.ignoreGlobs = {"/gen", "**/*.{gen,tmp}.ts"};
  EXPECT_THAT(names(find()), ElementsAre("x/d.ts", "x/gen/b.ts"));
  EXPECT_THAT(names(find({"gen"})), ElementsAre("gen/a.ts"));
  EXPECT_THAT(names(find({"x/c.gen.ts"})), ElementsAre("x/c.gen.ts"));
}

TEST_F(FileFinder, AFileIsFoundOnceHoweverOftenItIsNamed) {
  folder_.write("a/b.ts");
  const FoundFiles found = find({"a", "a/b.ts", ".", folder_.path("a/../a/b.ts")});
  EXPECT_THAT(names(found), ElementsAre("a/b.ts"));
  EXPECT_TRUE(found.files[0].named);
}

TEST_F(FileFinder, APathThatDoesNotExistIsAnError) {
  options_.workingFolder = folder_.path();
  options_.paths = {"none.ts"};
  EXPECT_EQ(findFiles(options_).error(), "there is no file or folder `none.ts`");
}

TEST_F(FileFinder, AFileOfAnotherLanguageIsTold) {
  folder_.write("a.md");
  EXPECT_THAT(skipped(find({"a.md"})), ElementsAre("a.md is of no language that is read"));
}

TEST_F(FileFinder, LargeFilesAreTold) {
  folder_.write("a.ts", std::string(2000, 'x'));
  folder_.write("b.ts");
  options_.maxFileBytes = 1024;
  const FoundFiles found = find();
  EXPECT_THAT(names(found), ElementsAre("b.ts"));
  EXPECT_THAT(skipped(found), ElementsAre("a.ts is larger than 1 KiB"));
}

TEST_F(FileFinder, PipesAreTold) {
  ASSERT_EQ(::mkfifo(folder_.path("a.ts").c_str(), 0600), 0);
  EXPECT_THAT(skipped(find()), ElementsAre("a.ts is not a regular file"));
  EXPECT_THAT(skipped(find({"a.ts"})), ElementsAre("a.ts is not a regular file"));
}

TEST_F(FileFinder, AnIgnoreFileThatIsAPipeDoesNotBlock) {
  ASSERT_EQ(::mkfifo(folder_.path(".gitignore").c_str(), 0600), 0);
  folder_.write("a.ts");
  EXPECT_THAT(names(find()), ElementsAre("a.ts"));
}

TEST_F(FileFinder, TheWalkHonoursNestedIgnoreFiles) {
  folder_.write(".gitignore", "*.gen.ts\n/top/\n");
  folder_.write("a.gen.ts");
  folder_.write("top/a.ts");
  folder_.write("x/top/a.ts");
  folder_.write("x/.gitignore", "!keep.gen.ts\nlocal.ts\n");
  folder_.write("x/keep.gen.ts");
  folder_.write("x/local.ts");
  folder_.write("local.ts");
  EXPECT_THAT(names(find()), ElementsAre("local.ts", "x/keep.gen.ts", "x/top/a.ts"));
}

// Symbolic links ------------------------------------------------------------------------------

TEST_F(FileFinder, LinksOutOfTheRootAreFollowedNowhere) {
  const TempFolder outside;
  outside.write("secret.ts");
  folder_.write("a.ts");
  folder_.link("file.ts", outside.path("secret.ts"));
  folder_.link("folder", outside.path());
  const FoundFiles found = find();
  EXPECT_THAT(names(found), ElementsAre("a.ts"));
  EXPECT_THAT(skipped(found), ElementsAre("file.ts is a symbolic link that leaves the root"));
}

TEST_F(FileFinder, NotEvenWhenTheyAreNamed) {
  const TempFolder outside;
  outside.write("deep/secret.ts");
  outside.write("deep/.git/config");
  folder_.link("file.ts", outside.path("deep/secret.ts"));
  folder_.link("folder", outside.path());
  const std::string leaves = " is reached by a symbolic link that leaves the root";
  const FoundFiles found = find({"file.ts", "folder", "folder/deep", "folder/deep/secret.ts"});
  EXPECT_EQ(found.root, folder_.path());
  EXPECT_THAT(names(found), IsEmpty());
  EXPECT_THAT(skipped(found),
              ElementsAre("file.ts" + leaves, "folder" + leaves, "folder/deep" + leaves,
                          "folder/deep/secret.ts" + leaves));
}

TEST_F(FileFinder, ALinkNamedFromElsewhereCannotMakeItsTargetTheRoot) {
  const TempFolder outside;
  outside.write("secret.ts");
  folder_.makeFolder("work");
  folder_.link("elsewhere/link", outside.path());
  options_.workingFolder = folder_.path("work");
  const FoundFiles found = find({folder_.path("elsewhere/link")});
  EXPECT_EQ(found.root, folder_.path("elsewhere"));
  EXPECT_THAT(names(found), IsEmpty());
}

TEST_F(FileFinder, LinksInsideTheRootLeadToTheFileItself) {
  folder_.write("real/a.ts");
  folder_.link("alias.ts", folder_.path("real/a.ts"));
  folder_.link("folder", "real");
  EXPECT_THAT(names(find()), ElementsAre("real/a.ts"));
  EXPECT_THAT(names(find({"alias.ts"})), ElementsAre("real/a.ts"));
  EXPECT_THAT(names(find({"folder"})), ElementsAre("real/a.ts"));
  EXPECT_THAT(names(find({"folder/a.ts"})), ElementsAre("real/a.ts"));
}

TEST_F(FileFinder, LinksToNothingAndInCirclesAreTold) {
  folder_.link("gone.ts", folder_.path("none"));
  folder_.link("circle.ts", folder_.path("circle.ts"));
  EXPECT_THAT(skipped(find({"gone.ts", "circle.ts"})),
              ElementsAre("circle.ts is a symbolic link to nothing",
                          "gone.ts is a symbolic link to nothing"));
}

TEST_F(FileFinder, AWorkingFolderReachedByALinkIsNoEscape) {
  folder_.write("real/a.ts");
  folder_.link("link", folder_.path("real"));
  options_.workingFolder = folder_.path("link");
  EXPECT_THAT(names(find({"."})), ElementsAre("a.ts"));
  EXPECT_THAT(names(find({"a.ts"})), ElementsAre("a.ts"));
}

// Work trees ----------------------------------------------------------------------------------

TEST_F(FileFinder, AWorkTreesTopIsTheRoot) {
  makeWorkTree();
  folder_.write("a.ts");
  folder_.write("packages/x/src/b.ts");
  options_.workingFolder = folder_.path("packages/x");
  const FoundFiles found = find();
  EXPECT_EQ(found.root, folder_.path());
  EXPECT_EQ(found.gitFailure, "");
  EXPECT_THAT(names(found), ElementsAre("packages/x/src/b.ts"));
}

TEST_F(FileFinder, GitsOwnListIsUsed) {
  makeWorkTree();
  folder_.write(".gitignore", "gen/\n");
  folder_.write("gen/tracked.ts");
  folder_.write("gen/untracked.ts");
  folder_.write("gone.ts");
  folder_.write("odd\n\"name\".ts");
  folder_.write("untracked.ts");
  git(".", {"add", "-f", "gen/tracked.ts", "gone.ts", "odd\n\"name\".ts"});
  std::filesystem::remove(folder_.path("gone.ts"));
  EXPECT_THAT(names(find()), ElementsAre("gen/tracked.ts", "odd\n\"name\".ts", "untracked.ts"));
}

TEST_F(FileFinder, AnIgnoredFolderThatIsNamedIsLinted) {
  makeWorkTree();
  folder_.write(".gitignore", "/build/\n");
  folder_.write("build/server/a.ts");
  folder_.write("build/server/.gitignore", "b.ts\n");
  folder_.write("build/server/b.ts");
  EXPECT_THAT(names(find({"build/server"})), ElementsAre("build/server/a.ts"));
}

TEST_F(FileFinder, RepositoriesInsideAreTold) {
  makeWorkTree();
  folder_.write("a.ts");
  folder_.write("inner/b.ts");
  makeWorkTree("inner");
  const FoundFiles found = find();
  EXPECT_THAT(names(found), ElementsAre("a.ts"));
  EXPECT_THAT(skipped(found), ElementsAre("inner is a repository of its own"));
  EXPECT_THAT(names(find({"inner"})), ElementsAre("b.ts"));
}

TEST_F(FileFinder, RepositoriesBelowAnOrdinaryFolderAreWalkedInto) {
  folder_.write("one/a.ts");
  folder_.write("two/b.ts");
  makeWorkTree("one");
  makeWorkTree("two");
  EXPECT_THAT(names(find()), ElementsAre("one/a.ts", "two/b.ts"));
  const FoundFiles both = find({"one", "two"});
  EXPECT_EQ(both.root, folder_.path());
  EXPECT_THAT(names(both), ElementsAre("one/a.ts", "two/b.ts"));
}

TEST_F(FileFinder, ATrackedFolderReplacedByALinkIsNotFollowed) {
  const TempFolder outside;
  outside.write("b.ts");
  makeWorkTree();
  folder_.write("a/b.ts");
  git(".", {"add", "a/b.ts"});
  std::filesystem::remove_all(folder_.path("a"));
  folder_.link("a", outside.path());
  EXPECT_THAT(names(find()), IsEmpty());
}

TEST_F(FileFinder, WhatTheRepositorysConfigurationNamesIsNotRun) {
  makeWorkTree();
  folder_.write("a.ts");
  const std::string script =
      folder_.write("evil", "#!/bin/sh\ntouch '" + folder_.path("ran") + "'\n");
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  git(".", {"add", "a.ts"});
  git(".", {"config", "core.fsmonitor", script});
  git(".", {"config", "core.pager", script});
  git(".", {"config", "alias.ls-files", "!" + script});
  EXPECT_THAT(names(find()), ElementsAre("a.ts"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("ran")));
}

TEST_F(FileFinder, AConfiguredWorkTreeElsewhereIsNotListed) {
  const TempFolder outside;
  outside.write("secret.ts");
  makeWorkTree();
  folder_.write("a.ts");
  git(".", {"config", "core.worktree", outside.path()});
  EXPECT_THAT(names(find()), ElementsAre("a.ts"));
}

TEST_F(FileFinder, VariablesOfAHookDoNotMislead) {
  makeWorkTree();
  folder_.write("a.ts");
  ::setenv("GIT_DIR", "/nowhere", 1);
  ::setenv("GIT_INDEX_FILE", "/nowhere/index", 1);
  EXPECT_EQ(find().gitFailure, "");
  ::unsetenv("GIT_DIR");
  ::unsetenv("GIT_INDEX_FILE");
}

TEST_F(FileFinder, WhereGitFailsTheWalkTakesItsPlace) {
  folder_.write(".git/HEAD", "no repository");
  folder_.write(".git/info/exclude", "excluded.ts\n");
  folder_.write(".gitignore", "ignored.ts\n");
  for (const char* name : {"a.ts", "ignored.ts", "excluded.ts", "x/ignored.ts", "x/b.ts"}) {
    folder_.write(name);
  }
  folder_.write("inner/.git", "gitdir: elsewhere");
  folder_.write("inner/c.ts");
  const FoundFiles found = find();
  EXPECT_THAT(found.gitFailure, HasSubstr("not a git repository"));
  EXPECT_THAT(names(found), ElementsAre("a.ts", "x/b.ts"));
  EXPECT_THAT(skipped(found), ElementsAre("inner is a repository of its own"));
  EXPECT_THAT(names(find({"x"})), ElementsAre("x/b.ts"));
}

TEST_F(FileFinder, WithoutGitTheWalkTakesItsPlace) {
  makeWorkTree();
  folder_.write("a.ts");
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nowhere", 1);
  const FoundFiles found = find();
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(found.gitFailure, "git is not installed");
  EXPECT_THAT(names(found), ElementsAre("a.ts"));
}

TEST_F(FileFinder, PathsOutsideTheFirstOnesTreeWidenTheRoot) {
  folder_.write("one/a.ts");
  folder_.write("two/b.ts");
  folder_.makeFolder("work");
  options_.workingFolder = folder_.path("work");
  EXPECT_EQ(find({"../one"}).root, folder_.path("one"));
  const FoundFiles found = find({"../one", "../two/b.ts"});
  EXPECT_EQ(found.root, folder_.path());
  EXPECT_THAT(names(found), ElementsAre("one/a.ts", "two/b.ts"));
}

TEST_F(FileFinder, ManyNestedFoldersAreNoTrouble) {
  std::string deep;
  for (int i = 0; i < 500; ++i) {
    deep += "d/";
  }
  folder_.write(deep + "a.ts");
  EXPECT_EQ(find().files.size(), 1u);
}

}  // namespace
}  // namespace envelint
