#include "mcp/cursor_edits.h"

#include <algorithm>
#include <string>

#include "analysis/syntax.h"
#include "mcp/naming.h"

namespace envelint {
namespace {

/// `encodeCursor`, `encode_page_cursor`, `cursorEncode`: known to the module under this name.
std::string encoderOf(const Bindings& bindings) {
  for (const Binding& binding : bindings.all()) {
    const bool isCallable =
        binding.kind == BindingKind::kFunction || binding.kind == BindingKind::kImport;
    const std::vector<std::string> words = splitName(binding.name);
    const auto has = [&](std::string_view word) {
      return std::ranges::find(words, word) != words.end();
    };
    if (isCallable && !binding.scopeFunction && has("encode") && has("cursor")) {
      return std::string(binding.name);
    }
  }
  return {};
}

}  // namespace

std::vector<Edit> encodeCursorEdits(Evaluator& evaluator, const RawCursor& cursor) {
  if (cursor.way != RawCursor::Way::kField || !cursor.value) {
    return {};
  }
  const Module& module = *cursor.value.module;
  const std::string encoder = encoderOf(evaluator.program().bindings(module));
  const auto* object = module.as<ObjectExpr>(module.owner(cursor.value.id).expr());
  const ExprRef bare = withoutCasts(cursor.value);
  const auto* member = bare.as<MemberExpr>();
  if (encoder.empty() || object == nullptr ||
      (member == nullptr && bare.as<NameExpr>() == nullptr)) {
    return {};
  }
  const CodePlace place = placeOf(cursor.value);
  const std::string text(place.file->text(place.range));
  std::string test = text + " ? " + encoder + "(" + text + ") : undefined";
  if (cursor.isUntested) {
    if (member == nullptr) {
      return {};
    }
    const std::string page(place.file->text(module.range(member->object)));
    test = page + ".isDone ? undefined : " + encoder + "(" + text + ")";
  }
  const bool isShorthand = std::ranges::any_of(object->properties, [&](const Property& property) {
    return property.kind == PropertyKind::kShorthand && property.value == cursor.value.id;
  });
  if (isShorthand) {
    return {{place.file, {place.range.end, place.range.end}, ": " + test}};
  }
  return {{place.file, place.range, test}};
}

}  // namespace envelint
