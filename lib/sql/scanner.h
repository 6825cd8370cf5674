#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>
#include <type_traits>
#include <vector>

#include "sql/bounds.h"
#include "sql/frame.h"
#include "sql/lexer.h"

namespace envelint::sql {

/// Reads a text once, token by token, with a stack of open parentheses, and judges its statements.
/// The members are spread over files by what they read; the order here is that of the files.
class Scanner {
 public:
  /// `backslashes`: see Lexer.
  Scanner(std::string_view text, const SqlOptions& options, bool backslashes);

  /// To be called once.
  SqlBounds run();
  bool sawEscapedQuote() const { return lexer_.sawEscapedQuote(); }

 private:
  using WithStage = Query::WithStage;

  // scanner.cpp: tokens, parentheses and statements.
  void advance();
  void step();
  bool nextIs(Keyword keyword) const { return next_.keyword == keyword; }
  bool nextIsOperand() const;
  Frame& top() { return frames_[depth_ - 1]; }
  void push(Frame::Role role);
  void close();
  void onSkip(Frame& f);
  void giveUp(SqlReason reason);
  void beginStatement();
  void endStatement();
  void startAnother();
  void judge(const Frame& f);
  void fold(SqlBounds verdict);
  bool readsCatalogueOnly() const;
  SqlBounds answer();
  std::string_view text(Span span) const { return span.in(text_); }

  // scanner_start.cpp: what a statement or a parenthesis begins with.
  void onStart(Frame& f);
  void startStatement(Frame& f);
  void startQuery(Frame& f);
  void startChange(Frame& f);
  void startWithHole(Frame& f);

  // scanner_utility.cpp: statements that give no rows, mostly.
  bool isUtilityShape() const;
  void startUtility(Frame& f);
  void onUtilityWord(Frame& f);

  // scanner_with.cpp: what stands before a query's SELECT: WITH, and the head of INSERT.
  void onWith(Frame& f);
  void onWithWord(Frame& f);
  bool onInserted(Frame& f);
  void onInsertWord(Frame& f);

  // scanner_query.cpp: the tokens of a query, and its branches.
  void onQuery(Frame& f);
  void noteHole(Query& q);
  void onToken(Frame& f);
  void onWord(Frame& f);
  bool onModifier(Frame& f);
  void onLenient(Frame& f);
  bool onSetOperator(Frame& f);
  void onBranch(Frame& f);

  // scanner_clauses.cpp: from one clause to the next. Each of the functions that begin with `on`
  // looks at a word behind an operand and tells whether it made something of it.
  void leave(Frame& f);
  bool enter(Frame& f, Clause clause);
  bool onClause(Frame& f);
  bool onGroupBy(Frame& f);
  bool onOrderBy(Frame& f);
  bool onConnectBy(Frame& f);
  bool mayEndWithoutSemicolon(const Query& q) const;
  void onSelectBehind(Frame& f);
  bool onChangeWord(Frame& f);
  bool onInto(Frame& f);
  bool onTailWord(Frame& f);
  bool onWithBehind(Frame& f);

  // scanner_limit.cpp: LIMIT, FETCH, TOP and their like.
  bool onLimitWord(Frame& f);
  bool onWordOfLimit(Frame& f);
  void onLimitOperand(Frame& f);
  void beginTop(Frame& f);
  bool onTop(Frame& f);

  // scanner_from.cpp: the items of FROM.
  void beginFrom(Frame& f);
  void beginItem(Frame& f);
  void finishItem(Frame& f);
  bool onFromWord(Frame& f);
  bool onItemHint(Frame& f);
  bool onTemporal(Frame& f);
  bool onReshaping(Frame& f);
  bool onJoinWord(Frame& f);
  void beginJoin(Frame& f);
  bool onJoinCondition(Frame& f);
  void onItemName(Frame& f);
  void onItemClosed(Frame& f, const Frame& child);
  void recordTable(const Frame& f, const Item& item);
  void recordCommonTable(Frame& f, const Frame& child);
  bool isOwnCommonTable(std::string_view name) const;

  // scanner_expression.cpp: operands, operators, aliases.
  bool readsLikeProse(const Frame& f) const;
  void onOperand(Frame& f);
  bool isQuantifier() const;
  void onListWord(Frame& f);
  void onAlias(Frame& f);
  void onBehindOperand(Frame& f);
  void onHole(Frame& f);
  void onOperator(Frame& f);
  void onComma(Frame& f);

  // scanner_words.cpp: keywords in expressions.
  bool onInfix(Frame& f);
  void onIs(Frame& f);
  bool onNot(Frame& f);
  bool onPredicate(Frame& f);
  bool onSortWord(Frame& f);
  bool onCallWord(Frame& f);
  bool onOperandPart(Frame& f);
  bool onOperandWord(Frame& f);
  bool onSourceWord(Frame& f);
  bool onLimitStart(Frame& f);

  // scanner_groups.cpp: parentheses and calls.
  void onOpen(Frame& f);
  void onClosed(Frame& f, const Frame& child);
  void onBranchClosed(Frame& f, const Frame& child);
  void onWindowClosed(Frame& f, const Frame& child);
  void onGroup(Frame& f);
  void openInGroup(Frame& f, Span callee);
  void onCallClosed(Frame& around, const Frame& child);
  void settle(Frame& f);
  void confirm(Frame& f, FunctionKind kind);

  // scanner_condition.cpp: comparisons joined by AND.
  void track(Frame& f);
  void trackWord(Frame& f);
  void trackName(Condition& c);
  void closeComparison(Frame& f);
  void judgePath(Frame& f, const Side& path, const Side& other, bool mirrored);
  void onConditionClosed(Frame& around, const Frame& child);
  void resolveCondition(Frame& f);

  // scanner_rows.cpp: how many rows it all makes.
  Rows branchRows(Frame& f);
  Rows constantRows(Frame& f);
  void finishBranch(Frame& f);
  static void combineUnion(Query& q);
  void finishQuery(Frame& f);

  static constexpr size_t kMaxDepth = 256;
  /// Queries within one another; what is deeper isn't looked into.
  static constexpr size_t kMaxQueries = 32;
  static constexpr size_t kMaxCommonTables = 64;

  struct CommonTable {
    Span name;
    Rows rows = Rows::kAll;
    SqlReason reason = SqlReason::kNotUnderstood;
    Span rowNumber;
  };

  std::string_view text_;
  const SqlOptions& options_;
  Lexer lexer_;
  TokenKind before_ = TokenKind::kEnd;  ///< of the token before
  Token token_;
  Token next_;

  /// Room for values that are made when they are needed, as making all would take longer than a
  /// usual statement does.
  template <typename T, size_t kSize>
  class Room {
   public:
    T& make(size_t i) { return *new (storage_ + i * sizeof(T)) T(); }
    T& operator[](size_t i) {
      return *std::launder(reinterpret_cast<T*>(storage_ + i * sizeof(T)));
    }
    const T& operator[](size_t i) const {
      return *std::launder(reinterpret_cast<const T*>(storage_ + i * sizeof(T)));
    }

   private:
    static_assert(std::is_trivially_destructible_v<T>);
    alignas(T) std::byte storage_[kSize * sizeof(T)];
  };

  Room<Frame, kMaxDepth> frames_;
  size_t depth_ = 0;
  Room<Query, kMaxQueries> queries_;
  size_t queryDepth_ = 0;
  Room<CommonTable, kMaxCommonTables> commonTables_;
  uint16_t commonTableCount_ = 0;
  bool hidesCommonTables_ = false;  ///< there are more, unknown ones

  // The statement that is being read.
  uint32_t statementBegin_ = 0;
  Token verb_;
  bool hasEvidence_ = false;  ///< of being SQL: what no sentence has
  bool hasInnerLimit_ = false;
  bool watchesSelect_ = false;  ///< a SELECT inside would be another statement
  bool utilityReturns_ = false;
  bool awaitsRowCount_ = false;  ///< in SET ROWCOUNT, before the number
  bool isWhole_ = true;          ///< what tells the statement from a sentence was there
  std::vector<SqlTable> tables_;

  // The text.
  bool hasFailed_ = false;
  SqlReason failure_ = SqlReason::kEmpty;
  bool looksLikeSql_ = true;
  bool hasRowCount_ = false;  ///< T-SQL's SET ROWCOUNT n bounds what comes after
  bool hasVerdict_ = false;
  SqlBounds result_;
};

}  // namespace envelint::sql
