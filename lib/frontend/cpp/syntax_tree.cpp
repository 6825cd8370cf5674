#include "frontend/cpp/syntax_tree.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <chrono>

#include "frontend/typescript/parser_memory.h"

extern "C" const TSLanguage* tree_sitter_cpp(void);

namespace envelint::cpp {

const Node* Node::in(std::string_view role) const {
  for (const Node& node : children()) {
    if (node.field == role) {
      return &node;
    }
  }
  return nullptr;
}

const Node* Node::child(std::string_view wanted) const {
  for (const Node& node : children()) {
    if (node.type == wanted) {
      return &node;
    }
  }
  return nullptr;
}

const Node* Node::named(uint32_t n) const {
  for (const Node& node : children()) {
    if (node.isNamed && n-- == 0) {
      return &node;
    }
  }
  return nullptr;
}

namespace {

// The parser's budget, in the same units as the TypeScript reader's; real C++ stays far below.
constexpr uint64_t kFreeSteps = 400'000;
constexpr uint64_t kStepsPerByte = 24;
constexpr uint64_t kFreeMemory = uint64_t{64} << 20;
constexpr uint64_t kMemoryPerByte = 600;
constexpr uint64_t kStepsPerTick = 100;
constexpr uint32_t kPieceBytes = 4096;
constexpr std::chrono::seconds kMaxTime{30};

struct ParseJob {
  std::string_view text;
  uint64_t steps = 0;
  std::chrono::steady_clock::time_point deadline;
  TSTree* tree = nullptr;
};

const char* readPiece(void* payload, uint32_t offset, TSPoint, uint32_t* size) {
  const auto* job = static_cast<ParseJob*>(payload);
  const auto end = static_cast<uint32_t>(job->text.size());
  *size = offset < end ? std::min(kPieceBytes, end - offset) : 0;
  return offset < end ? job->text.data() + offset : "";
}

bool shouldStop(TSParseState* state) {
  auto* job = static_cast<ParseJob*>(state->payload);
  job->steps += kStepsPerTick;
  return job->steps > kFreeSteps + kStepsPerByte * job->text.size() ||
         std::chrono::steady_clock::now() > job->deadline;
}

void parse(void* argument) {
  auto* job = static_cast<ParseJob*>(argument);
  TSParser* parser = ts_parser_new();
  if (!ts_parser_set_language(parser, tree_sitter_cpp())) {
    return;
  }
  const TSInput input{job, readPiece, TSInputEncodingUTF8, nullptr};
  job->tree = ts_parser_parse_with_options(parser, nullptr, input, {job, shouldStop});
}

}  // namespace

SyntaxTree::SyntaxTree(std::string_view text) {
  typescript::ParserMemory memory;
  ParseJob job;
  job.text = text;
  job.deadline = std::chrono::steady_clock::now() + kMaxTime;
  if (!memory.run(parse, &job, kFreeMemory + kMemoryPerByte * text.size()) || job.tree == nullptr) {
    return;
  }
  nodes_.reserve(text.size() / 4 + 16);
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(job.tree));
  std::vector<uint32_t> open;
  while (true) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const Range range{ts_node_start_byte(node), ts_node_end_byte(node)};
    const std::string_view type = ts_node_type(node);
    bool isKept = true;
    if (type == "comment") {
      comments_.push_back({range, text.substr(range.begin, 2) == "/*"});
      isKept = false;
    } else {
      if ((ts_node_is_error(node) || ts_node_is_missing(node)) &&
          (errors_.empty() || !errors_.back().contains(range))) {
        errors_.push_back(range);
      }
      const char* field = ts_tree_cursor_current_field_name(&cursor);
      nodes_.push_back({range.begin, range.end, 1, ts_node_is_named(node), type,
                        field != nullptr ? std::string_view(field) : std::string_view()});
    }
    if (isKept && ts_tree_cursor_goto_first_child(&cursor)) {
      open.push_back(static_cast<uint32_t>(nodes_.size() - 1));
      continue;
    }
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (open.empty()) {
        return;
      }
      ts_tree_cursor_goto_parent(&cursor);
      nodes_[open.back()].size = static_cast<uint32_t>(nodes_.size() - open.back());
      open.pop_back();
    }
  }
}

}  // namespace envelint::cpp
