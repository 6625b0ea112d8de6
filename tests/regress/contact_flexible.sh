#!/usr/bin/env bash
# Shapes that flexible bodies and nodes of beams carry: a frame dropped on balls at its corners, a beam whose tip comes to lie on a floor.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
value() { awk -F, -v column="$2" 'NR == 1 { for (i = 1; i <= NF; i++) { h = $i; gsub(/"/, "", h); sub(/ \[.*/, "", h); if (h == column) c = i } } END { print $c }' "$1"; }
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(a != "" && (d < 0 ? -d : d) <= t) }' || complain "$4: $1, not $2"; }
cp "$CARDAN_SOURCE/examples/flexible_frame.mtx" .

# feet of a frame, a ball each, one lower than the others; the floor under each is a PLANE or a BOX
cat >frame.adm <<'MODEL'
frame dropped on its feet
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/10, PART = 1
MARKER/11, PART = 1, QP = -1, -1, -1
FLEX_BODY/2, MTX_FILE = flexible_frame.mtx, CRATIO = 0.05, QG = 0, 0, 0.03
MARKER/21, FLEX_BODY = 2, NODE_ID = 1
MARKER/22, FLEX_BODY = 2, NODE_ID = 2
MARKER/23, FLEX_BODY = 2, NODE_ID = 3
MARKER/24, FLEX_BODY = 2, NODE_ID = 4
GRAPHICS/1, PLANE, RM = 10
GRAPHICS/2, BOX, CORNER = 11, X = 3, Y = 3, Z = 1
GRAPHICS/21, SPHERE, CM = 21, RADIUS = 0.021
GRAPHICS/22, SPHERE, CM = 22, RADIUS = 0.02
GRAPHICS/23, SPHERE, CM = 23, RADIUS = 0.02
GRAPHICS/24, SPHERE, CM = 24, RADIUS = 0.02
CONTACT/1, IGEOM = 21, 22, JGEOM = 1, IMPACT, STIFFNESS = 1E6, EXPONENT = 1.5, DAMPING = 200, DMAX = 1E-4
, COULOMB_FRICTION = ON, MU_STATIC = 0.3, MU_DYNAMIC = 0.2, STICTION_TRANSITION_VELOCITY = 0.1, FRICTION_TRANSITION_VELOCITY = 0.3
CONTACT/2, IGEOM = 23, 24, JGEOM = 2, IMPACT, STIFFNESS = 1E6, EXPONENT = 1.5, DAMPING = 200, DMAX = 1E-4
, COULOMB_FRICTION = ON, MU_STATIC = 0.3, MU_DYNAMIC = 0.2, STICTION_TRANSITION_VELOCITY = 0.1, FRICTION_TRANSITION_VELOCITY = 0.3
REQUEST/1, F2 = CONTACT(1,0,4,0) + CONTACT(2,0,4,0)\F3 = CONTACT(1,0,1,0)\F4 = CONTACT(2,0,1,0)
END
MODEL
weight=$(awk 'BEGIN { pi = atan2(0, -1); print pi * (0.01 ^ 2 - 0.008 ^ 2) * 7850 * (4 * 0.6 + 0.6) * 9.81 }')
for method in "GSTIFF, SI2" HHT; do
    run 0 run -q frame.adm --end 1 --steps 10 --integrator "$method, ERROR = 1E-5"
    near "$(value frame.csv REQUEST_1.F2)" "$weight" 0.05 "$method: feet carry the weight of the frame"
done
printf 'frame.adm\nframe\nSIMULATE/STATIC\nSTOP\n' >frame.acf
run 0 run -q frame.acf
near "$(value frame.csv REQUEST_1.F2)" "$weight" 1e-3 "feet carry the weight of the frame at rest"

# a beam whose free end is a cylinder that lies on a plane
cat >beam.adm <<'MODEL'
beam with its end on a floor
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
ACCGRAV/JGRAV = -9.81
PART/1, GROUND
MARKER/10, PART = 1
MARKER/11, PART = 1, QP = 0, -0.05, 0, REULER = 0, -90D, 0
MATERIAL/1, NAME = rubber, YOUNGS_MODULUS = 1E7, POISSONS_RATIO = 0.45, DENSITY = 1100
SECTION/1, TYPE = RECTANGULAR, RECT_BASE = 0.02, RECT_HEIGHT = 0.03
FE_PART/2, TYPE = 3DBEAM, MATERIAL = 1, SECTION = 1, CRATIOK = 5E-3
, COORDINATES = 1,0,0,0,0,0,0, 2,0.25,0,0,0,0,0, 3,0.5,0,0,0,0,0
MARKER/20, FE_PART = 2, NODE_LABEL = 1
MARKER/21, FE_PART = 2, NODE_LABEL = 3
MARKER/22, FE_PART = 2, NODE_LABEL = 3, QP = 0, 0, -0.02
JOINT/1, FIXED, I = 20, J = 10
GRAPHICS/1, PLANE, RM = 11
GRAPHICS/2, CYLINDER, CM = 22, LENGTH = 0.04, RADIUS = 0.02
CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 1E5, EXPONENT = 1.5, DAMPING = 20, DMAX = 1E-3
REQUEST/1, F2 = CONTACT(1,0,3,0) + JOINT(1,0,3,0)\F3 = CONTACT(1,0,3,0)\F4 = DY(21)
END
MODEL
weight=$(awk 'BEGIN { print 0.02 * 0.03 * 0.5 * 1100 * 9.81 }')
for method in "GSTIFF, SI2" HHT; do
    run 0 run -q beam.adm --end 3 --steps 10 --integrator "$method, ERROR = 1E-5"
    near "$(value beam.csv REQUEST_1.F2)" "$weight" 0.02 "$method: clamp and floor carry the beam"
    awk -v f="$(value beam.csv REQUEST_1.F3)" -v y="$(value beam.csv REQUEST_1.F4)" 'BEGIN { exit !(f > 0.1 && y < -0.029 && y > -0.031) }' || complain "$method: the end does not lie on the floor"
done
printf 'beam.adm\nbeam\nSIMULATE/STATIC\nSTOP\n' >beam.acf
dynamic=$(value beam.csv REQUEST_1.F3)
run 0 run -q beam.acf
near "$(value beam.csv REQUEST_1.F3)" "$dynamic" 0.02 "force on the floor in statics and after the swing"
near "$(value beam.csv REQUEST_1.F2)" "$weight" 1e-4 "clamp and floor carry the beam at rest"

# IFLEX, JFLEX: every node a point, as with markers and GRAPHICS/POINT at each of them; on a plane, and with the side of a ball and of a bracket (STL) under it
cat >bracket.stl <<'MESH'
solid bracket
MESH
awk 'BEGIN {
    n = split("-0.2 -0.2 0.7 -0.2 0.7 0.1 0.1 0.1 0.1 0.7 -0.2 0.7", u, " ") / 2
    for (k = 0; k < n; k++) { x[k] = u[2 * k + 1]; y[k] = u[2 * k + 2] }
    for (k = 0; k < n; k++) { l = (k + 1) % n; facet(k, 0, l, 0, l, 1); facet(k, 0, l, 1, k, 1) }
    for (k = 2; k < n; k++) { facet(0, 1, k - 1, 1, k, 1); facet(0, 0, k, 0, k - 1, 0) }
    print "endsolid"
}
function corner(k, top) { printf "vertex %g %g %g\n", x[k], y[k], top ? 0 : -0.3 }
function facet(a, i, b, j, c, k) { print "facet normal 0 0 0\nouter loop"; corner(a, i); corner(b, j); corner(c, k); print "endloop\nendfacet" }' >>bracket.stl
cat >nodes.adm <<'MODEL'
frame dropped on its nodes
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/10, PART = 1
MARKER/11, PART = 1, QP = 0.3, 0.3, -5
FLEX_BODY/2, MTX_FILE = flexible_frame.mtx, CRATIO = 0.05, QG = 0, 0, 0.01, REULER = 0.2, 0.05, 0.1
MARKER/21, FLEX_BODY = 2, NODE_ID = 1
GRAPHICS/1, PLANE, RM = 10
GRAPHICS/2, SPHERE, CM = 11, RADIUS = 5
GRAPHICS/3, EXTERNAL, RM = 10, FILE = bracket.stl
CONTACT/1, @, IMPACT, STIFFNESS = 1E6, EXPONENT = 1.5, DAMPING = 200, DMAX = 1E-4
, COULOMB_FRICTION = ON, MU_STATIC = 0.3, MU_DYNAMIC = 0.2, STICTION_TRANSITION_VELOCITY = 0.1, FRICTION_TRANSITION_VELOCITY = 0.3
REQUEST/1, F2 = CONTACT(1,0,4,0)\F3 = DZ(21,10)\F4 = DX(21,10)
END
MODEL
marked() { # SHAPES: the same with a marker and a point at every node
    awk -v shapes="$1" -v nodes="$nodes" '
        /^CONTACT/ {
            n = split(nodes, id, " ")
            for (k = 1; k <= n; k++) { printf "MARKER/%d, FLEX_BODY = 2, NODE_ID = %d\nGRAPHICS/%d, POINT, RM = %d\n", 100 + k, id[k], 100 + k, 100 + k; list = list (k > 1 ? ", " : "") 100 + k }
            sub(/@/, "IGEOM = " list ", JGEOM = " shapes)
        }
        { print }' nodes.adm
}
sed 's/@/IFLEX = 2, JGEOM = 1/' nodes.adm >iflex.adm
sed 's/@/IGEOM = 2, JFLEX = 2/' nodes.adm >jflex.adm
sed 's/@/IFLEX = 2, JGEOM = 3/' nodes.adm >mesh.adm
nodes=$(run 0 run -q iflex.adm --end 1E-3 --steps 1; head -1 iflex.csv | grep -o 'NODE_[0-9]*_X ' | tr -dc '0-9\n' | sort -nu | tr '\n' ' ')
[[ $(wc -w <<<"$nodes") -gt 4 ]] || complain "nodes: $nodes"
marked 1 >iflex_marked.adm; marked 3 >mesh_marked.adm
for method in "GSTIFF, I3" "GSTIFF, SI2" HHT MDOP5; do
    for case in iflex mesh; do
        run 0 run -q $case.adm --end 0.1 --steps 10 --integrator "$method, ERROR = 1E-5"
        run 0 run -q ${case}_marked.adm --end 0.1 --steps 10 --integrator "$method, ERROR = 1E-5"
        for column in F2 F3 F4; do near "$(value $case.csv REQUEST_1.$column)" "$(value ${case}_marked.csv REQUEST_1.$column)" 1e-9 "$method, $case: $column by nodes and by markers"; done
    done
done
weight=$(awk 'BEGIN { pi = atan2(0, -1); print pi * (0.01 ^ 2 - 0.008 ^ 2) * 7850 * (4 * 0.6 + 0.6) * 9.81 }')
for case in iflex jflex mesh; do
    printf '%s.adm\n%s\nSIMULATE/STATIC\nLINEAR/EIGENSOL\nSTOP\n' $case $case >$case.acf
    run 0 run -q $case.acf
    near "$(value $case.csv REQUEST_1.F2 | tr -d -)" "$weight" 1e-3 "$case: nodes carry the weight at rest"
done
run 0 fmt iflex.adm -o once.adm
grep -q 'IFLEX = 2' once.adm && ! grep -q POINT once.adm || complain "IFLEX is not written as it was stated"
sed 's/@/IFLEX = 2, JFLEX = 2/' nodes.adm >both.adm
run 1 run -q both.adm --end 0.1 --steps 10
exit $((failures > 0))
