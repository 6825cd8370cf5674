#pragma once

#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "frontend/typescript/kinds.h"
#include "program/nodes.h"
#include "source/range.h"

namespace envelint::typescript {

/// A node of a `SyntaxTree`. Nodes lie in preorder in one array, so a node's first child is the
/// next element and its next sibling is `size` elements on; the whole subtree is one contiguous
/// stretch.
struct SyntaxNode {
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t size = 1;  ///< nodes in the subtree, this one included
  Kind kind = Kind::kOther;
  bool missing = false;  ///< invented by the parser, which expected it here; empty

  Range range() const { return {begin, end}; }
  bool is(Kind wanted) const { return kind == wanted; }
  /// The element after the subtree.
  const SyntaxNode* after() const { return this + size; }

  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = SyntaxNode;
    explicit Iterator(const SyntaxNode* at) : at_(at) {}
    const SyntaxNode& operator*() const { return *at_; }
    Iterator& operator++() {
      at_ = at_->after();
      return *this;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    const SyntaxNode* at_;
  };
  /// The direct children in the order of the text: nodes, the tokens that matter, and errors.
  struct Children {
    Iterator first;
    Iterator last;
    Iterator begin() const { return first; }
    Iterator end() const { return last; }
  };
  Children children() const { return {Iterator(this + 1), Iterator(after())}; }

  /// The first child of that kind, or null.
  const SyntaxNode* child(Kind wanted) const;
  bool has(Kind wanted) const { return child(wanted) != nullptr; }
  /// The n-th child, from 0, that is neither a token nor an error; null past the last.
  const SyntaxNode* operand(uint32_t n) const;
};

/// What the parser made of a text, without what the lowering doesn't need: punctuation, the pieces
/// of literals, comments (listed apart).
class SyntaxTree {
 public:
  /// Parses the text. Gives up, leaving `root()` null, on a text that costs the parser far more
  /// than any honest one of its size: the limit counts the parser's steps, so that the outcome is
  /// the same on every machine, with a clock as a second line of defence.
  SyntaxTree(std::string_view text, Dialect dialect);

  const SyntaxNode* root() const { return nodes_.empty() ? nullptr : nodes_.data(); }
  /// The nodes of kind `kError`, in the order of the text.
  std::vector<const SyntaxNode*> errorNodes() const;
  /// In the order of the text.
  const std::vector<Comment>& comments() const { return comments_; }
  /// Where the parser had to skip text, or to invent some (then empty), in the order of the text.
  const std::vector<Range>& errors() const { return errors_; }

 private:
  std::vector<SyntaxNode> nodes_;
  std::vector<uint32_t> errorNodes_;
  std::vector<Comment> comments_;
  std::vector<Range> errors_;

  friend class TreeReader;
};

}  // namespace envelint::typescript
