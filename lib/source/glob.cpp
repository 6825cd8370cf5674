#include "source/glob.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace envelint {
namespace {

/// How many patterns the braces of one may stand for: `{a,b}` ten times in a row is a thousand.
constexpr size_t kMaxAlternatives = 256;

/// The offset just past the bracket expression that begins at `begin`, or nothing if it isn't
/// closed. A `]` right after the opening or its negation is an ordinary member.
std::optional<size_t> endOfSet(std::string_view pattern, size_t begin) {
  size_t at = begin + 1;
  if (at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^')) {
    ++at;
  }
  for (const size_t first = at; at < pattern.size(); ++at) {
    if (pattern[at] == '\\') {
      ++at;
    } else if (pattern.substr(at).starts_with("[:")) {
      const size_t close = pattern.find(":]", at + 2);
      if (close != std::string_view::npos) {
        at = close + 1;
      }
    } else if (pattern[at] == ']' && at > first) {
      return at + 1;
    }
  }
  return std::nullopt;
}

/// The parts of the first outermost brace group of a pattern.
struct BraceGroup {
  size_t begin = 0;  ///< of the opening brace
  size_t end = 0;    ///< just past the closing one
  std::vector<std::string_view> choices;
};

/// The first brace group, one with `begin == npos` when there is none, or nothing when it isn't
/// closed.
std::optional<BraceGroup> findBraceGroup(std::string_view pattern) {
  BraceGroup group{std::string_view::npos, 0, {}};
  size_t depth = 0;
  size_t choice = 0;
  for (size_t at = 0; at < pattern.size(); ++at) {
    const char c = pattern[at];
    if (c == '\\') {
      ++at;
    } else if (c == '[') {
      at = endOfSet(pattern, at).value_or(at + 1) - 1;
    } else if (c == '{' && depth++ == 0) {
      group.begin = at;
      choice = at + 1;
    } else if (c == ',' && depth == 1) {
      group.choices.push_back(pattern.substr(choice, at - choice));
      choice = at + 1;
    } else if (c == '}' && depth > 0 && --depth == 0) {
      group.choices.push_back(pattern.substr(choice, at - choice));
      group.end = at + 1;
      return group;
    }
  }
  if (depth > 0) {
    return std::nullopt;
  }
  return group;
}

Result<std::vector<std::string>> expandBraces(std::string_view pattern) {
  std::vector<std::string> open = {std::string(pattern)};
  std::vector<std::string> done;
  while (!open.empty()) {
    const std::string next = std::move(open.back());
    open.pop_back();
    const std::optional<BraceGroup> group = findBraceGroup(next);
    if (!group) {
      return Error{"has a `{` that isn't closed"};
    }
    if (group->begin == std::string_view::npos) {
      done.push_back(next);
    } else {
      for (const std::string_view choice : group->choices) {
        open.push_back(next.substr(0, group->begin).append(choice).append(next, group->end));
      }
    }
    if (open.size() + done.size() > kMaxAlternatives) {
      return Error{"has braces that stand for more than 256 patterns"};
    }
  }
  return done;
}

/// Whether a byte is of a POSIX class, named without its `[:` and `:]`. Not the locale's but the
/// ASCII classes, as git has them. An unknown class has no members.
bool isOfClass(std::string_view name, unsigned char byte) {
  struct Class {
    std::string_view name;
    int (*holds)(int);
  };
  static constexpr Class kClasses[] = {
      {"alnum", std::isalnum}, {"alpha", std::isalpha}, {"blank", std::isblank},
      {"cntrl", std::iscntrl}, {"digit", std::isdigit}, {"graph", std::isgraph},
      {"lower", std::islower}, {"print", std::isprint}, {"punct", std::ispunct},
      {"space", std::isspace}, {"upper", std::isupper}, {"xdigit", std::isxdigit},
  };
  for (const Class& known : kClasses) {
    if (known.name == name) {
      return byte < 0x80 && known.holds(byte) != 0;
    }
  }
  return false;
}

}  // namespace

Result<Glob> Glob::compile(std::string_view pattern, GlobSyntax syntax) {
  std::vector<std::string> plain = {std::string(pattern)};
  if (syntax == GlobSyntax::kBraces) {
    Result<std::vector<std::string>> expanded = expandBraces(pattern);
    if (!expanded) {
      return Error{expanded.error()};
    }
    plain = std::move(*expanded);
  }
  Glob glob;
  for (const std::string& alternative : plain) {
    Result<Pattern> parsed = glob.parse(alternative);
    if (!parsed) {
      return Error{parsed.error()};
    }
    glob.alternatives_.push_back(std::move(*parsed));
  }
  return glob;
}

Result<Glob::Pattern> Glob::parse(std::string_view pattern) {
  Pattern tokens;
  size_t at = 0;
  while (at < pattern.size()) {
    const char c = pattern[at];
    if (c == '*') {
      const size_t afterStars = std::min(pattern.find_first_not_of('*', at), pattern.size());
      const bool startsPart = at == 0 || pattern[at - 1] == '/';
      const bool isParts = startsPart && afterStars - at >= 2;
      if (isParts && afterStars == pattern.size()) {
        tokens.push_back({Token::Kind::kSomeParts});
      } else if (isParts && pattern[afterStars] == '/') {
        tokens.push_back({Token::Kind::kParts});
        at = afterStars + 1;
        continue;
      } else {
        tokens.push_back({Token::Kind::kStar});
      }
      at = afterStars;
    } else if (c == '?') {
      tokens.push_back({Token::Kind::kAnyByte});
      ++at;
    } else if (c == '[') {
      Result<size_t> end = parseSet(pattern, at);
      if (!end) {
        return Error{end.error()};
      }
      tokens.push_back({Token::Kind::kSet, 0, static_cast<uint32_t>(sets_.size() - 1)});
      at = *end;
    } else {
      at += c == '\\' ? 1 : 0;
      if (at == pattern.size()) {
        return Error{"ends in a backslash"};
      }
      tokens.push_back({Token::Kind::kByte, pattern[at]});
      ++at;
    }
  }
  return tokens;
}

/// Appends the set of the bracket expression at `begin` to `sets_`; returns the offset just past
/// it.
Result<size_t> Glob::parseSet(std::string_view pattern, size_t begin) {
  const std::optional<size_t> end = endOfSet(pattern, begin);
  if (!end) {
    return Error{"has a `[` that isn't closed"};
  }
  ByteSet set;
  const size_t close = *end - 1;
  size_t at = begin + 1;
  const bool negated = pattern[at] == '!' || pattern[at] == '^';
  at += negated ? 1 : 0;
  const auto member = [&] {
    at += pattern[at] == '\\' ? 1 : 0;
    return static_cast<unsigned char>(pattern[at++]);
  };
  while (at < close) {
    const size_t classEnd =
        pattern.substr(at).starts_with("[:") ? pattern.find(":]", at + 2) : std::string_view::npos;
    if (classEnd < close) {
      const std::string_view name = pattern.substr(at + 2, classEnd - at - 2);
      for (size_t byte = 0; byte < set.size(); ++byte) {
        set[byte] = set[byte] || isOfClass(name, static_cast<unsigned char>(byte));
      }
      at = classEnd + 2;
      continue;
    }
    const size_t low = member();
    size_t high = low;
    if (at + 1 < close && pattern[at] == '-') {
      ++at;
      high = member();
    }
    for (size_t byte = low; byte <= high; ++byte) {
      set.set(byte);
    }
  }
  if (negated) {
    set.flip();
  }
  set.reset('/');
  sets_.push_back(set);
  return *end;
}

bool Glob::matches(std::string_view path) const {
  for (const Pattern& pattern : alternatives_) {
    if (matchesOne(pattern, path)) {
      return true;
    }
  }
  return false;
}

bool Glob::matchesByte(const Token& token, char byte) const {
  switch (token.kind) {
    case Token::Kind::kByte:
      return token.byte == byte;
    case Token::Kind::kAnyByte:
      return byte != '/';
    case Token::Kind::kSet:
      return sets_[token.index][static_cast<unsigned char>(byte)];
    default:
      return false;
  }
}

bool Glob::matchesOne(const Pattern& pattern, std::string_view path) const {
  // Each star first takes as little as possible. When the rest doesn't fit, only the latest `*`,
  // and when it has reached the end of its part, only the latest `**/`, is given more: what stands
  // before them has matched parts that end where they must, so giving more there could gain
  // nothing.
  struct Retry {
    size_t token = std::string_view::npos;  ///< just past the star
    size_t offset = 0;                      ///< where the rest was tried last
  };
  Retry star;
  Retry parts;
  size_t token = 0;
  size_t at = 0;
  while (true) {
    if (token < pattern.size() && pattern[token].kind == Token::Kind::kStar) {
      star = {++token, at};
      continue;
    }
    if (token < pattern.size() && pattern[token].kind == Token::Kind::kParts) {
      parts = {++token, at};
      star = {};
      continue;
    }
    if (token < pattern.size() && pattern[token].kind == Token::Kind::kSomeParts) {
      if (at < path.size()) {
        return true;
      }
    } else if (token == pattern.size() && at == path.size()) {
      return true;
    } else if (token < pattern.size() && at < path.size() &&
               matchesByte(pattern[token], path[at])) {
      ++token;
      ++at;
      continue;
    }
    if (star.token != std::string_view::npos && star.offset < path.size() &&
        path[star.offset] != '/') {
      token = star.token;
      at = ++star.offset;
      continue;
    }
    const size_t slash = parts.token == std::string_view::npos ? std::string_view::npos
                                                               : path.find('/', parts.offset);
    if (slash == std::string_view::npos) {
      return false;
    }
    star = {};
    token = parts.token;
    at = parts.offset = slash + 1;
  }
}

}  // namespace envelint
