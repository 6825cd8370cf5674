#pragma once

// What the answers of a tool carry beside and in their payloads' values: rows, named fields, and
// the sentences of a text.

#include <string_view>
#include <vector>

#include "mcp/payload.h"

namespace envelint {

/// A named value of an answer, outside its rows.
struct AnswerField {
  std::string_view key;
  ExprRef value;  ///< read in `frame`; none where the code doesn't show it
  const Frame* frame = nullptr;
  CodePlace place;  ///< of the key
  int depth = 0;    ///< 0: of the payload itself
  /// The object it belongs to is left out on some ways.
  bool isOptional = false;
};

/// Rows of an answer.
struct AnswerRows {
  ExprRef expr;
  const Frame* frame = nullptr;
  std::string_view key;  ///< what they are called in an envelope; empty in a text or a bare array
  /// They are the answer's substance, no list beside others in a report on something.
  bool isMain = false;
  StmtRef loop;  ///< of a text: the loop that makes lines of them, if one does
};

/// A piece of a text: literal text, and the value that is put behind it.
struct AnswerPiece {
  std::string_view text;
  ExprRef hole;  ///< none at the end of a text
  const Frame* frame = nullptr;
  bool isOfRow = false;  ///< it is repeated for each row
};

/// The parts of a tool's answers, all that it may give taken together.
struct Answer {
  std::vector<AnswerField> fields;
  std::vector<AnswerRows> rows;
  std::vector<AnswerPiece> pieces;
  /// Objects whose properties an answer takes over as they are: `{...result}`, or the whole answer.
  std::vector<AnswerRows> taken;
  /// Some part can't be followed, so that nothing may be concluded from what is missing.
  bool isOpen = false;
};

Answer readAnswer(Evaluator& evaluator, const std::vector<Payload>& payloads);

}  // namespace envelint
