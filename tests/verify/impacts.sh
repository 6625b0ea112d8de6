#!/usr/bin/env bash
# Impacts by events against closed forms and against runs of other programs: times, speeds, impulses, what is left at rest; with every method.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
. "$CARDAN_SOURCE/tests/events.bash"
cases=$CARDAN_SOURCE/tests/verify/impacts
simulate() { events_of "$cases/$1.adm" "${@:2}"; }

# event NUMBER TIME TOLERANCE [APPROACH TOLERANCE [IMPULSE TOLERANCE]]: one of the events.
event() {
    awk -v n="$1" -v t="$2" -v dt="$3" -v u="${4:-}" -v du="${5:-0}" -v p="${6:-}" -v dp="${7:-0}" '
        function off(a, b, d) { return (a > b ? a - b : b - a) > d }
        NR == n { seen = 1; bad = off($1, t, dt); k = NF; if (u != "") bad = bad || off(-$(k - 3), u, du); if (p != "") bad = bad || off($(k - 1), p, dp); line = $0 }
        END { if (!seen || bad) { print "event " n " is" line ", not " t, u, p; exit 1 } }' events.txt ||
        complain "$what: $(awk -v n="$1" 'NR == n' events.txt) is not event $1 at $2 ${4:-} ${6:-}"
}

methods=(MDOP5 HEM5 PHEM56 'GALPHA, SI2' 'GALPHA, I2' ROSENBROCK GSTIFF 'GSTIFF, SI2' WSTIFF HHT ABAM TLISMNI AUTO)

# C1: a ball that bounces to rest
simulate ball 6 60 'MDOP5, ERROR = 1e-8'
times=(0.4515236410 1.1739614666 1.7519117270 2.2142719354 2.5841601021)
for k in 0 1 2 3 4; do event $((k + 1)) "${times[k]}" 1e-8; done
last ball PART_2.Z 0 1e-9
last ball GCON_1.CONTACT_FORCE 9.81 1e-9
awk 'END { exit !($1 < 4.06371277 && $1 > 4.0637) }' events.txt || complain "$what: it comes to rest at $(tail -1 events.txt)"

# outputs on both sides of an impact: the same time and place, other velocities; every reader takes them
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); at[$i] = i } next }
    $1 == t { before = v; after = $at["PART_2.VZ"]; twice++; if (after != 0 && (after + 0.8 * before)^2 > 1e-20) print t, before, after }
    { t = $1; v = $at["PART_2.VZ"] }
    END { if (twice < 50) print twice " times twice" }' ball.csv >seen.txt
[ -s seen.txt ] && complain "$what: outputs at impacts: $(head -3 seen.txt)"
run 0 plot ball.csv 'PART_2.VZ'
cp "$cases/ball.adm" .
run 0 verify ball.adm --end 2 --steps 20 --integrator MDOP5

# C4: a rod against a wall, with every method
times=(0.439453701 1.285398628 2.117094722 2.942191689 3.764139906)
speeds=(3.836013556 2.685209489 1.879646642 1.315752650 0.921026855)
for method in "${methods[@]}"; do
    case $method in MDOP5 | HEM5 | PHEM56 | AUTO | ABAM) near=1e-7 ;; *) near=4e-4 ;; esac
    simulate rod 4 40 "$method, ERROR = 1e-7"
    for k in 0 1 2 3 4; do
        event $((k + 1)) "${times[k]}" $near "$(awk "BEGIN { printf \"%.10f\", ${speeds[k]} / 2 }")" $near
    done
done

# N1: joints take part in an impact
simulate double_pendulum 0.01 1 'MDOP5, ERROR = 1e-8'
event 1 0 0 1.866025404 1e-8 3.912433263 1e-8
last double_pendulum PART_2.WZ -0.098897275 1e-9 1
last double_pendulum PART_3.WZ -2.441140461 1e-9 1

# N2: five balls in contact, one blow
simulate row 0.7 10 'MDOP5, ERROR = 1e-8'
event 1 0.3 1e-12 1 1e-12 1.6 1e-12
last row PART_2.VX -0.6 1e-12
for part in 3 4 5 6; do last row PART_$part.VX 0.4 1e-12; done

# N4: a mass on a shaking table takes off and lands; a point leaves a sphere, by its curvature
for method in "${methods[@]}"; do
    case $method in MDOP5 | HEM5 | PHEM56 | AUTO | ABAM) near=2e-7 ;; *) near=2e-4 ;; esac
    simulate table 0.2 20 "$method, ERROR = 1e-7"
    event 2 0.019212970 $near
    event 3 0.164460633 $near 1.053592897 "$(awk "BEGIN { print 40 * $near }")"
    simulate sphere 1.4 20 "$method, ERROR = 1e-7"
    event 2 0.90711011 "$(awk "BEGIN { print 20 * $near }")"
    event 3 1.32650346 "$(awk "BEGIN { print 20 * $near }")"
done

# N5: slider-crank with clearance: two corners at a time, accumulation, take-off
simulate crank 0.2 40 'MDOP5, ERROR = 1e-8'
event 1 0.002692503 1e-9 0.8416123 1e-7 0.05539501 1e-8
event 2 0.005607798 1e-9 0.2478943 1e-7 0.01657905 1e-8
event 5 0.0088316422 1e-9 0.01203886 1e-8
grep -qE '^ +0\.0150203091[0-9]* +(impact, opens|takes off)' events.txt || complain "$what: no take-off at 0.01502030916"
grep -qE '^ +0\.0258681676[0-9]* +impact' events.txt || complain "$what: no impact at 0.02586816769"
last crank PART_2.PSI "$(awk 'BEGIN { pi = atan2(0, -1); x = 18.176877211; while (x > pi) x -= 2 * pi; printf "%.10f", x }')" 1e-6
last crank PART_3.PSI 0.313403927 1e-6
last crank PART_2.WZ 77.7409700 1e-4

# the same with the slider a little tilted, or turning: corners strike in turn, ever sooner, at undiminished speed, and the run goes on (first five blows)
simulate_variant() {
    sed "s|\(PART/4.*QG = 0.459,0,0\)|\1, $2|" "$cases/crank.adm" >"$1.adm"
    run 0 run "$1.adm" --end 0.05 --steps 10 --integrator 'MDOP5, ERROR = 1e-8' --out . -v
    cat out.txt err.txt | sed -n '/first of/,/done;/p' | grep -E '^ +[0-9]' >events.txt
}
simulate_variant tilted 'REULER = 0.01,0,0'
times=(0.002011200 0.002647361 0.002686313 0.002696898 0.002700819)
speeds=(0.6148133 1.6728841 2.2643965 2.4436008 2.4418447)
for k in 0 1 2 3 4; do event $((k + 1)) "${times[k]}" 1e-9 "${speeds[k]}" 1e-6; done
simulate_variant spinning 'WZ = 4'
times=(0.0021277313 0.0026229957 0.0026795492 0.0026960283 0.0027022390)
for k in 0 1 2 3 4; do event $((k + 1)) "${times[k]}" 1e-9; done

# the motion of bodies between impacts does not depend on how many outputs there are, and with them on the shortest flight (22.12)
simulate crank 0.2 400 'MDOP5, ERROR = 1e-8'
last crank PART_3.PSI 0.313403927 1e-6

# N6: a corner
simulate corner 1 10 'MDOP5, ERROR = 1e-8'
event 1 0.5 1e-12 1 1e-12
last corner POINT_MASS_2.VX 1.5 1e-12
last corner POINT_MASS_2.VY 0.866025404 1e-9

# N8: four corners that depend on each other
simulate plate 0.25 10 'MDOP5, ERROR = 1e-8'
event 1 0.142784312 1e-9 1.400714104 1e-8
last plate PART_2.WX 0 1e-12
last plate PART_2.WY 0 1e-12

# stops of joints
simulate stops 4 40 'MDOP5, ERROR = 1e-8'
grep -qE '^ +0\.5 +impact +JOINT/1 .* -2 ' events.txt || complain "$what: no impact of JOINT/1 at 0.5"
grep -qE '^ +2\.5 +impact +JOINT/1 ' events.txt || complain "$what: no impact of JOINT/1 at 2.5"
grep -q 'JOINT/2' events.txt || complain "$what: JOINT/2 meets no stop"

# the same bits twice
simulate crank 0.05 10 'MDOP5, ERROR = 1e-8'
cp crank.csv once.csv
simulate crank 0.05 10 'MDOP5, ERROR = 1e-8'
cmp -s crank.csv once.csv || complain "$what: two runs differ"

# equilibria: which contacts press; a ball above the floor is caught, one end of a plank lifts, and the motion goes on from there
cat >still.adm <<'DATASET'
A plank on two supports with a weight beyond one of them, and a ball above the floor
UNITS/SYSTEM = MKS
ACCGRAV/KGRAV = -10
PART/1, GROUND
MARKER/101, PART = 1
PART/2, MASS = 1, CM = 200, IP = 0.1,0.1,0.1, QG = 0,0,0.1
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = -1,0,0
MARKER/202, PART = 2, QP = 1,0,0
MARKER/203, PART = 2, QP = 0.5,0,0
MARKER/204, PART = 2, XP = 1,0,0, ZP = 0,-1,0
MARKER/104, PART = 1, XP = 1,0,0, ZP = 0,-1,0
JPRIM/1, INPLANE, I = 200, J = 104
JPRIM/2, PERPENDICULAR, I = 200, J = 104
JPRIM/3, INPLANE, I = 200, J = 105
MARKER/105, PART = 1, ZP = 1,0,0, XP = 0,1,0
JPRIM/4, PERPENDICULAR, I = 205, J = 104
MARKER/205, PART = 2, ZP = 1,0,0, XP = 0,1,0
GCON/1, FUNCTION = DZ(201,101), UNILATERAL
GCON/2, FUNCTION = DZ(202,101), UNILATERAL
SFORCE/1, TRANSLATION, ACTIONONLY, I = 203, J = 101, FUNCTION = -2
PART/3, MASS = 2, CM = 300, IP = 1,1,1, QG = 3,0,1
MARKER/300, PART = 3
JOINT/1, TRANSLATIONAL, I = 300, J = 107
MARKER/107, PART = 1, QP = 3,0,0
GCON/3, FUNCTION = DZ(300,101) - 0.25, UNILATERAL
END
DATASET
cat >still.acf <<'COMMANDS'
FILE/MODEL = still
SIMULATE/STATICS
SIMULATE/DYNAMICS, END = 0.5, STEPS = 5
STOP
COMMANDS
run 0 run still.acf --out . --integrator 'MDOP5, ERROR = 1e-8'
for row in 1 6; do
    last still GCON_1.CONTACT_FORCE 5.5 1e-8 $row
    last still GCON_2.CONTACT_FORCE 6.5 1e-8 $row
    last still GCON_3.CONTACT_FORCE 20 1e-8 $row
    last still PART_3.Z 0.25 1e-9 $row
done

# SAVE and RELOAD in the middle of a run, with a contact closed
cat >saved.acf <<'COMMANDS'
FILE/MODEL = table
SIMULATE/DYNAMICS, END = 0.01, STEPS = 5
SAVE/SYSTEM, FILE = half
SIMULATE/DYNAMICS, END = 0.2, STEPS = 19
RELOAD/SYSTEM, FILE = half
SIMULATE/DYNAMICS, END = 0.2, STEPS = 19
STOP
COMMANDS
cp "$cases/table.adm" .
run 0 run saved.acf --out . --integrator 'MDOP5, ERROR = 1e-8'
awk -F, '$1 == 0.2 { x[++n] = $4 } END { exit !(NR > 40 && n == 2 && x[1] == x[2]) }' table.csv || complain "$what: it ends elsewhere behind RELOAD"

# what is refused
cat >bad.adm <<'DATASET'
Friction is not there yet
UNITS/SYSTEM = MKS
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 2, IP = 1, 1, 1
MARKER/2, PART = 2
GCON/1, FUNCTION = DZ(2,1), RESTITUTION = 0.5
GCON/2, FUNCTION = DZ(2,1), UNILATERAL, RESTITUTION = 1.5
JOINT/1, REVOLUTE, I = 2, J = 1, STOPS = 1, -1
END
DATASET
run 1 check bad.adm
warns 'RESTITUTION'
warns 'outside 0 to 1'
warns 'STOPS'

# A2: a ball from 0.45 m, e = 0.6
sed 's/QG = 0,0,1/QG = 0,0,0.45/; s/RESTITUTION = 0.8/RESTITUTION = 0.6/' "$cases/ball.adm" >lower.adm
run 0 run lower.adm --end 1.5 --steps 15 --integrator 'MDOP5, ERROR = 1e-8' --out . -v
cat out.txt err.txt | sed -n '/first of/,/done;/p' | grep -E '^ +[0-9]' >events.txt
times=(0.3028912664 0.6663607861 0.8844424979 1.0152915250 1.0938009413 1.1409065910 1.1691699809)
for k in 0 1 2 3 4 5 6; do event $((k + 1)) "${times[k]}" 1e-9; done
awk 'END { exit !($1 < 1.2115650657 && $1 > 1.21156) }' events.txt || complain "$what: it comes to rest at $(tail -1 events.txt)"
last lower GCON_1.CONTACT_FORCE 9.81 1e-9

# N7: a pendulum pressed against a wall that moves leaves it once in each period
for method in 'PHEM56, ERROR = 1e-9' 'GSTIFF, ERROR = 1e-7'; do
    simulate moving_wall 6 60 "$method"
    grep 'takes off' events.txt | awk '{ apart = $1 - before; before = $1 } END { off = apart - 0.69813170080; print apart; exit !(NR > 3 && off < 1e-8 && off > -1e-8) }' >seen.txt ||
        complain "$what: take-offs are $(cat seen.txt) apart, not 0.6981317008"
done

# twelve balls whose impacts crowd between outputs that are far apart: steps go over them, a note says when, and all come to rest
awk 'BEGIN {
    print "balls on rails\nUNITS/SYSTEM = MKS\nACCGRAV/KGRAV = -9.81\nPART/1, GROUND"
    for (i = 2; i <= 13; i++) {
        printf "PART/%d, MASS = 1, CM = %d, IP = 1,1,1, QG = %d,0,%.6f\nMARKER/%d, PART = %d\nMARKER/%d, PART = 1, QP = %d,0,0\n", i, i * 10, i, 0.1 + 0.01 * i, i * 10, i, i * 10 + 1, i
        printf "JOINT/%d, TRANSLATIONAL, I = %d, J = %d\nGCON/%d, FUNCTION = DZ(%d), UNILATERAL, RESTITUTION = 0.95\n", i, i * 10, i * 10 + 1, i, i * 10
    }
    print "END"
}' >crowd.adm
run 0 run crowd.adm --end 12 --steps 3 --integrator MDOP5 --out .
grep -q 'MOREAU steps over them until' crowd.msg || complain "crowded impacts: no note"
for k in 2 7 13; do
    last crowd PART_$k.Z 0 1e-9
    last crowd GCON_$k.CONTACT_FORCE 9.81 1e-9
done

# ACTIVATE of a constraint that has been passed is told; re-statement of a restitution in mid-run counts from there on
sed 's/QG = 0,0,1/QG = 0,0,0.5/' "$cases/ball.adm" >passed.adm
cat >passed.acf <<'COMMANDS'
FILE/MODEL = passed
DEACTIVATE/GCON, ID = 1
SIMULATE/DYNAMICS, END = 0.4, STEPS = 4
ACTIVATE/GCON, ID = 1
SIMULATE/DYNAMICS, END = 0.5, STEPS = 1
STOP
COMMANDS
run 0 run passed.acf --out . --integrator 'MDOP5, ERROR = 1e-8'
warns 'below zero, as the motion starts'
cat >restated.acf <<'COMMANDS'
FILE/MODEL = ball
SIMULATE/DYNAMICS, END = 0.8, STEPS = 8
GCON/1, RESTITUTION = 0
SIMULATE/DYNAMICS, END = 2, STEPS = 12
STOP
COMMANDS
cp "$cases/ball.adm" ball.adm
run 0 run restated.acf --out . --integrator 'MDOP5, ERROR = 1e-8'
last ball PART_2.Z 0 1e-9
last ball GCON_1.CONTACT_FORCE 9.81 1e-9

# where steps are of the method's own size, an impact late in a chain is off by the order of the method: steps and errors between two ERRORs
for one in 'MDOP5 4.5 7' 'ROSENBROCK 3.5 5' 'GALPHA,SI2 1.8 2.3'; do
    read -r method low high <<<"$one"
    for error in 1e-5 1e-7; do
        simulate rod 3 1 "$method, ERROR = $error, HMAX = 3"
        awk -v steps="$(cat out.txt err.txt | sed -n 's/.*integration: \([0-9]*\) steps.*/\1/p' | head -1)" 'NR == 3 { d = $1 - 2.117094722; print steps, d < 0 ? -d : d }' events.txt
    done >off.txt
    awk -v low="$low" -v high="$high" 'NR == 1 { n = $1; e = $2 } NR == 2 { order = log(e / $2) / log($1 / n); print order; exit !(order > low && order < high) }' off.txt >seen.txt ||
        complain "$method: impact times are of order $(cat seen.txt): $(tr '\n' ' ' <off.txt)"
done

# the time of an impact has the order of the method: tighter by a hundred, nearer by a hundred, until round-off
for method in MDOP5 HEM5 PHEM56; do
    for error in 1e-5 1e-7; do
        simulate rod 0.5 1 "$method, ERROR = $error, HMAX = 0.5"
        awk 'NR == 1 { d = $1 - 0.4394537013; print d < 0 ? -d : d }' events.txt
    done >off.txt
    awk 'NR == 1 { a = $1 } NR == 2 { exit !($1 < a / 20 || $1 < 2e-10) }' off.txt || complain "$method: impact times are off by $(tr '\n' ' ' <off.txt)"
done
exit $((failures > 0))
