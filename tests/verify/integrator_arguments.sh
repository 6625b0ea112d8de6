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
    'HHT, KMAX = 3' 'HHT, ORDERS = PLAIN' 'GSTIFF, RHO = 0.5' 'GALPHA, BETA = 0.4' 'TLISMNI, ADAPTIVITY = 1E-5'; do
    with 0 "$method"
    key=${method#*, }
    warns "--integrator:1:1: warning: INTEGRATOR: ${method%%,*} has no use for ${key%% =*}"
done
for method in 'GSTIFF, ORDERS = PLAIN, KMAX = 4, MAXIT = 6, PATTERN = T:F, CORRECTOR = MODIFIED, ADAPTIVITY = 1E-8, HMAX = 0.01, HINIT = 1E-4' \
    'HHT, ALPHA = -0.1, MAXIT = 6' 'NEWMARK, BETA = 0.3025, GAMMA = 0.6' 'GALPHA, RHO = 0.5' 'ABAM, KMAX = 9, HRATIO = 0.1' \
    'TLISMNI, SCHEME = HHT, ALPHA = -0.1, MAXIT = 4' 'AUTO, KMAX = 4, ALPHA = -0.1'; do
    with 0 "$method"
    quiet
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
warns 'ROSENBROCK and AUTO'
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
