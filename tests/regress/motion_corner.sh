#!/usr/bin/env bash
# A motion with a corner, 3000 |t - 0.0373| mm, drives one end of a spring; a mass hangs on the other. Behind the corner positions were off the new branch by what the old velocity had gone
# on the last instant, which no step could mend at small ERROR. The mass moves as the closed form has it.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >corner.adm <<'MODEL'
a motion with a corner pulls a mass by a spring, mm
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1, REULER = 90D, 90D, 0
PART/2, MASS = 0.05, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2, REULER = 90D, 90D, 0
PART/3, MASS = 1, CM = 30, IP = 1, 1, 1
MARKER/30, PART = 3, REULER = 90D, 90D, 0
JOINT/1, TRANSLATIONAL, I = 20, J = 10
JOINT/2, TRANSLATIONAL, I = 30, J = 10
MOTION/1, TRANSLATION, JOINT = 1, FUNCTION = 3000*ABS(TIME - 0.0373)
SFORCE/1, TRANSLATION, ACTIONONLY, I = 30, J = 10, FUNCTION = -0.4*DZ(30, 20, 10)
END
MODEL
for method in GSTIFF 'GSTIFF, SI2' WSTIFF HHT PHEM56; do
    for error in 1E-7 1E-9; do
        run 0 run -q corner.adm --end 0.1 --steps 50 --integrator "$method, ERROR = $error"
        # x'' = -w^2 (x - u), w = 20 1/s, from rest at 0; u = a - s t up to t_0, then s (t - t_0)
        awk -F , '
            BEGIN { w = 20; s = 3000; t0 = 0.0373; a = s * t0
                    x0 = -a * cos(w * t0) + s / w * sin(w * t0); v0 = -s + a * w * sin(w * t0) + s * cos(w * t0) }
            NR == 1 { for (i = 1; i <= NF; i++) { if ($i ~ /PART_2.X /) u = i; if ($i ~ /PART_3.X /) x = i } next }
            $1 > t0 { n++; t = $1 - t0; want = s * t + x0 * cos(w * t) + (v0 - s) / w * sin(w * t)
                      off = $x - want; if (off < 0) off = -off; if (off > most) most = off
                      off = $u - s * t; if (off < 0) off = -off; if (off > driven) driven = off }
            END { if (n < 30 || most > 1e-3 || driven > 1e-6) { print "off by " most " and " driven; exit 1 } }' corner.csv || complain "$method, $error"
    done
done
exit $((failures > 0))
