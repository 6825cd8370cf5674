#!/usr/bin/env bash
# The hook under the real pre-commit: a clean commit passes and says nothing, a bad one is stopped.
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

if ! command -v pre-commit > /dev/null; then
  echo "FAILED: pre-commit is missing; scripts/setup installs it" >&2
  exit 1
fi

# Whoever runs the tests may be in a hook himself, or have a configuration of his own.
unset "${!GIT_@}" "${!PRE_COMMIT@}"
export HOME=$folder/home GIT_CONFIG_NOSYSTEM=1 PRE_COMMIT_HOME=$folder/cache
mkdir -p "$HOME" "$folder/bin" "$folder/hooks" "$folder/project"
ln -s "$(readlink -f "$program")" "$folder/bin/envelint"
export PATH=$folder/bin:$PATH
git config --global user.name tester
git config --global user.email tester@example.com
git config --global init.defaultBranch main

# The repository that pre-commit takes the hooks from: this one's file, as a release would have it.
cd "$folder/hooks"
git init -q
cp "$root/.pre-commit-hooks.yaml" .
# Stands for the script that builds it, which other tests of this run have seen to already.
mkdir scripts
printf '#!/bin/sh\nexec "%s" "$@"\n' "$(readlink -f "$program")" > scripts/envelint
chmod +x scripts/envelint
git add -A
git commit -q -m hooks
revision=$(git rev-parse HEAD)

cd "$folder/project"
git init -q
cat > .pre-commit-config.yaml << YAML
repos:
  - repo: $folder/hooks
    rev: $revision
    hooks:
      - id: envelint-system
YAML
cat > limits.ts << 'TS'
import { z } from "zod";
export const limit = z.number().int().min(1).max(100).default(20);
TS
# server: prints a server whose list tool takes its limit from limits.ts.
server() {
  cat << 'TS'
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { limit } from "./limits";
const server = new McpServer({ name: "orders", version: "1.0.0" });
server.registerTool("list_orders", { inputSchema: { limit } }, async (args) => ({
  content: [{ type: "text", text: JSON.stringify({ items: await orders(args.limit), hasMore: next() }) }],
}));
TS
}
server > server.ts
pre-commit install > /dev/null
git add -A

# commit NAME: tries a commit; its output is left in `said`, its exit code in `status`.
commit() {
  status=0
  said=$(git commit -m "$1" 2>&1) || status=$?
}

commit "clean"
if ((status != 0)) || [[ $said != *Passed* || $said == *finding* ]]; then
  fail "a clean commit: exit code $status, said: $said"
fi

# The file named alone is judged with what it imports, which the hook isn't given.
sed -i 's/server.registerTool/server .registerTool/' server.ts
git add -A
commit "server alone"
if ((status != 0)); then
  fail "a change of the server alone: exit code $status, said: $said"
fi

sed -i 's/{ inputSchema: { limit } }/{ inputSchema: {} }/' server.ts
git add -A
commit "bad"
if ((status == 0)) || [[ $said != *Failed* || $said != *'error[missing-limit]'* ]]; then
  fail "a bad commit: exit code $status, said: $said"
fi

# The same through the hook that brings its own program.
sed -i 's/id: envelint-system/id: envelint/' .pre-commit-config.yaml
git add -A
PATH=${PATH#*:} commit "bad, own program"
if ((status == 0)) || [[ $said != *'error[missing-limit]'* ]]; then
  fail "a bad commit with the hook's own program: exit code $status, said: $said"
fi

# What the configuration ignores isn't judged, although the hook names it.
echo '{ "ignore": ["server.ts"] }' > .envelint.json
git add -A
commit "ignored"
if ((status != 0)); then
  fail "an ignored file: exit code $status, said: $said"
fi

# Files in several batches: 700 of them with long names don't fit into one command line.
rm .envelint.json
mkdir generated
name=$(printf 'x%.0s' {1..200})
for number in $(seq 700); do
  server > "generated/$name$number.ts"
done
cp limits.ts generated/
echo "// changed" >> server.ts
git add -A
commit "many"
if ((status == 0)) || [[ $(grep -c 'error\[missing-limit\]' <<< "$said") != 1 ]]; then
  fail "many files: exit code $status, said: $(head -c 2000 <<< "$said")"
fi

exit $((failures > 0))
