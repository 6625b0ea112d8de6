#!/usr/bin/env bash
# INTEGRATOR: arguments without use, bounds of steps that do not fit together, an ERROR that rounding cannot hold are said at their place.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cp "$CARDAN_SOURCE/tests/verify/swing/model.adm" swing.adm

quiet() { [[ $err != *warning* && $err != *error* ]] || complain "$what: $err"; }
with() { # STATUS ARGUMENTS
    run "$1" run swing.adm --end 1 --steps 10 --integrator "$2"
}

for method in 'MDOP5, KMAX = 4' 'HEM5, MAXIT = 4' 'PHEM56, PATTERN = T:F' 'ROSENBROCK, ALPHA = -0.1' 'ABAM, CORRECTOR = MODIFIED' \
    'HHT, KMAX = 3' 'HHT, ORDERS = PLAIN' 'GSTIFF, RHO = 0.5' 'GALPHA, BETA = 0.4' 'TLISMNI, ADAPTIVITY = 1E-5' \
    'HHT, SAFETY = 0.5' 'GSTIFF, FACMIN = 0.1' 'ABAM, FACMAX = 3' 'GALPHA, VIOLATION = 1E-4' 'HHT, ATOL = 1E-6' 'TLISMNI, RTOL = 1E-6'; do
    with 0 "$method"
    key=${method#*, }
    warns "--integrator:1:1: warning: INTEGRATOR: ${method%%,*} has no use for ${key%% =*}"
done
for method in 'GSTIFF, ORDERS = PLAIN, KMAX = 4, MAXIT = 6, PATTERN = T:F, CORRECTOR = MODIFIED, ADAPTIVITY = 1E-8, HMAX = 0.01, HINIT = 1E-4' \
    'HHT, ALPHA = -0.1, MAXIT = 6' 'NEWMARK, BETA = 0.3025, GAMMA = 0.6' 'GALPHA, RHO = 0.5' 'ABAM, KMAX = 9, HRATIO = 0.1' \
    'TLISMNI, SCHEME = HHT, ALPHA = -0.1, MAXIT = 4' 'MDOP5, SAFETY = 0.3, VIOLATION = 1E-4, ATOL = 1E-6, RTOL = 1E-4' \
    'ROSENBROCK, FAC = 0.8, FACMIN = 0.1, FACMAX = 3, ATOL = 1E-6, RTOL = 1E-4' 'AUTO, KMAX = 4, ALPHA = -0.1'; do
    with 0 "$method"
    quiet
done

for argument in 'SAFETY = 1' 'FACMIN = 1' 'FACMAX = 1'; do
    with 1 "MDOP5, $argument"
    warns "$argument is not"
done

# what they do, on the steps of a second: with a share of 0.3 errors are 0.3^5 of what is allowed and none is repeated; steps that grow by a
# fifth at most need more of them from HINIT on; an error of 1E-2 relative to a size of 1 is ten times that of 1E-3
steps() { # ARGUMENTS
    "$CARDAN" run swing.adm --end 1 --steps 10 -v --integrator "$1" 2>&1 | sed -n 's/^integration: \([0-9]*\) steps.*/\1/p'
}
more() { # ARGUMENTS, more steps than with OTHERS
    (($(steps "$1") > $(steps "$2"))) || complain "$1 takes $(steps "$1") steps, $2 $(steps "$2")"
}
for method in MDOP5 GALPHA ROSENBROCK; do
    more "$method, HMAX = 1, INTERPOLATE = ON, SAFETY = 0.3" "$method, HMAX = 1, INTERPOLATE = ON"
    more "$method, HMAX = 1, INTERPOLATE = ON, HINIT = 1E-5, FACMAX = 1.2" "$method, HMAX = 1, INTERPOLATE = ON, HINIT = 1E-5, FACMAX = 1.9"
    more "$method, ERROR = 1E-3, HMAX = 1, INTERPOLATE = ON, ATOL = 1E-6, RTOL = 1E-6" "$method, ERROR = 1E-3, HMAX = 1, INTERPOLATE = ON"
    more "$method, HMAX = 1, INTERPOLATE = ON, ATOL = 1E-7, RTOL = 0" "$method, HMAX = 1, INTERPOLATE = ON, ATOL = 1E-7, RTOL = 1E-3"
done
# VIOLATION: how far the pin may open before a step is projected
sed 's/^END/REQUEST\/90, F2 = DM(@I, @J)\nEND/' swing.adm >pin.adm
read -r i j < <(sed -n 's/^JOINT.*I *= *\([0-9]*\).*J *= *\([0-9]*\).*/\1 \2/p' swing.adm)
sed -i "s/@I/$i/; s/@J/$j/" pin.adm
gap() { # ARGUMENTS: the widest
    "$CARDAN" run pin.adm --end 10 --steps 50 --integrator "$1" >/dev/null 2>&1
    awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k ~ /90.*F2/) c = k; next } $c > most { most = $c } END { print most + 0 }' pin.csv
}
for method in MDOP5 PHEM56; do
    wide=$(gap "$method, ERROR = 1E-2, VIOLATION = 1E-3") narrow=$(gap "$method, ERROR = 1E-2")
    awk -v w="$wide" -v n="$narrow" 'BEGIN { exit !(w > 10 * n && w <= 1e-3) }' || complain "$method: the pin opens by $wide, without VIOLATION by $narrow"
done

with 0 'AUTO, SI2'
warns 'AUTO chooses the formulation itself, and SI2 changes nothing'
with 1 'MDOP5, HMIN = 0.5'
warns 'HMIN = 0.5 is more than HMAX = 0.1'
with 1 'MDOP5, HMIN = 0.05, HMAX = 0.01'
warns 'HMIN = 0.05 is more than HMAX = 0.01'
with 1 'MDOP5, HINIT = 1E-5, HMIN = 1E-4'
warns 'HINIT = 1e-05 is less than HMIN = 0.0001'
with 0 'MDOP5, HINIT = 0.5'
warns 'HINIT = 0.5 is more than HMAX = 0.1'

# GALPHA and HHT do not bear a first step of rounding; HMIN keeps them from it
for method in GALPHA HHT; do
    with 0 "$method, HINIT = 1E-13"
    warns 'HINIT = 1e-13 is less than HMIN, which is 1e-08' # ERROR is 1E-5
done
with 0 'TLISMNI, SCHEME = AM3, ALPHA = -0.1'
warns 'TLISMNI has no use for ALPHA but with SCHEME = HHT'
with 0 'SI2_GSTIFF, I3'
warns 'SI2_GSTIFF is GSTIFF in SI2'
with 1 ''
warns '"" are not the arguments of one INTEGRATOR statement'
with 1 'MDOP5, FOO = 1'
warns 'INTEGRATOR has no argument "FOO'

for method in MDOP5 ABAM AUTO GSTIFF; do
    run 0 run swing.adm --end 1 --steps 10 --integrator "$method, ERROR = 1E-20"
    warns 'ERROR = 1e-20 is less than rounding allows; 1e-13 is used instead'
done

with 1 RKF45
warns ', ROSENBROCK, '
# what no method has a use for is said to be so
for argument in 'MAXERR = 1E-9' 'FIXIT = 3' MONITOR; do
    with 0 "GSTIFF, $argument"
    warns "${argument%% *} is read but changes nothing"
done
with 0 'GSTIFF, SI2, MAXIT = 2'
warns 'MAXIT = 2 leaves the corrector'
with 1 'GSTIFF, SCALE = 0, 1, 1'
warns 'SCALE'
exit $((failures > 0))
