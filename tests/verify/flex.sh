#!/usr/bin/env bash
# cardan flex: frames against independent computations with the same elements, chains of springs against their closed form through each
# reader of matrices, and what is said about input that cannot be right.
set -euo pipefail
shopt -s lastpipe # complaints of the last command of a pipe count
source "$CARDAN_SOURCE/tests/checks.bash"
data=$CARDAN_SOURCE/tests/verify/flex

free() { awk '/^modes of the free/ { on = 1; getline; next } on && NF == 2 { print $2 }' <<<"$out"; }
fixed() { awk '/^modes with/ { on = 1; getline; next } !NF { on = 0 } on && $1 + 0 > 0 { print $2 }' <<<"$out"; }
# near WHAT TOLERANCE EXPECTED...: numbers on standard input, relative
near() {
    awk -v what="$1" -v tol="$2" -v expected="${*:3}" '
        BEGIN { n = split(expected, e, " ") }
        NR <= n { off = $1 / e[NR] - 1; if (off < 0) off = -off; if (!(off <= tol)) { printf "%s %d: %s, not %s\n", what, NR, $1, e[NR]; bad = 1 } }
        END { if (NR < n) { print what ": " NR " numbers only"; bad = 1 } exit bad }' || complain "$1"
}

# 22 interface nodes and 9 modes of the frame: 135 elastic modes
run 0 flex "$data/frame.json" -o frame.mtx
free | near "frame" 2e-9 $(cat "$data/frame.hz")
[[ $(free | wc -l) -eq 135 ]] || complain "$what: $(free | wc -l) modes"
fixed | near "frame, fixed" 2e-9 265.642283 668.998445 668.998445
awk -v OFMT=%.15g '/^mass/ { print $2, $NF } /^inertia/ { print $4 }' <<<"$out" | near "frame, mass and inertia" 1e-8 10.4110516222 2.70216359
[[ $(sed -n 1p frame.mtx) == "ADAMSMAT2   KILOGRAM  METER  SECOND  NEWTON  TTTTFTTTF ["* ]] || complain "head of frame.mtx"
# 8 of them cut through eight tubes with the same frequency
run 0 flex "$data/frame.json" --modes 8
warns "8 fixed-interface modes cut through modes 2 to 9, all at 668.998445"
warns "take 1 or 9"

# strip N LENGTH Y Z E NU RHO JXX: lumped, ends are the interface
strip() {
    awk -v n="$1" -v l="$2" -v y="$3" -v z="$4" -v e="$5" -v nu="$6" -v rho="$7" -v j="$8" 'BEGIN {
        printf "{ \"E\": %s, \"nu\": %s, \"rho\": %s, \"section\": { \"rectangle\": [%s, %s], \"jxx\": %.17g }, \"mass_matrix\": \"lumped\", \"nodes\": {", e, nu, rho, y, z, j
        for (i = 0; i <= n; i++) printf "%s\"%d\": [%.15g, 0, 0]", (i ? ", " : ""), i + 1, l * i / n
        printf "}, \"tubes\": ["
        for (i = 1; i <= n; i++) printf "%s[%d, %d]", (i > 1 ? ", " : ""), i, i + 1
        printf "], \"craig_bampton\": { \"interface_nodes\": [1, %d], \"fixed_interface_modes\": 6 } }\n", n + 1 }'
}
# the torsion constant of the reference: a b^3 (1/3 - 0.21 b / a (1 - b^4 / 12 a^4))
strip 20 1 0.003 0.03 7e10 0.33 2700 2.5299567e-10 >strip.json
run 0 flex strip.json -o strip.mtx
free | near "strip" 1e-8 15.582245 42.7576905 83.4084702 137.347629 156.060178
free | tail -1 | near "strip, highest" 1e-8 2800.23746
fixed | near "strip, both ends fixed" 1e-8 15.7016275 43.2809044 84.8414716 140.223643 156.944616 209.39984
awk -v OFMT=%.15g '/^mass/ { print $2; print $5 + 0 } /^inertia/ { print $2 + 0; print $3 + 0; print $4 + 0 }' <<<"$out" |
    near "strip, mass, centre, I7" 1e-8 0.243 0.5 1.840725e-5 0.081119475 0.0811014322
[[ $(sed -n 1p strip.mtx) == *" TTTTTTTTT ["* ]] || complain "strip.mtx has not all invariants"
# more fixed-interface modes change nothing about those that were there, and the torsion constant is found from the sides
run 0 flex strip.json --modes 20
fixed | near "strip, 20 modes" 1e-8 15.7016275 43.2809044 84.8414716 140.223643 156.944616 209.39984
sed 's/, "jxx": [^ ]*//' strip.json >exact.json
run 0 flex exact.json
free | near "strip, torsion of a rectangle" 2e-5 15.582245 42.7576905 83.4084702 137.347629 156.060178 203.930241

# so many beams in one tube that rounding is stiffness against rigid motion: six of them all the same, and the frequencies of a tenth of the beams
tube() { strip "$1" 1.7 0 0 2.1e11 0.3 7850 0 | sed 's/"section": {[^}]*}/"tube_od": 0.02, "tube_wall": 0.002/; s/lumped/consistent/'; }
tube 170 >tube.json
run 0 flex tube.json
bent=$(free)
tube 1700 >tube.json
run 0 flex tube.json
[[ $err == *"rigid motions were found"* || $(free | wc -l) -ne 12 ]] && complain "$what: $(free | wc -l) modes; $err"
free | near "tube of 1,700 beams" 5e-5 $bent

# the three legs, with stress rows
awk 'BEGIN {
    split("0 0 0 0.5 0 0 0.5 0.3 0 0.5 0.3 0.2", p, " ")
    printf "{ \"E\": 2.1e11, \"nu\": 0.3, \"rho\": 7850, \"tube_od\": 0.02, \"tube_wall\": 0.002, \"mass_matrix\": \"lumped\", \"nodes\": { \"100\": [0, 0, 0]"
    for (leg = 0; leg < 3; leg++) for (i = 1; i <= 5; i++) { printf ", \"%d\": [", 100 + 5 * leg + i
        for (c = 1; c <= 3; c++) printf "%s%.15g", (c > 1 ? ", " : ""), p[3 * leg + c] + (p[3 * leg + 3 + c] - p[3 * leg + c]) * i / 5; printf "]" }
    printf "}, \"tubes\": ["; for (i = 100; i < 115; i++) printf "%s[%d, %d]", (i > 100 ? ", " : ""), i, i + 1
    print "], \"stress\": [{ \"node\": 100, \"y\": 0, \"z\": 0.01 }, { \"node\": 100, \"y\": 0.01, \"z\": 0 }],"
    print "\"craig_bampton\": { \"interface_nodes\": [100, 110, 115], \"fixed_interface_modes\": 4 } }" }' >legs.json
run 0 flex legs.json -o legs.mtx
free | near "legs" 1e-8 100.063252 200.964412 290.32327
[[ $(free | wc -l) -eq 16 ]] || complain "$what: $(free | wc -l) modes"
awk -v OFMT=%.15g '/^mass/ { print $2; print $5 + 0; print $6 + 0; print $7 + 0 }' <<<"$out" | near "legs, mass and centre" 1e-8 0.887814084 0.375 0.105 0.02
# rows of STRESS: their largest entries in the first two modes and the last, but for the sign of a mode
awk -v OFMT=%.15g '/^STRESS/ { getline; print substr($0, 1, 22) + 0; print substr($0, 23, 22) + 0; getline; print substr($0, 133, 22) + 0 }' legs.mtx | tr -d - |
    near "legs, stress" 1e-8 1.04411924172506E+08 1.08992059943530E+10 1.17001378075905E+11

# points around the wall of a tube, 0.4 m, held at node 1, force (0, 3, -2) and torque 0.5 about x at node 2: M y / I and T R / J + 2 V / A at the root
echo '{ "E": 2.1e11, "nu": 0.3, "rho": 7850, "tube_od": 0.02, "tube_wall": 0.002, "nodes": { "1": [0, 0, 0], "2": [0.4, 0, 0] }, "tubes": [[1, 2]], "elements_per_tube": 2,
    "stress": { "points": 8 }, "craig_bampton": { "interface_nodes": [1, 2], "fixed_interface_modes": 2 } }' >wall.json
run 0 flex wall.json -o wall.mtx
says "stress 2: node 1 to 3, fibre y = 0.00707107, z = 0.00707107"
says "stress 16: node 2 to 3, "
cat >wall.adm <<'END_OF_MODEL'
wall of a tube
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1
MARKER/11, PART = 1, FLOATING
FLEX_BODY/2, MTX_FILE = wall.mtx
MARKER/20, FLEX_BODY = 2, NODE_ID = 1
MARKER/21, FLEX_BODY = 2, NODE_ID = 2
JOINT/1, FIXED, I = 20, J = 10
GFORCE/1, I = 21, JFLOAT = 11, RM = 10, FX = 0\FY = 3\FZ = -2\TX = 0.5\TY = 0\TZ = 0
END
END_OF_MODEL
run 0 check -v wall.adm
says "parts       1 moving"
says "mass        0.355125634 at (0.2, 0, 0)" # 7850 pi (0.01^2 - 0.008^2) 0.4
printf 'wall\nwall\nSIMULATE/STATIC\nSTOP\n' >wall.acf
run 0 run wall.acf -q
run 0 hotspots wall.cardan --count 16
sort -k4 -n <<<"$out" | awk '$4 <= 8 && $4 > 0 { print $1 }' | near "stress of points" 3e-4 $(awk 'BEGIN {
    pi = 3.14159265358979323846; R = 0.01; r = 0.008; I = pi / 4 * (R ^ 4 - r ^ 4); A = pi * (R ^ 2 - r ^ 2)
    for (k = 0; k < 8; k++) { a = k * pi / 4
        s = -3 * 0.4 * R * cos(a) / I + 2 * 0.4 * R * sin(a) / I; t = 0.5 * R / (2 * I) + 2 / A * (-2 * cos(a) - 3 * sin(a))
        printf "%.9g ", sqrt(s * s + 3 * t * t) } }')
# within a radius one counts: a point of each end, or one of the whole tube
run 0 hotspots wall.cardan --count 16 --radius 0.1
[[ $(awk 'NR > 1 { print ($4 <= 8) }' <<<"$out" | sort | tr '\n' ' ') == "0 1 " ]] || complain "hotspots --radius 0.1: $out"
run 0 hotspots wall.csv --count 16 --radius 0.5
[[ $(wc -l <<<"$out") -eq 2 ]] || complain "hotspots --radius 0.5: $out"
cp wall.csv alone.csv
run 1 hotspots alone.csv --radius 0.1
warns "no record of a run is there"
sed 's/"tube_od": 0.02, "tube_wall": 0.002/"section": { "rectangle": [0.02, 0.01] }/' wall.json >bar.json
run 1 flex bar.json
warns "points around the wall are those of a tube"
sed 's/"points": 8/"points": 0.5/' wall.json >half.json
run 1 flex half.json
warns "a number of points from 1 to 360"

# a chain of 12 masses 0.5 with springs 1000 along x, y and z: fixed ends 2 sqrt(k/m) sin(pi j / 22) / 2 pi, free ends sin(pi j / 24)
awk 'BEGIN { n = 12
    for (i = 1; i <= n; i++) printf "%d, %.15g, 0.1, -0.2\n", i, i >"nodes.txt"
    for (i = 1; i <= n; i++) for (c = 1; c <= 3; c++) print i "." c >"chain.dof"
    entries = 3 * n + 3 * (n - 1)
    print "%%MatrixMarket matrix coordinate real symmetric\n" 3 * n, 3 * n, entries >"k.mm"
    print "%%MatrixMarket matrix coordinate real general\n% lumped\n" 3 * n, 3 * n, 3 * n >"m.mm"
    for (i = 1; i <= n; i++) for (c = 1; c <= 3; c++) { r = 3 * (i - 1) + c
        d = (i == 1 || i == n) ? 1000 : 2000
        print r, r, d >"k.mm"; print r, r, d >"chain.sti"; print r, r, 0.5 >"m.mm"; print r, r, "5.0D-1" >"chain.mas"
        if (i > 1) { print r, r - 3, -1000 >"k.mm"; print r - 3, r, -1000 >"chain.sti" } }
    print "** a deck\n*NODE, NSET=ALL" >"chain.inp"; for (i = 1; i <= n; i++) printf "%d, %.15g, 0.1, -0.2\n", i, i >"chain.inp"
    print "*ELEMENT, TYPE=C3D8\n1, 2, 3\n*NSET, NSET=ends\n1, 12" >"chain.inp" }'
expected() { awk -v n="$1" -v from="$2" 'BEGIN { for (j = from; j < from + 3; j++) for (c = 0; c < 3; c++) printf "%.15g ", sqrt(8000) * sin(3.14159265358979323846 * j / (2 * n)) / (2 * 3.14159265358979323846) }'; }
run 0 flex k.mm --mass m.mm --nodes nodes.txt --interface 1,12 --modes 30 -o chain.mtx
warns "node 1 has no rotations"
warns "3 rigid motions were found instead of six"
fixed | near "chain, fixed" 1e-8 $(expected 11 1)
free | near "chain, free" 1e-8 $(expected 12 1)
run 0 flex chain.sti --interface 1,12 --modes 30 -o deck.mtx
fixed | near "deck, fixed" 1e-8 $(expected 11 1)
cmp chain.mtx deck.mtx || complain "the same model through two readers"
# the same as Abaqus and as Nastran write matrices
awk 'BEGIN { n = 12
    for (i = 1; i <= n; i++) { for (c = 1; c <= 3; c++) {
        d = (i == 1 || i == n) ? 1000 : 2000
        printf "%d,%d, %d,%d, %.15e\n", i, c, i, c, d >"K.mtx"
        printf "%d,%d, %d,%d, %.15e\n", i, c, i, c, 0.5 >"M.mtx"
        if (i > 1) printf "%d,%d, %d,%d, %.15e\n", i, c, i - 1, c, -1000 >"K.mtx" } }
    printf "$ two matrices\n%-8s%-8s%8d%8d%8d%8d\n", "DMIG", "KAAX", 0, 6, 2, 0 >"m.pch"
    for (i = 1; i <= n; i++) for (c = 1; c <= 3; c++) {
        printf "%-8s%-16s%16d%16d\n", "DMIG*", "KAAX", i, c >"m.pch"
        printf "%-8s%16d%16d%16s\n", "*", i, c, ((i == 1 || i == n) ? "1.000000000D+03" : "2.000000000D+03") >"m.pch"
        if (i < n) printf "%-8s%16d%16d%16s\n", "*", i + 1, c, "-1.00000000D+03" >"m.pch" }
    printf "%-8s%-8s%8d%8d%8d%8d\n", "DMIG", "MAAX", 0, 6, 2, 0 >"m.pch"
    for (i = 1; i <= n; i++) for (c = 1; c <= 3; c++) printf "%-8s%-16s%16d%16d\n%-8s%16d%16d%16s\n", "DMIG*", "MAAX", i, c, "*", i, c, "5.000000000D-01" >"m.pch"
    for (i = 1; i <= n; i++) printf "GRID    %8d        %8.3f%8.3f%8s\n", i, i, 0.1, "-2.0-1" >"grid.bdf" }'
run 0 flex K.mtx --mass M.mtx --nodes chain.inp --interface 1,12 --modes 30 -o abaqus.mtx
cmp chain.mtx abaqus.mtx || complain "the same model as Abaqus writes it"
run 0 flex m.pch --nodes grid.bdf --interface 1,12 --modes 30 -o nastran.mtx
fixed | near "nastran, fixed" 1e-8 $(expected 11 1)
free | near "nastran, free" 1e-8 $(expected 12 1)
run 1 flex K.mtx --mass M.mtx
warns "--nodes is needed"
sed '3s/1$/9/' m.pch >bad.pch
run 1 flex bad.pch --nodes grid.bdf --interface 1,12
warns "bad.pch:3"

# modal data of MBDyn: two masses 2 and 3 on a line, their spring 600; one elastic mode beside the rigid one, not orthonormal
cat >two.fem <<'END'
** MBDyn MODAL DATA FILE
** RECORD GROUP 1, HEADER
**   REVISION,  NODE,  NORMAL, ATTACHMENT, CONSTRAINT, REJECTED MODES.
 REV0 2 2 0 0 0
** RECORD GROUP 2, FINITE ELEMENT NODE LIST
 7 9
** RECORD GROUP 3, INITIAL MODAL DISPLACEMENTS
 0 0
** RECORD GROUP 5, NODAL X COORDINATES
 0
 1
** RECORD GROUP 6, NODAL Y COORDINATES
 0 0
** RECORD GROUP 7, NODAL Z COORDINATES
 0 0
** RECORD GROUP 8, MODE SHAPES
**    NORMAL MODE SHAPE #  1
 1 0 0 0 0 0
 0 0 0 0 0 0
**    NORMAL MODE SHAPE #  2
 0 0 0 0 0 0
 1 0 0 0 0 0
** RECORD GROUP 9, MODAL MASS MATRIX.  COLUMN-MAJOR FORM
 2 0
 0 3
** RECORD GROUP 10, MODAL STIFFNESS MATRIX.  COLUMN-MAJOR FORM
 600 -600
 -600 600
** RECORD GROUP 11, DIAGONAL OF LUMPED MASS MATRIX
 2 2 2 0 0 0
 3 3 3 0 0 0
END
run 0 flex two.fem -o two.mtx
says "mass        5 KILOGRAM; centre 0.6"
says "1 rigid ones are left out"
free | near "MBDyn" 1e-8 3.55881271  # sqrt(600 (1/2 + 1/3)) / 2 pi
sed '/RECORD GROUP 11/,$d' two.fem >bad.fem
run 1 flex bad.fem
warns "record group 11"
sed 's/^ 600 -600/ 600/' two.fem >bad.fem
run 1 flex bad.fem
warns "record group 10 has 3 numbers; 4 are expected"

# a body with very many numbers is drawn at some of its nodes
awk 'BEGIN { n = 700
    for (i = 1; i <= n; i++) printf "%d, %.15g, 0.1, -0.2\n", i, i >"many.txt"
    print "%%MatrixMarket matrix coordinate real symmetric\n" 3 * n, 3 * n, 6 * n - 3 >"mk.mm"
    print "%%MatrixMarket matrix coordinate real symmetric\n" 3 * n, 3 * n, 3 * n >"mm.mm"
    for (i = 1; i <= n; i++) for (c = 1; c <= 3; c++) { r = 3 * (i - 1) + c
        print r, r, (i == 1 || i == n) ? 1e6 : 2e6 >"mk.mm"; print r, r, 0.5 >"mm.mm"
        if (i > 1) print r, r - 3, -1e6 >"mk.mm" } }'
run 0 flex mk.mm --mass mm.mm --nodes many.txt --interface 1,700 --modes 102 -o many.mtx
printf '%s\n' many 'UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND' 'PART/1, GROUND' 'FLEX_BODY/2, MTX_FILE = many.mtx' END >many.adm
run 0 run many.adm --end 1E-4 --steps 1 -q
[[ $(grep -a -o '"nodes":\[[^]]*' many.cardan | tr ',' '\n' | wc -l) -eq 1050 ]] || complain "every second of 700 nodes is drawn"

# in tonnes, millimetres and newtons the same numbers are consistent; in kilograms mass is a thousand times as large
run 0 flex chain.sti --interface 1,12 --units t,mm,s,N
says "mass        6 TONNE"
run 0 flex chain.sti --interface 1,12 --units kg,mm,s,N --modes 30 -o kg.mtx
says "mass        6000 KILOGRAM"
fixed | near "chain in kg, mm" 1e-8 $(expected 11 1)

# input that cannot be right is told with its place
run 1 flex k.mm
warns "--mass is needed"
run 1 flex k.mm --mass m.mm
warns "--nodes is needed"
run 1 flex chain.sti
warns "no interface node is chosen"
run 1 flex chain.sti --interface 1,40
warns "--interface: 40 is neither a node"
run 1 flex chain.sti --interface ends:RBE3
warns "three nodes that do not stand in a line"
run 1 flex chain.sti --interface 1,12 --units kg,furlong,s,N
warns "furlong is no unit"
sed '5s/.*/3 x 7/' chain.sti >bad.sti
cp chain.mas bad.mas && cp chain.dof bad.dof && cp chain.inp bad.inp
run 1 flex bad.sti --interface 1,12
warns "bad.sti:5:1: error: row, column and value are expected here"
sed 's/"tubes": \[/"tubes": [[1, 99], /' strip.json >bad.json
run 1 flex bad.json
warns "bad.json:1:"
warns "the name of a node is expected here"
sed 's/}$//' strip.json >bad.json
run 1 flex bad.json
warns "a comma or } is expected here"
echo hello >hello.txt
run 1 flex hello.txt
warns "none of the formats"
run 1 flex strip.json --clamped 2
warns "--clamped: 2 is no node of the interface"
run 1 flex chain.sti --interface 1,12 --stiffening -o chain.mtx
warns "geometric stiffness needs the elements"
run 1 flex nothing.sti
warns "cannot be read"
# a piece that nothing joins
sed 's/"nodes": {/"nodes": { "901": [5, 5, 5], "902": [6, 5, 5],/; s/"tubes": \[/"tubes": [[901, 902], /' strip.json >loose.json
run 1 flex loose.json
warns "nothing holds it while the interface is fixed"

[[ $failures -eq 0 ]] || { echo "$failures failures"; exit 1; }
