#!/usr/bin/env bash
# MOREAU, steps over impacts: closed forms of a ball, of a brick on a slope, of a pendulum; a mechanism with clearance; a small pile at rest.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
. "$CARDAN_SOURCE/tests/events.bash"
cases=$CARDAN_SOURCE/tests/verify/impacts

# simulate FILE END STEPS HMAX
simulate() { run 0 run "$1" --end "$2" --steps "$3" --integrator "MOREAU, HMAX = $4" --out .; }

# a ball that bounces: of first order behind impacts (third apex 0.262144 at 1.98309), then at rest with its weight
for h in 2e-3 2e-4; do
    simulate "$cases/ball.adm" 1.9830918 10 $h
    last ball PART_2.Z 0.262144 "$(awk "BEGIN { print 6 * $h }")"
done
simulate "$cases/ball.adm" 5 10 1e-3
last ball PART_2.Z 0 1e-12
last ball GCON_1.CONTACT_FORCE 9.81 1e-9

# smooth motion is of second order: half the step, a quarter of the error (C4 before its first blow; 0.79903529573 by MDOP5 at 1e-12)
for h in 1e-3 5e-4; do
    simulate "$cases/rod.adm" 0.2 1 $h
    value rod PART_2.PSI
done | awk '{ off[NR] = $1 - 0.79903529573 } END { r = off[1] / off[2]; exit !(r > 3.8 && r < 4.2) }' ||
    complain "the error of a pendulum does not fall by four with half the step"

# N5: joints and four contacts
simulate "$cases/crank.adm" 0.05 1 5e-5
last crank PART_2.WZ 68.5559445 0.3

# a brick with friction on a slope: below the angle of friction it stays, above it slides with g (sin a - mu cos a)
slope() { # DEGREES
    awk -v a="$1" 'BEGIN { a *= atan2(0, -1) / 180; printf "brick\nUNITS/SYSTEM = MKS\nACCGRAV/IGRAV = %.15g, KGRAV = %.15g\n", 9.81 * sin(a), -9.81 * cos(a) }'
    cat <<'DATASET'
PART/1, GROUND
MARKER/1, PART = 1
GRAPHICS/1, PLANE, RM = 1
PART/2, MASS = 2, CM = 20, IP = 2.26667E-3,7.26667E-3,8.33333E-3, QG = 0,0,0.03
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = -0.1,-0.05,-0.03
GRAPHICS/2, BOX, CORNER = 21, X = 0.2, Y = 0.1, Z = 0.06
CONTACT/1, IGEOM = 2, JGEOM = 1, NEWTON, RESTITUTION_COEFFICIENT = 0.3, COULOMB_FRICTION = ON, MU_STATIC = 0.5
INTEGRATOR/MOREAU
END
DATASET
}
slope 20 >brick.adm
simulate brick.adm 1 1 1e-2
last brick PART_2.X 0 1e-12
last brick CONTACT_1.CONTACT_FORCE 18.436769220 1e-8
slope 30 >brick.adm
simulate brick.adm 0.5 1 1e-2
last brick PART_2.VX 0.328572697 1e-8
last brick PART_2.X 0.082143174 1e-8
last brick PART_2.WY 0 1e-9

# C5: a ball that slides comes to roll with 5/7 of its speed
sed -e 's/^GRAPHICS\/2.*/GRAPHICS\/2, ELLIPSOID, CM = 20, XSCALE = 0.06, YSCALE = 0.06, ZSCALE = 0.06/' \
    -e 's/^PART\/2.*/PART\/2, MASS = 2, CM = 20, IP = 7.2E-4,7.2E-4,7.2E-4, QG = 0,0,0.03, VX = 5/' \
    -e 's/^ACCGRAV.*/ACCGRAV\/KGRAV = -9.81/; s/MU_STATIC = 0.5/MU_STATIC = 0.2/' brick.adm >roll.adm
simulate roll.adm 1 1 1e-3
last roll PART_2.VX 3.571428571 1e-9
last roll PART_2.X 4.091514 1e-3

# C6: a block on a belt sticks for 2 (mus - muk) m g / (k v) and slips for (2 / w) (pi - atan((mus - muk) g / (w v)))
simulate "$cases/../moreau/belt.adm" 3 3000 1e-3
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); at[$i] = i } next }
    $1 > 0.5 {
        x = $at["PART_3.X"]; v = $at["PART_3.VX"]; sticks = v > 0.2 - 1e-6 && v < 0.2 + 1e-6
        if (!high || x > high) high = x
        if (!low || x < low) low = x
        if (sticks && !before) { stuck = $1; if (slipped) slip = $1 - slipped }
        if (!sticks && before) { slipped = $1; if (stuck) stick = $1 - stuck }
        before = sticks
    }
    function off(a, b, d) { return a - b > d || b - a > d }
    END { if (off(slip, 0.4731570623, 3e-3) || off(stick, 0.1962, 3e-3) || off((high - low) / 2, 0.0280168592, 3e-4)) print slip, stick, (high - low) / 2 }' belt.csv >seen.txt
[ -s seen.txt ] && complain "the belt: slip, stick and amplitude are $(cat seen.txt)"

# L: a rocking block keeps 1 - 1.5 sin^2 a of its rate at each blow: its peaks
simulate "$cases/../moreau/rock.adm" 3 3000 2e-4
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); at[$i] = i } next }
    { w = $at["PART_2.WY"]; if (w * before < 0) peak[++n] = $at["PART_2.THETA"]; before = w }
    END {
        split("0.099028365 0.083593122 0.071457428 0.061583199 0.053378555", want, " ")
        for (k = 1; k <= 5; k++) if (peak[k] - want[k] > 1e-3 || want[k] - peak[k] > 1e-3) print "peak " k " is " peak[k]
    }' rock.csv >seen.txt
[ -s seen.txt ] && complain "the rocking block: $(cat seen.txt)"

# 27 balls between four walls: they come to rest, the floor and walls carry them, and nothing overlaps
awk 'BEGIN {
    print "pile\nUNITS/SYSTEM = MKS\nACCGRAV/KGRAV = -9.81\nPART/1, GROUND"
    split("0,0,0,0,0,0;0.032,0,0,90,-90,0;-0.032,0,0,90,90,0;0,0.032,0,0,90,0;0,-0.032,0,0,-90,0", wall, ";")
    for (k = 1; k <= 5; k++) {
        split(wall[k], w, ",")
        printf "MARKER/%d, PART = 1, QP = %s,%s,%s, REULER = %sD,%sD,%sD\nGRAPHICS/%d, PLANE, RM = %d\n", k, w[1], w[2], w[3], w[4], w[5], w[6], k, k
    }
    for (i = 0; i < 27; i++) {
        printf "PART/%d, MASS = 0.01, CM = %d, IP = 4E-7,4E-7,4E-7, QG = %.9f,%.9f,%.9f\n", i + 2, i + 101, 0.021 * (i % 3 - 1) + 5e-4 * sin(7 * i), 0.021 * (int(i / 3) % 3 - 1) + 5e-4 * cos(5 * i), 0.012 + 0.022 * int(i / 9)
        printf "MARKER/%d, PART = %d\nGRAPHICS/%d, ELLIPSOID, CM = %d, XSCALE = 0.02, YSCALE = 0.02, ZSCALE = 0.02\n", i + 101, i + 2, i + 101, i + 101
        list = list (i % 9 ? ", " : i ? ",\n, " : "") (i + 101)
    }
    friction = "NEWTON, COULOMB_FRICTION = ON, MU_STATIC = 0.3"
    printf "CONTACT/1, IGEOM = %s,\n, JGEOM = 1,2,3,4,5, %s\n", list, friction
    printf "CONTACT/2, IGEOM = %s,\n, JGEOM = %s,\n, %s\nINTEGRATOR/MOREAU\nEND\n", list, list, friction
}' >pile.adm
simulate pile.adm 2 2 1e-3
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); name[i] = $i; at[$i] = i } next }
    { for (k = 0; k < 27; k++) { p = "PART_" k + 2; x[k] = $at[p ".X"]; y[k] = $at[p ".Y"]; z[k] = $at[p ".Z"]; v = $at[p ".VX"]^2 + $at[p ".VY"]^2 + $at[p ".VZ"]^2; if (v > most) most = v } if (NR < 3) most = 0 }
    END {
        for (i = 0; i < 27; i++) {
            if (z[i] < 0.01 - 1e-6) print "ball " i " is in the floor"
            for (j = 0; j < i; j++) if (sqrt((x[i] - x[j])^2 + (y[i] - y[j])^2 + (z[i] - z[j])^2) < 0.02 - 1e-5) print "balls " i " and " j " overlap"
        }
        if (most > 1e-8) print "it is not at rest: " sqrt(most)
    }' pile.csv >seen.txt
[ -s seen.txt ] && complain "$what: $(cat seen.txt)"

# N: a thousand balls that rebound a little fall to the heights of the reference, and do not sink into each other
awk -v balls=1000 -v method='MOREAU, HMAX = 1E-3' -f "$CARDAN_SOURCE/bench/models/pile.awk" |
    sed 's/STIFFNESS = 1E6, EXPONENT = 1.5, DAMPING = 20, DMAX = 1E-5, IMPACT/NEWTON, RESTITUTION_COEFFICIENT = 0.1/; s/, STICTION_TRANSITION_VELOCITY.*//' >pile.adm
simulate pile.adm 0.5 5 1e-3
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /PART_[0-9]+\.Z /) z[i] = 1; want[0.1] = 0.0828; want[0.2] = 0.0732; want[0.5] = 0.0706; next }
    {
        n = sum = 0
        for (i in z) { n++; sum += $i }
        for (t in want) if (($1 - t) ^ 2 < 1e-18) { seen++; if ((sum / n / want[t] - 1) ^ 2 > 1e-4) print "mean height " sum / n " at " t ", not " want[t] }
    }
    END { if (seen != 3) print seen + 0 " times of 3" }' pile.csv >seen.txt
[ -s seen.txt ] && complain "$what: $(cat seen.txt)"
exit $((failures > 0))
