#!/usr/bin/env bash
# scripts/check-layers accepts this tree and catches what is planted into a small one of its own.
set -euo pipefail
check=$(cd "$(dirname "$0")/../.." && pwd)/scripts/check-layers
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

failures=0

fail() {
  echo "FAILED: $1" >&2
  failures=$((failures + 1))
}

# plant FILE LINE...: the tree then holds that file beside an innocent one.
plant() {
  local file=$1
  shift
  rm -rf "${tree:?}"/*
  mkdir -p "$tree/lib/source" "$tree/rules" "$tree/tools/envelint" "$tree/$(dirname "$file")"
  echo '#include "source/range.h"' > "$tree/lib/source/range.cpp"
  printf '%s\n' "$@" > "$tree/$file"
}

# rejects NAME EXPECTED: the check fails and says the expected text.
rejects() {
  local said status=0
  said=$("$check" "$tree") || status=$?
  if ((status != 1)); then
    fail "$1: exit code $status instead of 1"
  elif [[ $said != *"$2"* ]]; then
    fail "$1: said \"$said\" instead of \"$2\""
  fi
}

accepts() {
  local said
  if ! said=$("$check" "$tree"); then
    fail "$1: complained \"$said\""
  fi
}

if ! "$check"; then
  fail "the project's own layers"
fi

plant lib/source/a.cpp '#pragma once' '#include "mcp/server.h"'
rejects "upward include" "lib/source/a.cpp:2: \`source\` may not include \`mcp/server.h\`: \`mcp\` lies above it"

plant lib/rule/a.h '  #  include "engine/run.h"'
rejects "upward include with blanks" "lib/rule/a.h:1: \`rule\` may not include \`engine/run.h\`"

plant lib/frontend/typescript/a.cpp '#include "analysis/value.h"'
rejects "upward include from a subfolder" "\`frontend\` may not include \`analysis/value.h\`"

plant rules/flat_array.cpp '#include "report/sarif.h"'
rejects "a rule that writes reports" "\`rules\` may not include \`report/sarif.h\`"

plant lib/mcp/a.cpp '#include "../engine/run.h"'
rejects "an include named from the file" "lib/mcp/a.cpp:1: \`../engine/run.h\` is named from the file"

plant lib/mcp/a.cpp '#include <tree_sitter/api.h>'
rejects "a parser above the front ends" "only front ends may use a parser: \`mcp\` includes one"

plant lib/extra/a.cpp 'int x;'
rejects "an unknown layer" "\`lib/extra\` is no layer"

plant lib/mcp/a.cpp '#include "elsewhere/x.h"'
rejects "a header of no layer" "\`elsewhere/x.h\` belongs to no layer"

plant lib/mcp/a.cpp '#include <vector>' '#include "mcp/b.h"' '#include "source/range.h"' \
  '// #include "engine/run.h" is only talked about'
accepts "downward includes"

plant lib/frontend/typescript/a.cpp '#include <tree_sitter/api.h>' '#include "frontend/frontend.h"'
accepts "a parser in a front end"

plant tools/envelint/main.cpp '#include "command_line.h"' '#include "report/sarif.h"'
accepts "a tool with a header of its own"

rm -rf "${tree:?}"/*
mkdir -p "$tree/lib" "$tree/rules" "$tree/tools"
status=0
"$check" "$tree" 2> /dev/null || status=$?
if ((status != 2)); then
  fail "an empty tree: exit code $status instead of 2"
fi

exit $((failures > 0))
