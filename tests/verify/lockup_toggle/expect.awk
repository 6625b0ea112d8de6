# Slider at 0.4 cos(40 deg + 20 deg t) until the crank stands at 90 deg
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    pi = atan2(0, -1)
    for (k = 0; k < 25; k++) { time = k / 10; q = (40 + 20 * time) * pi / 180; out("slider.X", 0.4 * cos(q), 1e-9); out("slider.VX", -0.4 * sin(q) * pi / 9, 1e-8) }
}
