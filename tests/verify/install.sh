#!/usr/bin/env bash
# What is installed works where it lies: the program, and a program of the README compiled with the header, the library and cardan.pc.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

DESTDIR=$work/root cmake --install "$(dirname "$CARDAN")" --prefix /opt/cardan >install.log 2>&1 || complain "it cannot be installed: $(cat install.log)"
prefix=$work/root/opt/cardan
for file in bin/cardan include/cardan/cardan.h include/cardan/plugin.h; do
    [[ -f $prefix/$file ]] || complain "$file is not installed"
done
[[ -z $(find "$work/root" -path "$prefix" -prune -o -type f -print) ]] || complain "something is installed outside the prefix"
"$prefix/bin/cardan" --version >version.txt || complain "the installed program does not run"
grep -q '^cardan [0-9.]*' version.txt || complain "--version: $(cat version.txt)"
grep -q 'KLU' version.txt && grep -q 'zlib' version.txt || complain "--version names no libraries: $(cat version.txt)"
if git -C "$CARDAN_SOURCE" rev-parse HEAD >commit.txt 2>/dev/null && [[ -d $CARDAN_SOURCE/.git || -f $CARDAN_SOURCE/.git ]]; then
    grep -q ', commit [0-9a-f]\{10\}' version.txt || complain "--version names no commit: $(cat version.txt)"
fi

library=$(find "$prefix" -name libcardan.a)
[[ -n $library ]] || complain "the library is not installed"
if command -v pkg-config >/dev/null && ! grep -q __asan_init "$library"; then
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name cardan.pc)")
    export PKG_CONFIG_PATH
    sed -n '/^#include <cardan/,/^```/p' "$CARDAN_SOURCE/README.md" | grep -v '^```' >readme.c
    # shellcheck disable=SC2046
    ${CC:-cc} readme.c $(pkg-config --cflags --libs cardan) -o readme 2>cc.log || complain "the program of the README does not compile: $(cat cc.log)"
    (cd "$CARDAN_SOURCE" && "$work/readme") >answer.txt || complain "the program of the README does not run"
    [[ $(cat answer.txt) == '3 parts, 0 freedoms' ]] || complain "it says: $(cat answer.txt)"
fi

# Nothing but what the header declares leaves the shared library.
shared=$(find "$prefix" -name 'libcardan.so')
[[ -n $shared ]] || complain "the shared library is not installed"
[[ $(find "$prefix" -name 'libcardan.so.*' -type f) == *.so.[0-9]* ]] || complain "the shared library has no version"
if command -v nm >/dev/null; then
    nm -D --defined-only "$shared" | awk '$3 !~ /^(__asan|__ubsan|__odr_asan|_init|_fini|__sanitizer)/ { print $3 }' >symbols.txt
    while read -r symbol; do
        grep -qw "$symbol" "$CARDAN_SOURCE/include/cardan/cardan.h" || complain "$symbol leaves the library and is not in cardan.h"
    done <symbols.txt
    [[ $(grep -c . symbols.txt) -ge 80 ]] || complain "only $(grep -c . symbols.txt) symbols leave the library"
fi
exit $((failures > 0))
