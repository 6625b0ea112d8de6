#!/usr/bin/env bash
# CONTACT with USER(...): routines that repeat IMPACT and Coulomb friction make the same motion as the built-in laws, with their derivatives and by differences, in dynamics and statics.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cp "$CARDAN_PLUGINS"/touch.so .

# model LAW: a ball and a brick thrown onto a floor
model() {
    cat <<MODEL
thrown
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/1, PART = 1
MARKER/2, PART = 1, QP = -2, -2, -1
PART/2, MASS = 1, CM = 20, IP = 1E-3, 1E-3, 1E-3, QG = 0, 0, 0.12, VX = 1, VY = 0.3
MARKER/20, PART = 2
PART/3, MASS = 2, CM = 30, IP = 2E-3, 3E-3, 4E-3, QG = 0, 1, 0.1, REULER = 20D, 10D, 0, VX = 0.5
MARKER/30, PART = 3
MARKER/31, PART = 3, QP = -0.1, -0.05, -0.03
GRAPHICS/1, BOX, CORNER = 2, X = 6, Y = 6, Z = 1
GRAPHICS/2, SPHERE, CM = 20, RADIUS = 0.05
GRAPHICS/3, BOX, CORNER = 31, X = 0.2, Y = 0.1, Z = 0.06
CONTACT/1, IGEOM = 2, 3, JGEOM = 1, $1
END
MODEL
}
value() { awk -F, -v column="$2" 'NR == 1 { for (i = 1; i <= NF; i++) { h = $i; gsub(/"/, "", h); sub(/ \[.*/, "", h); if (h == column) c = i } } END { print $c }' "$1"; }
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(a != "" && (d < 0 ? -d : d) <= t) }' || complain "$4: $1, not $2"; }

friction='COULOMB_FRICTION = ON, MU_STATIC = 0.3, MU_DYNAMIC = 0.2, STICTION_TRANSITION_VELOCITY = 0.1, FRICTION_TRANSITION_VELOCITY = 0.3'
impact='STIFFNESS = 1E6, EXPONENT = 1.5, DAMPING = 200, DMAX = 1E-3'
model "IMPACT, $impact, $friction" >built_in.adm
model "NORMAL_FUNCTION = USER(1E6, 1.5, 200, 1E-3)\\NORMAL_ROUTINE = touch::impact
, FRICTION_FUNCTION = USER(0.3, 0.1, 0.2, 0.3)\\FRICTION_ROUTINE = touch::coulomb" >both.adm
model "NORMAL_FUNCTION = USER(1E6, 1.5, 200, 1E-3)\\NORMAL_ROUTINE = touch::impact_by_differences, $friction" >normal.adm
model "IMPACT, $impact, FRICTION_FUNCTION = USER(0.3, 0.1, 0.2, 0.3)\\FRICTION_ROUTINE = touch::coulomb" >friction.adm
model "FUNCTION = USER(1E6, 1.5, 200, 1E-3, 0.3, 0.1, 0.2, 0.3)\\ROUTINE = touch::impact_and_coulomb" >whole.adm

columns='PART_2.X PART_2.Y PART_2.Z PART_2.WY PART_3.X PART_3.Y PART_3.Z'
# friction of a routine does not resist turning about the normal: the brick, which spins, is compared where friction is the built-in one
for method in "GSTIFF, SI2, ERROR = 1E-7" "HHT, ERROR = 1E-7" "MDOP5, ERROR = 1E-7"; do
    run 0 run -q built_in.adm --end 0.4 --steps 4 --integrator "$method"
    for name in normal both friction whole; do
        run 0 run -q $name.adm --allow-plugins --end 0.4 --steps 4 --integrator "$method"
        for column in $columns; do
            [[ $name == normal || $column == PART_2* ]] || continue
            near "$(value $name.csv $column)" "$(value built_in.csv $column)" 1e-6 "$method: $column by $name"
        done
    done
done
grep -q 'CONTACT/1: the routine touch::impact_by_differences states no partial derivatives' normal.msg || complain "differences are not mentioned"
grep -q 'states no partial' both.msg && complain "stated derivatives are not used"

# at rest
for name in built_in normal both; do
    printf 'SIMULATE/STATIC\nSTOP\n' | cat <(printf '%s\n\n' "$name.adm") - >$name.acf
    run 0 run -q $name.acf --allow-plugins
    near "$(value $name.csv PART_2.Z)" 0.0495417 1e-7 "$name: the ball at rest"
done

# the mass that a routine sees is that of the ball: a tenth of critical damping stays what it is whatever the mass
for mass in 1 4; do
    model "FUNCTION = USER(1E6)\\ROUTINE = touch::damped_by_mass" | sed "/ACCGRAV/d; s/PART\/2, MASS = 1,/PART\/2, VZ = -1, MASS = $mass,/" >ball.adm
    run 0 run -q ball.adm --allow-plugins --end 0.2 --steps 1 --integrator "MDOP5, ERROR = 1E-8"
    [[ $mass == 1 ]] && first=$(value ball.csv PART_2.VZ)
done
near "$(value ball.csv PART_2.VZ)" "$first" 1e-5 "rebound with damping by mass"

# what goes wrong is named
model 'FUNCTION = USER(1)\ROUTINE = touch::breaks' >breaks.adm
run 2 run breaks.adm --allow-plugins --end 0.4 --steps 4
warns 'the routine touch::breaks gives no number'
model 'FUNCTION = USER(1)\ROUTINE = touch::reads
VARIABLE/1, FUNCTION = 1' >reads.adm
run 1 run reads.adm --allow-plugins --end 0.4 --steps 4
warns 'the routine touch::reads of a contact may depend on time and on the place of contact only'
run 1 run both.adm --end 0.4 --steps 4
warns '--allow-plugins'
model 'FUNCTION = USER(1)\ROUTINE = touch::breaks, NORMAL_FUNCTION = USER(1)\NORMAL_ROUTINE = touch::impact' >twice.adm
run 1 check twice.adm
warns 'NORMAL_FUNCTION'
exit $((failures > 0))
