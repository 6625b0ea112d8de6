# Closed form of the four-bar until coupler and rocker are in line, cos = -0.604167
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
function acos(x) { return atan2(sqrt(1 - x * x), x) }
BEGIN {
    pi = atan2(0, -1)
    for (k = 0; k <= 22; k++) {
        time = k / 10; t = (60 + 30 * time) * pi / 180
        ax = 0.3 * cos(t); ay = 0.3 * sin(t); dx = 0.2 - ax; dy = -ay; L = sqrt(dx * dx + dy * dy)
        out("coupler.PSI", atan2(dy, dx) + acos((0.0625 + L * L - 0.04) / (0.5 * L)), 1e-9)
    }
}
