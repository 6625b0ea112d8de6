#!/usr/bin/env bash
# Dry friction written with SIGN or IF. Where it stops a body both sides of its jump drive the velocity back to zero: the body stays, at little cost, and a warning says why. AUTO let a block that stops at
# x = 1 creep to 1.0268 without a word; tight ERRORs took 100,000 steps.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
methods=(AUTO MDOP5 HEM5 PHEM56 ABAM TLISMNI GSTIFF 'GSTIFF, SI2' WSTIFF 'WSTIFF, SI2' HHT GALPHA 'GALPHA, I2' ROSENBROCK)
block() { # FUNCTION VELOCITY STATEMENTS
    cat <<MODEL
a block on a rough table
UNITS/SYSTEM = MKS
PART/1, GROUND
MARKER/10, PART = 1, ZP = 1, 0, 0, XP = 0, 1, 0
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, VX = $2
MARKER/20, PART = 2, ZP = 1, 0, 0, XP = 0, 1, 0
JOINT/1, TRANSLATIONAL, I = 20, J = 10
$3
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 10, FUNCTION = $1
END
MODEL
}
# MODEL END STEPS METHOD MOST X TOLERANCE: the last PART_2.X, and a run of no more than MOST steps
ends_at() {
    run 0 run "$1.adm" --end "$2" --steps "$3" --integrator "$4" --statistics s.csv
    tail -n 1 "$1.csv" | awk -F , -v x="$6" -v tol="$7" '{ off = $2 - x; exit !(off < tol && -off < tol) }' ||
        complain "$what: $(tail -n 1 "$1.csv" | cut -d , -f 2), not $6"
    tail -n 1 s.csv | awk -F , -v most="$5" '{ exit !($8 <= most) }' || complain "$what: $(tail -n 1 s.csv | cut -d , -f 8) steps"
    rm -f s.csv
}
held='both sides of the jump drive the motion back to it, as dry friction does that sticks'

# it stops at t = 2, x = 1
block '0.5 - SIGN(1, VZ(20, 10, 10))' 1 '' >stop.adm
for m in "${methods[@]}"; do
    ends_at stop 4 40 "$m" 250 1 3E-3
    warns "SFORCE/1: t = "
    warns "$held"
    warns 'state friction by FRICTION, or write it with STEP'
    ends_at stop 4 40 "$m, ERROR = 1E-6" 250 1 5E-6
    ends_at stop 4 40 "$m, ERROR = 1E-9" 300 1 1E-8
done

# pushed to and fro it sticks and slips; in closed form, by the instants at which it starts (|1.5 sin 2 t| = 1) and stops
block '1.5*SIN(2*TIME) - IF(VZ(20, 10, 10): -1, 0, 1)' 0 '' >slip.adm
block '1.5*SIN(2*TIME) - VARVAL(2)' 0 $'VARIABLE/1, FUNCTION = VZ(20, 10, 10)\nVARIABLE/2, FUNCTION = SIGN(1, VARVAL(1))' >by_variable.adm
for m in "${methods[@]}"; do
    ends_at slip 6 60 "$m, ERROR = 1E-6" 2000 0.0629789 1.5E-4
    ends_at by_variable 6 60 "$m, ERROR = 1E-6" 2000 0.0629789 1.5E-4
    warns "$held"
done

# a state that slides: z reaches 0 where z' = 0.3 cos t - sign z; what it has added up to until then is all there is
block 'DIF(1)' 0 'DIFF/1, IC = 1, FUNCTION = 0.3*COS(TIME) - SIGN(1, DIF(1))' >state.adm
for m in MDOP5 ABAM 'GSTIFF, SI2' HHT ROSENBROCK; do ends_at state 6 60 "$m, ERROR = 1E-6" 3000 3.751398 3E-4; done

# a force that jumps with the place, and damping: swings become ever shorter and faster, and are replaced by a narrow band
block '-SIGN(1, DZ(20, 10, 10)) - 20*VZ(20, 10, 10) + 0.2' 0.5 '' >place.adm
for m in MDOP5 HEM5 TLISMNI 'GSTIFF, SI2' ROSENBROCK; do ends_at place 2 20 "$m, ERROR = 1E-4" 1500 0 3E-4; done

# a friction torque about an axis that a joint holds: rounding gave the sign, and each method another result
block '-0.1*SIGN(1, WZ(20, 10, 10))' 1 '' >locked.adm
for m in "${methods[@]}"; do
    ends_at locked 2 20 "$m, ERROR = 1E-6" 400 1.8 2E-4
    warns 'jumps with the sign of a value that constraints keep at zero'
done
exit $((failures > 0))
