#include "analysis/module_resolver.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <thread>
#include <vector>

#include "source/paths.h"
#include "support/temp_folder.h"

namespace envelint {
namespace {

using Files = std::map<std::string, std::string>;

/// A folder with files and the resolver for it.
class Workspace {
 public:
  explicit Workspace(const Files& files) {
    std::vector<std::string> packages;
    for (const auto& [name, text] : files) {
      const std::string path = folder_.write(name, text);
      if (fileName(path) == "package.json") {
        packages.push_back(path);
      }
    }
    resolver_ = std::make_unique<ModuleResolver>(folder_.path(), packages);
  }

  /// What an import means, relative to the folder; empty for nothing.
  std::string resolve(std::string_view importer, std::string_view specifier) const {
    const std::string found = resolver_->resolve(folder_.path(importer), specifier);
    return found.empty() ? found : relativePath(found, folder_.path());
  }
  const ModuleResolver& resolver() const { return *resolver_; }
  const TempFolder& folder() const { return folder_; }

 private:
  TempFolder folder_;
  std::unique_ptr<ModuleResolver> resolver_;
};

struct Case {
  const char* name;
  Files files;
  const char* importer;
  const char* specifier;
  const char* expected;  ///< empty: nothing
};

void check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const Workspace workspace(c.files);
    EXPECT_EQ(workspace.resolve(c.importer, c.specifier), c.expected) << c.name;
  }
}

TEST(ModuleResolver, FindsRelativeFiles) {
  check({
      {"without extension", {{"src/b.ts", ""}}, "src/a.ts", "./b", "src/b.ts"},
      {"with its extension", {{"src/b.ts", ""}}, "src/a.ts", "./b.ts", "src/b.ts"},
      {".js written for .ts", {{"src/b.ts", ""}}, "src/a.ts", "./b.js", "src/b.ts"},
      {".js written for .tsx", {{"src/b.tsx", ""}}, "src/a.ts", "./b.js", "src/b.tsx"},
      {".mjs written for .mts", {{"src/b.mts", ""}}, "src/a.ts", "./b.mjs", "src/b.mts"},
      {".cjs written for .cts", {{"src/b.cts", ""}}, "src/a.ts", "./b.cjs", "src/b.cts"},
      {".jsx written for .tsx", {{"src/b.tsx", ""}}, "src/a.ts", "./b.jsx", "src/b.tsx"},
      {".js that is .js", {{"src/b.js", ""}}, "src/a.js", "./b.js", "src/b.js"},
      {"the source before what it compiled to",
       {{"src/b.ts", ""}, {"src/b.js", ""}},
       "src/a.ts",
       "./b.js",
       "src/b.ts"},
      {"the source before its declarations",
       {{"src/b.js", ""}, {"src/b.d.ts", ""}},
       "src/a.ts",
       "./b",
       "src/b.js"},
      {"a dot is no extension",
       {{"src/user.service.ts", ""}},
       "src/a.ts",
       "./user.service",
       "src/user.service.ts"},
      {"in a folder above", {{"lib/b.ts", ""}}, "src/deep/a.ts", "../../lib/b", "lib/b.ts"},
      {"an index", {{"src/tools/index.ts", ""}}, "src/a.ts", "./tools", "src/tools/index.ts"},
      {"an index, written out",
       {{"src/tools/index.ts", ""}},
       "src/a.ts",
       "./tools/index.js",
       "src/tools/index.ts"},
      {"a file before a folder of its name",
       {{"src/tools.ts", ""}, {"src/tools/index.ts", ""}},
       "src/a.ts",
       "./tools",
       "src/tools.ts"},
      {"a slash asks for the folder",
       {{"src/tools.ts", ""}, {"src/tools/index.ts", ""}},
       "src/a.ts",
       "./tools/",
       "src/tools/index.ts"},
      {"the own folder", {{"src/index.ts", ""}, {"src.ts", ""}}, "src/a.ts", ".", "src/index.ts"},
      {"the folder above", {{"index.ts", ""}}, "src/a.ts", "..", "index.ts"},
      {"a folder with a package.json",
       {{"src/lib/package.json", R"({"main": "./entry.js"})"}, {"src/lib/entry.ts", ""}},
       "src/a.ts",
       "./lib",
       "src/lib/entry.ts"},
      {"data", {{"src/schema.json", "{}"}}, "src/a.ts", "./schema.json", "src/schema.json"},
      {"build output that isn't built",
       {{"app/package.json", "{}"}, {"app/src/deep/b.ts", ""}},
       "app/test/a.test.js",
       "../dist/deep/b.js",
       "app/src/deep/b.ts"},
      {"nothing", {{"src/b.ts", ""}}, "src/a.ts", "./c", ""},
  });
}

TEST(ModuleResolver, FollowsTsConfigPaths) {
  const char* const config = R"({
    // comments and trailing commas are allowed
    "compilerOptions": {
      "paths": {
        "@/*": ["./src/*", "./generated/*"], /* two targets */
        "@/special/*": ["./special/*"],
        "config": ["./src/config.ts"],
        "*-model": ["./models/*"],
      },
    },
  })";
  const Files files = {{"tsconfig.json", config}, {"src/db/pool.ts", ""},
                       {"generated/api.ts", ""},  {"special/x.ts", ""},
                       {"src/special/y.ts", ""},  {"src/config.ts", ""},
                       {"models/user.ts", ""}};
  check({
      {"a pattern", files, "src/a.ts", "@/db/pool", "src/db/pool.ts"},
      {"with an extension", files, "src/a.ts", "@/db/pool.js", "src/db/pool.ts"},
      {"the second target", files, "src/a.ts", "@/api", "generated/api.ts"},
      {"the longer pattern", files, "src/a.ts", "@/special/x", "special/x.ts"},
      {"the shorter pattern where the longer leads nowhere", files, "src/a.ts", "@/special/y",
       "src/special/y.ts"},
      {"an exact key", files, "src/deep/er/a.ts", "config", "src/config.ts"},
      {"a suffix", files, "src/a.ts", "user-model", "models/user.ts"},
      {"no match", files, "src/a.ts", "zod", ""},
  });
}

TEST(ModuleResolver, FollowsTsConfigInheritance) {
  const std::string base = R"({"compilerOptions": {"paths": {"@/*": ["./src/*"]}}})";
  check({
      {"paths are relative to the file that has them",
       {{"tsconfig.base.json", base},
        {"packages/a/tsconfig.json", R"({"extends": "../../tsconfig.base.json"})"},
        {"src/x.ts", ""}},
       "packages/a/src/a.ts",
       "@/x",
       "src/x.ts"},
      {"without .json",
       {{"tsconfig.base.json", base},
        {"packages/a/tsconfig.json", R"({"extends": "../../tsconfig.base"})"},
        {"src/x.ts", ""}},
       "packages/a/src/a.ts",
       "@/x",
       "src/x.ts"},
      {"a list, the last one wins",
       {{"one.json", base},
        {"two.json", R"({"compilerOptions": {"paths": {"@/*": ["./lib/*"]}}})"},
        {"tsconfig.json", R"({"extends": ["./one.json", "./two.json"]})"},
        {"src/x.ts", ""},
        {"lib/x.ts", ""}},
       "a.ts",
       "@/x",
       "lib/x.ts"},
      {"from a package of the workspace",
       {{"tools/tsconfig/package.json", R"({"name": "@acme/tsconfig"})"},
        {"tools/tsconfig/base.json",
         R"({"compilerOptions": {"paths": {"@/*": ["${configDir}/src/*"]}}})"},
        {"app/tsconfig.json", R"({"extends": "@acme/tsconfig/base.json"})"},
        {"app/src/x.ts", ""}},
       "app/src/a.ts",
       "@/x",
       "app/src/x.ts"},
      {"baseUrl of the heir moves the targets",
       {{"base.json", R"({"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]}}})"},
        {"app/tsconfig.json",
         R"({"extends": "../base.json", "compilerOptions": {"baseUrl": "."}})"},
        {"app/src/x.ts", ""},
        {"src/x.ts", ""}},
       "app/a.ts",
       "@/x",
       "app/src/x.ts"},
      {"baseUrl alone",
       {{"tsconfig.json", R"({"compilerOptions": {"baseUrl": "./src"}})"}, {"src/db/pool.ts", ""}},
       "src/tools/a.ts",
       "db/pool",
       "src/db/pool.ts"},
      {"jsconfig.json", {{"jsconfig.json", base}, {"src/x.js", ""}}, "src/a.js", "@/x", "src/x.js"},
      {"the nearest one",
       {{"tsconfig.json", base},
        {"app/tsconfig.json", R"({"compilerOptions": {"paths": {"@/*": ["./lib/*"]}}})"},
        {"src/x.ts", ""},
        {"app/lib/x.ts", ""}},
       "app/a.ts",
       "@/x",
       "app/lib/x.ts"},
      {"referenced projects",
       {{"tsconfig.json", R"({"files": [], "references": [{"path": "./tsconfig.app.json"}]})"},
        {"tsconfig.app.json", base},
        {"src/x.ts", ""}},
       "src/a.ts",
       "@/x",
       "src/x.ts"},
      {"a circle",
       {{"a.json", R"({"extends": "./tsconfig.json"})"},
        {"tsconfig.json",
         R"({"extends": "./a.json", "compilerOptions": {"paths": {"@/*": ["./src/*"]}}})"},
        {"src/x.ts", ""}},
       "a.ts",
       "@/x",
       "src/x.ts"},
  });
}

TEST(ModuleResolver, FindsPackagesOfTheWorkspace) {
  const auto library = [](const char* package, const char* source) {
    return Files{{"packages/lib/package.json", package},
                 {std::string("packages/lib/") + source, ""}};
  };
  const char* const importer = "packages/app/src/a.ts";
  check({
      {"main in build output",
       library(R"({"name": "@acme/lib", "main": "./dist/index.js"})", "src/index.ts"), importer,
       "@acme/lib", "packages/lib/src/index.ts"},
      {"main without extension",
       library(R"({"name": "lib", "main": "lib/server"})", "src/server.ts"), importer, "lib",
       "packages/lib/src/server.ts"},
      {"main is a folder", library(R"({"name": "lib", "main": "dist"})", "src/index.ts"), importer,
       "lib", "packages/lib/src/index.ts"},
      {"main is a source", library(R"({"name": "lib", "main": "src/main.ts"})", "src/main.ts"),
       importer, "lib", "packages/lib/src/main.ts"},
      {"only types", library(R"({"name": "lib", "types": "dist/index.d.ts"})", "src/index.ts"),
       importer, "lib", "packages/lib/src/index.ts"},
      {"a format folder",
       library(R"({"name": "lib", "module": "dist/esm/index.mjs"})", "src/index.ts"), importer,
       "lib", "packages/lib/src/index.ts"},
      {"output that mirrors the package",
       library(R"({"name": "lib", "main": "build/src/index.js"})", "src/index.ts"), importer, "lib",
       "packages/lib/src/index.ts"},
      {"no entry at all", library(R"({"name": "lib"})", "src/index.ts"), importer, "lib",
       "packages/lib/src/index.ts"},
      {"no entry, index beside it", library(R"({"name": "lib"})", "index.js"), importer, "lib",
       "packages/lib/index.js"},
      {"exports, a string",
       library(R"({"name": "lib", "exports": "./dist/main.js"})", "src/main.ts"), importer, "lib",
       "packages/lib/src/main.ts"},
      {"exports, conditions",
       library(R"({"name": "lib", "exports": {"types": "./dist/main.d.ts",
                   "import": "./dist/main.mjs", "require": "./dist/main.cjs"}})",
               "src/main.ts"),
       importer, "lib", "packages/lib/src/main.ts"},
      {"exports, nested conditions and a list",
       library(R"({"name": "lib", "exports": {".": [{"node": {"import": "./dist/main.js"}}]}})",
               "src/main.ts"),
       importer, "lib", "packages/lib/src/main.ts"},
      {"a condition of one's own",
       library(R"({"name": "lib", "exports": {".": {"@lib/source": "./code/main.ts",
                   "default": "./dist/main.js"}}})",
               "code/main.ts"),
       importer, "lib", "packages/lib/code/main.ts"},
      {"exports, a subpath",
       library(R"({"name": "@acme/lib", "exports": {".": "./dist/index.js",
                   "./paging": "./dist/paging.js"}})",
               "src/paging.ts"),
       importer, "@acme/lib/paging", "packages/lib/src/paging.ts"},
      {"exports, a pattern",
       library(R"({"name": "lib", "exports": {"./tools/*": "./dist/tools/*.js"}})",
               "src/tools/list.ts"),
       importer, "lib/tools/list", "packages/lib/src/tools/list.ts"},
      {"exports, a pattern with a suffix",
       library(R"({"name": "lib", "exports": {"./*.js": "./dist/*.js"}})", "src/tools/list.ts"),
       importer, "lib/tools/list.js", "packages/lib/src/tools/list.ts"},
      {"exports, a folder",
       library(R"({"name": "lib", "exports": {"./tools/": "./dist/tools/"}})", "src/tools/list.ts"),
       importer, "lib/tools/list.js", "packages/lib/src/tools/list.ts"},
      {"a subpath without exports", library(R"({"name": "lib"})", "src/paging.ts"), importer,
       "lib/src/paging", "packages/lib/src/paging.ts"},
      {"a subpath into build output", library(R"({"name": "lib"})", "src/paging.ts"), importer,
       "lib/dist/paging.js", "packages/lib/src/paging.ts"},
      {"a subpath whose folder is left out", library(R"({"name": "lib"})", "src/paging.ts"),
       importer, "lib/paging", "packages/lib/src/paging.ts"},
      {"itself by name",
       library(R"({"name": "lib", "exports": "./dist/index.js"})", "src/index.ts"),
       "packages/lib/test/a.ts", "lib", "packages/lib/src/index.ts"},
      {"a package from elsewhere", library(R"({"name": "lib"})", "src/index.ts"), importer, "zod",
       ""},
      {"what was built, when there is no source",
       library(R"({"name": "lib", "types": "dist/index.d.ts", "main": "dist/index.js"})",
               "dist/index.js"),
       importer, "lib", "packages/lib/dist/index.js"},
      {"out of the package",
       library(R"({"name": "lib", "main": "../../secret.ts"})", "../../secret.ts"), importer, "lib",
       ""},
  });
}

TEST(ModuleResolver, PrefersTheNearestOfTwoPackagesWithOneName) {
  const Workspace workspace({{"examples/one/lib/package.json", R"({"name": "lib"})"},
                             {"examples/one/lib/index.ts", ""},
                             {"examples/two/lib/package.json", R"({"name": "lib"})"},
                             {"examples/two/lib/index.ts", ""}});
  EXPECT_EQ(workspace.resolve("examples/two/app/a.ts", "lib"), "examples/two/lib/index.ts");
  EXPECT_EQ(workspace.resolve("examples/one/app/a.ts", "lib"), "examples/one/lib/index.ts");
}

TEST(ModuleResolver, FollowsPackageImports) {
  const Files files = {{"package.json",
                        R"({"name": "app", "imports": {
        "#db": "./dist/db.js", "#tools/*": "./src/tools/*.js", "#lib": "lib",
        "#cond": {"node": "./src/cond.js"}}})"},
                       {"packages/lib/package.json", R"({"name": "lib"})"},
                       {"packages/lib/index.ts", ""},
                       {"src/db.ts", ""},
                       {"src/cond.ts", ""},
                       {"src/tools/list.ts", ""}};
  check({
      {"a name", files, "src/deep/a.ts", "#db", "src/db.ts"},
      {"a pattern", files, "src/a.ts", "#tools/list", "src/tools/list.ts"},
      {"a package", files, "src/a.ts", "#lib", "packages/lib/index.ts"},
      {"conditions", files, "src/a.ts", "#cond", "src/cond.ts"},
      {"nothing", files, "src/a.ts", "#other", ""},
      {"another package's", files, "packages/lib/index.ts", "#db", ""},
  });
}

TEST(ModuleResolver, KnowsThePackageOfAFile) {
  const Workspace workspace(
      {{"package.json", R"({"name": "root", "devDependencies": {"vitest": "1"}})"},
       {"packages/a/package.json",
        R"({"name": "a", "dependencies": {"zod": "3"},
            "peerDependencies": {"zod": "3", "b": "*"}})"},
       {"packages/broken/package.json", R"({"name": )"}});
  const ModuleResolver& resolver = workspace.resolver();
  ASSERT_EQ(resolver.packages().size(), 3u);
  const PackageInfo* inner = resolver.packageOf(workspace.folder().path("packages/a/src/x.ts"));
  ASSERT_NE(inner, nullptr);
  EXPECT_EQ(inner->name, "a");
  EXPECT_EQ(inner->directory, workspace.folder().path("packages/a"));
  EXPECT_EQ(inner->dependencies, (std::vector<std::string>{"b", "zod"}));
  const PackageInfo* outer = resolver.packageOf(workspace.folder().path("packages/x.ts"));
  ASSERT_NE(outer, nullptr);
  EXPECT_EQ(outer->name, "root");
  const PackageInfo* broken = resolver.packageOf(workspace.folder().path("packages/broken/x.ts"));
  ASSERT_NE(broken, nullptr);
  EXPECT_EQ(broken->name, "");
  EXPECT_EQ(resolver.packageOf("/elsewhere/x.ts"), nullptr);
}

TEST(ModuleResolver, StaysInsideTheRoot) {
  const TempFolder outside;
  outside.write("secret.ts");
  outside.write("package.json", R"({"name": "secret", "main": "secret.ts"})");
  const TempFolder folder;
  folder.write("src/b.ts");
  folder.link("src/file.ts", outside.path("secret.ts"));
  folder.link("src/folder", outside.path());
  folder.link("linked/package.json", outside.path("package.json"));
  folder.link("src/inner.ts", folder.path("src/b.ts"));
  folder.write("tsconfig.json",
               R"({"compilerOptions": {"paths": {"out/*": [")" + outside.path() + R"(/*"]}}})");
  const ModuleResolver resolver(folder.path(), {folder.path("linked/package.json")});
  const std::string importer = folder.path("src/a.ts");
  EXPECT_EQ(resolver.resolve(importer, "./file"), "");
  EXPECT_EQ(resolver.resolve(importer, "./folder/secret"), "");
  EXPECT_EQ(resolver.resolve(importer, outside.path("secret.ts")), "");
  EXPECT_EQ(
      resolver.resolve(importer, "../../" + std::string(fileName(outside.path())) + "/secret"), "");
  EXPECT_EQ(resolver.resolve(importer, "out/secret"), "");
  EXPECT_EQ(resolver.resolve(importer, "secret"), "");
  EXPECT_EQ(resolver.resolve(importer, "./inner"), folder.path("src/b.ts"));
}

TEST(ModuleResolver, SurvivesHostileInput) {
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  std::string keys = "{\"name\": \"lib\", \"exports\": {\"./x\": ";
  keys += std::string(190, '[') + "\"./src/x.ts\"" + std::string(190, ']') + "}}";
  const Workspace workspace(
      {{"package.json", "{\"name\": \"deep\", \"exports\": " + deep + "}"},
       {"big/package.json", "{\"name\": \"big\"}" + std::string(2u << 20, ' ')},
       {"lib/package.json", keys},
       {"lib/src/x.ts", ""},
       {"odd/package.json", R"({"name": ["odd"], "main": 3, "exports": {"./*": null, "./a": true},
                               "imports": [], "dependencies": "x"})"},
       {"tsconfig.json", R"({"extends": [1, {}, "", "/etc/passwd", "../../../x"],
                            "compilerOptions": {"paths": {"*": "x", "a": [1]}, "baseUrl": []}})"},
       {"odd/tsconfig.json", "[]"},
       {"worse/tsconfig.json", "{\"compilerOptions\": \"\\"}});
  EXPECT_EQ(workspace.resolve("a.ts", "deep"), "");
  EXPECT_EQ(workspace.resolve("a.ts", "big"), "");
  EXPECT_EQ(workspace.resolve("a.ts", "lib/x"), "lib/src/x.ts");
  EXPECT_EQ(workspace.resolve("odd/a.ts", "odd/a"), "");
  EXPECT_EQ(workspace.resolve("odd/a.ts", "#a"), "");
  EXPECT_EQ(workspace.resolve("worse/a.ts", "a"), "");
  EXPECT_EQ(workspace.resolve("a.ts", ""), "");
  EXPECT_EQ(workspace.resolve("a.ts", std::string("./a\0b", 5)), "");
  EXPECT_EQ(workspace.resolve("a.ts", std::string(100000, 'a')), "");
  EXPECT_EQ(workspace.resolve("a.ts", "./" + std::string(1000, 'a')), "");
  EXPECT_EQ(workspace.resolve("a.ts", "@"), "");
  EXPECT_EQ(workspace.resolve("a.ts", "@scope"), "");
}

TEST(ModuleResolver, AnswersManyThreads) {
  Files files = {{"tsconfig.json", R"({"compilerOptions": {"paths": {"@/*": ["./src/*"]}}})"}};
  for (int i = 0; i < 20; ++i) {
    files["src/f" + std::to_string(i) + ".ts"] = "";
  }
  const Workspace workspace(files);
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        const std::string name = "f" + std::to_string(i);
        EXPECT_EQ(workspace.resolve("src/a.ts", "@/" + name), "src/" + name + ".ts");
        EXPECT_EQ(workspace.resolve("src/a.ts", "./" + name + ".js"), "src/" + name + ".ts");
      }
    });
  }
}

}  // namespace
}  // namespace envelint
