#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "source/file_finder.h"
#include "support/temp_folder.h"

namespace envelint {
namespace {

// A sparse index with a missing tree makes git fetch it, here by a transport that runs a program.
TEST(GitListing, RunsNothingThatARepositoryNames) {
  TempFolder folder;
  const std::string root = folder.path();
  const std::string script =
      "cd '" + root +
      "' && git init -q . && mkdir in out && echo x > in/a.ts && echo y > out/b.ts && git add . && "
      "git -c user.name=a -c user.email=a@b commit -qm x && "
      "git sparse-checkout set --cone --sparse-index in && t=$(git rev-parse HEAD:out) && "
      "rm -f .git/objects/$(echo $t | cut -c1-2)/$(echo $t | cut -c3-) && "
      "printf '[extensions]\\n\\tpartialClone = origin\\n[remote \"origin\"]\\n\\turl = \"ext::sh "
      "-c "
      "touch%% " +
      root +
      "/executed\"\\n\\tpromisor = true\\n[protocol \"ext\"]\\n\\tallow = always\\n' >> "
      ".git/config "
      "&& git config core.repositoryformatversion 1";
  ASSERT_EQ(std::system((script + " >/dev/null 2>&1").c_str()), 0);
  FinderOptions options;
  options.paths = {root};
  (void)findFiles(options);
  EXPECT_FALSE(std::filesystem::exists(root + "/executed"));
}

}  // namespace
}  // namespace envelint
