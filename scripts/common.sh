# shellcheck shell=bash
# For the other scripts to source: where things are, and how the release build is brought up to date.

# Links are resolved, so that a script may be linked to from a folder of PATH.
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
build=$root/build/release
# shellcheck disable=SC2034  # Used by the scripts that source this.
jobs=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}

# Runs a command whose output is of interest only when it fails, or on a terminal while it lasts.
# Nothing goes to standard output.
quietly() {
  if [[ -t 2 ]]; then
    "$@" >&2
    return
  fi
  local log status=0
  log=$(mktemp)
  "$@" > "$log" 2>&1 || status=$?
  if ((status != 0)); then
    cat "$log" >&2
  fi
  rm -f "$log"
  return "$status"
}

# Configures build/release if it never was. Afterwards the build does that itself when it must.
configure() {
  if [[ ! -e $build/build.ninja ]]; then
    (cd "$root" && cmake --preset release)
  fi
}

# compile TARGET
compile() {
  cmake --build "$build" --parallel "$jobs" --target "$1"
}
