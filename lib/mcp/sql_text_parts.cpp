#include "mcp/sql_text_parts.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "sql/bounds.h"

namespace envelint::sqltext {
namespace {

constexpr size_t kMaxTexts = SqlTextBuilder::kMaxTexts;
/// Bytes of one text; what is longer is no query somebody wrote.
constexpr size_t kMaxLength = 1u << 14;

void add(Texts& texts, SqlText text) {
  const auto same = std::ranges::find(texts, text.text, &SqlText::text);
  if (same != texts.end()) {
    same->isCertain |= text.isCertain;
  } else if (texts.size() < kMaxTexts) {
    texts.push_back(std::move(text));
  }
}

bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// How much in a text may hold its rows down: words that begin a limit, a key that is compared, a
/// part that isn't known.
int boundWords(std::string_view text) {
  std::string lower(text);
  // Not `std::tolower`: texts that grow in a long row of statements are read again at each.
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  int count = 0;
  for (std::string_view word : {"limit", "top", "fetch", "rownum", "row_number", "sample"}) {
    for (size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1)) {
      const bool begins = at == 0 || !isWordCharacter(lower[at - 1]);
      const size_t end = at + word.size();
      count += begins && (end == lower.size() || !isWordCharacter(lower[end])) ? 1 : 0;
    }
  }
  for (size_t at = lower.find('='); at != std::string::npos; at = lower.find('=', at + 1)) {
    const size_t end = lower.find_last_not_of(" \t\"`]", at == 0 ? 0 : at - 1);
    const std::string_view before = std::string_view(lower).substr(0, end + 1);
    count += before.ends_with("id") || before.ends_with("key") || before.ends_with("slug") ||
                     before.ends_with("name")
                 ? 1
                 : 0;
  }
  return count + static_cast<int>(std::ranges::count(text, kSqlHole));
}

int mostBoundWords(const Texts& texts) {
  int most = 0;
  for (const SqlText& text : texts) {
    most = std::max(most, boundWords(text.text));
  }
  return most;
}

/// Texts of a branch that may not be taken: those that bound less than what the other branch makes.
void doubt(Texts& texts, int otherBounds) {
  for (SqlText& text : texts) {
    if (boundWords(text.text) < otherBounds) {
      text.isCertain = false;
    }
  }
}

}  // namespace

Texts hole() { return {{std::string(1, kSqlHole), {}, true}}; }

Texts constant(std::string_view text, ExprRef source) {
  return {{std::string(text), text.empty() ? ExprRef{} : source, true}};
}

Texts concat(const Texts& left, const Texts& right) {
  Texts joined;
  for (const SqlText& a : left) {
    for (const SqlText& b : right) {
      if (a.text.size() + b.text.size() > kMaxLength) {
        add(joined, hole().front());
      } else {
        add(joined, {a.text + b.text, a.source ? a.source : b.source, a.isCertain && b.isCertain});
      }
    }
  }
  return joined;
}

Texts append(const Texts& array, const Texts& element) {
  Texts grown;
  for (const SqlText& a : array) {
    const Texts between = constant(a.text.empty() ? "" : std::string_view(&kElementEnd, 1), {});
    grown = unite(std::move(grown), concat(concat({a}, between), element));
  }
  return grown;
}

Texts unite(Texts left, const Texts& right) {
  for (const SqlText& text : right) {
    add(left, text);
  }
  return left;
}

Texts merge(Texts taken, Possible canTake, Texts other, Possible canSkip) {
  if (canTake == Possible::kNo) {
    return other;
  }
  if (canSkip == Possible::kNo) {
    return taken;
  }
  const int takenBounds = mostBoundWords(taken);
  const int otherBounds = mostBoundWords(other);
  if (canTake == Possible::kUnknown) {
    doubt(taken, otherBounds);
  }
  if (canSkip == Possible::kUnknown) {
    doubt(other, takenBounds);
  }
  return unite(std::move(taken), other);
}

Texts join(const Texts& arrays, std::string_view separator) {
  Texts joined;
  for (const SqlText& array : arrays) {
    SqlText text{{}, array.source, array.isCertain};
    for (char c : array.text) {
      if (c == kElementEnd) {
        text.text += separator;
      } else {
        text.text += c;
      }
    }
    add(joined, std::move(text));
  }
  return joined;
}

}  // namespace envelint::sqltext
