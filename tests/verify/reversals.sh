#!/usr/bin/env bash
# A mass on a spring with dry friction written with SIGN, as long as it does not stick: z'' = -50 z - 3 sign(z'), z(0) = 1. Half swings about +-0.06 of 1, 0.88, 0.76 ... in closed form.
# At each reversal the acceleration jumps by 6 and keeps its sign. An implicit step across has no solution for some sizes (theory 9.28), which GSTIFF and WSTIFF in SI2 took for the end of the run at
# every ERROR. With a filter beside it explicit methods called the model too stiff for the short steps that end at a reversal (MDOP5 at 1E-7, and 18 of 150 such runs).
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >dry.adm <<'MODEL'
dry friction
UNITS/SYSTEM = MKS
PART/1, GROUND
MARKER/11, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, QG = 0, 0, 1
MARKER/20, PART = 2
JOINT/1, TRANSLATIONAL, I = 20, J = 11
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 11, FUNCTION = -50*DZ(20, 11) - 3*SIGN(1, VZ(20, 11))
END
MODEL
sed 's/^END/DIFF\/1, IC = 0, FUNCTION = (VZ(20, 11) - DIF(1))*5000\nEND/' dry.adm >filter.adm
swings() { # MODEL METHOD ERROR MOST: the largest error of z
    run 0 run "$1.adm" --end 3.4 --steps 68 --integrator "$2, ERROR = $3" -q
    awk -F , -v most="$4" -v what="$*" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /PART_2.Z /) c = i; w = sqrt(50); half = atan2(0, -1) / w; next }
        { n = int($1 / half); z = 1; for (k = 0; k < n; k++) z = (k % 2 ? -0.12 : 0.12) - z
          centre = n % 2 ? -0.06 : 0.06; z = centre + (z - centre) * cos(w * ($1 - n * half))
          off = $c - z; if (off < 0) off = -off; if (off > worst) worst = off }
        END { if (NR < 70 || !(worst <= most)) { print what ": off by " worst; exit 1 } }' "$1.csv" || complain "$1, $2, $3"
}
for form in 'GSTIFF, SI2' 'WSTIFF, SI2' 'GSTIFF, I1'; do
    for case in '1E-3 2E-2' '1E-5 1E-3' '1E-7 1E-6' '1E-8 1E-7'; do swings dry "$form" $case; done
done
for form in GSTIFF WSTIFF; do swings dry "$form" 1E-7 2E-5; done
for form in 'GALPHA, I2' 'GALPHA, SI2' HHT; do swings dry "$form" 1E-7 3E-4; done
for form in HEM5 PHEM56 MDOP5 ROSENBROCK; do swings dry "$form" 1E-7 1E-5; done
for form in MDOP5 HEM5 PHEM56 ABAM TLISMNI AUTO; do
    for case in '1E-4 3E-2' '1E-5 1E-2' '1E-7 3E-4'; do swings filter "$form" $case; done
done
exit $((failures > 0))
