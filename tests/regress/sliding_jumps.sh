#!/usr/bin/env bash
# Motions that a jump holds, in the sense of Filippov, against closed forms, with every method: friction by SIGN that stops a block, a belt that carries one, relays, blocks on each other. Shares of the sides are unknowns of the
# equations, so results converge with ERROR as those of smooth models do. Before, they were found at the ends of steps and carried on: a block stopped at 0.99999, or 0.9987, with BDF methods.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
head_of() { # TITLE POSITION VELOCITY
    cat <<MODEL
$1
UNITS/SYSTEM = MKS
PART/1, GROUND
MARKER/10, PART = 1, ZP = 1, 0, 0, XP = 0, 1, 0
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, QG = $2, 0, 0, VX = $3
MARKER/20, PART = 2, ZP = 1, 0, 0, XP = 0, 1, 0
JOINT/1, TRANSLATIONAL, I = 20, J = 10
MODEL
}
force='SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 10, FUNCTION ='
(head_of stops 0 1 && echo "$force 0.5 - SIGN(1, VZ(20, 10, 10))" && echo END) >stop.adm
(head_of belt 3 0 && echo "$force -DZ(20, 10, 10) - SIGN(1, VZ(20, 10, 10) - 0.5)" && echo END) >belt.adm
(head_of relay 1 0 && echo "$force -SIGN(1, DZ(20, 10, 10) + VZ(20, 10, 10))" && echo END) >relay.adm
# the relay at the end of a chain of values, read by a state too
(head_of chain 1 0 && cat <<MODEL) >chain.adm
VARIABLE/1, FUNCTION = DZ(20, 10, 10) + VARVAL(2)
VARIABLE/2, FUNCTION = VZ(20, 10, 10)
VARIABLE/3, FUNCTION = IF(VARVAL(1): 1, 7, -1)
DIFF/1, IC = 0, FUNCTION = VARVAL(3)
$force VARVAL(3)
END
MODEL
# two frictions of one motion, of opposite arguments: their shares are not unique, their sum is
(head_of pair 3 0 && echo "$force -DZ(20, 10, 10) - 0.7*SIGN(1, VZ(20, 10, 10) - 0.5) + SIGN(0.3, 0.5 - VZ(20, 10, 10))" && echo END) >pair.adm
column() { awk -F , -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ "^\"" name "[\" ]") c = i } END { print $c }' "$1.csv"; }
# MODEL END STEPS METHOD COLUMN VALUE TOLERANCE MOST-STEPS
ends_at() {
    run 0 run "$1.adm" --end "$2" --steps "$3" --integrator "$4" --statistics s.csv
    local x
    x=$(column "$1" "$5")
    awk -v x="$x" -v y="$6" -v tol="$7" 'BEGIN { exit !(x - y <= tol && y - x <= tol) }' || complain "$what: $5 = $x, not $6"
    tail -n 1 s.csv | awk -F , -v most="$8" '{ exit !($8 <= most) }' || complain "$what: $(tail -n 1 s.csv | cut -d , -f 8) steps"
    rm -f s.csv
}
methods=(GSTIFF 'GSTIFF, SI2' 'GSTIFF, I1' WSTIFF 'WSTIFF, SI2' HHT NEWMARK GALPHA 'GALPHA, I2' 'GALPHA, SI2' ABAM HEM5 PHEM56 MDOP5 DOPRI5 TLISMNI 'TLISMNI, SCHEME = AM4'
    'TLISMNI, SCHEME = TRAPEZOIDAL' 'TLISMNI, SCHEME = HHT' 'TLISMNI, SCHEME = BDF' ROSENBROCK 'ROSENBROCK, SCHEME = W2' AUTO MOREAU)
for m in "${methods[@]}"; do
    ends_at stop 4 40 "$m" PART_2.X 1 1E-9 90
    ends_at stop 4 40 "$m" PART_2.VX 0 1E-12 90
done
# belt: x = 1 + 2 cos t, carried from pi + asin 1/4 on, free again at x = 1 a half swing of 0.5 begins; relay: x + v = 0 from sqrt 3 - 1 on
belt=$(awk 'BEGIN { a = atan2(0.25, sqrt(15/16)); t1 = atan2(0, -1) + a; x1 = 1 - 2*sqrt(15/16); printf "%.15g", 1 + 0.5*sin(10 - t1 - 2*(1 - x1)) }')
relay=$(awk 'BEGIN { t1 = sqrt(3) - 1; printf "%.15g", t1*exp(t1 - 3) }')
closely=(HEM5 PHEM56 MDOP5 DOPRI5 ABAM ROSENBROCK AUTO 'GSTIFF, SI2' 'WSTIFF, SI2')
for m in "${closely[@]}"; do
    for model in belt pair; do ends_at $model 10 50 "$m, ERROR = 1E-8" PART_2.X "$belt" 1E-7 500; done
    for model in relay chain; do ends_at $model 3 30 "$m, ERROR = 1E-8" PART_2.X "$relay" 1E-7 700; done
done
for m in GSTIFF WSTIFF HHT GALPHA 'GALPHA, I2' TLISMNI 'TLISMNI, SCHEME = BDF'; do
    ends_at belt 10 50 "$m, ERROR = 1E-8" PART_2.X "$belt" 1.5E-5 3000
    ends_at relay 3 30 "$m, ERROR = 1E-8" PART_2.X "$relay" 1E-5 3000
done
# what the state of the chain has added up is the force all the time: it is the velocity
run 0 run chain.adm --end 3 --steps 30 --integrator 'HEM5, ERROR = 1E-8' -v
awk -v a="$(column chain DIFF_1.Q)" -v b="$(column chain PART_2.VX)" 'BEGIN { exit !(a - b < 1e-7 && b - a < 1e-7) }' || complain "$what: DIFF/1 is not the velocity"
says 'held on the jump of VARIABLE/3: 2.2679491'

# blocks on each other, the lower one pushed: each sticks and slips; by small steps of another program. Two such piles move alike, to the last bit
stacked() { # NUMBER
    cat <<MODEL
PART/${1}2, MASS = 1, CM = ${1}20, IP = 1, 1, 1, QG = 0, 0, 0
MARKER/${1}20, PART = ${1}2, ZP = 1, 0, 0, XP = 0, 1, 0
PART/${1}3, MASS = 0.5, CM = ${1}30, IP = 1, 1, 1, QG = 0, 0, 0
MARKER/${1}30, PART = ${1}3, ZP = 1, 0, 0, XP = 0, 1, 0
MARKER/${1}31, PART = ${1}2, FLOATING
MARKER/${1}10, PART = 1, ZP = 1, 0, 0, XP = 0, 1, 0
JOINT/${1}1, TRANSLATIONAL, I = ${1}20, J = ${1}10
JOINT/${1}2, TRANSLATIONAL, I = ${1}30, J = ${1}20
SFORCE/${1}1, TRANSLATION, ACTIONONLY, I = ${1}20, J = ${1}10, FUNCTION = 3*SIN(3*TIME) - SIGN(1, VZ(${1}20, ${1}10, ${1}10))
GFORCE/${1}2, I = ${1}30, JFLOAT = ${1}31, RM = ${1}20, FX = 0\\FY = 0\\FZ = -SIGN(0.4, VZ(${1}30, ${1}20, ${1}20))\\TX = 0\\TY = 0\\TZ = 0
MODEL
}
(printf 'stacked\nUNITS/SYSTEM = MKS\nPART/1, GROUND\n' && stacked 1 && stacked 2 && echo END) >stack.adm
for m in HEM5 MDOP5 ABAM ROSENBROCK 'GSTIFF, SI2'; do
    ends_at stack 10 50 "$m, ERROR = 1E-8" PART_12.X 0.6227632 1E-6 1500
    ends_at stack 10 50 "$m, ERROR = 1E-8" PART_13.X 0.9368752 1E-6 1500
    for c in X VX; do [[ $(column stack PART_12.$c) == "$(column stack PART_22.$c)" ]] || complain "$what: equal blocks move apart"; done
    cp stack.csv once.csv
    run 0 run stack.adm --end 10 --steps 50 --integrator "$m, ERROR = 1E-8"
    cmp -s stack.csv once.csv || complain "$what: another result the second time"
done

# a run that is saved while it is held goes on as it would have; a sensor sees the value between the sides; a static analysis finds where the belt leaves the block
cat >held.acf <<'COMMANDS'
belt.adm
held
INTEGRATOR/HEM5, ERROR = 1E-8
SIMULATE/DYNAMICS, END = 3.6, STEPS = 36
SAVE/SYSTEM, FILE = held.sav
LINEAR/EIGENSOL
SIMULATE/DYNAMICS, END = 10, STEPS = 64
COMMANDS
cat >on.acf <<'COMMANDS'
belt.adm
on
INTEGRATOR/HEM5, ERROR = 1E-8
RELOAD/SYSTEM, FILE = held.sav
SIMULATE/DYNAMICS, END = 10, STEPS = 64
SIMULATE/STATICS
COMMANDS
run 0 run held.acf
warns 'SFORCE/1: t = 3.6: its expression jumps here, and the linear model takes it as it is written'
x=$(column held PART_2.X)
awk -v x="$x" -v y="$belt" 'BEGIN { exit !(x - y < 1e-7 && y - x < 1e-7) }' || complain "$what: $x, not $belt"
run 0 run on.acf
[[ $(tail -n 2 on.csv | head -n 1 | cut -d , -f 2) == "$x" ]] || complain "$what: goes on to $(tail -n 2 on.csv | head -n 1 | cut -d , -f 2), not $x"
awk -v x="$(column on PART_2.X)" 'BEGIN { exit !(x - 1 < 1e-9 && 1 - x < 1e-9) }' || complain "$what: statics ends elsewhere"
(head_of sensor 0.5 0.5 && cat <<MODEL) >sensor.adm
VARIABLE/1, FUNCTION = -SIGN(1, VZ(20, 10, 10) - 0.5)
$force -DZ(20, 10, 10) + VARVAL(1)
SENSOR/1, FUNCTION = VARVAL(1), GE, VALUE = 0.75, ERROR = 1E-9, HALT
END
MODEL
for m in GSTIFF HEM5 HHT AUTO; do
    run 3 run sensor.adm --end 3 --steps 30 --integrator "$m, ERROR = 1E-6"
    awk -v x="$(column sensor PART_2.X)" 'BEGIN { exit !(x - 0.75 < 1e-7 && 0.75 - x < 1e-7) }' || complain "$what: halted at $(column sensor PART_2.X)"
done

# LINEAR and statics know jumps as they are written, and say so where one is; not behind it, and not where the sides have one value
(head_of written 3 0 && echo "$force -DZ(20, 10, 10) - SIGN(1, VZ(20, 10, 10) - 0.5)" && echo END) >aside.adm
(head_of written 0.5 0 && echo "$force -DZ(20, 10, 10) - SIGN(0.5, VZ(20, 10, 10))" && echo END) >rest.adm
(head_of written 0 0 && echo "$force -DZ(20, 10, 10) - IF(DZ(20, 10, 10): 0, 0, DZ(20, 10, 10))" && echo END) >corner.adm
for model in aside rest corner; do
    case $model in aside) first=SIMULATE/DYNAMICS,END=3.6,STEPS=36 ;; *) first=SIMULATE/STATICS ;; esac
    printf '%s\n' $model.adm $model 'INTEGRATOR/MDOP5' $first SIMULATE/STATICS LINEAR/EIGENSOL >$model.acf
    run 0 run $model.acf
    if [[ $model == rest ]]; then
        warns 'SFORCE/1: t = 0: its expression jumps here, and statics takes it as it is written'
        warns 'SFORCE/1: t = 0: its expression jumps here, and the linear model takes it as it is written'
    else
        grep -q JUMP_AS_WRITTEN "$model.msg" && complain "$what: a jump is told that is none"
    fi
done

# frictions on a point of a body that turns: a PLANAR part moves as one with six degrees of freedom does, by MDOP5 with ERROR = 1E-12
for planar in '' 'PLANAR, '; do
    cat >turns.adm <<MODEL
turns
UNITS/SYSTEM = MKS
PART/1, GROUND
MARKER/10, PART = 1
MARKER/12, PART = 1, FLOATING
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, ${planar}QG = 0, 0, 0, VX = 1, VY = 0.3, WZ = 2
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = 0.3, 0.1, 0
VFORCE/1, I = 21, JFLOAT = 12, RM = 10, FX = 0.5 - SIGN(1, VX(21, 10, 10))\\FY = -SIGN(0.6, VY(21, 10, 10))\\FZ = 0
END
MODEL
    for m in MDOP5 'GSTIFF, SI2'; do
        ends_at turns 3 30 "$m, ERROR = 1E-8" PART_2.X 0.8250738062 1E-8 400
        ends_at turns 3 30 "$m, ERROR = 1E-8" PART_2.Y 0.5467509863 1E-8 400
    done
done

# a stop that the block strikes: x = 0.5 - 1.25/8 with restitution 1/2; or it stays there, until it is pulled off with more than friction
(head_of strikes 0 1.5 && echo "$force -SIGN(1, VZ(20, 10, 10))" && echo 'GCON/1, FUNCTION = 0.5 - DZ(20, 10, 10), UNILATERAL, RESTITUTION = 0.5' && echo END) >strikes.adm
(head_of stays 0 1.5 && echo "$force -TIME - SIGN(1, VZ(20, 10, 10))" && echo 'GCON/1, FUNCTION = 0.5 - DZ(20, 10, 10), UNILATERAL, RESTITUTION = 0' && echo END) >stays.adm
for m in MDOP5 'GSTIFF, SI2' ROSENBROCK; do
    ends_at strikes 3 30 "$m, ERROR = 1E-8" PART_2.X 0.34375 1E-9 120
    ends_at stays 3 30 "$m, ERROR = 1E-8" PART_2.X -0.833333333333333 1E-7 200
done

# friction that is taken away, put back and stated anew while it holds
(head_of anew 0 1 && echo "$force -SIGN(1, VZ(20, 10, 10))" && echo "${force/1/2} 0.5" && echo END) >anew.adm
for m in MDOP5 GSTIFF HHT; do
    cat >anew.acf <<COMMANDS
anew.adm
anew
INTEGRATOR/$m, ERROR = 1E-8
SIMULATE/DYNAMICS, END = 3, STEPS = 10
SIMULATE/DYNAMICS, END = 4, STEPS = 10
DEACTIVATE/SFORCE, ID = 1
SIMULATE/DYNAMICS, END = 5, STEPS = 10
ACTIVATE/SFORCE, ID = 1
SIMULATE/DYNAMICS, END = 8, STEPS = 10
SFORCE/1, FUNCTION = -SIGN(0.25, VZ(20, 10, 10))
SIMULATE/DYNAMICS, END = 9, STEPS = 10
SFORCE/1, FUNCTION = -SIGN(1, VZ(20, 10, 10))
SIMULATE/DYNAMICS, END = 12, STEPS = 10
COMMANDS
    run 0 run anew.acf
    awk -v x="$(column anew PART_2.X)" 'BEGIN { exit !(x - 1.6875 < 1e-8 && 1.6875 - x < 1e-8) }' || complain "$what: $(column anew PART_2.X), not 1.6875"
done
exit $((failures > 0))
