# Wheels of 20, 50 and 40 teeth from rest under constant torque
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    a = 91.46341463414634
    for (k = 0; k <= 20; k++) {
        time = k / 20; w = a * time; q = w * time / 2
        out("small.WZ", w, 1e-8); out("large.WZ", -0.4 * w, 1e-8); out("third.WZ", -0.5 * w, 1e-8)
        out("large.WDZ", -36.585365853658537, 1e-8); out("third.WDZ", -a / 2, 1e-8)
        out("REQUEST_1.F2", -0.4 * q, 1e-8); out("REQUEST_1.F3", -0.5 * q, 1e-8)
        out("MOTION_1.TZ", (0.02 + 0.08 * 0.16 + 0.04 * 0.25) * a, 1e-8)
    }
}
