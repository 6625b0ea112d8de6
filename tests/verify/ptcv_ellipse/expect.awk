# radius of an ellipse a, b under the angle pi/2 - 3 t; run by cases.sh
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    a = 0.3; b = 0.2; w = 3
    for (k = 0; k <= 100; k++) {
        time = 5 * k / 100; t = w * time
        # r = a b / sqrt(q), q = b^2 sin^2 + a^2 cos^2
        q = b ^ 2 * sin(t) ^ 2 + a ^ 2 * cos(t) ^ 2; q1 = (b ^ 2 - a ^ 2) * sin(2 * t) * w; q2 = 2 * (b ^ 2 - a ^ 2) * cos(2 * t) * w ^ 2
        out("follower.Y", a * b / sqrt(q), 1e-8); out("follower.VY", -a * b * q1 / (2 * q ^ 1.5), 1e-6)
        out("follower.ACCY", a * b * (0.75 * q1 ^ 2 / q ^ 2.5 - q2 / (2 * q ^ 1.5)), 2e-3)
    }
}
