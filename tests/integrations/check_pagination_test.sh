#!/usr/bin/env bash
# The drop-in for the mcp-pagination skill, in the skill's six evaluation situations: a REST API's
# tools, a getter that answers rows, a GraphQL list, a search by date, SQL, and a streaming tool.
# shellcheck disable=SC2016  # The backticks are what is printed.
set -euo pipefail
program=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
script=$root/integrations/mcp-builder/check-pagination.sh
definitions=$root/tests/integrations/definitions
export ENVELINT=$program
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
  echo "FAILED: $1" >&2
  failures=$((failures + 1))
}

# says EXITCODE EXPECTED INPUT: all that the script prints, from a file and from standard input.
says() {
  local said status=0
  said=$("$script" "$3") || status=$?
  if [[ $status != "$1" || $said != "$2" ]]; then
    fail "$3: exit code $status, said: $said"
  fi
  status=0
  said=$("$script" < "$3") || status=$?
  if [[ $status != "$1" || $said != "$2" ]]; then
    fail "$3 on standard input: exit code $status, said: $said"
  fi
}

says 1 'FAIL list_issues: it has no limit, cursor or date filter; fix: add `"limit": { "type": "integer", "minimum": 1, "maximum": 200, "default": 20 }`
PASS search_code
SKIP get_issue: no list, search or SQL tool
SKIP create_issue: no list, search or SQL tool
1 passed, 1 failed, 2 skipped' "$definitions/github.json"

says 1 'FAIL get_recent_activities: it has no limit, cursor or date filter; fix: add `"limit": { "type": "integer", "minimum": 1, "maximum": 200, "default": 20 }`
SKIP get_activity: no list, search or SQL tool
0 passed, 1 failed, 1 skipped' "$definitions/activity.json"

says 1 'FAIL list_issues: `first` has no maximum: one call can ask for every row; fix: add `"maximum": 200`
FAIL list_issues: `first` is 250 by default; fix: lower the default to 20
0 passed, 1 failed, 0 skipped' "$definitions/linear.json"

says 0 'PASS search_events
1 passed, 0 failed, 0 skipped' "$definitions/events.json"

says 1 'FAIL execute_query: nothing says that a statement without LIMIT is rejected; fix: reject statements without a LIMIT clause before executing them, and say so in the description
PASS execute_bounded_query
1 passed, 1 failed, 0 skipped' "$definitions/sql.json"

says 0 'SKIP generate_completion: no list, search or SQL tool
PASS list_fine_tunes
1 passed, 0 failed, 1 skipped' "$definitions/completions.json"

# Its name says nothing.
cp "$definitions/events.json" "$folder/answer"
says 0 'PASS search_events
1 passed, 0 failed, 0 skipped' "$folder/answer"

# Sources: the checklist.
status=0
said=$("$script" "$root/fixtures/servers/github-tools") || status=$?
if [[ $status != 1 || $said != *'FAIL every list or search tool has a limit'*'`list_issues` at '* ]]; then
  fail "sources with faults: exit code $status, said: $said"
fi
status=0
said=$("$script" "$root/fixtures/servers/github-tools-fixed") || status=$?
if [[ $status != 0 || $said == *FAIL* || $said != *PASS* ]]; then
  fail "sources without faults: exit code $status, said: $said"
fi

# What is no definition is wrong usage, and never a pass.
for text in '' 'oops' '"text"' '[{"title": "x"}]' '{"tools": 3}' '[1]'; do
  status=0
  printf '%s' "$text" | "$script" > /dev/null 2>&1 || status=$?
  if [[ $status != 2 ]]; then
    fail "input '$text': exit code $status"
  fi
done
for arguments in "$folder/none.json" "$folder/a $folder/b"; do
  status=0
  # shellcheck disable=SC2086  # Two arguments in the second round.
  "$script" $arguments > /dev/null 2>&1 || status=$?
  if [[ $status != 2 ]]; then
    fail "arguments '$arguments': exit code $status"
  fi
done

exit $((failures > 0))
