# Slider pulled from 0.4 cos 40 deg at 0.02 m/s until crank and rod are in line at 0.4, t = 4.67911
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
function acos(x) { return atan2(sqrt(1 - x * x), x) }
BEGIN {
    for (k = 0; k <= 46; k++) { time = k / 10; x = 0.30641777724759121 + 0.02 * time; out("slider.X", x, 1e-10); out("PART_2.PSI", acos(x / 0.4), 1e-9) }
}
