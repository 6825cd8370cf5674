#!/usr/bin/env bash
# The steps of action.yml, run as the runner would, with its variables faked.
set -euo pipefail
program=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
  echo "FAILED: $1" >&2
  failures=$((failures + 1))
}

# lint NAME=VALUE...: the first step with these inputs. Leaves `status`, `said`, and what the step
# wrote in `output` and `summary`.
lint() {
  : > "$folder/output"
  : > "$folder/summary"
  status=0
  said=$(cd "$root" && env -i PATH="$PATH" HOME="$folder" RUNNER_TEMP="$folder" \
    GITHUB_OUTPUT="$folder/output" GITHUB_STEP_SUMMARY="$folder/summary" \
    ENVELINT_ACTION="$root" ENVELINT_PROGRAM="$program" "$@" \
    "$root/packaging/action/lint" 2>&1) || status=$?
  output=$(< "$folder/output")
  summary=$(< "$folder/summary")
}

# verdict: the exit code of the last step, after what the first one wrote.
verdict() {
  sed -n 's/^exit-code=//p' <<< "$output"
}

lint ENVELINT_PATHS=fixtures/servers/vantage-mini ENVELINT_CATEGORY=mcp
if [[ $status != 0 || $(verdict) != 1 ]]; then
  fail "findings: exit code $status, wrote: $output"
fi
if [[ $said != '::error file='* || $said != *'::error file=fixtures/servers/vantage-mini/src/tools/missions.ts,line='* ]]; then
  fail "findings: no annotation in: $said"
fi
if [[ $summary != *'| list\_missions |'* ]]; then
  fail "findings: no audit in: $summary"
fi
if ! grep -q '"id": "mcp/"' "$folder/envelint.sarif"; then
  fail "findings: no category in the SARIF report"
fi
if [[ $output != *"sarif-file=$folder/envelint.sarif"* ]]; then
  fail "findings: the report isn't told: $output"
fi

lint ENVELINT_PATHS=fixtures/servers/vantage-mini ENVELINT_FAIL_ON=never ENVELINT_SUMMARY=false \
  ENVELINT_ANNOTATIONS=false
if [[ $(verdict) != 0 || -n $summary || $said == *'::error'* || $said != *'error[flat-array]'* ]]; then
  fail "fail-on never: wrote: $output, said: $said"
fi

lint ENVELINT_PATHS=$'fixtures/servers/vantage-mini-fixed\nfixtures/servers/github-tools-fixed\n'
if [[ $(verdict) != 0 || $said != *'no findings in '* ]]; then
  fail "two clean paths: wrote: $output, said: $said"
fi

# Inputs are never commands or options.
lint ENVELINT_PATHS="--help
\$(touch $folder/ran)" ENVELINT_CONFIG=";touch $folder/ran"
if [[ $(verdict) != 2 || -e $folder/ran ]]; then
  fail "hostile inputs: wrote: $output, said: $said"
fi

# The file itself, as the runner's schema has it.
cache=$2/action-validator
manifest=$root/third_party/action-validator
wanted=$(sha256sum < "$manifest/package-lock.json")
if [[ ! -e $cache/stamp || $(cat "$cache/stamp") != "$wanted" ]]; then
  mkdir -p "$cache"
  cp "$manifest"/{package.json,package-lock.json,.npmrc} "$cache/"
  (cd "$cache" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
  echo "$wanted" > "$cache/stamp"
fi
validator=$cache/node_modules/@action-validator/cli/cli.mjs
if ! said=$(node "$validator" "$root/action.yml" 2>&1); then
  fail "action.yml: $said"
fi
sed 's/using: composite/using: nonsense/' "$root/action.yml" > "$folder/action.yml"
if node "$validator" "$folder/action.yml" > /dev/null 2>&1; then
  fail "the validator accepts nonsense"
fi

# The workflow that the documentation gives, too.
mkdir -p "$folder/.github/workflows"
awk '/^```yaml/ { inside = 1; next } /^```/ { if (inside) exit } inside' "$root/docs/ci.md" |
  sed 's|OWNER/envelint@REVISION|owner/envelint@v1|' > "$folder/.github/workflows/ci.yml"
if ! grep -q 'uses: owner/envelint' "$folder/.github/workflows/ci.yml"; then
  fail "docs/ci.md has no workflow"
fi
if ! said=$(node "$validator" "$folder/.github/workflows/ci.yml" 2>&1); then
  fail "the workflow of docs/ci.md: $said"
fi
if command -v actionlint > /dev/null; then
  if ! said=$(actionlint "$folder/.github/workflows/ci.yml" 2>&1); then
    fail "actionlint: $said"
  fi
else
  echo "actionlint isn't there, so the workflow was checked by the validator alone"
fi

# docs/ci.md tells of every input.
while read -r input; do
  if ! grep -q "^| \`$input\` |" "$root/docs/ci.md"; then
    fail "docs/ci.md doesn't tell of $input"
  fi
done < <(sed -n '/^inputs:/,/^outputs:/s/^  \([a-z-]*\):$/\1/p' "$root/action.yml")

# Every input reaches the step under the name it reads, and every variable it reads is given.
while read -r variable; do
  if ! grep -q "^        $variable: " "$root/action.yml"; then
    fail "action.yml doesn't set $variable"
  fi
done < <(grep -o 'ENVELINT_[A-Z_]*[A-Z]' "$root/packaging/action/lint" | sort -u)
while read -r input; do
  if ! grep -q "inputs.$input " "$root/action.yml"; then
    fail "input $input is never read"
  fi
done < <(sed -n '/^inputs:/,/^outputs:/s/^  \([a-z-]*\):$/\1/p' "$root/action.yml")

exit $((failures > 0))
