#!/usr/bin/env bash
# Checks the pagination of an MCP server's tools, in place of the mcp-pagination skill's script.
#
#   check-pagination.sh [FILE]    a saved tools/list answer, an array of tools, or one tool;
#                                 standard input without a FILE or with -
#   check-pagination.sh FOLDER    a server's sources: the checklist over everything it registers
#
# Prints PASS, FAIL or SKIP for each tool (each item of the checklist for a FOLDER), with a fix for
# what fails. Exit code: 0 when nothing fails, 1 when something does, 2 for wrong usage.
# ENVELINT names the program when it isn't in PATH.
set -euo pipefail

if (($# > 1)); then
  echo "usage: check-pagination.sh [FILE | FOLDER | -]" >&2
  exit 2
fi
envelint=${ENVELINT:-envelint}
input=${1:--}
if [[ -d $input ]]; then
  exec "$envelint" audit --checklist "$input"
fi
if [[ $input != - && ! -f $input ]]; then
  echo "check-pagination.sh: there is no file \`$input\`" >&2
  exit 2
fi
if [[ $input != - ]]; then
  # Whatever it is called, it holds tool definitions.
  exec "$envelint" audit - < "$input"
fi
exec "$envelint" audit -
