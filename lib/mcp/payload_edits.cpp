#include "mcp/payload_edits.h"

#include <algorithm>
#include <string>

namespace envelint {

std::vector<Edit> wrapInEnvelope(const Payload& payload) {
  const ExprRef rows = payload.expr;
  const ExprOwner owner = rows.module->owner(rows.id);
  const auto* object = rows.module->as<ObjectExpr>(owner.expr());
  const bool isShorthand =
      object != nullptr && std::ranges::any_of(object->properties, [&](const Property& property) {
        return property.kind == PropertyKind::kShorthand && property.value == rows.id;
      });
  if (rows.as<SequenceExpr>() != nullptr || rows.as<SpreadExpr>() != nullptr) {
    return {};
  }
  const CodePlace place = placeOf(rows);
  if (isShorthand) {
    // `{ structuredContent }` has no value of its own to put anything around.
    const std::string name(place.file->text(place.range));
    return {{place.file, {place.range.end, place.range.end}, ": { items: " + name + " }"}};
  }
  // Behind an arrow a brace would begin a block.
  const bool isBody = owner.kind == ExprOwner::Kind::kFunction;
  return {{place.file, {place.range.begin, place.range.begin}, isBody ? "({ items: " : "{ items: "},
          {place.file, {place.range.end, place.range.end}, isBody ? " })" : " }"}};
}

}  // namespace envelint
