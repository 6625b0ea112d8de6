#!/usr/bin/env bash
# Friction at unilateral contacts by events, true sticking: closed forms of what slides, stops, sticks and rolls, and of impacts with friction; with every method.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
. "$CARDAN_SOURCE/tests/events.bash"
cases=$CARDAN_SOURCE/tests/verify/rubbing
stepped=$CARDAN_SOURCE/tests/verify/moreau

# event NUMBER KIND TIME TOLERANCE: one of the events.
event() {
    awk -v n="$1" -v kind="$2" -v t="$3" -v d="$4" '
        NR == n { seen = index($0, " " kind) && $1 - t <= d && t - $1 <= d }
        END { exit !seen }' events.txt || complain "$what: $(awk -v n="$1" 'NR == n' events.txt) is not event $1, $2 at $3"
}

# models of MOREAU without its step
for model in belt rock woodpecker; do sed '/^INTEGRATOR/d' "$stepped/$model.adm" >$model.adm; done

every=(MDOP5 HEM5 PHEM56 'GALPHA, SI2' 'GALPHA, I2' ROSENBROCK GSTIFF WSTIFF HHT AUTO DOPRI5)

# a box thrown up a slope stops where v^2 = 2 g (sin a + mu cos a) x, on four corners that depend on each other, and stays; C5: a ball that slides comes to roll with 5/7 of its
# speed; a sliding block is hit by another one, and both stop
for method in "${every[@]}"; do
    events_of "$cases/slope.adm" 1 4 "$method, ERROR = 1e-9"
    event 2 sticks 0.25111715851 1e-8
    last slope PART_2.X 0.25111715851 1e-7
    last slope PART_2.VX 0 1e-12
    events_of "$cases/blocks.adm" 3 3 "$method, ERROR = 1e-9"
    event 2 impact 0.14728827067 2e-9
    event 3 sticks 0.98158896617 1e-8
    event 4 sticks 1.22945765413 1e-8
    last blocks PART_2.X 1.11622862783 1e-7
    last blocks PART_3.X 2.08403419546 1e-7
    sed 's/VX = 2, WX = 30, WY = -20/VX = 5/' "$cases/spun.adm" >rolled.adm
    events_of rolled.adm 1 4 "$method, ERROR = 1e-7"
    event 2 sticks 0.72811999418 1e-7
    last rolled PART_2.VX 3.57142857143 1e-7
    last rolled PART_2.X 4.09151428155 1e-7
done

# with spin across its way it slips along a parabola, against a slip that keeps its direction; then it rolls with v - 2/7 of its first slip
for method in "${every[@]}"; do
    events_of "$cases/spun.adm" 1 2 "$method, ERROR = 1e-10"
    event 2 sticks 0.48843774083 1e-7
    last spun PART_2.X 1.35218760321 1e-7
    last spun PART_2.Y -0.32390619839 1e-7
    last spun PART_2.VY -0.42857142857 1e-7
done

# C6: a block on a belt sticks for 2 (mus - muk) m g / (k v), slips for (2 / w) (pi - atan((mus - muk) g / (w v)))
for method in 'MDOP5, ERROR = 1e-9' 'HEM5, ERROR = 1e-8' 'PHEM56, ERROR = 1e-9' 'ROSENBROCK, ERROR = 1e-9' 'GSTIFF, ERROR = 1e-9' 'WSTIFF, ERROR = 1e-9' 'AUTO, ERROR = 1e-9' 'GALPHA, SI2, ERROR = 1e-10'; do
    events_of belt.adm 1 4 "$method"
    event 2 slips 0.24525 1e-7
    event 3 sticks 0.71840706234 2e-7
    event 4 slips 0.91460706234 2e-7
done

# L: a rocking block keeps 1 - 1.5 sin^2 a of its rate at each blow, corners that strike take over from those that stood
for method in 'MDOP5, ERROR = 1e-9' 'GSTIFF, ERROR = 1e-9'; do
    events_of rock.adm 3.2 32 "$method"
    times=(0.418553635 1.114778264 1.720042046 2.258168030 2.743198431 3.184429463)
    for k in 0 1 2 3 4 5; do event $((k + 2)) impact "${times[k]}" 1e-7; done
done

# C7: the woodpecker: where it strikes first, and how fast it comes down once it repeats itself (0.14598 s, 0.1332 m/s)
events_of woodpecker.adm 3 600 'GSTIFF, ERROR = 1e-6'
grep -q '^ *0.08098' <(grep GCON/11 events.txt) || complain "$what: $(grep -m 1 GCON/11 events.txt)"
grep GCON/11 events.txt | awk '{ period = $1 - before; before = $1 } END { print period; exit !(period > 0.14592 && period < 0.14604) }' >seen.txt ||
    complain "$what: its period is $(cat seen.txt), not 0.14598"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); at[$i] = i } next } { z = $at["PART_2.Z"]; s = $at["PART_4.Z"]; if ($1 > 1 && s < low) low = s; if ($1 < 1.5401) first = z }
    END { v = (z - first) / 1.46; print v, low; exit !(v < -0.1331 && v > -0.1333 && low < -0.527 && low > -0.530) }' woodpecker.csv >seen.txt ||
    complain "$what: descent and turn of the bird are $(cat seen.txt), not -0.1332 and -0.5297"

# a rod that no acceleration is consistent for (Painleve) stops by an impact though nothing approaches: U W^-1 U / 2 is lost
for method in MDOP5 GSTIFF; do
    events_of "$cases/rod.adm" 0.4 4 "$method, ERROR = 1e-8"
    grep -q '1 impact of friction alone' out.txt err.txt || complain "$what: no impact of friction alone"
    awk 'NR == 1 { exit !($NF - 1.96875 < 1e-9 && 1.96875 - $NF < 1e-9) }' events.txt || complain "$what: the impact loses $(head -1 events.txt)"
    event 2 slips 0.3174308137 1e-7
done

# statics with friction: a box on a slope stays where it is, pressed and held; and moves off where friction does not hold it
sed 's/, VX = 2$//' "$cases/slope.adm" >still.adm
printf 'FILE/MODEL = still\nSIMULATE/STATICS\nSIMULATE/DYNAMICS, END = 0.5, STEPS = 5\nSTOP\n' >still.acf
run 0 run still.acf --out . --integrator 'MDOP5, ERROR = 1e-8'
last still PART_2.X 0 1e-12
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); if ($i ~ /FRICTION_X/) x[i]; if ($i ~ /CONTACT_FORCE/) n[i] } next }
    { for (i in x) f += $i; for (i in n) p += $i; if (f - 6.710435212 > 1e-8 || f - 6.710435212 < -1e-8 || p - 18.436769442 > 1e-8 || p - 18.436769442 < -1e-8) bad = 1; f = p = 0 } END { exit bad }' still.csv ||
    complain "$what: friction and pressure do not carry the box"

# SAVE and RELOAD while it slips and while it sticks: the same bits
cat >saved.acf <<'COMMANDS'
FILE/MODEL = belt
SIMULATE/DYNAMICS, END = 0.5, STEPS = 5
SAVE/SYSTEM, FILE = slips
SIMULATE/DYNAMICS, END = 0.8, STEPS = 3
RELOAD/SYSTEM, FILE = slips
SIMULATE/DYNAMICS, END = 0.8, STEPS = 3
SAVE/SYSTEM, FILE = sticks
SIMULATE/DYNAMICS, END = 1.2, STEPS = 3
RELOAD/SYSTEM, FILE = sticks
SIMULATE/DYNAMICS, END = 1.2, STEPS = 3
STOP
COMMANDS
run 0 run saved.acf --out . --integrator 'MDOP5, ERROR = 1e-8'
awk -F, '{ sub(/^[^,]*,/, ""); x[NR] = $0 } END { exit !(NR == 19 && x[10] == x[13] && x[16] == x[19]) }' belt.csv || complain "$what: it ends elsewhere behind RELOAD"

# boxes that turn as they slide on four corners, or tumble, come to rest: which corners carry depends on friction, and which of them stick on those that carry
rests() {
    run 0 run "$1.adm" --end "$2" --steps 100 --integrator "$3" --out .
    grep -q 'steps over them' out.txt err.txt && complain "$what: MOREAU steps over events"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); if ($i ~ /\.[VW][XYZ]$/) v[i]; if ($i ~ /GAP/) g[i] } next }
        { for (i in g) if ($i < low) low = $i; most = 0; for (i in v) if ($i * $i > most) most = $i * $i } END { print sqrt(most), low; exit !(most < 1e-20 && low > -1e-7) }' "$1.csv" >seen.txt ||
        complain "$what: fastest at the end and deepest are $(cat seen.txt)"
}
flat='s/^ACCGRAV.*/ACCGRAV\/KGRAV = -9.81/; s/MU_STATIC.*/MU_STATIC = 0.23, RESTITUTION_COEFFICIENT = 0.3/'
for method in 'MDOP5, ERROR = 1e-6' 'GSTIFF, ERROR = 1e-6' 'MDOP5, ERROR = 1e-5'; do
    for v in 'WZ = 4' 'VX = 0.11, WZ = -4' 'VX = 1, VY = -0.4, WZ = 9' 'VX = -0.3, VY = 1.4, WZ = 2'; do
        sed "$flat; s/VX = 2\$/$v/" "$cases/slope.adm" >yaw.adm
        rests yaw 2.5 "$method"
    done
    # it tumbles, and rocks between two of its edges to the end
    cp "$cases/rocks.adm" rocks.adm
    rests rocks 3 "$method"
done

# a ball on a plate moves as on a plane
sed 's/PLANE, RM = 1/&, XMIN = -9, XMAX = 9, YMIN = -9, YMAX = 9/' "$cases/spun.adm" >plate.adm
cp "$cases/spun.adm" floor.adm
for name in plate floor; do run 0 run $name.adm --end 1 --steps 10 --integrator 'MDOP5, ERROR = 1E-8' --out .; done
paste -d, <(tail -1 plate.csv | cut -d, -f2-13) <(tail -1 floor.csv | cut -d, -f2-13) | awk -F, '{ for (i = 1; i <= 12; i++) if (($i - $(i + 12))^2 > 1e-16) bad = 1 } END { exit bad }' ||
    complain "$what: a ball on a plate ends elsewhere than on a plane"

# two balls that meet aslant: (1 + e) U- / W along the normal, and along the tangent what stops the slip or MU times that
for mu in 0.05 0.8; do
    cat >oblique.adm <<DATASET
oblique
UNITS/SYSTEM = MKS
PART/1, GROUND
PART/2, MASS = 1, CM = 20, IP = 4E-3,4E-3,4E-3, QG = -0.4,0.06,0, VX = 2, WZ = 5
PART/3, MASS = 2, CM = 30, IP = 0.01152,0.01152,0.01152, QG = 0,0,0, WZ = -3
MARKER/20, PART = 2
MARKER/30, PART = 3
GRAPHICS/2, SPHERE, CM = 20, RADIUS = 0.1
GRAPHICS/3, SPHERE, CM = 30, RADIUS = 0.12
CONTACT/1, IGEOM = 2, JGEOM = 3, NEWTON, RESTITUTION_COEFFICIENT = 0.5, COULOMB_FRICTION = ON, MU_STATIC = $mu
END
DATASET
    for method in 'MDOP5, ERROR = 1E-8' 'GSTIFF, ERROR = 1E-8' 'GALPHA, ERROR = 1E-8'; do
        run 0 run oblique.adm --end 0.3 --steps 3 --integrator "$method" --out .
        awk -F, -v mu=$mu 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); at[$i] = i } next }
            { vx = $at["PART_2.VX"]; vy = $at["PART_2.VY"]; w = $at["PART_2.WZ"]; other = $at["PART_3.WZ"] }
            END {
                ny = 0.06 / 0.22; nx = -sqrt(1 - ny^2); tx = -ny; ty = nx
                un = 2 * nx; ut = 2 * tx + (-0.1) * 5 - 0.12 * -3; wn = 1.5; wt = 1.5 * 3.5
                pn = -1.5 * un / wn; pt = -ut / wt
                if (pt > mu * pn) pt = mu * pn
                if (pt < -mu * pn) pt = -mu * pn
                bad = (vx - (2 + pn * nx + pt * tx))^2 + (vy - (pn * ny + pt * ty))^2 + (w - (5 - 0.1 * pt / 4e-3))^2 + (other - (-3 - 0.12 * pt / 0.01152))^2
                exit !(bad < 1e-18)
            }' oblique.csv || complain "$what: MU = $mu: $(tail -1 oblique.csv | cut -d, -f8-13)"
    done
done

# a ball rolls down a ball: angle and rate as energy has them, a' = 5/7 of sliding
sed 's/1, GROUND/&\nMARKER\/1, PART = 1\nACCGRAV\/KGRAV = -9.81\nGRAPHICS\/1, SPHERE, CM = 1, RADIUS = 0.4/; /^PART\/3/d; /MARKER\/30/d; /GRAPHICS\/3/d; s/JGEOM = 3/JGEOM = 1/; s/MU_STATIC.*/MU_STATIC = 0.6/; s/QG.*/QG = 0.074719066,0,0.494385619/' oblique.adm >roll.adm
for method in 'MDOP5, ERROR = 1E-9' 'HEM5, ERROR = 1E-9' 'GSTIFF, ERROR = 1E-9' 'ROSENBROCK, ERROR = 1E-9'; do
    run 0 run roll.adm --end 0.5 --steps 5 --integrator "$method" --out .
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); at[$i] = i } next }
        { x = $at["PART_2.X"]; z = $at["PART_2.Z"]; v = $at["PART_2.VX"]^2 + $at["PART_2.VZ"]^2; if (NR == 2) c = z / sqrt(x^2 + z^2) }
        END { exit !(x > 0.15 && (x^2 + z^2 - 0.25)^2 < 1e-16 && (v - 10 / 7 * 9.81 * 0.5 * (c - z / 0.5))^2 < 1e-13) }' roll.csv || complain "$what: $(tail -1 roll.csv | cut -d, -f1-4,8-10)"
done
exit $((failures > 0))
