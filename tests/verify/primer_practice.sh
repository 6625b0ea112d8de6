#!/usr/bin/env bash
# Section 8 of the primer: what it says of settings and of modelling, where it can be seen in a run.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
head='UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1'

model() { # NAME TEXT: the dataset with ground and its marker 10
    printf '%s\n%s\n%s\nEND\n' "$1" "$head" "$2" >"$1.adm"
}
play() { # NAME COMMAND...: runs it; messages are in NAME.msg
    local name=$1
    shift
    { printf '%s.adm\n%s\n' "$name" "$name" && printf '%s\n' "$@" STOP; } >"$name.acf"
    run 0 run -v "$name.acf"
}
count() { # NAME WORD: the number before a word of the line on the last integration
    sed -nE "s/^integration:.* ([0-9]+) $2.*/\\1/p" "$1.msg" | tail -n 1
}
is() { [[ $2 == "$3" ]] || complain "$1: $2, not $3"; }
less() { [[ $2 -lt $3 ]] || complain "$1: $2 is not less than $3"; }

pendulum='PART/2, MASS = 1, CM = 20, IP = 0.1, 0.1, 0.1, QG = 1, 0, 0
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = -1, 0, 0
JOINT/1, REVOLUTE, I = 21, J = 10'

# 8.1 d1: a small HMAX and a large ERROR make steps of one size
model swing "$pendulum
ACCGRAV/JGRAV = -9.81"
play swing 'INTEGRATOR/GSTIFF, ERROR = 1, HMAX = 0.01, HINIT = 0.01' 'SIMULATE/DYNAMICS, END = 1, STEPS = 10'
is 'steps with HMAX = 0.01 and ERROR = 1' "$(count swing steps)" 100

# 8.1 h: PATTERN = T evaluates the Jacobian at each iteration, F leaves it to the integrator; the first takes fewer iterations
play swing 'INTEGRATOR/GSTIFF, HMAX = 0.01, PATTERN = T' 'SIMULATE/DYNAMICS, END = 1, STEPS = 10'
is 'Jacobians with PATTERN = T' "$(count swing matrices)" "$(count swing iterations)"
often=$(count swing iterations)
play swing 'INTEGRATOR/GSTIFF, HMAX = 0.01, PATTERN = F' 'SIMULATE/DYNAMICS, END = 1, STEPS = 10'
less 'Jacobians with PATTERN = F' "$(($(count swing matrices) * 3))" "$(count swing iterations)"
less 'iterations with PATTERN = T' "$often" "$(count swing iterations)"

# 8.2 a: a correction of 45 degrees with ALIMIT = 30D is scaled by 1.5, so that 15 degrees are left for the second; with ALIMIT = 60D the first is whole. What is out of balance
# before each tells how far it is: 100 N m a radian
model spring "$pendulum
SFORCE/1, ROTATION, I = 21, J = 10, FUNCTION = -100*(AZ(21, 10) - PI/4)"
left() { # ALIMIT: degrees that are left before the second iteration
    play spring "EQUILIBRIUM/METHOD = NEWTON, STABILITY = 0, ALIMIT = $1" 'DEBUG/RHSDUMP' 'SIMULATE/STATIC'
    awk '/^Newton/ { here = 1 } here && /PART\/2 torque body z/ { if (++n == 2) { x = $5 * 0.45 / atan2(1, 1); printf "%.0f", x < 0 ? -x : x } }' spring.msg
}
is 'left of 45 degrees with ALIMIT = 30D' "$(left 30D)" 15
is 'left of 45 degrees with ALIMIT = 60D' "$(left 60D)" 0

# 8.3 1: a spline in a motion has two continuous derivatives; as a velocity it has one more and takes fewer steps
points=$(awk 'BEGIN { for (i = 0; i <= 10; i++) printf "%s%g", (i ? ", " : ""), i / 5 }')
values() { awk -v f="$1" 'BEGIN { for (i = 0; i <= 10; i++) { t = i / 5; printf "%s%.9g", (i ? ", " : ""), f == "speed" ? 3 * cos(3 * t) : sin(3 * t) } }'; }
model place "$pendulum
SPLINE/1, X = $points, Y = $(values place)
PART/3, MASS = 0.3, CM = 30, IP = 0.01, 0.01, 0.01, QG = 2, -0.5, 0
MARKER/30, PART = 3
MARKER/31, PART = 3, QP = 0, 0.5, 0
MARKER/22, PART = 2, QP = 1, 0, 0
JOINT/2, REVOLUTE, I = 31, J = 22
ACCGRAV/JGRAV = -9.81
MOTION/1, JOINT = 1, ROTATION, FUNCTION = CUBSPL(TIME, 0, 1)"
sed -e "s/^SPLINE.*/SPLINE\/1, X = $points, Y = $(values speed)/" -e 's/^MOTION.*/MOTION\/1, JOINT = 1, ROTATION, VELOCITY, FUNCTION = CUBSPL(TIME, 0, 1)/' place.adm >speed.adm
for name in place speed; do play $name 'INTEGRATOR/GSTIFF, ERROR = 1E-6, HMAX = 2, INTERPOLATE = ON' 'SIMULATE/DYNAMICS, END = 2, STEPS = 4'; done
less 'steps with the spline as velocity' "$(count speed steps)" "$(count place steps)"

# 8.3 6c: VX(12, 25, 25) without a fourth marker is what ground sees, with it what an observer on the turning part sees: -3 m/s and 1 m/s here
model observer 'PART/2, MASS = 1, CM = 25, IP = 1, 1, 1, WZ = 2
MARKER/25, PART = 2
PART/3, MASS = 1, CM = 12, IP = 1, 1, 1, QG = 0, 2, 0, VX = -3
MARKER/12, PART = 3
REQUEST/1, F2 = VX(12, 25, 25)\F3 = VX(12, 25, 25, 25)'
play observer 'SIMULATE/DYNAMICS, END = 1E-6, STEPS = 1'
is 'VX with three and four markers' "$(awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.F[23]/) c[++n] = i } NR == 2 { printf "%g %g", $c[1], $c[2] }' observer.csv)" '-3 1'

# 8.5.1: a spline read at -100 whose data go from -50 to 55
model spline "$pendulum
SPLINE/123, X = -50, -20, 0, 30, 55, Y = 0, 1, 2, 1, 0
SFORCE/1, ROTATION, I = 21, J = 10, FUNCTION = AKISPL(-100, 0, 123)"
play spline 'SIMULATE/DYNAMICS, END = 0.1, STEPS = 1'
grep -Eq 'SPLINE/123.*-100.*-50.*55' spline.msg || complain "SPLINE/123 read at -100 is not told: $(grep -i spline spline.msg | head -n 3)"

# 8.4: a tenth of ERROR changes less than ERROR before, and takes more steps; SI2 comes to the same
y=() taken=()
for error in 1E-3 1E-4 1E-5; do
    play swing "INTEGRATOR/GSTIFF, ERROR = $error, HMAX = 0.5" 'SIMULATE/DYNAMICS, END = 2, STEPS = 4'
    y[${#y[@]}]=$(awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /PART_2.Y /) c = i } END { print $c }' swing.csv) taken[${#taken[@]}]=$(count swing steps)
done
play swing 'INTEGRATOR/GSTIFF, SI2, ERROR = 1E-4, HMAX = 0.5' 'SIMULATE/DYNAMICS, END = 2, STEPS = 4'
y[3]=$(awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /PART_2.Y /) c = i } END { print $c }' swing.csv)
less 'steps at 1E-3' "${taken[0]}" "${taken[1]}"
awk -v a="${y[0]}" -v b="${y[1]}" -v c="${y[2]}" -v d="${y[3]}" 'function off(x) { return x < c ? c - x : x - c } BEGIN { exit !(off(b) < off(a) / 3 && off(d) < 1e-3) }' || complain "y at 2 s by ERROR, and by SI2: ${y[*]}"
exit $((failures > 0))
