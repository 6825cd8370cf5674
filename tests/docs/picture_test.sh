#!/usr/bin/env bash
# The README's picture shows what the program prints now.
set -euo pipefail
program=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$root"
failures=0

fail() {
  echo "FAILED: $1" >&2
  failures=$((failures + 1))
}

# Each line is one text element; without its tags it is what was printed.
sed -n 's/^  <text [^>]*>\(.*\)<\/text>$/\1/p' docs/run.svg |
  sed 's/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' > "$folder/shown"
command=$(sed -n '1s/^\$ envelint //p' "$folder/shown")
read -ra arguments <<< "$command"
{
  echo "\$ envelint $command"
  "$program" "${arguments[@]}" --format text --color never || true
} > "$folder/printed"
if ! diff "$folder/shown" "$folder/printed" >&2; then
  fail "docs/run.svg shows another text; scripts/picture draws it anew"
fi

# The colours and the drawing, too.
if ! scripts/picture --print "$program" | diff -q docs/run.svg - > /dev/null; then
  fail "docs/run.svg isn't what scripts/picture draws now; run it"
fi
if ! grep -q 'class="bold red"' docs/run.svg; then
  fail "docs/run.svg has no colours"
fi
if ! grep -q '](docs/run.svg)' README.md; then
  fail "README.md doesn't show docs/run.svg"
fi

# It is well-formed, as far as tags that are opened and closed go.
if ! node -e '
    const text = require("fs").readFileSync("docs/run.svg", "utf8");
    const open = [];
    for (const [, end, name, own] of text.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (end ? open.pop() !== name : !own && !open.push(name)) process.exit(1);
    }
    if (open.length > 0 || /&(?!amp;|lt;|gt;)/.test(text)) process.exit(1);'; then
  fail "docs/run.svg is no XML"
fi

# A program that finds nothing, or fails, is never drawn.
if scripts/picture --print "$(command -v true)" > /dev/null 2>&1; then
  fail "a program that prints nothing was drawn"
fi

exit $((failures > 0))
