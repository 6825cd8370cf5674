#include "sql/scanner.h"

#include <utility>

#include "sql/names.h"

namespace envelint::sql {
namespace {

char closerOf(char open) { return open == '(' ? ')' : open == '[' ? ']' : '}'; }

// A verb as a sentence begins: "Select", neither "SELECT" nor "select".
bool isTitle(std::string_view word) {
  return word.size() > 1 && isUpper(word[0]) && isLower(word[1]);
}

}  // namespace

Scanner::Scanner(std::string_view text, const SqlOptions& options, bool backslashes)
    : text_(text), options_(options), lexer_(text, options.dialect, backslashes) {}

void Scanner::advance() {
  before_ = token_.kind;
  token_ = next_;
  // Nothing follows an error: it reaches to the end.
  if (next_.kind != TokenKind::kError) {
    next_ = lexer_.next();
  }
}

bool Scanner::nextIsOperand() const {
  switch (next_.kind) {
    case TokenKind::kName:
    case TokenKind::kString:
    case TokenKind::kNumber:
    case TokenKind::kPlaceholder:
    case TokenKind::kQuestion:
    case TokenKind::kHole:
    case TokenKind::kOpen:
      return true;
    case TokenKind::kWord:
      return !has(next_.keyword, kReserved) || next_.keyword == Keyword::kCase ||
             next_.keyword == Keyword::kNull;
    case TokenKind::kOperator:
      return next_.symbol == '-' || next_.symbol == '+';
    default:
      return false;
  }
}

SqlBounds Scanner::run() {
  next_ = lexer_.next();
  beginStatement();
  while (!hasFailed_) {
    advance();
    if (token_.kind == TokenKind::kEnd) {
      endStatement();
      break;
    }
    step();
  }
  return answer();
}

void Scanner::beginStatement() {
  depth_ = 0;
  queryDepth_ = 0;
  commonTableCount_ = 0;
  hidesCommonTables_ = false;
  verb_ = Token();
  hasEvidence_ = false;
  hasInnerLimit_ = false;
  watchesSelect_ = false;
  awaitsRowCount_ = false;
  utilityReturns_ = false;
  isWhole_ = true;
  tables_.clear();
  push(Frame::kStatement);
}

void Scanner::step() {
  Frame& f = top();
  if (token_.kind == TokenKind::kError) {
    hasFailed_ = true;
    failure_ = lexer_.error();
    return;
  }
  if (f.kind == Frame::kSkip) {
    onSkip(f);
    return;
  }
  if (token_.kind == TokenKind::kSemicolon) {
    endStatement();
    if (!hasFailed_) {
      beginStatement();
    }
    return;
  }
  if (token_.kind == TokenKind::kClose) {
    close();
    return;
  }
  switch (f.kind) {
    case Frame::kStart:
      onStart(f);
      break;
    case Frame::kQuery:
      onQuery(f);
      break;
    default:
      onGroup(f);
  }
}

void Scanner::push(Frame::Role role) {
  if (depth_ == kMaxDepth) {
    hasFailed_ = true;
    failure_ = SqlReason::kTooDeep;
    return;
  }
  Frame& f = frames_.make(depth_++);
  f.role = role;
  f.open = token_.symbol;
  const bool mayBeQuery = role == Frame::kStatement || role == Frame::kBranch ||
                          role == Frame::kSource || role == Frame::kCommonTable;
  if (!mayBeQuery) {
    f.kind = Frame::kGroup;
    f.query = depth_ > 1 ? frames_[depth_ - 2].query : 0;
  } else if (queryDepth_ == kMaxQueries) {
    f.kind = Frame::kSkip;
    f.rows = Rows::kUnknown;
  } else {
    f.query = static_cast<uint16_t>(depth_ - 1);
    f.q = &queries_.make(queryDepth_++);
    f.q->commonTablesBefore = commonTableCount_;
  }
}

void Scanner::close() {
  Frame& f = top();
  if (depth_ == 1 || (f.kind != Frame::kSkip && closerOf(f.open) != token_.symbol)) {
    hasFailed_ = true;
    failure_ = SqlReason::kNotUnderstood;
    return;
  }
  if (f.kind == Frame::kQuery) {
    finishQuery(f);
  } else if (f.kind == Frame::kGroup) {
    settle(f);
    closeComparison(f);
  }
  if (f.q != nullptr) {
    commonTableCount_ = f.q->commonTablesBefore;
    --queryDepth_;
  }
  --depth_;
  Frame& around = top();
  if (around.kind == Frame::kGroup) {
    around.lastWord = {};
    onCallClosed(around, f);
    onConditionClosed(around, f);
  } else {
    onClosed(around, f);
  }
}

// What can't be understood inside a subquery makes that subquery's rows unknown, and no more.
void Scanner::giveUp(SqlReason reason) {
  Frame& f = top();
  if (depth_ == 1) {
    hasFailed_ = true;
    failure_ = reason;
    return;
  }
  f.kind = Frame::kSkip;
  f.isQuery = true;
  f.rows = Rows::kUnknown;
  f.reason = reason;
  f.skipDepth = 0;
  // The token that wasn't understood may itself open a parenthesis.
  if (token_.kind == TokenKind::kOpen) {
    ++f.skipDepth;
  }
}

void Scanner::onSkip(Frame& f) {
  const bool isStatement = depth_ == 1;
  switch (token_.kind) {
    case TokenKind::kOpen:
      hasEvidence_ |= !token_.spaced;
      ++f.skipDepth;
      return;
    case TokenKind::kCompare:
    case TokenKind::kPlaceholder:
    case TokenKind::kQuestion:
      hasEvidence_ = true;
      [[fallthrough]];
    case TokenKind::kNumber:
    case TokenKind::kHole:
      if (awaitsRowCount_) {
        hasRowCount_ = text(token_.span) != "0";
        awaitsRowCount_ = false;
      }
      return;
    case TokenKind::kClose:
      if (f.skipDepth > 0) {
        --f.skipDepth;
      } else {
        close();
      }
      return;
    case TokenKind::kSemicolon:
      if (f.blockDepth > 0) {
        return;
      }
      endStatement();
      if (!hasFailed_) {
        beginStatement();
      }
      return;
    case TokenKind::kWord:
      hasEvidence_ |= text(token_.span).find('_') != std::string_view::npos;
      if (isStatement && f.skipDepth == 0) {
        onUtilityWord(f);
      }
      return;
    default:
      return;
  }
}

void Scanner::endStatement() {
  Frame& f = top();
  if (depth_ > 1 || (f.kind == Frame::kSkip && (f.skipDepth > 0 || f.blockDepth > 0))) {
    hasFailed_ = true;
    failure_ = SqlReason::kIncomplete;
    return;
  }
  if (f.kind == Frame::kStart) {
    return;
  }
  if (f.kind == Frame::kQuery) {
    finishQuery(f);
    if (hasFailed_) {
      return;
    }
  }
  const std::string_view verb = text(verb_.span);
  const bool isEnglish = has(verb_.keyword, kEnglish);
  const bool isDoubtful = isTitle(verb) || !isWhole_ || (isEnglish && !shouts(verb));
  if (isDoubtful && (!hasEvidence_ || (isEnglish && isTitle(verb)))) {
    hasFailed_ = true;
    failure_ = SqlReason::kNotSql;
    return;
  }
  looksLikeSql_ &= shouts(verb) || (hasEvidence_ && !isEnglish);
  judge(f);
}

// token_ begins another statement, with no semicolon before it.
void Scanner::startAnother() {
  endStatement();
  if (!hasFailed_) {
    beginStatement();
    onStart(top());
  }
}

void Scanner::judge(const Frame& f) {
  const bool isChange = f.kind == Frame::kQuery && f.q->verb != Verb::kSelect;
  const bool givesRows =
      f.kind == Frame::kSkip ? utilityReturns_ : !f.q->hasInto && (!isChange || f.q->isReturning);
  SqlBounds verdict;
  verdict.reason = f.reason;
  if (!givesRows) {
    verdict.bound = SqlBound::kNotRows;
    verdict.reason = SqlReason::kNoRows;
  } else if (hasRowCount_ && f.rows != Rows::kFew) {
    verdict.bound = SqlBound::kBounded;
    verdict.reason = SqlReason::kLimit;
  } else if (f.rows == Rows::kUnknown) {
    hasFailed_ = true;
    failure_ = f.reason;
    return;
  } else if (f.rows == Rows::kFew) {
    verdict.bound = SqlBound::kBounded;
  } else {
    verdict.bound = SqlBound::kUnbounded;
    verdict.isKeyLookup = f.rows == Rows::kKey;
  }
  verdict.isCatalogue = readsCatalogueOnly();
  fold(std::move(verdict));
}

// Of several statements the worst stands, the first of those.
void Scanner::fold(SqlBounds verdict) {
  const auto weight = [](const SqlBounds& one) {
    switch (one.bound) {
      case SqlBound::kUnbounded:
        return one.isKeyLookup || one.isCatalogue ? 3 : 4;
      case SqlBound::kBounded:
        return 2;
      default:
        return 1;
    }
  };
  if (hasVerdict_ && weight(verdict) <= weight(result_)) {
    return;
  }
  hasVerdict_ = true;
  verdict.begin = statementBegin_;
  verdict.tables.swap(tables_);
  result_ = std::move(verdict);
}

bool Scanner::readsCatalogueOnly() const {
  bool any = false;
  for (const SqlTable& table : tables_) {
    if (table.isFunction && isUnfoldingFunction(table.name)) {
      continue;
    }
    if (!isSqlCatalogue(table, options_)) {
      return false;
    }
    any = true;
  }
  return any;
}

SqlBounds Scanner::answer() {
  if (!hasFailed_ && hasVerdict_) {
    result_.looksLikeSql = looksLikeSql_;
    return std::move(result_);
  }
  SqlBounds undecided;
  undecided.reason = hasFailed_ ? failure_ : SqlReason::kEmpty;
  undecided.begin = statementBegin_;
  undecided.isCatalogue = readsCatalogueOnly();
  undecided.tables.swap(tables_);
  const bool isKnown = failure_ == SqlReason::kHole || failure_ == SqlReason::kIncomplete;
  undecided.looksLikeSql =
      hasFailed_ && isKnown && looksLikeSql_ && (shouts(text(verb_.span)) || hasEvidence_);
  return undecided;
}

}  // namespace envelint::sql
