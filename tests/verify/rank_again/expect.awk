# The rod moves round a circle without turning, q = 60 deg t
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    pi = atan2(0, -1); w = pi / 3
    for (k = 0; k <= 20; k++) { time = k / 10; q = w * time; out("rod.X", 0.5 * cos(q), k > 5 ? 1e-9 : 1e-4); out("rod.VY", 0.5 * w * cos(q), k > 5 ? 1e-8 : 1e-4); out("rod.PSI", 0, 1e-6) }
}
