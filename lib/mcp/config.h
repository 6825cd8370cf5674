#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace envelint {

/// A project's own function that registers a tool; positions count from 0, negative ones from the
/// end (-1 is the last argument), and kAbsent says the wrapper has no such argument.
struct ToolWrapper {
  static constexpr int kAbsent = -1000;
  std::string callee;  ///< the called name's last part: `defineTool`, or `tool` of `ctx.tool`
  int name = 0;
  int schema = kAbsent;
  int handler = -1;
};

/// A project's own function that runs a query, which lives outside the project or can't be
/// followed.
struct SqlFunction {
  std::string callee;          ///< the called name's last part
  int text = 0;                ///< position of the SQL, or of an object with it; see ToolWrapper
  bool answersOneRow = false;  ///< it gives one row whatever the SQL says
};

/// The `sql` key of `.envelint.json`.
struct SqlConfig {
  std::vector<SqlFunction> queryFunctions;
  std::vector<std::string> keyColumns;  ///< in addition to the built-in names, as are catalogues
  std::vector<std::string> catalogues;  ///< tables, or schemas that end in a dot
};

/// What a project may tell the domain layer about itself; the `toolWrappers`, `limitParameters`,
/// `rawCursors`, `maxLimit`, `convex` and `sql` keys of `.envelint.json`.
struct DomainConfig {
  std::vector<ToolWrapper> toolWrappers;
  std::vector<std::string> limitParameters;  ///< in addition to the built-in names
  std::vector<std::string> rawCursors;       ///< names of backends' cursors, likewise
  int64_t maxLimit = 1000;                   ///< rows; a larger maximum doesn't bound
  /// Where Convex functions carry their rows, `page` or `value`; empty when nothing is agreed.
  std::string convexRowsField;
  SqlConfig sql;
};

}  // namespace envelint
