# Equal and opposite turns about axes that point outwards
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    for (k = 0; k <= 100; k++) {
        time = k / 50; t = time
        out("REQUEST_1.F2", 10 * t + 2 * t * t, 1e-9); out("REQUEST_1.F3", 10 + 4 * t, 1e-9); out("REQUEST_1.F4", 4, 1e-8)
        out("MOTION_1.TX", (0.02 + 0.03) * 4, 1e-8); out("MOTION_1.TY", 0, 1e-9)
    }
}
