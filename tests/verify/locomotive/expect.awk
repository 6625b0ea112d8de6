# Rods move round circles without turning
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    pi = atan2(0, -1); w = 2 * pi
    for (k = 0; k <= 36; k++) {
        time = k / 36
        for (n = 0; n < 2; n++) {
            q = pi / 3 + w * time + n * pi / 2
            out("rod" n ".X", 500 * cos(q), 1e-7); out("rod" n ".WZ", 0, 1e-8); out("rod" n ".WDZ", 0, 1e-6); out("rod" n ".ACCX", -500 * w * w * cos(q), 1e-4)
        }
        for (n = 1; n <= 2; n++) { out("w" n ".WZ", w, 1e-8); out("w" n ".WDZ", 0, 1e-6) }
    }
}
