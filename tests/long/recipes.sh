#!/usr/bin/env bash
# The recipes of CONTRIBUTING, applied to a copy of the source: each is one file and one row, the whole builds with warnings as errors, and what was added works.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
mkdir copy
for part in CMakeLists.txt cardan.pc.in LICENSE bench cmake docs examples scripts tests tools web; do ln -s "$CARDAN_SOURCE/$part" copy; done
cp -rL "$CARDAN_SOURCE/src" "$CARDAN_SOURCE/include" copy

# +++ FILE is a new file, --- FILE gets lines before the line that follows them, or at its end
awk '
    function flush(   i, k, line, n, all) {
        if (file == "" || !count) { file = ""; count = 0; return }
        if (!fresh) while ((getline line < file) > 0) all[++n] = line
        close(file)
        out = ""; done = 0
        for (i = 1; i <= n; i++) {
            for (k = 1; k <= count; k++) if (text[k] ~ /^ / && substr(text[k], 2) == all[i] && !used[k]) { used[k] = 1; for (j = k - 1; j >= 1 && text[j] ~ /^\+/ && !used[j]; j--); for (j++; j < k; j++) { out = out substr(text[j], 2) "\n"; used[j] = 1 } break }
            out = out all[i] "\n"
        }
        for (k = 1; k <= count; k++) {
            if (text[k] ~ /^\+/ && !used[k]) out = out substr(text[k], 2) "\n"
            if (text[k] ~ /^ / && !used[k]) print "no such line in " file ": " text[k]
        }
        printf "%s", out > file; close(file); print "applied " file
        file = ""; count = 0; split("", used)
    }
    /^```diff/ { inside = 1; next }
    /^```/ { if (inside) flush(); inside = 0 }
    !inside { next }
    /^(\+\+\+|---) / { flush(); fresh = /^\+/; file = "copy/" $2; next }
    { text[++count] = $0 }' "$CARDAN_SOURCE/CONTRIBUTING.md" >applied.txt
cat applied.txt
! grep -q 'no such line' applied.txt || complain "a recipe of CONTRIBUTING has lines that are not in the source"

# one new file and one row each: force, joint, function, integrator, analysis, writer
new=$(grep -c '^applied copy/src/.*\.c$' applied.txt) rows=$(grep -c '^applied copy/src/.*\.def$' applied.txt)
[[ $(wc -l <applied.txt) -eq $((new + rows)) && $new -eq $rows && $new -ge 5 ]] || complain "recipes of CONTRIBUTING: $new files, $rows rows"

compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$(dirname "$CARDAN")/CMakeCache.txt")
cmake -S copy -B made -G Ninja -DCMAKE_C_COMPILER="${compiler:-gcc}" -DCMAKE_BUILD_TYPE=Plain -DCMAKE_C_FLAGS=-O0 >log.txt 2>&1 &&
    ninja -C made -j 2 cardan_program >log.txt 2>&1 || { complain "the recipes do not build"; grep -A5 -m3 'error' log.txt; exit 1; }
CARDAN=$work/made/cardan

# what CONTRIBUTING shows of the force
"$CARDAN" help dashpot >out.txt
sed -n '/^\$ cardan help dashpot/,/^```/p' "$CARDAN_SOURCE/CONTRIBUTING.md" | sed '1d;$d' | diff - out.txt || complain "CONTRIBUTING shows another manual of DASHPOT"

# a mass of 2 behind a dashpot of 0.5, v = 3 exp(-t / 4); then without it
cat >damper.adm <<'MODEL'
a dashpot
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 2, CM = 20, IP = 1, 1, 1, QG = 1, 0, 0, VX = 3
MARKER/20, PART = 2
DASHPOT/1, I = 20, J = 10, C = 0.5
INTEGRATOR/MDOP5, ERROR = 1E-8
REQUEST/1, F2 = CUBE(VX(20)) - VX(20)**3\F3 = CUBE(1 + 1)
RESULTS/
END
MODEL
printf 'damper.adm\ndamper\nSIMULATE/DYNAMICS, END = 1, STEPS = 10\nDEACTIVATE/DASHPOT, ID = 1\nSIMULATE/DYNAMICS, END = 2, STEPS = 10\nSTOP\n' >damper.acf
run 0 run damper.acf -q
value() { awk -F , -v c="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ "\"" c "[ \"]") at = i } END { print $at }' "$1"; }
near() { awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(d < 1e-6 && -d < 1e-6) }' || complain "$3 is $1, not $2"; }
near "$(value damper.csv PART_2.VX)" 2.336402349214215 "velocity behind a dashpot that is switched off at t = 1"
near "$(value damper.csv REQUEST_1.F2)" 0 "CUBE(x) - x**3"
near "$(value damper.csv REQUEST_1.F3)" 8 "CUBE(2)"
[[ $(wc -l <damper.tsv) -eq $(wc -l <damper.csv) ]] || complain "the .tsv has other lines than the .csv"

# a pin in a slot: it slides along z under friction 0.25 * 5 = 1.25 and turns about its own axis
cat >slot.adm <<'MODEL'
a pin in a slot
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 2, CM = 20, IP = 0.5, 0.5, 0.5, VZ = 2, WY = 1
MARKER/20, PART = 2
MARKER/21, PART = 2, ZP = 0, 1, 0, XP = 1, 0, 0
MARKER/11, PART = 1, FLOATING
JOINT/1, PINSLOT, I = 21, J = 10
VFORCE/1, I = 20, JFLOAT = 11, RM = 10, FX = 3\ FY = 4\ FZ = 0
FRICTION/1, JOINT = 1, MU_STATIC = 0.4, MU_DYNAMIC = 0.25, STICTION_TRANSITION_VELOCITY = 0.01, INPUTS = REACTION_FORCE
INTEGRATOR/MDOP5, ERROR = 1E-8
RESULTS/
END
MODEL
run 0 run slot.adm --end 1 --steps 10 -q
near "$(value slot.csv PART_2.VZ)" 1.375 "velocity of the pin along its slot"
near "$(value slot.csv PART_2.X)" 0 "the pin across its slot"
near "$(value slot.csv PART_2.WY)" 1 "the pin about its own axis"
run 0 check slot.adm
says PINSLOT
exit $((failures > 0))
