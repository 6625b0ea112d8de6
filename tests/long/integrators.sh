#!/usr/bin/env bash
# Benchmarks of the other folders, and events, with the methods that are not used there.
set -uo pipefail
status=0
# run METHOD CASE...
run() {
    local method=$1
    shift
    echo "$method"
    INTEGRATOR=$method bash "$CARDAN_SOURCE/tests/verify/cases.sh" "$@" || status=1
}
not_stiff='swing squeezer bricard_free tumbling heavy_top spatial_slider_crank rolling_disc sleigh car_axis free_slider_crank'
events='force_jump sensor_swing friction_ramp quarter_car'

# windows_2 passes positions in which the rank drops
run 'MDOP5, ERROR = 1E-9' windows_2
run 'HEM5, ERROR = 1E-9' windows_2
run 'PHEM56, ERROR = 1E-9' windows_2
run 'ABAM, ERROR = 1E-9' windows_2
for method in 'MDOP5, ERROR = 1E-10' 'HEM5, ERROR = 1E-9' 'PHEM56, ERROR = 1E-10' 'ABAM, ERROR = 1E-11'; do run "$method" $not_stiff $events; done
run 'GALPHA, SI2, ERROR = 1E-9' bricard_free rolling_disc heavy_top $events
run 'GALPHA, I3, ERROR = 1E-9' bricard_free heavy_top
run 'GALPHA, I2, ERROR = 1E-9' bricard_free rolling_disc
run 'TLISMNI, ERROR = 5E-10' bricard_free rolling_disc $events
run 'TLISMNI, SCHEME = AM4, ERROR = 1E-10' swing squeezer bricard_free heavy_top rolling_disc sleigh free_slider_crank
for scheme in TRAPEZOIDAL HHT BDF; do run "TLISMNI, SCHEME = $scheme, ERROR = 1E-9" bricard_free; done
run 'ROSENBROCK, ERROR = 1E-8' stiff_pendulum bricard_free rolling_disc gcon_driven ptcv_ellipse delayed_state $events
run 'ROSENBROCK, SCHEME = W2, ERROR = 1E-8' lone_state delayed_state
for method in HHT MDOP5 HEM5 PHEM56 ABAM GALPHA 'GALPHA, I2' 'GALPHA, SI2' TLISMNI ROSENBROCK; do run "$method, ERROR = 1E-9" lone_state; done
exit $status
