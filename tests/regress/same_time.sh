#!/usr/bin/env bash
# Times that differ in the last digit: an END that is one digit ahead of the time reached made steps of no length for ever; DTOUT = 1E-12 over a second was a number of outputs that does not
# fit, and nothing was done; an event of a sensor one digit before an output took its place, or was written beside it.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >fall.adm <<'MODEL'
a body that falls
UNITS/SYSTEM = MKS
ACCGRAV/KGRAV = -10
PART/1, GROUND
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2
SENSOR/1, FUNCTION = TIME, VALUE = 0.6, GE, ERROR = 1E-7, DT = 0.05
SENSOR/2, FUNCTION = TIME, VALUE = 0.3, EQ, ERROR = 1E-7, PRINT
END
MODEL
script() { # COMMANDS, one per line
    printf 'fall.adm\nfall\n%s\nSTOP\n' "$1" >fall.acf
}
times() { awk -F , 'NR > 1 { printf "%.9g ", $1 }' fall.csv; }
ten='SIMULATE/DYNAMIC, DURATION = 0.1, STEPS = 1'
for method in GSTIFF HHT PHEM56; do
    script "DEACTIVATE/SENSOR, ID = 1, 2
INTEGRATOR/$method
$(for i in 1 2 3 4 5 6 7 8 9 10; do echo "$ten"; done)
SIMULATE/DYNAMIC, END = 1, STEPS = 4
SIMULATE/DYNAMIC, END = 1.5, STEPS = 1"
    run 0 run fall.acf -q
    awk -F , 'END { exit !($1 == 1.5 && $4 < -11.24 && $4 > -11.26) }' fall.csv || complain "$method: does not arrive"
done
for command in 'END = 1, DTOUT = 1E-12' 'END = 1E9, DTOUT = 1E-8' 'END = 1, STEPS = 2
SIMULATE/DYNAMIC, END = 1.000000000001, STEPS = 1000000'; do
    script "SIMULATE/DYNAMIC, $command"
    run 1 run fall.acf -q
    warns OUTPUTS_TOO_CLOSE
done
for method in GSTIFF ABAM HHT 'GSTIFF, INTERPOLATE = ON' 'ABAM, INTERPOLATE = ON' 'HHT, INTERPOLATE = ON'; do
    script "INTEGRATOR/$method
SIMULATE/DYNAMIC, END = 0.8, DTOUT = 0.1"
    run 0 run fall.acf -q
    [[ $(times) == '0 0.1 0.2 0.3 0.4 0.5 0.6 0.65 0.7 0.75 0.8 ' ]] || complain "$method: outputs at $(times)"
done
exit $((failures > 0))
