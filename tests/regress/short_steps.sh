#!/usr/bin/env bash
# Events that leave very short steps behind. A sensor on a reaction once followed the noise that such steps have in theirs, down to 1e-11 s, and stopped at 1e35 N;
# one just behind an output made WSTIFF triple the speed of the pendulum and HHT lose a hundredth of it.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

pendulum() { # SENSOR: on a pendulum of 300 mm, released level
    cat >pendulum.adm <<MODEL
pendulum in mm, released level, with a sensor
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1000, 1000, 1000, QG = 300, 0, 0
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = -300, 0, 0
JOINT/1, REVOLUTE, I = 21, J = 10
ACCGRAV/JGRAV = -9806.65
SENSOR/1, $1
REQUEST/1, F2 = WZ(20)\F3 = DX(20)
END
MODEL
}

# at 8 N it turns with -5.80 rad/s, at 0.18502 s
pendulum 'FUNCTION = JOINT(1, 0, 3, 0)\ GE, VALUE = 8, ERROR = 1E-3, HALT'
for run in 'HHT 50' 'HHT 200' 'GSTIFF 20' 'GSTIFF 100' 'WSTIFF 50' 'MDOP5 50'; do
    read -r method steps <<<"$run"
    run 3 run pendulum.adm --end 0.5 --steps "$steps" --integrator "$method"
    sed -nE 's/.*SENSOR\/1: t = ([0-9.]+): triggered at ([-0-9.e+]+) .*/\1 \2/p' <<<"$err" | awk '
        { seen = 1; if ($1 < 0.1848 || $1 > 0.1853 || $2 < 7.999 || $2 > 8.001) { print "at " $1 " with " $2; bad = 1 } }
        END { exit bad || !seen }' || complain "$method with $steps steps"
done

# just behind an output: at 0.5 s it turns with -4.851 rad/s
for after in 1E-5 1E-6 1E-7; do
    pendulum "FUNCTION = TIME\\ EQ, VALUE = $(awk -v d=$after 'BEGIN { printf "%.15g", 0.2 + d }'), ERROR = 1E-14, PRINT"
    for method in GSTIFF WSTIFF HHT 'GSTIFF, SI2'; do
        run 0 run pendulum.adm --end 0.5 --steps 25 --integrator "$method" -q
        awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.F2/) c = i } { w = $c }
            END { if (w < -4.93 || w > -4.78) { print "turns with " w; exit 1 } }' pendulum.csv || complain "$method, $after s behind an output"
    done
done
exit $((failures > 0))
