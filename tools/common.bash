#!/usr/bin/env bash
# What demo and test share. Sourced, not run; sets `root` to the checkout and goes there.

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd -P)
cd "$root" || exit
# shellcheck disable=SC2034  # test reads it
jobs=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
  export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS-pch_defines,time_macros} # or it keeps nothing that has precompiled headers
fi

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# fuzz_seed: a number for the commit that is checked out; 1 where there is none.
fuzz_seed() {
  local commit
  commit=$(git rev-parse HEAD 2>/dev/null) || commit=00000001
  echo $((16#${commit:0:8}))
}

# usage SCRIPT: the comment at the head of a script, which is its help text.
usage() { sed -n '2,/^[^#]/{s/^# \{0,1\}//p}' "$1"; }

# Options for a build from nothing. Compiling takes most of the time, and the same headers most of that: many sources to
# a translation unit.
# shellcheck disable=SC2034  # demo and test read it
quick=(-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 -DBANKSHOT_PRECOMPILE=ON)

# configure DIR PRESET OPTION...: configures a build directory; one that another checkout or generator left there is
# made anew.
configure() {
  local dir=$1 preset=$2
  shift 2
  if [[ -f $dir/CMakeCache.txt ]] && ! { grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt" &&
    grep -qx 'CMAKE_GENERATOR:INTERNAL=Ninja' "$dir/CMakeCache.txt"; }; then
    rm -rf "$dir"
  fi
  cmake --preset "$preset" -B "$dir" "$@"
}
