#!/usr/bin/env bash
# `cmake --install` into an empty folder: the program runs from there, the manual page renders, and
# the three shells complete what `--help` tells of.
set -euo pipefail
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
  echo "FAILED: $1" >&2
  failures=$((failures + 1))
}

for tool in mandoc zsh fish; do
  if ! command -v "$tool" > /dev/null; then
    echo "FAILED: $tool is missing; scripts/setup installs it" >&2
    exit 1
  fi
done

cmake --install "$(dirname "$program")" --prefix "$folder/usr" > /dev/null
installed=$folder/usr/bin/envelint
share=$folder/usr/share
page=$share/man/man1/envelint.1
completions_bash=$share/bash-completion/completions/envelint
completions_zsh=$share/zsh/site-functions/_envelint
completions_fish=$share/fish/vendor_completions.d/envelint.fish

if [[ $("$installed" --version) != "$("$program" --version)" ]]; then
  fail "the installed program tells another version"
fi
status=0
said=$("$installed" check --format text fixtures/servers/vantage-mini) || status=$?
if [[ $status != 1 || $said != *'error[flat-array]'* ]]; then
  fail "the installed program: exit code $status, said: $said"
fi
for file in LICENSE README.md docs/configuration.md rules/flat-array.md; do
  if [[ ! -s $share/doc/envelint/$file ]]; then
    fail "$file isn't installed"
  fi
done
if [[ -e $share/doc/envelint/rules/flat_array.cpp || -n $(find "$share" -name '*.cpp') ]]; then
  fail "sources are installed"
fi

# It has no date, so that the same sources make the same page.
complaints=$(mandoc -T lint -W warning "$page" | grep -v 'missing date') || true
if [[ -n $complaints ]]; then
  fail "the manual page: $complaints"
fi
# Letters that are printed twice, for bold, once.
manual=$(mandoc -T ascii "$page" | sed 's/.\x08//g')

mapfile -t options < <("$program" --help | sed -n 's/^  \(-h,\)\?\(--[a-z-]*\).*/\2/p')
if ((${#options[@]} < 20)); then
  fail "--help has ${#options[@]} options only"
fi

# complete_bash WORD...: what bash offers for the last of these words, one a line.
complete_bash() {
  bash --norc -c '
    source "$0"
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _envelint
    printf "%s\n" "${COMPREPLY[@]}"' "$completions_bash" "$@"
}

# complete_fish LINE: the same for a command line.
complete_fish() {
  HOME=$folder fish --no-config -c "source $completions_fish; complete -C '$1'" | cut -f 1
}

# complete_zsh LINE: what a zsh with a terminal shows when the tab key is pressed behind the line.
complete_zsh() {
  HOME=$folder zsh -f -c '
    zmodload zsh/zpty
    zpty shell "TERM=vt100 COLUMNS=400 LINES=200 zsh -f -i"
    zpty -w shell "PS1= ; stty rows 200 cols 400; fpath=($1 \$fpath); autoload -Uz compinit; compinit -D -u"
    zpty -w shell "zstyle \":completion:*\" list-prompt \"\"; LISTMAX=1000; setopt no_list_beep; echo rea\"\"dy"
    zpty -r -m shell seen "*ready*"
    zpty -w -n shell "$2"$'"'\\t'"'
    # A list begins with a line break; it is whole when nothing more has come for a while.
    seen= quiet=0
    for ((turn = 0; turn < 100 && quiet < 5; ++turn)); do
      if zpty -r -t shell part; then
        seen+=$part quiet=0
      else
        [[ $seen == *$'"'\\n'"'* ]] && ((++quiet))
        sleep 0.1
      fi
    done
    print -r -- "$seen"' zsh "$(dirname "$completions_zsh")" "$1" | tr -d '\0' |
    sed 's/\x1b\[[0-9;]*[A-Za-z]/ /g'
}

# offers SHELL WHAT OFFERED WORD...: fails when one of the words isn't a word of what was offered.
offers() {
  local shell=$1 what=$2 offered=$3 word
  shift 3
  for word in "$@"; do
    if ! grep -qE -- "(^|[^a-z-])$word([^a-z-]|\$)" <<< "$offered"; then
      fail "$shell offers no $word for '$what', but: $(head -c 1500 <<< "$offered")"
      return
    fi
  done
}

offers bash envelint "$(complete_bash envelint '')" check audit rules explain init
offers bash 'envelint ch' "$(complete_bash envelint ch)" check
offers bash 'envelint --' "$(complete_bash envelint --)" "${options[@]}"
offers bash 'envelint --format ' "$(complete_bash envelint --format '')" text sarif
offers bash 'envelint --format=sa' "$(complete_bash envelint --format = sa)" sarif
offers bash 'envelint --format=' "$(complete_bash envelint --format =)" sarif
offers bash 'envelint explain ' "$(complete_bash envelint explain '')" flat-array
if [[ -n $(complete_bash envelint check --threads '') ]]; then
  fail "bash offers something for a number"
fi

offers fish envelint "$(complete_fish 'envelint ')" check audit rules explain init
offers fish 'envelint --' "$(complete_fish 'envelint --')" "${options[@]}"
offers fish 'envelint --format ' "$(complete_fish 'envelint --format ')" text sarif
offers fish 'envelint explain ' "$(complete_fish 'envelint explain ')" flat-array

# All at once, since each waits for its shell most of the time.
complete_zsh 'envelint ' > "$folder/commands" &
complete_zsh 'envelint --' > "$folder/options" &
complete_zsh 'envelint --format=' > "$folder/formats" &
complete_zsh 'envelint explain ' > "$folder/rules" &
wait
offers zsh envelint "$(< "$folder/commands")" check audit rules explain init
offers zsh 'envelint --' "$(< "$folder/options")" "${options[@]}"
offers zsh 'envelint --format=' "$(< "$folder/formats")" text sarif
offers zsh 'envelint explain ' "$(< "$folder/rules")" flat-array

offers 'the manual page' envelint "$manual" "${options[@]}" check audit rules explain init \
  flat-array NO_COLOR

exit $((failures > 0))
