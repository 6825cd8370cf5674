#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

#include "program/nodes.h"
#include "source/range.h"

namespace envelint::cpp {

/// A node of a C++ syntax tree, laid out in preorder like the one of the TypeScript reader: the
/// first child is the next element, the next sibling is `size` elements on. Type and field names
/// are the grammar's own and live as long as the program.
struct Node {
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t size = 1;  ///< nodes in the subtree, this one included
  bool isNamed = false;
  std::string_view type;
  std::string_view field;  ///< the child's role in its parent; empty without one

  Range range() const { return {begin, end}; }
  bool is(std::string_view wanted) const { return type == wanted; }
  const Node* after() const { return this + size; }

  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = Node;
    explicit Iterator(const Node* at) : at_(at) {}
    const Node& operator*() const { return *at_; }
    Iterator& operator++() {
      at_ = at_->after();
      return *this;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    const Node* at_;
  };
  struct Children {
    const Node* first;
    const Node* last;
    Iterator begin() const { return Iterator(first); }
    Iterator end() const { return Iterator(last); }
  };
  Children children() const { return {this + 1, after()}; }

  /// The first child in that role, or null.
  const Node* in(std::string_view role) const;
  /// The first child of that type, or null.
  const Node* child(std::string_view wanted) const;
  /// The n-th named child, from 0; null past the last.
  const Node* named(uint32_t n) const;
};

/// What tree-sitter-cpp makes of a text. Comments are listed apart.
class SyntaxTree {
 public:
  /// Gives up, leaving `root()` null, on a text that costs the parser far more than honest ones do.
  explicit SyntaxTree(std::string_view text);

  const Node* root() const { return nodes_.empty() ? nullptr : nodes_.data(); }
  const std::vector<Comment>& comments() const { return comments_; }
  /// Where the parser had to skip text or to invent some, in the order of the text.
  const std::vector<Range>& errors() const { return errors_; }

 private:
  std::vector<Node> nodes_;
  std::vector<Comment> comments_;
  std::vector<Range> errors_;
};

}  // namespace envelint::cpp
