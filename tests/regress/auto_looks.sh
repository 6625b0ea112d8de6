#!/usr/bin/env bash
# What AUTO sees: the same in a state read from a file as in one that was reached; steps beyond outputs only where they show the fastest
# motion (1000 outputs had made accelerations wrong by half of their size). And HMIN binds every method.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

cat >hinge.adm <<MODEL
two links, the second on a stiff damped bushing
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/101, PART = 1, ZP = 0, 1, 0, XP = 1, 0, 0
PART/2, MASS = 2, CM = 200, IP = 0.1, 0.1, 0.02
MARKER/200, PART = 2, QP = 0.4, 0, 0
MARKER/201, PART = 2, ZP = 0, 1, 0, XP = 1, 0, 0
MARKER/202, PART = 2, QP = 0.8, 0, 0
PART/3, MASS = 1, CM = 300, IP = 0.02, 0.02, 0.01
MARKER/300, PART = 3, QP = 1.1, 0, 0.1
MARKER/302, PART = 3, QP = 0.8, 0, 0
JOINT/1, REVOLUTE, I = 201, J = 101
BUSHING/1, I = 302, J = 202, K = 1E4, 1E4, 1E4, C = 50, 50, 50, KT = 2, 2, 2, CT = 0.2, 0.2, 0.2
REQUEST/1, ACCELERATION, I = 300
END
MODEL
printf 'hinge.adm\nthrough\nINTEGRATOR/AUTO, ERROR = 1E-3\nSIMULATE/DYNAMICS, END = 0.7, STEPS = 50\nSAVE/SYSTEM, FILE = half\nSIMULATE/DYNAMICS, END = 1.5, STEPS = 50\nSTOP\n' >through.acf
printf '\nRELOAD/SYSTEM, FILE = half, OUTPUT_PREFIX = second\nSIMULATE/DYNAMICS, END = 1.5, STEPS = 50\nSTOP\n' >second.acf
run 0 run through.acf -q
run 0 run second.acf -q
cmp <(tail -n 50 through.csv) <(tail -n 50 second.csv) || complain "AUTO goes on otherwise from a file"

run 0 run hinge.adm --end 1.5 --steps 1000 --integrator 'GSTIFF, SI2, ERROR = 1E-8' --out reference -q
run 0 run hinge.adm --end 1.5 --steps 1000 --integrator AUTO -q
awk -F , '
    FNR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.[XYZ] /) column[i] = 1; next }
    { for (i in column) if (FNR == NR) { want[FNR, i] = $i; if ($i > size) size = $i }
      else { off = $i - want[FNR, i]; if (off < 0) off = -off; if (off > worst) worst = off } }
    END { if (!(FNR == 1002 && length(column) == 3 && worst < 1e-3 * size)) { print "accelerations are off by " worst " of " size; exit 1 } }' reference/hinge.csv hinge.csv ||
    complain "AUTO with 1000 outputs"

cat >runaway.adm <<MODEL
x" = x**3: there is nothing beyond t = 1.85
PART/1, GROUND
MARKER/1, PART = 1, ZP = 1, 0, 0, XP = 0, 1, 0
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, QG = 1, 0, 0
MARKER/20, PART = 2, ZP = 1, 0, 0, XP = 0, 1, 0
JOINT/1, TRANSLATIONAL, I = 20, J = 1
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 1, FUNCTION = DX(20)**3
END
MODEL
for method in HEM5 PHEM56 MDOP5 ABAM TLISMNI 'ROSENBROCK, SCHEME = W2' GALPHA HHT GSTIFF; do
    run 2 run runaway.adm --end 5 --steps 50 --integrator "$method, ERROR = 1E-4, HMIN = 1E-4" --statistics steps.csv -q
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "shortest_step") c = i } END { exit !(c && $c >= 0.99e-4) }' steps.csv ||
        complain "$method: steps are shorter than HMIN"
done
exit $((failures > 0))
