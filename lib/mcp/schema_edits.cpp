#include "mcp/schema_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>
#include <string_view>

namespace envelint {
namespace {

bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The text with blanks for what strings and comments hold, so that code is found in it and
/// nothing else; of the same length.
std::string codeOnly(std::string_view text) {
  std::string code(text);
  for (size_t i = 0; i < text.size(); ++i) {
    const bool isComment =
        text[i] == '/' && i + 1 < text.size() && (text[i + 1] == '/' || text[i + 1] == '*');
    const bool isString = text[i] == '"' || text[i] == '\'' || text[i] == '`';
    if (!isComment && !isString) {
      continue;
    }
    size_t end = i + 1;
    if (isString) {
      while (end < text.size() && text[end] != text[i]) {
        end += text[end] == '\\' ? 2 : 1;
      }
    } else {
      const std::string_view stop = text[i + 1] == '/' ? "\n" : "*/";
      const size_t found = text.find(stop, i + 2);
      end = found == std::string_view::npos ? text.size() : found + stop.size() - 1;
    }
    const size_t last = std::min(end, text.size());
    std::fill(code.begin() + static_cast<std::ptrdiff_t>(i),
              code.begin() + static_cast<std::ptrdiff_t>(last), ' ');
    i = last;
    if (isString && last < text.size()) {
      code[last] = ' ';
    }
  }
  return code;
}

/// Where a piece of code stands, if it stands there once and not inside a longer word.
std::optional<size_t> findOnce(std::string_view code, std::string_view piece) {
  std::optional<size_t> found;
  for (size_t at = code.find(piece); at != std::string_view::npos; at = code.find(piece, at + 1)) {
    const bool beginsWord = at == 0 || !isWordCharacter(piece[0]) || !isWordCharacter(code[at - 1]);
    if (beginsWord && found) {
      return std::nullopt;
    }
    if (beginsWord) {
      found = at;
    }
  }
  return found;
}

bool holds(std::string_view code, std::string_view piece) {
  return code.find(piece) != std::string_view::npos;
}

/// Behind the bracket that closes the one at `open`; none when it isn't closed.
std::optional<size_t> behindClosing(std::string_view code, size_t open) {
  int depth = 0;
  for (size_t i = open; i < code.size(); ++i) {
    depth += code[i] == '(' ? 1 : code[i] == ')' ? -1 : 0;
    if (depth == 0) {
      return i + 1;
    }
  }
  return std::nullopt;
}

/// The plain number that begins at an offset; empty when something else does.
Range numberAt(std::string_view code, size_t at) {
  while (at < code.size() && std::isspace(static_cast<unsigned char>(code[at])) != 0) {
    ++at;
  }
  size_t end = at;
  while (end < code.size() &&
         (std::isdigit(static_cast<unsigned char>(code[end])) != 0 || code[end] == '_')) {
    ++end;
  }
  // `Number.MAX_SAFE_INTEGER`, `10 * PAGE` are no plain numbers.
  const size_t next = code.find_first_not_of(" \t\r\n", end);
  const bool isWhole =
      next == std::string_view::npos || code[next] == ')' || code[next] == ',' || code[next] == '}';
  return isWhole ? Range{static_cast<uint32_t>(at), static_cast<uint32_t>(end)} : Range{};
}

/// An edit of a definition's text, at offsets in it.
struct Local {
  size_t begin = 0;
  size_t end = 0;
  std::string text;
};

std::optional<Local> replaceNumber(std::string_view code, size_t at, int64_t value) {
  const Range number = numberAt(code, at);
  return number.begin == number.end
             ? std::nullopt
             : std::optional(Local{number.begin, number.end, fmt::format("{}", value)});
}

std::optional<Local> zodMaximum(std::string_view code, int64_t maximum) {
  if (const auto at = findOnce(code, ".max(")) {
    return replaceNumber(code, *at + 5, maximum);
  }
  if (holds(code, ".max(") || holds(code, ".lte(") || holds(code, ".lt(")) {
    return std::nullopt;
  }
  for (const std::string_view number : {"z.number(", "z.coerce.number(", "z.int("}) {
    const auto at = findOnce(code, number);
    const auto end = at ? behindClosing(code, *at + number.size() - 1) : std::nullopt;
    if (end) {
      return Local{*end, *end, fmt::format(".max({})", maximum)};
    }
  }
  return std::nullopt;
}

std::optional<Local> jsonMaximum(std::string_view text, int64_t maximum) {
  // Keys may be quoted here, so the text itself is searched; a comment or a description that holds
  // the same makes it occur twice.
  if (!text.starts_with("{") || holds(text, "aximum")) {
    const auto at = findOnce(text, "maximum");
    const size_t colon = at ? text.find(':', *at) : std::string_view::npos;
    const bool isKey =
        at && colon != std::string_view::npos &&
        text.substr(*at + 7, colon - *at - 7).find_first_not_of("\"' \t") == std::string_view::npos;
    return text.starts_with("{") && isKey ? replaceNumber(text, colon + 1, maximum) : std::nullopt;
  }
  std::optional<Local> edit;
  for (const std::string_view type : {"\"number\"", "\"integer\"", "'number'", "'integer'"}) {
    const auto at = findOnce(text, type);
    if (!at) {
      continue;
    }
    const std::string_view before = text.substr(0, *at);
    const size_t key = before.find_last_not_of(" \t\r\n:");
    const bool isQuoted =
        key != std::string_view::npos && (before[key] == '"' || before[key] == '\'');
    const size_t word = isQuoted ? key : key + 1;
    if (edit || key == std::string_view::npos || word < 4 || before.substr(word - 4, 4) != "type" ||
        !holds(before.substr(key), ":")) {
      return std::nullopt;
    }
    size_t end = *at + type.size();
    if (text.substr(end).starts_with(" as const")) {
      end += 9;
    }
    const std::string quote = isQuoted ? std::string(1, before[key]) : "";
    edit = Local{end, end, fmt::format(", {}maximum{}: {}", quote, quote, maximum)};
  }
  return edit;
}

/// `{{"type", "integer"}, ...}`: a pair behind the type's.
std::optional<Local> nlohmannMaximum(std::string_view text, int64_t maximum) {
  if (!text.starts_with("{") || holds(text, "aximum")) {
    return std::nullopt;
  }
  for (const std::string_view type : {"{\"type\", \"integer\"}", "{\"type\", \"number\"}"}) {
    if (const auto at = findOnce(text, type)) {
      const size_t end = *at + type.size();
      return Local{end, end, fmt::format(", {{\"maximum\", {}}}", maximum)};
    }
  }
  return std::nullopt;
}

std::optional<Local> typeBoxMaximum(std::string_view code, int64_t maximum) {
  if (holds(code, "aximum")) {
    const auto at = findOnce(code, "maximum:");
    return at ? replaceNumber(code, *at + 8, maximum) : std::nullopt;
  }
  for (const std::string_view number : {"Type.Number(", "Type.Integer("}) {
    const auto at = findOnce(code, number);
    if (!at) {
      continue;
    }
    const size_t inside = code.find_first_not_of(" \t\r\n", *at + number.size());
    if (inside != std::string_view::npos && code[inside] == ')') {
      return Local{inside, inside, fmt::format("{{ maximum: {} }}", maximum)};
    }
    if (inside != std::string_view::npos && code[inside] == '{') {
      return Local{inside + 1, inside + 1, fmt::format(" maximum: {},", maximum)};
    }
  }
  return std::nullopt;
}

std::optional<Edit> placed(const CodePlace& base, const std::optional<Local>& local) {
  if (!local) {
    return std::nullopt;
  }
  const uint32_t begin = base.range.begin;
  return Edit{
      base.file,
      {begin + static_cast<uint32_t>(local->begin), begin + static_cast<uint32_t>(local->end)},
      local->text};
}

}  // namespace

std::optional<Edit> editMaximum(const SchemaParameter& parameter, int64_t maximum) {
  const double limit = static_cast<double>(maximum);
  const bool fits = parameter.defaultNumber.value_or(0) <= limit &&
                    (!parameter.hasDefault || parameter.defaultNumber.has_value()) &&
                    !(parameter.minimum.value_or(0) > limit);
  if (!parameter.definition || !fits || parameter.type != ParameterType::kNumber) {
    return std::nullopt;
  }
  const std::string_view text = parameter.definition.file->text(parameter.definition.range);
  const std::string code = codeOnly(text);
  switch (parameter.dialect) {
    case SchemaDialect::kZod:
      return placed(parameter.definition, zodMaximum(code, maximum));
    case SchemaDialect::kNlohmann:
      return placed(parameter.definition, nlohmannMaximum(text, maximum));
    case SchemaDialect::kJsonText:
    case SchemaDialect::kJsonSchema:
      return placed(parameter.definition, jsonMaximum(text, maximum));
    case SchemaDialect::kTypeBox:
      return placed(parameter.definition, typeBoxMaximum(code, maximum));
    default:
      return std::nullopt;
  }
}

std::optional<Edit> editDefault(const SchemaParameter& parameter, int64_t value) {
  if (!parameter.defaultPlace || parameter.minimum.value_or(0) > static_cast<double>(value)) {
    return std::nullopt;
  }
  const std::string_view text = parameter.defaultPlace.file->text(parameter.defaultPlace.range);
  const Range number = numberAt(text, 0);
  // The whole of it: a name may be another parameter's default too.
  return number.end == text.size() && !text.empty()
             ? std::optional(Edit{parameter.defaultPlace.file, parameter.defaultPlace.range,
                                  fmt::format("{}", value)})
             : std::nullopt;
}

}  // namespace envelint
