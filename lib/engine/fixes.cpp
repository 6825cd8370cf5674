#include "engine/fixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "source/file_writer.h"
#include "source/paths.h"

namespace envelint {
namespace {

constexpr size_t kContextLines = 3;

bool startsBefore(const Edit& a, const Edit& b) {
  return std::pair(a.range.begin, a.range.end) < std::pair(b.range.begin, b.range.end);
}

/// Two edits at one place collide even when both only insert: their order would be a guess.
bool overlap(const Edit& a, const Edit& b) {
  return a.file == b.file && ((a.range.begin < b.range.end && b.range.begin < a.range.end) ||
                              a.range.begin == b.range.begin || a.range.end == b.range.begin ||
                              b.range.end == a.range.begin);
}

/// The lines of a text, each with its line break.
std::vector<std::string_view> splitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

std::string edited(std::string_view text, uint32_t offset, const std::vector<Edit>& edits) {
  std::string out;
  size_t at = 0;
  for (const Edit& edit : edits) {
    out += text.substr(at, edit.range.begin - offset - at);
    out += edit.text;
    at = edit.range.end - offset;
  }
  return out + std::string(text.substr(at));
}

/// Lines that are replaced, counted from 0, `begin` to before `end`.
struct Change {
  size_t begin = 0;
  size_t end = 0;
  std::vector<Edit> edits;
};

/// Writes the hunks of one file.
class DiffWriter {
 public:
  explicit DiffWriter(const FixedFile& file) : text_(file.file->text()), lines_(splitLines(text_)) {
    size_t offset = 0;
    for (const std::string_view line : lines_) {
      starts_.push_back(offset);
      offset += line.size();
    }
    for (const Edit& edit : file.edits) {
      const size_t begin = lineAt(edit.range.begin);
      // A range that ends with a line break ends before the next line.
      const size_t last = edit.range.end > edit.range.begin ? edit.range.end - 1 : edit.range.end;
      const size_t end = std::min(lineAt(last) + 1, std::max<size_t>(lines_.size(), 1));
      if (!changes_.empty() && begin < changes_.back().end) {
        changes_.back().end = std::max(changes_.back().end, end);
        changes_.back().edits.push_back(edit);
      } else {
        changes_.push_back({begin, end, {edit}});
      }
    }
  }

  std::string write() {
    std::string out;
    size_t first = 0;
    while (first < changes_.size()) {
      size_t last = first;
      while (last + 1 < changes_.size() &&
             changes_[last + 1].begin <= changes_[last].end + 2 * kContextLines) {
        ++last;
      }
      out += hunk(first, last);
      first = last + 1;
    }
    return out;
  }

 private:
  size_t lineAt(size_t offset) const {
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
    return after == starts_.begin() ? 0 : static_cast<size_t>(after - starts_.begin()) - 1;
  }

  static void addLine(std::string& out, char mark, std::string_view line) {
    out += mark;
    out += line;
    if (!line.ends_with('\n')) {
      out += "\n\\ No newline at end of file\n";
    }
  }

  std::string hunk(size_t first, size_t last) {
    const size_t begin = changes_[first].begin - std::min(changes_[first].begin, kContextLines);
    const size_t end = std::min(changes_[last].end + kContextLines, lines_.size());
    std::string body;
    size_t added = 0;
    size_t removed = 0;
    size_t at = begin;
    for (size_t i = first; i <= last; ++i) {
      const Change& change = changes_[i];
      for (; at < change.begin; ++at) {
        addLine(body, ' ', lines_[at]);
      }
      std::string old;
      for (; at < change.end && at < lines_.size(); ++at) {
        addLine(body, '-', lines_[at]);
        old += lines_[at];
        ++removed;
      }
      const size_t offset = change.begin < starts_.size() ? starts_[change.begin] : text_.size();
      const std::string replaced = edited(old, static_cast<uint32_t>(offset), change.edits);
      for (const std::string_view line : splitLines(replaced)) {
        addLine(body, '+', line);
        ++added;
      }
    }
    for (; at < end; ++at) {
      addLine(body, ' ', lines_[at]);
    }
    const size_t oldCount = end - begin;
    const size_t newCount = oldCount - removed + added;
    const size_t newBegin = static_cast<size_t>(static_cast<std::ptrdiff_t>(begin) + shift_);
    shift_ += static_cast<std::ptrdiff_t>(added) - static_cast<std::ptrdiff_t>(removed);
    // A side without lines is told by the line before it.
    return fmt::format("@@ -{},{} +{},{} @@\n", begin + (oldCount > 0 ? 1 : 0), oldCount,
                       newBegin + (newCount > 0 ? 1 : 0), newCount) +
           body;
  }

  std::string_view text_;
  std::vector<std::string_view> lines_;
  std::vector<size_t> starts_;
  std::vector<Change> changes_;
  std::ptrdiff_t shift_ = 0;
};

/// The edits accepted so far, by file.
class Accepted {
 public:
  /// Takes all edits of a fix, or none. An edit that is there already is taken, not repeated.
  bool take(const Fix& fix) {
    std::vector<const Edit*> fresh;
    for (const Edit& edit : fix.edits) {
      const std::vector<Edit>& others = byFile_[edit.file->displayPath()];
      const bool isKnown = std::find(others.begin(), others.end(), edit) != others.end();
      const bool collides = std::any_of(others.begin(), others.end(),
                                        [&](const Edit& other) { return overlap(edit, other); });
      if (collides && !isKnown) {
        return false;
      }
      if (!isKnown) {
        fresh.push_back(&edit);
      }
    }
    for (const Edit* edit : fresh) {
      byFile_[edit->file->displayPath()].push_back(*edit);
    }
    return true;
  }

  std::vector<FixedFile> files() && {
    std::vector<FixedFile> files;
    for (auto& [path, edits] : byFile_) {
      if (!edits.empty()) {
        std::sort(edits.begin(), edits.end(), startsBefore);
        const SourceFile* file = edits.front().file;
        files.push_back({file, std::move(edits)});
      }
    }
    return files;
  }

 private:
  std::map<std::string, std::vector<Edit>> byFile_;
};

}  // namespace

std::string FixedFile::text() const { return edited(file->text(), 0, edits); }

std::string FixedFile::diff() const {
  const std::string& path = file->displayPath();
  return fmt::format("--- a/{}\n+++ b/{}\n", path, path) + DiffWriter(*this).write();
}

FixPlan planFixes(const std::vector<Finding>& findings, bool withUnsafe) {
  FixPlan plan;
  Accepted accepted;
  for (const Finding& finding : findings) {
    const bool isFixable =
        finding.fix &&
        std::all_of(finding.fix->edits.begin(), finding.fix->edits.end(),
                    [](const Edit& edit) { return !edit.file->displayPath().starts_with(".."); });
    if (!isFixable) {
      continue;
    }
    if (finding.fix->safety == Safety::kUnsafe && !withUnsafe) {
      ++plan.unsafe;
    } else if (accepted.take(*finding.fix)) {
      ++plan.fixed;
    } else {
      ++plan.colliding;
    }
  }
  plan.files = std::move(accepted).files();
  return plan;
}

UnwrittenFiles applyFixes(const FixPlan& plan, const std::string& root) {
  UnwrittenFiles unwritten;
  for (const FixedFile& fixed : plan.files) {
    if (const std::optional<Error> error =
            replaceFile(fixed.file->path(), root, fixed.file->text(), fixed.text())) {
      unwritten.emplace_back(fixed.file->displayPath(), error->message);
    }
  }
  return unwritten;
}

}  // namespace envelint
