// How a project with findings begins: baselines, and looking at what changed only.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "cli/program.h"

namespace envelint {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Adoption : public ProgramTest {
 protected:
  static constexpr const char* kTwo =
      "// envelint-ignore-next-line no-such-thing: because\nexport {};\n"
      "// envelint-ignore-next-line no-such-thing: because\nexport {};\n";

  void git(const std::string& arguments) const {
    const std::string command = "cd '" + folder_.path() +
                                "' && git -c user.name=a -c user.email=a@example.com " + arguments +
                                " > /dev/null 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }
};

TEST_F(Adoption, BeginsWithABaseline) {
  writeWarning("a.ts");
  const Outcome written = run({"--baseline", "base.json", "--update-baseline"});
  EXPECT_EQ(written.exitCode, 0);
  EXPECT_EQ(written.out, "base.json: 1 warning in 1 file\n");
  EXPECT_EQ(readText(folder_.path("base.json")),
            "{\n  \"version\": 1,\n  \"findings\": {\n    \"a.ts\": {\n"
            "      \"unused-suppression\": 1\n    }\n  }\n}\n");
  const Outcome quiet = run({"--baseline", "base.json"});
  EXPECT_EQ(quiet.exitCode, 0);
  EXPECT_EQ(quiet.out, "no findings in 1 file, 1 in the baseline\n");
}

TEST_F(Adoption, TellsWhatGoesBeyondTheBaseline) {
  writeWarning("a.ts");
  EXPECT_EQ(run({"--baseline=base.json", "--update-baseline", "--quiet"}).out, "");
  folder_.write("a.ts", kTwo);
  const Outcome outcome = run({"--baseline=base.json"});
  EXPECT_EQ(outcome.exitCode, 1);
  EXPECT_THAT(outcome.out, HasSubstr("2 warnings in 1 file\n"));
  // Lines may move, and other files have counts of their own.
  folder_.write("a.ts", "\n\n// envelint-ignore-next-line no-such-thing: because\nexport {};\n");
  EXPECT_EQ(run({"--baseline=base.json"}).exitCode, 0);
  writeWarning("b.ts");
  EXPECT_THAT(run({"--baseline=base.json"}).out, HasSubstr("--> b.ts:1:1"));
}

TEST_F(Adoption, TellsStaleEntries) {
  folder_.write("a.ts", kTwo);
  writeWarning("b.ts");
  writeWarning("c.ts");
  EXPECT_EQ(run({"--baseline=base.json", "--update-baseline"}).exitCode, 0);
  writeWarning("a.ts");
  folder_.write("b.ts", "export {};\n");
  const Outcome outcome = run({"--baseline=base.json", "--stats"});
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_THAT(outcome.err,
              HasSubstr("the baseline allows 2 of `unused-suppression` in `a.ts`, and there is 1"));
  EXPECT_THAT(outcome.err, HasSubstr("in `b.ts`, and there are 0"));
  EXPECT_EQ(run({"--baseline=base.json", "--strict"}).exitCode, 1);
  // Of files that weren't looked at nothing is known; of one that is gone, all.
  EXPECT_EQ(run({"c.ts", "--baseline=base.json", "--strict"}).exitCode, 0);
  std::filesystem::remove(folder_.path("b.ts"));
  EXPECT_EQ(run({"c.ts", "--baseline=base.json", "--strict"}).exitCode, 1);
  // What is known of the others stays.
  EXPECT_EQ(run({"a.ts", "--baseline=base.json", "--update-baseline"}).exitCode, 0);
  const std::string updated = readText(folder_.path("base.json"));
  EXPECT_THAT(updated, HasSubstr("\"a.ts\": {\n      \"unused-suppression\": 1"));
  EXPECT_THAT(updated, HasSubstr("\"c.ts\""));
  EXPECT_THAT(updated, Not(HasSubstr("\"b.ts\"")));
}

TEST_F(Adoption, RefusesABrokenBaseline) {
  writeWarning("a.ts");
  EXPECT_EQ(run({"--baseline=none.json"}).exitCode, 2);
  EXPECT_EQ(run({"--update-baseline"}).exitCode, 2);
  for (const char* text :
       {"", "[]", "{}", R"({"version": 2, "findings": {}})", R"({"version": 1, "finding": {}})",
        R"({"version": 1, "findings": {"a.ts": 3}})",
        R"({"version": 1, "findings": {"a.ts": {"flat-array": 0}}})",
        R"({"version": 1, "findings": {"a.ts": {"flat-array": 1.5}}})"}) {
    folder_.write("base.json", text);
    const Outcome outcome = run({"--baseline=base.json"});
    EXPECT_EQ(outcome.exitCode, 2) << text;
    EXPECT_THAT(outcome.err, HasSubstr("envelint: base.json:1:")) << text;
  }
}

TEST_F(Adoption, LooksAtWhatChanged) {
  writeWarning("a.ts");
  writeWarning("b.ts");
  git("init -q -b main");
  git("add -A");
  git("commit -q -m one");
  EXPECT_EQ(run({"--changed-since", "HEAD"}).out, "no files to check\n");
  git("switch -q -c topic");
  folder_.write("b.ts", kTwo);
  writeWarning("new name.ts");
  const Outcome outcome = run({"--changed-since=HEAD"});
  EXPECT_EQ(outcome.exitCode, 1);
  EXPECT_THAT(outcome.out, HasSubstr("--> b.ts:1:1"));
  EXPECT_THAT(outcome.out, HasSubstr("--> new name.ts:1:1"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("a.ts")));
  EXPECT_THAT(outcome.out, HasSubstr("3 warnings in 2 files\n"));
  // What the other branch did meanwhile is none of ours.
  git("add -A");
  git("commit -q -m two");
  git("switch -q main");
  folder_.write("a.ts", kTwo);
  git("commit -q -a -m three");
  git("switch -q topic");
  EXPECT_THAT(run({"--changed-since=main"}).out, HasSubstr("3 warnings in 2 files\n"));
}

TEST_F(Adoption, RunsNoFilterOfTheRepository) {
  writeWarning("a.ts");
  git("init -q");
  git("add -A");
  git("commit -q -m one");
  folder_.write(".gitattributes", "*.ts filter=evil\n");
  git("config filter.evil.clean 'touch ran; cat'");
  git("config filter.evil.required true");
  folder_.write("a.ts", kTwo);
  EXPECT_THAT(run({"--changed-since=HEAD"}).out, HasSubstr("2 warnings in 1 file\n"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("ran")));
}

TEST_F(Adoption, NeedsARevisionThatGitKnows) {
  writeWarning("a.ts");
  EXPECT_THAT(run({"--changed-since=HEAD"}).err, HasSubstr("needs a git work tree"));
  git("init -q");
  for (const char* revision : {"nowhere", "--output=x", "HEAD"}) {
    const Outcome outcome = run({std::string("--changed-since=") + revision});
    EXPECT_EQ(outcome.exitCode, 2) << revision;
    EXPECT_THAT(outcome.err, HasSubstr("git knows no revision `")) << revision;
    EXPECT_THAT(outcome.out, IsEmpty());
  }
}

TEST_F(Adoption, SaysWhenThereWasNothingToCheck) {
  EXPECT_EQ(run({}).exitCode, 0);
  EXPECT_EQ(run({"--strict"}).exitCode, 1);
  EXPECT_EQ(run({"--format=agent"}).out, "no files to check\n");
  EXPECT_EQ(run({"--format=github"}).out, "no files to check\n");
}

TEST_F(Adoption, ReadsNoBaselineThroughALinkThatLeadsOut) {
  const TempFolder elsewhere;
  elsewhere.write("secrets.json", R"({"password": "hunter2"})");
  std::filesystem::create_symlink(elsewhere.path("secrets.json"), folder_.path("base.json"));
  writeWarning("a.ts");
  const Outcome outcome = run({"--baseline=base.json"});
  EXPECT_EQ(outcome.exitCode, 2);
  EXPECT_THAT(outcome.err, HasSubstr("leads out of this folder"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("password")));
}

}  // namespace
}  // namespace envelint
