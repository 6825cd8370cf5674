#include "sql/scanner.h"

namespace envelint::sql {

// Follows a condition of WHERE, ON or QUALIFY token by token, as far as it is comparisons that AND
// joins: that is enough to see `id = $1`, `ROWNUM <= 10` and `ON u.id = o.user_id`.
void Scanner::track(Frame& f) {
  Condition& c = f.condition;
  const bool skips = c.skipsWord;
  c.skipsWord = false;
  Side& side = c.comparison == 0 ? c.left : c.right;
  switch (token_.kind) {
    case TokenKind::kWord:
      if (!skips) {
        trackWord(f);
      }
      return;
    case TokenKind::kName:
      trackName(c);
      return;
    case TokenKind::kString:
    case TokenKind::kNumber:
    case TokenKind::kPlaceholder:
    case TokenKind::kQuestion:
    case TokenKind::kHole:
      if (side.kind == Side::kNone ||
          (side.kind == Side::kPath && token_.kind == TokenKind::kString)) {
        side.kind = Side::kValue;
      } else if (side.kind == Side::kPath) {
        side.kind = Side::kOther;
      }
      return;
    case TokenKind::kDot:
      c.afterDot = true;
      return;
    case TokenKind::kCast:
      c.skipsWord = true;
      return;
    case TokenKind::kCompare:
      if (c.comparison == 0 && c.left.kind != Side::kNone) {
        c.comparison = token_.symbol;
      } else {
        side.kind = Side::kOther;
      }
      return;
    case TokenKind::kOpen:
      if (side.kind == Side::kPath) {
        const std::string_view name = text(side.column);
        const bool isRownum = &side == &c.left && equalsNoCase(name, "rownum");
        const bool isQuantified =
            equalsNoCase(name, "any") || equalsNoCase(name, "all") || equalsNoCase(name, "some");
        if (!isRownum) {
          // A call: as good as a value on the right, and no column on the left.
          side.kind = &side == &c.right && !isQuantified && token_.symbol == '(' ? Side::kValue
                                                                                 : Side::kOther;
        }
      } else if (side.kind == Side::kNone && &side == &c.right) {
        side.kind = Side::kValue;
      }
      return;
    case TokenKind::kOperator:
      if (side.kind == Side::kPath || side.kind == Side::kRowNumber) {
        side.kind = Side::kOther;
      }
      return;
    default:
      side.kind = Side::kOther;
  }
}

void Scanner::trackWord(Frame& f) {
  Condition& c = f.condition;
  if (c.afterDot) {
    trackName(c);
    return;
  }
  Side& side = c.comparison == 0 ? c.left : c.right;
  if (token_.keyword == Keyword::kCase) {
    ++c.caseDepth;
    side.kind = Side::kOther;
    return;
  }
  if (c.caseDepth > 0) {
    c.caseDepth -= token_.keyword == Keyword::kEnd ? 1 : 0;
    return;
  }
  switch (token_.keyword) {
    case Keyword::kAnd:
      if (c.betweenIsOpen) {
        c.betweenIsOpen = false;
      } else {
        closeComparison(f);
      }
      return;
    case Keyword::kOr:
    case Keyword::kXor:
      closeComparison(f);
      c.either = true;
      return;
    case Keyword::kBetween:
      c.betweenIsOpen = true;
      if (c.comparison == 0 && c.left.kind == Side::kPath) {
        c.comparison = 'b';
      } else {
        side.kind = Side::kOther;
      }
      return;
    case Keyword::kNull:
    case Keyword::kTrue:
    case Keyword::kFalse:
    case Keyword::kInterval:
      side.kind = side.kind == Side::kNone ? Side::kValue : side.kind;
      return;
    case Keyword::kNone:
      trackName(c);
      return;
    default:
      break;
  }
  if (has(token_.keyword, kInfix | kPrefix | kReserved)) {
    // IN, LIKE, IS, NOT: no comparison of interest. COLLATE may stand behind the right side.
    if (&side == &c.left || side.kind == Side::kNone) {
      side.kind = Side::kOther;
    }
    return;
  }
  trackName(c);
}

void Scanner::trackName(Condition& c) {
  Side& side = c.comparison == 0 ? c.left : c.right;
  if (c.afterDot && side.kind == Side::kPath) {
    side.qualifier = side.column;
    side.column = token_.span;
  } else if (side.kind == Side::kNone) {
    side.kind = Side::kPath;
    side.column = token_.span;
    side.qualifier = {};
  } else if (side.kind == Side::kPath) {
    side.kind = Side::kOther;
  }
  c.afterDot = false;
}

void Scanner::closeComparison(Frame& f) {
  Condition& c = f.condition;
  if (c.comparison != 0) {
    judgePath(f, c.left, c.right, false);
    if (c.comparison != 'b') {
      judgePath(f, c.right, c.left, true);
    }
  }
  c.left = Side();
  c.right = Side();
  c.comparison = 0;
  c.betweenIsOpen = false;
  c.afterDot = false;
}

// What a comparison of a column says; `mirrored` if the column stands on the right.
void Scanner::judgePath(Frame& f, const Side& path, const Side& other, bool mirrored) {
  if (path.kind != Side::kPath && path.kind != Side::kRowNumber) {
    return;
  }
  const Query* query = frames_[f.query].q;
  if (query == nullptr) {
    return;
  }
  Condition& c = f.condition;
  const bool isEqual = c.comparison == '=';
  const bool isAbove = isEqual || c.comparison == 'b' || c.comparison == (mirrored ? '>' : '<');
  const std::string_view column = unquoted(text(path.column));
  const std::string_view qualifier = unquoted(text(path.qualifier));
  const auto isOf = [&](const Item& item) {
    return equalsNoCase(qualifier, unquoted(text(item.alias.empty() ? item.name : item.alias)));
  };
  if (query->clause == Clause::kOn) {
    // Of what a subquery or a function gives, no name tells that it is unique.
    c.joinsByKey |= isEqual && query->item.isTable && !query->item.isFunction &&
                    isOf(query->item) &&
                    isSqlKeyColumn(column, text(query->item.fullName), options_);
    return;
  }
  if (other.kind != Side::kValue) {
    return;
  }
  const Item& first = query->branch.first;
  const bool isOfFirst = qualifier.empty() || isOf(first);
  if (query->clause == Clause::kQualify) {
    c.cutsRows |= isAbove && (path.kind == Side::kRowNumber ||
                              equalsNoCase(column, unquoted(text(query->branch.rowNumber))));
    return;
  }
  c.pinsKey |= isEqual && isOfFirst && isSqlKeyColumn(column, text(first.fullName), options_);
  const bool mayHaveRownum = options_.dialect == SqlDialect::kAny ||
                             options_.dialect == SqlDialect::kOracle ||
                             options_.dialect == SqlDialect::kMysql;
  c.cutsRows |= isAbove && mayHaveRownum && qualifier.empty() && equalsNoCase(column, "rownum");
  c.pages |= isAbove && isOfFirst && !first.rowNumber.empty() &&
             equalsNoCase(column, unquoted(text(first.rowNumber)));
}

void Scanner::onConditionClosed(Frame& around, const Frame& child) {
  if (child.role != Frame::kCondition) {
    return;
  }
  Condition& c = around.condition;
  if (!child.condition.either) {
    c.pinsKey |= child.condition.pinsKey;
    c.cutsRows |= child.condition.cutsRows;
    c.joinsByKey |= child.condition.joinsByKey;
    c.pages |= child.condition.pages;
  }
  c.left.kind = Side::kOther;
}

void Scanner::resolveCondition(Frame& f) {
  Query& q = *f.q;
  const Condition& c = f.condition;
  if (c.either) {
    return;
  }
  if (q.clause == Clause::kOn) {
    q.item.joinsByKey |= c.joinsByKey;
    return;
  }
  q.branch.pinsKey |= c.pinsKey;
  q.branch.isPaged |= c.pages;
  if (c.cutsRows) {
    q.branch.isCut = true;
    q.branch.reason = SqlReason::kLimit;
  }
}

}  // namespace envelint::sql
