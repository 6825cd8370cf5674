#!/usr/bin/env bash
# The SARIF reports of the fixtures pass the validator behind GitHub's upload: the multitool of the
# SARIF SDK, with its own rules and those for GitHub's ingestion.
#
#   multitool_test.sh PROGRAM FOLDER    FOLDER is where the multitool is unpacked to, once
set -euo pipefail
program=$1
cache=$2/sarif-multitool
root=$(cd "$(dirname "$0")/../.." && pwd)
manifest=$root/third_party/sarif-multitool

wanted=$(sha256sum < "$manifest/package-lock.json")
if [[ ! -e $cache/stamp || $(cat "$cache/stamp") != "$wanted" ]]; then
  mkdir -p "$cache"
  cp "$manifest"/{package.json,package-lock.json,.npmrc} "$cache/"
  (cd "$cache" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
  echo "$wanted" > "$cache/stamp"
fi
multitool=$cache/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
# The package's own script, which isn't run, would do just this.
chmod +x "$multitool"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 HOME=$folder
failures=0

# accepts NAME ARGUMENT...: the report of that run has no error and no warning, and only the notes
# that verdict.mjs tells of.
accepts() {
  local name=$1
  shift
  (cd "$root" && "$program" check --fail-on never --format sarif --output "$folder/$name.sarif" "$@")
  "$multitool" validate "$folder/$name.sarif" --rule-kind 'Sarif;Ghas' --log ForceOverwrite \
    --level 'Error;Warning;Note' --output "$folder/$name.verdict" > "$folder/log" 2>&1 || true
  local said
  if ! said=$(node "$root/tests/sarif/verdict.mjs" "$folder/$name.verdict"); then
    echo "FAILED: $name: $said" >&2
    sed -n 1,20p "$folder/log" >&2
    failures=$((failures + 1))
  fi
}

accepts fixtures fixtures --sarif-category mcp --sarif-suppressed
accepts nothing fixtures/servers/vantage-mini-fixed

# The validator does look: what is known to be wrong is found.
node -e '
  const fs = require("fs");
  const log = JSON.parse(fs.readFileSync(process.argv[1]));
  delete log.runs[0].results[0].locations;
  delete log.runs[0].results[0].message;
  fs.writeFileSync(process.argv[2], JSON.stringify(log));
' "$folder/fixtures.sarif" "$folder/broken.sarif"
"$multitool" validate "$folder/broken.sarif" --rule-kind 'Sarif;Ghas' --log ForceOverwrite \
  --level 'Error;Warning;Note' --output "$folder/broken.verdict" > /dev/null 2>&1 || true
if node "$root/tests/sarif/verdict.mjs" "$folder/broken.verdict" > /dev/null; then
  echo "FAILED: a broken report passes" >&2
  failures=$((failures + 1))
fi

exit $((failures > 0))
