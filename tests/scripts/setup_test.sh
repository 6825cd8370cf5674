#!/usr/bin/env bash
# scripts/setup leaves apt alone when nothing is missing, and asks it for what is.
set -euo pipefail
setup=$(cd "$(dirname "$0")/../.." && pwd)/scripts/setup
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

failures=0

fail() {
  echo "FAILED: $1" >&2
  failures=$((failures + 1))
}

# An apt-get and a sudo that only write down what they are asked for.
mkdir "$folder/bin"
cat > "$folder/bin/apt-get" << 'STUB'
#!/bin/sh
echo "apt-get $*" >> "$ENVELINT_TEST_LOG"
STUB
cat > "$folder/bin/sudo" << 'STUB'
#!/bin/sh
exec "$@"
STUB
chmod +x "$folder/bin/apt-get" "$folder/bin/sudo"
export ENVELINT_TEST_LOG=$folder/log

# run PATH ARGUMENT...: runs the script with that PATH; its standard output is left in `said`.
run() {
  local path=$1
  shift
  : > "$ENVELINT_TEST_LOG"
  said=$(PATH=$path "$BASH" "$setup" "$@" 2> "$folder/errors")
}

run "$folder/bin:$PATH" test
if [[ -s $ENVELINT_TEST_LOG ]]; then
  fail "nothing is missing, but: $(cat "$ENVELINT_TEST_LOG")"
fi

# With no commands but what every system has, every tool is missing.
for tool in cat dirname env mktemp nproc readlink rm sh; do
  ln -s "$(command -v "$tool")" "$folder/bin/$tool"
done
run "$folder/bin" build
for package in g++ cmake ninja-build nodejs npm; do
  if ! grep -q "install .* $package\( \|\$\)" "$ENVELINT_TEST_LOG"; then
    fail "$package is missing and wasn't asked for"
  fi
done
if grep -q clang-format "$ENVELINT_TEST_LOG"; then
  fail "building needs no clang-format"
fi
if grep -q fish "$ENVELINT_TEST_LOG"; then
  fail "whoever only runs the program gets the shells that tests need"
fi
if [[ -n $said ]]; then
  fail "standard output isn't empty: $said"
fi

run "$folder/bin" test
for package in g++ pre-commit zsh fish mandoc; do
  if ! grep -q "install .* $package\( \|\$\)" "$ENVELINT_TEST_LOG"; then
    fail "tests need $package, which wasn't asked for"
  fi
done

run "$folder/bin"
if ! grep -q clang-format "$ENVELINT_TEST_LOG"; then
  fail "a contributor needs clang-format"
fi

# A system without any headers; apt's lists are empty at first, and then lack one package.
mkdir "$folder/scripts"
cp "$(dirname "$setup")/common.sh" "$folder/scripts"
sed "s|in /usr/include /usr/local/include|in $folder/include|" "$setup" > "$folder/scripts/setup"
chmod +x "$folder/scripts/setup"
setup=$folder/scripts/setup
run "$folder/bin" build
if ! grep -q 'install .* libpg-query-dev' "$ENVELINT_TEST_LOG"; then
  fail "libpg-query-dev is missing and wasn't asked for"
fi
cat > "$folder/bin/apt-cache" << 'STUB'
#!/bin/sh
test "$2" != libpg-query-dev
STUB
chmod +x "$folder/bin/apt-cache"
run "$folder/bin" build
if grep -q libpg-query-dev "$ENVELINT_TEST_LOG"; then
  fail "a package that apt doesn't know was asked for"
fi
if ! grep -q 'install .* libgtest-dev' "$ENVELINT_TEST_LOG"; then
  fail "with one package unknown the others weren't asked for"
fi
if ! grep -q 'oracle tests will be skipped' "$folder/errors"; then
  fail "it isn't told that libpg-query-dev can't be had"
fi

status=0
"$setup" nonsense 2> /dev/null || status=$?
if ((status != 2)); then
  fail "an unknown argument: exit code $status instead of 2"
fi

exit $((failures > 0))
