#!/usr/bin/env bash
# Every command of README and docs runs as it is written, in a copy of what it needs; C code in them compiles. What builds the
# program (make, cmake) is left to whoever runs this; recipes of CONTRIBUTING are tried by tests/long/recipes.sh. Commands within
# lines (`cardan run -v`) run too; of those that name files nobody has here (JOB.pch) the words are looked for in the program's help,
# targets of make in the Makefile, scripts in the tree.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
build=$(dirname "$CARDAN")
mkdir bin build home
ln -s "$CARDAN_SOURCE"/include "$CARDAN_SOURCE"/docs .
cp -r "$CARDAN_SOURCE/examples" .
ln -s "$build" build/release
export HOME=$work/home PATH="$work/bin:$work/build/release:$PATH"

# the compiler of the build, with its sanitizers
compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
sanitizers=
! nm "$build/libcardan.a" 2>/dev/null | grep __asan_init >/dev/null || sanitizers=-fsanitize=address,undefined
printf '#!/bin/sh\nexec %s "$@" %s\n' "${compiler:-gcc}" "$sanitizers" >bin/cc
chmod +x bin/cc

# what the words in capitals stand for
cp examples/spring_mass.adm MODEL.adm
printf '\nFILE/MODEL = MODEL.adm\nSIMULATE/DYNAMICS, END = 1, STEPS = 20\nSTOP\n' >SCRIPT.acf
cp SCRIPT.acf run.acf
for name in RESULT A B; do
    "$CARDAN" run examples/slider_crank.adm --steps 20 --out . -q && mv slider_crank.cardan $name.cardan
done

# commands FILE: lines of code blocks that begin with $, cardan or cc; a word behind two blanks begins a remark, [...] may be left out
commands() {
    awk '/^```/ { fence = !fence; next }
        { line = $0 }
        fence && sub(/^\$ /, "", line) { print line; next }
        !fence && /^    / { sub(/^    /, "", line); if (more || line ~ /^(cardan|cc|export|\.\/|cmake --install) ?/) { sub(/   *[a-zA-Z].*$/, "", line); print line } more = line ~ /\\$/ }' "$1" |
        sed -E 's/ \[[^]]*\]//g; s/\bMODEL( |$)/MODEL.adm\1/g'
}

listed=0
for document in README.md docs/compare.md docs/verify.md docs/report.md docs/debugging.md docs/accuracy.md docs/plugins.md docs/recipes/*.md docs/language/*.md; do
    [[ -f $CARDAN_SOURCE/$document ]] || continue
    commands "$CARDAN_SOURCE/$document" >list
    listed=$((listed + $(grep -c . list)))
    while IFS= read -r line; do
        while [[ $line == *\\ ]] && IFS= read -r next; do line="${line%\\} $next"; done
        [[ $line != *pkg-config* ]] || command -v pkg-config >/dev/null || continue
        # studies of dozens of runs: with sanitizers they take minutes and show nothing else
        [[ -z $sanitizers || $line != cardan\ @(compare|verify)* ]] || continue
        want=0
        [[ $line != *broken.adm* ]] || want=1
        if [[ $line == export\ * ]]; then
            eval "$line"
            continue
        fi
        OPENBLAS_NUM_THREADS=1 timeout 250 bash -c "$line" >out.txt 2>&1 </dev/null
        got=$?
        [[ $got -eq $want ]] || complain "$document: $line: exit code $got: $(tail -3 out.txt)"
    done <list
done
[[ $listed -gt 20 ]] || complain "only $listed commands were found"

# inline: `code` within lines, of all documents, once each
inline() {
    awk '/^```/ { fence = !fence; next } !fence' "$CARDAN_SOURCE"/{README,CONTRIBUTING,ARCHITECTURE}.md "$CARDAN_SOURCE"/examples/README.md "$CARDAN_SOURCE"/docs/*.md "$CARDAN_SOURCE"/docs/*/*.md |
        grep -oE '`(cardan [^`]*|(make|cmake|ctest) [^`]*|(bench|scripts|tools)/[^`]*)`' | tr -d '`' | sort -u
}
# knows COMMAND WORDS...: that command's help has each option
knows() {
    local help word
    help=$(cardan "$1" --help 2>&1) && [[ $help == "cardan $1"* ]] || return 1
    for word in "${@:2}"; do
        [[ $word != -* ]] || grep -qE -- "(^|[ ,])$word([ ,]|\$)" <<<"$help" || return 1
    done
}
# Runs it if each of its files is here, or stands for one; else asks for its words.
try_inline() {
    local line word missing=0 files=0
    line=$(sed -E 's/ \[[^]]*\]//g; s/\b(MODEL|FILE|model\.adm)( |$)/MODEL.adm\2/g; s/\bfile\.acf\b/SCRIPT.acf/g; s/--statistics MODEL.adm/--statistics numbers.csv/' <<<"$1")
    read -ra words <<<"$line"
    for word in "${words[@]:2}"; do
        [[ $word != *.* || $word == *E-* ]] || { files=$((files + 1)) && [[ -e $word || $word == numbers.csv ]] || missing=1; }
    done
    case ${words[1]-} in
    help | list) bash -c "$line" ;;
    run | check | fmt) if [[ $missing == 1 ]]; then knows "${words[@]:1}"; elif [[ $files == 0 ]]; then bash -c "$line MODEL.adm"; else bash -c "$line"; fi ;;
    report) if [[ $missing == 0 && $files -gt 0 ]]; then bash -c "$line --out DIR"; else knows "${words[@]:1}"; fi ;;
    *) knows "${words[@]:1}" ;;
    esac
}
mkdir DIR
inline >list
while IFS= read -r line; do
    want=0 got=0
    [[ $line != *broken.adm* ]] || want=1
    case $line in
    cardan\ *) OPENBLAS_NUM_THREADS=1 try_inline "$line" >out.txt 2>&1 </dev/null || got=$? ;;
    make\ *) make -C "$CARDAN_SOURCE" -n ${line#make } >out.txt 2>&1 || got=$? ;;
    cmake\ * | ctest\ *) for preset in $(grep -oE -- '--preset [a-z]+' <<<"$line" | cut -d' ' -f2); do grep -q "\"name\": \"$preset\"" "$CARDAN_SOURCE/CMakePresets.json" || got=1; done ;;
    *) compgen -G "$CARDAN_SOURCE/$(sed -E 's/ .*//; s/\bNAME\b/*/; s|/$||' <<<"$line")" >/dev/null || got=1 ;;
    esac
    [[ $got -eq $want ]] || complain "within a line: $line: exit code $got: $(tail -3 out.txt)"
done <list
[[ $(grep -c . list) -gt 40 ]] || complain "only $(grep -c . list) commands within lines were found"

# what README says the program answers
cardan check examples/slider_crank.adm >out.txt
sed -n '/^\$ cardan check/,/^```/p' "$CARDAN_SOURCE/README.md" | sed '1d;$d' | diff - out.txt || complain "README shows another answer of cardan check"
awk '/^```/ { fence = !fence; next } fence && /^examples\/broken.adm:/' "$CARDAN_SOURCE/README.md" >lines
cardan check examples/broken.adm >out.txt 2>&1
while IFS= read -r line; do grep -qF "$line" out.txt || complain "README: cardan check examples/broken.adm does not say: $line"; done <lines

# C code: a program is built and run, a routine is compiled
number=0
for document in README.md docs/plugins.md docs/recipes/link-the-library.md; do
    awk -v name="$document" '/^```c$/ { inside = 1; next } /^```/ { if (inside) print "\f"; inside = 0 } inside' "$CARDAN_SOURCE/$document" |
        awk -v RS='\f\n' 'NF { file = "code" NR ".c"; printf "%s", $0 > file; close(file); print file }' >files
    while IFS= read -r file; do
        number=$((number + 1))
        if grep -q 'int main' "$file"; then
            link=$(grep -h -A1 'build/release/libcardan.a' "$CARDAN_SOURCE/docs/recipes/link-the-library.md" | tr -d '\\' | tr '\n' ' ' | sed "s|examples/build_model.c|$file|; s|-o build_model|-o snippet|")
            bash -c "$link" && ./snippet >out.txt || complain "$document: its program does not compile or run"
            grep -q '^3 parts, 0 freedoms$' out.txt || complain "$document: its program prints $(cat out.txt)"
        else
            { printf '#include <cardan/plugin.h>\n'; cat "$file"; } >routine.c
            cc -std=gnu17 -Wall -Wextra -Werror -Wno-missing-prototypes -Iinclude -fsyntax-only routine.c || complain "$document: its routine does not compile"
        fi
    done <files
done
[[ $number -ge 2 ]] || complain "only $number pieces of C were found"

# programs of the page on the library: each ends well
awk '/^```c$/ { inside = 1; file = "library" ++n ".c"; next } /^```/ { inside = 0 } inside { print > file }' "$CARDAN_SOURCE/docs/library.md"
for file in library*.c; do
    link=$(grep -h -A1 'build/release/libcardan.a' "$CARDAN_SOURCE/docs/recipes/link-the-library.md" | tr -d '\\' | tr '\n' ' ' | sed "s|examples/build_model.c|$file|; s|-o build_model|-o snippet|")
    bash -c "$link" && ./snippet >out.txt || complain "docs/library.md: $file does not compile or run: $(cat out.txt)"
done
[[ -f library9.c ]] || complain "docs/library.md: programs were not found"

exit $((failures > 0))
