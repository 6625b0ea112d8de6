#!/usr/bin/env bash
# GSE with sampled states (ND) and with IMPLICIT: steps end where states are sampled, and all methods agree with the closed form; refused before.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cp "$CARDAN_PLUGINS/gse.so" .
cat >sampled.adm <<'MODEL'
A mass that a digital controller pulls back: xd := 0.5 xd + x each 0.1 s from 0.05 s on, and the force -3 xd is held in between
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1
MARKER/11, PART = 1, REULER = 90D, 90D, 0
PART/2, MASS = 2, CM = 20, IP = 1, 1, 1, QG = 0.3, 0, 0
MARKER/20, PART = 2
MARKER/21, PART = 2, REULER = 90D, 90D, 0
JOINT/1, TRANSLATIONAL, I = 21, J = 11
VARIABLE/1, FUNCTION = DX(20, 10)
ARRAY/1, U, VARIABLES = 1
ARRAY/2, Y, SIZE = 1
ARRAY/3, X, SIZE = 1
ARRAY/4, IC, NUMBERS = 0.2
GSE/1, NS = 0, NO = 1, NI = 1, ND = 1, U = 1, Y = 2, XD = 3, ICD = 4, SAMPLE_PERIOD = 0.1, SAMPLE_OFFSET = 0.05, FUNCTION = USER(0.5)\ ROUTINE = gse::hold
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 11, FUNCTION = -3*ARYVAL(2, 1)
REQUEST/1, F2 = DX(20, 10)\ F3 = ARYVAL(3, 1)
OUTPUT/REQSAVE
END
MODEL
# course OFFSET: time, place and sampled state every 0.02 s, from the closed form
course() {
    awk -v next_time="$1" 'BEGIN {
        x = 0.3; v = 0; d = 0.2; t = 0
        for (k = 0; k <= 50; k++) {
            to = k*0.02
            while (next_time <= to - 1e-9) { h = next_time - t; x += v*h - 0.75*d*h*h; v -= 1.5*d*h; t = next_time; d = 0.5*d + x; next_time += 0.1 }
            h = to - t; printf "%.10g %.15g %.15g\n", to, x + v*h - 0.75*d*h*h, d
        } }'
}
# agrees FILE TOLERANCE OFFSET ROW: rows that are samples, each fifth from ROW on, are left out: the new state is written for them
agrees() {
    course "$3" >expect.txt
    awk -v most="$2" '
        FNR == NR { x[FNR] = $2; d[FNR] = $3; n = FNR; next }
        FNR == 1 { split($0, head, ","); for (i in head) { if (head[i] ~ /REQUEST_1.F2/) a = i; if (head[i] ~ /REQUEST_1.F3/) b = i } next }
        { split($0, c, ","); k = FNR - 1; e = c[a] - x[k]; f = c[b] - d[k]; if (e < 0) e = -e; if (f < 0) f = -f
          if (k % 5 != off) { if (e > worst) worst = e; if (f > worst) worst = f } rows++ }
        END { if (rows != n || !(worst <= most)) { print rows " rows, off by " worst; exit 1 } }' off="$4" expect.txt "$1" || complain "$what"
}
for method in GSTIFF 'GSTIFF, SI2' HHT GALPHA MDOP5 HEM5 ABAM TLISMNI ROSENBROCK AUTO; do
    run 0 run -q sampled.adm --allow-plugins --end 1 --steps 50 --integrator "$method, ERROR = 1E-6"
    agrees sampled.csv 1e-5 0.05 9
done
run 0 run -q sampled.adm --allow-plugins --end 1 --steps 50 --integrator 'GSTIFF, ERROR = 1E-6, INTERPOLATE = ON'
agrees sampled.csv 1e-6 0.05 9
# from 0 on: the sampling times are outputs, too
sed 's/, SAMPLE_OFFSET = 0.05//' sampled.adm >zero.adm
run 0 run -q zero.adm --allow-plugins --end 1 --steps 50 --integrator 'MDOP5, ERROR = 1E-6'
agrees zero.csv 1e-6 0 1
# in two parts, with what was sampled saved in between
printf '%s\n' sampled.adm whole 'SIMULATE/DYNAMIC, END = 0.52, STEPS = 26' 'SIMULATE/DYNAMIC, END = 1, STEPS = 24' STOP >whole.acf
run 0 run -q whole.acf --allow-plugins
printf '%s\n' sampled.adm half 'SIMULATE/DYNAMIC, END = 0.52, STEPS = 26' 'SAVE/SYSTEM, FILE = half.sav' STOP >half.acf
run 0 run -q half.acf --allow-plugins
printf '%s\n' sampled.adm rest 'RELOAD/SYSTEM, FILE = half.sav' 'SIMULATE/DYNAMIC, END = 1, STEPS = 24' STOP >rest.acf
run 0 run -q rest.acf --allow-plugins
[[ $(tail -n 1 whole.csv) == $(tail -n 1 rest.csv) ]] || complain "a run goes on otherwise from a saved state"
# kinematics: the place is given, and sampled in between outputs
sed 's/^OUTPUT/MOTION\/1, JOINT = 1, TRANSLATION, FUNCTION = 0.3 + TIME\nOUTPUT/' sampled.adm >driven.adm
run 0 run -q driven.adm --allow-plugins --end 1 --steps 2
awk -F , 'BEGIN { d = 0.2; for (t = 0.05; t < 1; t += 0.1) d = 0.5*d + 0.3 + t }
    NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.F3/) c = i } { last = $c }
    END { if (last - d > 1e-9 || d - last > 1e-9) { print last " is not " d; exit 1 } }' driven.csv || complain "$what"
# statics keeps sampled states
printf '%s\n' sampled.adm still 'SIMULATE/STATIC' STOP >still.acf
sed -i 's/FUNCTION = -3\*ARYVAL(2, 1)/FUNCTION = -3*ARYVAL(2, 1) - 10*DX(20, 10)/' sampled.adm
run 0 run -q still.acf --allow-plugins
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i ~ /REQUEST_1.F3/) c = i; if ($i ~ /REQUEST_1.F2/) x = i } }
    END { e = $x + 0.06; if ($c != 0.2 || e > 1e-9 || e < -1e-9) { print; exit 1 } }' still.csv || complain "$what"

cat >implicit.adm <<'MODEL'
A vibration with rates that are given implicitly, x1 = cos 2 t
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 2, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2
ARRAY/1, X, SIZE = 2
ARRAY/2, Y, SIZE = 1
ARRAY/3, X, SIZE = 1
ARRAY/4, IC, NUMBERS = 1, 0
GSE/1, NS = 2, NO = 1, ND = 1, X = 1, Y = 2, XD = 3, IC = 4, IMPLICIT, SAMPLE_PERIOD = 0.25, SAMPLE_OFFSET = 0.1, FUNCTION = USER(1)\ ROUTINE = gse::vibration
REQUEST/1, F2 = ARYVAL(1, 1) - COS(2*TIME)\ F3 = ARYDOT(1, 2) + 4*ARYVAL(1, 1)\ F4 = ARYVAL(2, 1) - ARYVAL(1, 1) - 10*ARYVAL(3, 1)\ F6 = ARYVAL(3, 1)
OUTPUT/REQSAVE
END
MODEL
sed 's/USER(1)/USER(0)/' implicit.adm >differences.adm
for model in implicit differences; do
    for method in GSTIFF HHT MDOP5 ABAM ROSENBROCK; do
        error=1E-7
        [[ $method == HHT ]] && error=1E-8
        run 0 run -q $model.adm --allow-plugins --end 2 --steps 10 --integrator "$method, ERROR = $error"
        awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.F/) c[++n] = i; next }
            { for (i = 2; i <= 4; i++) { e = $c[i] < 0 ? -$c[i] : $c[i]; if (e > worst) worst = e } last = $c[6] }
            END { if (!(worst < 2e-5) || last != 8) { print "off by " worst ", " last " samples"; exit 1 } }' $model.csv || complain "$what"
    done
done
exit $((failures > 0))
