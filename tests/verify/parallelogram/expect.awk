# The plate moves round a circle without turning
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    pi = atan2(0, -1); w = 2 * pi
    for (k = 0; k <= 60; k++) {
        time = k / 60; q = pi / 6 + w * time
        out("plate.X", cos(q), 1e-9); out("plate.Y", sin(q), 1e-9); out("plate.PSI", 0, 1e-9)
        out("plate.VX", -w * sin(q), 1e-7); out("plate.VY", w * cos(q), 1e-7); out("plate.WZ", 0, 1e-7)
        for (n = 2; n <= 5; n++) { out("crank_" n ".WZ", w, 1e-7); out("crank_" n ".WDZ", 0, 1e-5) }
        out("plate.ACCX", -w * w * cos(q), 1e-5)
    }
}
