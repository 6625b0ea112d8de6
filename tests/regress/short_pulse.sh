#!/usr/bin/env bash
# A push of 0.3 ms between outputs 50 ms apart, written with STEP(TIME, ...): steps end where it begins and ends, so that no method goes over it. It gives 1 kg a speed of
# 1E4 N (0.05 + 0.1 + 0.05) ms = 2 m/s; every method went by and found nothing, whatever ERROR.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >push.adm <<'MODEL'
a short push
UNITS/SYSTEM = MKS
PART/1, GROUND
MARKER/10, PART = 1, REULER = 90D, 90D, 0
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2, REULER = 90D, 90D, 0
JOINT/1, TRANSLATIONAL, I = 20, J = 10
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 10, FUNCTION = STEP(TIME, 0.5037, 0, 0.5038, 1E4)*STEP(TIME, 0.5039, 1, 0.5040, 0)
REQUEST/1, F2 = VZ(20, 10, 10)
END
MODEL
for method in 'GSTIFF, SI2' 'WSTIFF, SI2' HHT GALPHA HEM5 PHEM56 MDOP5 ABAM TLISMNI ROSENBROCK AUTO; do
    run 0 run push.adm --end 1 --steps 20 --integrator "$method, ERROR = 1E-6" -q
    awk -F , -v method="$method" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.F2/) v = i }
        END { off = $v - 2; if (off > 2e-3 || off < -2e-3) { print method ": speed " $v; exit 1 } }' push.csv || complain "$method"
done
# index 3 does not test velocities, which keep what they miss of the push: its ramps have ten steps each. With one or two GSTIFF and WSTIFF at 1E-3 found 5.3 and 5.5 m/s
for method in GSTIFF WSTIFF HHT GALPHA; do
    for error in 1E-2 1E-3 1E-4 1E-5 1E-6; do
        run 0 run push.adm --end 1 --steps 20 --integrator "$method, I3, ERROR = $error" -q
        awk -F , -v method="$method $error" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.F2/) v = i }
            END { off = $v - 2; if (off > 0.03 || off < -0.03) { print method ": speed " $v; exit 1 } }' push.csv || complain "$method $error"
    done
done
# an end of STEP one last digit before an output, 6 * 0.1 and 0.6: both are one stop. A step of 1e-16 from one to the other made a pendulum go anywhere, or stopped it
cat >next.adm <<'MODEL'
a torque that rises up to an output
UNITS/SYSTEM = MKS
ACCGRAV/JGRAV = -9.81
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 0.1, 0.1, 0.1, QG = 0.3, -0.4, 0
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = -0.3, 0.4, 0
JOINT/1, REVOLUTE, I = 21, J = 10
SFORCE/1, ROTATION, I = 21, J = 10, FUNCTION = STEP(TIME, 0.5, 0, 0.6, 5)
REQUEST/1, F2 = DX(20)
END
MODEL
for method in GSTIFF 'GSTIFF, SI2' 'GSTIFF, I1' WSTIFF HHT GALPHA HEM5 MDOP5 ABAM TLISMNI ROSENBROCK AUTO; do
    for end in 0.6 0.5999999999999 0.6000000000001; do
        sed "s/0\.6, 5/$end, 5/" next.adm >beside.adm
        run 0 run beside.adm --end 1 --steps 10 --integrator "$method, ERROR = 1E-5" -q
        awk -F , -v method="$method" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.F2/) x = i }
            END { off = $x - 0.279427; if (off > 3e-3 || off < -3e-3) { print method ": " $x; exit 1 } }' beside.csv || complain "$method, end at $end"
    done
done
# a ramp of a microsecond: methods of many steps begin anew in front of it. ABAM kept its order, with a past 10,000 times as far apart, and found 9.6 rad/s for 7.5 at 1E-3
sed 's/0\.5, 0, 0\.6, 5/0.3, 0, 0.300001, 2/; s/DX(20)/WZ(20)/' next.adm >ramp.adm
speed() { awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.F2/) x = i } END { print $x }' ramp.csv; }
run 0 run ramp.adm --end 1 --steps 60 --integrator 'MDOP5, ERROR = 1E-10' -q
exact=$(speed)
for method in ABAM TLISMNI 'TLISMNI, SCHEME = AM4' 'TLISMNI, SCHEME = BDF' 'GSTIFF, SI2' HEM5 ROSENBROCK; do
    for case in '1E-3 0.02' '1E-5 2E-3' '1E-7 2E-4'; do
        run 0 run ramp.adm --end 1 --steps 60 --integrator "$method, ERROR = ${case% *}" -q
        awk -v a="$(speed)" -v b="$exact" -v most="${case#* }" 'BEGIN { off = a - b; exit !(off < most && off > -most) }' || complain "$method, $case: $(speed), not $exact"
    done
done
# who asks for it goes by
run 0 run push.adm --end 1 --steps 20 --integrator 'HEM5, KINKS = NONE' -q
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.F2/) v = i } END { exit !($v < 1) }' push.csv || complain "KINKS = NONE ends steps at the push"
exit $((failures > 0))
