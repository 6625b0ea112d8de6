#
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    pi = atan2(0, -1)
    for (k = 0; k <= 30; k++) {
        time = k / 10; t = time
        out("a.Z", 0.5 + t, 1e-9); out("a.VZ", 1, 1e-9)
        if (k != 10 && k != 20) out("b.VZ", t < 1 ? 0.2 : t < 2 ? 0.6 : 0.6 - (t - 2), 1e-9)
        out("b.Z", t <= 1 ? 0.2 * t : t <= 2 ? 0.2 + 0.6 * (t - 1) : 0.8 + 0.6 * (t - 2) - (t - 2) ^ 2 / 2, 1e-9)
        out("c.Z", t * t, 1e-9); out("c.VZ", 2 * t, 1e-9)
        q = pi / 9 + 8 * t; out("c.PSI", atan2(sin(q), cos(q)), 1e-9)
    }
}
