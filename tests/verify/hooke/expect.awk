# Shafts at 30 deg, input fork in their plane at the start; run by cases.sh
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    pi = atan2(0, -1); b = pi / 6; w = 10; s = sin(b); c = cos(b)
    for (k = 0; k <= 96; k++) {
        time = 1.2566370614359173 * k / 96; t = w * time
        turns = int((t + pi) / (2 * pi)); base = atan2(sin(t), cos(t) * c)
        while (base + 2 * pi * turns - t > pi) turns--
        while (base + 2 * pi * turns - t < -pi) turns++
        n = 1 - s * s * cos(t) ^ 2
        out("REQUEST_1.F2", base + 2 * pi * turns, 1e-9)
        out("REQUEST_1.F3", w * c / n, 1e-8)
        out("REQUEST_1.F4", -w * w * c * s * s * sin(2 * t) / n ^ 2, 1e-7)
        out("REQUEST_2.F2", t, 1e-9); out("REQUEST_2.F3", w, 1e-8); out("REQUEST_2.F4", 0, 1e-7)
    }
}
