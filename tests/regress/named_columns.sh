#!/usr/bin/env bash
# Names that the dataset gives to components reach every result file, plots and comparisons; variables, states and plants have columns. CNAMES and
# RESULTS_NAME had no effect, every component was F1 ... F8, and no file but .cardan knew of states.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

cat >named.adm <<'MODEL'
columns with names
UNITS/SYSTEM = MKS
ACCGRAV/KGRAV = -9.8
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 2, IP = 1, 1, 1
MARKER/2, PART = 2
REQUEST/1, F2 = DZ(2, 1)\F3 = VZ(2, 1)\F4 = 7\CNAMES = "", "height", "speed"\CUNITS = "no_units", "length", "velocity", COMMENT = a wheel
REQUEST/2, F2 = TIME\F3 = 60*TIME, CNAMES = none:seconds:"rate, mean", CUNITS = no_units:time:rpm, CLABELS = "":"how long":"", RESULTS_NAME = clock
!                         adams_view_name='tip'
REQUEST/3, VELOCITY, I = 2
REQUEST/4, DISPLACEMENT, I = 2
REQUEST/5, VARIABLES = 1, 2
!                         adams_view_name='POS'
VARIABLE/1, FUNCTION = DZ(2, 1)
VARIABLE/2, FUNCTION = 2*VARVAL(1)
DIFF/1, FUNCTION = -DIF(1), IC = 1
ARRAY/1, X, SIZE = 2
ARRAY/2, U, VARIABLES = 2
ARRAY/3, Y, SIZE = 1
MATRIX/1, FULL = RORDER, ROWS = 2, COLUMNS = 2, VALUES = -1, 0, 0, -2
MATRIX/2, FULL = RORDER, ROWS = 2, COLUMNS = 1, VALUES = 1, 1
MATRIX/3, FULL = RORDER, ROWS = 1, COLUMNS = 2, VALUES = 1, 1
LSE/1, X = 1, U = 2, Y = 3, A = 1, B = 2, C = 3
PINPUT/1, VARIABLES = 2
POUTPUT/1, VARIABLES = 1, 2
OUTPUT/REQSAVE
RESULTS/
END
MODEL
run 0 run named.adm --end 1 --steps 2 -q

# value FILE.csv NAME: at the end
value() {
    awk -v name="$2" 'NR == 1 { n = split(substr($0, 2, length($0) - 2), head, "\",\""); for (i = 1; i <= n; i++) if (head[i] == name) c = i }
        END { split($0, x, ","); print c ? x[c] : "none" }' "$1"
}
is() { awk -v x="$(value named.csv "$1")" -v want="$2" 'BEGIN { exit !(x != "none" && (x - want)^2 < 1e-5) }' || complain "$1 is $(value named.csv "$1"), not $2"; }
is 'REQUEST_1.height [meter]' -4.9
is 'REQUEST_1.speed [meter/second]' -9.8
[[ $(head -1 named.csv) != *REQUEST_1.F* ]] || complain "components that CNAMES leave out have columns"
is 'clock.seconds [second]' 1
is 'clock.rate, mean [rpm]' 60
is 'tip.Z [meter/second]' -9.8
is 'tip.R1 [radian/second]' 0
is 'REQUEST_4.Z [meter]' -4.9
is 'REQUEST_4.PSI [degree]' 0
is 'REQUEST_5.POS' -4.9
is 'REQUEST_5.VARIABLE_2' -9.8
is POS.Q -4.9
is VARIABLE_2.Q -9.8
is DIFF_1.Q 0.3678794
is PINPUT_1.IN1 -9.8
is POUTPUT_1.OUT2 -9.8
is LSE_1.X1 -2.58956
is LSE_1.Y1 "$(awk -v a="$(value named.csv LSE_1.X1)" -v b="$(value named.csv LSE_1.X2)" 'BEGIN { print a + b }')"

grep -q '<Entity name="clock" entity="REQUEST_2"' named.res || complain "RESULTS_NAME is not in .res"
grep -q '<Component name="seconds" unitsValue="time" plotLabel="how long" id' named.res || complain "names, units and labels are not in .res"
grep -q '<Entity name="POS" entity="VARIABLE_1" entType="ADAMS_Variable" objectId="1">' named.res || complain "variables are not in .res"
grep -q '<Component name="OUT2"' named.res || complain "plants are not in .res"
grep -q '^a wheel (REQUEST_1: F2 height, F3 speed)' named.req || complain "names are not in .req"
grep -q '^(LSE_1: F2 X1, F3 X2, F4 Y1)' named.req || complain "states are not in .req"

run 0 plot named
says "clock: none seconds [s] rate, mean [rpm]"
says "tip: MAG [m/s] X [m/s]"
says "POS: Q"
for name in clock.seconds request_2.seconds clock.f2 REQUEST_2.F2; do
    run 0 plot named $name
    says "how long [s]"
done
run 0 compare named.adm --end 1 --steps 2 --integrators GSTIFF --errors 1e-5 --reference named.req --channels 'tip.Z,POS.Q' --out study
exit $((failures > 0))
