#!/usr/bin/env bash
# The npm packages, made of the program under test and installed from their tarballs without a
# network: the command is the program itself, and without install scripts a shell script runs it.
set -euo pipefail
program=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
unset "${!npm_@}" "${!NPM_@}"
export HOME=$folder/home npm_config_cache=$folder/cache npm_config_offline=true
export npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
mkdir "$HOME"

fail() {
  echo "FAILED: $1" >&2
  failures=$((failures + 1))
}

# A program with sanitizers needs libraries that other systems lack, and may.
local=()
if grep -qx 'ENVELINT_SANITIZE:BOOL=ON\|ENVELINT_PORTABLE:BOOL=OFF' \
  "$(dirname "$program")/CMakeCache.txt"; then
  local=(--local)
fi
if ! "$root/packaging/npm/build" "${local[@]}" "$folder/tarballs" "$program" > "$folder/names"; then
  fail "the packages can't be made"
  exit 1
fi
version=$("$program" --version | cut -d ' ' -f 2)
tarballs=("$folder/tarballs/envelint-$version.tgz" "$folder/tarballs/envelint-linux-x64-$version.tgz")
for tarball in "${tarballs[@]}"; do
  content=$folder/content/$(basename "$tarball")
  mkdir -p "$content"
  tar -xzf "$tarball" -C "$content" --strip-components 1
  if ! grep -q "\"version\": \"$version\"" "$content/package.json" || [[ ! -s $content/LICENSE ]]; then
    fail "$tarball isn't of version $version, or has no licence"
  fi
  if grep -q 'registry\|@GLIBC@' "$content"/{package.json,README.md}; then
    fail "$tarball names a registry, or has a place that wasn't filled"
  fi
  if ! grep -q 'glibc 2\.[0-9]' "$content/README.md"; then
    fail "$tarball tells no version of glibc"
  fi
done
if ! grep -q 'Henry Schreiner' "$content/THIRD_PARTY_LICENSES"; then
  fail "the licences of the libraries aren't there"
fi

# A program of another system's libraries is refused.
if "$root/packaging/npm/build" "$folder/refused" "$(command -v git)" > /dev/null 2>&1; then
  fail "a program that needs more than the C library is packed"
fi

mkdir "$folder/server"
cat > "$folder/server/index.ts" << 'TS'
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "orders", version: "1.0.0" });
server.registerTool("list_orders", { inputSchema: {} }, async () => ({
  content: [{ type: "text", text: JSON.stringify({ items: await orders(), hasMore: next() }) }],
}));
TS

# install NAME OPTION...: into an empty folder, which becomes the working folder.
install() {
  mkdir "$folder/$1"
  cd "$folder/$1"
  if ! npm install --loglevel=error "${@:2}" > "$folder/log" 2>&1; then
    fail "$1: npm install: $(tail -n 5 "$folder/log")"
    exit 1
  fi
}

# finds NAME COMMAND...: runs it on the server, which has one finding.
finds() {
  local said status=0
  said=$("${@:2}" check --format text "$folder/server" 2>&1) || status=$?
  if [[ $status != 1 || $said != *'error[missing-limit]'* ]]; then
    fail "$1: exit code $status, said: $said"
  fi
}

# Only what the launcher needs, no Node among it.
mkdir "$folder/bare"
for tool in sh dirname readlink uname; do
  ln -s "$(command -v "$tool")" "$folder/bare/$tool"
done

is_program() {
  [[ $(head -c 4 "$1") == $'\x7fELF' ]]
}

install scripts "${tarballs[@]}"
finds "with scripts" npx --no-install envelint
if ! is_program node_modules/.bin/envelint; then
  fail "with scripts: the command isn't the program itself"
fi
if ! is_program node_modules/@envelint/linux-x64/bin/envelint; then
  fail "with scripts: the platform package lost its program"
fi
finds "with scripts, without Node" env -i PATH="$folder/bare" node_modules/.bin/envelint

# A second run, such as of `npm rebuild`, must not trip over what the first one left.
npm_config_user_agent="npm/11.0.0" npm_package_version=$version \
  sh node_modules/envelint/bin/take-native
if ! is_program node_modules/.bin/envelint || [[ -e node_modules/envelint/bin/.envelint ]]; then
  fail "a second run of the postinstall"
fi

# The action takes it by the path that docs/ci.md gives.
if ! env -i PATH="$PATH" HOME="$HOME" RUNNER_TEMP="$folder" GITHUB_OUTPUT="$folder/output" \
  GITHUB_STEP_SUMMARY="$folder/summary" ENVELINT_ACTION="$root" ENVELINT_PATHS="../server" \
  ENVELINT_PROGRAM=node_modules/.bin/envelint "$root/packaging/action/lint" > "$folder/log" 2>&1 ||
  ! grep -qx 'exit-code=1' "$folder/output"; then
  fail "the action with the package: $(< "$folder/log")"
fi

install no-scripts --ignore-scripts "${tarballs[@]}"
finds "without scripts" npx --no-install envelint
finds "without scripts, without Node" env -i PATH="$folder/bare" node_modules/.bin/envelint
if is_program node_modules/.bin/envelint; then
  fail "without scripts there is a program already: this tests nothing"
fi
if [[ $(node_modules/.bin/envelint --version) != "$("$program" --version)" ]]; then
  fail "without scripts: another version"
fi

# As pnpm lays packages out: each beside what it depends on, with links to them.
mkdir -p "$folder/pnpm/node_modules/.store/envelint" "$folder/pnpm/node_modules/.bin"
cp -R node_modules "$folder/pnpm/node_modules/.store/envelint/"
cd "$folder/pnpm/node_modules"
ln -s .store/envelint/node_modules/envelint envelint
ln -s ../envelint/bin/envelint .bin/envelint
finds "laid out by pnpm" .bin/envelint
npm_config_user_agent="pnpm/10.0.0" npm_package_version=$version sh envelint/bin/take-native
if is_program envelint/bin/envelint; then
  fail "the script that pnpm's own wrapper runs by a shell is replaced"
fi

# A platform package of another version isn't taken.
npm_config_user_agent="npm/11.0.0" npm_package_version=0.0.0 sh envelint/bin/take-native
if is_program envelint/bin/envelint; then
  fail "a program of another version is taken"
fi

status=0
rm -r .store/envelint/node_modules/@envelint
said=$(.bin/envelint --version 2>&1) || status=$?
if [[ $status != 3 || $said != *'platform package'*'linux-x64'* ]]; then
  fail "without the platform package: exit code $status, said: $said"
fi

mkdir "$folder/global"
npm install --loglevel=error --global --prefix "$folder/global" "${tarballs[@]}" \
  > "$folder/log" 2>&1 || fail "a global install: $(tail -n 5 "$folder/log")"
finds "installed globally" "$folder/global/bin/envelint"
if [[ ! -s $folder/global/share/man/man1/envelint.1 ]]; then
  fail "installed globally: no manual page"
fi

exit $((failures > 0))
