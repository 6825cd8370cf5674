#include "source/bundle.h"

#include <gtest/gtest.h>

#include <string>

namespace envelint {
namespace {

TEST(Bundle, KnowsGeneratedNames) {
  for (const std::string_view name : {"a/x.min.js", "x.min.mjs", "x.d.ts", "x.d.cts"}) {
    EXPECT_TRUE(hasGeneratedName(name)) << name;
  }
  for (const std::string_view name : {"min.js", "x.ts", "d.ts.tsx", "admin.js"}) {
    EXPECT_FALSE(hasGeneratedName(name)) << name;
  }
}

TEST(Bundle, MinifiedCodeHasLongLinesOnly) {
  const std::string longLine(6000, 'x');
  EXPECT_EQ(bundleKind("/* licence */\n" + longLine), "minified code");
  EXPECT_EQ(bundleKind(std::string(4000, 'x')), "");
}

TEST(Bundle, ALongLineAmongOrdinaryOnesIsAPersons) {
  std::string text = "const logo = \"" + std::string(6000, 'A') + "\";\n";
  for (int i = 0; i < 40; ++i) {
    text += "server.tool(\"list\", {}, handler);\n";
  }
  EXPECT_EQ(bundleKind(text), "");
}

TEST(Bundle, KnowsBundlersByTheirHelpers) {
  EXPECT_EQ(bundleKind("(() => {\n/******/ \tfunction __webpack_require__(id) {}"),
            "a webpack bundle");
  EXPECT_EQ(bundleKind("var __commonJS = (cb, mod) => {}"), "an esbuild bundle");
  EXPECT_EQ(bundleKind("x\n// ../../node_modules/zod/lib/index.mjs\ny"), "an esbuild bundle");
  EXPECT_EQ(bundleKind("x\r\n// node_modules/zod/lib/index.js\r\ny"), "an esbuild bundle");
}

TEST(Bundle, TalkingAboutABundlerMakesNoBundle) {
  EXPECT_EQ(bundleKind("// node_modules/ is never looked into\n"), "");
  EXPECT_EQ(bundleKind("import \"./node_modules/x/index.js\";\n"), "");
  EXPECT_EQ(bundleKind("if (text.includes(\"function __webpack_require__(\")) {}\n"), "");
}

}  // namespace
}  // namespace envelint
