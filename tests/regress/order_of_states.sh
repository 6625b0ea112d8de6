#!/usr/bin/env bash
# Of two states it does not matter which one is first: every method takes the same steps, and messages name the one that is meant. DUMP and YYDUMP show model and state.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >two.adm <<'MODEL'
A large state and a small one beside a mass on a spring
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1
MARKER/11, PART = 1, REULER = 90D, 90D, 0
PART/2, MASS = 2, CM = 20, IP = 1, 1, 1, QG = 0.3, 0, 0
MARKER/20, PART = 2
MARKER/21, PART = 2, REULER = 90D, 90D, 0
JOINT/1, TRANSLATIONAL, I = 21, J = 11
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 11, FUNCTION = -50*DX(20, 10)
DIFF/1, FUNCTION = 3E5*COS(7*TIME)
DIFF/2, IC = 1, FUNCTION = -0.1*DIF(2)
SENSOR/1, FUNCTION = DX(20, 10), VALUE = 0, ERROR = 1E-3, EQ, YYDUMP
DEBUG/DUMP
REQUEST/1, F2 = DX(20, 10)\ F3 = DIF(2)
OUTPUT/REQSAVE
END
MODEL
sed '/^SENSOR/d; /^DEBUG/d' two.adm >first.adm
sed 's/DIFF\/1/DIFF\/3/' first.adm >second.adm
for method in GSTIFF 'GSTIFF, SI2' 'GSTIFF, I1' WSTIFF HHT NEWMARK GALPHA 'GALPHA, SI2' MDOP5 HEM5 PHEM56 ABAM TLISMNI ROSENBROCK; do
    for name in first second; do
        run 0 run -v $name.adm --end 2 --steps 20 --integrator "$method"
        grep -E '^integration|^  (repeated|step|orders)' <<<"$out$err" >$name.txt
    done
    [[ -s first.txt ]] && cmp -s first.txt second.txt || complain "$method: $(diff first.txt second.txt)"
done

# one unknown limits all steps
run 0 run -v first.adm --end 2 --steps 20
says 'DIFF/1 state                             limited the step 100.0 % of the time'

# of two states the one that moves and is read is named
sed 's/^DIFF\/1.*/DIFF\/1, IC = 1, FUNCTION = 1 - DIF(1)/; s/^\(DIFF\/2.*\)/\1\nSFORCE\/2, TRANSLATION, ACTIONONLY, I = 20, J = 11, FUNCTION = -DIF(2)/' first.adm >moves.adm
printf '%s\n' moves.adm moves 'LINEAR/EIGENSOL' STOP >moves.acf
run 0 run moves.acf
warns 'DIFF/2 state'
[[ $err != *'DIFF/1 state'* ]] || complain "the state that rests is named: $err"

run 0 run -v two.adm --end 1 --steps 10
says 'the model as understood:'
says '  DIFF/2, IC = 1'
# x = 0.3 cos(5 t)
awk '/^state at t = / { t = $5 } t && /^  DIFF\/2 state / { found++; if ($3 - exp(-0.1*t) > 1e-4 || exp(-0.1*t) - $3 > 1e-4) bad = 1; t = 0 }
    END { exit bad || !found }' <<<"$out" || complain "YYDUMP: $(grep -A14 '^state at' <<<"$out")"
exit $((failures > 0))
