#!/usr/bin/env bash
# With dense outputs, which bind steps, the error of a run is that of its steps and not what the iteration of the corrector leaves: a matrix that is kept gives what a new one in each iteration
# (PATTERN = T) gives. Before, a pendulum at ERROR = 1E-3 was off by 50 times as much in I3, 200 times in SI2, ten times with GALPHA, and the squeezer with HHT four times at 1E-4; the quotients now are in docs/accuracy.md.
# And what iterations leave is no vibration, for which order 2 would be taken: on a rolling disc whose steps HMAX binds the error was 3.9 times as large, with two of nine steps at orders 2 and 3.
# Nor is rounding a reason to give an iteration up: windows in a line, where constraints hardly hold, were off by 5,200 times as much, after steps of orders lower than the motion needs.
set -uo pipefail
{ METHODS='GSTIFF, I3;GSTIFF, SI2;WSTIFF, I3;GALPHA, I3;HHT' ERRORS='1E-3 1E-4' STEPS=1000 "$CARDAN_SOURCE/bench/iterations.sh" "$CARDAN" swing squeezer
  METHODS='GSTIFF, I3' ERRORS=2E-7 "$CARDAN_SOURCE/bench/iterations.sh" "$CARDAN" rolling_disc | tail -n +2
  METHODS='GSTIFF, SI2' ERRORS=0.9E-4 STEPS=2005 "$CARDAN_SOURCE/bench/iterations.sh" "$CARDAN" windows_2 | tail -n +2; } |
    awk -F ';' '
        NR == 1 { next }
        { print; runs++ }
        $6 !~ /^[0-9.]+$/ || $6 > 1.2 { print "is what iterations leave"; bad = 1 }
        $8 > 3.5 * $7 { print "takes many iterations"; bad = 1 }
        END { exit bad || runs != 22 }' || exit 1

# Nor is rounding what it is held against: a cart with a pendulum that falls from upright, in millimetres, was off by 38 times as much, for what may be left was a hundred times the rounding of positions.
. "$CARDAN_SOURCE/tests/checks.bash"
cat >cart.adm <<MODEL
cart with a pendulum, in millimetres
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND
ACCGRAV/JGRAV = -9806.65
PART/1, GROUND
MARKER/10, PART = 1, REULER = 90D, 90D, 0D
PART/2, MASS = 2, CM = 20, IP = 1E4, 1E4, 1E4
MARKER/20, PART = 2
MARKER/21, PART = 2, REULER = 90D, 90D, 0D
PART/3, MASS = 1, CM = 30, IP = 9E4, 1E2, 9E4, QG = 0, 500, 0, WZ = 0.1
MARKER/30, PART = 3
MARKER/31, PART = 3, QP = 0, -500, 0
JOINT/1, TRANSLATIONAL, I = 21, J = 10
JOINT/2, REVOLUTE, I = 31, J = 20
REQUEST/1, F2 = DX(20, 10)
END
MODEL
follow() { # NAME INTEGRATOR
    printf 'cart.adm\n%s\nINTEGRATOR/%s\nSIMULATE/DYNAMICS, END = 10, DTOUT = 0.005\nSTOP\n' "$1" "$2" >"$1.acf"
    run 0 run "$1.acf" -q
}
follow reference 'PHEM56, ERROR = 1E-11'
follow kept 'GSTIFF, I3, ERROR = 1E-3'
follow made 'GSTIFF, I3, ERROR = 1E-3, PATTERN = T'
for name in kept made; do
    awk -F , 'FNR == 1 { file++; for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.F2/) at = i; next }
        file == 1 { x[FNR] = $at; next }
        { off = $at - x[FNR]; if (off < 0) off = -off; if (off > most) most = off }
        END { print most }' reference.csv "$name.csv" >"$name.off"
done
awk -v kept="$(cat kept.off)" -v made="$(cat made.off)" 'BEGIN { exit !(made > 0 && kept < 1.2 * made) }' || complain "cart and pendulum: $(cat kept.off), with PATTERN = T $(cat made.off)"
exit $((failures > 0))
