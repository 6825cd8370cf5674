#include "mcp/paging_gaps.h"

#include <algorithm>
#include <cctype>

#include "mcp/cursor_origins.h"
#include "mcp/handler_input.h"
#include "mcp/naming.h"

namespace envelint {
namespace {

/// Whether an answer has a cursor anywhere, or says something of one.
bool answersCursor(const Answer& answer) {
  return std::ranges::any_of(answer.fields,
                             [](const AnswerField& field) {
                               const std::string bare = normalizedName(field.key);
                               return bare.find("cursor") != std::string::npos ||
                                      bare.find("token") != std::string::npos ||
                                      bare.find("next") != std::string::npos ||
                                      bare.find("page") != std::string::npos;
                             }) ||
         std::ranges::any_of(answer.pieces, [](const AnswerPiece& piece) {
           std::string text(piece.text);
           std::ranges::transform(text, text.begin(), [](unsigned char c) {
             return static_cast<char>(std::tolower(c));
           });
           return text.find("cursor") != std::string::npos ||
                  text.find("token") != std::string::npos || text.find("next") != std::string::npos;
         });
}

}  // namespace

bool isHandedOut(std::string_view parameter) {
  const std::string bare = normalizedName(parameter);
  return bare.find("cursor") != std::string::npos || bare.find("token") != std::string::npos;
}

bool readsInput(Evaluator& evaluator, const Handler& handler, const AccessPath& path,
                bool ifUnknown) {
  if (!handler) {
    return ifUnknown;
  }
  evaluator.startQuery();
  bool isUsed = false;
  Flow flow(evaluator);
  const bool isWhole = followInput(flow, handler.frame, path, [&](const Use&) {
    isUsed = true;
    return UseAction::kStop;
  });
  return isUsed || (!isWhole && ifUnknown);
}

std::vector<PagingGap> findPagingGaps(Evaluator& evaluator, const Handler& handler,
                                      const InputSchema& schema, const Answer& answer,
                                      const std::vector<LimitParameter>& limits) {
  std::vector<PagingGap> gaps;
  if (!handler || !schema.known || (answer.fields.empty() && answer.rows.empty())) {
    return gaps;
  }
  // A handler of which no parameter is seen to be read gets its input in a way that isn't followed.
  const Function& code = handler.frame->function.module->function(handler.frame->function.id);
  const bool isFollowed =
      code.parameters.empty() ||
      std::ranges::any_of(schema.parameters, [&](const SchemaParameter& parameter) {
        return readsInput(evaluator, handler, {parameter.name}, false);
      });
  bool isContinued = schema.open;
  for (const SchemaParameter& parameter : schema.parameters) {
    isContinued |= isContinuationName(parameter.name) || isDateFilterName(parameter.name) ||
                   !parameter.nested.empty() || parameter.nestedOpen;
    if (!isContinuationName(parameter.name) || !isHandedOut(parameter.name)) {
      continue;
    }
    if (isFollowed && !readsInput(evaluator, handler, {parameter.name})) {
      gaps.push_back({PagingGap::Kind::kCursorUnread, parameter.name, parameter.declaration});
    } else if (readsInput(evaluator, handler, {parameter.name}) && !answer.isOpen &&
               !answer.rows.empty() && !answersCursor(answer)) {
      gaps.push_back({PagingGap::Kind::kNotAnswered, parameter.name, parameter.declaration});
    }
  }
  for (const LimitParameter& limit : limits) {
    const AccessPath path(limit.path.begin(), limit.path.end());
    if (isFollowed && path.size() == 1 && !readsInput(evaluator, handler, path)) {
      gaps.push_back(
          {PagingGap::Kind::kLimitUnread, limit.parameter->name, limit.parameter->declaration});
    }
  }
  for (const AnswerField& field : answer.fields) {
    const bool isNext = normalizedName(field.key).starts_with("next") && isCursorKey(field.key);
    if (isNext && !isContinued && field.value &&
        !evaluator.valueOf(field.value, field.frame)->isNullish()) {
      gaps.push_back({PagingGap::Kind::kNotAccepted, std::string(field.key), field.place});
      break;
    }
  }
  return gaps;
}

}  // namespace envelint
