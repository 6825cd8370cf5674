#include "frontend/typescript/grammar_gaps.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace envelint::typescript {
namespace {

bool isNameChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$';
}

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Looks for gaps in a text and notes the replacements. Positions are byte offsets.
class GapFinder {
 public:
  explicit GapFinder(std::string_view text) : text_(text) {}

  /// Type arguments between a tag and its template, which begins at `quasi`.
  void typedTemplate(size_t quasi) {
    // No real type is longer; the bound keeps hostile text from costing its square.
    constexpr size_t kMaxTypeBytes = 2000;
    constexpr std::string_view kTypeChars = " \t\r\n.,;:?|&[]{}()<>='\"-";
    size_t depth = 0;
    const size_t limit = quasi > kMaxTypeBytes ? quasi - kMaxTypeBytes : 0;
    for (size_t at = quasi; at > limit + 1; --at) {
      const char c = text_[at - 1];
      if (!isNameChar(c) && kTypeChars.find(c) == std::string_view::npos) {
        return;
      }
      if (c == '>' && text_[at - 2] != '=') {
        ++depth;
      } else if (c == '<' && --depth == 0) {
        const char before = text_[at - 2];
        if (isNameChar(before) || before == ')' || before == ']') {
          blank(at - 1, quasi);
        }
        return;
      }
    }
  }

  void nulBytes() {
    for (size_t at = text_.find('\0'); at != std::string_view::npos;
         at = text_.find('\0', at + 1)) {
      set(at, ' ');
    }
  }

  void typeofImports() {
    each("typeof", [this](size_t at) {
      if (const std::optional<size_t> import = afterWord("import", at)) {
        if (const std::optional<size_t> end = importEnd(*import)) {
          fill(*import - std::string_view("import").size(), *end);
        }
      }
    });
  }

  /// Every other gap that a word leads to.
  void keywords() {
    each("import", [this](size_t at) {
      const std::optional<size_t> end = importEnd(at);
      if (end && isMemberOnly(*end)) {
        fill(at - std::string_view("import").size(), *end);
      }
    });
    each("export", [this](size_t at) { exportType(at); });
    each("static", [this](size_t at) { staticAccessor(at); });
    each("with", [this](size_t at) { attributes(at); });
    each("for", [this](size_t at) { usingLoop(at); });
    for (const std::string_view word : {"using", "abstract", "accessor", "interface"}) {
      each(word, [this, word](size_t at) { keywordAsName(word, at); });
    }
  }

  std::string take() { return std::move(patched_); }

 private:
  /// Calls `found` with the offset after each occurrence of the word.
  template <typename Found>
  void each(std::string_view word, Found found) {
    for (size_t at = text_.find(word); at != std::string_view::npos;
         at = text_.find(word, at + word.size())) {
      const size_t end = at + word.size();
      const bool isWord = (at == 0 || !isNameChar(text_[at - 1])) &&
                          (end == text_.size() || !isNameChar(text_[end]));
      if (isWord) {
        found(end);
      }
    }
  }

  /// The end of `import("x")`, whose `import` ends at `at`.
  std::optional<size_t> importEnd(size_t at) const {
    const std::optional<size_t> open = afterIf('(', at);
    const std::optional<size_t> specifier = open ? afterString(*open) : std::nullopt;
    return specifier ? afterIf(')', *specifier) : std::nullopt;
  }

  /// Whether names follow, but no call: `import("x").T`, not `import("x").then(f)`.
  bool isMemberOnly(size_t at) const {
    std::optional<size_t> next = afterIf('.', at);
    if (!next) {
      return false;
    }
    while (next) {
      at = skipSpace(*next);
      while (at < text_.size() && isNameChar(text_[at])) {
        ++at;
      }
      next = afterIf('.', at);
    }
    at = skipSpace(at);
    return at == text_.size() || (text_[at] != '(' && text_[at] != '`' && text_[at] != '?');
  }

  void exportType(size_t at) {
    const std::optional<size_t> type = afterWord("type", at);
    if (type && afterIf('*', *type)) {
      blank(*type - std::string_view("type").size(), *type);
    }
  }

  void staticAccessor(size_t at) {
    const std::optional<size_t> accessor = afterWord("accessor", at);
    if (!accessor) {
      return;
    }
    const size_t name = skipSpace(*accessor);
    if (name < text_.size() && (isNameChar(text_[name]) || text_[name] == '#')) {
      blank(*accessor - std::string_view("accessor").size(), *accessor);
    }
  }

  void attributes(size_t at) {
    const size_t begin = at - std::string_view("with").size();
    size_t before = begin;
    while (before > 0 && isSpace(text_[before - 1])) {
      --before;
    }
    const bool isAfterString =
        before > 0 && (text_[before - 1] == '"' || text_[before - 1] == '\'');
    const std::optional<size_t> open = afterIf('{', at);
    if (!isAfterString || !open) {
      return;
    }
    const size_t close = text_.find_first_of("{}", *open);
    if (close != std::string_view::npos && text_[close] == '}') {
      blank(begin, close + 1);
    }
  }

  void usingLoop(size_t at) {
    const std::optional<size_t> open = afterIf('(', afterWord("await", at).value_or(at));
    if (!open) {
      return;
    }
    const size_t begin = skipSpace(*open);
    const std::optional<size_t> end = afterWord("using", afterWord("await", begin).value_or(begin));
    if (!end) {
      return;
    }
    const size_t name = skipSpace(*end);
    if (name == *end || name >= text_.size() || !isNameChar(text_[name]) || afterWord("of", name)) {
      return;
    }
    blank(begin, *end);
    constexpr std::string_view kConst = "const";
    for (size_t i = 0; i < kConst.size(); ++i) {
      set(begin + i, kConst[i]);
    }
  }

  /// A word that the grammar takes for the start of a declaration wherever that may stand. It is
  /// one only when a name follows on the same line.
  void keywordAsName(std::string_view word, size_t at) {
    const size_t next = skipSpace(at);
    const bool isLast = next >= text_.size();
    const bool isNameNext = !isLast && (isNameChar(text_[next]) || text_[next] == '#');
    const bool isLineBroken = text_.substr(at, next - at).find('\n') != std::string_view::npos;
    constexpr std::string_view kOperators[] = {"as", "in", "instanceof", "satisfies", "is"};
    const bool isOperatorNext =
        std::any_of(std::begin(kOperators), std::end(kOperators),
                    [&](std::string_view name) { return afterWord(name, at).has_value(); });
    if (!isNameNext || isLineBroken || isOperatorNext) {
      set(at - word.size(), '_');
    }
  }

  size_t skipSpace(size_t at) const {
    while (at < text_.size() && isSpace(text_[at])) {
      ++at;
    }
    return at;
  }

  std::optional<size_t> afterIf(char c, size_t at) const {
    at = skipSpace(at);
    return at < text_.size() && text_[at] == c ? std::optional(at + 1) : std::nullopt;
  }

  std::optional<size_t> afterWord(std::string_view word, size_t at) const {
    at = skipSpace(at);
    const size_t end = at + word.size();
    const bool isWord =
        text_.substr(at, word.size()) == word && (end == text_.size() || !isNameChar(text_[end]));
    return isWord ? std::optional(end) : std::nullopt;
  }

  std::optional<size_t> afterString(size_t at) const {
    at = skipSpace(at);
    if (at >= text_.size() || (text_[at] != '"' && text_[at] != '\'')) {
      return std::nullopt;
    }
    const size_t end = text_.find_first_of("\"'\\\n", at + 1);
    return end != std::string_view::npos && text_[end] == text_[at] ? std::optional(end + 1)
                                                                    : std::nullopt;
  }

  /// Makes one identifier of the stretch.
  void fill(size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      set(i, isNameChar(text_[i]) ? text_[i] : '_');
    }
  }

  void blank(size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      if (!isSpace(text_[i])) {
        set(i, ' ');
      }
    }
  }

  void set(size_t at, char c) {
    if (patched_.empty()) {
      patched_ = text_;
    }
    patched_[at] = c;
  }

  std::string_view text_;
  std::string patched_;
};

}  // namespace

std::string withoutEarlyGaps(std::string_view text) {
  GapFinder finder(text);
  finder.nulBytes();
  finder.typeofImports();
  return finder.take();
}

std::string withoutLateGaps(std::string_view text, const SyntaxTree& tree) {
  GapFinder finder(text);
  if (text.find(">`") != std::string_view::npos) {
    const SyntaxNode* end = tree.root()->after();
    for (const SyntaxNode* node = tree.root(); node != end; ++node) {
      if (node->is(Kind::kTemplateString) && node->begin > 1 && text[node->begin - 1] == '>') {
        finder.typedTemplate(node->begin);
      }
    }
  }
  if (!tree.errors().empty()) {
    finder.keywords();
  }
  return finder.take();
}

}  // namespace envelint::typescript
