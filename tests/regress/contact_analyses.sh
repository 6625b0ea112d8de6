#!/usr/bin/env bash
# Contacts in every analysis and under every command: switched off and on in the middle of a run, saved and reloaded while shapes touch, seen by sensors, in sequences of equilibria, in
# kinematics, linearised; what is said of them in the log and in DEBUG tables.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
value() { awk -F, -v column="$2" 'NR == 1 { for (i = 1; i <= NF; i++) { h = $i; gsub(/"/, "", h); sub(/ \[.*/, "", h); if (h == column) c = i } } END { print $c }' "$1"; }
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(a != "" && (d < 0 ? -d : d) <= t) }' || complain "$4: $1, not $2"; }
script() { printf '%s.adm\n%s\n' "$1" "$1"; cat; echo STOP; }

# ball LAW STATEMENTS...: a ball above a floor, in millimetres as usual
ball() {
    cat <<MODEL
ball
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND
ACCGRAV/KGRAV = -9806.65
PART/1, GROUND
MARKER/1, PART = 1
! adams_view_name='ball'
PART/2, MASS = 1, CM = 20, IP = 1000, 1000, 1000, QG = 0, 0, 250
MARKER/20, PART = 2
! adams_view_name='floor'
GRAPHICS/1, PLANE, RM = 1
GRAPHICS/2, SPHERE, CM = 20, RADIUS = 50
CONTACT/1, IGEOM = 2, JGEOM = 1, $1
${2:-}
END
MODEL
}
usual='IMPACT, STIFFNESS = 1E5, EXPONENT = 2.2, DAMPING = 10, DMAX = 0.1'
lively='IMPACT, STIFFNESS = 1E5, EXPONENT = 2.2, DAMPING = 1, DMAX = 0.1'

# the usual values leave a tenth of the speed: damping is proposed, and with it half is left
ball "$usual" >dead.adm
run 0 run dead.adm --end 0.3 --steps 30 --integrator 'GSTIFF, SI2, ERROR = 1E-6'
proposed=$(sed -n 's/.*CONTACT\/1: .*with DAMPING = \([0-9.e+-]*\) half would be left.*/\1/p' dead.msg)
[[ -n $proposed ]] || complain "no DAMPING is proposed: $(grep CONTACT dead.msg)"
ball "${usual/DAMPING = 10/DAMPING = $proposed}" >half.adm
run 0 run half.adm --end 0.21 --steps 1 --integrator 'GSTIFF, SI2, ERROR = 1E-6'
speed=$(awk -v v="$(value half.csv ball.VZ)" 'BEGIN { print (v + 9806.65 * (0.21 - 0.2029)) / 1980.57 }')
near "$speed" 0.5 0.03 "share of the speed that is left with the proposed damping"
grep -q 'half would be left' half.msg && complain "DAMPING is proposed where half is left"
# in metres, dropped by 20 mm: which blows count is judged by their speeds beside the fastest, not by numbers
ball "${usual/1E5/3.9810717E11}" | sed 's/MILLIMETER/METER/; s/-9806.65/-9.80665/; s/1000, 1000, 1000, QG = 0, 0, 250/1E-3, 1E-3, 1E-3, QG = 0, 0, 0.07/
    s/RADIUS = 50/RADIUS = 0.05/; s/DAMPING = 10/DAMPING = 1E4/; s/DMAX = 0.1/DMAX = 1E-4/' >slow.adm
run 0 run slow.adm --end 0.3 --steps 30 --integrator 'GSTIFF, SI2, ERROR = 1E-6'
grep -q 'at a speed of 0[.]626 .*half would be left' slow.msg || complain "no DAMPING is proposed for slow blows: $(grep CONTACT slow.msg)"
ball "$lively" >lively.adm

# too soft: stiffness is proposed, and with it the overlap is a fiftieth
ball 'IMPACT, STIFFNESS = 5, EXPONENT = 1.5' | sed 's/QG = 0, 0, 250/QG = 0, 0, 60/' >soft.adm
run 0 run soft.adm --end 0.5 --steps 50
warns CONTACT_DEEP
ball 'POISSON, PENALTY = 1E6, RESTITUTION_COEFFICIENT = 0.7, AUGMENTED_LAGRANGIAN_FORMULATION' >poisson.adm
run 0 run poisson.adm --end 0.21 --steps 21
grep -q 'POISSON is a law of this program.*AUGMENTED_LAGRANGIAN_FORMULATION has no effect' poisson.msg || complain "POISSON is not noted"

# DEBUG tables name contacts and bodies
ball "$usual" 'DEBUG/TOPOLOGY' >debug.adm
run 0 run debug.adm --end 0.01 --steps 1
grep -q 'CONTACT/1 *PART/2 (ball) *PART/1.*(GRAPHICS/2 on GRAPHICS/1 (floor))' debug.msg || complain "no contact among the connections: $(grep -A4 connections debug.msg)"

# switched off while it rests: the ball falls through; on again below: it stays out of a plane it is behind; on above: it is caught
ball "$usual" >rests.adm
script rests >switch.acf <<'COMMANDS'
SIMULATE/DYNAMIC, END = 0.3, STEPS = 30
DEACTIVATE/CONTACT, ID = 1
SIMULATE/DYNAMIC, END = 0.31, STEPS = 10
ACTIVATE/CONTACT, ID = 1
SIMULATE/DYNAMIC, END = 0.6, STEPS = 30
COMMANDS
run 0 run -q switch.acf
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i ~ /ball.Z /) z = i; if ($i ~ /CONTACT_1.FZ/) f = i } next }
    $1 > 0.3 && $1 < 0.3095 && $f != 0 { bad = 1 } $1 > 0.309 && $1 < 0.3105 && low == "" { low = $z } END { exit bad || !(low < 49.7) || !($z > 49.9 && $z < 50.1) }' rests.csv || complain "the ball is not let go and caught: $(tail -1 rests.csv | cut -c1-200)"

# saved while shapes touch, and in the middle of a blow: the reloaded run goes on as the one that was not interrupted
for law in "$lively" "$lively, COULOMB_FRICTION = ON, MU_STATIC = 0.3, MU_DYNAMIC = 0.2, STICTION_TRANSITION_VELOCITY = 10, FRICTION_TRANSITION_VELOCITY = 30, STICTION = ON, MAX_STICTION_DEFORMATION = 0.01" \
    'POISSON, PENALTY = 1E6, RESTITUTION_COEFFICIENT = 0.7'; do
    ball "$law" | sed 's/QG = 0, 0, 250/QG = 0, 0, 250, VX = 300/' >saved.adm
    script saved >whole.acf <<'COMMANDS'
SIMULATE/DYNAMIC, END = 0.2022, STEPS = 20
SIMULATE/DYNAMIC, END = 0.6, STEPS = 20
COMMANDS
    script saved >first.acf <<'COMMANDS'
SIMULATE/DYNAMIC, END = 0.2022, STEPS = 20
SAVE/SYSTEM, FILE = blow.sav
COMMANDS
    printf 'saved.adm\nsaved\nRELOAD/SYSTEM, FILE = blow.sav\nSIMULATE/DYNAMIC, END = 0.6, STEPS = 20\nSTOP\n' >second.acf
    run 0 run -q whole.acf
    whole=$(tail -1 whole.csv 2>/dev/null || tail -1 saved.csv)
    run 0 run -q first.acf
    run 0 run -q second.acf
    again=$(tail -1 second.csv 2>/dev/null || tail -1 saved.csv)
    [[ -n $again && $again == "$whole" ]] || complain "a run reloaded in a blow ends elsewhere ($law): $again, not $whole"
    rm -f *.csv
done

# a sensor that watches the force of a contact
ball "$lively" 'SENSOR/1, FUNCTION = CONTACT(1, 0, 4, 0), VALUE = 5000, GE, ERROR = 1, HALT, PRINT' >sensor.adm
run 3 run -q sensor.adm --end 1 --steps 10
near "$(value sensor.csv CONTACT_1.FZ)" 5000 5 "force at which the sensor halts"

# a sequence of equilibria: a ball that is pressed harder and harder
ball "$lively" 'MARKER/2, PART = 1, FLOATING
VFORCE/1, I = 20, JFLOAT = 2, RM = 1, FX = 0\FY = 0\FZ = -1000*TIME' >press.adm
script press >press.acf <<'COMMANDS'
SIMULATE/STATIC, END = 1, STEPS = 4
COMMANDS
run 0 run -q press.acf
near "$(value press.csv CONTACT_1.FZ)" 1009.80665 1e-3 "force of the last equilibrium"
near "$(value press.csv ball.Z)" "$(awk 'BEGIN { printf "%.12g", 50 - exp(log(1009.80665 / 1e5) / 2.2) }')" 1e-6 "depth of the last equilibrium"

# kinematics: a ball driven into the floor; the force is reported, and the motion takes it up
ball "$lively" 'MARKER/21, PART = 2
JOINT/1, TRANSLATIONAL, I = 20, J = 1
MOTION/1, JOINT = 1, TRANSLATION, FUNCTION = 50.5 - TIME' >driven.adm
script driven >driven.acf <<'COMMANDS'
SIMULATE/KINEMATIC, END = 1, STEPS = 10
COMMANDS
run 0 run -q driven.acf
# a half deep at a rate of one
near "$(value driven.csv CONTACT_1.FZ)" "$(awk 'BEGIN { printf "%.12g", 1e5 * exp(2.2 * log(0.5)) + 1 }')" 1e-6 "force of a driven ball"
near "$(value driven.csv MOTION_1.FZ)" "$(awk 'BEGIN { printf "%.12g", 9.80665 - (1e5 * exp(2.2 * log(0.5)) + 1) }')" 1e-6 "force of the motion"

# linear analysis: a closed contact is a spring of k e p^(e-1); the ball is free across
ball "${lively/DAMPING = 1/DAMPING = 0}" >modes.adm
script modes >modes.acf <<'COMMANDS'
SIMULATE/STATIC
LINEAR/EIGENSOL
COMMANDS
run 0 run modes.acf
frequency=$(awk 'BEGIN { k = 1e5; e = 2.2; p = exp(log(9.80665 / k) / e); print sqrt(k * e * exp((e - 1) * log(p)) * 1000) / (2 * atan2(0, -1)) }')
grep -q "$(printf '%.3f' "$frequency" | cut -c1-5)" modes.msg || complain "no mode of $frequency Hz: $(grep -A12 -i eigen modes.msg | head -20)"
exit $((failures > 0))
