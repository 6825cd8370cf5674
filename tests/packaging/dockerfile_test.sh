#!/usr/bin/env bash
# The Dockerfile, as far as it can be judged without a daemon to build it: a linter accepts it, what
# it names is there, and what it copies is all that a build needs.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$root"
failures=0

fail() {
  echo "FAILED: $1" >&2
  failures=$((failures + 1))
}

cache=$2/dockerfile-utils
manifest=$root/third_party/dockerfile-utils
wanted=$(sha256sum < "$manifest/package-lock.json")
if [[ ! -e $cache/stamp || $(cat "$cache/stamp") != "$wanted" ]]; then
  mkdir -p "$cache"
  cp "$manifest"/{package.json,package-lock.json,.npmrc} "$cache/"
  (cd "$cache" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
  echo "$wanted" > "$cache/stamp"
fi
linter=$cache/node_modules/dockerfile-utils/bin/dockerfile-utils
# It prints what it finds and exits with 0 all the same.
said=$(node "$linter" lint Dockerfile 2>&1) || fail "the linter fails"
if [[ -n $said ]]; then
  fail "Dockerfile: $said"
fi
sed 's/^ENTRYPOINT/ENTRIPOINT/' Dockerfile > "$folder/Dockerfile"
if [[ -z $(node "$linter" lint "$folder/Dockerfile" 2>&1) ]]; then
  fail "the linter accepts nonsense"
fi

# The scripts and the preset that the build runs.
while read -r script; do
  if [[ ! -x $script ]]; then
    fail "the Dockerfile runs $script, which isn't there"
  fi
done < <(grep -o 'scripts/[a-z-]*' Dockerfile)
while read -r preset; do
  if ! cmake --list-presets=all | grep "^ *\"$preset\"" > /dev/null; then
    fail "there is no preset $preset"
  fi
done < <(grep -o -- '--preset [a-z]*' Dockerfile | cut -d ' ' -f 2 | sort -u)
while read -r option; do
  if ! grep -q "^option($option " CMakeLists.txt; then
    fail "there is no option $option"
  fi
done < <(grep -o -- '-DENVELINT_[A-Z]*' Dockerfile | cut -c 3-)

# What is kept out of the image is made, never a source: git ignores it or is it.
while read -r entry; do
  if [[ $entry != .git ]] && ! grep -qx "/$entry/\?" .gitignore; then
    fail ".dockerignore leaves out $entry, which may be a source"
  fi
done < .dockerignore
if ! grep -qx build .dockerignore; then
  fail "a build of another system would be copied into the image"
fi

# Both stages are the same release, whose C library the program was linked with; the last one runs
# the program as nobody in particular.
if [[ $(grep '^FROM ' Dockerfile | cut -d ' ' -f 2 | sort -u | wc -l) != 1 ]]; then
  fail "the stages have different systems"
fi
last=$(awk '/^FROM / { stage = "" } { stage = stage $0 "\n" } END { printf "%s", stage }' Dockerfile)
if ! grep -qE '^USER [1-9][0-9]*:[1-9][0-9]*$' <<< "$last" ||
  ! grep -qxF 'ENTRYPOINT ["envelint"]' <<< "$last"; then
  fail "the last stage runs as root, or runs something else"
fi

exit $((failures > 0))
