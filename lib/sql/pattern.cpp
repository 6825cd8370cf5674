#include "sql/pattern.h"

#include <algorithm>
#include <utility>

#include "sql/text.h"

namespace envelint::sql {
namespace {

bool isWordCharacter(char c) { return isLower(lower(c)) || isDigit(c) || c == '_'; }

void add(std::bitset<256>& set, unsigned char c) {
  set.set(c);
  const char small = lower(static_cast<char>(c));
  set.set(static_cast<unsigned char>(small));
  if (isLower(small)) {
    set.set(static_cast<unsigned char>(small - 32));
  }
}

// \d, \w, \s and their opposites; false for any other letter.
bool addShorthand(std::bitset<256>& set, char letter) {
  std::bitset<256> one;
  switch (lower(letter)) {
    case 'd':
      for (char c = '0'; c <= '9'; ++c) {
        add(one, static_cast<unsigned char>(c));
      }
      break;
    case 'w':
      for (int c = 0; c < 256; ++c) {
        one.set(c, isWordCharacter(static_cast<char>(c)));
      }
      break;
    case 's':
      for (const char c : std::string_view(" \t\n\r\f\v")) {
        add(one, static_cast<unsigned char>(c));
      }
      break;
    default:
      return false;
  }
  set |= isUpper(letter) ? ~one : one;
  return true;
}

}  // namespace

/// Reads a pattern from left to right and writes its code. Jumps are relative, so that the code of
/// an operand can be moved and copied when a quantifier follows it; open groups are kept on a
/// stack.
class Pattern::Compiler {
 public:
  Compiler(std::string_view text, Pattern& pattern) : text_(text), pattern_(pattern) {}

  bool run() {
    groups_.push_back({});
    while (position_ < text_.size()) {
      if (!readOne() || code().size() > kMaxCode) {
        return false;
      }
    }
    if (groups_.size() != 1) {
      return false;
    }
    closeAlternatives();
    code().push_back({Step::kMatch});
    return code().size() <= kMaxCode;
  }

 private:
  struct Group {
    size_t begin = 0;               ///< of its code
    size_t alternative = 0;         ///< where the code of its last alternative begins
    std::vector<size_t> ends = {};  ///< the jumps behind the alternatives before
  };

  std::vector<Step>& code() { return pattern_.code_; }
  char at(size_t offset) const {
    return position_ + offset < text_.size() ? text_[position_ + offset] : '\0';
  }

  bool readOne() {
    const char c = text_[position_];
    switch (c) {
      case '(':
        return open();
      case ')':
        return close();
      case '|':
        ++position_;
        alternate();
        return true;
      case '^':
      case '$':
        ++position_;
        operand_ = code().size();
        code().push_back({c == '^' ? Step::kBegin : Step::kEnd});
        return true;
      case '*':
      case '+':
      case '?':
        return false;
      case '[':
        return readClass() && quantify();
      case '\\':
        return readEscape() && quantify();
      case '.': {
        ++position_;
        std::bitset<256> any;
        any.set();
        any.reset('\n');
        one(any);
        return quantify();
      }
      default: {
        ++position_;
        std::bitset<256> set;
        add(set, static_cast<unsigned char>(c));
        one(set);
        return quantify();
      }
    }
  }

  void one(const std::bitset<256>& set) {
    operand_ = code().size();
    code().push_back({Step::kClass, static_cast<int>(pattern_.classes_.size())});
    pattern_.classes_.push_back(set);
  }

  bool open() {
    ++position_;
    if (at(0) == '?') {
      const bool isPlain = at(1) == ':';
      const bool isPython = at(1) == 'P' && at(2) == '<';
      const bool isNamed = isPython || (at(1) == '<' && at(2) != '=' && at(2) != '!');
      if (isPlain) {
        position_ += 2;
      } else if (isNamed) {
        const size_t end = text_.find('>', position_);
        if (end == text_.npos) {
          return false;
        }
        position_ = end + 1;
      } else if (at(1) == 'i' && at(2) == ')') {
        position_ += 3;
        return true;
      } else {
        return false;
      }
    }
    groups_.push_back({code().size(), code().size()});
    return true;
  }

  bool close() {
    if (groups_.size() < 2) {
      return false;
    }
    ++position_;
    closeAlternatives();
    operand_ = groups_.back().begin;
    groups_.pop_back();
    return quantify();
  }

  // What was read of the group so far becomes one alternative.
  void alternate() {
    Group& group = groups_.back();
    const size_t length = code().size() - group.alternative;
    // A split before it, and a jump to the end of the group behind it.
    insert(group.alternative, {Step::kSplit, static_cast<int>(length) + 2});
    group.ends.push_back(code().size());
    code().push_back({Step::kJump});
    group.alternative = code().size();
    operand_ = code().size();
  }

  void closeAlternatives() {
    for (const size_t jump : groups_.back().ends) {
      code()[jump].argument = static_cast<int>(code().size() - jump);
    }
  }

  // Jumps that are still open lie before any place where code is inserted.
  void insert(size_t place, Step step) {
    code().insert(code().begin() + static_cast<std::ptrdiff_t>(place), step);
  }

  bool quantify() {
    size_t least = 1;
    size_t most = 1;
    constexpr size_t kNoEnd = static_cast<size_t>(-1);
    switch (at(0)) {
      case '*':
        least = 0;
        most = kNoEnd;
        ++position_;
        break;
      case '+':
        most = kNoEnd;
        ++position_;
        break;
      case '?':
        least = 0;
        ++position_;
        break;
      case '{':
        if (!isDigit(at(1))) {
          return true;
        }
        if (!readCounts(&least, &most)) {
          return false;
        }
        break;
      default:
        return true;
    }
    if (at(0) == '?' || at(0) == '+') {
      // Lazy or possessive: which of several matches is found makes no difference here.
      ++position_;
    }
    if (at(0) == '*' || at(0) == '?' || at(0) == '+') {
      return false;
    }
    repeat(least, most == kNoEnd ? 0 : most, most == kNoEnd);
    return true;
  }

  bool readCounts(size_t* least, size_t* most) {
    ++position_;
    const auto readNumber = [this] {
      size_t number = 0;
      while (isDigit(at(0)) && number < kMaxCode) {
        number = number * 10 + static_cast<size_t>(at(0) - '0');
        ++position_;
      }
      return number;
    };
    *least = readNumber();
    *most = *least;
    if (at(0) == ',') {
      ++position_;
      *most = isDigit(at(0)) ? readNumber() : static_cast<size_t>(-1);
    }
    if (at(0) != '}') {
      return false;
    }
    ++position_;
    return *least <= *most;
  }

  void repeat(size_t least, size_t most, bool endless) {
    const std::vector<Step> operand(code().begin() + static_cast<std::ptrdiff_t>(operand_),
                                    code().end());
    const int length = static_cast<int>(operand.size());
    const size_t copies = endless ? least + 1 : most;
    if (operand.size() * std::max<size_t>(copies, 1) > kMaxCode) {
      // Too much; what was written so far stands, and run() stops.
      code().resize(kMaxCode + 1, {Step::kMatch});
      return;
    }
    code().resize(operand_);
    for (size_t i = 0; i < copies; ++i) {
      const bool isLast = i + 1 == copies;
      if (i >= least) {
        // The way around this copy; the last of an endless one leads back to it, too.
        code().push_back({Step::kSplit, length + 1 + (endless && isLast ? 1 : 0)});
      }
      code().insert(code().end(), operand.begin(), operand.end());
      if (endless && isLast) {
        code().push_back({Step::kJump, -(length + 1)});
      }
    }
  }

  bool readEscape() {
    const char c = at(1);
    if (position_ + 1 >= text_.size()) {
      return false;
    }
    if (c == 'b' || c == 'B') {
      position_ += 2;
      operand_ = code().size();
      code().push_back({c == 'b' ? Step::kBoundary : Step::kInside});
      return true;
    }
    std::bitset<256> set;
    if (!readEscaped(set)) {
      return false;
    }
    one(set);
    return true;
  }

  // An escape that stands for characters, inside of brackets or outside.
  bool readEscaped(std::bitset<256>& set) {
    const char c = at(1);
    position_ += 2;
    if (addShorthand(set, c)) {
      return true;
    }
    constexpr std::string_view kLetters = "nrtfv0";
    constexpr std::string_view kMeanings("\n\r\t\f\v\0", 6);
    if (const size_t known = kLetters.find(c); known != kLetters.npos) {
      add(set, static_cast<unsigned char>(kMeanings[known]));
      return true;
    }
    if (isWordCharacter(c)) {
      // References back, \x41, \p{L}: not worth it for a word of ASCII.
      return false;
    }
    add(set, static_cast<unsigned char>(c));
    return true;
  }

  bool readClass() {
    ++position_;
    const bool isNegated = at(0) == '^';
    position_ += isNegated ? 1 : 0;
    std::bitset<256> set;
    bool isFirst = true;
    while (true) {
      if (position_ >= text_.size()) {
        return false;
      }
      const char c = at(0);
      if (c == ']' && !isFirst) {
        ++position_;
        break;
      }
      isFirst = false;
      if (c == '\\') {
        if (at(1) == '\0' || !readEscaped(set)) {
          return false;
        }
      } else if (at(1) == '-' && at(2) != ']' && at(2) != '\\' && at(2) != '\0') {
        for (int one = static_cast<unsigned char>(c); one <= static_cast<unsigned char>(at(2));
             ++one) {
          add(set, static_cast<unsigned char>(one));
        }
        position_ += 3;
      } else {
        add(set, static_cast<unsigned char>(c));
        ++position_;
      }
    }
    one(isNegated ? ~set : set);
    return true;
  }

  std::string_view text_;
  Pattern& pattern_;
  size_t position_ = 0;
  size_t operand_ = 0;  ///< where the code begins that a quantifier would repeat
  std::vector<Group> groups_;
};

std::optional<Pattern> Pattern::compile(std::string_view pattern) {
  Pattern made;
  if (pattern.size() > kMaxCode || !Compiler(pattern, made).run()) {
    return std::nullopt;
  }
  return made;
}

// Adds the steps that can be reached from a step without reading a character.
void Pattern::follow(size_t step, std::string_view text, size_t position,
                     std::vector<uint32_t>& reached, std::vector<uint32_t>& mark,
                     uint32_t round) const {
  std::vector<size_t> open = {step};
  const bool before = position > 0 && isWordCharacter(text[position - 1]);
  const bool behind = position < text.size() && isWordCharacter(text[position]);
  while (!open.empty()) {
    const size_t here = open.back();
    open.pop_back();
    if (mark[here] == round) {
      continue;
    }
    mark[here] = round;
    const Step& one = code_[here];
    const auto target = static_cast<size_t>(static_cast<std::ptrdiff_t>(here) + one.argument);
    switch (one.kind) {
      case Step::kClass:
      case Step::kMatch:
        reached.push_back(static_cast<uint32_t>(here));
        break;
      case Step::kSplit:
        open.push_back(target);
        open.push_back(here + 1);
        break;
      case Step::kJump:
        open.push_back(target);
        break;
      case Step::kBegin:
        if (position == 0) {
          open.push_back(here + 1);
        }
        break;
      case Step::kEnd:
        if (position == text.size()) {
          open.push_back(here + 1);
        }
        break;
      case Step::kBoundary:
      case Step::kInside:
        if ((before != behind) == (one.kind == Step::kBoundary)) {
          open.push_back(here + 1);
        }
        break;
    }
  }
}

bool Pattern::matches(std::string_view text) const {
  std::vector<uint32_t> reached;
  std::vector<uint32_t> next;
  std::vector<uint32_t> mark(code_.size(), 0);
  for (size_t position = 0; position <= text.size(); ++position) {
    const auto round = static_cast<uint32_t>(position + 1);
    follow(0, text, position, reached, mark, round);
    next.clear();
    for (const uint32_t step : reached) {
      if (code_[step].kind == Step::kMatch) {
        return true;
      }
    }
    if (position == text.size()) {
      return false;
    }
    const auto character = static_cast<unsigned char>(text[position]);
    for (const uint32_t step : reached) {
      if (classes_[static_cast<size_t>(code_[step].argument)].test(character)) {
        follow(step + 1, text, position + 1, next, mark, round + 1);
      }
    }
    reached.swap(next);
  }
  return false;
}

}  // namespace envelint::sql
