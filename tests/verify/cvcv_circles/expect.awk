# centres of two circles in contact are R apart; run by cases.sh
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    e = 0.05; R = 0.3; w = 3; m = 2
    for (k = 0; k <= 100; k++) {
        time = 5 * k / 100; t = w * time
        q = sqrt(R ^ 2 - e ^ 2 * cos(t) ^ 2); q1 = e ^ 2 * w * sin(2 * t) / (2 * q)
        a = -e * w ^ 2 * sin(t) + e ^ 2 * w ^ 2 * cos(2 * t) / q - q1 ^ 2 / q
        v = e * w * cos(t) + q1
        out("follower.Y", e * sin(t) + q, 1e-8); out("follower.VY", v, 1e-6)
        out("follower.ACCY", a, 2e-3)
        # the discs push along the line of their centres
        out("CVCV_1.FY", m * a, 4e-3); out("CVCV_1.FX", -m * a * e * cos(t) / q, 1e-3); out("MOTION_1.TZ", m * a * v / w, 2e-3)
        out("REQUEST_1.F2", 0, 1e-10); out("REQUEST_1.F3", 0.1, 1e-8); out("REQUEST_1.F4", 0.2, 1e-8)
    }
}
