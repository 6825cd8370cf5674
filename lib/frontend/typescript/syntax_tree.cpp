#include "frontend/typescript/syntax_tree.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "frontend/typescript/parser_memory.h"

namespace envelint::typescript {

const SyntaxNode* SyntaxNode::child(Kind wanted) const {
  for (const SyntaxNode& node : children()) {
    if (node.kind == wanted) {
      return &node;
    }
  }
  return nullptr;
}

const SyntaxNode* SyntaxNode::operand(uint32_t n) const {
  for (const SyntaxNode& node : children()) {
    if (isToken(node.kind) || node.kind == Kind::kError) {
      continue;
    }
    if (n == 0) {
      return &node;
    }
    --n;
  }
  return nullptr;
}

namespace {

// What the parser may cost. None of 21,899 real files (244 MB) took more than 2 steps for a byte of
// text, read a byte more than 7 times, or asked for more than 72 bytes of memory for a byte of text
// and 8 KB beyond; a list of a million names of one letter takes 8 steps and 325 bytes. Of the
// hostile texts that were tried, none of 4 MB kept a core busy for more than 15 seconds.
constexpr uint64_t kFreeSteps = 200'000;
constexpr uint64_t kStepsPerByte = 12;
constexpr uint64_t kFreeReads = uint64_t{4} << 20;
constexpr uint64_t kReadsPerByte = 64;
constexpr uint64_t kFreeMemory = uint64_t{32} << 20;
constexpr uint64_t kMemoryPerByte = 350;
constexpr std::chrono::seconds kMaxTime{30};

/// The core asks whether to go on after this many of its steps.
constexpr uint64_t kStepsPerTick = 100;
/// The text is handed out in pieces, which shows how often the parser reads it over.
constexpr uint32_t kPieceBytes = 4096;

struct ParseJob {
  std::string_view text;
  const TSLanguage* language = nullptr;
  uint64_t steps = 0;
  uint64_t reads = 0;
  std::chrono::steady_clock::time_point deadline;
  TSTree* tree = nullptr;

  bool isOverBudget() const {
    return steps > kFreeSteps + kStepsPerByte * text.size() ||
           reads > kFreeReads + kReadsPerByte * text.size();
  }
};

const char* readPiece(void* payload, uint32_t offset, TSPoint, uint32_t* size) {
  auto* job = static_cast<ParseJob*>(payload);
  const auto end = static_cast<uint32_t>(job->text.size());
  *size = offset < end ? std::min(kPieceBytes, end - offset) : 0;
  job->reads += *size;
  return offset < end ? job->text.data() + offset : "";
}

bool shouldStop(TSParseState* state) {
  auto* job = static_cast<ParseJob*>(state->payload);
  job->steps += kStepsPerTick;
  return job->isOverBudget() || std::chrono::steady_clock::now() > job->deadline;
}

void parse(void* argument) {
  auto* job = static_cast<ParseJob*>(argument);
  TSParser* parser = ts_parser_new();
  if (!ts_parser_set_language(parser, job->language)) {
    return;
  }
  const TSInput input{job, readPiece, TSInputEncodingUTF8, nullptr};
  job->tree = ts_parser_parse_with_options(parser, nullptr, input, {job, shouldStop});
}

/// Whether the tokens of a node of this kind say something that its other children don't.
bool wantsTokens(Kind kind) {
  switch (kind) {
    case Kind::kAmbientDeclaration:
    case Kind::kArray:
    case Kind::kArrayPattern:
    case Kind::kArrowFunction:
    case Kind::kAsExpression:
    case Kind::kAssignmentExpression:
    case Kind::kAugmentedAssignmentExpression:
    case Kind::kBinaryExpression:
    case Kind::kCallExpression:
    case Kind::kExportSpecifier:
    case Kind::kExportStatement:
    case Kind::kForInStatement:
    case Kind::kFunctionDeclaration:
    case Kind::kFunctionExpression:
    case Kind::kGeneratorFunction:
    case Kind::kGeneratorFunctionDeclaration:
    case Kind::kImportSpecifier:
    case Kind::kImportStatement:
    case Kind::kLexicalDeclaration:
    case Kind::kMethodDefinition:
    case Kind::kMethodSignature:
    case Kind::kPropertySignature:
    case Kind::kPublicFieldDefinition:
    case Kind::kRequiredParameter:
    case Kind::kOptionalParameter:
    case Kind::kTypeArguments:
    case Kind::kUnaryExpression:
    case Kind::kUpdateExpression:
    case Kind::kYieldExpression:
      return true;
    default:
      return false;
  }
}

/// Kinds whose children are read from the text instead.
bool isRead(Kind kind) {
  return kind == Kind::kString || kind == Kind::kRegex || kind == Kind::kPredefinedType ||
         kind == Kind::kMetaProperty || kind == Kind::kImport;
}

}  // namespace

/// Copies a parser's tree into a `SyntaxTree`.
class TreeReader {
 public:
  TreeReader(SyntaxTree& target, const Grammar& grammar, std::string_view text)
      : target_(target), grammar_(grammar), text_(text) {
    for (size_t kind = 0; kind < wantsTokens_.size(); ++kind) {
      wantsTokens_[kind] = wantsTokens(static_cast<Kind>(kind));
    }
  }

  void read(TSNode root) {
    cursor_ = ts_tree_cursor_new(root);
    while (true) {
      const TSNode node = ts_tree_cursor_current_node(&cursor_);
      if (enter(node) && ts_tree_cursor_goto_first_child(&cursor_)) {
        open_.push_back(static_cast<uint32_t>(target_.nodes_.size() - 1));
        continue;
      }
      contentEnd_ = isComment_ ? contentEnd_ : ts_node_end_byte(node);
      while (!ts_tree_cursor_goto_next_sibling(&cursor_)) {
        if (open_.empty()) {
          return;
        }
        ts_tree_cursor_goto_parent(&cursor_);
        close();
      }
    }
  }

 private:
  /// Notes the node; whether its children are to be read too, in which case it is the last in the
  /// list of nodes.
  bool enter(TSNode node) {
    isComment_ = false;
    const Kind kind = grammar_.kind(ts_node_symbol(node));
    const Range range{ts_node_start_byte(node), ts_node_end_byte(node)};
    const bool missing = ts_node_is_missing(node);
    if (missing) {
      addError(range);
    }
    if (isToken(kind)) {
      if (kind != Kind::kDropped && !missing && wantsTokens_[static_cast<size_t>(parentKind())]) {
        target_.nodes_.push_back({range.begin, range.end, 1, kind, false});
      }
      return false;
    }
    switch (kind) {
      case Kind::kComment:
        target_.comments_.push_back({range, text_.substr(range.begin, 2) == "/*"});
        isComment_ = true;
        return false;
      case Kind::kText:
      case Kind::kHashBangLine:
        return false;
      case Kind::kError:
        addError(range);
        target_.errorNodes_.push_back(static_cast<uint32_t>(target_.nodes_.size()));
        break;
      default:
        break;
    }
    target_.nodes_.push_back({range.begin, range.end, 1, kind, missing});
    return !isRead(kind) || ts_node_has_error(node);
  }

  /// Leaves the innermost node that is open.
  void close() {
    SyntaxNode& node = target_.nodes_[open_.back()];
    node.size = static_cast<uint32_t>(target_.nodes_.size() - open_.back());
    // A statement without a semicolon ends, for the parser, after the comment behind it.
    node.end = std::clamp(contentEnd_, node.begin, node.end);
    open_.pop_back();
  }

  Kind parentKind() const {
    return open_.empty() ? Kind::kOther : target_.nodes_[open_.back()].kind;
  }

  void addError(Range range) {
    if (target_.errors_.empty() || !target_.errors_.back().contains(range)) {
      target_.errors_.push_back(range);
    }
  }

  SyntaxTree& target_;
  const Grammar& grammar_;
  std::string_view text_;
  TSTreeCursor cursor_;
  std::vector<uint32_t> open_;
  /// Where the last piece of text ended that is no comment, and whether the current node is one.
  uint32_t contentEnd_ = 0;
  bool isComment_ = false;
  std::array<bool, static_cast<size_t>(Kind::kDropped) + 1> wantsTokens_{};
};

SyntaxTree::SyntaxTree(std::string_view text, Dialect dialect) {
  const Grammar& grammar = typescript::grammar(dialect);
  ParserMemory memory;
  ParseJob job;
  job.text = text;
  job.language = grammar.language;
  job.deadline = std::chrono::steady_clock::now() + kMaxTime;
  if (!memory.run(parse, &job, kFreeMemory + kMemoryPerByte * text.size()) || job.tree == nullptr) {
    return;
  }
  // Real code has a node for every eight bytes or so.
  nodes_.reserve(text.size() / 8 + 16);
  TreeReader(*this, grammar, text).read(ts_tree_root_node(job.tree));
}

std::vector<const SyntaxNode*> SyntaxTree::errorNodes() const {
  std::vector<const SyntaxNode*> result;
  result.reserve(errorNodes_.size());
  for (const uint32_t index : errorNodes_) {
    result.push_back(&nodes_[index]);
  }
  return result;
}

}  // namespace envelint::typescript
