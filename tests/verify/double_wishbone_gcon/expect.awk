# Table of the benchmark collection, K5; run by cases.sh
function out(channel, value, tolerance) { printf "%g, %s, %.12g, %g\n", time, channel, value, tolerance }
function row(at, camber, toe, dx, dy, spring) {
    time = at
    out("REQUEST_1.F2", camber, 1e-6); out("REQUEST_1.F3", toe, 1e-6); out("REQUEST_1.F4", spring / 1000, 1e-8)
    out("REQUEST_2.X", dx / 1000, 1e-8); out("REQUEST_2.Y", dy / 1000, 1e-8)
}
function steer(at, toe) { time = at; out("REQUEST_1.F3", toe, 1e-6) }
BEGIN {
    row(0, 0, 0, 0, 0, 246.462660)
    row(1, -1.1128109, -0.160786154, -2.54675342, 5.93005616, 228.537540)
    row(2, -2.53784006, -0.258901607, -5.04390239, 8.23275245, 210.825784)
    row(5, 0.764669873, 0.265557524, 2.67879079, -9.91163834, 264.723824)
    row(6, 1.09243982, 0.71480452, 5.65564755, -24.4469322, 283.515813)
    row(8, 0, 0, 0, 0, 246.462660)
    steer(9, 8.2750767); steer(10, 16.7997111); steer(13, -8.1166420); steer(14, -16.1764027)
}
