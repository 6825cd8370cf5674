#!/usr/bin/env bash
# The hook that brings its own program from the npm package, under the real pre-commit and without a
# network: the package comes from its tarballs, in place of the name that the hook has for it.
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

# The hook names the version that this program has, and no other file of npm's decides.
version=$("$program" --version | cut -d ' ' -f 2)
if ! grep -qF "additional_dependencies: [\"envelint@$version\"]" "$root/.pre-commit-hooks.yaml"; then
  fail ".pre-commit-hooks.yaml doesn't take envelint@$version"
fi

unset "${!GIT_@}" "${!PRE_COMMIT@}" "${!npm_@}" "${!NPM_@}"
export HOME=$folder/home GIT_CONFIG_NOSYSTEM=1 PRE_COMMIT_HOME=$folder/cache
export npm_config_cache=$folder/npm npm_config_offline=true npm_config_audit=false
mkdir -p "$HOME" "$folder/hooks" "$folder/project"
git config --global user.name tester
git config --global user.email tester@example.com
git config --global init.defaultBranch main

# Only this machine runs it, so what else it needs is of no interest.
"$root/packaging/npm/build" --local "$folder/tarballs" "$program" > "$folder/log"

cd "$folder/hooks"
git init -q
cp "$root/.pre-commit-hooks.yaml" "$root/package.json" .
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
      - id: envelint-npm
        language_version: system
        additional_dependencies:
          - $folder/tarballs/envelint-linux-x64-$version.tgz
          - $folder/tarballs/envelint-$version.tgz
YAML
cat > server.ts << 'TS'
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
const server = new McpServer({ name: "orders", version: "1.0.0" });
const limit = z.number().int().min(1).max(100).default(20);
server.registerTool("list_orders", { inputSchema: { limit } }, async (args) => ({
  content: [{ type: "text", text: JSON.stringify({ items: await orders(args.limit), hasMore: next() }) }],
}));
TS
git add -A

# hook: runs it on the files of the project; leaves `said` and `status`.
hook() {
  status=0
  said=$(pre-commit run --color never 2>&1) || status=$?
}

hook
if [[ $status != 0 || $said != *Passed* ]]; then
  fail "a clean server: exit code $status, said: $said"
fi
sed -i 's/{ inputSchema: { limit } }/{ inputSchema: {} }/' server.ts
git add -A
hook
if [[ $status != 1 || $said != *Failed* || $said != *'error[missing-limit]'* ]]; then
  fail "a bad server: exit code $status, said: $said"
fi
installed=$(find "$folder/cache" -path '*/envelint/bin/envelint' -type f)
if [[ $(head -c 4 "$installed") != $'\x7fELF' ]]; then
  fail "the hook's command isn't the program itself: $installed"
fi

exit $((failures > 0))
