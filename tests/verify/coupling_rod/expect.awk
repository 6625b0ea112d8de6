# The rod moves round a circle without turning, q = 60 deg (1 + t + t^2)
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    pi = atan2(0, -1)
    for (k = 0; k <= 8; k++) {
        time = k / 4; q = pi / 3 * (1 + time + time * time); w = pi / 3 * (1 + 2 * time); a = 2 * pi / 3
        out("rod.X", 0.5 * cos(q), 1e-9); out("rod.Y", 0.5 * sin(q), 1e-9); out("rod.PSI", 0, 1e-9)
        out("rod.VX", -0.5 * w * sin(q), 1e-8); out("rod.VY", 0.5 * w * cos(q), 1e-8); out("rod.WZ", 0, 1e-8)
        out("rod.ACCX", -0.5 * (w * w * cos(q) + a * sin(q)), 1e-5); out("rod.ACCY", 0.5 * (a * cos(q) - w * w * sin(q)), 1e-5)
        for (n = 2; n <= 3; n++) { out("wheel_" n ".WZ", w, 1e-8); out("wheel_" n ".WDZ", a, 1e-5) }
    }
}
