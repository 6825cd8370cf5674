#pragma once

// Whether an answer tells its caller that rows are missing.

#include <vector>

#include "mcp/answer.h"
#include "mcp/row_trace.h"

namespace envelint {

/// Looks for anything in an answer, at any level, that says so: a next cursor, a flag, a total that
/// was taken before rows were cut, a sentence in a text.
class MoreSignals {
 public:
  /// Both must outlive this.
  MoreSignals(Evaluator& evaluator, const Answer& answer)
      : evaluator_(evaluator), sources_(evaluator), answer_(answer) {}

  /// Whether the answer tells of the rows that are left out at `cut`, a cut or the call that gave
  /// the rows. What isn't understood is taken for telling.
  bool tellOf(ExprRef cut);

  /// Whether a key names a flag or a cursor that says whether there is more.
  static bool isSignalKey(std::string_view key);
  /// Whether a key names a number of rows.
  static bool isCountKey(std::string_view key);

 private:
  bool fieldTells(const AnswerField& field, ExprRef cut);
  bool isClearedAt(ExprRef cut, const AnswerField& field);
  /// Whether the number behind a piece of text is one of days or minutes, by what follows it.
  bool countsTime(const AnswerPiece* piece) const;
  bool pieceTells(const AnswerPiece& piece, ExprRef cut);
  /// Whether a number counts what is left after the cut, or is written in the source.
  bool countsWhatIsLeft(ExprRef expr, const Frame* frame, ExprRef cut, int depth);

  Evaluator& evaluator_;
  Sources sources_;
  const Answer& answer_;
};

}  // namespace envelint
