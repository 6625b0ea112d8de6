#!/usr/bin/env bash
# CONTACT with NEWTON on round solids: first impacts against closed forms, take-off from a cylinder, a ball over the edge of a table, two methods against each other.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
. "$CARDAN_SOURCE/tests/events.bash"

# model NAME SHAPE_OF_GROUND SHAPE_OF_BODY PART_WORDS RESTITUTION: a body above a shape of ground.
model() {
    cat >"$1.adm" <<DATASET
$1
UNITS/SYSTEM = MKS
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/1, PART = 1
MARKER/3, PART = 1, QP = -1,0,0, XP = -1,1,0, ZP = 1,0,0
$2
PART/2, MASS = 1, CM = 20, IP = 2E-3,3E-3,4E-3, $4
MARKER/20, PART = 2
$3
CONTACT/1, IGEOM = 2, JGEOM = 1, NEWTON, RESTITUTION_COEFFICIENT = $5
INTEGRATOR/MDOP5, ERROR = 1E-8
END
DATASET
}

# event NUMBER TIME TOLERANCE
event() {
    awk -v n="$1" -v t="$2" -v d="$3" 'NR == n { x = $1 } END { exit !(x - t <= d && t - x <= d) }' events.txt || complain "$what: event $1 is not at $2: $(head -3 events.txt)"
}
ball='GRAPHICS/2, SPHERE, CM = 20, RADIUS = 0.1'
fall() { awk -v s="$1" 'BEGIN { printf "%.12f", sqrt(2 * s / 9.81) }'; }

# a ball onto the face of a box, beside the top of a cylinder, an ellipsoid, a torus, onto a frustum: where the centre is at its radius from the surface
model box 'MARKER/2, PART = 1, QP = -0.5,-0.5,-0.2
GRAPHICS/1, BOX, CORNER = 2, X = 1, Y = 1, Z = 0.2' "$ball" 'QG = 0.1,0.2,0.5' 0.5
events_of box.adm 1 20 'MDOP5, ERROR = 1E-8'
event 1 "$(fall 0.4)" 1e-9
model cylinder 'GRAPHICS/1, CYLINDER, CM = 3, LENGTH = 2, RADIUS = 0.2' "$ball" 'QG = 0,0.18,0.5' 0.5
events_of cylinder.adm 0.4 20 'MDOP5, ERROR = 1E-8'
event 1 "$(fall 0.26)" 1e-9
model torus 'GRAPHICS/1, TORUS, CM = 1, RMAX = 0.5, RMIN = 0.1' "$ball" 'QG = 0.62,0,0.5' 0.5
events_of torus.adm 0.4 20 'MDOP5, ERROR = 1E-8'
event 1 "$(fall 0.34)" 1e-9
model frustum 'MARKER/2, PART = 1
GRAPHICS/1, FRUSTUM, CM = 2, LENGTH = 0.3, TOP = 0.1, BOTTOM = 0.2' "$ball" 'QG = 0.05,0,0.6' 0.5
events_of frustum.adm 0.4 20 'MDOP5, ERROR = 1E-8'
event 1 "$(fall 0.2)" 1e-9

# an ellipsoid lands on its lowest point; a cylinder on a rim
model ellipsoid 'GRAPHICS/1, PLANE, RM = 1' 'GRAPHICS/2, ELLIPSOID, CM = 20, XSCALE = 0.2, YSCALE = 0.3, ZSCALE = 0.16' 'QG = 0,0,0.5, REULER = 0,0.5,0' 0.5
events_of ellipsoid.adm 0.4 20 'MDOP5, ERROR = 1E-8'
event 1 "$(fall "$(awk 'BEGIN { printf "%.15f", 0.5 - sqrt((0.15 * sin(0.5))^2 + (0.08 * cos(0.5))^2) }')")" 1e-9
model rim 'GRAPHICS/1, PLANE, RM = 1' 'MARKER/21, PART = 2, QP = 0,0,-0.1
GRAPHICS/2, CYLINDER, CM = 21, LENGTH = 0.2, RADIUS = 0.05' 'QG = 0,0,0.5, REULER = 0,0.5,0' 0.5
events_of rim.adm 0.4 20 'MDOP5, ERROR = 1E-8'
event 1 "$(fall "$(awk 'BEGIN { printf "%.15f", 0.5 - 0.1 * cos(0.5) - 0.05 * sin(0.5) }')")" 1e-9

# a ball that slides down a cylinder leaves it where cos = 2/3 of that at its start
for method in 'MDOP5, ERROR = 1E-8' 'GSTIFF, ERROR = 1E-6' 'HHT, ERROR = 1E-6'; do
    model slide 'GRAPHICS/1, CYLINDER, CM = 3, LENGTH = 2, RADIUS = 0.2' "$ball" "QG = 0,$(awk 'BEGIN { printf "%.15f,%.15f", 0.3 * sin(0.1), 0.3 * cos(0.1) }')" 0
    events_of slide.adm 0.8 20 "$method"
    grep -E 'takes off' events.txt | awk '{ exit !($1 > 0.3) }' || complain "$what: it does not take off: $(cat events.txt)"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); at[$i] = i } next } $at["CONTACT_1.CONTACT_FORCE"] > 0 { z = $at["PART_2.Z"] } END { exit !(z > 0.3 * 2 / 3 * cos(0.1) - 1e-6 && z < 0.26) }' slide.csv || complain "$what: it presses below where it leaves"
done

# a ball rolls over the edge of a table: it turns about the edge and falls beside it, without coming nearer than its radius
model edge 'MARKER/2, PART = 1, QP = -0.5,-0.5,-0.2
GRAPHICS/1, BOX, CORNER = 2, X = 1, Y = 1, Z = 0.2' "$ball" 'QG = 0.4,0,0.1, VX = 0.3' 0.3
for method in 'MDOP5, ERROR = 1E-8' 'GSTIFF, ERROR = 1E-6' 'MOREAU, HMAX = 1E-3'; do
    run 0 run edge.adm --end 1 --steps 100 --integrator "$method" --out .
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); at[$i] = i } next } { g = $at["CONTACT_1.GAP"]; if (g == 0 || g < -1e-4) g = 0 + g; if (g < -1e-4) bad = g; z = $at["PART_2.Z"]; x = $at["PART_2.X"] } END { exit !(!bad && z < -0.5 && x > 0.6) }' edge.csv ||
        complain "$what: it does not fall beside the table: $(tail -1 edge.csv | cut -c1-80)"
done

# two methods come to the same
events_of ellipsoid.adm 0.6 20 'MDOP5, ERROR = 1E-9'
cp ellipsoid.csv one.csv
events_of ellipsoid.adm 0.6 20 'GSTIFF, ERROR = 1E-8'
paste -d, <(tail -1 one.csv | cut -d, -f4) <(tail -1 ellipsoid.csv | cut -d, -f4) | awk -F, '{ d = $1 - $2; exit !(d < 1e-4 && d > -1e-4) }' || complain "$what: another height than MDOP5: $(tail -1 one.csv | cut -d, -f4) $(tail -1 ellipsoid.csv | cut -d, -f4)"

# a tilted box on the face of a table as on a plane, with and without friction
for words in '' ', COULOMB_FRICTION = ON, MU_STATIC = 0.5'; do
    for ground in 'GRAPHICS/1, PLANE, RM = 1' 'MARKER/2, PART = 1, QP = -0.5,-0.5,-0.2
GRAPHICS/1, BOX, CORNER = 2, X = 1, Y = 1, Z = 0.2'; do
        model onto "$ground" 'MARKER/21, PART = 2, QP = -0.1,-0.05,-0.03
GRAPHICS/2, BOX, CORNER = 21, X = 0.2, Y = 0.1, Z = 0.06' 'QG = 0.05,0.02,0.3, REULER = 0.3,0.4,0.5' "0.3$words"
        run 0 run onto.adm --end 0.3 --steps 3 --out .
        [[ $ground == MARKER* ]] || cp onto.csv plane.csv
    done
    paste -d, <(tail -1 plane.csv | cut -d, -f2-7) <(tail -1 onto.csv | cut -d, -f2-7) | awk -F, '{ for (i = 1; i <= 6; i++) if (($i - $(i + 6))^2 > 1e-12) bad = 1 } END { exit bad }' ||
        complain "$what: the box on a table ends elsewhere than on a plane$words: $(tail -1 plane.csv | cut -d, -f2-7) $(tail -1 onto.csv | cut -d, -f2-7)"
done

# edge on edge, at right angles: a roof of a box below, an edge of the falling one along y, and their gap is that of the lines
model edges 'MARKER/2, PART = 1, QP = 0,-0.5,-0.282842712474619, REULER = 0,0.785398163397448,0
GRAPHICS/1, BOX, CORNER = 2, X = 0.5, Y = 0.2, Z = 0.2' 'MARKER/21, PART = 2, QP = -0.05,-0.1,-0.05
GRAPHICS/2, BOX, CORNER = 21, X = 0.1, Y = 0.2, Z = 0.1' 'QG = 0.2,-0.5,0.4, REULER = 1.570796326794897,0.785398163397448,-1.570796326794897' 0.5
for method in 'MDOP5, ERROR = 1E-8' 'GSTIFF, ERROR = 1E-9' 'HHT, ERROR = 1E-7'; do
    events_of edges.adm 0.35 20 "$method"
    event 1 "$(fall "$(awk 'BEGIN { printf "%.15f", 0.4 - 0.05 * sqrt(2) }')")" 1e-9
    grep -q -E '^ +[0-9.]+ +impact +CONTACT/1 +1 ' events.txt || complain "$what: edges do not meet at one point: $(head -2 events.txt)"
done

# a box slides off a table: it tips over the edge and falls beside it
model tips 'MARKER/2, PART = 1, QP = -0.5,-0.5,-0.2
GRAPHICS/1, BOX, CORNER = 2, X = 1, Y = 1, Z = 0.2' 'MARKER/21, PART = 2, QP = -0.1,-0.05,-0.03
GRAPHICS/2, BOX, CORNER = 21, X = 0.2, Y = 0.1, Z = 0.06' 'QG = 0.3,0.1,0.03, REULER = 0.4,0,0, VX = 1' 0
for method in 'MDOP5, ERROR = 1E-8' 'GSTIFF, ERROR = 1E-6' 'MOREAU, HMAX = 1E-3'; do
    run 0 run tips.adm --end 0.8 --steps 80 --integrator "$method" --out .
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); at[$i] = i } next } { if ($at["CONTACT_1.GAP"] < -1e-3) bad = 1; z = $at["PART_2.Z"]; x = $at["PART_2.X"]; if (x < 0.5 && z < 0.0299) low = 1 } END { exit !(!bad && !low && z < -0.2 && x > 0.7) }' tips.csv ||
        complain "$what: it does not fall beside the table: $(tail -1 tips.csv | cut -c1-80)"
done
warns 'may gain energy with MOREAU'

# what is not there is refused by name
model refused 'GRAPHICS/1, CYLINDER, CM = 3, LENGTH = 2, RADIUS = 0.2' 'GRAPHICS/2, BOX, CORNER = 20, X = 0.1, Y = 0.1, Z = 0.1' 'QG = 0,0,1' 0
run 1 run refused.adm --end 0.1 --out .
warns 'by NEWTON'
exit $((failures > 0))
