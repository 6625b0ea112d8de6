#!/usr/bin/env bash
# From CalculiX to a body by modes: a bracket of hexahedra with 30,000 nodes, its matrices written by ccx, reduced to two faces. With both faces fixed it has the
# frequencies that CalculiX finds by itself; a coarser one has those of the free bracket, from above as Rayleigh and Ritz have it, and swings in a dataset. Left out where ccx is not installed (Debian: calculix-ccx).
set -euo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"
command -v ccx >/dev/null || { echo "ccx is not installed: left out"; exit 0; }

# An angle of two plates, 120 x 120 mm, 40 mm wide, 10 mm thick, in tonnes, millimetres, newtons.
mesh() { # NODES_ALONG NODES_ACROSS
    awk -v m="$1" -v w="$2" -v t=6 '
    function id(i, j, k) { return 1 + k + w * (j + m * i) }
    function solid(i, j) { return (i < t || j < t) }
    BEGIN {
        print "*NODE"
        for (i = 0; i < m; i++) for (j = 0; j < m; j++) if (solid(i, j)) for (k = 0; k < w; k++)
            printf "%d, %.9g, %.9g, %.9g\n", id(i, j, k), (i < t ? i * 10 / (t - 1) : 10 + (i - t + 1) * 110 / (m - t)), (j < t ? j * 10 / (t - 1) : 10 + (j - t + 1) * 110 / (m - t)), k * 40 / (w - 1)
        print "*ELEMENT, TYPE=C3D8, ELSET=ALL"
        for (i = 0; i + 1 < m; i++) for (j = 0; j + 1 < m; j++) if (solid(i, j) && solid(i + 1, j) && solid(i, j + 1) && solid(i + 1, j + 1)) for (k = 0; k + 1 < w; k++)
            printf "%d, %d, %d, %d, %d, %d, %d, %d, %d\n", ++n, id(i, j, k), id(i + 1, j, k), id(i + 1, j + 1, k), id(i, j + 1, k), id(i, j, k + 1), id(i + 1, j, k + 1), id(i + 1, j + 1, k + 1), id(i, j + 1, k + 1)
        print "*NSET, NSET=FOOT"; for (j = 0; j < t; j++) for (k = 0; k < w; k++) print id(m - 1, j, k) ","
        print "*NSET, NSET=HEAD"; for (i = 0; i < t; i++) for (k = 0; k < w; k++) print id(i, m - 1, k) ","
        print "*MATERIAL, NAME=STEEL\n*ELASTIC\n210000, 0.3\n*DENSITY\n7.85e-9\n*SOLID SECTION, ELSET=ALL, MATERIAL=STEEL" }'
}
mesh "${NODES_ALONG:-110}" "${NODES_ACROSS:-24}" >mesh.inp
nodes=$(awk '/^\*ELEMENT/ { exit } NR > 1 { n++ } END { print n }' mesh.inp)
{ cat mesh.inp; printf '*STEP\n*FREQUENCY, SOLVER=MATRIXSTORAGE\n6\n*END STEP\n'; } >bracket.inp
{ cat mesh.inp; printf '*BOUNDARY\nFOOT, 1, 3\nHEAD, 1, 3\n*STEP\n*FREQUENCY\n6\n*END STEP\n'; } >own.inp
OMP_NUM_THREADS=1 timeout 250 ccx bracket >ccx.txt 2>&1 || { tail -5 ccx.txt; complain "ccx bracket"; }
OMP_NUM_THREADS=1 timeout 250 ccx own >ccx.txt 2>&1 || { tail -5 ccx.txt; complain "ccx own"; }
# two minutes of the processor and 4 GB are enough
ulimit -v 4194304
used() { awk '{ print $14 + $15 + $16 + $17 }' /proc/$$/stat; } # hundredths of a second, of children too
before=$(used)
run 0 flex bracket.sti --interface FOOT:RBE2:90001,HEAD:RBE2:90002 --modes 6 --units t,mm,s,N -o bracket.mtx
seconds=$((($(used) - before) / $(getconf CLK_TCK)))
echo "$nodes nodes reduced in $seconds s of the processor"
[[ $seconds -lt 120 ]] || complain "the reduction took $seconds s"
# frequencies FILE.dat FROM COUNT: of CalculiX
frequencies() { awk -v from="$2" -v n="$3" '/E I G E N V A L U E   O U T P U T/ { on = 1 } on && NF == 5 && $1 >= from && $1 < from + n && !seen[$1]++ { print $4 }' "$1"; }
frequencies own.dat 1 6 >theirs
awk '/^modes with/ { on = 1; getline; next } !NF { on = 0 } on && $1 + 0 > 0 { print $2 }' <<<"$out" >ours
[[ $(wc -l <ours) -eq 6 && $(wc -l <theirs) -eq 6 ]] || complain "six frequencies each"
paste ours theirs | awk '{ off = $1 / $2 - 1; if (off < 0) off = -off; print $0, off; if (!(off < 1e-6)) bad = 1 } END { exit bad }' || complain "frequencies"
grep -q "^SELNOD" bracket.mtx || complain "bracket.mtx"

# the free bracket: six rigid motions and what is behind them; the mean of a face (RBE3) adds no stiffness, so more modes come nearer from above
mesh 30 8 >mesh.inp
{ cat mesh.inp; printf '*STEP\n*FREQUENCY, SOLVER=MATRIXSTORAGE\n6\n*END STEP\n'; } >coarse.inp
{ cat mesh.inp; printf '*STEP\n*FREQUENCY\n10\n*END STEP\n'; } >free.inp
for deck in coarse free; do OMP_NUM_THREADS=1 timeout 250 ccx $deck >ccx.txt 2>&1 || complain "ccx $deck"; done
frequencies free.dat 7 4 >theirs
off() { # MODES TOLERANCE
    run 0 flex coarse.sti --interface FOOT:RBE3:90001,HEAD:RBE3:90002 --modes "$1" --units t,mm,s,N -o coarse.mtx
    awk '/^modes of the free/ { on = 1; getline; next } on && NF == 2 && n++ < 4 { print $2 }' <<<"$out" >ours
    paste ours theirs | awk -v most="$2" '{ off = $1 / $2 - 1; print "free", $0, off; if (!(off < most && off > -1e-6)) bad = 1 } END { exit bad || NR < 4 }' || complain "free, $1 modes"
}
off 6 0.02
off 40 2e-4

# and in motion, in kilograms and metres: it swings about its foot as the rigid one does, and its head a little further
swing() { # NAME RIGID
    printf '%s\n' "$1" 'UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND' 'ACCGRAV/JGRAV = -9.80665' 'PART/1, GROUND' 'MARKER/10, PART = 1, QP = 0.12, 0.005, 0.02' \
        "FLEX_BODY/2, MTX_FILE = coarse.mtx, CRATIO = 0.02\\${2:+, $2}" 'MARKER/21, FLEX_BODY = 2, NODE_ID = 90001' 'MARKER/22, FLEX_BODY = 2, NODE_ID = 90002' \
        'JOINT/1, REVOLUTE, I = 21, J = 10' 'REQUEST/1, F2 = DX(22)*1000\F3 = DY(22)*1000' 'INTEGRATOR/GSTIFF, ERROR = 1E-7' END >"$1.adm"
    run 0 run "$1.adm" --end 0.3 --steps 30 --quiet
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"/, "", $i); at[$i] = i } } END { print $at["REQUEST_1.F2"], $at["REQUEST_1.F3"] }' "$1.csv"
}
echo "$(swing bent) $(swing stiff RIGID)" | awk '{ d = sqrt(($1 - $3) ^ 2 + ($2 - $4) ^ 2); print "head at 0.3 s:", $0 ", apart", d; exit !(NF == 4 && d > 0.002 && d < 0.02) }' || complain "the bracket swings otherwise"
[[ $failures -eq 0 ]] || { echo "$failures failures"; exit 1; }
