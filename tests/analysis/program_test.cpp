#include "analysis/program.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analysis/program_fixture.h"

namespace envelint {
namespace {

std::vector<std::string> namesOf(const std::vector<const Module*>& modules) {
  std::vector<std::string> names;
  for (const Module* module : modules) {
    names.push_back(module->file().displayPath());
  }
  return names;
}

TEST(Program, LoadsWhatAFrontEndReads) {
  ProgramFixture fixture({{"b.ts", "export const b = 1;"},
                          {"a/c.js", "export const c = 2;"},
                          {"notes.md", "# nothing"}});
  EXPECT_EQ(namesOf(fixture.program().modules()), (std::vector<std::string>{"a/c.js", "b.ts"}));
  EXPECT_EQ(fixture.program().bytesRead(), 38u);
  EXPECT_TRUE(fixture.program().unreadable().empty());
  EXPECT_TRUE(fixture.program().bindings(fixture.module("b.ts")).topLevel("b").valid());
}

TEST(Program, IsTheSameForAnyNumberOfThreads) {
  const TempFolder folder;
  std::vector<std::string> paths;
  for (int i = 0; i < 40; ++i) {
    paths.push_back(folder.write("f" + std::to_string(i) + ".ts",
                                 "export const x" + std::to_string(i) + " = [" +
                                     std::string(static_cast<size_t>(i) * 10, '1') + "];"));
  }
  paths.push_back(folder.path("missing.ts"));
  paths.push_back(folder.path("also-missing.ts"));
  std::vector<std::string> first;
  for (unsigned threads : {1u, 2u, 7u, 100u}) {
    Program program({.root = folder.path(), .threads = threads});
    program.preload(paths);
    std::vector<std::string> names = namesOf(program.modules());
    for (const auto& [path, reason] : program.unreadable()) {
      names.push_back(path + ": " + reason);
    }
    if (threads == 1) {
      first = names;
      EXPECT_EQ(names.size(), paths.size());
    }
    EXPECT_EQ(names, first) << threads;
  }
}

TEST(Program, LoadsImportsOnDemand) {
  const TempFolder folder;
  const std::string main = folder.write("src/main.ts", "import {x} from './lib.js';");
  folder.write("src/lib.ts", "export const x = 1;");
  Program program({.root = folder.path()});
  program.preload({main});
  EXPECT_EQ(program.modules().size(), 1u);
  const Module* lib = program.import(*program.load(main), "./lib.js");
  ASSERT_NE(lib, nullptr);
  EXPECT_EQ(lib->file().displayPath(), "src/lib.ts");
  EXPECT_EQ(program.load(folder.path("src/../src/lib.ts")), lib);
  EXPECT_EQ(program.modules().size(), 2u);
  EXPECT_EQ(program.import(*lib, "zod"), nullptr);
  EXPECT_EQ(program.import(*lib, "./gone"), nullptr);
}

TEST(Program, ReadsNothingOutsideTheRoot) {
  const TempFolder outside;
  const std::string secret = outside.write("secret.ts", "export const secret = 1;");
  const TempFolder folder;
  folder.link("file.ts", secret);
  folder.link("folder", outside.path());
  folder.write("real.ts", "export const x = 1;");
  folder.link("inner.ts", folder.path("real.ts"));
  Program program({.root = folder.path()});
  EXPECT_EQ(program.load(secret), nullptr);
  EXPECT_EQ(program.load(folder.path("file.ts")), nullptr);
  EXPECT_EQ(program.load(folder.path("folder/secret.ts")), nullptr);
  EXPECT_EQ(program.load(folder.path("../secret.ts")), nullptr);
  EXPECT_NE(program.load(folder.path("inner.ts")), nullptr);
  EXPECT_EQ(program.unreadable().size(), 4u);
}

TEST(Program, TellsWhatItCouldNotRead) {
  const TempFolder folder;
  const std::string big = folder.write("big.ts", std::string(2000, ' '));
  const std::string gone = folder.path("gone.ts");
  Program program({.root = folder.path(), .maxFileBytes = 1000});
  program.preload({gone, big});
  EXPECT_TRUE(program.modules().empty());
  ASSERT_EQ(program.unreadable().size(), 2u);
  EXPECT_EQ(program.unreadable()[0].first, big);
  EXPECT_EQ(program.unreadable()[0].second, "is larger than 1000 bytes");
  EXPECT_EQ(program.unreadable()[1].first, gone);
  // It is not tried, or told, again.
  EXPECT_EQ(program.load(gone), nullptr);
  EXPECT_EQ(program.unreadable().size(), 2u);
}

}  // namespace
}  // namespace envelint
