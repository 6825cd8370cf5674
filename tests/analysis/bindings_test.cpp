#include "analysis/bindings.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "frontend/frontend.h"

namespace envelint {
namespace {

/// One text with its names.
class Names {
 public:
  explicit Names(std::string text)
      : file_("/main.ts", "main.ts", std::move(text)),
        module_(typescriptFrontend().lower(file_)),
        bindings_(*module_) {}

  const Module& module() const { return *module_; }
  const Bindings& bindings() const { return bindings_; }

  /// Line and column of each read of the binding that a name at `line` and `column` declares,
  /// writes or reads; `none` for a global name.
  std::string readsAt(uint32_t line, uint32_t column) const {
    const uint32_t offset = file_.offset({line, column});
    BindingId id;
    bool found = false;
    for (uint32_t i = 0; i < module_->exprCount(); ++i) {
      if (module_->as<NameExpr>(ExprId{i}) != nullptr &&
          module_->range(ExprId{i}).begin == offset) {
        id = bindings_.resolve(ExprId{i});
        found = true;
      }
    }
    for (uint32_t i = 0; i < module_->patternCount(); ++i) {
      if (module_->as<NamePattern>(PatternId{i}) != nullptr &&
          module_->range(PatternId{i}).begin == offset) {
        id = bindings_.resolve(PatternId{i});
        found = true;
      }
    }
    if (!found) {
      return "no name there";
    }
    return id ? places(bindings_.binding(id).reads) : "none";
  }

  std::string readsOf(std::string_view topLevel) const {
    const BindingId id = bindings_.topLevel(topLevel);
    return id ? places(bindings_.binding(id).reads) : "none";
  }

  const Binding& top(std::string_view name) const {
    return bindings_.binding(bindings_.topLevel(name));
  }

 private:
  std::string places(const std::vector<ExprId>& reads) const {
    std::string text;
    for (ExprId id : reads) {
      const Position at = file_.position(module_->range(id).begin);
      text += (text.empty() ? "" : " ") + std::to_string(at.line) + ":" + std::to_string(at.column);
    }
    return text;
  }

  SourceFile file_;
  std::unique_ptr<Module> module_;
  Bindings bindings_;
};

TEST(Bindings, ResolvesLexically) {
  const Names names(
      "const a = 1;\n"
      "function f(b) {\n"
      "  const a = b;\n"
      "  { let a = 2; use(a); }\n"
      "  return a;\n"
      "}\n"
      "f(a);\n");
  EXPECT_EQ(names.readsOf("a"), "7:3");
  EXPECT_EQ(names.readsOf("f"), "7:1");
  EXPECT_EQ(names.readsAt(3, 9), "5:10");
  EXPECT_EQ(names.readsAt(4, 9), "4:20");
  EXPECT_EQ(names.readsAt(2, 12), "3:13");
  EXPECT_EQ(names.readsAt(4, 16), "none");
}

TEST(Bindings, HoistsDeclarations) {
  const Names names(
      "later();\n"
      "function later() { return early; }\n"
      "if (1) { var early = 1; }\n"
      "early;\n"
      "{ function inner() {} inner(); }\n"
      "for (var i = 0; i < 3; i++) {}\n"
      "i;\n"
      "new K();\n"
      "class K {}\n");
  EXPECT_EQ(names.readsOf("later"), "1:1");
  EXPECT_EQ(names.readsOf("early"), "2:27 4:1");
  EXPECT_EQ(names.readsOf("i"), "6:17 6:24 7:1");
  EXPECT_EQ(names.readsOf("inner"), "none");
  EXPECT_EQ(names.readsOf("K"), "8:5");
}

TEST(Bindings, BindsPatterns) {
  const Names names(
      "const {a, b: {c = a}, ...rest} = o();\n"
      "const [d, , e = d, ...f] = o();\n"
      "const g = ({h, i: [j]}, k = h, ...l) => [h, j, k, l];\n"
      "use(a, c, rest, d, e, f);\n");
  EXPECT_EQ(names.readsOf("a"), "1:19 4:5");
  EXPECT_EQ(names.readsOf("b"), "none");
  EXPECT_EQ(names.readsOf("c"), "4:8");
  EXPECT_EQ(names.readsOf("rest"), "4:11");
  EXPECT_EQ(names.readsOf("d"), "2:17 4:17");
  EXPECT_EQ(names.readsOf("f"), "4:23");
  EXPECT_EQ(names.readsAt(3, 13), "3:29 3:42");
  EXPECT_EQ(names.readsAt(3, 20), "3:45");
  EXPECT_EQ(names.readsAt(3, 35), "3:51");
}

TEST(Bindings, KnowsEveryKindOfName) {
  const Names names(
      "import d, {n as m, type T} from 'x';\n"
      "import * as s from 'y';\n"
      "let v = 1;\n"
      "const c = 1;\n"
      "function f(p) {}\n"
      "class K {}\n");
  EXPECT_EQ(names.top("d").kind, BindingKind::kImport);
  EXPECT_EQ(names.module().imports()[names.top("m").import].imported, "n");
  EXPECT_EQ(names.top("s").kind, BindingKind::kImport);
  EXPECT_EQ(names.top("v").kind, BindingKind::kVariable);
  EXPECT_FALSE(names.top("v").constant);
  EXPECT_TRUE(names.top("c").constant);
  EXPECT_EQ(names.top("f").kind, BindingKind::kFunction);
  EXPECT_EQ(names.module().function(names.top("f").function).name, "f");
  EXPECT_EQ(names.top("K").kind, BindingKind::kClass);
  EXPECT_FALSE(names.bindings().topLevel("p").valid());
  EXPECT_FALSE(names.bindings().topLevel("gone").valid());
}

TEST(Bindings, GivesExpressionsAndClassesTheirOwnNames) {
  const Names names(
      "const f = function g() { return g; };\n"
      "const K = class L { m() { return L; } };\n"
      "g; L;\n");
  EXPECT_EQ(names.readsAt(1, 33), "1:33");
  EXPECT_EQ(names.readsAt(2, 34), "2:34");
  EXPECT_EQ(names.readsAt(3, 1), "none");
  EXPECT_EQ(names.readsAt(3, 4), "none");
}

TEST(Bindings, ScopesLoopsAndCatch) {
  const Names names(
      "for (const a of b) { use(a); }\n"
      "for (const k in o) { use(k); }\n"
      "for (let i = 0; i < 1; i++) { use(i); }\n"
      "try { t(); } catch ({message: a}) { use(a); }\n"
      "switch (s) { case 1: let a = 1; use(a); break; case 2: use(a); }\n"
      "use(a);\n");
  EXPECT_EQ(names.readsAt(1, 12), "1:26");
  EXPECT_EQ(names.readsAt(2, 12), "2:26");
  EXPECT_EQ(names.readsAt(3, 10), "3:17 3:24 3:35");
  EXPECT_EQ(names.readsAt(4, 31), "4:41");
  EXPECT_EQ(names.readsAt(5, 26), "5:37 5:60");
  EXPECT_EQ(names.readsAt(6, 5), "none");
}

TEST(Bindings, CollectsWrites) {
  const Names names(
      "let a = 1;\n"
      "a = 2;\n"
      "a += 3;\n"
      "a++;\n"
      "({b: a} = o);\n"
      "for (a of [1]) {}\n"
      "const p = {};\n"
      "p.x = 1;\n"
      "(p as any).y = 2;\n"
      "p[k] = 3;\n"
      "p['z'] = 4;\n");
  const Binding& a = names.top("a");
  ASSERT_EQ(a.writes.size(), 6u);
  const auto& module = names.module();
  EXPECT_FALSE(a.writes[0].site.valid());
  size_t assignments = 0;
  size_t updates = 0;
  size_t loops = 0;
  size_t parts = 0;
  for (const BindingWrite& write : a.writes) {
    assignments += module.as<AssignExpr>(write.site) != nullptr;
    updates += module.as<UpdateExpr>(write.site) != nullptr;
    loops += write.loop.valid();
    parts += write.target.valid() && write.target != write.root;
  }
  EXPECT_EQ(assignments, 3u);
  EXPECT_EQ(updates, 1u);
  EXPECT_EQ(loops, 1u);
  EXPECT_EQ(parts, 1u);
  std::vector<std::string_view> keys;
  for (const MemberWrite& write : names.top("p").memberWrites) {
    keys.push_back(write.key);
  }
  EXPECT_EQ(keys, (std::vector<std::string_view>{"x", "y", "", "z"}));
}

TEST(Bindings, ReadsExportsAndTypesOnlyAsValues) {
  const Names names(
      "const a = 1;\n"
      "type A = typeof a;\n"
      "export {a as b};\n"
      "export default a;\n"
      "const {c} = {c: a};\n"
      "const o = {a, c: 1, a: 2};\n"
      "o.a;\n");
  EXPECT_EQ(names.readsOf("a"), "4:16 5:17 6:12");
}

TEST(Bindings, SeesThroughCasts) {
  const Names names("const a = 1;\n((a as any)!).b;\n");
  for (uint32_t i = 0; i < names.module().exprCount(); ++i) {
    if (const auto* member = names.module().as<MemberExpr>(ExprId{i})) {
      EXPECT_EQ(names.bindings().throughCasts(member->object), names.bindings().topLevel("a"));
    }
  }
}

TEST(Bindings, TakesLinearTime) {
  std::string deep;
  for (int i = 0; i < 5000; ++i) {
    deep += "{";
  }
  deep += "let a = 1; a;";
  for (int i = 0; i < 5000; ++i) {
    deep += "}";
  }
  const Names nested(deep);
  std::string wide;
  for (int i = 0; i < 20000; ++i) {
    wide += "const a" + std::to_string(i) + " = a" + std::to_string(i / 2) + ";\n";
  }
  const Names many(wide);
  EXPECT_EQ(many.readsOf("a1"), "3:12 4:12");
}

}  // namespace
}  // namespace envelint
