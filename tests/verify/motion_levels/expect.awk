# The functions integrated by hand
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    pi = atan2(0, -1)
    for (k = 0; k <= 20; k++) {
        time = k / 10; t = time
        out("a.Z", 0.5 + 1.5 * sin(2 * t), 1e-10); out("a.VZ", 3 * cos(2 * t), 1e-9); out("a.ACCZ", -6 * sin(2 * t), 1e-9)
        out("REQUEST_1.F2", 0.2 - t + t ^ 3, 1e-10); out("b.WZ", -1 + 3 * t * t, 1e-9); out("b.WDZ", 6 * t, 1e-9)
        out("REQUEST_1.F3", pi / 6 + 20 * t, 1e-10); out("c.WZ", 20, 1e-9); out("c.WDZ", 0, 1e-9)
        out("d.Z", 0.25 + 0.7 * t + t ^ 4, 1e-10); out("d.VZ", 0.7 + 4 * t ^ 3, 1e-9); out("d.ACCZ", 12 * t * t, 1e-9)
    }
}
