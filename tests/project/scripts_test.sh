#!/usr/bin/env bash
# The scripts' manners: help, bad use, being called from elsewhere, and a system without apt-get.
# usage: scripts_test.sh CHECKOUT
set -euo pipefail
source_dir=$1
cd /
failures=0

# expect CODE PATTERN COMMAND...: the command ends with this code and prints a match of the pattern.
expect() {
  local code=$1 pattern=$2 status=0 said
  shift 2
  said=$("$@" 2>&1 </dev/null) || status=$?
  if [[ $status != "$code" ]] || ! grep -qE -- "$pattern" <<<"$said"; then
    printf '%s\n  gave %s, expected %s and "%s"\n%s\n' "$*" "$status" "$code" "$pattern" "$said"
    failures=$((failures + 1))
  fi
}

scripts=(demo test setup coverage emulate tidy)
if command -v python3 >/dev/null; then scripts+=(mutate records); fi
for script in "${scripts[@]}"; do
  expect 0 "^usage: tools/$script" "$source_dir/tools/$script" --help
  expect 2 "see tools/$script --help" "$source_dir/tools/$script" --nonsense
done
if command -v python3 >/dev/null; then
  expect 0 "^usage: tools/compare-speed" "$source_dir/tools/compare-speed" --help
  expect 2 "no commit 'nonsense'" "$source_dir/tools/compare-speed" nonsense
  expect 2 "from 1 on" "$source_dir/tools/compare-speed" HEAD --rounds 0
fi
expect 0 "^usage: tools/test" "$source_dir/.ci/run" --help
expect 2 "one of: format check" "$source_dir/tools/test" --only nonsense
expect 2 "one of: format check" "$source_dir/tools/test" --only
expect 2 "takes a number" "$source_dir/tools/coverage" --at-least most
expect 2 "there is no 'none.cpp'" "$source_dir/tools/coverage" --show none.cpp
expect 2 "no source of lib/ or tools/" "$source_dir/tools/tidy" none.cpp
expect 2 "from 1 on" "$source_dir/tools/emulate" --steps 0
expect 2 "no nonsense-linux-gnu-g\+\+" "$source_dir/tools/emulate" nonsense
expect 1 "no scene .*/none.json" "$source_dir/tools/demo" none.json
expect 1 "no scene /none.json" "$source_dir/tools/demo" /none.json

# The seed of the fuzz slices: of the commit, printed; the one that was given; 1 where there is no git.
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
for tool in bash dirname readlink nproc; do ln -s "$(command -v $tool)" "$bin"; done
seed="source '$source_dir/tools/common.bash' && fuzz_seed"
expect 0 '^1$' env PATH="$bin" bash -c "$seed"
expect 1 "clang-tidy is missing.*apt-get install clang-tidy" env PATH="$bin" "$source_dir/tools/tidy"
printf '#!%s\necho 000001ffabcdef\n' "$(command -v bash)" >"$bin/git"
chmod +x "$bin/git"
expect 0 '^511$' env PATH="$bin" bash -c "$seed"
expect 0 '^fuzz slices: BANKSHOT_FUZZ_SEED=77$' \
  env BANKSHOT_FUZZ_SEED=77 "$source_dir/tools/test" --no-setup --only check

# A system with a shell and its usual tools, and nothing else: it is told what to install, and by which name to find it.
bare=$(mktemp -d)
trap 'rm -rf "$bin" "$bare"' EXIT
for tool in bash env dirname sed readlink; do ln -s "$(command -v $tool)" "$bare/$tool"; done
expect 1 "no apt-get" env PATH="$bare" "$source_dir/tools/setup" demo
expect 1 "Eigen 3.4 +\(Eigen/Core\)" env PATH="$bare" "$source_dir/tools/setup" demo
expect 1 "Clang 14 or later +\(clang\+\+\)" env PATH="$bare" "$source_dir/tools/setup" test

# One with apt-get: what is missing, and only that, is asked for, after the lists were brought up to date.
for tool in g++ cmake id tail; do ln -s "$(command -v $tool)" "$bare/$tool"; done
cat >"$bare/apt-get" <<'X'
#!/bin/sh
echo "apt-get $*" >>"$APT_LOG"
case "$*" in *update*) exit 100 ;; esac
exit 1
X
printf '#!/bin/sh\nexit 0\n' >"$bare/apt-cache"
cat >"$bare/sudo" <<'X'
#!/bin/sh
if [ "$1" = -n ]; then shift; fi
exec "$@"
X
chmod +x "$bare/apt-get" "$bare/apt-cache" "$bare/sudo"
export APT_LOG=$bare/log
expect 1 "could not install: ninja-build" env PATH="$bare" "$source_dir/tools/setup" demo
expect 0 "update" head -n 1 "$APT_LOG"
expect 0 "install --no-install-recommends -y ninja-build$" tail -n 1 "$APT_LOG"

[[ $failures == 0 ]]
